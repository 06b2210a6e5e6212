import CStrataKernels
import Foundation
import StrataBase

/// A picture that is ready to be read row by row: the right level of detail as RGBA bytes.
final class ImageSampler: Sendable {
  private let paint: ImagePaint
  private let pixels: PixelBuffer
  private let fromDevice: Projective
  /// The shown part in whole pixels of the level: the indices that sampling is clamped to.
  private let minX: Int32
  private let minY: Int32
  private let maxX: Int32
  private let maxY: Int32
  /// The shown part itself, in pixels of the level.
  private let source: SIMD4<Double>
  private let tint: UInt32

  init(_ paint: ImagePaint) {
    var pixels = ImageLevels.bytes(of: paint.pixels)
    var fromDevice = paint.fromDevice
    var source = paint.source
    if case .trilinear(let bias) = paint.filter, fromDevice.isAffine {
      // Source pixels for each device pixel, along the longer of the two axes.
      let stretch = max(hypot(fromDevice.m11, fromDevice.m12), hypot(fromDevice.m21, fromDevice.m22))
      let level = Int((log2(max(stretch, 1e-9)) + Double(bias)).rounded())
      for _ in 0..<max(0, min(level, 16)) where pixels.width > 1 || pixels.height > 1 {
        let halved = ImageLevels.halved(pixels)
        let scale = SIMD2(
          Double(halved.width) / Double(pixels.width),
          Double(halved.height) / Double(pixels.height)
        )
        fromDevice = fromDevice.concatenating(.scale(scale.x, scale.y))
        source = SIMD4(source.x * scale.x, source.y * scale.y, source.z * scale.x, source.w * scale.y)
        pixels = halved
      }
    }
    (self.paint, self.pixels, self.fromDevice, self.source) = (paint, pixels, fromDevice, source)
    func bounded(_ value: Double, _ limit: Int) -> Int32 {
      Int32(min(max(value, 0), Double(max(limit - 1, 0))))
    }
    minX = bounded(source.x.rounded(.down), pixels.width)
    minY = bounded(source.y.rounded(.down), pixels.height)
    maxX = max(minX, bounded(source.z.rounded(.up) - 1, pixels.width))
    maxY = max(minY, bounded(source.w.rounded(.up) - 1, pixels.height))
    let t = paint.tint.clamped(lowerBound: .zero, upperBound: .one)
    // Straight colour times tint, alpha times tint: each premultiplied channel takes the tint's colour and its alpha.
    tint = PremultipliedColor(straight: t).rgba8
  }

  /// Writes premultiplied RGBA bytes for pixels from (x, y) to the right.
  func fetch(into row: UnsafeMutablePointer<UInt8>, x: Int32, y: Int32, count: Int, _ kernels: StrataKernels)
  {
    guard pixels.width > 0, pixels.height > 0 else {
      row.update(repeating: 0, count: count * 4)
      return
    }
    let words = UnsafeMutableRawPointer(row)
    if paint.edge == .clamp, fromDevice.isAffine, paint.filter != .nearest,
      fetchFast(row, x, y, count, kernels)
    {
      // Done by a kernel.
    } else {
      fetchGeneral(words, x, y, count)
    }
    if paint.isTemplate {
      for i in 0..<count {
        let alpha = row[i * 4 + 3]
        words.storeBytes(of: UInt32(alpha) * 0x0101_0101, toByteOffset: i * 4, as: UInt32.self)
      }
    }
    if tint != 0xFFFF_FFFF { kernels.multiply_color(row, count * 4, count, 1, tint) }
  }

  /// Affine, linear, clamped: 16.16 fixed point while places stay well inside what that holds.
  private func fetchFast(
    _ row: UnsafeMutablePointer<UInt8>,
    _ x: Int32,
    _ y: Int32,
    _ count: Int,
    _ kernels: StrataKernels
  ) -> Bool {
    let m = fromDevice
    let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
    let u = px * m.m11 + py * m.m21 + m.m31 - 0.5
    let v = px * m.m12 + py * m.m22 + m.m32 - 0.5
    let limit = 1e9
    guard abs(u) < limit, abs(v) < limit, abs(m.m11) < 1e5, abs(m.m12) < 1e5 else { return false }
    // Whole pixels, one to one: a copy, with the edges repeated.
    if m.m11 == 1, m.m12 == 0, u == u.rounded(), v == v.rounded() {
      copy(row, Int(u), Int(v), count)
      return true
    }
    func fixed(_ value: Double) -> Int64 { Int64((value * 65536).rounded()) }
    kernels.sample_linear(
      row,
      pixels.base.assumingMemoryBound(to: UInt8.self),
      pixels.rowBytes,
      count,
      fixed(u),
      fixed(v),
      fixed(m.m11),
      fixed(m.m12),
      minX,
      minY,
      maxX,
      maxY
    )
    return true
  }

