import CStrataKernels
import StrataBase

/// Rows of a whole picture that repeats in all directions, as cells of patterns do.
///
/// Where cells lie on the device's pixels their rows are copied, one beside the other; else every pixel is mapped and takes
/// its four neighbours from a copy that has them side by side. Both give the bytes that `ImageSampler` finds pixel by pixel.
struct RepeatedRows: Sendable {
  private enum Way: Sendable {
    /// Columns of the device lie `x` before those of the picture; rows lie `y` before them, or are counted upwards from it.
    case tiles(x: Int, y: Int, upwards: Bool)
    /// The picture with its first column and row behind its last ones.
    case samples(PixelBuffer)
  }

  private let pixels: PixelBuffer
  private let map: Projective
  private let isNearest: Bool
  private let way: Way

  /// Nil for parts of pictures.
  init?(_ pixels: PixelBuffer, _ paint: ImagePaint) {
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    guard width > 0, height > 0, paint.source == SIMD4(0, 0, width, height) else { return nil }
    (self.pixels, map, isNearest) = (pixels, paint.fromDevice, paint.filter == .nearest)
    let mirrored = map.concatenating(Projective(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0))
    if let offset = map.wholeOffset {
      way = .tiles(x: offset.x, y: offset.y, upwards: false)
    } else if let offset = mirrored.wholeOffset {
      way = .tiles(x: offset.x, y: -offset.y - 1, upwards: true)
    } else {
      way = .samples(pixels.wrapped)
    }
  }

  /// Pixels of one row, in `row` or in the picture itself.
  func fetch(
    x: Int,
    y: Int,
    count: Int,
    into row: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    switch way {
    case .tiles(let left, let top, let upwards):
      return tiles(x + left, upwards ? top - y : top + y, count, row)
    case .samples(let wrapped):
      sample(wrapped, x, y, count, row)
      return row
    }
  }

  private func tiles(
    _ x: Int,
    _ y: Int,
    _ count: Int,
    _ row: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    func wrapped(_ value: Int, _ size: Int) -> Int { (value % size + size) % size }
    let width = pixels.width
    let first = wrapped(x, width)
    let line = pixels.bytes + wrapped(y, pixels.height) * pixels.rowBytes
    if first + count <= width { return line + first * 4 }
    // The rest of a cell, what of the cell lies before that, and then all that is there, again and again.
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
    _ x: Int,
    _ y: Int,
    _ count: Int,
    _ row: UnsafeMutablePointer<UInt8>
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
