package import StrataBase
package import StrataRaster

/// A plane's coordinates in relation to the device.
package struct Space: Sendable, Equatable {
  /// Plane to device, or to the pixel grid of a local pass.
  package var toDevice: Projective
  package var relation: SpaceRelation

  package init(_ toDevice: Projective) {
    self.toDevice = toDevice
    relation = SpaceRelation(toDevice)
  }

  /// A space whose relation is known.
  @inline(__always)
  package init(_ toDevice: Projective, _ relation: SpaceRelation) {
    (self.toDevice, self.relation) = (toDevice, relation)
  }
}

/// How a plane's axes lie on the pixel grid; snapping and sampling are chosen from it, once.
package enum SpaceRelation: UInt8, Sendable, Comparable, CaseIterable {
  /// One point is one pixel, moved by whole pixels.
  case wholePixels
  /// One point is one pixel.
  case translation
  /// Axes stay axes, of either sign: rectangles stay rectangles.
  case scale
  case affine
  case perspective

  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  package init(_ m: Projective) {
    guard m.isAffine else {
      self = .perspective
      return
    }
    guard m.m12 == 0, m.m21 == 0 else {
      self = .affine
      return
    }
    guard m.m11 == 1, m.m22 == 1 else {
      self = .scale
      return
    }
    self = m.m31 == m.m31.rounded() && m.m32 == m.m32.rounded() ? .wholePixels : .translation
  }

  /// True if rectangles of the plane are rectangles of the device.
  package var keepsRectangles: Bool { self <= .scale }
}

/// A rectangle in the coordinates of a plane or of an image.
@usableFromInline
package struct PlaneRect: Sendable, Hashable {
  @usableFromInline
  package var minX: Double, minY: Double, maxX: Double, maxY: Double

  @inlinable
  package init(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  package init(_ bounds: OutlineBounds) { self.init(bounds.minX, bounds.minY, bounds.maxX, bounds.maxY) }

  @inlinable
  package var width: Double { maxX - minX }
  @inlinable
  package var height: Double { maxY - minY }
  @inlinable
  package var midX: Double { (minX + maxX) / 2 }
  @inlinable
  package var midY: Double { (minY + maxY) / 2 }
  /// True if nothing lies inside; also true where an edge is not a number.
  @inlinable
  package var isEmpty: Bool { !(maxX > minX && maxY > minY) }

  @inlinable
  package func offset(x: Double, y: Double) -> PlaneRect { PlaneRect(minX + x, minY + y, maxX + x, maxY + y) }

  @inlinable
  package func inset(_ d: Double) -> PlaneRect { PlaneRect(minX + d, minY + d, maxX - d, maxY - d) }

  @inlinable
  package func union(_ r: PlaneRect) -> PlaneRect {
    PlaneRect(min(minX, r.minX), min(minY, r.minY), max(maxX, r.maxX), max(maxY, r.maxY))
  }

  @inlinable
  package func contains(_ r: PlaneRect) -> Bool {
    minX <= r.minX && minY <= r.minY && maxX >= r.maxX && maxY >= r.maxY
  }
}

/// A link of a clip chain: what it lets through lies inside this shape and inside every parent's.
package struct ClipNode: Sendable {
  package enum Shape: Sendable {
    /// In the node's space.
    case rect(PlaneRect)
    /// In the node's space.
    case roundedRect(RoundedRect)
    /// A path of the frame in the node's space.
    case path(Index<PathResource>)
    /// A convex polygon in device pixels, whatever the space; cuts of planes that cross.
    case polygon([RasterPoint])
  }

  package var parent: Index<ClipNode>?
  package var space: Index<Space>
  package var shape: Shape
  /// The smallest device rectangle that holds the shape and all its parents' intersection.
  package var boundsInDevice: PixelRect
  /// Bits of `CAEdgeAntialiasingMask`; along an edge that is not in it a pixel is in or out by its centre.
  package var antialiasedEdges: UInt8 = 15
  /// True if what lies inside is covered as one picture.
  ///
  /// Items are then painted as if the node let everything through, and when all of them are, the pixels that it covers in
  /// part or not at all take back what they held before, in proportion. Other nodes cover each item by itself, which is
  /// the same as long as no two of them meet on the edge.
  package var coversOnce = false
  /// A name for a node of this kind that several frames which lie over each other share.
  package var owner: UInt64?
  /// The node itself if it covers once, else the nearest one around it that does.
  package var clipEdge: Index<ClipNode>?

  /// True if the node may cover pixels in part: along antialiased edges, and along round ones.
  package var isAntialiased: Bool {
    switch shape {
    case .rect: antialiasedEdges != 0
    case .roundedRect, .path, .polygon: true
    }
  }

  package init(
    parent: Index<ClipNode>?,
    space: Index<Space>,
    shape: Shape,
    boundsInDevice: PixelRect,
    antialiasedEdges: UInt8 = 15,
    coversOnce: Bool = false,
    owner: UInt64? = nil
  ) {
    (self.parent, self.space, self.shape) = (parent, space, shape)
    (self.boundsInDevice, self.antialiasedEdges) = (boundsInDevice, antialiasedEdges)
    (self.coversOnce, self.owner) = (coversOnce, owner)
  }
}
