package import CoreGraphics
package import Foundation
package import StrataBase

/// What a tiled layer adds: the size of its tiles, their source, and the parts that are out of date.
package struct TiledState: Sendable, Equatable {
  package var levelsOfDetail = 1
  package var levelsOfDetailBias = 0
  /// In pixels.
  package var tileSize = CGSize(width: 256, height: 256)
  /// Seconds over which a new tile fades in.
  package var fadeDuration = 0.25
  /// Draws the tiles; nil if the layer has no source.
  package var source: (any TileSource)?
  /// The parts that were declared out of date, in the order of versions.
  package private(set) var invalidations: [Invalidation] = []

  /// A part of the layer that must be drawn again; a nil rectangle stands for all of it.
  package struct Invalidation: Sendable, Equatable {
    package var version: UInt64
    package var rect: CGRect?
  }

  /// The number of invalidations that are kept; older ones are merged.
  private static let longestMemory = 32

  package init() {}

  /// Declares a part of the layer, in its points, out of date; nil declares all of it.
  package mutating func invalidate(_ rect: CGRect?) {
    let version = (invalidations.last?.version ?? 0) + 1
    // The new part replaces those within it.
    if let rect {
      invalidations.removeAll { $0.rect.map { rect.contains($0) } ?? false }
    } else {
      invalidations = []
    }
    invalidations.append(Invalidation(version: version, rect: rect))
    guard invalidations.count > Self.longestMemory else { return }
    let first = invalidations[0].rect == nil ? 1 : 0
    let (a, b) = (invalidations[first], invalidations[first + 1])
    let both = a.rect.flatMap { a in b.rect.map { a.union($0) } }
    invalidations.replaceSubrange(first...first + 1, with: [Invalidation(version: b.version, rect: both)])
  }

  /// The version of a part of the layer: that of the last invalidation that touched it, or 0.
  package func version(of rect: CGRect) -> UInt64 {
    invalidations.last { $0.rect.map { !$0.overlap(with: rect).isNull } ?? true }?.version ?? 0
  }

  package static func == (a: Self, b: Self) -> Bool {
    a.levelsOfDetail == b.levelsOfDetail && a.levelsOfDetailBias == b.levelsOfDetailBias
      && a.tileSize == b.tileSize && a.fadeDuration == b.fadeDuration && a.source === b.source
      && a.invalidations == b.invalidations
  }
}

/// Draws the tiles of one layer, on any thread, one tile at a time.
package protocol TileSource: AnyObject, Sendable {
  /// Returns the picture of a tile, or nil if nothing is drawn there.
  func draw(_ tile: TileOrder) -> CGImage?
  /// True if the layer was destroyed, so that the source draws nothing any more.
  var isGone: Bool { get }
}

extension TileSource {
  package var isGone: Bool { false }
}

/// A request for a tile.
package struct TileOrder: Sendable, Hashable {
  /// In the layer's points.
  package var rect: CGRect
  package var pixelsPerPoint: Double
  /// True if the picture's first row lies along the smallest y.
  package var isFlipped: Bool
  /// True if the picture has no transparent pixels.
  package var isOpaque: Bool

  package init(rect: CGRect, pixelsPerPoint: Double, isFlipped: Bool, isOpaque: Bool) {
    (self.rect, self.pixelsPerPoint) = (rect, pixelsPerPoint)
    (self.isFlipped, self.isOpaque) = (isFlipped, isOpaque)
  }

  package static func == (a: Self, b: Self) -> Bool {
    a.rect == b.rect && a.pixelsPerPoint == b.pixelsPerPoint && a.isFlipped == b.isFlipped
      && a.isOpaque == b.isOpaque
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(Double(rect.origin.x))
    hasher.combine(Double(rect.origin.y))
    hasher.combine(pixelsPerPoint)
  }
}

extension TiledState: KindState {
  package static let initial = TiledState()

  package static func box(in kind: consuming LayerKind) -> CopyOnWrite<TiledState>? {
    if case .tiled(let box) = consume kind { box } else { nil }
  }

  package static func kind(_ box: CopyOnWrite<TiledState>) -> LayerKind { .tiled(box) }
}

extension LayerState {
  package var tiled: TiledState {
    @inlinable
    @inline(__always)
    get { if case .tiled(let box) = kind { box.value } else { .initial } }
    _modify {
      var box = take(TiledState.self)
      defer { kind = .tiled(box) }
      yield &box.value
    }
  }
}

extension LayerDescriptor {
  static let tiled = LayerDescriptor(
    "CATiledLayer",
    TiledState.self,
    TiledSchema.shared,
    paints: .overlapping,
    staysInBounds: false
  )
}
