import CStrataKernels
import CoreGraphics
import StrataBase
import StrataCompositor
import StrataRaster

/// An item with everything resolved that does not depend on the band: shape, paint and place.
///
/// What scenes have thousands of is drawn from numbers alone; the rest is an object. Pictures and masks are kept by the
/// frame and by the cache of shapes for as long as items are drawn.
struct PreparedItem {
  enum Kind: UInt8 {
    /// Nothing of the item can be seen.
    case nothing
    /// `color` over every pixel of `bounds`.
    case solid
    /// Pixels upon the pixels of `bounds`, times the alpha `color`.
    case picture
    /// As `picture`, between its pixels.
    case shifted
    /// A picture on a plane that is turned.
    case turned
    /// `color` through a mask.
    case mask
    /// `color` through the spans of a kept shape.
    case spans
    /// What `other` says.
    case other
  }

  var kind: Kind
  /// Whether every pixel of `bounds` becomes the item's own colour.
  var hides = false
  /// How far pixels lie between those of the picture, in 1/256: shares of the next pixel.
  var fractionX: UInt16 = 0
  var fractionY: UInt16 = 0
  /// Premultiplied bytes, or an alpha of 0...255.
  var color: UInt32 = 0
  /// Every pixel it may touch: item, clip and pass together.
  var bounds: PixelRect
  /// The innermost clip around it that covers once, among those of the job, or -1.
  var clipEdge: Int32 = -1
  /// The pixel of the picture for the first one of `bounds`.
  var pixels: UnsafePointer<UInt8>?
  var rowBytes = 0
  var turned: UnsafePointer<TurnedPicture>?
  /// The mask, and where its first pixel stands.
  var mask: Unmanaged<ShapeMask>?
  /// The shape whose spans are drawn, moved by `x` and `y`.
  var spans: Unmanaged<CachedShape>?
  var x: Int32 = 0
  var y: Int32 = 0
  /// Pixels of a mask that an opaque item right above hides.
  var hidden = PixelRect.empty
  var other: OtherItem?

  /// What stands for an item that cannot be seen.
  static var nothing: PreparedItem { PreparedItem(kind: .nothing, bounds: .empty) }

  /// What the item does to what lies behind, if that is what it draws.
  var backdrop: (effect: Effect, alpha: Float)? {
    guard kind == .other, case .backdrop(let effect, let alpha)? = other?.content else { return nil }
    return (effect, alpha)
  }

  var clip: Int? { other?.clip }

  /// Pixels with the place of the first one.
  struct Surface {
    var buffer: PixelBuffer
    var x: Int32
    var y: Int32
    var rect: PixelRect { PixelRect(x, y, x + Int32(buffer.width), y + Int32(buffer.height)) }
  }
}

/// A picture on a plane that is turned: read between its pixels, inside of a quadrilateral of the device.
struct TurnedPicture {
  var corners: (RasterPoint, RasterPoint, RasterPoint, RasterPoint)
  var rows: ImageRows
  var alpha: UInt32
}

/// What an item draws that needs more than numbers.
final class OtherItem {
  enum Content {
    case color(DeviceShape, PremultipliedColor)
    case paint(DeviceShape, PreparedPaint, alpha: Float)
    case surface(PreparedItem.Surface, tint: SIMD4<Float>)
    /// Particles: each a shape with a paint of its own.
    case particles([(shape: DeviceShape, bounds: PixelRect, paint: PreparedPaint)], alpha: Float)
    /// Replaces what lies behind; drawn between bands.
    case backdrop(Effect, alpha: Float)
  }

  let content: Content
  let clip: Int?
  let blend: BlendMode
  let antialias: Bool

  init(_ content: Content, clip: Int?, blend: BlendMode, antialias: Bool) {
    (self.content, self.clip, self.blend, self.antialias) = (content, clip, blend, antialias)
  }
}

