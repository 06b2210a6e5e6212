import StrataKernels
package import StrataBase

/// A picture prepared for reading rows of pixels.
///
/// The map from device to source selects the method once. Pixels that coincide with source pixels are read in place.
/// Under a translation all pixels have the same four weights. Other affine maps step in fixed point, and perspective
/// divides at every pixel. Pictures that repeat use ``RepeatedRows``. A pixel's bytes depend on its place alone, not on
/// where the row begins, so that bands and damage give the same bytes as the whole picture.
final class ImageSampler: Sendable {
  enum Method: Sendable {
    /// A translation by whole pixels, from device to source.
    case direct(x: Int, y: Int)
    /// A translation by fractions of pixels.
    case shifted(ImageShift)
    case linear
    case nearest
    case projective
    case trilinear
    case repeated(RepeatedRows)
    case free
  }

  let pixels: PixelBuffer
  let map: Projective
  let method: Method
  private let filter: SamplingFilter
  private let edge: SamplingEdge
  private let source: SIMD4<Double>
  let rows: ImageRows
  private var minX: Int32 { rows.minX }
  private var minY: Int32 { rows.minY }
  private var maxX: Int32 { rows.maxX }
  private var maxY: Int32 { rows.maxY }
  /// The factors of 0...255 that multiply the channels, in memory order.
  let factors: UInt32
  private static let noFactors: UInt32 = 0xffff_ffff
  let isEmpty: Bool

  init(_ paint: ImagePaint) {
    pixels = paint.isTemplate ? paint.pixels.alphaOnly : paint.pixels.inBytes
    (map, edge, filter, source) = (paint.fromDevice, paint.edge, paint.filter, paint.source)
    rows = ImageRows(pixels, source: paint.source, fromDevice: paint.fromDevice)
    isEmpty = pixels.width == 0 || pixels.height == 0
    let tint = PremultipliedColor(straight: paint.tint)
    factors = tint.channels == .one ? Self.noFactors : tint.rgba8
    let isUnit = map.keepsPixels
    if edge == .repeat, paint.filter != .smooth, let repeated = RepeatedRows(pixels, paint) {
      method = .repeated(repeated)
    } else if edge != .clamp || paint.filter == .smooth && !isUnit {
      method = .free
    } else if let offset = map.wholeOffset {
      method = .direct(x: offset.x, y: offset.y)
    } else if case .trilinear = paint.filter, !isUnit {
      method = .trilinear
    } else if paint.filter == .nearest {
      method = map.isAffine ? .nearest : .free
    } else if !map.isAffine {
      method = .projective
    } else {
      method = ImageShift(map).map { .shifted($0) } ?? .linear
    }
  }

  /// The offset from device to source pixels, if pixels of the rectangle are read in place and none is clamped.
  func direct(in rect: PixelRect) -> (pixels: PixelBuffer, x: Int, y: Int)? {
    guard case .direct(let x, let y) = method, factors == Self.noFactors, !isEmpty,
      Int(rect.minX) + x >= Int(minX), Int(rect.maxX) + x <= Int(maxX) + 1,
      Int(rect.minY) + y >= Int(minY), Int(rect.maxY) + y <= Int(maxY) + 1
    else { return nil }
    return (pixels, x, y)
  }

