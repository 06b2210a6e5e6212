public import CoreGraphics
import Foundation
public import QuartzCore

// `NSView` does not conform to `CALayerDelegate`, so that subclasses can, with methods of their own, as on Apple's
// systems. A view whose class conforms is the delegate of its layer; the defaults here stand for the methods that the
// class lacks.

/// What a view does for its layer, if its class has no method of its own.
extension CALayerDelegate where Self: NSView {
  /// Calls `updateLayer()` if the view wants that for this layer; stands for a missing implementation otherwise.
  @preconcurrency @MainActor public func display(_ layer: CALayer) {
    guard !provideContents(of: layer) else { return }
    noteAbsence(of: .display)
    OptionalCall.noteDefault(.display, of: self)
  }

  /// Calls `draw(_:)` of the view, if that draws this layer; stands for a missing implementation otherwise.
  @preconcurrency @MainActor public func draw(_ layer: CALayer, in ctx: CGContext) {
    // Layers remember by the class that a delegate does not draw: one that draws itself leaves other layers empty.
    guard !drawContents(of: layer, in: ctx), !hasDrawing else { return }
    noteAbsence(of: .draw)
    OptionalCall.noteDefault(.draw, of: self)
  }

  /// Calls `layout()` of the view, if this is its layer; stands for a missing implementation otherwise.
  @preconcurrency @MainActor public func layoutSublayers(of layer: CALayer) {
    if !layOut(layer) { OptionalCall.noteDefault(.layoutSublayers, of: self) }
  }

  /// Returns the animation of a change of the view's layer: `NSNull` unless changes animate now.
  @preconcurrency @MainActor public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    actionOfChange(of: layer, forKey: event)
  }
}

extension CALayerDelegate where Self: NSView, Self: CALayoutManager {
  /// Calls `layout()` of the view, if this is its layer; stands for a missing implementation otherwise.
  @preconcurrency @MainActor public func layoutSublayers(of layer: CALayer) {
    if !layOut(layer) { OptionalCall.noteDefault(.layoutSublayers, of: self) }
  }
}

/// The delegate of the layer of a view whose class does not conform to `CALayerDelegate`.
@MainActor class ViewLayerDelegate: NSObject, @MainActor CALayerDelegate {
  final weak var view: NSView?

  init(of view: NSView) {
    self.view = view
    super.init()
  }

  func display(_ layer: CALayer) {
    if view?.provideContents(of: layer) != true { OptionalCall.noteDefault(.display, of: self) }
  }

  func draw(_ layer: CALayer, in ctx: CGContext) { OptionalCall.noteDefault(.draw, of: self) }

  func layoutSublayers(of layer: CALayer) {
    if view?.layOut(layer) != true { OptionalCall.noteDefault(.layoutSublayers, of: self) }
  }

  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    view?.actionOfChange(of: layer, forKey: event)
  }
}

/// The delegate of the layer of a view that draws itself.
///
/// It has a class of its own because layers remember by class which delegates do not draw.
final class DrawingViewLayerDelegate: ViewLayerDelegate {
  override func draw(_ layer: CALayer, in ctx: CGContext) {
    _ = view?.drawContents(of: layer, in: ctx)
  }
}

/// Decides about layers in the window that no view has made, when the window has another number of pixels per point.
@preconcurrency @MainActor public protocol NSViewLayerContentScaleDelegate: NSObjectProtocol {
  /// Returns true to give a layer, whose delegate this is, the scale of its window as `contentsScale`.
  func layer(_ layer: CALayer, shouldInheritContentsScale newScale: CGFloat, from window: NSWindow) -> Bool
}

extension NSViewLayerContentScaleDelegate {
  /// Stands for a missing implementation.
  public func layer(_ layer: CALayer, shouldInheritContentsScale newScale: CGFloat, from window: NSWindow)
    -> Bool
  {
    false
  }
}
