import StrataKernels
import StrataBase

/// A gradient prepared for reading rows of pixels, sampled at their centres (rendering GR-10).
///
/// Between two stops the straight colour is linear in t, so that a pixel costs its parameter, one multiplication and
/// addition for each channel, and the premultiplication (GR-9). A pixel's bytes depend on its place alone, not on where
/// the row begins.
final class GradientSampler: Sendable {
  /// Nine floats for each piece, in the kernel's format: the parameter at its end, its straight colour at 0, the slope.
  let pieces: [Float]
  let geometry: GradientGeometry
  let map: Projective
  let extendsStart: Bool
  let extendsEnd: Bool

  init(_ paint: GradientPaint) {
    var pieces: [Float] = []
    func add(end: Float, base: SIMD4<Float>, slope: SIMD4<Float>) {
      pieces += [end, base.x, base.y, base.z, base.w, slope.x, slope.y, slope.z, slope.w]
    }
    let (colors, locations) = (paint.stops.colors, paint.stops.locations)
    if let first = colors.first, let last = colors.last, colors.count == locations.count {
      add(end: locations[0], base: Self.usable(first), slope: .zero)
      for i in 1..<max(colors.count, 1) {
        let (from, to) = (Self.usable(colors[i - 1]), Self.usable(colors[i]))
        let length = locations[i] - locations[i - 1]
        guard length > 0 else { continue }
        let slope = (to - from) / length
        add(end: locations[i], base: from - slope * locations[i - 1], slope: slope)
      }
      add(end: .infinity, base: Self.usable(last), slope: .zero)
    }
    self.pieces = pieces
    (geometry, map) = (paint.geometry, paint.fromDevice)
    (extendsStart, extendsEnd) = (paint.extendsStart, paint.extendsEnd)
  }

  private static func usable(_ color: SIMD4<Float>) -> SIMD4<Float> {
    color.replacing(with: 0, where: color .!= color).clamped(lowerBound: .zero, upperBound: .one)
  }

  /// Writes premultiplied pixels of one row.
  ///
  /// - Precondition: `parameters` has room for `count` numbers.
  func fetch(
    into target: UnsafeMutablePointer<UInt8>,
    parameters: UnsafeMutablePointer<Float>,
    x: Int,
    y: Int,
    count: Int,
    _ kernels: StrataKernels
  ) {
    guard !pieces.isEmpty else {
      target.update(repeating: 0, count: count * 4)
      return
    }
    findParameters(parameters, x: x, y: y, count: count, kernels)
    pieces.withUnsafeBufferPointer { pieces in
      kernels.gradient(target, parameters, count, pieces.baseAddress, pieces.count / 9)
    }
  }

  /// Writes the unrounded premultiplied channels of one row, times an alpha.
  func fetchExact(
    into target: UnsafeMutablePointer<SIMD4<Float>>,
    parameters: UnsafeMutablePointer<Float>,
    x: Int,
    y: Int,
    count: Int,
    alpha: Float,
    _ kernels: StrataKernels
  ) {
    target.update(repeating: .zero, count: count)
    guard !pieces.isEmpty else { return }
    findParameters(parameters, x: x, y: y, count: count, kernels)
    let pieceCount = pieces.count / 9
    pieces.withUnsafeBufferPointer { pieces in
      var piece = 0
      for i in 0..<count {
        let t = parameters[i]
        if t.isNaN { continue }
        while piece + 1 < pieceCount, t >= pieces[piece * 9] { piece += 1 }
        while piece > 0, t < pieces[(piece - 1) * 9] { piece -= 1 }
        let p = piece * 9
        let base = SIMD4(pieces[p + 1], pieces[p + 2], pieces[p + 3], pieces[p + 4])
        let slope = SIMD4(pieces[p + 5], pieces[p + 6], pieces[p + 7], pieces[p + 8])
        let color = (base + slope * t).clampedToUnit
        let share = color.w * alpha
        target[i] = SIMD4(color.x * share, color.y * share, color.z * share, share)
      }
    }
  }

