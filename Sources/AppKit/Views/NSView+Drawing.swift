import CoreGraphics
import Foundation
import QuartzCore
import StrataViews

/// Drawing: who provides the contents of a view's layer, and when.
extension NSView {
  private final class PlainView: NSView {}

  private final class DrawingView: NSView {
    override func draw(_ dirtyRect: NSRect) { ContextStack.current?.context.fill(dirtyRect) }
  }

  private final class LayerDrawingView: NSView {
    override func draw(_ layer: CALayer, in ctx: CGContext) { ctx.fill(layer.bounds) }
  }

  private final class DisplayingView: NSView {
    override func display(_ layer: CALayer) { layer.contents = nil }
  }

  private static let slots = [DrawingView.self, LayerDrawingView.self, DisplayingView.self].map {
    MethodSlot(of: NSView.self, plain: PlainView.self, overriding: $0)
  }

  /// True if the view provides contents; only then the layer needs memory for a drawing.
  final var drawsItself: Bool {
    wantsUpdateLayer || Self.slots.contains { $0.isOverridden(in: type(of: self)) }
  }

  final func markForDisplay(_ rect: NSRect?) {
    guard let backing, drawsItself, layerContentsRedrawPolicy != .never else { return }
    if let rect { backing.setNeedsDisplay(rect.applying(geometry.turn)) } else { backing.setNeedsDisplay() }
  }

  /// Draws the view, and those in it, now if they are marked.
  final func drawIfMarked() {
    backing?.displayIfNeeded()
    if !isHosting { for child in children { child.drawIfMarked() } }
  }

  final func provideContents(of layer: CALayer) {
    guard layer === backing, wantsUpdateLayer else { return OptionalCall.noteDefault(.display, of: self) }
    viewWillDraw()
    updateLayer()
  }

  final func drawContents(of layer: CALayer, in context: CGContext) {
    // The layer, or its presentation copy in a frame of an animation.
    guard layer.model() === backing, Self.slots[0].isOverridden(in: type(of: self)) else {
      // An override that calls this has drawn itself, or will.
      if !Self.slots[1].isOverridden(in: type(of: self)) { OptionalCall.noteDefault(.draw, of: self) }
      return
    }
    viewWillDraw()
    let entry = ContextStack.Entry(context, scale: layer.contentsScale, isFlipped: isFlipped)
    context.saveGState()
    defer { context.restoreGState() }
    context.concatenate(geometry.turn)
    let clip = context.boundingBoxOfClipPath.intersection(bounds)
    ContextStack.with(entry) { draw(clip.isNull ? bounds : clip) }
  }

  // MARK: Changes of the size

  /// Draws the contents anew as ``layerContentsRedrawPolicy`` says.
  final func sizeDidChange() {
    guard backing != nil, drawsItself else { return }
    let settings = NSAnimationContext.settingsOfChange
    switch layerContentsRedrawPolicy {
    case .never, .onSetNeedsDisplay: break
    case .duringViewResize:
      if let settings, let host = window?.host {
        redraw(during: settings, on: host)
      } else {
        markForDisplay(nil)
      }
    case .beforeViewResize: markForDisplay(nil)
    case .crossfade:
      crossfade = settings ?? NSAnimationContext.current.settings
      markForDisplay(nil)
    }
  }

  /// Draws the contents for each step of an animation, in the size on screen.
  private func redraw(during settings: AnimationSettings, on host: any WindowHost) {
    let key = "bounds"
    stepping[key]?.cancel()
    stepping[key] = FrameSteps(on: host, settings) { [weak self] _ in
      self?.redrawAsShown()
    } end: { [weak self] finished in
      guard finished else { return }
      self?.stepping[key] = nil
      self?.markForDisplay(nil)
    }
  }

  private func redrawAsShown() {
    guard let layer = backing, let shown = layer.presentation()?.bounds else { return }
    boundsOfDrawing = shown
    defer { boundsOfDrawing = nil }
    if wantsUpdateLayer { return provideContents(of: layer) }
    guard
      let context = BitmapContext.make(
        size: shown.size,
        scale: layer.contentsScale,
        isOpaque: layer.isOpaque,
        isFlipped: isFlipped
      )
    else { return }
    context.translateBy(x: -shown.minX, y: -shown.minY)
    draw(layer, in: context)
    layer.contents = context.makeImage()
  }

  // MARK: Actions

  final func actionOfChange(of layer: CALayer, forKey key: String) -> (any CAAction)? {
    // Layers of the program's own animate by themselves.
    guard layer === backing else { return nil }
    if key == "contents", let fade = crossfade {
      crossfade = nil
      return fade.fade(from: layer.contents)
    }
    if AnimationBlock.current == nil, AnimationBlock.isEnabled {
      return NSAnimationContext.current.implicitAction(for: layer, key: key)
    }
    return AnimationBlock.action(for: layer, key: key)
  }
}

extension AnimationSettings {
  /// The animation from former contents to those that a layer gets.
  fileprivate func fade(from contents: Any?) -> CAAnimation {
    let animation = CABasicAnimation(keyPath: "contents")
    animation.fromValue = contents
    animation.duration = duration
    if case .cubic(let function) = curve { animation.timingFunction = function }
    return animation
  }
}
