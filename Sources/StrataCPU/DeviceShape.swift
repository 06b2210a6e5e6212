import Foundation
import StrataBase
import StrataFrame
import StrataRaster

/// A shape in device pixels, in the form whose coverage is cheapest.
enum DeviceShape {
  /// Whole pixels, all of them.
  case pixels(PixelRect)
  case rounded(RoundedRect)
  /// The ring between a rounded rectangle and itself inset by the width.
  case border(RoundedRect, width: Double)
  case outline(Outline, FillRule)
  /// The intersection of two convex outlines; the second one is not antialiased.
  case edges(smooth: Outline, hard: Outline)
  case coverage(Coverage)

  /// A rounded rectangle of a plane.
  ///
  /// The bits of `edges` are the edges of the plane that are antialiased: left 1, right 2, bottom 4 (minY), top 8 (maxY).
  /// The others move to the pixel edge that pixel centres decide (rendering R-27).
  init(_ rect: RoundedRect, in space: Space, edges: UInt8 = 15) {
    guard space.relation.keepsRectangles else {
      if edges & 15 != 15, edges & 15 != 0, rect.hasSquareCorners {
        // Each outline extends beyond the edges of the other kind.
        self = .edges(
          smooth: Self.outline(of: rect, beyond: ~edges).transformed(by: space.toDevice),
          hard: Self.outline(of: rect, beyond: edges).transformed(by: space.toDevice)
        )
      } else {
        self = .outline(Outline.roundedRect(rect).transformed(by: space.toDevice), .nonZero)
      }
      return
    }
    let device = Self.mapped(rect, by: space.toDevice, edges: edges)
    self = Self.pixelRect(of: device).map { .pixels($0) } ?? .rounded(device)
  }

  /// The border of a rounded rectangle of a plane.
  init(border rect: RoundedRect, width: Double, in space: Space) {
    let m = space.toDevice
    if space.relation.keepsRectangles, abs(abs(m.m11) - abs(m.m22)) < 1e-9 {
      self = .border(Self.mapped(rect, by: m, edges: 15), width: width * abs(m.m11))
    } else {
      self = .outline(Outline.border(rect, width: width).transformed(by: m), .evenOdd)
    }
  }

  /// A rectangle without rounded corners.
  init(_ rect: PlaneRect, in space: Space, edges: UInt8 = 15) {
    self.init(
      RoundedRect(minX: rect.minX, minY: rect.minY, width: rect.width, height: rect.height),
      in: space,
      edges: edges
    )
  }

  /// A rectangle that is larger on the sides whose bits are set.
  private static func outline(of rect: RoundedRect, beyond sides: UInt8) -> Outline {
    func more(_ bit: UInt8) -> Double { sides & bit == 0 ? 0 : max(rect.width, rect.height) }
    return .rect(
      minX: rect.minX - more(1),
      minY: rect.minY - more(4),
      width: rect.width + more(1) + more(2),
      height: rect.height + more(4) + more(8)
    )
  }

  /// A rounded rectangle under a map that keeps axes.
  private static func mapped(_ rect: RoundedRect, by m: Projective, edges: UInt8) -> RoundedRect {
    let (sx, sy) = (abs(m.m11), abs(m.m22))
    var (x0, x1) = (rect.minX * m.m11 + m.m31, rect.maxX * m.m11 + m.m31)
    var (y0, y1) = (rect.minY * m.m22 + m.m32, rect.maxY * m.m22 + m.m32)
    if edges & 1 == 0 { x0 = (x0 - 0.5).rounded(.up) }
    if edges & 2 == 0 { x1 = (x1 - 0.5).rounded(.up) }
    if edges & 4 == 0 { y0 = (y0 - 0.5).rounded(.up) }
    if edges & 8 == 0 { y1 = (y1 - 0.5).rounded(.up) }
    var result = RoundedRect(
      minX: min(x0, x1),
      minY: min(y0, y1),
      width: abs(x1 - x0),
      height: abs(y1 - y0)
    )
    result.curve = rect.curve
    if rect.hasSquareCorners { return result }
    let scale = SIMD2(sx, sy)
    let limited = rect.limited()
    var (a, b, c, d) = (
      limited.minXminY * scale, limited.maxXminY * scale, limited.minXmaxY * scale, limited.maxXmaxY * scale
    )
    if m.m11 < 0 { (a, b, c, d) = (b, a, d, c) }
    if m.m22 < 0 { (a, b, c, d) = (c, d, a, b) }
    (result.minXminY, result.maxXminY, result.minXmaxY, result.maxXmaxY) = (a, b, c, d)
    return result
  }

