import StrataKernels
import CoreGraphics
import StrataBase
import StrataFrame
import StrataRaster
import Synchronization

/// The fast path of items that are plain numbers: clipped by a rectangle at most, with normal blending.
extension ItemPreparer {
  /// The prepared item; nil if it needs the general path.
  func quick(
    _ item: UnsafePointer<DisplayItem>,
    at index: Int,
    _ bounds: PixelRect,
    _ memory: UnsafeMutablePointer<TransformedPicture>
  ) -> PreparedItem? {
    switch item.pointee.payload {
    case .fill(let rect, let color): return filled(item, rect, color, bounds)
    case .border(let rect, let width, let color):
      let shape = DeviceShape(border: rect, width: width, in: frame.spaces[item.pointee.space.value])
      return masked(item, shape, color, bounds)
    case .image(let index, let placement):
      return picture(item, index, placement, in: bounds, memory: memory)
    case .path(let index, let color):
      let map = frame.spaces[item.pointee.space.value].toDevice
      let antialias = item.pointee.isAntialiased
      let cached = frame.paths.withUnsafeBufferPointer { paths in
        paths.baseAddress.flatMap {
          shapes.find($0 + index.value, under: map, antialias: antialias, scratch: scratch)
        }
      }
      return cached.flatMap { kept(item, $0, color, bounds) }
    case .shadow(let rect, let sigma, let color):
      return shadow(item, rect, sigma: sigma, color: color, in: bounds)
    case .surface(let pass, let effect):
      return surface(item.pointee, pass, effect, key: keys[Int32(index)], in: bounds)
    case .gradient, .particles, .bitmap, .backdrop: return nil
    }
  }

  static func color(_ straight: SIMD4<Float>, _ opacity: Float) -> PremultipliedColor {
    PremultipliedColor(straight: straight).scaled(by: opacity)
  }

  /// An opacity in 0...255; halves are rounded down, as in colours.
  private static func byte(_ opacity: Float) -> UInt32 {
    let alpha = opacity.isNaN ? 0 : min(max(opacity, 0), 1)
    return UInt32(max(0, (alpha * 255 - 0.5).rounded(.up)))
  }

  // MARK: Colours

  private func filled(
    _ item: UnsafePointer<DisplayItem>,
    _ rect: RoundedRect,
    _ color: SIMD4<Float>,
    _ bounds: PixelRect
  ) -> PreparedItem? {
    let space = frame.spaces[item.pointee.space.value]
    guard space.relation.keepsRectangles else { return nil }
    let pixels: PixelRect
    if rect.hasSquareCorners, let whole = rect.wholePixels(under: space) {
      pixels = whole
    } else {
      let shape = DeviceShape(rect, in: space, edges: item.pointee.antialiasedEdges)
      guard case .pixels(let whole) = shape else { return masked(item, shape, color, bounds) }
      pixels = whole
    }
    let visible = bounds.intersection(pixels)
    guard !visible.isEmpty else { return .nothing }
    let bytes = ItemSummary.bytes(color, item.pointee.opacity)
    return PreparedItem(kind: .solid, hides: bytes >> 24 == 255, color: bytes, bounds: visible)
  }

  /// A shape whose mask the cache keeps.
  private func masked(
    _ item: UnsafePointer<DisplayItem>,
    _ shape: DeviceShape,
    _ color: SIMD4<Float>,
    _ bounds: PixelRect
  ) -> PreparedItem? {
    let antialias = item.pointee.isAntialiased
    return shapes.find(shape, antialias: antialias, scratch: scratch).flatMap {
      kept(item, $0, color, bounds)
    }
  }

  /// A cached shape, which stays until the frame ends.
  private func kept(
    _ item: UnsafePointer<DisplayItem>,
    _ placed: ShapeCache.CachedPlacement,
    _ color: SIMD4<Float>,
    _ bounds: PixelRect
  ) -> PreparedItem? {
    placed.shape._withUnsafeGuaranteedRef { shape in
      var item = PreparedItem(
        kind: .spans,
        hides: item.pointee.isOpaque && item.pointee.opacity >= 1,
        color: Self.color(color, item.pointee.opacity).rgba8,
        bounds: bounds,
        x: placed.x,
        y: placed.y
      )
      switch shape.state.load(ordering: .acquiring) {
      case .large: return nil
      case .spans, .lasting: item.spans = placed.shape
      case .mask:
        guard let mask = shape.mask else { return nil }
        item.kind = .mask
        item.mask = Unmanaged.passUnretained(mask)
        item.x += mask.originX
        item.y += mask.originY
      }
      return item
    }
  }

