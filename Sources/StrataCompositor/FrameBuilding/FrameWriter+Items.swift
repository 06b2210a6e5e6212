import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// Items with their space, clip chain and bounds in device pixels.
extension FrameWriter {
  /// The plane's space in the frame; neighbours with the same one share it.
  mutating func space(of plane: inout Plane) -> Index<Space> {
    if let space = plane.space { return space }
    let space: Index<Space>
    if let last = frame.spaces.last, last.toDevice == plane.toDevice {
      space = Index(frame.spaces.count - 1)
    } else {
      space = append(Space(plane.toDevice))
    }
    plane.space = space
    return space
  }

  /// Adds an item that paints inside a rectangle of the plane, unless nothing of it can be seen.
  ///
  /// `fills` says that the payload covers every point of the rectangle with an opaque colour.
  mutating func add(
    _ part: LayerPart,
    _ rect: PlaneRect,
    _ payload: Payload,
    plane: inout Plane,
    clip: Index<ClipNode>?,
    fills: Bool = false,
    tint: SIMD4<Float> = SIMD4(repeating: 1),
    blend: BlendMode = .normal
  ) {
    guard let box = plane.toDevice.bounds(of: rect) else { return }
    var bounds = PixelRect(covering: box, within: plane.cull)
    guard !bounds.isEmpty else { return }
    let clipEdge = frame.clipEdge(of: clip)
    let clip = reduced(clip, &bounds)
    guard !bounds.isEmpty else { return }
    var isOpaque = false
    if fills, plane.relation.keepsRectangles, clip == nil, plane.opacity >= 1 {
      isOpaque = box.fills(bounds)
    }
    append(
      DisplayItem(
        layer: plane.layer,
        part: part,
        space: space(of: &plane),
        clip: clip,
        clipEdge: clipEdge,
        boundsInDevice: bounds,
        opacity: plane.opacity,
        tint: tint,
        blend: blend,
        isOpaque: isOpaque,
        antialiasedEdges: payload.hasStraightEdges ? plane.edges : 15,
        payload: payload
      )
    )
  }

  /// Adds an item that shows a finished pass in its place.
  mutating func addSurface(
    _ pass: Index<RenderPass>,
    _ effect: Index<Effect>?,
    _ part: LayerPart,
    reach: Double,
    plane: inout Plane,
    clip: Index<ClipNode>?,
    clipEdge: Index<ClipNode>? = nil,
    opacity: Float,
    blend: BlendMode = .normal
  ) {
    var bounds = frame[pass].bounds.grown(by: min(8192, reach)).intersection(plane.cull)
    let clipEdge = clipEdge ?? frame.clipEdge(of: clip)
    let clip = reduced(clip, &bounds)
    guard !bounds.isEmpty else { return }
    append(
      DisplayItem(
        layer: plane.layer,
        part: part,
        space: space(of: &plane),
        clip: clip,
        clipEdge: clipEdge,
        boundsInDevice: bounds,
        opacity: opacity,
        blend: blend,
        payload: .surface(pass, effect)
      )
    )
  }

  /// Adds an item that replaces the backdrop by its filtered self (rendering R-40).
  mutating func addBackdrop(
    _ filters: [FilterOp],
    clip: Index<ClipNode>?,
    plane: inout Plane,
    mask: Index<RenderPass>?,
    opacity: Float
  ) {
    addBackdrop(Effect(filters: filters, mask: mask), clip: clip, plane: &plane, opacity: opacity)
  }

  /// Adds an item that replaces what is behind it by the result of an effect.
  mutating func addBackdrop(
    _ effect: Effect,
    clip: Index<ClipNode>?,
    plane: inout Plane,
    opacity: Float
  ) {
    var bounds = plane.cull
    let clipEdge = frame.clipEdge(of: clip)
    let clip = reduced(clip, &bounds)
    guard !bounds.isEmpty else { return }
    let effect = append(effect)
    append(
      backdrop: DisplayItem(
        layer: plane.layer,
        part: .backdrop,
        space: space(of: &plane),
        clip: clip,
        clipEdge: clipEdge,
        boundsInDevice: bounds,
        opacity: opacity,
        payload: .backdrop(effect)
      )
    )
  }
}
