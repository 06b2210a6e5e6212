package import StrataBase
import Synchronization

/// A cache of blurred corners: equal rectangles at whole-pixel distances share one entry.
///
/// - Thread: Any.
package final class ShadowCache: Sendable {
  struct Key: Hashable, Sendable {
    var model: RoundedRect
    var sigma: SIMD2<Double>
  }
  struct Entry: Sendable {
    var buffer: PixelBuffer
    var growX: Int
    var growY: Int
  }

  /// The largest number of cached pixels; a shadow that exceeds it empties the cache.
  private static let capacity = 1 << 24

  private struct Store {
    var entries: [Key: Entry] = [:]
    var pixels = 0
  }
  private let store = Mutex(Store())

  package init() {}

  func entry(_ key: Key, _ make: () -> Entry) -> Entry {
    if let existing = store.withLock({ $0.entries[key] }) { return existing }
    let made = make()
    store.withLock { store in
      let pixels = made.buffer.width * made.buffer.height
      if store.pixels + pixels > Self.capacity { store = Store() }
      store.entries[key] = made
      store.pixels += pixels
    }
    return made
  }
}

/// The coverage of a rounded rectangle under a Gaussian blur, at the cost of its corners.
///
/// Far from the corners a blurred edge is the same along its length. So a small rectangle with the same corners is blurred
/// and stretched, like a nine-part image: its middle row stands for all rows between the corners, its middle column for
/// all columns.
package enum ShadowCoverage {
  /// The coverage of a blurred rounded rectangle.
  ///
  /// - Parameters:
  ///   - shape: The rectangle in device pixels.
  ///   - sigma: The standard deviations along x and y, in pixels.
  ///   - clip: The pixels that are wanted.
  ///   - scratch: The rasterizer's memory.
  ///   - cache: Keeps blurred corners; the bytes are the same without it.
  /// - Returns: The coverage inside the clip.
  package static func coverage(
    of shape: RoundedRect,
    sigma: SIMD2<Double>,
    clip: PixelRect,
    scratch: RasterizerScratch,
    cache: ShadowCache? = nil
  ) -> Coverage {
    let rect = shape.limited()
    // A larger deviation tints the whole screen evenly, and its corners would fill the memory.
    let sigma = pointwiseMin(sigma, SIMD2(repeating: largestSigma))
    guard rect.width > 0, rect.height > 0, rect.minX.isFinite, rect.minY.isFinite else { return Coverage() }
    let (reachX, reachY) = (reach(sigma.x), reach(sigma.y))
    let corner = rect.cornerExtent
    func extent(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ axis: Int) -> Double {
      max(a[axis], b[axis]) * corner
    }
    let left = extent(rect.minXminY, rect.minXmaxY, 0), right = extent(rect.maxXminY, rect.maxXmaxY, 0)
    let top = extent(rect.minXminY, rect.maxXminY, 1), bottom = extent(rect.minXmaxY, rect.maxXmaxY, 1)
    // Whole pixels are cut from the middle, so that the far edges keep their fractions of a pixel.
    let cutX = removable(rect.width, left + right + 4 * Double(reachX) + 4)
    let cutY = removable(rect.height, top + bottom + 4 * Double(reachY) + 4)
    var model = rect
    let (baseX, baseY) = (rect.minX.rounded(.down), rect.minY.rounded(.down))
    guard abs(baseX) < 1e9, abs(baseY) < 1e9, cutX < 1e9, cutY < 1e9 else {
      return RoundedRectCoverage.coverage(of: rect, clip: clip, scratch: scratch)
    }
    model.minX -= baseX
    model.minY -= baseY
    model.width -= cutX
    model.height -= cutY
    let whole = PixelRect(
      0,
      0,
      Int32((model.minX + model.width).rounded(.up)),
      Int32((model.minY + model.height).rounded(.up))
    )
    func make() -> ShadowCache.Entry {
      let plain = RoundedRectCoverage.coverage(of: model, clip: whole, scratch: scratch)
      let blurred = Blur.gaussian(plain.buffer(covering: whole), sigmaX: sigma.x, sigmaY: sigma.y)
      return ShadowCache.Entry(buffer: blurred.buffer, growX: blurred.growX, growY: blurred.growY)
    }
    let blurred = cache?.entry(ShadowCache.Key(model: model, sigma: sigma), make) ?? make()
    return stretched(
      blurred.buffer,
      originX: Int32(baseX) - Int32(blurred.growX),
      originY: Int32(baseY) - Int32(blurred.growY),
      middleX: Int32(left.rounded(.up)) + Int32(2 * reachX) + 2,
      cutX: Int32(cutX),
      middleY: Int32(top.rounded(.up)) + Int32(2 * reachY) + 2,
      cutY: Int32(cutY),
      clip: clip
    )
  }

  /// The largest standard deviation that is drawn, in pixels.
  package static let largestSigma = 1024.0

  /// An upper bound for the spread of the blur, in pixels.
  private static func reach(_ sigma: Double) -> Int { sigma > 0 ? Int((sigma * 3).rounded(.up)) + 2 : 0 }

  /// The number of whole pixels that a side can lose and still have the needed length.
  private static func removable(_ side: Double, _ needed: Double) -> Double {
    max(0, (side - needed).rounded(.down))
  }

  /// The small picture with `cutX` columns inserted after `middleX` and `cutY` rows after `middleY`.
  private static func stretched(
    _ model: PixelBuffer,
    originX: Int32,
    originY: Int32,
    middleX: Int32,
    cutX: Int32,
    middleY: Int32,
    cutY: Int32,
    clip: PixelRect
  ) -> Coverage {
    var result = Coverage()
    let (width, height) = (Int32(model.width), Int32(model.height))
    let region = PixelRect(originX, originY, originX + width + cutX, originY + height + cutY).intersection(
      clip
    )
    result.begin(region)
    guard !region.isEmpty else { return result }
    let middleX = min(max(middleX, 0), width - 1), middleY = min(max(middleY, 0), height - 1)
    func modelled(_ place: Int32, _ middle: Int32, _ cut: Int32) -> Int32 {
      place > middle ? max(middle, place - cut) : place
    }
    // The bytes are those of the model in the region, row by row; rows that repeat one share its bytes.
    let first = modelled(region.minX - originX, middleX, cutX)
    let columns = Int(modelled(region.maxX - 1 - originX, middleX, cutX) + 1 - first)
    var (kept, base) = (Int32(-1), Int32(0))
    for y in region.minY..<region.maxY {
      result.rowStarts.append(Int32(result.spans.count))
      let row = modelled(y - originY, middleY, cutY)
      let bytes = model.row(Int(row)).assumingMemoryBound(to: UInt8.self)
      if row != kept {
        (kept, base) = (row, Int32(result.alphas.count))
        result.alphas.append(contentsOf: UnsafeBufferPointer(start: bytes + Int(first), count: columns))
      }
      /// Adds a span: columns `from..<to` of the stretched picture show the model's columns from `column` on.
      func add(_ from: Int32, _ to: Int32, column: Int32) {
        let (start, end) = (max(from, region.minX), min(to, region.maxX))
        guard start < end else { return }
        result.spans.append(
          CoverageSpan(x: start, length: end - start, value: 0, offset: base + column + start - from - first)
        )
      }
      guard cutX > 0 else {
        add(originX, originX + width, column: 0)
        continue
      }
      add(originX, originX + middleX, column: 0)
      let value = bytes[Int(middleX)]
      let (start, end) = (
        max(originX + middleX, region.minX), min(originX + middleX + cutX + 1, region.maxX)
      )
      if start < end, value > 0 {
        result.spans.append(CoverageSpan(x: start, length: end - start, value: value))
      }
      add(originX + middleX + cutX + 1, originX + width + cutX, column: middleX + 1)
    }
    result.rowStarts.append(Int32(result.spans.count))
    return result
  }
}

