public import Foundation
import StrataViews

extension NSAnimatablePropertyContainer where Self: NSView {
  /// Returns a stand-in whose changes of the view animate, with the values of the current ``NSAnimationContext``.
  public func animator() -> AnimatorProxy<Self> { AnimatorProxy(view: self) }
}

/// A stand-in for a view: what is set through it animates; the view itself has the new values at once.
///
/// ```swift
/// view.animator().alphaValue = 0.5
/// view.animator().setFrameOrigin(NSPoint(x: 20, y: 20))
/// ```
///
/// All properties of the view's class can be read and set. One that the class stores animates step by step if
/// `animation(forKey:)` has an animation for its name, and it is a number, a point, a size, a rectangle or a colour.
/// The stand-in is not a view: methods other than those below are called on the view itself.
@preconcurrency @MainActor @dynamicMemberLookup public struct AnimatorProxy<View: NSView> {
  let view: View

  /// The value of a property.
  public subscript<Value>(dynamicMember path: KeyPath<View, Value>) -> Value { view[keyPath: path] }

  /// The value of a property; setting it animates what it changes.
  public subscript<Value>(dynamicMember path: ReferenceWritableKeyPath<View, Value>) -> Value {
    get { view[keyPath: path] }
    nonmutating set { PropertySteps.set(path, of: view, to: newValue) }
  }

  // MARK: Properties

  /// The extent in the superview's coordinates; the animations of `frameOrigin`, `frameSize` or `frame`.
  public var frame: NSRect {
    get { view.frame }
    nonmutating set { view.animate([.frameOrigin, .frameSize, .frame]) { view.frame = newValue } }
  }

  /// The extent in the view's own coordinates; the animations of `boundsOrigin`, `boundsSize` or `bounds`.
  public var bounds: NSRect {
    get { view.bounds }
    nonmutating set { view.animate([.boundsOrigin, .boundsSize, .bounds]) { view.bounds = newValue } }
  }

  /// Opacity, from 0 to 1.
  public var alphaValue: CGFloat {
    get { view.alphaValue }
    nonmutating set { view.animate([.alphaValue]) { view.alphaValue = newValue } }
  }

  /// Degrees about the frame's origin.
  public var frameRotation: CGFloat {
    get { view.frameRotation }
    nonmutating set { view.animate([.frameRotation]) { view.frameRotation = newValue } }
  }

  /// A shadow around what the view shows.
  public var shadow: NSShadow? {
    get { view.shadow }
    nonmutating set { view.animate([.shadow]) { view.shadow = newValue } }
  }

  /// Hides the view, or shows it, with the transition of its superview's `subviews`.
  public var isHidden: Bool {
    get { view.isHidden }
    nonmutating set {
      guard let superview = view.superview else { return view.isHidden = newValue }
      superview.animateSubviews { view.isHidden = newValue }
    }
  }

  /// The views in this one, with the transition of `subviews`.
  public var subviews: [NSView] {
    get { view.subviews }
    nonmutating set { view.animateSubviews { view.subviews = newValue } }
  }

  // MARK: Methods

  /// Moves the frame's origin.
  public func setFrameOrigin(_ newOrigin: NSPoint) {
    view.animate([.frameOrigin]) { view.setFrameOrigin(newOrigin) }
  }

  /// Changes the frame's size.
  public func setFrameSize(_ newSize: NSSize) { view.animate([.frameSize]) { view.setFrameSize(newSize) } }

  /// Moves the origin of the bounds.
  public func setBoundsOrigin(_ newOrigin: NSPoint) {
    view.animate([.boundsOrigin]) { view.setBoundsOrigin(newOrigin) }
  }

  /// Changes the size of the bounds.
  public func setBoundsSize(_ newSize: NSSize) { view.animate([.boundsSize]) { view.setBoundsSize(newSize) } }

  /// Adds a view in front of the others, with the transition of `subviews`.
  public func addSubview(_ subview: NSView) { view.animateSubviews { view.addSubview(subview) } }

  /// Adds a view beside one of the subviews, with the transition of `subviews`.
  public func addSubview(
    _ subview: NSView,
    positioned place: NSWindow.OrderingMode,
    relativeTo otherView: NSView?
  ) {
    view.animateSubviews { view.addSubview(subview, positioned: place, relativeTo: otherView) }
  }

  /// Puts a view in the place of one of the subviews, with the transition of `subviews`.
  public func replaceSubview(_ oldView: NSView, with newView: NSView) {
    view.animateSubviews { view.replaceSubview(oldView, with: newView) }
  }

  /// Leaves the superview, with the transition of its `subviews`.
  public func removeFromSuperview() {
    view.superview?.animateSubviews { view.removeFromSuperview() }
  }
}
