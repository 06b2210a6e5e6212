package import StrataBase
package import StrataRaster

/// The facts about an item that planning reads first, in 24 bytes.
///
/// A frame may have thousands of items, most of which are small; planning and sorting them reads these only, and a
/// rectangle of one colour is painted from its summary alone. Made with the frame, so that parts of a frame that did not
/// change keep theirs.
package struct ItemSummary: Sendable, Equatable {
  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The item is `color` over every pixel of `bounds` and nothing else.
    package static let isSolid = Traits(rawValue: 1)
    /// Nothing behind `bounds` can be seen.
    package static let hides = Traits(rawValue: 2)
    /// The item reads what is painted behind it.
    package static let isBackdrop = Traits(rawValue: 4)
    /// A colour or a picture: nothing has to be made before it can be painted.
    package static let isQuick = Traits(rawValue: 8)
  }

  /// Every pixel the item may touch, within its clip and its pass.
  package var bounds: PixelRect
  /// The premultiplied bytes of a solid.
  package var color: UInt32 = 0
  package var traits: Traits = []

  package init(_ item: DisplayItem, in spaces: [Space]) {
    self.init(item, in: item.space.value < spaces.count ? spaces[item.space.value] : nil)
  }

  /// The summary of an item whose space is given.
  init(_ item: DisplayItem, in space: Space?) {
    let bounds = item.boundsInDevice
    guard item.blend == .normal else {
      self.init(bounds, item.isBackdrop ? .isBackdrop : [])
      return
    }
    let hides = item.isOpaque && item.opacity >= 1
    switch item.payload {
    case .backdrop: self.init(bounds, .isBackdrop)
    case .image: self.init(quick: bounds, hides: hides)
    case .fill(let rect, let color):
      self.init(quick: bounds, hides: hides)
      guard item.clip == nil, item.clipEdge == nil, rect.hasSquareCorners, let space else { return }
      fill(PlaneRect(rect), with: color, item.opacity, in: space)
    case .border, .gradient, .path, .shadow, .particles, .surface, .bitmap:
      self.init(bounds, hides ? .hides : [])
    }
  }

  private init(_ bounds: PixelRect, _ traits: Traits) { (self.bounds, self.traits) = (bounds, traits) }

  /// The summary of a colour or a picture.
  @inline(__always)
  package init(quick bounds: PixelRect, hides: Bool) {
    self.bounds = bounds
    traits = hides ? [.hides, .isQuick] : .isQuick
  }

  /// Notes that the item is a rectangle of one colour, if its edges lie on those of pixels.
  @inline(__always)
  package mutating func fill(
    _ rect: PlaneRect,
    with color: SIMD4<Float>,
    _ opacity: Float,
    in space: Space
  ) {
    guard let pixels = rect.wholePixels(under: space) else { return }
    bounds = bounds.intersection(pixels)
    self.color = Self.bytes(color, opacity)
    traits = self.color >> 24 == 255 ? [.isSolid, .hides, .isQuick] : [.isSolid, .isQuick]
  }

  /// A straight colour times an opacity, as premultiplied bytes.
  @inline(__always)
  package static func bytes(_ color: SIMD4<Float>, _ opacity: Float) -> UInt32 {
    // Opaque colours, which are most, need no products.
    let isInside =
      color.x >= 0 && color.x <= 1 && color.y >= 0 && color.y <= 1 && color.z >= 0 && color.z <= 1
    guard color.w == 1, opacity == 1, isInside else {
      return PremultipliedColor(straight: color).scaled(by: opacity).rgba8
    }
    func byte(_ channel: Float) -> UInt32 { UInt32(truncatingIfNeeded: Int32(channel * 255 + 0.5)) }
    return byte(color.x) | byte(color.y) << 8 | byte(color.z) << 16 | 0xff00_0000
  }
}

extension RoundedRect {
  /// How far a coordinate may lie from a pixel's edge and still be taken for it: the rasterizer's own grid is coarser.
  package static var pixelSlack: Double { 1e-6 }

  /// The pixels of the rectangle in a space that keeps its axes and their sense, where its edges lie on theirs; corners
  /// are taken for square ones.
  package func wholePixels(under space: Space) -> PixelRect? { PlaneRect(self).wholePixels(under: space) }
}

extension PlaneRect {
  /// The pixels of the rectangle in a space that keeps its axes and their sense, where its edges lie on theirs.
  @inline(__always)
  package func wholePixels(under space: Space) -> PixelRect? {
    let m = space.toDevice
    guard space.relation.keepsRectangles, m.m11 > 0, m.m22 > 0, !isEmpty else { return nil }
    let (x0, y0) = (minX * m.m11 + m.m31, minY * m.m22 + m.m32)
    let (x1, y1) = (maxX * m.m11 + m.m31, maxY * m.m22 + m.m32)
    let limit = 1e9
    guard x0 > -limit, y0 > -limit, x1 < limit, y1 < limit else { return nil }
    let (left, top, right, bottom) = (Self.nearest(x0), Self.nearest(y0), Self.nearest(x1), Self.nearest(y1))
    let slack = RoundedRect.pixelSlack
    guard abs(x0 - Double(left)) < slack, abs(y0 - Double(top)) < slack, abs(x1 - Double(right)) < slack,
      abs(y1 - Double(bottom)) < slack
    else { return nil }
    return PixelRect(left, top, right, bottom)
  }

  @inline(__always)
  private static func nearest(_ value: Double) -> Int32 {
    // Truncation after adding a large whole number rounds to the nearest; `rounded()` would be a call.
    Int32(truncatingIfNeeded: Int(value + 4_294_967_296.5) &- 4_294_967_296)
  }
}
