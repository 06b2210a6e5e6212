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
  public func display(_ layer: CALayer) { OptionalCall.noteDefault(.display, of: self) }
  /// Stands for a missing implementation.
  public func draw(_ layer: CALayer, in ctx: CGContext) { OptionalCall.noteDefault(.draw, of: self) }
  /// Stands for a missing implementation.
  public func layerWillDraw(_ layer: CALayer) { OptionalCall.noteDefault(.layerWillDraw, of: self) }
  /// Stands for a missing implementation.
  public func layoutSublayers(of layer: CALayer) { OptionalCall.noteDefault(.layoutSublayers, of: self) }
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
  public func invalidateLayout(of layer: CALayer) { OptionalCall.noteDefault(.invalidateLayout, of: self) }
  /// Stands for a missing implementation.
  public func layoutSublayers(of layer: CALayer) { OptionalCall.noteDefault(.layoutSublayers, of: self) }
  /// Stands for a missing implementation.
  public func preferredSize(of layer: CALayer) -> CGSize {
    OptionalCall.noteDefault(.preferredSize, of: self)
    return .zero
  }
}

/// The optional methods of delegates and layout managers whose defaults report that they ran.
package enum OptionalMethod {
  case display, draw, layerWillDraw, layoutSublayers, invalidateLayout, preferredSize
}

/// Finds out if an optional method is implemented by calling it: the defaults report that they were called.
///
/// A default counts for the innermost call, and only if it is of the same method and the same object: the code of an
/// implemented method may reach the defaults of others, which say nothing of it.
package enum OptionalCall {
  /// A call that is being made.
  struct Pending {
    let method: OptionalMethod
    let object: ObjectIdentifier
    var reachedDefault = false
  }

  /// Reports that a default ran; a class that forwards an optional method calls it where it has nothing to forward to.
  package static func noteDefault(_ method: OptionalMethod, of object: AnyObject) {
    let state = ThreadState.current
    guard let pending = state.optionalCall, method == pending.method,
      ObjectIdentifier(object) == pending.object
    else { return }
    state.optionalCall?.reachedDefault = true
  }

  /// Calls `body`, which calls one optional method of an object once, and returns false if the default ran.
  static func isImplemented(_ method: OptionalMethod, of object: AnyObject, _ body: () -> Void) -> Bool {
    let state = ThreadState.current
    let outer = state.optionalCall
    state.optionalCall = Pending(method: method, object: ObjectIdentifier(object))
    defer { state.optionalCall = outer }
    body()
    return !(state.optionalCall?.reachedDefault ?? false)
  }

  /// Calls `body` and returns its result, or nil if the default ran.
  static func result<Value>(_ method: OptionalMethod, of object: AnyObject, _ body: () -> Value) -> Value? {
    var value: Value?
    return isImplemented(method, of: object) { value = body() } ? value : nil
  }
}

extension CALayerDelegate where Self: CALayoutManager {
  /// Stands for a missing implementation in a class that conforms to both protocols.
  public func layoutSublayers(of layer: CALayer) { OptionalCall.noteDefault(.layoutSublayers, of: self) }
}
