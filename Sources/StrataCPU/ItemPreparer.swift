import StrataKernels
import CoreGraphics
import StrataBase
import StrataFrame
import StrataRaster

/// Turns the items of a pass into prepared ones; workers share them, each with its own rasterizer.
struct ItemPreparer {
  let shared: CopyOnWrite<Frame>
  var frame: Frame { _read { yield shared.value } }
  let clips: [PreparedClip]
  /// The index of the frame's first clip among all.
  let firstClip: Int
  /// The clip edge of each of the frame's clips; empty if there are none.
  let clipEdges: [Int32]
  let shapes: ShapeCache
  let rasters: RasterCache
  /// The cache keys of the surfaces that items draw.
  let keys: [Int32: SurfaceKey]
  /// The pixels of the passes drawn before.
  let surfaces: [PreparedItem.Surface?]
  let pictures: PictureTable
  /// True if the pass holds half floats, which have no quick items.
  let isWide: Bool
  /// True if a device samples pictures: those that it holds need no pixels in main memory.
  var isForDevice = false
  let scratch: RasterizerScratch

  /// Prepares items of a frame and stores them at places.
  ///
  /// `neighbours` are the items of the pass: the next item may hide parts of one.
  func prepare(
    _ plannedItems: ArraySlice<DrawPlan.PlannedItem>,
    _ neighbours: Range<Int32>,
    in pass: PixelRect,
    at places: TileBins.Places
  ) {
    Frame.allSummaries(of: shared).withUnsafeBufferPointer { summaries in
      shared.value.items.withUnsafeBufferPointer { items in
        guard let first = items.baseAddress else { return }
        var place = 0
        for planned in plannedItems {
          let index = Int(planned.item)
          if summaries[index].traits.contains(.isSolid), !isWide {
            let visible = summaries[index].bounds.intersection(pass)
            places.commands[places.first + place] = StrataCommand(visible, color: summaries[index].color)
          } else {
            let next = planned.item + 1 < neighbours.upperBound ? first + index + 1 : nil
            let memory = places.transformed + (places.first + place)
            var item = prepare(first + index, at: index, next: next, in: pass, memory: memory)
            if !clipEdges.isEmpty, let clipEdge = first[index].clipEdge {
              item.clipEdge = clipEdges[clipEdge.value]
            }
            places.put(item, at: place)
          }
          place += 1
        }
      }
    }
  }

  /// Prepares one item; `next` is the item that is drawn after it.
  ///
  /// The item is passed by address: items are large, and most need only a few of their fields. `memory` receives the
  /// parameters of a transformed picture.
  func prepare(
    _ place: UnsafePointer<DisplayItem>,
    at index: Int,
    next: UnsafePointer<DisplayItem>?,
    in pass: PixelRect,
    memory: UnsafeMutablePointer<TransformedPicture>
  ) -> PreparedItem {
    var bounds = place.pointee.boundsInDevice.intersection(pass)
    var clip: Int?
    var hasPartialEdge = false
    if let index = place.pointee.clip {
      let chain = firstClip + index.value
      bounds = bounds.intersection(clips[chain].rect)
      hasPartialEdge = clips[chain].hasPartialEdge
      if !clips[chain].shapes.isEmpty { clip = chain }
    }
    guard !bounds.isEmpty else { return .nothing }
    if clip == nil, place.pointee.blend == .normal, !isWide,
      var quick = quick(place, at: index, bounds, memory)
    {
      if quick.kind == .mask, case .shadow = place.pointee.payload, let next {
        quick.hidden = hidden(by: next)
      }
      if hasPartialEdge { quick.hides = false }
      return quick
    }
    var item = general(place.pointee, at: index, in: bounds, clip: clip)
    if hasPartialEdge { item.hides = false }
    return item
  }