  private func shadow(
    _ item: UnsafePointer<DisplayItem>,
    _ rect: RoundedRect,
    sigma: Double,
    color: SIMD4<Float>,
    in bounds: PixelRect
  ) -> PreparedItem? {
    let space = frame.spaces[item.pointee.space.value]
    let m = space.toDevice
    guard space.relation.keepsRectangles,
      case .rounded(let device) = Self.rounded(DeviceShape(rect, in: space))
    else { return nil }
    let deviations = SIMD2(sigma * abs(m.m11), sigma * abs(m.m22))
    return shapes.findShadow(of: device, sigma: deviations, scratch: scratch).flatMap {
      kept(item, $0, color, bounds)
    }
  }

  /// The pixels that an opaque fill certainly hides, as a card hides a part of its shadow.
  func hidden(by item: UnsafePointer<DisplayItem>) -> PixelRect {
    guard item.pointee.blend == .normal, item.pointee.opacity >= 1, item.pointee.clip == nil,
      case .fill(let rect, let color) = item.pointee.payload, color.w >= 1
    else { return .empty }
    let space = frame.spaces[item.pointee.space.value]
    guard space.relation.keepsRectangles,
      case .rounded(let device) = Self.rounded(
        DeviceShape(rect, in: space, edges: item.pointee.antialiasedEdges)
      )
    else { return .empty }
    let round = device.limited()
    let radius = max(round.minXminY.max(), round.maxXminY.max(), round.minXmaxY.max(), round.maxXmaxY.max())
    // The largest square in a quarter ellipse leaves 1 − 1/√2 of the radii; a continuous corner leaves less.
    let inset = radius * 0.293 + 0.01
    func pixel(_ value: Double) -> Int32 { Int32(min(max(value, -1e9), 1e9)) }
    return PixelRect(
      pixel((round.minX + inset).rounded(.up)),
      pixel((round.minY + inset).rounded(.up)),
      pixel((round.maxX - inset).rounded(.down)),
      pixel((round.maxY - inset).rounded(.down))
    ).intersection(item.pointee.boundsInDevice)
  }

  // MARK: Pictures

  /// An untinted surface; it lies on the target's pixels.
  private func surface(
    _ item: DisplayItem,
    _ pass: Index<RenderPass>,
    _ effect: Index<Effect>?,
    key: SurfaceKey?,
    in bounds: PixelRect
  ) -> PreparedItem? {
    let tint = item.tint
    guard !isForDevice, tint.x == 1, tint.y == 1, tint.z == 1 else { return nil }
    guard let surface = surface(pass, effect, of: item, key, bounds) else { return .nothing }
    let visible = bounds.intersection(surface.rect)
    guard !visible.isEmpty else { return .nothing }
    let alpha = tint.w * min(max(item.opacity, 0), 1)
    let first = surface.buffer.row(Int(visible.minY - surface.y)) + Int(visible.minX - surface.x) * 4
    return PreparedItem(
      kind: .picture,
      hides: item.isOpaque && item.opacity >= 1,
      color: PremultipliedColor(premultiplied: SIMD4(repeating: alpha)).rgba8 >> 24,
      bounds: visible,
      pixels: UnsafePointer(first.assumingMemoryBound(to: UInt8.self)),
      rowBytes: surface.buffer.rowBytes,
      object: surface.buffer
    )
  }

  /// An untinted picture on a transformed plane, or one with the target's pixel size.
  private func picture(
    _ item: UnsafePointer<DisplayItem>,
    _ index: Index<ImageResource>,
    _ placement: Placement,
    in bounds: PixelRect,
    memory: UnsafeMutablePointer<TransformedPicture>
  ) -> PreparedItem? {
    guard item.pointee.tint == .one, !placement.sampling.isAlphaOnly, !placement.sampling.repeats else {
      return nil
    }
    // Quick kinds read pixels in main memory.
    if isForDevice, frame.images[index.value].image.devicePixels != nil { return nil }
    let space = frame.spaces[item.pointee.space.value]
    guard !placement.target.isEmpty, let map = Self.toSource(placement, space) else { return nil }
    guard space.relation.keepsRectangles else {
      let pixels = frame.images[index.value].image.pixels.inBytes
      return transformed(
        item,
        pixels,
        placement,
        toDevice: space.toDevice,
        toSource: map,
        in: bounds,
        memory: memory
      )
    }
    guard let offset = map.wholeOffset else {
      return shifted(item, index, placement, toSource: map, in: bounds)
    }
    let pixels = pictures.pixels(of: frame.images[index.value].image)
    guard
      case .pixels(let shape) = DeviceShape(placement.target, in: space, edges: item.pointee.antialiasedEdges)
    else {
      return nil
    }
    let rect = bounds.intersection(shape)
    guard !rect.isEmpty else { return nil }
    let slack = 1e-6
    let first = (x: Int(rect.minX) + offset.x, y: Int(rect.minY) + offset.y)
    let last = (x: Int(rect.maxX) + offset.x, y: Int(rect.maxY) + offset.y)
    let source = placement.source
    guard Double(first.x) >= max(0, source.minX - slack), Double(first.y) >= max(0, source.minY - slack),
      Double(last.x) <= min(Double(pixels.width), source.maxX + slack),
      Double(last.y) <= min(Double(pixels.height), source.maxY + slack)
    else { return nil }
    return PreparedItem(
      kind: .picture,
      hides: item.pointee.isOpaque && item.pointee.opacity >= 1,
      color: Self.byte(item.pointee.opacity),
      bounds: rect,
      pixels: pixels.pixel(first.x, first.y),
      rowBytes: pixels.rowBytes
    )
  }

