import CoreGraphics
import Foundation
import QuartzCore
import StrataBase
import StrataDocuments
import StrataCAML
import StrataRenderServer
import StrataRenderTree

/// Documents in memory: read, drawn at two moments, described and written again.
struct DocumentTarget: FuzzTarget {
  static let name = "caml"
  let weight = 50
  private let mutator: MarkupMutator

  init(seeds: SeedFolder) throws {
    mutator = MarkupMutator(seeds: try seeds.files("caml"), names: Self.keys)
  }

  /// The keys of all layers.
  static var keys: [String] {
    Set(LayerClass.allCases.flatMap { LayerSchema.table(of: $0).keys }).sorted()
  }

  func mutant(_ random: inout SplitMix64) -> [UInt8] { mutator.mutant(&random) }

  func changed(_ input: [UInt8], _ random: inout SplitMix64) -> [UInt8] { mutator.changed(input, &random) }

  func run(_ input: [UInt8]) throws {
    let document = try Document(data: Data(input))
    try Self.show(document)
    // Writing takes longer than reading and drawing; a part of the inputs is enough for it.
    if input.count % 4 == 0 { try Self.write(document) }
  }

  /// Draws a document of any size into a small picture.
  static func show(_ document: Document) throws {
    defer { CATransaction.flush() }
    for name in document.stateNames.prefix(3) { try? document.setState(name) }
    let renderer = OfflineRenderer(document: document, pixelSize: (64, 64))
    for time in [0, 0.7] { _ = try renderer.image(at: time) }
    _ = document.rootLayer?.hitTest(CGPoint(x: 20, y: 20))
    _ = document.playback
  }

  /// Describes a document and writes it; what is written must be well-formed.
  static func write(_ document: Document) throws {
    if let root = document.rootLayer { _ = LayerDescription.describe(root) }
    let text = try document.markupText()
    guard document.rootLayer != nil else { return }
    do {
      // Writing nests deeper than reading: a layer in a layer is an element in an element in an element.
      var limits = ReadingLimits()
      (limits.depth, limits.elements) = (.max, .max)
      _ = try MarkupReader.read(Data(text.utf8), file: "written", limits: limits)
    } catch { fatalError("what is written cannot be read: \(error)") }
  }
}

extension DocumentTarget {
  /// Draws a tree of layers into a small picture at two moments.
  static func show(_ layer: CALayer) throws {
    defer { CATransaction.flush() }
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 64, height: 64))
    for time in [0, 0.7] { _ = try renderer.image(at: time) }
  }
}