/// Turns the items of a pass into prepared ones; workers share them, each with its own rasterizer.
struct ItemPreparer {
  let shared: CopyOnWrite<Frame>
  var frame: Frame { _read { yield shared.value } }
  let clips: [PreparedClip]
  /// Where the frame's clips begin among all.
  let firstClip: Int
  /// The clip edges of the frame's clips, by their indices; empty where there are none.
  let clipEdges: [Int32]
  let shapes: ShapeCache
  let rasters: RasterCache
  /// The names of what items take from surfaces.
  let keys: [Int32: SurfaceKey]
  /// The pixels of the passes drawn before.
  let surfaces: [PreparedItem.Surface?]
  let pictures: PictureTable
  /// Whether the pass holds half floats, into which numbers and bytes alone cannot be painted.
  let isWide: Bool
  let scratch: RasterizerScratch

  /// Prepares items of a frame, whose summaries say what most of them are, and puts them into places.
  ///
  /// `neighbours` are the items of the pass; what follows an item may hide parts of it.
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
            let memory = places.turned + (places.first + place)
            var item = prepare(first + index, at: index, next: next, in: pass, turned: memory)
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

  /// An item, of which nothing may be seen; `next` is the one that is drawn after it.
  ///
  /// Items are read where they lie: they are large, and most need a few of their numbers. `turned` is memory for the
  /// numbers of a turned picture, should it be one.
  func prepare(
    _ place: UnsafePointer<DisplayItem>,
    at index: Int,
    next: UnsafePointer<DisplayItem>?,
    in pass: PixelRect,
    turned: UnsafeMutablePointer<TurnedPicture>
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
    if clip == nil, place.pointee.blend == .normal, !isWide, var quick = quick(place, bounds, turned) {
      if quick.kind == .mask, case .shadow = place.pointee.payload, let next {
        quick.hidden = hidden(by: next)
      }
      if hasPartialEdge { quick.hides = false }
      return quick
    }
    let item = place.pointee
    guard var content = content(of: item, at: index, bounds: bounds) else { return .nothing }
    let antialias = item.antialiasedEdges != 0
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
    let other = OtherItem(content, clip: clip, blend: item.blend, antialias: antialias)
    if hasPartialEdge { hides = false }
    return PreparedItem(kind: .other, hides: hides, bounds: bounds, other: other)
  }

  /// The shape as coverage, computed once for all bands; rectangles of whole pixels stay what they are.
  ///
  /// A clip that belongs to this item alone, as those of planes that were cut do, is worked in at once.
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

