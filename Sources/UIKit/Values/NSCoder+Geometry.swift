public import CoreGraphics
public import Foundation

/// Geometry as text, `{{0, 0}, {320, 480}}`; text that is something else gives zeros.
extension NSCoder {
  /// Returns a point as text.
  public class func string(for point: CGPoint) -> String { braced([point.x, point.y]) }
  /// Returns a vector as text.
  public class func string(for vector: CGVector) -> String { braced([vector.dx, vector.dy]) }
  /// Returns a size as text.
  public class func string(for size: CGSize) -> String { braced([size.width, size.height]) }
  /// Returns a rectangle as text.
  public class func string(for rect: CGRect) -> String {
    "{" + string(for: rect.origin) + ", " + string(for: rect.size) + "}"
  }
  /// Returns a transform as text, `[1, 0, 0, 1, 0, 0]`.
  public class func string(for transform: CGAffineTransform) -> String {
    let t = transform
    return "[" + list([t.a, t.b, t.c, t.d, t.tx, t.ty]) + "]"
  }
  /// Returns insets as text: top, left, bottom and right.
  public class func string(for insets: UIEdgeInsets) -> String {
    braced([insets.top, insets.left, insets.bottom, insets.right])
  }
  /// Returns insets as text: top, leading, bottom and trailing.
  public class func string(for insets: NSDirectionalEdgeInsets) -> String {
    braced([insets.top, insets.leading, insets.bottom, insets.trailing])
  }
  /// Returns a displacement as text.
  public class func string(for offset: UIOffset) -> String { braced([offset.horizontal, offset.vertical]) }

  /// Reads a point.
  public class func cgPoint(for string: String) -> CGPoint {
    let n = numbers(string, 2)
    return CGPoint(x: n[0], y: n[1])
  }
  /// Reads a vector.
  public class func cgVector(for string: String) -> CGVector {
    let n = numbers(string, 2)
    return CGVector(dx: n[0], dy: n[1])
  }
  /// Reads a size.
  public class func cgSize(for string: String) -> CGSize {
    let n = numbers(string, 2)
    return CGSize(width: n[0], height: n[1])
  }
  /// Reads a rectangle.
  public class func cgRect(for string: String) -> CGRect {
    let n = numbers(string, 4)
    return CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
  }
  /// Reads a transform.
  public class func cgAffineTransform(for string: String) -> CGAffineTransform {
    let n = numbers(string, 6)
    return CGAffineTransform(n[0], n[1], n[2], n[3], n[4], n[5])
  }
  /// Reads insets.
  public class func uiEdgeInsets(for string: String) -> UIEdgeInsets {
    let n = numbers(string, 4)
    return UIEdgeInsets(top: n[0], left: n[1], bottom: n[2], right: n[3])
  }
  /// Reads insets.
  public class func nsDirectionalEdgeInsets(for string: String) -> NSDirectionalEdgeInsets {
    let n = numbers(string, 4)
    return NSDirectionalEdgeInsets(top: n[0], leading: n[1], bottom: n[2], trailing: n[3])
  }
  /// Reads a displacement.
  public class func uiOffset(for string: String) -> UIOffset {
    let n = numbers(string, 2)
    return UIOffset(horizontal: n[0], vertical: n[1])
  }

  private class func list(_ numbers: [CGFloat]) -> String {
    numbers.map { number in
      let text = "\(number)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }.joined(separator: ", ")
  }

  private class func braced(_ numbers: [CGFloat]) -> String { "{" + list(numbers) + "}" }

  /// The numbers of a text, if there are as many as wanted; else zeros.
  private class func numbers(_ string: String, _ count: Int) -> [CGFloat] {
    let words = string.split { "{}[], \t\n".contains($0) }.map { Double($0) }
    let known = words.compactMap { $0 }.map { CGFloat($0) }
    return words.count == count && known.count == count ? known : Array(repeating: 0, count: count)
  }
}
