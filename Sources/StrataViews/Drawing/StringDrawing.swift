import CoreGraphics
import CoreText
public import Foundation

/// Drawing of text into the current context, and its extent.
extension NSAttributedString {
  /// Draws the text in lines of their own length, from the corner with the least coordinates.
  public func draw(at point: CGPoint) { TextBox.draw(.attributed(self), at: point) }

  /// Draws the text in a rectangle, whose width breaks the lines; what goes beyond is cut off.
  public func draw(in rect: CGRect) { TextBox.draw(.attributed(self), in: rect) }

  /// Returns the extent of the text in lines of their own length, in points.
  public func size() -> CGSize { TextBox(.attributed(self)).size }
}

extension NSString {
  /// Draws the text with attributes, from the corner with the least coordinates.
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    (self as String).draw(at: point, withAttributes: attrs)
  }

  /// Draws the text with attributes in a rectangle.
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    (self as String).draw(in: rect, withAttributes: attrs)
  }

  /// Returns the extent of the text with attributes, in points.
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    (self as String).size(withAttributes: attrs)
  }
}

extension String {
  /// Draws the text with attributes, from the corner with the least coordinates.
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    TextBox.draw(.plain(self, attrs ?? [:]), at: point)
  }

  /// Draws the text with attributes in a rectangle.
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    TextBox.draw(.plain(self, attrs ?? [:]), in: rect)
  }

  /// Returns the extent of the text with attributes, in points.
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    TextBox(.plain(self, attrs ?? [:])).size
  }
}
