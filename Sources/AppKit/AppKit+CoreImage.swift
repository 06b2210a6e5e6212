// Programs that import AppKit know images and filters, too, as on Apple's systems.

@_exported public import CoreImage
import CoreGraphics
public import Foundation
import StrataViews

extension NSColor {
  /// Creates a colour of Core Image.
  public convenience init(ciColor color: CIColor) {
    self.init(CGColor(colorSpace: color.colorSpace, components: color.components) ?? .clear)
  }
}

extension CIColor {
  /// Creates a colour of AppKit; nil for a pattern.
  public convenience init?(color: NSColor) {
    guard color.cgColor.toldComponents != nil else { return nil }
    self.init(cgColor: color.cgColor)
  }
}

extension CIImage {
  /// Creates an image of a representation's pixels; nil if there are none.
  public convenience init?(bitmapImageRep: NSBitmapImageRep) {
    guard let image = bitmapImageRep.cgImage else { return nil }
    self.init(cgImage: image)
  }

  /// Draws a part of the image over a rectangle of the current context, as the context is turned.
  ///
  /// - Parameters:
  ///   - rect: In the current context's points.
  ///   - fromRect: In the image's pixels, from its lower left corner.
  ///   - op: The way in which the image goes over what is there.
  ///   - delta: The opacity, from 0 to 1.
  public func draw(
    in rect: NSRect,
    from fromRect: NSRect,
    operation op: NSCompositingOperation,
    fraction delta: CGFloat
  ) {
    guard let context = NSGraphicsContext.current else { return }
    context.saveGraphicsState()
    context.compositingOperation = op
    context.cgContext.setAlpha(delta)
    context.ciContext?.draw(self, in: rect, from: fromRect)
    context.restoreGraphicsState()
  }

  /// Draws a part of the image in its size, from the corner with the least coordinates.
  public func draw(
    at point: NSPoint,
    from fromRect: NSRect,
    operation op: NSCompositingOperation,
    fraction delta: CGFloat
  ) {
    draw(in: NSRect(origin: point, size: fromRect.size), from: fromRect, operation: op, fraction: delta)
  }
}

extension NSBitmapImageRep {
  /// Creates a representation of an image's pixels; of an image without end or without pixels it shows nothing.
  public convenience init(ciImage: CIImage) {
    if let pixels = NSCIImageRep(ciImage: ciImage).pixels(in: ciImage.extent.size, scale: 1) {
      self.init(cgImage: pixels)
    } else {
      self.init(nothing: ())
    }
  }
}