  private func copy(_ row: UnsafeMutablePointer<UInt8>, _ u: Int, _ v: Int, _ count: Int) {
    let line = pixels.row(min(max(v, Int(minY)), Int(maxY)))
    let target = UnsafeMutableRawPointer(row)
    let inside = max(0, min(count, Int(minX) - u))..<max(0, min(count, Int(maxX) + 1 - u))
    let left = line.load(fromByteOffset: Int(minX) * 4, as: UInt32.self)
    let right = line.load(fromByteOffset: Int(maxX) * 4, as: UInt32.self)
    for i in 0..<inside.lowerBound { target.storeBytes(of: left, toByteOffset: i * 4, as: UInt32.self) }
    if !inside.isEmpty {
      (target + inside.lowerBound * 4).copyMemory(
        from: line + (u + inside.lowerBound) * 4,
        byteCount: inside.count * 4
      )
    }
    for i in max(inside.upperBound, inside.lowerBound)..<count {
      target.storeBytes(of: right, toByteOffset: i * 4, as: UInt32.self)
    }
  }

  /// Any mapping, filter and edge, in floats.
  private func fetchGeneral(_ row: UnsafeMutableRawPointer, _ x: Int32, _ y: Int32, _ count: Int) {
    let m = fromDevice
    for i in 0..<count {
      let (px, py) = (Double(x) + Double(i) + 0.5, Double(y) + 0.5)
      var place = m.apply(px, py)
      if place.w != 1 { place = (place.x / place.w, place.y / place.w, 1) }
      let word: UInt32
      if !place.x.isFinite || !place.y.isFinite || abs(place.x) > 1e9 || abs(place.y) > 1e9 {
        word = 0
      } else if paint.filter == .nearest {
        word = texel(Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
      } else {
        word = bilinear(place.x - 0.5, place.y - 0.5)
      }
      row.storeBytes(of: word, toByteOffset: i * 4, as: UInt32.self)
    }
  }

  private func texel(_ x: Int, _ y: Int) -> UInt32 {
    var (x, y) = (x, y)
    switch paint.edge {
    case .clamp:
      break
    case .transparent:
      guard x >= Int(minX), x <= Int(maxX), y >= Int(minY), y <= Int(maxY) else { return 0 }
    case .repeat:
      x = Self.wrapped(x, Int(minX), Int(maxX))
      y = Self.wrapped(y, Int(minY), Int(maxY))
    }
    x = min(max(x, Int(minX)), Int(maxX))
    y = min(max(y, Int(minY)), Int(maxY))
    return pixels.row(y).load(fromByteOffset: x * 4, as: UInt32.self)
  }

  private static func wrapped(_ i: Int, _ low: Int, _ high: Int) -> Int {
    let extent = high - low + 1
    let offset = (i - low) % extent
    return low + (offset < 0 ? offset + extent : offset)
  }

  /// Four neighbours with weights of 256ths, as the kernels do it.
  private func bilinear(_ u: Double, _ v: Double) -> UInt32 {
    let (x0, y0) = (u.rounded(.down), v.rounded(.down))
    let (fx, fy) = (UInt32((u - x0) * 256), UInt32((v - y0) * 256))
    let (x, y) = (Int(x0), Int(y0))
    let (a, b, c, d) = (texel(x, y), texel(x + 1, y), texel(x, y + 1), texel(x + 1, y + 1))
    let w11 = fx * fy
    let (w10, w01) = (fx * 256 - w11, fy * 256 - w11)
    let w00 = 65536 - w10 - w01 - w11
    var result: UInt32 = 0
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      let upper = ((a >> shift) & 255) * w00 + ((b >> shift) & 255) * w10
      let lower = ((c >> shift) & 255) * w01 + ((d >> shift) & 255) * w11
      result |= ((upper + lower + 32768) >> 16) << shift
    }
    return result
  }
}
