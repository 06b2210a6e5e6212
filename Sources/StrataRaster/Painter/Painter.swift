import StrataKernels
package import StrataBase

/// Draws paints and surfaces into the pixels of a target.
///
/// Layers and bitmap contexts both draw with it, so that their edges and blends are the same. Places are device pixels;
/// the target's first pixel is at `origin`. Every call changes only pixels inside `clip`, and the value of a pixel does not
/// depend on `clip`, so that a picture may be drawn in tiles.
///
/// - Thread: Any number of painters may draw into disjoint rows of one target, each with a scratch of its own.
package struct Painter {
  package let target: PixelBuffer
  package let originX: Int32
  package let originY: Int32
  package let clip: PixelRect
  /// True if the target holds half floats: a surface whose differences of colours a filter enlarges later.
  private let isWide: Bool
  private let scratch: PaintScratch

  /// Makes a painter; without a clip it may change the whole target.
  ///
  /// - Precondition: The target holds RGBA bytes, or half floats.
  package init(
    _ target: PixelBuffer,
    originX: Int32 = 0,
    originY: Int32 = 0,
    clip: PixelRect? = nil,
    scratch: PaintScratch
  ) {
    precondition(target.format != .alpha8, "only RGBA can be painted")
    let all = PixelRect(
      originX,
      originY,
      originX + Int32(target.width),
      originY + Int32(target.height)
    )
    (self.target, self.originX, self.originY) = (target, originX, originY)
    self.clip = clip.map { $0.intersection(all) } ?? all
    (isWide, self.scratch) = (target.format == .rgba16f, scratch)
    scratch.reserve(target.width)
  }

  @inline(__always)
  private func pixel(_ x: Int32, _ y: Int32) -> UnsafeMutablePointer<UInt8> {
    (target.base + Int(y - originY) * target.rowBytes + Int(x - originX) * 4)
      .assumingMemoryBound(to: UInt8.self)
  }

  // MARK: Rectangles of whole pixels

  /// Fills a rectangle of whole pixels.
  package func fill(_ rect: PixelRect, with color: PremultipliedColor, mode: BlendMode = .normal) {
    let part = rect.intersection(clip)
    guard !part.isEmpty else { return }
    switch mode {
    case .normal where color.isTransparent:
      return
    case .normal where color.isOpaque && !isWide, .copy where !isWide:
      kernels.fill(pixel(part.minX, part.minY), target.rowBytes, part.width, part.height, color.rgba8)
    case .normal where !isWide:
      kernels.over_solid(pixel(part.minX, part.minY), target.rowBytes, part.width, part.height, color.rgba8)
    default:
      let source = RowSource(color)
      for y in part.minY..<part.maxY { paintRow(x: part.minX, y: y, count: part.width, with: source, mode) }
    }
  }

  /// Composites a premultiplied colour, as bytes, over a rectangle of whole pixels.
  package func fill(_ rect: PixelRect, bytes color: UInt32) {
    let part = rect.intersection(clip)
    guard !part.isEmpty else { return }
    let place = pixel(part.minX, part.minY)
    if color >> 24 == 255 {
      kernels.fill(place, target.rowBytes, part.width, part.height, color)
    } else if color != 0 {
      kernels.over_solid(place, target.rowBytes, part.width, part.height, color)
    }
  }

  // MARK: Shapes

  /// Fills a rectangle of whole pixels with any paint.
  package func fill(
    _ rect: PixelRect,
    with paint: PreparedPaint,
    mode: BlendMode = .normal,
    alpha: Float = 1
  ) {
    let part = rect.intersection(clip)
    guard !part.isEmpty else { return }
    guard let source = RowSource(paint, alpha: alpha) else {
      if mode.isUnbounded { fill(part, with: PremultipliedColor(premultiplied: .zero), mode: mode) }
      return
    }
    let place = pixel(part.minX, part.minY)
    if mode == .normal, !isWide {
      switch source {
      case .solid(let color, _) where color >> 24 == 255:
        return kernels.fill(place, target.rowBytes, part.width, part.height, color)
      case .solid(let color, _):
        return kernels.over_solid(place, target.rowBytes, part.width, part.height, color)
      case .image(let image, let alpha, _):
        if let (pixels, x, y) = image.direct(in: part) {
          let from = pixels.bytes + (Int(part.minY) + y) * pixels.rowBytes + (Int(part.minX) + x) * 4
          return kernels.over(place, target.rowBytes, from, pixels.rowBytes, part.width, part.height, alpha)
        }
      case .gradient: break
      }
    }
    for y in part.minY..<part.maxY { paintRow(x: part.minX, y: y, count: part.width, with: source, mode) }
  }

  /// Composites rows of pixels over the target's pixels of a rectangle.
  ///
  /// `pixels` points to the pixel for the rectangle's first one. `alpha` of 0...255 multiplies all of them; `isSolid` says
  /// that they are opaque.
  package func put(
    _ pixels: UnsafePointer<UInt8>,
    _ rowBytes: Int,
    _ rect: PixelRect,
    alpha: UInt32,
    isSolid: Bool
  ) {
    let part = rect.intersection(clip)
    guard !part.isEmpty else { return }
    let from = pixels + Int(part.minY - rect.minY) * rowBytes + Int(part.minX - rect.minX) * 4
    let place = pixel(part.minX, part.minY)
    guard isSolid, alpha == 255 else {
      return kernels.over(place, target.rowBytes, from, rowBytes, part.width, part.height, alpha)
    }
    kernels.copy(place, target.rowBytes, from, rowBytes, part.width, part.height)
  }

  /// Composites rows of pixels, moved by fractions of a pixel, over the target's pixels of a rectangle.
  ///
  /// `pixels` points to the upper left neighbour of the rectangle's first pixel. A fraction of 0...256 is the weight of the
  /// right and the lower neighbour.
  package func putShifted(
    _ pixels: UnsafePointer<UInt8>,
    _ rowBytes: Int,
    _ rect: PixelRect,
    fractionX: UInt32,
    fractionY: UInt32,
    alpha: UInt32
  ) {
    let part = rect.intersection(clip)
    guard !part.isEmpty else { return }
    let from = pixels + Int(part.minY - rect.minY) * rowBytes + Int(part.minX - rect.minX) * 4
    kernels.over_shifted(
      pixel(part.minX, part.minY),
      target.rowBytes,
      from,
      rowBytes,
      part.width,
      part.height,
      fractionX,
      fractionY,
      alpha
    )
  }

  /// Fills a mask, whose first pixel is at (x, y), with a premultiplied colour as bytes.
  package func fill(_ mask: ShapeMask.Layout, x: Int32, y: Int32, with color: UInt32, in area: PixelRect) {
    let part = area.intersection(clip).intersection(
      PixelRect(x, y, x + Int32(mask.width), y + Int32(mask.height))
    )
    guard !part.isEmpty, color != 0 else { return }
    let column = Int(part.minX - x)
    mask.forEachPart(from: Int(part.minY - y), to: Int(part.maxY - y)) { bytes, stride, row, rows in
      let place = pixel(part.minX, y + Int32(row))
      kernels.over_solid_mask(place, target.rowBytes, bytes + column, stride, part.width, rows, color)
    }
  }

  /// Fills a shape with a colour.
  package func fill(_ coverage: Coverage, with color: PremultipliedColor, mode: BlendMode = .normal) {
    let source = RowSource(color)
    if case .solid(0, _) = source, mode == .normal { return }
    fill(coverage, source, mode)
  }

  /// Fills a shape.
  ///
  /// - Parameters:
  ///   - coverage: The shape in device pixels.
  ///   - paint: The colours.
  ///   - mode: The way in which they are combined with the target.
  ///   - alpha: Multiplies the paint's alpha, 0...1.
  package func fill(
    _ coverage: Coverage,
    with paint: PreparedPaint,
    mode: BlendMode = .normal,
    alpha: Float = 1
  ) {
    if let source = RowSource(paint, alpha: alpha) {
      fill(coverage, source, mode)
    } else if mode.isUnbounded {
      fill(coverage, .solid(0, exact: .zero), mode)
    }
  }

  private func fill(_ coverage: Coverage, _ source: RowSource, _ mode: BlendMode) {
    if case .solid(let color, _) = source, mode == .normal, !isWide {
      return fill(coverage, x: 0, y: 0, with: color, in: clip)
    }
    let rows = coverage.bounds.intersection(clip)
    guard !rows.isEmpty else { return }
    let firstRow = coverage.bounds.minY
    coverage.spans.withUnsafeBufferPointer { spans in
      coverage.rowStarts.withUnsafeBufferPointer { starts in
        coverage.alphas.withUnsafeBufferPointer { alphas in
          for y in rows.minY..<rows.maxY {
            let row = Int(y - firstRow)
            let range = Int(starts[row])..<Int(starts[row + 1])
            if range.isEmpty { continue }
            paint(
              UnsafeBufferPointer(rebasing: spans[range]),
              alphas: alphas.baseAddress,
              y: y,
              within: rows,
              with: source,
              mode
            )
          }
        }
      }
    }
  }

  /// Fills a shape with rows of a picture, times an alpha of 1...255.
  package func fill(_ coverage: Coverage, with rows: ImageRows, alpha: UInt32) {
    let visible = coverage.bounds.intersection(clip)
    guard !visible.isEmpty else { return }
    let source = ImageRowSource(rows: rows, factor: alpha)
    coverage.spans.withUnsafeBufferPointer { spans in
      coverage.rowStarts.withUnsafeBufferPointer { starts in
        coverage.alphas.withUnsafeBufferPointer { alphas in
          for y in visible.minY..<visible.maxY {
            let row = Int(y - coverage.bounds.minY)
            let range = Int(starts[row])..<Int(starts[row + 1])
            guard !range.isEmpty else { continue }
            paint(
              UnsafeBufferPointer(rebasing: spans[range]),
              alphas: alphas.baseAddress,
              y: y,
              within: visible,
              with: source,
              .normal
            )
          }
        }
      }
    }
  }

  /// Fills a shape, moved by whole pixels, with a premultiplied colour as bytes.
  package func fill(_ coverage: Coverage, x: Int32, y: Int32, with color: UInt32, in area: PixelRect) {
    let part = coverage.bounds.offset(by: x, y).intersection(area).intersection(clip)
    guard !part.isEmpty, color != 0 else { return }
    coverage.withRows { rows in
      kernels.over_solid_spans(
        pixel(part.minX, part.minY),
        target.rowBytes,
        rows.spans,
        rows.starts + Int(part.minY - y - coverage.bounds.minY),
        rows.alphas,
        part.minX - x,
        part.maxX - x,
        part.height,
        color
      )
    }
  }

  /// Spans with gaps of at most this many pixels between them share one fetched row.
  private static let smallGap = 64

  /// Paints the spans of a row with any paint.
  ///
  /// Spans near each other share one call of the sampler, which works on whole blocks of pixels.
  @inline(__always)
  private func paint(
    _ spans: UnsafeBufferPointer<CoverageSpan>,
    alphas: UnsafePointer<UInt8>?,
    y: Int32,
    within area: PixelRect,
    with source: some PixelRows,
    _ mode: BlendMode
  ) {
    var index = 0
    while index < spans.count {
      let first = max(spans[index].visibleStart(alphas), area.minX)
      var last = index
      while last + 1 < spans.count, Int(spans[last + 1].x) - Int(spans[last].end) <= Self.smallGap {
        last += 1
      }
      let end = min(spans[last].visibleEnd(alphas), area.maxX)
      if first < end, mode != .normal || isWide {
        let row = source.fetchExact(x: first, y: y, count: Int(end - first), scratch: scratch)
        for span in spans[index...last] {
          let from = max(span.x, first)
          let count = Int(min(span.end, end)) - Int(from)
          guard count > 0 else { continue }
          let covered =
            span.value != 0 ? nil : alphas.map { $0 + Int(span.offset) + Int(from - span.x) }
          blend(
            row + Int(from - first),
            x: from,
            y: y,
            count: count,
            mode,
            coverage: covered,
            constant: span.value
          )
        }
      } else if first < end {
        let row = source.fetch(x: first, y: y, count: Int(end - first), scratch: scratch)
        for span in spans[index...last] {
          let from = max(span.x, first)
          let count = Int(min(span.end, end)) - Int(from)
          guard count > 0 else { continue }
          let pixels = row + Int(from - first) * 4
          if span.value != 0 {
            composite(pixels, x: from, y: y, count: count, coverage: span.value, factor: source.factor)
          } else if let alphas {
            let mask = alphas + Int(span.offset) + Int(from - span.x)
            composite(pixels, x: from, y: y, count: count, mask: mask, factor: source.factor)
          }
        }
      }
      index = last + 1
    }
  }

  /// Paints fully covered pixels of one row.
  private func paintRow(x: Int32, y: Int32, count: Int, with source: RowSource, _ mode: BlendMode) {
    guard mode == .normal, !isWide else {
      let row = source.fetchExact(x: x, y: y, count: count, scratch: scratch)
      return blend(row, x: x, y: y, count: count, mode, coverage: nil, constant: 255)
    }
    let row = source.fetch(x: x, y: y, count: count, scratch: scratch)
    composite(row, x: x, y: y, count: count, coverage: 255, factor: source.factor)
  }

  /// Blends unrounded pixels with a row of the target.
  private func blend(
    _ row: UnsafePointer<SIMD4<Float>>,
    x: Int32,
    y: Int32,
    count: Int,
    _ mode: BlendMode,
    coverage: UnsafePointer<UInt8>?,
    constant: UInt8
  ) {
    guard isWide else {
      return Blending.blend(
        row,
        into: pixel(x, y),
        count: count,
        mode,
        coverage: coverage,
        constant: constant
      )
    }
    let place = target.row(Int(y - originY)) + Int(x - originX) * 8
    Blending.blend(row, intoWide: place, count: count, mode, coverage: coverage, constant: constant)
  }

  /// Composites fetched pixels over a row of the target, all with one coverage.
  @inline(__always)
  private func composite(
    _ row: UnsafePointer<UInt8>,
    x: Int32,
    y: Int32,
    count: Int,
    coverage: UInt8,
    factor: UInt32
  ) {
    let place = pixel(x, y)
    guard coverage < 255, factor < 255 else {
      let share = coverage == 255 ? factor : UInt32(coverage)
      return kernels.over(place, target.rowBytes, row, 0, count, 1, share)
    }
    // Rounds twice, as with a mask: a pixel's bytes must not depend on whether it belongs to a constant span.
    scratch.spare.update(from: row, count: count * 4)
    kernels.multiply_color(scratch.spare, 0, count, 1, factor &* 0x0101_0101)
    kernels.over(place, target.rowBytes, scratch.spare, 0, count, 1, UInt32(coverage))
  }

  /// Composites fetched pixels over a row of the target, each with a coverage of its own.
  @inline(__always)
  private func composite(
    _ row: UnsafePointer<UInt8>,
    x: Int32,
    y: Int32,
    count: Int,
    mask: UnsafePointer<UInt8>,
    factor: UInt32
  ) {
    let place = pixel(x, y)
    guard factor < 255 else {
      kernels.over_mask(place, target.rowBytes, row, 0, mask, 0, count, 1)
      return
    }
    scratch.spare.update(from: row, count: count * 4)
    kernels.multiply_color(scratch.spare, 0, count, 1, factor &* 0x0101_0101)
    kernels.over_mask(place, target.rowBytes, scratch.spare, 0, mask, 0, count, 1)
  }

  // MARK: Surfaces

  /// A mask for a surface: alpha bytes and the place of their first pixel; zero outside.
  package typealias SurfaceMask = (buffer: PixelBuffer, x: Int32, y: Int32)

  /// Composites a surface into the target, pixel upon pixel.
  ///
  /// - Parameters:
  ///   - surface: RGBA bytes.
  ///   - x: The column of its first pixel.
  ///   - y: The row of its first pixel.
  ///   - mask: Multiplies the surface.
  ///   - coverage: A shape that limits the change; nil for the surface's rectangle.
  ///   - mode: The way in which the surface is combined with the target.
  ///   - tint: Multiplies every channel; its alpha is the opacity.
  package func composite(
    _ surface: PixelBuffer,
    x: Int32,
    y: Int32,
    mask: SurfaceMask? = nil,
    coverage: Coverage? = nil,
    mode: BlendMode = .normal,
    tint: SIMD4<Float> = .one
  ) {
    let whole = PixelRect(x, y, x + Int32(surface.width), y + Int32(surface.height))
    var part = whole.intersection(clip)
    if let coverage { part = part.intersection(coverage.bounds) }
    guard !part.isEmpty else { return }
    let factors = PremultipliedColor(
      premultiplied: SIMD4(tint.x * tint.w, tint.y * tint.w, tint.z * tint.w, tint.w)
    )
    let alphaOnly = tint.x == 1 && tint.y == 1 && tint.z == 1
    // The plain case is one call for the whole rectangle.
    if mode == .normal, !isWide, mask == nil, coverage == nil, alphaOnly {
      let source = surface.row(Int(part.minY - y)) + Int(part.minX - x) * 4
      kernels.over(
        pixel(part.minX, part.minY),
        target.rowBytes,
        source.assumingMemoryBound(to: UInt8.self),
        surface.rowBytes,
        part.width,
        part.height,
        factors.rgba8 >> 24
      )
      return
    }
    let source = SurfaceSource(buffer: surface, x: x, y: y, mask: mask, factors: factors, mode: mode)
    let empty = Coverage()
    (coverage ?? empty).alphas.withUnsafeBufferPointer { alphas in
      for row in part.minY..<part.maxY {
        guard let coverage else {
          composite(source, x: part.minX, y: row, count: part.width, coverage: nil, constant: 255)
          continue
        }
        for span in coverage.spans(inRow: row) {
          let from = max(span.x, part.minX)
          let count = Int(min(span.end, part.maxX) - from)
          guard count > 0 else { continue }
          let covered =
            span.value == 0 ? alphas.baseAddress.map { $0 + Int(span.offset) + Int(from - span.x) } : nil
          composite(source, x: from, y: row, count: count, coverage: covered, constant: span.value)
        }
      }
    }
  }

  /// A surface with everything that its pixels are multiplied by.
  private struct SurfaceSource {
    let buffer: PixelBuffer
    let x: Int32
    let y: Int32
    let mask: SurfaceMask?
    let factors: PremultipliedColor
    let mode: BlendMode
  }

  /// Composites pixels of one row of a surface.
  private func composite(
    _ source: SurfaceSource,
    x: Int32,
    y: Int32,
    count: Int,
    coverage: UnsafePointer<UInt8>?,
    constant: UInt8
  ) {
    let pixels = scratch.row
    let from = source.buffer.row(Int(y - source.y)) + Int(x - source.x) * 4
    UnsafeMutableRawPointer(pixels).copyMemory(from: from, byteCount: count * 4)
    let factors = source.factors.rgba8
    guard source.mode == .normal, !isWide else {
      if let mask = source.mask { multiply(pixels, count, by: mask, x: x, y: y) }
      let scale = source.factors.channels / 255
      let exact = scratch.exactRow(count)
      let bytes = UnsafeRawPointer(pixels)
      for i in 0..<count {
        exact[i] = PixelWord.channels(bytes.load(fromByteOffset: i * 4, as: UInt32.self)) * scale
      }
      return blend(exact, x: x, y: y, count: count, source.mode, coverage: coverage, constant: constant)
    }
    if factors != 0xFFFF_FFFF { kernels.multiply_color(pixels, count * 4, count, 1, factors) }
    if let mask = source.mask { multiply(pixels, count, by: mask, x: x, y: y) }
    let place = pixel(x, y)
    if let coverage {
      kernels.over_mask(place, target.rowBytes, pixels, count * 4, coverage, count, count, 1)
    } else {
      kernels.over(place, target.rowBytes, pixels, count * 4, count, 1, UInt32(constant))
    }
  }

  /// Multiplies pixels by the bytes of a mask, which is zero outside of its buffer.
  private func multiply(
    _ pixels: UnsafeMutablePointer<UInt8>,
    _ count: Int,
    by mask: SurfaceMask,
    x: Int32,
    y: Int32
  ) {
    let row = Int(y - mask.y)
    let first = max(0, Int(mask.x - x))
    let last = min(count, Int(mask.x - x) + mask.buffer.width)
    guard row >= 0, row < mask.buffer.height, first < last else {
      pixels.update(repeating: 0, count: count * 4)
      return
    }
    pixels.update(repeating: 0, count: first * 4)
    (pixels + last * 4).update(repeating: 0, count: (count - last) * 4)
    let bytes = (mask.buffer.row(row) + first - Int(mask.x - x)).assumingMemoryBound(to: UInt8.self)
    kernels.multiply_mask(pixels + first * 4, count * 4, bytes, count, last - first, 1)
  }
}

/// Multiplies each byte of a pixel by a factor of 0...255 and divides by 255, rounded to the nearest.
///
/// x / 255 is (x + 128 + (x + 128) / 256) / 256 for all products of two bytes (Blinn, "Three wrongs make a right", 1995).
@inline(__always)
func scaled(_ color: UInt32, _ factor: UInt32) -> UInt32 {
  var rb = (color & 0x00ff_00ff) &* factor &+ 0x0080_0080
  var ga = (color >> 8 & 0x00ff_00ff) &* factor &+ 0x0080_0080
  rb = (rb &+ (rb >> 8 & 0x00ff_00ff)) >> 8 & 0x00ff_00ff
  ga = (ga &+ (ga >> 8 & 0x00ff_00ff)) & 0xff00_ff00
  return rb | ga
}