  /// Returns premultiplied pixels of one row, in the scratch or in the picture itself; the caller must not write to them.
  func fetch(x: Int, y: Int, count: Int, scratch: PaintScratch) -> UnsafeMutablePointer<UInt8> {
    scratch.reserve(count)
    let row = scratch.row
    if isEmpty {
      row.update(repeating: 0, count: count * 4)
      return row
    }
    switch method {
    case .direct(let dx, let dy):
      let sy = min(max(y + dy, Int(minY)), Int(maxY))
      let sx = x + dx
      if sx >= Int(minX), sx + count <= Int(maxX) + 1 {
        let place = pixels.bytes + sy * pixels.rowBytes + sx * 4
        if factors == Self.noFactors { return place }
        row.update(from: place, count: count * 4)
      } else {
        fetchNearest(from: (Int64(sx) << 32, Int64(sy) << 32), step: (1 << 32, 0), count: count, into: row)
      }
    case .shifted(let start):
      fetchShifted(start, x: x, y: y, count: count, into: row)
    case .linear, .projective:
      rows.fetch(x: x, y: y, count: count, into: row, line: scratch.line)
    case .nearest:
      let start = rows.fixedStart(y, less: 0)
      let (dx, dy) = (ImageRows.fixed(map.m11), ImageRows.fixed(map.m12))
      let first = (start.x &+ dx &* Int64(x), start.y &+ dy &* Int64(x))
      fetchNearest(from: first, step: (dx, dy), count: count, into: row)
    case .trilinear:
      fetchTrilinear(x: x, y: y, count: count, scratch)
    case .repeated(let repeated):
      let place = repeated.fetch(x: x, y: y, count: count, into: row)
      if factors == Self.noFactors { return place }
      if place != row { row.update(from: place, count: count * 4) }
    case .free:
      fetchFreely(x: x, y: y, count: count, into: row)
    }
    if factors != Self.noFactors { kernels.multiply_color(row, 0, count, 1, factors) }
    return row
  }

  // MARK: Methods

  /// Writes the nearest pixels along a line of the source, in 32.32 fixed point from pixel corners.
  @inline(__always)
  private func fetchNearest(
    from start: (x: Int64, y: Int64),
    step: (x: Int64, y: Int64),
    count: Int,
    into row: UnsafeMutablePointer<UInt8>
  ) {
    kernels.sample_nearest(
      row,
      pixels.bytes,
      pixels.rowBytes,
      count,
      start.x,
      start.y,
      step.x,
      step.y,
      minX,
      minY,
      maxX,
      maxY
    )
  }

  /// Writes bilinear samples whose weights are the same for all pixels.
  private func fetchShifted(
    _ start: ImageShift,
    x: Int,
    y: Int,
    count: Int,
    into row: UnsafeMutablePointer<UInt8>
  ) {
    let (sx, sy) = (start.fixedX, start.fixedY + Int64(y) << 32)
    let first = Int(sx >> 32) + x
    let top = Int(sy >> 32)
    let above = min(max(top, Int(minY)), Int(maxY))
    let below = min(max(top + 1, Int(minY)), Int(maxY))
    // Pixels from..<to have both horizontal neighbours inside; those beside them are clamped.
    let from = min(max(Int(minX) - first, 0), count)
    let to = max(from, min(Int(maxX) - first, count))
    func clamped(_ begin: Int, _ end: Int) {
      guard begin < end else { return }
      kernels.sample_linear(
        row + begin * 4,
        pixels.bytes,
        pixels.rowBytes,
        end - begin,
        sx &+ Int64(x + begin) << 32,
        sy,
        1 << 32,
        0,
        minX,
        minY,
        maxX,
        maxY
      )
    }
    clamped(0, from)
    if from < to {
      kernels.shift_linear(
        row + from * 4,
        0,
        pixels.bytes + above * pixels.rowBytes + (first + from) * 4,
        (below - above) * pixels.rowBytes,
        to - from,
        1,
        UInt32(sx >> 24 & 255),
        UInt32(sy >> 24 & 255)
      )
    }
    clamped(to, count)
  }

  /// Interpolates blocks of 32 pixels, each between two halved copies of the picture (rendering C-12).
  ///
  /// Getting a copy takes a lock that all workers share. Blocks beside each other mostly read the same two copies, so that
  /// a row keeps the last ones.
  private func fetchTrilinear(x: Int, y: Int, count: Int, _ scratch: PaintScratch) {
    var done = 0
    var (finer, coarser) = (HalvedCopy?.none, HalvedCopy?.none)
    while done < count {
      let first = (x + done) & ~31
      let end = min(first + 32, x + count)
      let length = end - (x + done)
      let level = level(atX: Double(first) + 16, y: Double(y) + 0.5)
      let lower = Int(level)
      let weight = UInt8((level - Double(lower)) * 255 + 0.5)
      let to = scratch.row + done * 4
      if finer?.level != lower { finer = HalvedCopy(self, level: lower) }
      finer?.rows.fetch(x: x + done, y: y, count: length, into: to, line: scratch.line)
      if weight > 0 {
        if coarser?.level != lower + 1 { coarser = HalvedCopy(self, level: lower + 1) }
        coarser?.rows.fetch(x: x + done, y: y, count: length, into: scratch.piece, line: scratch.line)
        scratch.weights.update(repeating: weight, count: 32)
        kernels.mix_mask(to, 0, scratch.piece, 0, scratch.weights, 0, length, 1)
      }
      done += length
    }
    withExtendedLifetime((finer, coarser)) {}
  }

