public import CoreGraphics
public import Foundation
import StrataViews

/// A context that drawing goes to.
///
/// - Thread: One at a time; each thread has its own current context.
open class NSGraphicsContext: NSObject {
  /// The context of Core Graphics.
  public let cgContext: CGContext
  /// True if y points down.
  public let isFlipped: Bool
  /// Pixels per point.
  final let scale: CGFloat
  /// From the coordinates in which drawing began to the context's own.
  final let base: CGAffineTransform

  /// Creates a context that draws into one of Core Graphics.
  public convenience init(cgContext graphicsPort: CGContext, flipped initialFlippedState: Bool) {
    self.init(ContextStack.Entry(graphicsPort, scale: 1, isFlipped: initialFlippedState))
  }

  private init(_ entry: ContextStack.Entry) {
    (cgContext, isFlipped, scale, base) = (entry.context, entry.isFlipped, entry.scale, entry.base)
  }

  private var entry: ContextStack.Entry {
    var entry = ContextStack.Entry(cgContext, scale: scale, isFlipped: isFlipped, base: base)
    entry.object = self
    return entry
  }

  /// The context that drawing goes to now, the same object each time; nil outside of drawing.
  open class var current: NSGraphicsContext? {
    get {
      guard let entry = ContextStack.current else { return nil }
      if let known = entry.object as? NSGraphicsContext { return known }
      let fresh = NSGraphicsContext(entry)
      ContextStack.keep(fresh)
      return fresh
    }
    set {
      ContextStack.pop()
      if let newValue { ContextStack.push(newValue.entry) }
    }
  }

  /// Keeps the current context and its state, until ``restoreGraphicsState()-swift.type.method``.
  open class func saveGraphicsState() {
    guard let current else { return }
    current.saveGraphicsState()
    ContextStack.push(current.entry)
  }

  /// Makes the context that was kept last current again, with its state.
  open class func restoreGraphicsState() {
    ContextStack.pop()
    ContextStack.current?.context.restoreGState()
  }

  /// Keeps the state of this context.
  open func saveGraphicsState() { cgContext.saveGState() }
  /// Returns to the state that was kept last.
  open func restoreGraphicsState() { cgContext.restoreGState() }
  /// Waits until everything is drawn.
  open func flushGraphics() { cgContext.flush() }

  /// The way in which drawing goes over what is there; a part of the state.
  open var compositingOperation: NSCompositingOperation {
    get { NSCompositingOperation(cgContext.blendMode) }
    set { cgContext.setBlendMode(newValue.blendMode) }
  }

  /// True for smooth edges; a part of the state.
  open var shouldAntialias: Bool {
    get { cgContext.shouldAntialias }
    set { cgContext.setShouldAntialias(newValue) }
  }
}
