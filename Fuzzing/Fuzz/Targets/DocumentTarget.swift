import CoreGraphics
import Foundation
import QuartzCore
import StrataBase
import StrataDocuments
import StrataMarkup
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

  func run(_ input: [UInt8]) throws { try Self.show(Document(data: Data(input))) }

  /// Draws a document of any size into a small picture, and goes through what else it is good for.
  static func show(_ document: Document) throws {
    defer { CATransaction.flush() }
    for name in document.stateNames.prefix(3) { try? document.setState(name) }
    let renderer = OfflineRenderer(document: document, pixelSize: (64, 64))
    for time in [0, 0.7] { _ = try renderer.image(at: time) }
    _ = document.playback
    if let root = document.rootLayer {
      _ = LayerDescription.describe(root)
      _ = root.hitTest(CGPoint(x: 20, y: 20))
    }
    _ = try document.markupText()
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