  /// Prepares an item that is not of a quick kind; `bounds` are its visible pixels, `clip` is the chain of its clips.
  func general(_ item: DisplayItem, at index: Int, in bounds: PixelRect, clip: Int?) -> PreparedItem {
    var (bounds, clip) = (bounds, clip)
    guard var content = content(of: item, at: index, bounds: bounds) else { return .nothing }
    let antialias = item.isAntialiased
    var hides = item.isOpaque && clip == nil && item.blend == .normal && item.opacity >= 1
    if case .color(.pixels(let rect), let color) = content, clip == nil, item.blend == .normal, color.isOpaque
    {
      hides = true
      bounds = bounds.intersection(rect)
    } else if case .backdrop = content {
      hides = false
    }
    if case .color(let shape, let color) = content {
      content = .color(covered(shape, bounds, antialias, &clip), color)
    } else if case .paint(let shape, let paint, let alpha) = content {
      content = .paint(covered(shape, bounds, antialias, &clip), paint, alpha: alpha)
    }
    let general = GeneralItem(content, clip: clip, blend: item.blend, antialias: antialias)
    return PreparedItem(kind: .general, hides: hides, bounds: bounds, object: general)
  }

  /// The shape as coverage, computed once for all bands; rectangles of whole pixels stay rectangles.
  ///
  /// A clip that belongs to this item alone, such as a cut through its plane, is applied here.
  private func covered(
    _ shape: DeviceShape,
    _ bounds: PixelRect,
    _ antialias: Bool,
    _ clip: inout Int?
  ) -> DeviceShape {
    if let index = clip, clips[index].isCut {
      if antialias, let cut = clips[index].cut, let piece = shape.cut(by: cut) {
        clip = nil
        return .coverage(piece.coverage(in: bounds, antialias: true, scratch: scratch))
      }
      let own = shape.coverage(in: bounds, antialias: antialias, scratch: scratch)
      let cut = clips[index].coverage(in: own.bounds, scratch: scratch)
      clip = nil
      return .coverage(cut.map { own.multiplied(by: $0) } ?? own)
    }
    switch shape {
    case .pixels, .coverage: return shape
    case .rounded, .border, .outline, .edges:
      return .coverage(shape.coverage(in: bounds, antialias: antialias, scratch: scratch))
    }
  }

  private func content(of item: DisplayItem, at index: Int, bounds: PixelRect) -> GeneralItem.Content? {
    let space = frame[item.space]
    let edges = item.antialiasedEdges
    func color(_ straight: SIMD4<Float>) -> PremultipliedColor { Self.color(straight, item.opacity) }
    switch item.payload {
    case .fill(let rect, let fill):
      return .color(DeviceShape(rect, in: space, edges: edges), color(fill))
    case .border(let rect, let width, let stroke):
      return .color(DeviceShape(border: rect, width: width, in: space), color(stroke))
    case .path(let index, let fill):
      let path = frame[index]
      switch shapes.path(path, under: space.toDevice, antialias: edges != 0, scratch: scratch) {
      case (.mask(let mask), let x, let y)?:
        return .color(.coverage(mask.coverage.offset(by: x, y).intersection(bounds)), color(fill))
      case (.coverage(let coverage), let x, let y)?:
        return .color(.coverage(coverage.offset(by: x, y).intersection(bounds)), color(fill))
      default:
        return .color(.outline(path.outline.transformed(by: space.toDevice), path.rule), color(fill))
      }
    case .shadow(let rect, let sigma, let fill):
      guard let coverage = shadow(rect, sigma: sigma, in: space, bounds: bounds) else { return nil }
      return .color(.coverage(coverage), color(fill))
    case .gradient(let index, let rect):
      guard let paint = gradient(frame[index], in: space, tint: item.tint) else { return nil }
      return .paint(DeviceShape(rect, in: space, edges: edges), paint, alpha: item.opacity)
    case .image(let index, let placement):
      let pixels = pixels(of: frame[index].image, placement.sampling)
      guard let paint = image(pixels, placement, in: space, tint: item.tint) else { return nil }
      return .paint(DeviceShape(placement.target, in: space, edges: edges), paint, alpha: item.opacity)
    case .bitmap(let pass, var placement):
      guard let pixels = surfaces[pass.value]?.buffer else { return nil }
      // The source is relative to the corner of the pass, on either side of its grid's origin.
      let corner = frame[pass].bounds
      placement.source = placement.source.offset(x: -Double(corner.minX), y: -Double(corner.minY))
      guard let paint = image(pixels, placement, in: space, tint: item.tint) else { return nil }
      return .paint(DeviceShape(placement.target, in: space, edges: edges), paint, alpha: item.opacity)
    case .surface(let pass, let effect):
      guard let surface = surface(pass, effect, of: item, keys[Int32(index)], bounds) else {
        return item.blend.isUnbounded
          ? .color(.pixels(bounds), PremultipliedColor(premultiplied: .zero)) : nil
      }
      var tint = item.tint
      tint.w *= min(max(item.opacity, 0), 1)
      return .surface(surface, tint: tint)
    case .particles(let index):
      return .particles(
        particles(frame[index], in: space, bounds: bounds, tint: item.tint),
        alpha: item.opacity
      )
    case .backdrop(let effect):
      return .backdrop(frame[effect], alpha: item.opacity)
    }
  }

