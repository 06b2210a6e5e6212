import CoreGraphics
public import Foundation

/// Drawing of text into the current context, and its extent.
extension NSAttributedString {
  /// Draws the text in lines of their own length, from the corner with the least coordinates.
  public func draw(at point: CGPoint) { TextBox.draw(self, at: point) }

  /// Draws the text in a rectangle, whose width breaks the lines; what goes beyond is cut off.
  public func draw(in rect: CGRect) { TextBox.draw(self, in: rect) }

  /// Returns the extent of the text in lines of their own length, in points.
  public func size() -> CGSize { TextBox(self, width: .greatestFiniteMagnitude).size }
}

extension NSString {
  /// Draws the text with attributes, from the corner with the least coordinates.
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    NSAttributedString(string: self as String, attributes: attrs).draw(at: point)
  }

  /// Draws the text with attributes in a rectangle.
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    NSAttributedString(string: self as String, attributes: attrs).draw(in: rect)
  }

  /// Returns the extent of the text with attributes, in points.
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSAttributedString(string: self as String, attributes: attrs).size()
  }
}

extension String {
  /// Draws the text with attributes, from the corner with the least coordinates.
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    (self as NSString).draw(at: point, withAttributes: attrs)
  }

  /// Draws the text with attributes in a rectangle.
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    (self as NSString).draw(in: rect, withAttributes: attrs)
  }

  /// Returns the extent of the text with attributes, in points.
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    (self as NSString).size(withAttributes: attrs)
  }
}
