import CStrataKernels
package import StrataBase

/// A picture made ready to be read row by row.
///
/// The map from device to source decides how a row is read, once: pixels that lie on pixels are read in place; a
/// fraction of a pixel has the same four weights everywhere; an affine map walks in fixed point; perspective divides
/// at every pixel. Pictures that repeat have ways of their own (`RepeatedRows`). A pixel's bytes depend on its place
/// only, never on where a row begins, so any way to cut a picture into bands or damage gives the same bytes.
final class ImageSampler: Sendable {
  private enum Method: Sendable {
    /// Offsets from device to source pixels.
    case direct(x: Int, y: Int)
    /// The same fraction of a pixel everywhere.
    case shifted(ImageShift)
    case linear
    case nearest
    case projective
    case trilinear
    case repeated(RepeatedRows)
    case free
  }

  private let pixels: PixelBuffer
  private let map: Projective
  private let method: Method
  private let filter: SamplingFilter
  private let edge: SamplingEdge
  private let source: SIMD4<Double>
  private let rows: ImageRows
  private var minX: Int32 { rows.minX }
  private var minY: Int32 { rows.minY }
  private var maxX: Int32 { rows.maxX }
  private var maxY: Int32 { rows.maxY }
  /// What all channels are multiplied by, as bytes in memory order.
  private let factors: UInt32
  private static let noFactors: UInt32 = 0xffff_ffff
  private let isEmpty: Bool

