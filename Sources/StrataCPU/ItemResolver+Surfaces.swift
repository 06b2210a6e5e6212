import CoreGraphics
import StrataBase
import StrataFrame
import StrataRaster

/// Surfaces: those that the device draws, and those that the processor draws for it.
extension ItemResolver {
  func resolve(
    surface item: DisplayItem,
    at index: Int,
    of fragment: Int,
    in pass: PixelRect,
    _ body: (ResolvedItem) -> Void
  ) throws(BackendError) {
    let all = fragments[fragment]
    var bounds = item.boundsInDevice.intersection(pass)
    var (clip, hides) = (Coverage?.none, item.isOpaque && item.blend == .normal && item.opacity >= 1)
    if let index = item.clip {
      let chain = all.prepared.firstClip + index.value
      bounds = bounds.intersection(clips[chain].rect)
      if clips[chain].hasPartialEdge { hides = false }
      if !clips[chain].shapes.isEmpty {
        clip = coverage(ofClip: chain, in: pass)
        hides = false
      }
    }
    guard !bounds.isEmpty, !(clip?.isEmpty ?? false) else { return }
    var tint = item.tint
    tint.w *= min(max(item.opacity, 0), 1)
    let factors = PremultipliedColor(
      premultiplied: SIMD4(tint.x * tint.w, tint.y * tint.w, tint.z * tint.w, tint.w)
    )
    let source: ResolvedItem.Source
    if case .surface(let pass, _) = item.payload, let effect = all.prepared.frame.deviceEffect(of: item) {
      source = .pass(pass.value, effect, factors: factors)
    } else {
      source = .surface(try finished(index, of: fragment, in: bounds), factors: factors)
    }
    body(
      ResolvedItem(
        bounds: bounds,
        shape: clip.map { .coverage($0.intersection(bounds), x: 0, y: 0) } ?? .full,
        source: source,
        blend: item.blend,
        clipEdge: clipEdge(of: item, all.prepared),
        hides: hides
      )
    )
  }

  /// Draws a surface after its effect on the processor: the pixels of a rectangle.
  private func finished(_ index: Int, of fragment: Int, in bounds: PixelRect) throws(BackendError)
    -> PixelBuffer
  {
    let frame = fragments[fragment].prepared.frame
    let item = frame.items[index]
    let plain = DisplayItem(
      layer: item.layer,
      part: item.part,
      space: item.space,
      clip: nil,
      boundsInDevice: item.boundsInDevice,
      payload: item.payload
    )
    return try draw(plain, of: frame, in: bounds)
  }

  /// Draws a rasterized layer, or the mask of what is behind an item, on the processor.
  func draw(pass: Index<RenderPass>, of fragment: Int) throws(BackendError) {
    let frame = fragments[fragment].prepared.frame
    let bounds = frame[pass].bounds
    guard fragments[fragment].prepared.surfaces[pass.value] == nil, !bounds.isEmpty else { return }
    let item = DisplayItem(
      layer: LayerID(index: 0, generation: 0),
      part: .group,
      space: Index(0),
      clip: nil,
      boundsInDevice: bounds,
      payload: .surface(pass, nil)
    )
    let pixels = try draw(item, of: frame, in: bounds)
    let surface = PreparedItem.Surface(buffer: pixels, x: bounds.minX, y: bounds.minY)
    add(surface, ofPass: pass.value, of: fragment)
  }

  /// Draws one more item of a frame on the processor, over transparent pixels.
  private func draw(_ item: DisplayItem, of frame: Frame, in bounds: PixelRect) throws(BackendError)
    -> PixelBuffer
  {
    drawnSurfaces += 1
    var frame = frame
    frame.items.append(item)
    var plan = DrawPlan()
    plan.bounds = bounds
    plan.region = PixelRegion(bounds)
    plan.plannedItems = [DrawPlan.PlannedItem(fragment: 0, item: Int32(frame.items.count - 1))]
    plan.fragments = [DrawPlan.Fragment(shared: CopyOnWrite(frame), keys: [:], plannedItems: 0..<1)]
    let pixels = PixelBuffer(width: bounds.width, height: bounds.height, format: .rgba8)
    try painter.draw(plan, into: pixels)
    return pixels
  }
}

extension Frame {
  /// True if a device draws a pass: its pixels are bytes.
  private func isForDevice(_ pass: Index<RenderPass>) -> Bool { !self[pass].isWide }

  /// The effect of a surface that a device computes; nil if the processor does.
  func deviceEffect(of item: DisplayItem) -> ResolvedEffect? {
    guard case .surface(let pass, let index) = item.payload, isForDevice(pass) else { return nil }
    var result = ResolvedEffect()
    guard let effect = index.map({ self[$0] }) else { return result }
    guard effect.transition == nil, let filters = effect.filters.steps,
      effect.mask.map({ isForDevice($0) }) ?? true
    else { return nil }
    (result.filters, result.mask, result.shadow) = (filters, effect.mask?.value, effect.shadow)
    result.showsPicture = effect.showsPicture
    return result
  }

  /// The passes that a device reads for an item: that of a surface, then that of its mask; none if the processor draws it.
  func devicePasses(readBy item: DisplayItem) -> [Int] {
    guard case .surface(let pass, _) = item.payload, let effect = deviceEffect(of: item) else { return [] }
    return [pass.value] + (effect.mask.map { [$0] } ?? [])
  }
}
