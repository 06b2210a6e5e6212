public import Foundation
import StrataBase
import StrataRaster

extension CGContext {
  /// Begins a group of drawings that is composited as a whole, with the current alpha, blend mode and shadow.
  ///
  /// Inside the group alpha is 1, the blend mode is normal and there is no shadow. Call `endTransparencyLayer()` to
  /// end it.
  public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) {
    if let canvas { return begin(nil, on: canvas) }
    begin(state.clip.bounds)
  }

  /// Begins a group of drawings inside a rectangle of user space; see `beginTransparencyLayer(auxiliaryInfo:)`.
  public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo auxInfo: CFDictionary?) {
    if let canvas { return begin(rect.isInfinite ? nil : rect, on: canvas) }
    let box = rect.isInfinite ? state.clip.bounds : PixelRect(touching: rect.applying(userToPixels))
    begin(state.clip.bounds.intersection(box))
  }

  /// Begins a group in a vector context, clipped to a rectangle of user space.
  private func begin(_ rect: CGRect?, on canvas: any VectorCanvas) {
    saveGState()
    surfaces.append(Surface(pixels: store.pixels, x: 0, y: 0, depth: savedStates.count))
    canvas.beginGroup(castsShadow: state.shadow != nil)
    // Drawings outside the clip can cast a shadow into it.
    if let shadow = state.shadow, shadow.isNear, !state.clip.isEmpty {
      state.clip = ContextClip(box: state.clip.box.union(shadow.sources(of: state.clip.box)))
    }
    (state.alpha, state.blendMode, state.shadow, state.vectorClip) = (1, .normal, nil, nil)
    if let rect {
      var outline = Outline()
      outline.addRect(rect, userToPixels)
      restrict(to: outline, .nonZero)
    }
  }

  /// Ends all open transparency layers.
  func endTransparencyLayers() {
    while surfaces.count > 1 { endTransparencyLayer() }
  }

  private func begin(_ visible: PixelRect) {
    // Drawings outside the clip can cast a shadow into it.
    var bounds = visible
    if let shadow = state.shadow, !visible.isEmpty {
      let union = visible.union(shadow.sources(of: visible))
      if union.width * union.height <= 4 * visible.width * visible.height + 1 << 20 { bounds = union }
    }
    saveGState()
    surfaces.append(
      Surface(
        pixels: PixelBuffer(width: bounds.width, height: bounds.height, format: .rgba8),
        x: bounds.minX,
        y: bounds.minY,
        depth: savedStates.count
      )
    )
    state.clip = ContextClip(bounds)
    state.alpha = 1
    state.blendMode = .normal
    state.shadow = nil
  }

  /// Composites the innermost open group, and restores the graphics state in which it began.
  public func endTransparencyLayer() {
    guard surfaces.count > 1, let layer = surfaces.popLast() else { return }
    while savedStates.count > layer.depth { savedStates.removeLast() }
    if let saved = savedStates.popLast() { state = saved }
    if let canvas { return canvas.endGroup(state) }
    guard let target = surfaces.last, !layer.bounds.isEmpty else { return }
    if let shadow = state.shadow {
      castShadow(shadow, of: layer.pixels, at: layer.bounds, opacity: Float(state.alpha))
    }
    let painter = Painter(
      target.pixels,
      originX: target.x,
      originY: target.y,
      clip: state.clip.bounds,
      scratch: scratch
    )
    change(layer.bounds) {
      painter.composite(
        layer.pixels,
        x: layer.x,
        y: layer.y,
        coverage: state.clip.coverage,
        mode: state.blendMode.raster,
        tint: SIMD4(1, 1, 1, Float(state.alpha))
      )
    }
  }
}
