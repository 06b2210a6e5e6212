public import CoreGraphics
public import Foundation
import StrataViews

// Coordinates of all contexts here are points, with y pointing down. Each thread has its own stack of contexts.

/// Returns the context that drawing goes to now; nil outside of drawing.
public func UIGraphicsGetCurrentContext() -> CGContext? { ContextStack.current?.context }

/// Makes a context the current one, until ``UIGraphicsPopContext()``.
public func UIGraphicsPushContext(_ context: CGContext) {
  ContextStack.push(ContextStack.Entry(context, scale: 1))
}

/// Makes the context before the current one current again; without one nothing happens.
public func UIGraphicsPopContext() { ContextStack.pop() }

/// Begins a bitmap of one pixel a point.
public func UIGraphicsBeginImageContext(_ size: CGSize) {
  UIGraphicsBeginImageContextWithOptions(size, false, 1)
}

/// Begins a bitmap and makes it the current context, until ``UIGraphicsEndImageContext()``.
///
/// For a size that is not positive, or too large, there is no current context until the end, and no picture.
///
/// - Parameters:
///   - size: In points.
///   - opaque: The bitmap has no transparency, and is black at first.
///   - scale: Pixels per point; 0 is the main screen's.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  let scale = scale > 0 ? scale : UIScreen.mainScale
  let context = BitmapContext.make(size: size, scale: scale, isOpaque: opaque)
  ContextStack.push(context.map { ContextStack.Entry($0, scale: scale, isBitmap: true) })
}

/// Returns the picture drawn so far into the bitmap that was begun last; nil if the current context is not one.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  guard let entry = ContextStack.current, entry.isBitmap, let image = entry.context.makeImage() else {
    return nil
  }
  return UIImage(cgImage: image, scale: entry.scale, orientation: .up)
}

/// Ends the bitmap that was begun last; does nothing if the current context is not one.
public func UIGraphicsEndImageContext() {
  if ContextStack.isInBitmap { ContextStack.pop() }
}

/// Puts the current context's fill colour in place of what is in a rectangle.
public func UIRectFill(_ rect: CGRect) { UIRectFillUsingBlendMode(rect, .copy) }

/// Fills a rectangle with the current context's fill colour, blended in a mode.
public func UIRectFillUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) { fill([rect], blendMode) }

/// Draws a frame of one point inside a rectangle, in place of what is there, with the fill colour.
public func UIRectFrame(_ rect: CGRect) { UIRectFrameUsingBlendMode(rect, .copy) }

/// Draws a frame of one point inside a rectangle with the fill colour, blended in a mode.
public func UIRectFrameUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
  let inner = rect.insetBy(dx: 1, dy: 1)
  let sides = [
    CGRect(x: rect.minX, y: rect.minY, width: rect.width, height: 1),
    CGRect(x: rect.minX, y: inner.maxY, width: rect.width, height: 1),
    CGRect(x: rect.minX, y: inner.minY, width: 1, height: inner.height),
    CGRect(x: inner.maxX, y: inner.minY, width: 1, height: inner.height),
  ]
  fill(sides, blendMode)
}

private func fill(_ rects: [CGRect], _ blendMode: CGBlendMode) {
  guard let context = ContextStack.current?.context else { return }
  context.saveGState()
  context.setBlendMode(blendMode)
  context.fill(rects)
  context.restoreGState()
}

/// Restricts drawing to a rectangle.
public func UIRectClip(_ rect: CGRect) { ContextStack.current?.context.clip(to: rect) }
