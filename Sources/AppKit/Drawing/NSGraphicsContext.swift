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

  /// Creates a context that draws into one of Core Graphics.
  public convenience init(cgContext graphicsPort: CGContext, flipped initialFlippedState: Bool) {
    self.init(ContextStack.Entry(graphicsPort, scale: 1, isFlipped: initialFlippedState))
  }

  private init(_ entry: ContextStack.Entry) {
    (cgContext, isFlipped, scale) = (entry.context, entry.isFlipped, entry.scale)
  }

  private var entry: ContextStack.Entry { ContextStack.Entry(cgContext, scale: scale, isFlipped: isFlipped) }

  /// The context that drawing goes to now; nil outside of drawing.
  open class var current: NSGraphicsContext? {
    get { ContextStack.current.map { NSGraphicsContext($0) } }
    set {
      ContextStack.pop()
      if let newValue { ContextStack.push(newValue.entry) }
    }
  }

  /// Keeps the current context and its state, until ``restoreGraphicsState()-swift.type.method``.
  open class func saveGraphicsState() {
    guard let entry = ContextStack.current else { return }
    entry.context.saveGState()
    ContextStack.push(entry)
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

  /// The way in which drawing goes over what is there; kept with the state.
  open var compositingOperation: NSCompositingOperation = .sourceOver {
    didSet { cgContext.setBlendMode(compositingOperation.blendMode) }
  }

  /// True for smooth edges.
  open var shouldAntialias = true {
    didSet { cgContext.setShouldAntialias(shouldAntialias) }
  }
}

/// The way in which drawing goes over what is there.
public enum NSCompositingOperation: UInt, Sendable {
  /// Nothing.
  case clear
  /// In place of what is there.
  case copy
  /// Over what is there.
  case sourceOver
  /// Where there is something.
  case sourceIn
  /// Where there is nothing.
  case sourceOut
  /// Over what is there, and only there.
  case sourceAtop
  /// Below what is there.
  case destinationOver
  /// What is there, inside the drawing.
  case destinationIn
  /// What is there, outside the drawing.
  case destinationOut
  /// What is there over the drawing, and only there.
  case destinationAtop
  /// Either, but not both.
  case xor
  /// The sum, dark.
  case plusDarker
  /// The sum, light.
  case plusLighter = 13
  /// The product.
  case multiply = 14
  /// The product of the inverses.
  case screen = 15
  /// Products of dark and inverse products of light parts.
  case overlay = 16
  /// The darker one.
  case darken = 17
  /// The lighter one.
  case lighten = 18
  /// The difference.
  case difference = 23

  var blendMode: CGBlendMode {
    switch self {
    case .clear: .clear
    case .copy: .copy
    case .sourceOver: .normal
    case .sourceIn: .sourceIn
    case .sourceOut: .sourceOut
    case .sourceAtop: .sourceAtop
    case .destinationOver: .destinationOver
    case .destinationIn: .destinationIn
    case .destinationOut: .destinationOut
    case .destinationAtop: .destinationAtop
    case .xor: .xor
    case .plusDarker: .plusDarker
    case .plusLighter: .plusLighter
    case .multiply: .multiply
    case .screen: .screen
    case .overlay: .overlay
    case .darken: .darken
    case .lighten: .lighten
    case .difference: .difference
    }
  }
}

extension NSRect {
  /// Fills the rectangle of the current context with its fill colour.
  public func fill(using operation: NSCompositingOperation = .copy) {
    guard let context = ContextStack.current?.context else { return }
    context.saveGState()
    context.setBlendMode(operation.blendMode)
    context.fill(self)
    context.restoreGState()
  }

  /// Draws a frame inside the rectangle, in the current context's fill colour.
  public func frame(withWidth width: CGFloat = 1, using operation: NSCompositingOperation = .copy) {
    let inner = insetBy(dx: width, dy: width)
    guard !inner.isNull else { return fill(using: operation) }
    NSRect(x: minX, y: minY, width: self.width, height: width).fill(using: operation)
    NSRect(x: minX, y: inner.maxY, width: self.width, height: width).fill(using: operation)
    NSRect(x: minX, y: inner.minY, width: width, height: inner.height).fill(using: operation)
    NSRect(x: inner.maxX, y: inner.minY, width: width, height: inner.height).fill(using: operation)
  }

  /// Restricts the current context's drawing to the rectangle.
  public func clip() { ContextStack.current?.context.clip(to: self) }
}
