import Foundation
import StrataBase
import StrataDocuments
import StrataCAML

/// Documents as folders: manifest, markup and an asset, read from files, drawn and written to another folder.
struct PackageTarget: FuzzTarget {
  static let name = "package"
  let weight = 5
  private let manifests: MarkupMutator
  private let documents: MarkupMutator
  private let pictures: PictureTarget
  private let good: [(name: String, bytes: [UInt8])]

  init(seeds: SeedFolder) throws {
    let (manifest, markup) = (try seeds.files("xml"), try seeds.files("caml"))
    (manifests, documents) = (MarkupMutator(seeds: manifest), MarkupMutator(seeds: markup))
    pictures = try PictureTarget(seeds: seeds)
    good = [
      ("index.xml", [UInt8](manifest.first ?? Data())), ("main.caml", [UInt8](markup.first ?? Data())),
      ("assets/picture.png", pictures.seeds.first ?? []),
    ]
  }

  /// One after the other, each behind a line with its name and its number of bytes.
  func mutant(_ random: inout SplitMix64) -> [UInt8] {
    var parts = good
    if random.once(in: 2) { parts[0].bytes = manifests.mutant(&random) }
    parts[1].bytes = documents.mutant(&random)
    if random.once(in: 2) { parts[2].bytes = pictures.mutant(&random) }
    return parts.flatMap { part in Array("\(part.name) \(part.bytes.count)\n".utf8) + part.bytes }
  }

  func run(_ input: [UInt8]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "strata-fuzz-\(getpid())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appending(path: "Read.ca")
    var rest = input[...]
    while let lineEnd = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let words = String(decoding: rest[..<lineEnd], as: UTF8.self).split(separator: " ")
      guard words.count == 2, let count = Int(words[1]), count >= 0 else { throw Refused() }
      rest = rest[(lineEnd + 1)...]
      let file = source.appending(path: String(words[0]))
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(rest.prefix(count)).write(to: file)
      rest = rest.dropFirst(count)
    }
    let document = try Document(contentsOf: source)
    try DocumentTarget.show(document)
    try document.write(to: folder.appending(path: "Written.ca"))
  }
}

/// Manifests of documents: property lists as XML text, read and written again.
struct ManifestTarget: FuzzTarget {
  static let name = "manifest"
  let weight = 10
  private let mutator: MarkupMutator

  init(seeds: SeedFolder) throws {
    let names = [
      "key", "string", "real", "integer", "true", "false", "data", "date", "array", "dict", "plist",
    ]
    mutator = MarkupMutator(seeds: try seeds.files("xml"), names: names)
  }

  func mutant(_ random: inout SplitMix64) -> [UInt8] { mutator.mutant(&random) }

  func changed(_ input: [UInt8], _ random: inout SplitMix64) -> [UInt8] { mutator.changed(input, &random) }

  func run(_ input: [UInt8]) throws {
    let limits = ReadingLimits()
    let manifest = try PackageManifest.read(Data(input), file: "index.xml", limits: limits)
    _ = (manifest.documentSize, manifest.loop, manifest.unreadable)
    _ = try PackageManifest.read(Data(manifest.text.utf8), file: "again", limits: limits)
  }
}
