public import CoreGraphics
public import Foundation

/// An object that provides contents, layout and actions of layers; every method is optional.
///
/// An implementation counts when the class that declares the conformance, or a superclass of it, has the method: a
/// subclass that adds one later is not seen.
public protocol CALayerDelegate: NSObjectProtocol {
  /// Provides the contents, instead of the whole display step.
  func display(_ layer: CALayer)
  /// Draws the contents in layer coordinates.
  func draw(_ layer: CALayer, in ctx: CGContext)
  /// Is called before a backing store is drawn, and may still change its format.
  func layerWillDraw(_ layer: CALayer)
  /// Places the sublayers, instead of the layout manager.
  func layoutSublayers(of layer: CALayer)
  /// Returns the action for an event; nil continues the search and `NSNull` ends it.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
  /// Is the absence of an implementation.
  public func display(_ layer: CALayer) { OptionalCall.noteDefault() }
  /// Is the absence of an implementation.
  public func draw(_ layer: CALayer, in ctx: CGContext) { OptionalCall.noteDefault() }
  /// Is the absence of an implementation.
  public func layerWillDraw(_ layer: CALayer) { OptionalCall.noteDefault() }
  /// Is the absence of an implementation.
  public func layoutSublayers(of layer: CALayer) { OptionalCall.noteDefault() }
  /// Is the absence of an implementation.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}

/// An object that places the sublayers of layers; every method is optional.
public protocol CALayoutManager: NSObjectProtocol {
  /// Is called when a layer that was laid out needs layout again.
  func invalidateLayout(of layer: CALayer)
  /// Places the sublayers.
  func layoutSublayers(of layer: CALayer)
  /// Returns the size that a layer would like to have, in points.
  func preferredSize(of layer: CALayer) -> CGSize
}

extension CALayoutManager {
  /// Is the absence of an implementation.
  public func invalidateLayout(of layer: CALayer) { OptionalCall.noteDefault() }
  /// Is the absence of an implementation.
  public func layoutSublayers(of layer: CALayer) { OptionalCall.noteDefault() }
  /// Is the absence of an implementation.
  public func preferredSize(of layer: CALayer) -> CGSize {
    OptionalCall.noteDefault()
    return .zero
  }
}

/// Tells whether an optional method is implemented, by calling it: the defaults report that they were reached.
enum OptionalCall {
  static func noteDefault() { ThreadState.current.defaultsReached &+= 1 }

  /// Calls `body`, which calls one optional method once, and returns false if that was its default.
  static func isImplemented(_ body: () -> Void) -> Bool {
    let state = ThreadState.current
    let outer = state.defaultsReached
    state.defaultsReached = 0
    body()
    defer { state.defaultsReached = outer }
    // A method that is implemented may make other optional calls; those restore the count.
    return state.defaultsReached == 0
  }

  /// Calls `body` and returns its result, or nil if that was the default's.
  static func result<Value>(_ body: () -> Value) -> Value? {
    var value: Value?
    return isImplemented { value = body() } ? value : nil
  }
}

extension CALayerDelegate where Self: CALayoutManager {
  /// Is the absence of an implementation in a class that is both.
  public func layoutSublayers(of layer: CALayer) { OptionalCall.noteDefault() }
}