  /// The pixels of a square-cornered rectangle whose edges lie on theirs.
  private static func pixelRect(of rect: RoundedRect) -> PixelRect? {
    guard rect.hasSquareCorners, let minX = wholePixel(rect.minX), let minY = wholePixel(rect.minY),
      let maxX = wholePixel(rect.maxX), let maxY = wholePixel(rect.maxY)
    else { return nil }
    return PixelRect(minX, minY, maxX, maxY)
  }

  /// The edge between pixels that a coordinate lies on, if it does.
  private static func wholePixel(_ value: Double) -> Int32? {
    guard abs(value) < 1e9 else { return nil }
    // Truncation after adding a large whole number rounds to the nearest; `rounded()` would be a call.
    let whole = Int32(truncatingIfNeeded: Int(value + 4_294_967_296.5) &- 4_294_967_296)
    return abs(value - Double(whole)) < RoundedRect.pixelSlack ? whole : nil
  }

  /// The part of a convex polygon inside another convex polygon; nil for other shapes.
  ///
  /// A plane's piece becomes one polygon, so that corners where a cut meets an edge are covered exactly.
  func cut(by polygon: [RasterPoint]) -> DeviceShape? {
    guard case .outline(let outline, _) = self, outline.points.count <= 8, outline.points.count > 2,
      outline.verbs.first == .move, outline.verbs.dropFirst().allSatisfy({ $0 == .line || $0 == .close })
    else { return nil }
    let points = outline.points
    var (turnsLeft, turnsRight) = (false, false)
    for index in points.indices {
      let (a, b) = (points[index], points[(index + 1) % points.count])
      let c = points[(index + 2) % points.count]
      let turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
      if turn > 1e-9 { turnsRight = true }
      if turn < -1e-9 { turnsLeft = true }
    }
    guard turnsLeft != turnsRight else { return nil }
    var piece = Outline()
    piece.polygon(RasterHull.intersection(points, polygon))
    return .outline(piece, .nonZero)
  }

  /// The shape's coverage inside a rectangle of pixels.
  func coverage(in clip: PixelRect, antialias: Bool, scratch: RasterizerScratch) -> Coverage {
    switch self {
    case .pixels(let rect):
      Coverage(full: rect.intersection(clip))
    case .rounded(let rect):
      RoundedRectCoverage.coverage(of: rect, clip: clip, antialias: antialias, scratch: scratch)
    case .border(let rect, let width):
      RoundedRectCoverage.coverage(
        ofBorder: rect,
        width: width,
        clip: clip,
        antialias: antialias,
        scratch: scratch
      )
    case .outline(let outline, let rule):
      Rasterizer.coverage(of: outline, rule: rule, clip: clip, antialias: antialias, scratch: scratch)
    case .edges(let smooth, let hard):
      Rasterizer.coverage(of: smooth, rule: .nonZero, clip: clip, antialias: antialias, scratch: scratch)
        .multiplied(
          by: Rasterizer.coverage(of: hard, rule: .nonZero, clip: clip, antialias: false, scratch: scratch)
        )
    case .coverage(let coverage):
      coverage.intersection(clip)
    }
  }
}
