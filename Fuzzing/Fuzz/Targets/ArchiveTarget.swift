import Foundation
import QuartzCore
import StrataBase
import StrataDocuments

/// Layers in keyed archives, as XML and as binary property lists: read and drawn.
struct ArchiveTarget: FuzzTarget {
  static let name = "archive"
  let weight = 8
  private let mutator: MarkupMutator
  private let binary: [[UInt8]]

  init(seeds: SeedFolder) throws {
    let layers = try seeds.files("caml").compactMap { try Document(data: $0).rootLayer }
    mutator = MarkupMutator(seeds: layers.map { Self.archive($0, .xml) })
    binary = layers.map { [UInt8](Self.archive($0, .binary)) }
  }

  private static func archive(_ layer: CALayer, _ format: PropertyListSerialization.PropertyListFormat)
    -> Data
  {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.outputFormat = format
    archiver.encode(layer, forKey: NSKeyedArchiveRootObjectKey)
    return archiver.encodedData
  }

  func mutant(_ random: inout SplitMix64) -> [UInt8] {
    guard random.once(in: 3), let seed = random.element(of: binary) else { return mutator.mutant(&random) }
    return ByteMutator.mutant(of: seed, &random)
  }

  func changed(_ input: [UInt8], _ random: inout SplitMix64) -> [UInt8] { mutator.changed(input, &random) }

  func run(_ input: [UInt8]) throws {
    let layer = try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: Data(input))
    guard let layer else { throw Refused() }
    try DocumentTarget.show(layer)
  }
}
