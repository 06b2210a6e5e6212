import StrataKernels
import StrataBase
import StrataFrame
import StrataRaster

/// Applies effects to surfaces: filters, mask, shadow, in this order.
struct EffectRenderer {
  let frame: Frame
  let surfaces: [PreparedItem.Surface?]
  /// The device pixels of the result that are needed.
  let wanted: PixelRect

  typealias Surface = PreparedItem.Surface

  /// Returns the surface after the effect; nil if no pixels are left.
  ///
  /// The original does not change.
  func apply(_ effect: Effect, to original: Surface) -> Surface? {
    var surface = effect.transition.map { transitioned(by: $0) } ?? original
    let needed = effect.shadow.map { wanted.grown(by: $0.reach) } ?? wanted
    surface = filtered(surface, by: effect.filters, wanted: needed)
    if let mask = effect.mask {
      guard let masked = masked(surface, by: mask) else { return nil }
      surface = masked
    }
    guard let shadow = effect.shadow else { return effect.showsPicture ? surface : nil }
    return combined(surface, shadow, effect)
  }

  /// The result of a transition's filter on its two pictures.
  private func transitioned(by step: TransitionStep) -> Surface {
    let (old, new) = (pixels(of: step.old, in: step.area), pixels(of: step.new, in: step.area))
    let result = step.op.picture(of: old, and: new, x: Int(step.area.minX), y: Int(step.area.minY))
    return Surface(buffer: result.buffer, x: Int32(clamping: result.x), y: Int32(clamping: result.y))
  }

  /// What a filter makes of a layer's picture and of what is behind it.
  func combined(_ behind: Surface, by step: TransitionStep) -> Surface {
    let picture = pixels(of: step.old, in: behind.rect)
    let result = step.op.picture(of: picture, and: behind.buffer, x: Int(behind.x), y: Int(behind.y))
    return Surface(buffer: result.buffer, x: Int32(clamping: result.x), y: Int32(clamping: result.y))
  }

  /// The pixels of a pass in an area; transparent outside of the pass.
  private func pixels(of pass: Index<RenderPass>?, in area: PixelRect) -> PixelBuffer {
    let result = PixelBuffer(width: area.width, height: area.height, format: .rgba8)
    guard let pass, let drawn = surfaces[pass.value] else { return result }
    let (source, bounds) = (drawn.buffer, drawn.rect)
    let part = bounds.intersection(area)
    guard !part.isEmpty else { return result }
    for y in part.minY..<part.maxY {
      let from = source.row(Int(y - bounds.minY)) + Int(part.minX - bounds.minX) * 4
      (result.row(Int(y - area.minY)) + Int(part.minX - area.minX) * 4)
        .copyMemory(from: from, byteCount: part.width * 4)
    }
    return result
  }

  /// The needed part of a surface after filters.
  func filtered(_ surface: Surface, by filters: [FilterOp], wanted: PixelRect) -> Surface {
    guard !filters.isEmpty else { return surface }
    let placed = (surface.buffer, Int(surface.x), Int(surface.y))
    let result = Filters.apply(filters, to: placed, wanted: wanted)
    return Surface(buffer: result.buffer, x: Int32(clamping: result.x), y: Int32(clamping: result.y))
  }

  /// A copy of the part under the mask, multiplied by the mask's alpha.
  private func masked(_ surface: Surface, by mask: Index<RenderPass>) -> Surface? {
    guard let drawn = surfaces[mask.value] else { return nil }
    let (bytes, origin) = (drawn.buffer, drawn.rect)
    let area = surface.rect.intersection(origin)
    guard !area.isEmpty else { return nil }
    let result = PixelBuffer(width: area.width, height: area.height, format: .rgba8)
    let alpha = PixelBuffer(width: area.width, height: area.height, format: .alpha8)
    let kernels = strata_kernels().pointee
    let source = bytes.row(Int(area.minY - origin.minY)) + Int(area.minX - origin.minX) * 4
    kernels.extract_alpha(
      alpha.base.assumingMemoryBound(to: UInt8.self),
      alpha.rowBytes,
      source.assumingMemoryBound(to: UInt8.self),
      bytes.rowBytes,
      area.width,
      area.height
    )
    for y in 0..<area.height {
      let from = surface.buffer.row(y + Int(area.minY - surface.y)) + Int(area.minX - surface.x) * 4
      result.row(y).copyMemory(from: from, byteCount: area.width * 4)
    }
    withExtendedLifetime(alpha) {
      kernels.multiply_mask(
        result.base.assumingMemoryBound(to: UInt8.self),
        result.rowBytes,
        alpha.base.assumingMemoryBound(to: UInt8.self),
        alpha.rowBytes,
        area.width,
        area.height
      )
    }
    return Surface(buffer: result, x: area.minX, y: area.minY)
  }

  /// The picture over the blurred silhouette of itself.
  private func combined(_ picture: Surface, _ shadow: SurfaceShadow, _ effect: Effect) -> Surface? {
    let silhouette = PixelBuffer(
      width: picture.buffer.width,
      height: picture.buffer.height,
      format: .alpha8
    )
    let kernels = strata_kernels().pointee
    kernels.extract_alpha(
      silhouette.base.assumingMemoryBound(to: UInt8.self),
      silhouette.rowBytes,
      picture.buffer.base.assumingMemoryBound(to: UInt8.self),
      picture.buffer.rowBytes,
      silhouette.width,
      silhouette.height
    )
    // Whole pixels: the blur hides the fraction of the offset.
    let left = picture.x + Int32(shadow.offset.x.rounded())
    let top = picture.y + Int32(shadow.offset.y.rounded())
    let blurred = Blur.gaussian(
      silhouette,
      sigmaX: shadow.sigma.x,
      sigmaY: shadow.sigma.y,
      within: wanted.offset(by: -left, -top)
    )
    let (x, y) = (left - Int32(blurred.growX), top - Int32(blurred.growY))
    let dark = Coverage(alphaOf: blurred.buffer, x: x, y: y)
    var area = dark.bounds.union(effect.showsPicture ? picture.rect : dark.bounds).intersection(wanted)
    if let mask = effect.mask { area = area.intersection(surfaces[mask.value]?.rect ?? .empty) }
    guard !area.isEmpty else { return nil }
    let result = PixelBuffer(width: area.width, height: area.height, format: .rgba8)
    let painter = Painter(
      result,
      originX: area.minX,
      originY: area.minY,
      scratch: PaintScratch()
    )
    painter.fill(dark, with: PreparedPaint(.solid(PremultipliedColor(straight: shadow.color))))
    var combined = Surface(buffer: result, x: area.minX, y: area.minY)
    if let mask = effect.mask {
      guard let cut = masked(combined, by: mask) else { return nil }
      combined = cut
    }
    if effect.showsPicture {
      let painter = Painter(
        combined.buffer,
        originX: combined.x,
        originY: combined.y,
        scratch: PaintScratch()
      )
      painter.composite(picture.buffer, x: picture.x, y: picture.y)
    }
    return combined
  }
}
