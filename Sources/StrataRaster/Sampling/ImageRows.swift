import StrataKernels
package import StrataBase

/// A picture for reading bilinear samples along rows of the device.
///
/// An affine map steps in 32.32 fixed point; a perspective one divides at every pixel. Places beyond the edges give the
/// pixels at the edge. The value does not own the picture, which its user keeps alive.
package struct ImageRows: @unchecked Sendable {  // Frozen pixels are read.
  let pixels: UnsafeMutablePointer<UInt8>
  let rowBytes: Int
  /// From device pixels to source pixels.
  let map: Projective
  let minX: Int32, minY: Int32, maxX: Int32, maxY: Int32

  /// Reads the part `source` of a picture: minX, minY, maxX, maxY in its pixels.
  package init(_ pixels: PixelBuffer, source: SIMD4<Double>, fromDevice map: Projective) {
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    func pixel(_ value: Double, _ limit: Double) -> Int32 { Int32(min(max(value, 0), max(limit - 1, 0))) }
    let slack = 1e-6
    let minX = pixel((source.x + slack).rounded(.down), width)
    let minY = pixel((source.y + slack).rounded(.down), height)
    let maxX = max(minX, pixel((source.z - slack).rounded(.up) - 1, width))
    let maxY = max(minY, pixel((source.w - slack).rounded(.up) - 1, height))
    self.init(pixels, map, (minX, minY, maxX, maxY))
  }

  /// Reads the pixels minX, minY, maxX, maxY of a picture, both ends included.
  init(_ pixels: PixelBuffer, _ map: Projective, _ edges: (Int32, Int32, Int32, Int32)) {
    (self.pixels, rowBytes, self.map) = (pixels.bytes, pixels.rowBytes, map)
    (minX, minY, maxX, maxY) = edges
  }

  /// Writes premultiplied pixels of one row; `line` caches the places and weights that rows share.
  func fetch(
    x: Int,
    y: Int,
    count: Int,
    into row: UnsafeMutablePointer<UInt8>,
    line: UnsafeMutablePointer<StrataLine>
  ) {
    if map.isAffine {
      fetchAffine(x: x, y: y, count: count, into: row)
    } else {
      fetchProjective(x: x, y: y, count: count, into: row, line: line)
    }
  }

  /// Converts to 32.32 fixed point; a number too large for any picture saturates, a NaN becomes 0.
  static func fixed(_ value: Double) -> Int64 {
    Int64((min(max(value == value ? value : 0, -1e9), 1e9) * 4_294_967_296).rounded())
  }

  /// The source place of the centre of pixel 0 in a row of the device.
  func fixedStart(_ y: Int, less half: Double) -> (x: Int64, y: Int64) {
    let py = Double(y) + 0.5
    return (
      Self.fixed(0.5 * map.m11 + py * map.m21 + map.m31 - half),
      Self.fixed(0.5 * map.m12 + py * map.m22 + map.m32 - half)
    )
  }

  /// Half of the last bit of an 8-bit weight; added to places so that weights are rounded to the nearest.
  static let halfWeight: Int64 = 1 << 23

  private func fetchAffine(x: Int, y: Int, count: Int, into row: UnsafeMutablePointer<UInt8>) {
    let start = fixedStart(y, less: 0.5)
    let (dx, dy) = (Self.fixed(map.m11), Self.fixed(map.m12))
    kernels.sample_linear(
      row,
      pixels,
      rowBytes,
      count,
      start.x &+ dx &* Int64(x) &+ Self.halfWeight,
      start.y &+ dy &* Int64(x) &+ Self.halfWeight,
      dx,
      dy,
      minX,
      minY,
      maxX,
      maxY
    )
  }

  private func fetchProjective(
    x: Int,
    y: Int,
    count: Int,
    into row: UnsafeMutablePointer<UInt8>,
    line: UnsafeMutablePointer<StrataLine>
  ) {
    // If the picture turns about a vertical axis, source x and w are the same in all rows.
    let isUpright = map.m21 == 0 && map.m23 == 0
    let py = Double(y) + 0.5
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 6) { numbers in
      guard let start = numbers.baseAddress else { return }
      start[0] = 0.5 * map.m11 + py * map.m21 + map.m31
      start[1] = 0.5 * map.m12 + py * map.m22 + map.m32
      start[2] = 0.5 * map.m13 + py * map.m23 + map.m33
      (start[3], start[4], start[5]) = (map.m11, map.m12, map.m13)
      kernels.sample_projective(
        row,
        pixels,
        rowBytes,
        count,
        Int64(x),
        start,
        start + 3,
        minX,
        minY,
        maxX,
        maxY,
        isUpright ? line : nil
      )
    }
  }
}
