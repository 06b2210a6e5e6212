import StrataKernels
import StrataBase
import StrataFrame
import StrataRaster

/// The prepared items of one pass and its pixels; workers draw disjoint bands at once.
struct PassJob: @unchecked Sendable {  // Read only but for the pixels; each band's belong to one worker.
  let items: UnsafePointer<PreparedItem>
  let clips: [PreparedClip]
  /// The clip edges of all frames.
  let clipEdges: [PreparedClipEdge]
  /// A clip edge that is applied later to the pass as a whole, or -1.
  let outerClipEdge: Int32
  let buffer: PixelBuffer
  let bounds: PixelRect
  /// Where the pass was cut (see `RenderPass`).
  let limit: PixelRect
  let background: PremultipliedColor
  /// Bytes of a pixel.
  let pixelBytes: Int
  private let kernels = strata_kernels()

  init(
    items: UnsafePointer<PreparedItem>,
    clips: [PreparedClip],
    clipEdges: [PreparedClipEdge],
    outerClipEdge: Int32,
    buffer: PixelBuffer,
    bounds: PixelRect,
    limit: PixelRect,
    background: PremultipliedColor
  ) {
    (self.items, self.clips, self.buffer) = (items, clips, buffer)
    (self.bounds, self.limit) = (bounds, limit)
    (self.clipEdges, self.outerClipEdge, self.background) = (clipEdges, outerClipEdge, background)
    pixelBytes = buffer.format.bytesPerPixel
  }

  /// Draws the commands that touch a band, in order; `isFirst` draws the background before them.
  ///
  /// With a `stack`, clip edges stay open on it for the next commands.
  func draw(
    _ list: UnsafeBufferPointer<StrataCommand>,
    in band: PixelRect,
    isFirst: Bool,
    _ tool: WorkerScratch,
    _ stack: ClipEdgeStack?
  ) {
    let painter = Painter(
      buffer,
      originX: bounds.minX,
      originY: bounds.minY,
      clip: band,
      scratch: tool.paint
    )
    var first = 0
    // An opaque item that covers the band hides the background and all items before it.
    var isCovered = false
    for place in list.indices.reversed() where list[place].hides && list[place].bounds.contains(band) {
      first = place
      isCovered = true
      break
    }
    if isFirst, !isCovered {
      painter.fill(band, with: background, mode: .copy)
    }
    guard let commands = list.baseAddress, let kernels else { return }
    if !tool.clipCoverage.isEmpty { tool.clipCoverage.removeAll(keepingCapacity: true) }
    let clipEdges = stack ?? tool.clipEdges
    var area = StrataCommand(band)
    let target = buffer.base.assumingMemoryBound(to: UInt8.self)
    var place = first
    while place < list.count {
      let number = commands[place].item
      guard number > 0 else {
        if clipEdges.current >= 0 { clipEdges.change(to: -1, of: self, in: band) }
        place += kernels.pointee.rectangles(
          target,
          buffer.rowBytes,
          bounds.minX,
          bounds.minY,
          &area,
          commands + place,
          list.count - place
        )
        continue
      }
      let item = items + Int(number - 1)
      if item.pointee.clipEdge != clipEdges.current {
        clipEdges.change(to: item.pointee.clipEdge, of: self, in: band)
      }
      draw(item, band, painter, tool)
      place += 1
    }
    if stack == nil, clipEdges.current >= 0 { clipEdges.change(to: -1, of: self, in: band) }
  }

  /// A pixel of the pass.
  @inline(__always)
  func pixel(_ x: Int32, _ y: Int32) -> UnsafeMutablePointer<UInt8> {
    (buffer.row(Int(y - bounds.minY)) + Int(x - bounds.minX) * pixelBytes).assumingMemoryBound(to: UInt8.self)
  }

  @inline(__always)
  private func draw(
    _ item: UnsafePointer<PreparedItem>,
    _ band: PixelRect,
    _ painter: Painter,
    _ tool: WorkerScratch
  ) {
    switch item.pointee.kind {
    case .nothing: break
    case .solid: painter.fill(item.pointee.bounds, bytes: item.pointee.color)
    case .picture, .shifted: draw(picture: item, painter)
    case .transformed: draw(transformed: item, band, painter, tool)
    case .mask: draw(mask: item, painter)
    case .spans: draw(spans: item, painter)
    case .general:
      guard let general = item.pointee.general else { break }
      draw(general: general, in: item.pointee.bounds.intersection(band), band: band, painter, tool)
    }
  }

