import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// Rectangles of pixels that lie wholly inside a clip node's own shape: an item in one of them is not clipped by it.
struct ClipCore {
  var wide = PixelRect.empty
  var tall = PixelRect.empty

  init() {}

  /// The inside of a rounded rectangle, without its corners.
  ///
  /// The shape is in the plane, radii as painted; the box is the same rectangle in device pixels, whose axes are the
  /// plane's. Where the core is covering, pixels that the rectangle only touches are inside, too.
  init(of shape: RoundedRect, _ box: PlaneRect, _ m: Projective, isCovering: Bool = false) {
    let radii = [shape.minXminY, shape.maxXminY, shape.minXmaxY, shape.maxXmaxY]
    let k = shape.cornerExtent
    let rx = radii.reduce(0) { max($0, $1.x) } * k * abs(m.m11)
    let ry = radii.reduce(0) { max($0, $1.y) } * k * abs(m.m22)
    let slack = isCovering ? 1 - 1e-6 : 1e-6
    func inside(_ dx: Double, _ dy: Double) -> PixelRect {
      let r = PlaneRect(
        (box.minX + dx - slack).rounded(.up),
        (box.minY + dy - slack).rounded(.up),
        (box.maxX - dx + slack).rounded(.down),
        (box.maxY - dy + slack).rounded(.down)
      )
      return r.isEmpty
        ? .empty : PixelRect(covering: r, within: PixelRect(-(1 << 30), -(1 << 30), 1 << 30, 1 << 30))
    }
    wide = inside(0, ry)
    tall = inside(rx, 0)
  }

  func holds(_ r: PixelRect) -> Bool {
    (!wide.isEmpty && wide.contains(r)) || (!tall.isEmpty && tall.contains(r))
  }
}

/// Clip chains, and what of them an item can do without.
extension FrameBuilder {
  /// Adds the clip of a layer's rounded bounds to a chain.
  func addClip(
    _ shape: RoundedRect,
    plane: inout Plane,
    parent: Index<ClipNode>?,
    coversOnce: Bool = false
  ) -> Index<ClipNode> {
    let rect = PlaneRect(shape)
    let limit = parent.map { frame[$0].boundsInDevice.intersection(plane.cull) } ?? plane.cull
    var bounds = PixelRect.empty
    var core = ClipCore()
    if !rect.isEmpty, let box = plane.toDevice.bounds(of: rect) {
      bounds = PixelRect(covering: box, within: limit)
      if plane.relation.keepsRectangles { core = ClipCore(of: shape, box, plane.toDevice) }
    }
    let node = ClipNode(
      parent: parent,
      space: space(of: &plane),
      shape: shape.hasSquareCorners ? .rect(rect) : .roundedRect(shape),
      boundsInDevice: bounds,
      isAntialiased: plane.edges != 0,
      coversOnce: coversOnce,
      owner: coversOnce && opening != nil
        ? UInt64(plane.layer.index) << 32 | UInt64(plane.layer.generation) : nil
    )
    return append(node, core)
  }

  /// Whether the clip of a layer's shape covers pixels in part.
  func hasPartialEdge(_ shape: RoundedRect, _ plane: Plane) -> Bool {
    guard plane.edges != 0 else { return false }
    guard shape.hasSquareCorners, plane.relation.keepsRectangles,
      let box = plane.toDevice.bounds(of: PlaneRect(shape))
    else { return true }
    func isWhole(_ x: Double) -> Bool { abs(x - x.rounded()) < 1e-6 }
    return !(isWhole(box.minX) && isWhole(box.minY) && isWhole(box.maxX) && isWhole(box.maxY))
  }

  /// Adds the ring of a border to a chain; `rect` is around it.
  func addClip(
    ring: Outline,
    _ rect: PlaneRect,
    plane: inout Plane,
    parent: Index<ClipNode>?
  ) -> Index<ClipNode> {
    let limit = parent.map { frame[$0].boundsInDevice.intersection(plane.cull) } ?? plane.cull
    let box = plane.toDevice.bounds(of: rect)
    let node = ClipNode(
      parent: parent,
      space: space(of: &plane),
      shape: .path(append(PathResource(id: 0, outline: ring, rule: .evenOdd))),
      boundsInDevice: box.map { PixelRect(covering: $0, within: limit) } ?? .empty,
      isAntialiased: plane.edges != 0
    )
    return append(node, ClipCore())
  }

  func append(_ node: ClipNode, _ core: ClipCore) -> Index<ClipNode> {
    clipCores.append(core)
    return frame.append(node)
  }

  /// The chain that an item of these bounds still needs; bounds shrink to what the chain lets through.
  func reduced(_ clip: Index<ClipNode>?, _ bounds: inout PixelRect) -> Index<ClipNode>? {
    guard var index = clip else { return nil }
    bounds = bounds.intersection(frame.clips[index.value].boundsInDevice)
    while !bounds.isEmpty, clipCores[index.value].holds(bounds) {
      guard let parent = frame.clips[index.value].parent else { return nil }
      index = parent
    }
    return index
  }

  /// The plane's space in the frame; neighbours with the same one share it.
  func space(of plane: inout Plane) -> Index<Space> {
    if let space = plane.space { return space }
    if let last = frame.spaces.last, last.toDevice == plane.toDevice {
      plane.space = Index(frame.spaces.count - 1)
    } else {
      frame.spaces.append(Space(plane.toDevice))
      plane.space = Index(frame.spaces.count - 1)
    }
    return plane.space ?? Index(0)
  }

  /// Adds an item that paints inside a rectangle of the plane, unless nothing of it can be seen.
  ///
  /// `fills` says that the payload covers every point of the rectangle with an opaque colour.
  func add(
    _ part: Part,
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
      // Whole pixels only: an edge inside a pixel lets through what is behind.
      let slack = 1e-6
      isOpaque =
        box.minX <= Double(bounds.minX) + slack && box.minY <= Double(bounds.minY) + slack
        && box.maxX >= Double(bounds.maxX) - slack && box.maxY >= Double(bounds.maxY) - slack
    }
    open.append(
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
        antialiasedEdges: plane.edges,
        payload: payload
      )
    )
  }

  /// The layer's bounds with the corners that its properties ask for (rendering R-9 … R-13).
  func roundedBounds(_ state: LayerState, _ bounds: PlaneRect) -> RoundedRect {
    var shape = RoundedRect(minX: bounds.minX, minY: bounds.minY, width: bounds.width, height: bounds.height)
    if let radii = state.perCornerRadii {
      func radius(_ r: CGFloat) -> SIMD2<Double> { r > 0 && r.isFinite ? SIMD2(repeating: Double(r)) : .zero }
      shape.minXminY = radius(radii.minXMinY)
      shape.maxXminY = radius(radii.maxXMinY)
      shape.minXmaxY = radius(radii.minXMaxY)
      shape.maxXmaxY = radius(radii.maxXMaxY)
    } else if state.cornerRadius > 0 {
      let corners = state.maskedCorners.rawValue
      // An endless radius is as good as half of the longer side.
      let radius = min(Double(state.cornerRadius), max(bounds.width, bounds.height))
      shape = RoundedRect(
        minX: bounds.minX,
        minY: bounds.minY,
        width: bounds.width,
        height: bounds.height,
        radius: radius,
        corners: UInt(corners)
      )
    }
    if state.cornerRadius > 0 || state.perCornerRadii != nil {
      shape.curve = state.cornerCurve == .continuous ? .continuous : .circular
    }
    return shape.limited()
  }
}
