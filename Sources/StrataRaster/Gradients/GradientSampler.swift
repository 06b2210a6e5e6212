import StrataBase

/// A gradient made ready to be read row by row, at pixel centres (rendering GR-10).
///
/// Between two stops the straight colour is a line in t, so a pixel costs its parameter, one multiplication and the
/// premultiplication (GR-9). A pixel's bytes depend on its place only, never on where a row begins.
final class GradientSampler: Sendable {
  /// Where the piece that begins at a stop holds, and its colour as `base + slope · t`.
  private struct Piece: Sendable {
    var end: Float
    var base: SIMD4<Float>
    var slope: SIMD4<Float>
  }

  private let pieces: [Piece]
  private let geometry: GradientGeometry
  private let map: Projective
  private let extendsStart: Bool
  private let extendsEnd: Bool

  init(_ paint: GradientPaint) {
    var pieces: [Piece] = []
    let (colors, locations) = (paint.stops.colors, paint.stops.locations)
    if let first = colors.first, let last = colors.last, colors.count == locations.count {
      pieces.append(Piece(end: locations[0], base: Self.usable(first), slope: .zero))
      for i in 1..<max(colors.count, 1) {
        let (from, to) = (Self.usable(colors[i - 1]), Self.usable(colors[i]))
        let length = locations[i] - locations[i - 1]
        guard length > 0 else { continue }
        let slope = (to - from) / length
        pieces.append(Piece(end: locations[i], base: from - slope * locations[i - 1], slope: slope))
      }
      pieces.append(Piece(end: .infinity, base: Self.usable(last), slope: .zero))
    }
    self.pieces = pieces
    (geometry, map) = (paint.geometry, paint.fromDevice)
    (extendsStart, extendsEnd) = (paint.extendsStart, paint.extendsEnd)
  }

  private static func usable(_ color: SIMD4<Float>) -> SIMD4<Float> {
    color.replacing(with: 0, where: color .!= color).clamped(lowerBound: .zero, upperBound: .one)
  }

  /// Writes premultiplied pixels of one row.
  func fetch(into target: UnsafeMutablePointer<UInt8>, x: Int, y: Int, count: Int) {
    guard !pieces.isEmpty else {
      target.update(repeating: 0, count: count * 4)
      return
    }
    let py = Double(y) + 0.5
    let row = SIMD3(
      py * map.m21 + map.m31,
      py * map.m22 + map.m32,
      py * map.m23 + map.m33
    )
    let isAffine = map.isAffine
    pieces.withUnsafeBufferPointer { pieces in
      var piece = 0
      func write(_ i: Int, _ t: Double) {
        let at = target + i * 4
        guard t == t, extendsStart || t >= 0, extendsEnd || t <= 1 else {
          at.update(repeating: 0, count: 4)
          return
        }
        let t = Float(t)
        while t >= pieces[piece].end, piece + 1 < pieces.count { piece += 1 }
        while piece > 0, t < pieces[piece - 1].end { piece -= 1 }
        let color =
          piece == 0 || piece + 1 == pieces.count
          ? pieces[piece].base : pieces[piece].base + pieces[piece].slope * t
        let a = min(max(color.w, 0), 1)
        let bytes = SIMD4<Int32>(SIMD4(color.x * a, color.y * a, color.z * a, a) * 255 + 0.5)
        at[0] = UInt8(truncatingIfNeeded: min(bytes.x, bytes.w))
        at[1] = UInt8(truncatingIfNeeded: min(bytes.y, bytes.w))
        at[2] = UInt8(truncatingIfNeeded: min(bytes.z, bytes.w))
        at[3] = UInt8(truncatingIfNeeded: bytes.w)
      }
      func each(_ parameter: (RasterPoint) -> Double) {
        for i in 0..<count {
          let px = Double(x + i) + 0.5
          var point = RasterPoint(px * map.m11 + row.x, px * map.m12 + row.y)
          if !isAffine {
            let w = px * map.m13 + row.z
            point = w > 1e-9 ? point / w : RasterPoint(.nan, .nan)
          }
          write(i, parameter(point))
        }
      }
      switch geometry {
      case .axial(let start, let end):
        let axis = end - start
        let length = (axis * axis).sum()
        guard length > 0 else {
          // Rendering GR-6: the last colour everywhere.
          for i in 0..<count { write(i, 1) }
          return
        }
        let direction = axis / length
        each { (($0 - start) * direction).sum() }
      case .ellipse(let center, let radii):
        guard radii.x != 0, radii.y != 0 else {
          for i in 0..<count { write(i, .nan) }
          return
        }
        each {
          let d = ($0 - center) / radii
          return (d * d).sum().squareRoot()
        }
      case .conic(let center, let end):
        let zero = Angle.turns(end - center)
        each {
          let turn = Angle.turns($0 - center) - zero
          return turn - turn.rounded(.down)
        }
      case .circles(let start, let startRadius, let end, let endRadius):
        let cone = Cone(start: start, startRadius: startRadius, end: end, endRadius: endRadius)
        each { cone.parameter($0, extendsStart: extendsStart, extendsEnd: extendsEnd) }
      }
    }
  }
}

/// Angles without a library's rounding, so that every machine gives the same bytes.
private enum Angle {
  /// The angle from +x towards +y in turns, -0.5...0.5.
  static func turns(_ v: RasterPoint) -> Double {
    let (x, y) = (abs(v.x), abs(v.y))
    let high = max(x, y)
    guard high > 0 else { return 0 }
    var ratio = min(x, y) / high
    // Arcs above π/8 are folded once more, where the series is short.
    let isFolded = ratio > 0.41421356237309503
    if isFolded { ratio = (ratio - 1) / (ratio + 1) }
    let square = ratio * ratio
    var series = 0.0
    for k in stride(from: 12, through: 0, by: -1) {
      series = series * square + (k % 2 == 0 ? 1 : -1) / Double(2 * k + 1)
    }
    var angle = series * ratio + (isFolded ? Double.pi / 4 : 0)
    if y > x { angle = Double.pi / 2 - angle }
    if v.x < 0 { angle = Double.pi - angle }
    return (v.y < 0 ? -angle : angle) / (2 * Double.pi)
  }
}

/// The circles between two circles.
private struct Cone {
  let start: RasterPoint
  let axis: RasterPoint
  let startRadius: Double
  let growth: Double
  let a: Double

  init(start: RasterPoint, startRadius: Double, end: RasterPoint, endRadius: Double) {
    self.start = start
    axis = end - start
    self.startRadius = startRadius
    growth = endRadius - startRadius
    a = (axis * axis).sum() - growth * growth
  }

  /// The largest parameter of a circle through the point whose radius is not negative; not a number without one.
  func parameter(_ point: RasterPoint, extendsStart: Bool, extendsEnd: Bool) -> Double {
    let d = point - start
    let b = (d * axis).sum() + startRadius * growth
    let c = (d * d).sum() - startRadius * startRadius
    func isVisible(_ t: Double) -> Bool {
      startRadius + t * growth >= 0 && (extendsStart || t >= 0) && (extendsEnd || t <= 1)
    }
    if abs(a) < 1e-12 {
      guard b != 0 else { return .nan }
      let t = c / (2 * b)
      return isVisible(t) ? t : .nan
    }
    let discriminant = b * b - a * c
    guard discriminant >= 0 else { return .nan }
    let root = discriminant.squareRoot()
    let (first, second) = ((b + root) / a, (b - root) / a)
    let (high, low) = (max(first, second), min(first, second))
    if isVisible(high) { return high }
    return isVisible(low) ? low : .nan
  }
}