  init(_ paint: ImagePaint) {
    pixels = paint.isTemplate ? paint.pixels.alphaOnly : paint.pixels.inBytes
    (map, edge, filter, source) = (paint.fromDevice, paint.edge, paint.filter, paint.source)
    rows = ImageRows(pixels, source: paint.source, fromDevice: paint.fromDevice)
    isEmpty = pixels.width == 0 || pixels.height == 0
    let tint = PremultipliedColor(straight: paint.tint)
    factors = tint.channels == .one ? Self.noFactors : tint.rgba8
    let isUnit = map.keepsPixels
    if edge == .repeat, let repeated = RepeatedRows(pixels, paint) {
      method = .repeated(repeated)
    } else if edge != .clamp {
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

  /// How far device pixels lie from source pixels, when pixels are read in place and clamping plays no part in the
  /// rectangle.
  func direct(in rect: PixelRect) -> (pixels: PixelBuffer, x: Int, y: Int)? {
    guard case .direct(let x, let y) = method, factors == Self.noFactors, !isEmpty,
      Int(rect.minX) + x >= Int(minX), Int(rect.maxX) + x <= Int(maxX) + 1,
      Int(rect.minY) + y >= Int(minY), Int(rect.maxY) + y <= Int(maxY) + 1
    else { return nil }
    return (pixels, x, y)
  }

  /// Premultiplied pixels of one row, in the scratch or in the picture itself: the caller does not write there.
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
        kernels.sample_nearest(
          row,
          pixels.bytes,
          pixels.rowBytes,
          count,
          Int64(sx) << 32,
          Int64(sy) << 32,
          1 << 32,
          0,
          minX,
          minY,
          maxX,
          maxY
        )
      }
    case .shifted(let start):
      shift(start.fixedX, start.fixedY + Int64(y) << 32, x, count, row)
    case .linear, .projective:
      rows.fetch(x: x, y: y, count: count, into: row, line: scratch.line)
    case .nearest:
      let start = rows.fixedStart(y, less: 0)
      let (dx, dy) = (ImageRows.fixed(map.m11), ImageRows.fixed(map.m12))
      kernels.sample_nearest(
        row,
        pixels.bytes,
        pixels.rowBytes,
        count,
        start.x &+ dx &* Int64(x),
        start.y &+ dy &* Int64(x),
        dx,
        dy,
        minX,
        minY,
        maxX,
        maxY
      )
    case .trilinear:
      trilinear(x, y, count, scratch)
    case .repeated(let repeated):
      let place = repeated.fetch(x: x, y: y, count: count, into: row)
      if factors == Self.noFactors { return place }
      if place != row { row.update(from: place, count: count * 4) }
    case .free:
      free(x, y, count, row)
    }
    if factors != Self.noFactors { kernels.multiply_color(row, 0, count, 1, factors) }
    return row
  }

  // MARK: Ways to read

  private func shift(_ sx: Int64, _ sy: Int64, _ x: Int, _ count: Int, _ row: UnsafeMutablePointer<UInt8>) {
    let first = Int(sx >> 32) + x
    let top = Int(sy >> 32)
    let above = min(max(top, Int(minY)), Int(maxY))
    let below = min(max(top + 1, Int(minY)), Int(maxY))
    // The pixels whose two neighbours lie inside; beside them the edge is clamped.
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

  /// Pieces of 32 pixels, each between two halved copies (rendering C-12).
  private func trilinear(_ x: Int, _ y: Int, _ count: Int, _ scratch: PaintScratch) {
    var done = 0
    while done < count {
      let first = (x + done) & ~31
      let end = min(first + 32, x + count)
      let length = end - (x + done)
      let level = level(atX: Double(first) + 16, y: Double(y) + 0.5)
      let lower = Int(level)
      let weight = UInt8((level - Double(lower)) * 255 + 0.5)
      let to = scratch.row + done * 4
      read(lower, x + done, y, length, into: to, scratch.line)
      if weight > 0 {
        read(lower + 1, x + done, y, length, into: scratch.piece, scratch.line)
        scratch.weights.update(repeating: weight, count: 32)
        kernels.mix_mask(to, 0, scratch.piece, 0, scratch.weights, 0, length, 1)
      }
      done += length
    }
  }

  /// log2 of source pixels per device pixel, plus the bias, at least 0.
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

  private func read(
    _ level: Int,
    _ x: Int,
    _ y: Int,
    _ count: Int,
    into target: UnsafeMutablePointer<UInt8>,
    _ line: UnsafeMutablePointer<StrataLine>
  ) {
    let copy = pixels.level(level)
    let scale = SIMD2(
      Double(copy.width) / Double(pixels.width),
      Double(copy.height) / Double(pixels.height)
    )
    let map = map.concatenating(.scale(scale.x, scale.y))
    func scaled(_ value: Int32, _ scale: Double, _ limit: Int) -> Int32 {
      Int32(min(max((Double(value) * scale).rounded(.down), 0), Double(limit - 1)))
    }
    let edges = (
      scaled(minX, scale.x, copy.width),
      scaled(minY, scale.y, copy.height),
      scaled(maxX, scale.x, copy.width),
      scaled(maxY, scale.y, copy.height)
    )
    ImageRows(copy, map, edges).fetch(x: x, y: y, count: count, into: target, line: line)
  }

  /// Pixel by pixel: parts that repeat, fading edges, and nearest pixels in perspective.
  private func free(_ x: Int, _ y: Int, _ count: Int, _ row: UnsafeMutablePointer<UInt8>) {
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
      let (fx, fy) = (UInt32(fixedU & 255), UInt32(fixedV & 255))
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

/// How far the pixels of a picture lie from the target's, where both are of one size and the same way up.
package struct ImageShift: Sendable {
  /// The source place of the pixel centre at device (0, 0), rounded for weights, in 32.32 fixed point.
  fileprivate let fixedX: Int64
  fileprivate let fixedY: Int64

  /// Nil for other maps, and for those that lead too far away.
  package init?(_ map: Projective) {
    guard map.keepsPixels, abs(map.m31) < 1e8, abs(map.m32) < 1e8 else { return nil }
    fixedX = ImageRows.fixed(map.m31) + ImageRows.halfWeight
    fixedY = ImageRows.fixed(map.m32) + ImageRows.halfWeight
  }

  /// The picture's pixel that lies under the device's pixel 0, or before it.
  package var x: Int { Int(fixedX >> 32) }
  package var y: Int { Int(fixedY >> 32) }
  /// The share of the pixel after that, in 1/256.
  package var fractionX: UInt16 { UInt16(truncatingIfNeeded: fixedX >> 24 & 255) }
  package var fractionY: UInt16 { UInt16(truncatingIfNeeded: fixedY >> 24 & 255) }
}

extension Projective {
  /// Whether pixels of both planes are of one size and the same way up.
  fileprivate var keepsPixels: Bool {
    isAffine && abs(m11 - 1) < 1e-9 && abs(m22 - 1) < 1e-9 && abs(m12) < 1e-9 && abs(m21) < 1e-9
  }

  /// How far pixels lie from the pixels that they are mapped upon; nil where they lie between some.
  package var wholeOffset: (x: Int, y: Int)? {
    guard keepsPixels, abs(m31) < 1e8, abs(m32) < 1e8 else { return nil }
    let offset = (x: m31.rounded(), y: m32.rounded())
    guard abs(m31 - offset.x) < 1e-3, abs(m32 - offset.y) < 1e-3 else { return nil }
    return (Int(offset.x), Int(offset.y))
  }
}

/// A logarithm of plain arithmetic, so that every machine gives the same bytes.
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