extension Coverage {
  /// The coverage as a byte for each pixel of a rectangle.
  package func buffer(covering rect: PixelRect) -> PixelBuffer {
    let result = PixelBuffer(width: rect.width, height: rect.height, format: .alpha8)
    let rows = bounds.intersection(rect)
    for y in rows.minY..<max(rows.minY, rows.maxY) {
      let target = result.row(Int(y - rect.minY)).assumingMemoryBound(to: UInt8.self)
      for span in spans(inRow: y) {
        let (from, to) = (max(span.x, rect.minX), min(span.end, rect.maxX))
        guard from < to else { continue }
        for x in from..<to {
          target[Int(x - rect.minX)] = span.value != 0 ? span.value : alphas[Int(span.offset + x - span.x)]
        }
      }
    }
    return result
  }

  /// The coverage given by the bytes of a buffer whose first pixel is at (x, y).
  package init(alphaOf buffer: PixelBuffer, x: Int32, y: Int32) {
    self.init()
    let region = PixelRect(x, y, x + Int32(buffer.width), y + Int32(buffer.height))
    begin(region)
    guard !region.isEmpty else { return }
    for row in 0..<buffer.height {
      rowStarts.append(Int32(spans.count))
      let bytes = UnsafeBufferPointer(
        start: buffer.row(row).assumingMemoryBound(to: UInt8.self),
        count: buffer.width
      )
      spans.append(CoverageSpan(x: x, length: Int32(buffer.width), value: 0, offset: Int32(alphas.count)))
      alphas.append(contentsOf: bytes)
    }
    rowStarts.append(Int32(spans.count))
  }
}

extension Coverage {
  /// Every value times a factor of 0...255.
  package func scaled(by factor: UInt8) -> Coverage {
    guard factor < 255 else { return self }
    guard factor > 0 else { return Coverage() }
    var constant = Coverage(full: bounds)
    for index in constant.spans.indices { constant.spans[index].value = factor }
    return multiplied(by: constant)
  }
}

extension PixelBuffer {
  /// The alpha channel of RGBA bytes.
  package func alphaBytes() -> PixelBuffer {
    let result = PixelBuffer(width: width, height: height, format: .alpha8)
    for y in 0..<height {
      let (source, target) = (row(y), result.row(y).assumingMemoryBound(to: UInt8.self))
      for x in 0..<width { target[x] = source.load(fromByteOffset: x * 4 + 3, as: UInt8.self) }
    }
    return result
  }
}