  /// Writes the parameter of each pixel of a row; a NaN where nothing is painted.
  private func findParameters(
    _ parameters: UnsafeMutablePointer<Float>,
    x: Int,
    y: Int,
    count: Int,
    _ kernels: StrataKernels
  ) {
    let row = ParameterRow(
      parameters: parameters,
      x: x,
      y: y,
      count: count,
      map: map,
      extendsStart: extendsStart,
      extendsEnd: extendsEnd
    )
    switch geometry {
    case .axial(let start, let end):
      let axis = end - start
      let length = (axis * axis).sum()
      // Rendering GR-6: the last colour everywhere.
      guard length > 0 else { return row.fill(1) }
      let direction = axis / length
      if row.isAffine { return row.fill(from: start, along: direction, kernels) }
      row.fill { (($0 - start) * direction).sum() }
    case .ellipse(let center, let radii):
      guard radii.x != 0, radii.y != 0 else { return row.fill(.nan) }
      row.fill {
        let d = ($0 - center) / radii
        return (d * d).sum().squareRoot()
      }
    case .conic(let center, let end):
      let ray = end - center
      row.fill(around: center, from: strata_turns(ray.x, ray.y), kernels)
    case .circles(let start, let startRadius, let end, let endRadius):
      let cone = Cone(start: start, startRadius: startRadius, end: end, endRadius: endRadius)
      row.fill { cone.parameter($0, extendsStart: extendsStart, extendsEnd: extendsEnd) }
    }
  }
}

/// Room for the parameters of a row of pixels, and where the pixels lie in the plane of the gradient.
private struct ParameterRow {
  private let parameters: UnsafeMutablePointer<Float>
  private let x: Int
  private let count: Int
  private let map: Projective
  let isAffine: Bool
  /// The part of the mapped place that is the same for the whole row.
  private let base: SIMD3<Double>
  /// The least and the greatest parameter that are painted, and the values that stand for those beyond.
  private let lowest: Float
  private let highest: Float
  private let belowStart: Float
  private let aboveEnd: Float

  @inline(__always)
  init(
    parameters: UnsafeMutablePointer<Float>,
    x: Int,
    y: Int,
    count: Int,
    map: Projective,
    extendsStart: Bool,
    extendsEnd: Bool
  ) {
    (self.parameters, self.x, self.count, self.map, isAffine) = (parameters, x, count, map, map.isAffine)
    let py = Double(y) + 0.5
    base = SIMD3(py * map.m21 + map.m31, py * map.m22 + map.m32, py * map.m23 + map.m33)
    lowest = extendsStart ? -Float.greatestFiniteMagnitude : 0
    highest = extendsEnd ? Float.greatestFiniteMagnitude : 1
    belowStart = extendsStart ? lowest : .nan
    aboveEnd = extendsEnd ? highest : .nan
  }

  @inline(__always)
  private func write(_ i: Int, _ t: Double) {
    let t = Float(t)
    parameters[i] = t < lowest ? belowStart : t > highest ? aboveEnd : t
  }

  /// Writes one parameter for all pixels.
  @inline(__always)
  func fill(_ t: Double) {
    for i in 0..<count { write(i, t) }
  }

  /// Writes the parameter of each pixel's centre.
  @inline(__always)
  func fill(_ parameter: (RasterPoint) -> Double) {
    for i in 0..<count {
      let px = Double(x + i) + 0.5
      var point = RasterPoint(px * map.m11 + base.x, px * map.m12 + base.y)
      if !isAffine {
        let w = px * map.m13 + base.z
        point = w > 1e-9 ? point / w : RasterPoint(.nan, .nan)
      }
      write(i, parameter(point))
    }
  }

  /// Writes the parameters of an axial gradient under an affine map, which are linear along the row.
  @inline(__always)
  func fill(from start: RasterPoint, along direction: RasterPoint, _ kernels: StrataKernels) {
    let slope = map.m11 * direction.x + map.m12 * direction.y
    let first = (base.x - start.x) * direction.x + (base.y - start.y) * direction.y
    kernels.ramp(parameters, count, Int32(x), first, slope, lowest, highest, belowStart, aboveEnd)
  }

  /// Writes the angles around a point, in turns from one of them.
  @inline(__always)
  func fill(around center: RasterPoint, from zero: Double, _ kernels: StrataKernels) {
    let end = isAffine ? (0, 1) : (map.m13, base.z)
    let numbers = [map.m11, map.m12, end.0, base.x, base.y, end.1, center.x, center.y, zero]
    kernels.angles(parameters, count, Int32(x), numbers, lowest, highest, belowStart, aboveEnd)
  }
}

/// The circles interpolated between two circles.
///
/// A circle of parameter t through a point d from the start solves a·t² − 2·b·t + c = 0, a quadratic equation.
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

  /// The largest painted parameter of a circle through the point whose radius is not negative; a NaN if there is none.
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
