import CoreGraphics
public import Foundation
import StrataViews

/// Rectangles that are filled in the current context.
extension NSRect {
  /// Fills the rectangle with the current context's fill colour.
  public func fill(
    using operation: NSCompositingOperation = NSGraphicsContext.current?.compositingOperation ?? .sourceOver
  ) {
    guard let context = ContextStack.current?.context else { return }
    context.saveGState()
    context.setBlendMode(operation.blendMode)
    context.fill(self)
    context.restoreGState()
  }

  /// Draws a frame inside the rectangle, in the current context's fill colour.
  public func frame(
    withWidth width: CGFloat = 1,
    using operation: NSCompositingOperation = NSGraphicsContext.current?.compositingOperation ?? .sourceOver
  ) {
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

extension Sequence where Element == NSRect {
  /// Fills the rectangles with the current context's fill colour.
  public func fill(
    using operation: NSCompositingOperation = NSGraphicsContext.current?.compositingOperation ?? .sourceOver
  ) {
    for rect in self { rect.fill(using: operation) }
  }

  /// Restricts the current context's drawing to the rectangles.
  public func clip() { ContextStack.current?.context.clip(to: Array(self)) }
}

extension Sequence where Element == (CGRect, NSColor) {
  /// Fills each rectangle with its colour.
  public func fill(
    using operation: NSCompositingOperation = NSGraphicsContext.current?.compositingOperation ?? .sourceOver
  ) {
    guard let context = ContextStack.current?.context else { return }
    context.saveGState()
    for (rect, color) in self {
      color.setFill()
      rect.fill(using: operation)
    }
    context.restoreGState()
  }
}

// MARK: Functions

/// Puts the current context's fill colour in place of what is in a rectangle.
public func NSRectFill(_ rect: NSRect) { rect.fill(using: .copy) }

/// Fills a rectangle with the current context's fill colour.
public func NSRectFillUsingOperation(_ rect: NSRect, _ op: NSCompositingOperation) { rect.fill(using: op) }

/// Draws a frame of one point inside a rectangle, in place of what is there, in the current context's fill colour.
public func NSFrameRect(_ rect: NSRect) { rect.frame(using: .copy) }

/// Draws a frame inside a rectangle, in place of what is there, in the current context's fill colour.
public func NSFrameRectWithWidth(_ rect: NSRect, _ frameWidth: CGFloat) {
  rect.frame(withWidth: frameWidth, using: .copy)
}

/// Draws a frame inside a rectangle, in the current context's fill colour.
public func NSFrameRectWithWidthUsingOperation(
  _ rect: NSRect,
  _ frameWidth: CGFloat,
  _ op: NSCompositingOperation
) {
  rect.frame(withWidth: frameWidth, using: op)
}

/// Restricts the current context's drawing to a rectangle.
public func NSRectClip(_ rect: NSRect) { rect.clip() }