  private func content(of item: DisplayItem, at index: Int, bounds: PixelRect) -> OtherItem.Content? {
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
      let pixels = frame[index].image.pixels.inBytes
      guard let paint = image(pixels, placement, in: space, tint: item.tint) else { return nil }
      return .paint(DeviceShape(placement.target, in: space, edges: edges), paint, alpha: item.opacity)
    case .bitmap(let pass, var placement):
      guard let pixels = surfaces[pass.value]?.buffer else { return nil }
      // Pixels are counted from the corner of the pass, which may lie on either side of its grid's origin.
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

  /// A drawn surface after its effect, or one that was kept.
  private func surface(
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

  /// A rectangle of whole pixels as one with (square) corners.
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
    let deviation = min(deviation, ShadowCoverage.largestSigma)
    // What lies further from the wanted pixels than the blur reaches cannot be seen.
    let reach = Int32(min(max(deviation * 3, 0), 2000).rounded(.up)) + 2
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

  private func gradient(_ resource: GradientResource, in space: Space, tint: SIMD4<Float>) -> PreparedPaint? {
    guard let inverse = space.toDevice.inverted(), !resource.frame.isEmpty else { return nil }
    let frame = resource.frame
    let toUnit = inverse.concatenating(.translation(-frame.minX, -frame.minY))
      .concatenating(.scale(1 / frame.width, 1 / frame.height))
    let geometry: GradientGeometry =
      switch resource.kind {
      case .axial: .axial(start: resource.start, end: resource.end)
      case .radial: .ellipse(center: resource.start, radii: resource.end - resource.start)
      case .conic: .conic(center: resource.start, end: resource.end)
      }
    let stops = GradientStops(colors: resource.colors.map { $0 * tint }, locations: resource.locations)
    return PreparedPaint(.gradient(GradientPaint(stops: stops, geometry: geometry, fromDevice: toUnit)))
  }

  private func image(
    _ pixels: PixelBuffer,
    _ placement: Placement,
    in space: Space,
    tint: SIMD4<Float>
  ) -> PreparedPaint? {
    guard !placement.target.isEmpty, let inverse = space.toDevice.inverted() else { return nil }
    let whole = PlaneRect(0, 0, Double(pixels.width), Double(pixels.height))
    return paint(
      pixels,
      source: placement.sampling.repeats ? whole : placement.source,
      fromDevice: inverse.concatenating(placement.toSource),
      sampling: placement.sampling,
      tint: tint
    )
  }

  private func paint(
    _ pixels: PixelBuffer,
    source: PlaneRect,
    fromDevice: Projective,
    sampling: Sampling,
    tint: SIMD4<Float>
  ) -> PreparedPaint {
    let filter: SamplingFilter =
      switch sampling.filter {
      case .nearest: .nearest
      case .linear: .linear
      case .trilinear: .trilinear(bias: sampling.bias)
      }
    return PreparedPaint(
      .image(
        ImagePaint(
          pixels: pixels,
          source: SIMD4(source.minX, source.minY, source.maxX, source.maxY),
          fromDevice: fromDevice,
          filter: filter,
          edge: sampling.repeats ? .repeat : .clamp,
          tint: tint,
          isTemplate: sampling.isAlphaOnly
        )
      )
    )
  }

  private func particles(
    _ batch: ParticleBatch,
    in space: Space,
    bounds: PixelRect,
    tint: SIMD4<Float>
  ) -> [(shape: DeviceShape, bounds: PixelRect, paint: PreparedPaint)] {
    batch.particles.compactMap { particle in
      let sprite = batch.sprites[Int(particle.sprite)]
      // The unit square around the origin to the plane, and on to the device.
      let toPlane = Projective(
        a: particle.axisX.x,
        b: particle.axisX.y,
        c: particle.axisY.x,
        d: particle.axisY.y,
        tx: particle.center.x,
        ty: particle.center.y
      )
      let own = Space(toPlane.concatenating(space.toDevice))
      let square = PlaneRect(-0.5, -0.5, 0.5, 0.5)
      let shape = DeviceShape(square, in: own)
      guard let reached = Self.bounds(of: square, under: own.toDevice) else { return nil }
      let visible = reached.intersection(bounds)
      guard !visible.isEmpty, let inverse = own.toDevice.inverted() else { return nil }
      let placement = Placement(
        source: sprite.source,
        target: square,
        isFlipped: sprite.isFlipped,
        sampling: sprite.sampling
      )
      let paint = paint(
        frame[sprite.image].image.pixels.inBytes,
        source: sprite.source,
        fromDevice: inverse.concatenating(placement.toSource),
        sampling: sprite.sampling,
        tint: particle.color * tint
      )
      return (shape, visible, paint)
    }
  }

  /// The pixels that a mapped rectangle touches.
  private static func bounds(of rect: PlaneRect, under m: Projective) -> PixelRect? {
    var (minX, minY, maxX, maxY) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for (x, y) in [
      (rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.minX, rect.maxY), (rect.maxX, rect.maxY),
    ] {
      let place = m.apply(x, y)
      guard place.w > 1e-5 else { return PixelRect(-1 << 29, -1 << 29, 1 << 29, 1 << 29) }
      (minX, maxX) = (min(minX, place.x / place.w), max(maxX, place.x / place.w))
      (minY, maxY) = (min(minY, place.y / place.w), max(maxY, place.y / place.w))
    }
    guard minX.isFinite, minY.isFinite, maxX.isFinite, maxY.isFinite else { return nil }
    func pixel(_ value: Double) -> Int32 { Int32(min(max(value, -5e8), 5e8)) }
    return PixelRect(
      pixel((minX - 0.01).rounded(.down)),
      pixel((minY - 0.01).rounded(.down)),
      pixel((maxX + 0.01).rounded(.up)),
      pixel((maxY + 0.01).rounded(.up))
    )
  }
}
