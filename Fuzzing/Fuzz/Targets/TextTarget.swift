import CoreGraphics
import Foundation
import QuartzCore
import StrataBase

/// Text layers with text of all scripts, wrapped and cut in all ways, in fonts that may not exist.
struct TextTarget: FuzzTarget {
  static let name = "text"
  let weight = 3

  init(seeds: SeedFolder) throws {}

  /// A byte for the settings, then the text.
  func mutant(_ random: inout SplitMix64) -> [UInt8] {
    var text = ""
    for _ in 0..<random.smallCount(limit: 8) {
      text += random.once(in: 2) ? HostileValues.text(&random) : scalars(&random)
      if random.once(in: 3) { text += "\n" }
    }
    let bytes = Array(text.utf8)
    let settings = UInt8(truncatingIfNeeded: random.next())
    return [settings] + (random.once(in: 6) ? ByteMutator.mutant(of: bytes, &random) : bytes)
  }

  /// Characters of one block, chosen at random.
  private func scalars(_ random: inout SplitMix64) -> String {
    let blocks: [UInt32] = [
      0x20, 0x300, 0x590, 0x600, 0x900, 0xE00, 0x1100, 0x1F00, 0x2000, 0x2060, 0x3040, 0x4E00, 0xAC00, 0xE000,
      0xFB00, 0xFE00, 0x1D400, 0x1F1E6, 0x1F600, 0xE0100,
    ]
    let first = random.element(of: blocks) ?? 0x20
    let characters = (0..<1 + random.index(30)).compactMap { _ in
      Unicode.Scalar(first + UInt32(random.index(96)))
    }
    return String(String.UnicodeScalarView(characters))
  }

  func run(_ input: [UInt8]) throws {
    guard let settings = input.first else { throw Refused() }
    let layer = CATextLayer()
    layer.frame = CGRect(x: 2, y: 2, width: 60, height: 60)
    layer.isWrapped = settings & 1 != 0
    layer.fontSize = [8, 13, 60, 0.1][Int(settings >> 1 & 3)]
    layer.truncationMode = [.none, .start, .middle, .end][Int(settings >> 3 & 3)]
    layer.alignmentMode = [.natural, .center, .justified, .right][Int(settings >> 5 & 3)]
    if settings & 128 != 0 { layer.font = "No Such Font" as NSString }
    layer.string = String(decoding: input.dropFirst(), as: UTF8.self)
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    root.addSublayer(layer)
    try DocumentTarget.show(root)
  }
}
