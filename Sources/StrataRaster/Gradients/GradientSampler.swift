import Foundation
import StrataBase

/// A gradient's colours in a table, and the places of pixels along it.
///
/// The table has 4096 steps, so a colour is off by less than a tenth of a level for any two stops, and a hard edge is off
/// by at most a 4096th of the gradient's length.
final class GradientSampler: Sendable {
  private static let steps = 4096

  private let paint: GradientPaint
  /// Premultiplied RGBA at 0, 1/4096 ... 1.
  private let table: [UInt32]

  init(_ paint: GradientPaint) {
    self.paint = paint
    table = (0...Self.steps).map { step in
      PremultipliedColor(straight: paint.stops.color(at: Float(step) / Float(Self.steps))).rgba8
    }
  }

  /// Writes the colours of pixels from (x, y) to the right, each at its centre (rendering GR-10).
  func fetch(into row: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int) {
    let m = paint.fromDevice
    let (startX, startY) = (Double(x) + 0.5, Double(y) + 0.5)
    // Along a row the homogeneous place grows by the first row of the matrix.
    var px = startX * m.m11 + startY * m.m21 + m.m31
    var py = startX * m.m12 + startY * m.m22 + m.m32
    var pw = startX * m.m13 + startY * m.m23 + m.m33
    let last = Double(Self.steps)
    table.withUnsafeBufferPointer { table in
      for i in 0..<count {
        let (u, v) = m.isAffine ? (px, py) : (px / pw, py / pw)
        let t = parameter(u, v)
        if t.isNaN || (t < 0 && !paint.extendsStart) || (t > 1 && !paint.extendsEnd) {
          row[i] = 0
        } else {
          row[i] = table[Int((min(max(t, 0), 1) * last).rounded())]
        }
        px += m.m11
        py += m.m12
        pw += m.m13
      }
    }
  }

  /// The parameter of a place; NaN where nothing is painted.
  @inline(__always)
  private func parameter(_ u: Double, _ v: Double) -> Double {
    switch paint.geometry {
    case .axial(let start, let end):
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let length = dx * dx + dy * dy
      // Without a direction the last colour is everywhere (rendering GR-6).
      return length > 0 ? ((u - start.x) * dx + (v - start.y) * dy) / length : 1
    case .ellipse(let center, let radii):
      guard radii.x != 0, radii.y != 0 else { return .nan }
      let (x, y) = ((u - center.x) / radii.x, (v - center.y) / radii.y)
      return (x * x + y * y).squareRoot()
    case .conic(let center, let end):
      let turn = atan2(v - center.y, u - center.x) - atan2(end.y - center.y, end.x - center.x)
      let t = turn / (2 * .pi)
      return t - t.rounded(.down)
    case .circles(let start, let startRadius, let end, let endRadius):
      return circlesParameter(u, v, start, startRadius, end, endRadius)
    }
  }

  /// The largest t whose circle, between the two given, passes through the place and has no negative radius.
  private func circlesParameter(
    _ u: Double,
    _ v: Double,
    _ start: RasterPoint,
    _ startRadius: Double,
    _ end: RasterPoint,
    _ endRadius: Double
  ) -> Double {
    // |p - (c0 + t·dc)| = r0 + t·dr, a quadratic in t.
    let (cx, cy, dr) = (end.x - start.x, end.y - start.y, endRadius - startRadius)
    let (x, y) = (u - start.x, v - start.y)
    let a = cx * cx + cy * cy - dr * dr
    let b = x * cx + y * cy + startRadius * dr
    let c = x * x + y * y - startRadius * startRadius
    func allowed(_ t: Double) -> Bool {
      startRadius + t * dr >= 0 && (t >= 0 || paint.extendsStart) && (t <= 1 || paint.extendsEnd)
    }
    if abs(a) < 1e-12 {
      guard b != 0 else { return .nan }
      let t = c / (2 * b)
      return allowed(t) ? t : .nan
    }
    let discriminant = b * b - a * c
    guard discriminant >= 0 else { return .nan }
    let root = discriminant.squareRoot()
    let (first, second) = ((b + root) / a, (b - root) / a)
    let (larger, smaller) = (max(first, second), min(first, second))
    return allowed(larger) ? larger : allowed(smaller) ? smaller : .nan
  }
}