  /// A drawn surface after its effect, from the cache if it is kept there.
  func surface(
    _ pass: Index<RenderPass>,
    _ effect: Index<Effect>?,
    of item: DisplayItem,
    _ key: SurfaceKey?,
    _ bounds: PixelRect
  ) -> PreparedItem.Surface? {
    guard let effect else { return surfaces[pass.value] }
    if let kept = key.flatMap({ rasters.surface($0) }) { return kept }
    guard let drawn = surfaces[pass.value] else { return nil }
    let wanted = key == nil ? bounds : item.boundsInDevice
    let maker = EffectRenderer(frame: frame, surfaces: surfaces, wanted: wanted)
    guard let finished = maker.apply(frame[effect], to: drawn) else { return nil }
    if let key { rasters.keep(finished, as: key) }
    return finished
  }

  private func shadow(
    _ rect: RoundedRect,
    sigma: Double,
    in space: Space,
    bounds: PixelRect
  ) -> Coverage? {
    let m = space.toDevice
    if space.relation.keepsRectangles, case .rounded(let device) = Self.rounded(DeviceShape(rect, in: space))
    {
      let deviations = SIMD2(sigma * abs(m.m11), sigma * abs(m.m22))
      return ShadowCoverage.coverage(
        of: device,
        sigma: deviations,
        clip: bounds,
        scratch: scratch,
        cache: shapes.shadows
      )
    }
    let outline = Outline.roundedRect(rect).transformed(by: m)
    // The mean scale of the map at the middle of the rectangle.
    let place = m.apply(rect.minX + rect.width / 2, rect.minY + rect.height / 2)
    let area = abs(m.determinant) / max(abs(place.w * place.w * place.w), 1e-12)
    return blurred(outline, .nonZero, deviation: sigma * area.squareRoot(), bounds: bounds)
  }

  /// Converts a rectangle of whole pixels to a rounded one with square corners.
  static func rounded(_ shape: DeviceShape) -> DeviceShape {
    guard case .pixels(let rect) = shape else { return shape }
    return .rounded(
      RoundedRect(
        minX: Double(rect.minX),
        minY: Double(rect.minY),
        width: Double(rect.width),
        height: Double(rect.height)
      )
    )
  }

  private func blurred(
    _ outline: Outline,
    _ rule: FillRule,
    deviation: Double,
    bounds: PixelRect
  ) -> Coverage? {
    // Of numbers without an order, the limit.
    let isUsual = deviation < ShadowCoverage.largestSigma
    let deviation = isUsual ? max(deviation, 0) : ShadowCoverage.largestSigma
    // Pixels beyond the reach of the blur have no effect.
    let reach = Int32(min(deviation * 3, 2000).rounded(.up)) + 2
    let area = PixelRect(bounds.minX - reach, bounds.minY - reach, bounds.maxX + reach, bounds.maxY + reach)
    let plain = Rasterizer.coverage(of: outline, rule: rule, clip: area, scratch: scratch)
    guard !plain.isEmpty else { return nil }
    let blurred = Blur.gaussian(plain.buffer(covering: plain.bounds), sigmaX: deviation, sigmaY: deviation)
    return Coverage(
      alphaOf: blurred.buffer,
      x: plain.bounds.minX - Int32(blurred.growX),
      y: plain.bounds.minY - Int32(blurred.growY)
    ).intersection(bounds)
  }
}
