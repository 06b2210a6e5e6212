public import CoreGraphics
public import Foundation
import StrataViews

/// One of the forms that a picture has; subclasses draw it.
///
/// - Thread: One at a time.
open class NSImageRep: NSObject, NSCopying {
  /// The size, in points.
  open var size = NSSize.zero
  /// The number of columns of pixels; 0 for a form that is drawn in any size.
  open var pixelsWide = 0
  /// The number of rows of pixels; 0 for a form that is drawn in any size.
  open var pixelsHigh = 0
  /// True if the form may be transparent.
  open var hasAlpha = true

  /// Creates a form without size.
  public override init() { super.init() }

  /// Draws the form in its size, at the origin of the current context; false if it cannot be drawn.
  ///
  /// The default draws nothing.
  @discardableResult open func draw() -> Bool { false }

  /// Draws the form in its size, from the corner with the least coordinates, as the context is turned.
  @discardableResult open func draw(at point: NSPoint) -> Bool { draw(in: NSRect(origin: point, size: size)) }

  /// Draws the form stretched over a rectangle of the current context, as the context is turned.
  @discardableResult open func draw(in rect: NSRect) -> Bool {
    guard let context = ContextStack.current?.context, size.width > 0, size.height > 0 else { return false }
    context.saveGState()
    defer { context.restoreGState() }
    context.translateBy(x: rect.minX, y: rect.minY)
    context.scaleBy(x: rect.width / size.width, y: rect.height / size.height)
    return draw()
  }

  /// Returns the pixels for a rectangle in points; nil is the form's size.
  ///
  /// There are no hints.
  open func cgImage(
    forProposedRect proposedDestRect: UnsafeMutablePointer<NSRect>?,
    context: NSGraphicsContext?,
    hints: [AnyHashable: Any]?
  ) -> CGImage? {
    pixels(
      in: proposedDestRect?.pointee.size ?? size,
      scale: (context ?? .current)?.scale ?? MainScreen.scale
    )
  }

  /// Returns the pixels for a size in points; nil if there is nothing to show.
  func pixels(in size: NSSize, scale: CGFloat) -> CGImage? {
    guard let context = BitmapContext.make(size: size, scale: scale, isOpaque: false, isFlipped: false) else {
      return nil
    }
    let isDrawn = ContextStack.with(ContextStack.Entry(context, scale: scale, isFlipped: false)) {
      draw(in: NSRect(origin: .zero, size: size))
    }
    return isDrawn ? context.makeImage() : nil
  }

  /// True if the form shows nothing, whatever is asked of it.
  var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

  /// Returns the form itself; classes of forms that can be copied override it.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The form of a picture that a closure draws.
final class DrawnImageRep: NSImageRep {
  private let isFlipped: Bool
  private let handler: (NSRect) -> Bool

  init(size: NSSize, isFlipped: Bool, _ handler: @escaping (NSRect) -> Bool) {
    (self.isFlipped, self.handler) = (isFlipped, handler)
    super.init()
    self.size = size
  }

  override func draw() -> Bool {
    guard let entry = ContextStack.current else { return false }
    entry.context.saveGState()
    defer { entry.context.restoreGState() }
    if isFlipped {
      entry.context.translateBy(x: 0, y: size.height)
      entry.context.scaleBy(x: 1, y: -1)
    }
    let inner = ContextStack.Entry(entry.context, scale: entry.scale, isFlipped: isFlipped)
    return ContextStack.with(inner) { handler(NSRect(origin: .zero, size: size)) }
  }

  override func copy(with zone: NSZone? = nil) -> Any {
    DrawnImageRep(size: size, isFlipped: isFlipped, handler)
  }
}
