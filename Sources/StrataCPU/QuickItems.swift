import CoreGraphics
import StrataBase
import StrataCompositor
import StrataRaster

/// Items that are drawn from numbers alone: no clip but a rectangle, blended normally.
extension ItemPreparer {
  /// Nil where an item needs more.
  func quick(_ item: DisplayItem, _ bounds: PixelRect) -> PreparedItem? {
    switch item.payload {
    case .fill(let rect, let color): return filled(item, rect, color, bounds)
    case .border(let rect, let width, let color):
      let shape = DeviceShape(border: rect, width: width, in: frame.spaces[item.space.value])
      return masked(item, shape, color, bounds)
    case .image(let index, let placement): return picture(item, index, placement, bounds)
    case .path(let index, let color):
      let map = frame.spaces[item.space.value].toDevice
      let antialias = item.antialiasedEdges != 0
      let placed = shapes.path(frame.paths[index.value], under: map, antialias: antialias, scratch: scratch)
      guard case (.coverage(let coverage), let x, let y)? = placed else {
        return placed.flatMap { masked(item, $0, color, bounds) }
      }
      let content = OtherItem.Content.color(
        .coverage(coverage.offset(by: x, y).intersection(bounds)),
        Self.color(color, item.opacity)
      )
      let other = OtherItem(content, clip: nil, blend: .normal, antialias: antialias)
      return PreparedItem(kind: .other, bounds: bounds, other: other)
    case .shadow(let rect, let sigma, let color): return shadow(item, rect, sigma, color, bounds)
    default: return nil
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
    _ item: DisplayItem,
    _ rect: RoundedRect,
    _ color: SIMD4<Float>,
    _ bounds: PixelRect
  ) -> PreparedItem? {
    let space = frame.spaces[item.space.value]
    guard space.relation.keepsRectangles else { return nil }
    let shape = DeviceShape(rect, in: space, edges: item.antialiasedEdges)
    guard case .pixels(let pixels) = shape else { return masked(item, shape, color, bounds) }
    let painted = Self.color(color, item.opacity)
    let visible = bounds.intersection(pixels)
    return PreparedItem(
      kind: visible.isEmpty ? .nothing : .solid,
      hides: painted.isOpaque,
      color: painted.rgba8,
      bounds: visible
    )
  }

  /// A shape that is kept as a mask.
  private func masked(
    _ item: DisplayItem,
    _ shape: DeviceShape,
    _ color: SIMD4<Float>,
    _ bounds: PixelRect
  ) -> PreparedItem? {
    let antialias = item.antialiasedEdges != 0
    return shapes.shape(shape, antialias: antialias, scratch: scratch).flatMap {
      masked(item, $0, color, bounds)
    }
  }

  private func masked(
    _ item: DisplayItem,
    _ placed: ShapeCache.Placed,
    _ color: SIMD4<Float>,
    _ bounds: PixelRect
  ) -> PreparedItem? {
    guard case .mask(let mask) = placed.shape else { return nil }
    return PreparedItem(
      kind: .mask,
      hides: item.isOpaque && item.opacity >= 1,
      color: Self.color(color, item.opacity).rgba8,
      bounds: bounds,
      mask: Unmanaged.passUnretained(mask),
      x: placed.x + mask.originX,
      y: placed.y + mask.originY
    )
  }

  private func shadow(
    _ item: DisplayItem,
    _ rect: RoundedRect,
    _ sigma: Double,
    _ color: SIMD4<Float>,
    _ bounds: PixelRect
  ) -> PreparedItem? {
    let space = frame.spaces[item.space.value]
    let m = space.toDevice
    guard space.relation.keepsRectangles,
      case .rounded(let device) = Self.rounded(DeviceShape(rect, in: space))
    else { return nil }
    let deviations = SIMD2(sigma * abs(m.m11), sigma * abs(m.m22))
    return shapes.shadow(of: device, sigma: deviations, scratch: scratch).flatMap {
      masked(item, $0, color, bounds)
    }
  }

  /// The pixels that an opaque fill hides for certain of what lies below, as a card does of its shadow.
  func hidden(by item: DisplayItem) -> PixelRect {
    guard item.blend == .normal, item.opacity >= 1, item.clip == nil,
      case .fill(let rect, let color) = item.payload, color.w >= 1
    else { return .empty }
    let space = frame.spaces[item.space.value]
    guard space.relation.keepsRectangles,
      case .rounded(let device) = Self.rounded(DeviceShape(rect, in: space, edges: item.antialiasedEdges))
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
    ).intersection(item.boundsInDevice)
  }

  // MARK: Pictures

  /// A picture whose pixels are as large as the target's, not tinted: upon them, or moved by a fraction.
  private func picture(
    _ item: DisplayItem,
    _ index: Index<ImageResource>,
    _ placement: Placement,
    _ bounds: PixelRect
  ) -> PreparedItem? {
    guard item.tint == .one, !placement.sampling.isAlphaOnly else { return nil }
    let space = frame.spaces[item.space.value]
    guard space.relation.keepsRectangles, !placement.target.isEmpty, let inverse = space.toDevice.inverted()
    else { return nil }
    let map = inverse.concatenating(placement.toSource)
    let pixels = frame.images[index.value].image.pixels.inBytes
    guard let offset = map.wholeOffset else { return shifted(item, pixels, placement, map, bounds) }
    guard case .pixels(let shape) = DeviceShape(placement.target, in: space, edges: item.antialiasedEdges)
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
      hides: item.isOpaque && item.opacity >= 1,
      color: Self.byte(item.opacity),
      bounds: rect,
      pixels: UnsafePointer(pixels.row(first.y).assumingMemoryBound(to: UInt8.self) + first.x * 4),
      rowBytes: pixels.rowBytes
    )
  }

  /// Pictures of more pixels are read through a sampler: a copy with a border around them would be large.
  private static let mostBorderedPixels = 1 << 20

  /// A whole picture between pixels, whose edges fade out by their share of a pixel.
  private func shifted(
    _ item: DisplayItem,
    _ pixels: PixelBuffer,
    _ placement: Placement,
    _ map: Projective,
    _ bounds: PixelRect
  ) -> PreparedItem? {
    guard item.antialiasedEdges == 15, placement.sampling.filter != .nearest,
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
    let bordered = pixels.bordered
    let (column, row) = (Int(rect.minX) - left, Int(rect.minY) - top)
    return PreparedItem(
      kind: .shifted,
      fractionX: start.fractionX,
      fractionY: start.fractionY,
      color: Self.byte(item.opacity),
      bounds: rect,
      pixels: UnsafePointer(bordered.row(row).assumingMemoryBound(to: UInt8.self) + column * 4),
      rowBytes: bordered.rowBytes
    )
  }
}