  /// A halved copy of the picture, for reading bilinear samples.
  private struct HalvedCopy {
    let level: Int
    let pixels: PixelBuffer
    let rows: ImageRows

    init(_ image: ImageSampler, level: Int) {
      let copy = image.pixels.level(level)
      let scale = SIMD2(
        Double(copy.width) / Double(image.pixels.width),
        Double(copy.height) / Double(image.pixels.height)
      )
      func scaled(_ value: Int32, _ scale: Double, _ limit: Int) -> Int32 {
        Int32(min(max((Double(value) * scale).rounded(.down), 0), Double(limit - 1)))
      }
      let edges = (
        scaled(image.minX, scale.x, copy.width),
        scaled(image.minY, scale.y, copy.height),
        scaled(image.maxX, scale.x, copy.width),
        scaled(image.maxY, scale.y, copy.height)
      )
      rows = ImageRows(copy, image.map.concatenating(.scale(scale.x, scale.y)), edges)
      (self.level, pixels) = (level, copy)
    }
  }

  /// The mipmap level for a place: log2 of source pixels per device pixel, plus the bias, at least 0.
  ///
  /// Source pixels per device pixel are the larger length of the map's partial derivatives along x and y, as in OpenGL
  /// (specification 4.6, section 8.14.1).
  private func level(atX x: Double, y: Double) -> Double {
    guard case .trilinear(let bias) = filter else { return 0 }
    let w = x * map.m13 + y * map.m23 + map.m33
    guard w > 1e-9 else { return 0 }
    let u = (x * map.m11 + y * map.m21 + map.m31) / w
    let v = (x * map.m12 + y * map.m22 + map.m32) / w
    let alongX = SIMD2(map.m11 - u * map.m13, map.m12 - v * map.m13) / w
    let alongY = SIMD2(map.m21 - u * map.m23, map.m22 - v * map.m23) / w
    let scale = max((alongX * alongX).sum(), (alongY * alongY).sum()).squareRoot()
    guard scale > 0, scale.isFinite else { return 0 }
    let level = BinaryLogarithm.of(scale) + Double(bias)
    return min(max(level, 0), 30)
  }

  /// The weight of the farther pixel, in 1/256, for a place so far from the nearer one: quadratic to the middle and
  /// back, so that a quarter of the way weighs an eighth.
  private func eased(_ fraction: UInt32) -> UInt32 {
    let rest = 256 - fraction
    return fraction < 128 ? (fraction * fraction + 64) >> 7 : 256 - (rest * rest + 64) >> 7
  }

  /// Maps every pixel by itself: for parts that repeat, fading edges, eased weights, and nearest pixels in perspective.
  private func fetchFreely(x: Int, y: Int, count: Int, into row: UnsafeMutablePointer<UInt8>) {
    let py = Double(y) + 0.5
    for i in 0..<count {
      let px = Double(x + i) + 0.5
      let at = row + i * 4
      let w = px * map.m13 + py * map.m23 + map.m33
      let u = (px * map.m11 + py * map.m21 + map.m31) / w
      let v = (px * map.m12 + py * map.m22 + map.m32) / w
      guard w > 1e-9, abs(u) < 1e9, abs(v) < 1e9 else {
        at.update(repeating: 0, count: 4)
        continue
      }
      if filter == .nearest {
        let value = tap(Int(u.rounded(.down)), Int(v.rounded(.down)))
        store(value, at)
        continue
      }
      let fixedU = Int(((u - 0.5) * 256).rounded()), fixedV = Int(((v - 0.5) * 256).rounded())
      let (tx, ty) = (fixedU >> 8, fixedV >> 8)
      var (fx, fy) = (UInt32(fixedU & 255), UInt32(fixedV & 255))
      if filter == .smooth { (fx, fy) = (eased(fx), eased(fy)) }
      let wd = (fx * fy + 128) >> 8
      let taps = (tap(tx, ty), tap(tx + 1, ty), tap(tx, ty + 1), tap(tx + 1, ty + 1))
      let sum =
        taps.0 &* (256 + wd - fx - fy) &+ taps.1 &* (fx - wd) &+ taps.2 &* (fy - wd) &+ taps.3 &* wd
      store((sum &+ 128) &>> 8, at)
    }
  }

