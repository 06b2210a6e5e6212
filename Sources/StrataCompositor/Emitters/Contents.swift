import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// Contents images (rendering C): colours, fades, filters; where they lie is `ContentsPlacement`'s.
extension FrameBuilder {
  func drawContents(
    _ state: LayerState,
    _ bounds: PlaneRect,
    time: Double,
    isFlipped: Bool,
    plane: inout Plane,
    clip: Index<ClipNode>?
  ) {
    if case .live(let live) = state.contents {
      guard !isHelper else { return mustAskOwner = true }
      (isTimed, sawLive) = (true, true)
      guard let image = live.image(at: time) else { return }
      var shown = state
      shown.contents = .image(image)
      return drawContents(shown, bounds, time: time, isFlipped: isFlipped, plane: &plane, clip: clip)
    }
    guard !state.hasUntouchedContentsLayout, state.contentsTransform != .identity else {
      return drawImages(state, bounds, isFlipped: isFlipped, plane: &plane, clip: clip)
    }
    let toDevice = state.contentsTransform.projective.concatenating(plane.toDevice)
    guard toDevice.isFinite, toDevice.determinant != 0 else { return }
    var moved = Plane(plane, toDevice: toDevice)
    drawImages(state, bounds, isFlipped: isFlipped, plane: &moved, clip: clip)
  }

  private func drawImages(
    _ state: LayerState,
    _ bounds: PlaneRect,
    isFlipped: Bool,
    plane: inout Plane,
    clip: Index<ClipNode>?
  ) {
    var tint = plane.tint
    var isAlphaOnly = false
    if !state.hasUntouchedContentsLayout {
      if let color = state.contentsMultiplyColor { tint *= color.extendedSRGB }
      isAlphaOnly = state.contentsSwizzle == .alpha
    }
    switch state.contents {
    case .none, .live, .other: return
    case .image(let image):
      addImage(image, state, bounds, isFlipped, tint, isAlphaOnly, plane: &plane, clip: clip)
    case .tinted(let image, let color):
      // The tint fills the image's alpha.
      addImage(image, state, bounds, isFlipped, tint * color.extendedSRGB, true, plane: &plane, clip: clip)
    case .crossFade(let old, let new, let weight):
      let weight = clampedUnit(weight)
      if weight == 0 || weight == 1 {
        let image = weight == 0 ? old : new
        return addImage(image, state, bounds, isFlipped, tint, isAlphaOnly, plane: &plane, clip: clip)
      }
      // Parts of one premultiplied image, old · (1 − w) + new · w, are summed in a surface of their own.
      let opacity = plane.opacity
      let start = open.count
      plane.opacity = 1 - weight
      addImage(old, state, bounds, isFlipped, tint, isAlphaOnly, plane: &plane, clip: nil)
      let second = open.count
      plane.opacity = weight
      addImage(new, state, bounds, isFlipped, tint, isAlphaOnly, plane: &plane, clip: nil)
      for i in second..<open.count { open[i].blend = .plusL }
      plane.opacity = opacity
      guard let pass = closePass(from: start, within: plane.cull, for: .transition) else { return }
      addSurface(pass, nil, .contents, reach: 0, plane: &plane, clip: clip, opacity: opacity)
    }
  }

  private func addImage(
    _ image: CGImage,
    _ state: LayerState,
    _ bounds: PlaneRect,
    _ isFlipped: Bool,
    _ tint: SIMD4<Float>,
    _ isAlphaOnly: Bool,
    plane: inout Plane,
    clip: Index<ClipNode>?
  ) {
    guard tint.w > 0 else { return }
    let layout = ContentsPlacement(
      state,
      width: image.width,
      height: image.height,
      bounds,
      isFlipped: isFlipped
    )
    guard !layout.pieces.isEmpty else { return }
    // An image without colour is white where it is: what colours it is the tint or the multiply colour.
    let isAlphaOnly = isAlphaOnly || image.alphaInfo == .alphaOnly
    let index = resource(image)
    let isSolid = !isAlphaOnly && tint.w >= 1 && image.isSolid
    for piece in layout.pieces {
      let scale = plane.toDevice.scales(at: piece.target.midX, piece.target.midY)
      // Source pixels per device pixel, along the axis that shrinks more (C-12).
      let ratio = max(
        piece.source.width / max(1e-12, piece.target.width * scale.x),
        piece.source.height / max(1e-12, piece.target.height * scale.y)
      )
      var sampling = Self.sampling(state, ratio: ratio)
      sampling.isAlphaOnly = isAlphaOnly
      let placement = Placement(
        source: piece.source,
        target: piece.target,
        isFlipped: !isFlipped,
        sampling: sampling
      )
      add(
        .contents,
        piece.target,
        .image(index, placement),
        plane: &plane,
        clip: clip,
        fills: isSolid,
        tint: tint
      )
    }
  }

  /// How contents are read when so many of their pixels fall on one of the device.
  static func sampling(_ state: LayerState, ratio: Double) -> Sampling {
    var sampling = Sampling()
    sampling.filter = filter(ratio > 1 ? state.minificationFilter : state.magnificationFilter)
    if sampling.filter == .trilinear {
      if ratio > 1 { sampling.bias = state.minificationFilterBias } else { sampling.filter = .linear }
    }
    return sampling
  }

  static func filter(_ filter: CALayerContentsFilter) -> Sampling.Filter {
    switch filter {
    case .nearest: .nearest
    case .trilinear: .trilinear
    default: .linear
    }
  }
}

extension CGImage {
  /// Whether no pixel lets anything through, as far as the layout says.
  var isSolid: Bool {
    switch alphaInfo {
    case .none, .noneSkipFirst, .noneSkipLast: !isMask
    default: false
    }
  }
}