  private func draw(
    transformed item: UnsafePointer<PreparedItem>,
    _ band: PixelRect,
    _ painter: Painter,
    _ tool: WorkerScratch
  ) {
    guard let picture = item.pointee.transformed else { return }
    let corners = picture.pointee.corners
    tool.outline.removeAll(keepingCapacity: true)
    tool.outline.move(to: corners.0)
    tool.outline.line(to: corners.1)
    tool.outline.line(to: corners.2)
    tool.outline.line(to: corners.3)
    tool.outline.close()
    let area = item.pointee.bounds.intersection(band)
    Rasterizer.rasterize(
      tool.outline,
      rule: .nonZero,
      clip: area,
      scratch: tool.raster,
      into: &tool.coverage
    )
    painter.fill(tool.coverage, with: picture.pointee.rows, alpha: picture.pointee.alpha)
  }

  @inline(__always)
  private func draw(picture item: UnsafePointer<PreparedItem>, _ painter: Painter) {
    guard let pixels = item.pointee.pixels else { return }
    let (rowBytes, bounds, alpha) = (item.pointee.rowBytes, item.pointee.bounds, item.pointee.color)
    if item.pointee.kind == .picture {
      painter.put(pixels, rowBytes, bounds, alpha: alpha, isSolid: item.pointee.hides)
    } else {
      let (x, y) = (UInt32(item.pointee.fractionX), UInt32(item.pointee.fractionY))
      painter.putShifted(pixels, rowBytes, bounds, fractionX: x, fractionY: y, alpha: alpha)
    }
  }

  @inline(__always)
  private func draw(mask item: UnsafePointer<PreparedItem>, _ painter: Painter) {
    guard let mask = item.pointee.mask?._withUnsafeGuaranteedRef({ $0.layout }) else { return }
    let (x, y, color, bounds) = (item.pointee.x, item.pointee.y, item.pointee.color, item.pointee.bounds)
    let hole = item.pointee.hidden.intersection(bounds)
    guard !hole.isEmpty else { return painter.fill(mask, x: x, y: y, with: color, in: bounds) }
    @inline(__always)
    func fill(_ minX: Int32, _ minY: Int32, _ maxX: Int32, _ maxY: Int32) {
      painter.fill(mask, x: x, y: y, with: color, in: PixelRect(minX, minY, maxX, maxY))
    }
    fill(bounds.minX, bounds.minY, bounds.maxX, hole.minY)
    fill(bounds.minX, hole.minY, hole.minX, hole.maxY)
    fill(hole.maxX, hole.minY, bounds.maxX, hole.maxY)
    fill(bounds.minX, hole.maxY, bounds.maxX, bounds.maxY)
  }

  @inline(__always)
  private func draw(spans item: UnsafePointer<PreparedItem>, _ painter: Painter) {
    let (x, y, color, bounds) = (item.pointee.x, item.pointee.y, item.pointee.color, item.pointee.bounds)
    item.pointee.spans?._withUnsafeGuaranteedRef { shape in
      painter.fill(shape.coverage, x: x, y: y, with: color, in: bounds)
    }
  }

  private func draw(
    general item: GeneralItem,
    in area: PixelRect,
    band: PixelRect,
    _ painter: Painter,
    _ tool: WorkerScratch
  ) {
    var clip: Coverage?
    if let index = item.clip {
      let coverage = clipCoverage(index, in: band, tool)
      guard !coverage.isEmpty else { return }
      clip = coverage
    }
    func covered(_ shape: DeviceShape, _ area: PixelRect) -> Coverage {
      let own = shape.coverage(in: area, antialias: item.antialias, scratch: tool.raster)
      return clip.map { own.multiplied(by: $0) } ?? own
    }
    switch item.content {
    case .color(.pixels(let rect), let color) where clip == nil:
      painter.fill(rect.intersection(area), with: color, mode: item.blend)
    case .color(.coverage(let coverage), let color):
      // The coverage does not exceed the item's bounds.
      painter.fill(clip.map { coverage.multiplied(by: $0) } ?? coverage, with: color, mode: item.blend)
    case .color(let shape, let color):
      painter.fill(covered(shape, area), with: color, mode: item.blend)
    case .paint(.pixels(let rect), let paint, let alpha) where clip == nil:
      painter.fill(rect.intersection(area), with: paint, mode: item.blend, alpha: alpha)
    case .paint(.coverage(let coverage), let paint, let alpha):
      painter.fill(
        clip.map { coverage.multiplied(by: $0) } ?? coverage,
        with: paint,
        mode: item.blend,
        alpha: alpha
      )
    case .paint(let shape, let paint, let alpha):
      painter.fill(covered(shape, area), with: paint, mode: item.blend, alpha: alpha)
    case .surface(let surface, let tint):
      composite(surface, tint: tint, mode: item.blend, clip: clip, in: area, band: band, painter)
    case .particles(let particles, let alpha):
      particles.forEach(in: area) { shape, part, paint in
        painter.fill(covered(shape, part), with: paint, mode: item.blend, alpha: alpha)
      }
    case .backdrop: break  // The pass draws it between two ranges of items.
    }
  }

