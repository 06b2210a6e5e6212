import Foundation
import StrataBase

/// A kind of input: how it is made, and the code that takes it.
protocol FuzzTarget: Sendable {
  /// The name on the command line; also the extension of files that hold such inputs.
  static var name: String { get }
  /// How many of the inputs of a run are of this kind, relative to the weights of the others.
  var weight: Int { get }

  /// Creates the target with seeds of its own and those of a folder.
  init(seeds: SeedFolder) throws

  /// A new input, which depends on the numbers of `random` alone.
  func mutant(_ random: inout SplitMix64) -> [UInt8]

  /// A changed input: what `mutant` does to a seed.
  func changed(_ input: [UInt8], _ random: inout SplitMix64) -> [UInt8]

  /// Gives an input to the code; throws if the code refuses it, which is no finding.
  func run(_ input: [UInt8]) throws
}

extension FuzzTarget {
  var name: String { Self.name }

  func changed(_ input: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    ByteMutator.mutant(of: input, &random)
  }
}

/// The code refused an input without an error of its own.
struct Refused: Error {}

/// The kinds of input, in the order of the report.
enum FuzzTargets {
  static let all: [any FuzzTarget.Type] = [
    DocumentTarget.self, PackageTarget.self, ManifestTarget.self, ArchiveTarget.self, PictureTarget.self,
    FontTarget.self, TextTarget.self,
  ]
  static var names: [String] { all.map { $0.name } }
}

/// The folder of the seeds that are documents.
struct SeedFolder: Sendable {
  /// Where the folder is; nil for targets that change nothing and need no seeds.
  let url: URL?

  /// The bytes of all files with an extension, in the order of their names.
  func files(_ pathExtension: String) throws -> [Data] {
    guard let url else { return [] }
    return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == pathExtension }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .map { try Data(contentsOf: $0) }
  }
}

/// The inputs of a run: the input with a number is always the same for the same seed and targets.
struct InputSource: Sendable {
  let targets: [any FuzzTarget]
  let seed: UInt64

  func input(_ number: Int) -> (target: any FuzzTarget, bytes: [UInt8]) {
    var random = SplitMix64(seed: seed &+ UInt64(number) &* 0xD134_2543_DE82_EF95)
    var place = random.index(targets.reduce(0) { $0 + $1.weight })
    for target in targets {
      place -= target.weight
      if place < 0 { return (target, target.mutant(&random)) }
    }
    preconditionFailure("the weights add up to less than their sum")
  }
}
