public import CoreGraphics
public import CoreImage
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

  /// Creates a context that draws into a bitmap, in points of its size; nil for a bitmap without a size.
  public convenience init?(bitmapImageRep bitmapRep: NSBitmapImageRep) {
    guard let context = bitmapRep.makeContext() else { return nil }
    let scale = CGFloat(bitmapRep.pixelsWide) / bitmapRep.size.width
    self.init(ContextStack.Entry(context, scale: scale, isFlipped: false))
  }

  /// The context of Core Image that draws into this one.
  open private(set) lazy var ciContext: CIContext? = CIContext(cgContext: cgContext)

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

  /// How pictures are enlarged and reduced; a part of the state.
  open var imageInterpolation: NSImageInterpolation {
    get {
      switch cgContext.interpolationQuality {
      case .none: .none
      case .low: .low
      case .medium: .medium
      case .high: .high
      default: .default
      }
    }
    set {
      cgContext.interpolationQuality =
        switch newValue {
        case .default: .default
        case .none: .none
        case .low: .low
        case .medium: .medium
        case .high: .high
        }
    }
  }
}

/// How pictures are enlarged and reduced.
public enum NSImageInterpolation: UInt, Sendable {
  /// As the context finds it best.
  case `default`
  /// Each pixel as a rectangle.
  case none
  /// Fast.
  case low
  /// Between fast and smooth.
  case medium = 4
  /// Smooth.
  case high = 3
}