  private func store(_ value: SIMD4<UInt32>, _ at: UnsafeMutablePointer<UInt8>) {
    at[0] = UInt8(truncatingIfNeeded: value.x)
    at[1] = UInt8(truncatingIfNeeded: value.y)
    at[2] = UInt8(truncatingIfNeeded: value.z)
    at[3] = UInt8(truncatingIfNeeded: value.w)
  }

  private func tap(_ x: Int, _ y: Int) -> SIMD4<UInt32> {
    var (x, y) = (x, y)
    let (low, high) = (SIMD2(Int(minX), Int(minY)), SIMD2(Int(maxX), Int(maxY)))
    switch edge {
    case .clamp:
      (x, y) = (min(max(x, low.x), high.x), min(max(y, low.y), high.y))
    case .transparent:
      guard x >= low.x, x <= high.x, y >= low.y, y <= high.y else { return .zero }
    case .repeat:
      let (width, height) = (high.x - low.x + 1, high.y - low.y + 1)
      x = low.x + ((x - low.x) % width + width) % width
      y = low.y + ((y - low.y) % height + height) % height
    }
    let p = pixels.bytes + y * pixels.rowBytes + x * 4
    return SIMD4(UInt32(p[0]), UInt32(p[1]), UInt32(p[2]), UInt32(p[3]))
  }
}

/// The translation between the pixels of a picture and those of the target, where both have one size and orientation.
package struct ImageShift: Sendable {
  /// The source place of the centre of the device's pixel (0, 0) in 32.32 fixed point, plus half a weight to round it.
  let fixedX: Int64
  let fixedY: Int64

  /// Nil for other maps, and for translations of more than 10^8 pixels.
  package init?(_ map: Projective) {
    guard map.keepsPixels, abs(map.m31) < 1e8, abs(map.m32) < 1e8 else { return nil }
    fixedX = ImageRows.fixed(map.m31) + ImageRows.halfWeight
    fixedY = ImageRows.fixed(map.m32) + ImageRows.halfWeight
  }

  /// The picture's pixel at the device's pixel 0: the left and upper one of the neighbours that are interpolated.
  package var x: Int { Int(fixedX >> 32) }
  package var y: Int { Int(fixedY >> 32) }
  /// The weight of the right and the lower neighbour, in 1/256.
  package var fractionX: UInt16 { UInt16(truncatingIfNeeded: fixedX >> 24 & 255) }
  package var fractionY: UInt16 { UInt16(truncatingIfNeeded: fixedY >> 24 & 255) }
}

extension Projective {
  /// True if pixels of both planes have one size and orientation.
  fileprivate var keepsPixels: Bool {
    isAffine && abs(m11 - 1) < 1e-9 && abs(m22 - 1) < 1e-9 && abs(m12) < 1e-9 && abs(m21) < 1e-9
  }

  /// The translation by whole pixels that the map is; nil for other maps.
  package var wholeOffset: (x: Int, y: Int)? {
    guard keepsPixels, abs(m31) < 1e8, abs(m32) < 1e8 else { return nil }
    let offset = (x: m31.rounded(), y: m32.rounded())
    guard abs(m31 - offset.x) < 1e-3, abs(m32 - offset.y) < 1e-3 else { return nil }
    return (Int(offset.x), Int(offset.y))
  }
}

/// A logarithm by plain arithmetic: a library's would round differently on different machines.
private enum BinaryLogarithm {
  static func of(_ value: Double) -> Double {
    // log2(m) = 2/ln 2 · artanh((m − 1)/(m + 1)) for a significand m in 1..<2.
    let m = value.significand
    let z = (m - 1) / (m + 1)
    let square = z * z
    var series = 0.0
    for k in stride(from: 10, through: 0, by: -1) { series = series * square + 1 / Double(2 * k + 1) }
    return Double(value.exponent) + 2 * z * series * 1.4426950408889634
  }
}
