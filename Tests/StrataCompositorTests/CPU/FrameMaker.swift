import CoreGraphics
import StrataBase
import StrataFrame
import StrataRaster

/// Writes frames by hand, so that a backend can be tested without a layer tree.
struct FrameMaker {
  var frame = Frame()

  init(width: Int32, height: Int32, background: SIMD4<Float> = .zero) {
    frame.bounds = PixelRect(0, 0, width, height)
    frame.background = background
  }

  mutating func space(_ map: Projective = .identity) -> Index<Space> {
    frame.spaces.append(Space(map))
    return Index(frame.spaces.count - 1)
  }

  mutating func clip(
    _ shape: ClipNode.Shape,
    in space: Index<Space>,
    parent: Index<ClipNode>? = nil,
    bounds: PixelRect? = nil,
    coversOnce: Bool = false
  ) -> Index<ClipNode> {
    frame.append(
      ClipNode(
        parent: parent,
        space: space,
        shape: shape,
        boundsInDevice: bounds ?? frame.bounds,
        coversOnce: coversOnce
      )
    )
  }

  mutating func add(
    _ payload: Payload,
    in space: Index<Space>,
    clip: Index<ClipNode>? = nil,
    clipEdge: Index<ClipNode>? = nil,
    bounds: PixelRect? = nil,
    opacity: Float = 1,
    tint: SIMD4<Float> = .one,
    blend: BlendMode = .normal
  ) {
    if case .backdrop = payload { frame.hasBackdrops = true }
    frame.items.append(
      DisplayItem(
        layer: Handle(index: 0, generation: 0),
        part: .background,
        space: space,
        clip: clip,
        clipEdge: clipEdge,
        boundsInDevice: bounds ?? frame.bounds,
        opacity: opacity,
        tint: tint,
        blend: blend,
        payload: payload
      )
    )
  }

  /// Ends a pass with the items added since the last one.
  @discardableResult
  mutating func pass(_ bounds: PixelRect? = nil) -> Index<RenderPass> {
    let start = frame.passes.last?.items.upperBound ?? 0
    frame.passes.append(
      RenderPass(bounds: bounds ?? frame.bounds, items: start..<Int32(frame.items.count))
    )
    return Index(frame.passes.count - 1)
  }

  mutating func effect(_ effect: Effect) -> Index<Effect> {
    frame.effects.append(effect)
    return Index(frame.effects.count - 1)
  }

  mutating func image(_ pixels: PixelBuffer) -> Index<ImageResource> {
    frame.images.append(ImageResource(image: CGImage(pixels: pixels)))
    return Index(frame.images.count - 1)
  }
}

extension PixelBuffer {
  /// The bytes of a pixel, red first.
  func rgba(_ x: Int, _ y: Int) -> [UInt8] {
    (0..<4).map { (row(y) + x * 4 + $0).load(as: UInt8.self) }
  }

  /// All rows without what pads them.
  var words: [UInt32] {
    (0..<height).flatMap { y in (0..<width).map { (row(y) + $0 * 4).load(as: UInt32.self) } }
  }
}
