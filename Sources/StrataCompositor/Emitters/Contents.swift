import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// Contents images (rendering C): colours, fades, filters.
///
/// `ContentsPlacement` decides where they lie.
struct ContentsEmitter {
  let isFlipped: Bool
  /// The layer's local time.
  let time: Double
  let clip: Index<ClipNode>?

  func emit(_ state: LayerState, over bounds: PlaneRect, plane: inout Plane, _ writer: inout FrameWriter) {
    if case .live(let live) = state.contents {
      guard writer.isOnOwnerThread else { return writer.noteOwnerThread() }
      writer.noteTimed()
      writer.noteLive()
      guard let image = live.image(at: time) else { return }
      var shown = state
      shown.contents = .image(image)
      return emit(shown, over: bounds, plane: &plane, &writer)
    }
    guard !state.hasUntouchedContentsLayout, state.contentsTransform != .identity else {
      return addImages(of: state, bounds, plane: &plane, &writer)
    }
    let toDevice = state.contentsTransform.projective.concatenating(plane.toDevice)
    guard toDevice.isFinite, toDevice.determinant != 0 else { return }
    var moved = Plane(plane, toDevice: toDevice)
    addImages(of: state, bounds, plane: &moved, &writer)
  }

  /// How an image is painted.
  private struct Look {
    var tint: SIMD4<Float>
    /// True if all channels are the image's alpha.
    var isAlphaOnly = false
  }

  private func addImages(
    of state: LayerState,
    _ bounds: PlaneRect,
    plane: inout Plane,
    _ writer: inout FrameWriter
  ) {
    var look = Look(tint: plane.tint)
    if !state.hasUntouchedContentsLayout {
      if let color = state.contentsMultiplyColor { look.tint *= color.extendedSRGB }
      look.isAlphaOnly = state.contentsSwizzle == .alpha
    }
    switch state.contents {
    case .none, .live, .other: return
    case .image(let image): add(image, look, of: state, over: bounds, plane: &plane, clip: clip, &writer)
    case .tinted(let image, let color):
      // The tint fills the image's alpha.
      look = Look(tint: look.tint * color.extendedSRGB, isAlphaOnly: true)
      add(image, look, of: state, over: bounds, plane: &plane, clip: clip, &writer)
    case .crossFade(let old, let new, let weight):
      let weight = weight.clampedToUnit
      if weight == 0 || weight == 1 {
        guard let image = weight == 0 ? old : new else { return }
        return add(image, look, of: state, over: bounds, plane: &plane, clip: clip, &writer)
      }
      // Parts of one premultiplied image, old · (1 − w) + new · w, are summed in a surface of their own.
      let opacity = plane.opacity
      let start = writer.open.count
      plane.opacity = 1 - weight
      if let old { add(old, look, of: state, over: bounds, plane: &plane, clip: nil, &writer) }
      let second = writer.open.count
      plane.opacity = weight
      if let new { add(new, look, of: state, over: bounds, plane: &plane, clip: nil, &writer) }
      writer.changeItems(from: second) { $0.blend = .plusL }
      plane.opacity = opacity
      guard let pass = writer.closePass(from: start, within: plane.cull, for: .transition) else { return }
      writer.addSurface(pass, nil, .contents, reach: 0, plane: &plane, clip: clip, opacity: opacity)
    }
  }

  private func add(
    _ image: CGImage,
    _ look: Look,
    of state: LayerState,
    over bounds: PlaneRect,
    plane: inout Plane,
    clip: Index<ClipNode>?,
    _ writer: inout FrameWriter
  ) {
    guard look.tint.w > 0 else { return }
    let layout = ContentsPlacement(
      state,
      width: image.width,
      height: image.height,
      bounds,
      isFlipped: isFlipped
    )
    guard !layout.pieces.isEmpty else { return }
    // An image without colour is white where it is; the tint or the multiply colour colours it.
    let isAlphaOnly = look.isAlphaOnly || image.alphaInfo == .alphaOnly
    let index = writer.resource(image)
    let isSolid = !isAlphaOnly && look.tint.w >= 1 && image.isSolid
    let edges = plane.edges
    defer { plane.edges = edges }
    for piece in layout.pieces {
      plane.edges = edges & layout.outerEdges(of: piece)
      let scale = plane.toDevice.scales(at: piece.target.midX, piece.target.midY)
      // Source pixels per device pixel, along the axis that shrinks more (C-12).
      let ratio = max(
        piece.source.width / max(1e-12, piece.target.width * scale.x),
        piece.source.height / max(1e-12, piece.target.height * scale.y)
      )
      var sampling = Sampling(of: state, ratio: ratio)
      sampling.isAlphaOnly = isAlphaOnly
      let placement = Placement(
        source: piece.source,
        target: piece.target,
        isFlipped: !isFlipped,
        sampling: sampling
      )
      writer.add(
        .contents,
        piece.target,
        .image(index, placement),
        plane: &plane,
        clip: clip,
        fills: isSolid,
        tint: look.tint
      )
    }
  }
}

extension Sampling {
  /// How a layer's contents are read when so many of their pixels fall on one of the device.
  init(of state: borrowing LayerState, ratio: Double) {
    self.init(
      isMinified: ratio > 1,
      state.minificationFilter,
      state.magnificationFilter,
      bias: state.minificationFilterBias
    )
  }

  /// How an image is read through one of two filters; the bias is the minification filter's.
  init(
    isMinified: Bool,
    _ minification: CALayerContentsFilter,
    _ magnification: CALayerContentsFilter,
    bias: Float
  ) {
    self.init()
    switch isMinified ? minification : magnification {
    case .nearest: filter = .nearest
    // Enlarged images have no mip levels to mix.
    case .trilinear: filter = isMinified ? .trilinear : .linear
    default: filter = .linear
    }
    if filter == .trilinear { self.bias = bias }
  }
}