  /// The map from the device to the pixels of a picture.
  @inline(__always)
  private static func toSource(_ placement: Placement, _ space: Space) -> Projective? {
    let (source, target) = (placement.source, placement.target)
    if space.relation <= .translation, !placement.isFlipped, source.width == target.width,
      source.height == target.height
    {
      // The same numbers as below, by plain differences.
      return .translation(
        -space.toDevice.m31 + (source.minX - target.minX),
        -space.toDevice.m32 + (source.minY - target.minY)
      )
    }
    return space.toDevice.inverted()?.concatenating(placement.toSource)
  }

  /// Larger pictures are sampled: a copy with a border would take much memory.
  private static let mostBorderedPixels = 1 << 20

  /// A whole picture that is moved by a fraction of a pixel; its edges cover pixels in part.
  private func shifted(
    _ item: UnsafePointer<DisplayItem>,
    _ index: Index<ImageResource>,
    _ placement: Placement,
    toSource map: Projective,
    in bounds: PixelRect
  ) -> PreparedItem? {
    let pixels = pictures.pixels(of: frame.images[index.value].image)
    guard item.pointee.antialiasedEdges == 15, placement.sampling.filter != .nearest,
      pixels.width * pixels.height <= Self.mostBorderedPixels,
      placement.source == PlaneRect(0, 0, Double(pixels.width), Double(pixels.height)),
      let start = ImageShift(map)
    else { return nil }
    // The pixels that the picture touches: one column and row more than it has.
    let (left, top) = (-1 - start.x, -1 - start.y)
    let reached = PixelRect(
      Int32(left),
      Int32(top),
      Int32(left + pixels.width + 1),
      Int32(top + pixels.height + 1)
    )
    let rect = bounds.intersection(reached)
    guard !rect.isEmpty else { return .nothing }
    let bordered = pictures.bordered(frame.images[index.value].image)
    let (column, row) = (Int(rect.minX) - left, Int(rect.minY) - top)
    return PreparedItem(
      kind: .shifted,
      fractionX: start.fractionX,
      fractionY: start.fractionY,
      color: Self.byte(item.pointee.opacity),
      bounds: rect,
      pixels: bordered.pixel(column, row),
      rowBytes: bordered.rowBytes
    )
  }

  /// A picture on a plane whose corners are all in front of the camera.
  private func transformed(
    _ item: UnsafePointer<DisplayItem>,
    _ pixels: PixelBuffer,
    _ placement: Placement,
    toDevice: Projective,
    toSource map: Projective,
    in bounds: PixelRect,
    memory: UnsafeMutablePointer<TransformedPicture>
  ) -> PreparedItem? {
    guard placement.sampling.filter == .linear, item.pointee.antialiasedEdges & 15 == 15, pixels.width > 0,
      pixels.height > 0, map.wholeOffset == nil, ImageShift(map) == nil
    else { return nil }
    let target = placement.target
    let (maxX, maxY) = (target.minX + target.width, target.minY + target.height)
    var isBefore = true
    func corner(_ x: Double, _ y: Double) -> RasterPoint {
      let place = toDevice.apply(x, y)
      if !(place.w > 1e-3) { isBefore = false }
      return RasterPoint(place.x, place.y) / place.w
    }
    let corners = (
      corner(target.minX, target.minY), corner(maxX, target.minY), corner(maxX, maxY),
      corner(target.minX, maxY)
    )
    guard isBefore else { return nil }
    let alpha = Self.byte(item.pointee.opacity)
    guard alpha > 0 else { return .nothing }
    let source = placement.source
    let part = SIMD4(source.minX, source.minY, source.maxX, source.maxY)
    memory.initialize(
      to: TransformedPicture(
        corners: corners,
        rows: ImageRows(pixels, source: part, fromDevice: map),
        alpha: alpha
      )
    )
    return PreparedItem(
      kind: .transformed,
      hides: item.pointee.isOpaque && item.pointee.opacity >= 1,
      bounds: bounds,
      transformed: UnsafePointer(memory)
    )
  }
}
