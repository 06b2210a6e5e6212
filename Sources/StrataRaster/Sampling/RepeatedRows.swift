import StrataKernels
import StrataBase

/// Rows of a whole picture that repeats in all directions, such as the cell of a pattern.
///
/// If the cells lie on whole pixels of the device, their rows are copied side by side. Otherwise every pixel is mapped and
/// takes its four neighbours from a copy in which these are adjacent. Both give the bytes of `ImageSampler`'s loop over
/// single pixels.
struct RepeatedRows: Sendable {
  private enum Method: Sendable {
    /// The device's column 0 shows the picture's column `x`, and its row 0 the row `y`; rows run up if `upwards`.
    case tiles(x: Int, y: Int, upwards: Bool)
    /// Samples of the picture with its first column and row repeated after its last ones.
    case samples(PixelBuffer)
  }

  private let pixels: PixelBuffer
  private let map: Projective
  private let isNearest: Bool
  private let method: Method

  /// Nil for parts of pictures.
  init?(_ pixels: PixelBuffer, _ paint: ImagePaint) {
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    guard width > 0, height > 0, paint.source == SIMD4(0, 0, width, height) else { return nil }
    (self.pixels, map, isNearest) = (pixels, paint.fromDevice, paint.filter == .nearest)
    let mirrored = map.concatenating(Projective(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0))
    if let offset = map.wholeOffset {
      method = .tiles(x: offset.x, y: offset.y, upwards: false)
    } else if let offset = mirrored.wholeOffset {
      method = .tiles(x: offset.x, y: -offset.y - 1, upwards: true)
    } else {
      method = .samples(pixels.wrapped)
    }
  }

  /// Returns pixels of one row, in `row` or in the picture itself.
  func fetch(
    x: Int,
    y: Int,
    count: Int,
    into row: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    switch method {
    case .tiles(let left, let top, let upwards):
      return copy(x: x + left, y: upwards ? top - y : top + y, count: count, into: row)
    case .samples(let wrapped):
      sample(wrapped, x: x, y: y, count: count, into: row)
      return row
    }
  }

  /// Copies pixels of a row of the picture, which repeats.
  private func copy(
    x: Int,
    y: Int,
    count: Int,
    into row: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    func wrapped(_ value: Int, _ size: Int) -> Int { (value % size + size) % size }
    let width = pixels.width
    let first = wrapped(x, width)
    let line = pixels.bytes + wrapped(y, pixels.height) * pixels.rowBytes
    if first + count <= width { return line + first * 4 }
    // First the rest of a cell, then the cell up to there, then copies of the row so far, doubling its length.
    var done = width - first
    row.update(from: line + first * 4, count: done * 4)
    let rest = min(first, count - done)
    (row + done * 4).update(from: line, count: rest * 4)
    done += rest
    while done < count {
      let more = min(done, count - done)
      (row + done * 4).update(from: row, count: more * 4)
      done += more
    }
    return row
  }

  private func sample(
    _ wrapped: PixelBuffer,
    x: Int,
    y: Int,
    count: Int,
    into row: UnsafeMutablePointer<UInt8>
  ) {
    let py = Double(y) + 0.5
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 9) { numbers in
      guard let start = numbers.baseAddress else { return }
      (start[0], start[1], start[2]) = (map.m11, map.m12, map.m13)
      (start[3], start[4], start[5]) = (py * map.m21, py * map.m22, py * map.m23)
      (start[6], start[7], start[8]) = (map.m31, map.m32, map.m33)
      kernels.sample_repeated(
        row,
        wrapped.bytes,
        wrapped.rowBytes,
        count,
        Int64(x),
        start,
        start + 3,
        start + 6,
        Int32(pixels.width),
        Int32(pixels.height),
        isNearest ? 1 : 0
      )
    }
  }
}
