public import CoreGraphics
public import Foundation

/// An object that provides contents, layout and actions of layers; every method is optional.
///
/// The class that declares the conformance, or a superclass of it, must implement a method. Swift does not call
/// methods that a subclass adds later.
public protocol CALayerDelegate: NSObjectProtocol {
  /// Provides the contents, instead of the whole display step.
  func display(_ layer: CALayer)
  /// Draws the contents in layer coordinates.
  func draw(_ layer: CALayer, in ctx: CGContext)
  /// Prepares the drawing of a backing store, and may change its format.
  func layerWillDraw(_ layer: CALayer)
  /// Places the sublayers, instead of the layout manager.
  func layoutSublayers(of layer: CALayer)
  /// Returns the action for an event; nil continues the search and `NSNull` ends it.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
  /// Stands for a missing implementation.
  public func display(_ layer: CALayer) { OptionalCall.noteDefault() }
  /// Stands for a missing implementation.
  public func draw(_ layer: CALayer, in ctx: CGContext) { OptionalCall.noteDefault() }
  /// Stands for a missing implementation.
  public func layerWillDraw(_ layer: CALayer) { OptionalCall.noteDefault() }
  /// Stands for a missing implementation.
  public func layoutSublayers(of layer: CALayer) { OptionalCall.noteDefault() }
  /// Stands for a missing implementation.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}

/// An object that places the sublayers of layers; every method is optional.
public protocol CALayoutManager: NSObjectProtocol {
  /// Drops cached layout of a layer that needs layout again.
  func invalidateLayout(of layer: CALayer)
  /// Places the sublayers.
  func layoutSublayers(of layer: CALayer)
  /// Returns the preferred size of a layer, in points.
  func preferredSize(of layer: CALayer) -> CGSize
}

extension CALayoutManager {
  /// Stands for a missing implementation.
  public func invalidateLayout(of layer: CALayer) { OptionalCall.noteDefault() }
  /// Stands for a missing implementation.
  public func layoutSublayers(of layer: CALayer) { OptionalCall.noteDefault() }
  /// Stands for a missing implementation.
  public func preferredSize(of layer: CALayer) -> CGSize {
    OptionalCall.noteDefault()
    return .zero
  }
}

/// Finds out if an optional method is implemented by calling it: the defaults report that they were called.
package enum OptionalCall {
  /// Reports that a default ran; a class that forwards an optional method calls it where it has nothing to forward to.
  package static func noteDefault() { ThreadState.current.defaultsReached &+= 1 }

  /// Calls `body`, which calls one optional method once, and returns false if the default ran.
  static func isImplemented(_ body: () -> Void) -> Bool {
    let state = ThreadState.current
    let outer = state.defaultsReached
    state.defaultsReached = 0
    body()
    defer { state.defaultsReached = outer }
    // A method that is implemented may make other optional calls; those restore the count.
    return state.defaultsReached == 0
  }

  /// Calls `body` and returns its result, or nil if the default ran.
  static func result<Value>(_ body: () -> Value) -> Value? {
    var value: Value?
    return isImplemented { value = body() } ? value : nil
  }
}

extension CALayerDelegate where Self: CALayoutManager {
  /// Stands for a missing implementation in a class that conforms to both protocols.
  public func layoutSublayers(of layer: CALayer) { OptionalCall.noteDefault() }
}
