import CStrataKernels
import CoreGraphics
import StrataBase
import StrataCompositor
import StrataRaster
import Synchronization

/// Items that are drawn from numbers alone: no clip but a rectangle, blended normally.
extension ItemPreparer {
  /// Nil where an item needs more.
  func quick(
    _ item: UnsafePointer<DisplayItem>,
    _ bounds: PixelRect,
    _ memory: UnsafeMutablePointer<TurnedPicture>
  ) -> PreparedItem? {
    switch item.pointee.payload {
    case .fill(let rect, let color): return filled(item, rect, color, bounds)
    case .border(let rect, let width, let color):
      let shape = DeviceShape(border: rect, width: width, in: frame.spaces[item.pointee.space.value])
      return masked(item, shape, color, bounds)
    case .image(let index, let placement): return picture(item, index, placement, bounds, memory)
    case .path(let index, let color):
      let map = frame.spaces[item.pointee.space.value].toDevice
      let antialias = item.pointee.antialiasedEdges != 0
      let found = frame.paths.withUnsafeBufferPointer { paths in
        paths.baseAddress.flatMap {
          shapes.find($0 + index.value, under: map, antialias: antialias, scratch: scratch)
        }
      }
      return found.flatMap { kept(item, $0, color, bounds) }
    case .shadow(let rect, let sigma, let color): return shadow(item, rect, sigma, color, bounds)
    case .gradient, .particles, .surface, .bitmap, .backdrop: return nil
    }
  }

  static func color(_ straight: SIMD4<Float>, _ opacity: Float) -> PremultipliedColor {
    PremultipliedColor(straight: straight).scaled(by: opacity)
  }

  /// 0...255 for an opacity, halves downwards, as colours have it.
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

  /// A shape that is kept as a mask.
  private func masked(
    _ item: UnsafePointer<DisplayItem>,
    _ shape: DeviceShape,
    _ color: SIMD4<Float>,
    _ bounds: PixelRect
  ) -> PreparedItem? {
    let antialias = item.pointee.antialiasedEdges != 0
    return shapes.find(shape, antialias: antialias, scratch: scratch).flatMap {
      kept(item, $0, color, bounds)
    }
  }

  /// A shape that the cache holds until the frame ends.
  private func kept(
    _ item: UnsafePointer<DisplayItem>,
    _ found: ShapeCache.Found,
    _ color: SIMD4<Float>,
    _ bounds: PixelRect
  ) -> PreparedItem? {
    found.shape._withUnsafeGuaranteedRef { shape in
      var item = PreparedItem(
        kind: .spans,
        hides: item.pointee.isOpaque && item.pointee.opacity >= 1,
        color: Self.color(color, item.pointee.opacity).rgba8,
        bounds: bounds,
        x: found.x,
        y: found.y
      )
      switch shape.state.load(ordering: .acquiring) {
      case .large: return nil
      case .spans, .lasting: item.spans = found.shape
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
    _ sigma: Double,
    _ color: SIMD4<Float>,
    _ bounds: PixelRect
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

  /// The pixels that an opaque fill hides for certain of what lies below, as a card does of its shadow.
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
    // A square inside of an ellipse's quarter leaves 1 − 1/√2 of its radii; a continuous corner reaches less far in.
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

  /// A picture that is not tinted: turned, or its pixels as large as the target's, upon them or moved by a fraction.
  private func picture(
    _ item: UnsafePointer<DisplayItem>,
    _ index: Index<ImageResource>,
    _ placement: Placement,
    _ bounds: PixelRect,
    _ memory: UnsafeMutablePointer<TurnedPicture>
  ) -> PreparedItem? {
    guard item.pointee.tint == .one, !placement.sampling.isAlphaOnly, !placement.sampling.repeats else {
      return nil
    }
    let space = frame.spaces[item.pointee.space.value]
    guard !placement.target.isEmpty, let map = Self.toSource(placement, space) else { return nil }
    guard space.relation.keepsRectangles else {
      let pixels = frame.images[index.value].image.pixels.inBytes
      return turned(item, pixels, placement, space.toDevice, map, bounds, memory)
    }
    guard let offset = map.wholeOffset else { return shifted(item, index, placement, map, bounds) }
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

  /// From the device to the pixels of a picture.
  @inline(__always)
  private static func toSource(_ placement: Placement, _ space: Space) -> Projective? {
    let (source, target) = (placement.source, placement.target)
    if space.relation <= .translation, !placement.isFlipped, source.width == target.width,
      source.height == target.height
    {
      // What the general way gives, too, by plain differences.
      return .translation(
        -space.toDevice.m31 + (source.minX - target.minX),
        -space.toDevice.m32 + (source.minY - target.minY)
      )
    }
    return space.toDevice.inverted()?.concatenating(placement.toSource)
  }

  /// Pictures of more pixels are read through a sampler: a copy with a border around them would be large.
  private static let mostBorderedPixels = 1 << 20

  /// A whole picture between pixels, whose edges fade out by their share of a pixel.
  private func shifted(
    _ item: UnsafePointer<DisplayItem>,
    _ index: Index<ImageResource>,
    _ placement: Placement,
    _ map: Projective,
    _ bounds: PixelRect
  ) -> PreparedItem? {
    let pixels = pictures.pixels(of: frame.images[index.value].image)
    guard item.pointee.antialiasedEdges == 15, placement.sampling.filter != .nearest,
      pixels.width * pixels.height <= Self.mostBorderedPixels,
      placement.source == PlaneRect(0, 0, Double(pixels.width), Double(pixels.height)),
      let start = ImageShift(map)
    else { return nil }
    // The pixels that any of the picture reaches: one column and row more than it has.
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

  /// A picture on a plane all of whose corners are before the eye.
  private func turned(
    _ item: UnsafePointer<DisplayItem>,
    _ pixels: PixelBuffer,
    _ placement: Placement,
    _ toDevice: Projective,
    _ map: Projective,
    _ bounds: PixelRect,
    _ memory: UnsafeMutablePointer<TurnedPicture>
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
      to: TurnedPicture(
        corners: corners,
        rows: ImageRows(pixels, source: part, fromDevice: map),
        alpha: alpha
      )
    )
    return PreparedItem(
      kind: .turned,
      hides: item.pointee.isOpaque && item.pointee.opacity >= 1,
      bounds: bounds,
      turned: UnsafePointer(memory)
    )
  }
}
