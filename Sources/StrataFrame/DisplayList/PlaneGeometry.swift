package import CoreGraphics
package import StrataBase
package import StrataRaster

extension Projective {
  /// How near the viewer a point may come; below this w nothing is drawn (rendering X-16).
  package static var nearestW: Double { 1e-5 }

  /// True if no entry is infinite or not a number.
  package var isFinite: Bool {
    ((m11 + m12 + m13) * 0 + (m21 + m22 + m23) * 0 + (m31 + m32 + m33) * 0) == 0
  }

  /// The image of a rectangle as a polygon, cut where it would come nearer to the viewer than w allows.
  package func polygon(of rect: PlaneRect) -> [RasterPoint] {
    var result: [RasterPoint] = []
    result.reserveCapacity(5)
    forEachCorner(of: rect) { result.append($0) }
    return result
  }

  /// Calls `body` with the corners of the polygon of a rectangle.
  @inline(__always)
  private func forEachCorner(of rect: PlaneRect, _ body: (RasterPoint) -> Void) {
    func corner(_ i: Int) -> (x: Double, y: Double, w: Double) {
      apply(i == 1 || i == 2 ? rect.maxX : rect.minX, i < 2 ? rect.minY : rect.maxY)
    }
    guard isAffine else { return Self.forEachInFront(of: 4, corner, body) }
    for i in 0..<4 {
      let place = corner(i)
      body(RasterPoint(place.x, place.y))
    }
  }

  /// A polygon of homogeneous points, cut at the nearest w and divided.
  package static func inFront(_ corners: [(x: Double, y: Double, w: Double)]) -> [RasterPoint] {
    var result: [RasterPoint] = []
    result.reserveCapacity(corners.count + 1)
    forEachInFront(of: corners.count, { corners[$0] }) { result.append($0) }
    return result
  }

  /// Calls `body` with the corners of such a polygon.
  @inline(__always)
  private static func forEachInFront(
    of count: Int,
    _ corner: (Int) -> (x: Double, y: Double, w: Double),
    _ body: (RasterPoint) -> Void
  ) {
    let near = Self.nearestW
    for i in 0..<count {
      let (a, b) = (corner(i), corner((i + 1) % count))
      if a.w >= near { body(RasterPoint(a.x / a.w, a.y / a.w)) }
      if (a.w >= near) != (b.w >= near) {
        let t = (near - a.w) / (b.w - a.w)
        body(RasterPoint((a.x + (b.x - a.x) * t) / near, (a.y + (b.y - a.y) * t) / near))
      }
    }
  }

  /// The smallest rectangle around the image of a rectangle; nil where none of it is in front of the viewer.
  @inline(__always)
  package func bounds(of rect: PlaneRect) -> PlaneRect? {
    if isAffine {
      if m12 == 0, m21 == 0 {
        let (x0, x1) = (rect.minX * m11 + m31, rect.maxX * m11 + m31)
        let (y0, y1) = (rect.minY * m22 + m32, rect.maxY * m22 + m32)
        return PlaneRect(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
      }
      let cx = rect.midX * m11 + rect.midY * m21 + m31
      let cy = rect.midX * m12 + rect.midY * m22 + m32
      let rx = (abs(m11) * rect.width + abs(m21) * rect.height) / 2
      let ry = (abs(m12) * rect.width + abs(m22) * rect.height) / 2
      return PlaneRect(cx - rx, cy - ry, cx + rx, cy + ry)
    }
    var box: PlaneRect?
    forEachCorner(of: rect) { corner in
      let point = PlaneRect(corner.x, corner.y, corner.x, corner.y)
      box = box?.union(point) ?? point
    }
    return box
  }

  /// Pixels that one unit of the plane covers along its x and its y, at a point of the plane.
  package func scales(at x: Double, _ y: Double) -> SIMD2<Double> {
    let (px, py, w) = apply(x, y)
    guard !isAffine else {
      return SIMD2((m11 * m11 + m12 * m12).squareRoot(), (m21 * m21 + m22 * m22).squareRoot())
    }
    guard w > Self.nearestW else { return SIMD2(1, 1) }
    let (u, v) = (px / w, py / w)
    let (ax, ay) = ((m11 - u * m13) / w, (m12 - v * m13) / w)
    let (bx, by) = ((m21 - u * m23) / w, (m22 - v * m23) / w)
    return SIMD2((ax * ax + ay * ay).squareRoot(), (bx * bx + by * by).squareRoot())
  }

  /// The linear part at a point of the plane: images of the unit vectors.
  package func jacobian(at x: Double, _ y: Double) -> (x: SIMD2<Double>, y: SIMD2<Double>) {
    guard !isAffine else { return (SIMD2(m11, m12), SIMD2(m21, m22)) }
    let (px, py, w) = apply(x, y)
    guard w > Self.nearestW else { return (SIMD2(1, 0), SIMD2(0, 1)) }
    let (u, v) = (px / w, py / w)
    return (SIMD2((m11 - u * m13) / w, (m12 - v * m13) / w), SIMD2((m21 - u * m23) / w, (m22 - v * m23) / w))
  }
}

extension PixelRect {
  /// The pixels that a rectangle of the device touches; edges on pixel borders up to rounding stay there.
  @inline(__always)
  package init(covering r: PlaneRect, within limit: PixelRect) {
    let slack = 1e-6
    let minX = Self.floor(r.minX + slack, limit.minX, limit.maxX)
    let minY = Self.floor(r.minY + slack, limit.minY, limit.maxY)
    let maxX = -Self.floor(slack - r.maxX, -limit.maxX, -limit.minX)
    let maxY = -Self.floor(slack - r.maxY, -limit.maxY, -limit.minY)
    guard minX < maxX, minY < maxY else {
      self = .empty
      return
    }
    self.init(minX, minY, maxX, maxY)
  }

  /// The largest whole number that is not above a value, within limits; the lower limit if it is not a number.
  ///
  /// Conversions, as `rounded(.down)` is a call.
  @inline(__always)
  private static func floor(_ value: Double, _ low: Int32, _ high: Int32) -> Int32 {
    guard value >= Double(low) else { return low }
    guard value < Double(high) else { return high }
    let whole = Int32(value)
    return Double(whole) > value ? whole - 1 : whole
  }

  package var plane: PlaneRect { PlaneRect(Double(minX), Double(minY), Double(maxX), Double(maxY)) }
}

extension PlaneRect {
  /// True if a box in device coordinates covers pixels wholly: an edge inside a pixel lets through what is behind.
  @inline(__always)
  package func fills(_ pixels: PixelRect) -> Bool {
    let slack = 1e-6
    return minX <= Double(pixels.minX) + slack && minY <= Double(pixels.minY) + slack
      && maxX >= Double(pixels.maxX) - slack && maxY >= Double(pixels.maxY) - slack
  }

  package init(_ r: CGRect) {
    let (x, y) = (Double(r.origin.x), Double(r.origin.y))
    let (w, h) = (Double(r.size.width), Double(r.size.height))
    self.init(min(x, x + w), min(y, y + h), max(x, x + w), max(y, y + h))
  }

  package init(_ r: RoundedRect) { self.init(r.minX, r.minY, r.maxX, r.maxY) }
}