  private func composite(
    _ surface: PreparedItem.Surface,
    tint: SIMD4<Float>,
    mode: BlendMode,
    clip: Coverage?,
    in area: PixelRect,
    band: PixelRect,
    _ painter: Painter
  ) {
    let inside = surface.rect.intersection(area)
    if mode.isUnbounded {
      // The source is transparent around the surface, which changes the backdrop in such a mode.
      for part in visibleParts(of: area, beside: inside) {
        let around = clip?.intersection(part) ?? Coverage(full: part)
        painter.fill(around, with: PremultipliedColor(premultiplied: .zero), mode: mode)
      }
    }
    let limited =
      clip?.intersection(area) ?? (inside == surface.rect.intersection(band) ? nil : Coverage(full: inside))
    painter.composite(surface.buffer, x: surface.x, y: surface.y, coverage: limited, mode: mode, tint: tint)
  }

  /// The parts of a rectangle beside a smaller one inside it.
  private func visibleParts(of rect: PixelRect, beside inner: PixelRect) -> [PixelRect] {
    var region = PixelRegion(rect)
    region.subtract(inner)
    return region.rects
  }

  private func clipCoverage(_ index: Int, in band: PixelRect, _ tool: WorkerScratch) -> Coverage {
    if let known = tool.clipCoverage[index] { return known }
    let area = clips[index].rect.intersection(band)
    let fresh = clips[index].coverage(in: area, scratch: tool.raster) ?? Coverage(full: area)
    tool.clipCoverage[index] = fresh
    return fresh
  }

  /// The pixels that a backdrop's filters read, as they are when all clip edges are closed.
  func behind(
    _ item: PreparedItem,
    _ effect: Effect,
    _ stacks: [ClipEdgeStack]
  ) -> PreparedItem.Surface {
    let area = BackdropArea(behind: item.bounds, effect, in: bounds, cutTo: limit)
    let saved = stacks.filter { !$0.isEmpty }.map { $0.closeTemporarily(self) }
    defer { for pixels in saved { pixels.restore(self) } }
    return PreparedItem.Surface(buffer: copy(of: area).inPlainBytes, x: area.all.minX, y: area.all.minY)
  }

  /// A copy of pixels of the pass, those at its edge repeated beyond.
  private func copy(of area: BackdropArea) -> PixelBuffer {
    let (known, all) = (area.known, area.all)
    guard !known.isEmpty else {
      return PixelBuffer(width: all.width, height: all.height, format: buffer.format)
    }
    let copy = PixelBuffer(uninitializedWidth: all.width, height: all.height, format: buffer.format)
    let (left, right) = (Int(known.minX - all.minX), Int(all.maxX - known.maxX))
    let length = known.width * pixelBytes
    for y in known.minY..<known.maxY {
      let row = copy.row(Int(y - all.minY))
      let inner = row + left * pixelBytes
      inner.copyMemory(from: pixel(known.minX, y), byteCount: length)
      for x in 0..<left { (row + x * pixelBytes).copyMemory(from: inner, byteCount: pixelBytes) }
      for x in 0..<right {
        (inner + length + x * pixelBytes)
          .copyMemory(from: inner + (length - pixelBytes), byteCount: pixelBytes)
      }
    }
    let (first, last) = (Int(known.minY - all.minY), Int(known.maxY - all.minY) - 1)
    let rowLength = all.width * pixelBytes
    for y in 0..<first { copy.row(y).copyMemory(from: copy.row(first), byteCount: rowLength) }
    for y in (last + 1)..<max(last + 1, all.height) {
      copy.row(y).copyMemory(from: copy.row(last), byteCount: rowLength)
    }
    return copy
  }

  /// Replaces the backdrop by its filtered pixels, in the proportion of clip, mask and opacity.
  func applyBackdrop(
    _ item: PreparedItem,
    _ effect: Effect,
    alpha: Float,
    behind: PreparedItem.Surface,
    _ effects: EffectRenderer,
    _ tool: WorkerScratch
  ) {
    let clip = item.clip.flatMap { clips[$0].coverage(in: item.bounds, scratch: tool.raster) }
    let share = Coverage.ofBackdrop(effect, in: item.bounds, clip: clip, alpha: alpha, effects.surfaces)
    guard let share else { return }
    let result =
      effect.transition.map { effects.combined(behind, by: $0) }
      ?? effects.filtered(behind, by: effect.filters, wanted: item.bounds)
    let painter = Painter(
      buffer,
      originX: bounds.minX,
      originY: bounds.minY,
      clip: item.bounds,
      scratch: tool.paint
    )
    let paint = PreparedPaint(
      .image(
        ImagePaint(
          pixels: result.buffer,
          source: SIMD4(0, 0, Double(result.buffer.width), Double(result.buffer.height)),
          fromDevice: .translation(-Double(result.x), -Double(result.y))
        )
      )
    )
    painter.fill(share, with: paint, mode: .copy)
  }
}
