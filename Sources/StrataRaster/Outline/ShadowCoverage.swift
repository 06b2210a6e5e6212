package import StrataBase

/// The coverage of a rounded rectangle under a Gaussian blur, at the cost of its corners.
///
/// Far from the corners a blurred edge is the same along its length. So a small rectangle with the same corners is blurred
/// and stretched, like a nine-part image: its middle row stands for all rows between the corners, its middle column for
/// all columns.
///
/// Large corners, such as those of a circle, leave nothing to stretch. If they have many more pixels than the part that is
/// wanted, only that part is blurred, unless a cache has the corners.
package enum ShadowCoverage {
  /// The coverage of a blurred rounded rectangle.
  ///
  /// - Parameters:
  ///   - shape: The rectangle in device pixels.
  ///   - sigma: The standard deviations along x and y, in pixels.
  ///   - clip: The pixels that are wanted.
  ///   - scratch: The rasterizer's memory.
  ///   - cache: Keeps blurred corners and the last part; the bytes are the same without it.
  /// - Returns: The coverage inside the clip.
  /// - Complexity: O(pixels of the corners) or O(pixels of the clip, grown by the blur's reach), whichever is less for
  ///   large corners.
  package static func coverage(
    of shape: RoundedRect,
    sigma: SIMD2<Double>,
    clip: PixelRect,
    scratch: RasterizerScratch,
    cache: ShadowCache? = nil
  ) -> Coverage {
    let rect = shape.limited()
    guard rect.width > 0, rect.height > 0, rect.minX.isFinite, rect.minY.isFinite else { return Coverage() }
    let model = ShadowModel(rect, sigma: sigma)
    let isNear = max(abs(model.baseX), abs(model.baseY), model.cutX, model.cutY) < 1e9
    let key = ShadowCache.Key(model: model.corners, sigma: model.sigma)
    let known = isNear ? cache?.entry(key) : nil
    if known == nil, let source = model.part(for: clip) {
      func makePart() -> Coverage { Self.blurred(rect, sigma: model.sigma, from: source, in: clip, scratch) }
      let key = ShadowCache.Key(model: rect, sigma: model.sigma)
      return cache?.part(key, in: clip, makePart) ?? makePart()
    }
    guard isNear else { return RoundedRectCoverage.coverage(of: rect, clip: clip, scratch: scratch) }
    func make() -> ShadowCache.Entry {
      let whole = PixelRect(
        0,
        0,
        Int32(model.corners.maxX.rounded(.up)),
        Int32(model.corners.maxY.rounded(.up))
      )
      let plain = RoundedRectCoverage.coverage(of: model.corners, clip: whole, scratch: scratch)
      let blurred = Blur.gaussian(plain.buffer(covering: whole), sigmaX: model.sigma.x, sigmaY: model.sigma.y)
      return ShadowCache.Entry(buffer: blurred.buffer, growX: blurred.growX, growY: blurred.growY)
    }
    let blurred = known ?? cache?.entry(key, make) ?? make()
    return stretched(
      blurred.buffer,
      originX: Int32(model.baseX) - Int32(blurred.growX),
      originY: Int32(model.baseY) - Int32(blurred.growY),
      middleX: model.middleX,
      cutX: Int32(model.cutX),
      middleY: model.middleY,
      cutY: Int32(model.cutY),
      clip: clip
    )
  }

  /// True if the corners have so few pixels that all of them are blurred, whatever part is wanted.
  ///
  /// The deviations are in pixels.
  package static func isBlurredWhole(_ shape: RoundedRect, sigma: SIMD2<Double>) -> Bool {
    shape.width * shape.height < ShadowModel.fewPixels / 2
      || !ShadowModel(shape.limited(), sigma: sigma).isLarge
  }

  /// The blurred coverage of the pixels inside a clip, computed from the pixels `source` of the rectangle alone.
  private static func blurred(
    _ rect: RoundedRect,
    sigma: SIMD2<Double>,
    from source: PixelRect,
    in clip: PixelRect,
    _ scratch: RasterizerScratch
  ) -> Coverage {
    let plain = RoundedRectCoverage.coverage(of: rect, clip: source, scratch: scratch)
    guard !plain.isEmpty else { return Coverage() }
    let blurred = Blur.gaussian(
      plain.buffer(covering: source),
      sigmaX: sigma.x,
      sigmaY: sigma.y,
      within: clip.offset(by: -source.minX, -source.minY)
    )
    return Coverage(
      alphaOf: blurred.buffer,
      x: source.minX - Int32(blurred.growX),
      y: source.minY - Int32(blurred.growY)
    ).intersection(clip)
  }

  /// The largest standard deviation that is drawn, in pixels.
  package static let largestSigma = 1024.0

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

/// A small rectangle that stands for a large one with the same corners.
private struct ShadowModel {
  /// The whole pixels by which the rectangle is moved to the origin.
  let baseX: Double
  let baseY: Double
  /// The rectangle within a pixel of the origin, without the whole pixels that are cut from its middle.
  ///
  /// The far edges keep their fractions of a pixel.
  let corners: RoundedRect
  let sigma: SIMD2<Double>
  let cutX: Double
  let cutY: Double
  /// Upper bounds for the spread of the blur, in pixels.
  private let reachX: Int
  private let reachY: Int
  /// The lengths of edges that the left and the upper corners take.
  private let left: Double
  private let top: Double
  private let whole: RoundedRect

  /// Models a rectangle whose radii are limited.
  init(_ rect: RoundedRect, sigma: SIMD2<Double>) {
    // A larger deviation tints the whole screen evenly, and its corners would fill the memory.
    let sigma = pointwiseMin(sigma, SIMD2(repeating: ShadowCoverage.largestSigma))
    let (reachX, reachY) = (Self.reach(sigma.x), Self.reach(sigma.y))
    let corner = rect.cornerExtent
    func extent(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ axis: Int) -> Double {
      max(a[axis], b[axis]) * corner
    }
    let left = extent(rect.minXminY, rect.minXmaxY, 0), right = extent(rect.maxXminY, rect.maxXmaxY, 0)
    let top = extent(rect.minXminY, rect.maxXminY, 1), bottom = extent(rect.minXmaxY, rect.maxXmaxY, 1)
    cutX = Self.removable(rect.width, left + right + 4 * Double(reachX) + 4)
    cutY = Self.removable(rect.height, top + bottom + 4 * Double(reachY) + 4)
    (baseX, baseY) = (rect.minX.rounded(.down), rect.minY.rounded(.down))
    var near = rect
    near.minX -= baseX
    near.minY -= baseY
    near.width -= cutX
    near.height -= cutY
    corners = near
    (whole, self.sigma, self.reachX, self.reachY) = (rect, sigma, reachX, reachY)
    (self.left, self.top) = (left, top)
  }

  /// The number of pixels of the corners, about.
  var pixels: Double { (corners.width + 2) * (corners.height + 2) }

  /// About two screens: corners of as many pixels are blurred whole.
  static let fewPixels = 4_194_304.0
  /// Corners of more pixels are not blurred whole unless all of them are wanted.
  private static let mostPixels = 134_217_728.0
  /// Corners of so many times the pixels of a part are not worth to be kept for later parts.
  private static let largestShare = 4.0

  var isLarge: Bool { pixels > Self.fewPixels }

  /// The column and the row that stand for those that are cut.
  var middleX: Int32 { Int32(left.rounded(.up)) + Int32(2 * reachX) + 2 }
  var middleY: Int32 { Int32(top.rounded(.up)) + Int32(2 * reachY) + 2 }

  /// The pixels of the whole rectangle that have an effect on those inside a clip; nil if it is better to blur all
  /// corners, and to keep them.
  func part(for clip: PixelRect) -> PixelRect? {
    guard isLarge else { return nil }
    let part = source(of: clip)
    let count = Double(part.width) * Double(part.height)
    return pixels > count * (pixels > Self.mostPixels ? 1 : Self.largestShare) ? part : nil
  }

  private func source(of clip: PixelRect) -> PixelRect {
    func edge(_ value: Double) -> Int32 { Int32(min(max(value, -2e9), 2e9)) }
    let all = PixelRect(
      edge(whole.minX.rounded(.down)),
      edge(whole.minY.rounded(.down)),
      edge(whole.maxX.rounded(.up)),
      edge(whole.maxY.rounded(.up))
    )
    guard !clip.isEmpty else { return .empty }
    func moved(_ edge: Int32, _ distance: Int) -> Int32 { Int32(clamping: Int(edge) + distance) }
    return PixelRect(
      moved(clip.minX, -reachX),
      moved(clip.minY, -reachY),
      moved(clip.maxX, reachX),
      moved(clip.maxY, reachY)
    ).intersection(all)
  }

  /// An upper bound for the spread of the blur, in pixels.
  private static func reach(_ sigma: Double) -> Int { sigma > 0 ? Int((sigma * 3).rounded(.up)) + 2 : 0 }

  /// The number of whole pixels that a side can lose and still have the needed length.
  private static func removable(_ side: Double, _ needed: Double) -> Double {
    max(0, (side - needed).rounded(.down))
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
