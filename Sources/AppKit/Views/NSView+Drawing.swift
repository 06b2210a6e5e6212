import CoreGraphics
import Foundation
import QuartzCore
import StrataViews

/// Drawing: what provides the contents of a view's layer, and when.
extension NSView {
  private final class PlainView: NSView {}

  private final class DrawingView: NSView {
    override func draw(_ dirtyRect: NSRect) { ContextStack.current?.context.fill(dirtyRect) }
  }

  private static let slot = MethodSlot(of: NSView.self, plain: PlainView.self, overriding: DrawingView.self)

  /// The classes that are delegates of layers, and lack the methods, as a call has shown.
  private static var absences: [OptionalMethod: Set<ObjectIdentifier>] = [:]

  final func noteAbsence(of method: OptionalMethod) {
    Self.absences[method, default: []].insert(ObjectIdentifier(type(of: self)))
  }

  /// True if the class is a delegate of layers and has a method, unless a call has shown that it lacks it.
  private func mayImplement(_ method: OptionalMethod) -> Bool {
    self is any CALayerDelegate
      && Self.absences[method]?.contains(ObjectIdentifier(type(of: self))) != true
  }

  /// True if `draw(_:)` is overridden.
  final var hasDrawing: Bool { Self.slot.isOverridden(in: type(of: self)) }

  /// True if the view provides contents; only then the layer needs memory for a drawing.
  final var drawsItself: Bool {
    wantsUpdateLayer || hasDrawing || mayImplement(.draw) || mayImplement(.display)
  }

  /// The delegate that the view gives its layer.
  final func makeLayerDelegate() -> any CALayerDelegate {
    if let delegate = self as? any CALayerDelegate { return delegate }
    let delegate = hasDrawing ? DrawingViewLayerDelegate(of: self) : ViewLayerDelegate(of: self)
    layerDelegate = delegate
    return delegate
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

  /// Lets ``updateLayer()`` provide the contents; returns false if it does not for this layer.
  final func provideContents(of layer: CALayer) -> Bool {
    guard layer === backing, wantsUpdateLayer else { return false }
    viewWillDraw()
    updateLayer()
    return true
  }

  /// Lets `draw(_:)` draw the contents; returns false if it does not for this layer.
  final func drawContents(of layer: CALayer, in context: CGContext) -> Bool {
    // The layer, or its presentation copy in a frame of an animation.
    guard layer.model() === backing, hasDrawing else { return false }
    viewWillDraw()
    let entry = ContextStack.Entry(context, scale: layer.contentsScale, isFlipped: isFlipped)
    context.saveGState()
    defer { context.restoreGState() }
    context.concatenate(geometry.turn)
    let clip = context.boundingBoxOfClipPath.intersection(bounds)
    let rect = clip.isNull ? bounds : clip
    rectOfDrawing = rect
    defer { rectOfDrawing = nil }
    ContextStack.with(entry) { draw(rect) }
    return true
  }

  /// Provides the contents as the layer's delegate does; returns false if that does not display.
  private func display(through delegate: (any CALayerDelegate)?, _ layer: CALayer) -> Bool {
    guard let delegate else { return provideContents(of: layer) }
    guard mayImplement(.display) || wantsUpdateLayer else { return false }
    delegate.display(layer)
    return mayImplement(.display) || wantsUpdateLayer
  }

  /// Draws the contents as the layer's delegate does; returns false if that does not draw.
  private func draw(through delegate: (any CALayerDelegate)?, _ layer: CALayer, in context: CGContext) -> Bool
  {
    guard let delegate else { return drawContents(of: layer, in: context) }
    delegate.draw(layer, in: context)
    return mayImplement(.draw)
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
    let delegate = self as? any CALayerDelegate
    guard !display(through: delegate, layer) else { return }
    guard
      let context = BitmapContext.make(
        size: shown.size,
        scale: layer.contentsScale,
        isOpaque: layer.isOpaque,
        isFlipped: isFlipped
      )
    else { return }
    context.translateBy(x: -shown.minX, y: -shown.minY)
    if draw(through: delegate, layer, in: context) { withActions { layer.contents = context.makeImage() } }
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
