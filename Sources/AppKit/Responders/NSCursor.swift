import CoreGraphics
public import Foundation
import StrataViews

/// A shape of the mouse pointer: one of those that desktops have.
///
/// Rectangles of views choose the pointer while it moves over them; ``set()`` and ``push()`` choose it until then.
@preconcurrency @MainActor open class NSCursor: NSObject {
  private let shape: PointerDisplay.Shape

  private init(_ shape: PointerDisplay.Shape) {
    self.shape = shape
    super.init()
  }

  /// The usual pointer.
  public static let arrow = NSCursor(.arrow)
  /// The pointer over text.
  public static let iBeam = NSCursor(.text)
  /// A cross, for places.
  public static let crosshair = NSCursor(.crosshair)
  /// A hand that points, over links.
  public static let pointingHand = NSCursor(.pointingHand)
  /// The pointer over an edge that moves to the left and to the right.
  public static let resizeLeftRight = NSCursor(.resizeLeftRight)
  /// The pointer over an edge that moves up and down.
  public static let resizeUpDown = NSCursor(.resizeUpDown)
  /// The pointer over what cannot be done here.
  public static let operationNotAllowed = NSCursor(.notAllowed)

  private static var stack: [NSCursor] = []
  private static var hideCount = 0

  /// The pointer of the program.
  public private(set) static var current = arrow

  /// Makes this the pointer.
  open func set() {
    guard self !== Self.current else { return }
    Self.current = self
    Self.show()
  }

  private static func show() { PointerDisplay.show(hideCount > 0 ? nil : current.shape) }

  /// Makes this the pointer until ``pop()``.
  open func push() {
    Self.stack.append(Self.current)
    set()
  }

  /// Goes back to the pointer before the last ``push()``.
  open class func pop() { stack.popLast()?.set() }

  /// Goes back to the pointer before the last ``push()``.
  public final func pop() { Self.pop() }

  /// Hides the pointer until as many calls of ``unhide()``.
  open class func hide() {
    hideCount += 1
    if hideCount == 1 { show() }
  }

  /// Takes one call of ``hide()`` back.
  open class func unhide() {
    guard hideCount > 0 else { return }
    hideCount -= 1
    if hideCount == 0 { show() }
  }

  /// Shows the pointer of the rectangle under the mouse.
  static func follow(_ point: NSPoint, in window: NSWindow) {
    let view = window.contentView?.hitTest(point)
    let found = view.flatMap { view in
      sequence(first: view, next: \.parent).lazy.compactMap { $0.cursor(at: point) }.first
    }
    if let found {
      returnsToArrow = true
      found.set()
    } else if returnsToArrow {
      returnsToArrow = false
      arrow.set()
    }
  }

  /// Ends the choice of a tracking area that the mouse leaves: ``follow(_:in:)`` chooses the next pointer.
  static func letGo() { returnsToArrow = true }

  /// True if the pointer becomes the usual one where no rectangle chooses: a rectangle has chosen it, or the mouse has
  /// left a tracking area that may have.
  private static var returnsToArrow = false
}

/// Rectangles of views that choose the pointer.
extension NSView {
  /// Chooses the pointer over a part of the view.
  final func choose(_ cursor: NSCursor, over rect: NSRect) {
    let part = rect.intersection(bounds)
    if !part.isNull, !part.isEmpty { cursorRects = (cursorRects ?? []) + [(part, cursor)] }
  }

  /// The pointer of the view at a point of the window; nil for none.
  fileprivate func cursor(at point: NSPoint) -> NSCursor? {
    if cursorRects == nil || cursorBounds != bounds {
      (cursorRects, cursorBounds) = ([], bounds)
      resetCursorRects()
    }
    let local = convert(point, from: nil)
    return cursorRects?.last { encloses(local, in: $0.0) }?.1
  }
}
