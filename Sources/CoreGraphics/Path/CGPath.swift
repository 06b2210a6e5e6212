public import Foundation
package import StrataRaster

/// A callback that is given the elements of a path one by one.
public typealias CGPathApplierFunction = (UnsafeMutableRawPointer?, UnsafePointer<CGPathElement>) -> Void

/// Lines and curves in the plane.
///
/// Paths are equal when their elements are. A path that is not a `CGMutablePath` never changes; `copy()` of a mutable one
/// gives such a path.
public class CGPath: Hashable, @unchecked Sendable {  // Only the subclass changes, in one thread.
  /// The elements as values.
  package final internal(set) var outline: Outline

  /// Creates a path of an outline's elements.
  package init(outline: Outline) {
    self.outline = outline
  }

  /// Creates a path that is a transformed rectangle.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    var outline = Outline()
    outline.addRect(rect, transform?.pointee ?? .identity)
    self.init(outline: outline)
  }

  /// Creates a path that is a transformed ellipse of four cubic curves.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    var outline = Outline()
    outline.addEllipse(in: rect, transform?.pointee ?? .identity)
    self.init(outline: outline)
  }

  /// Creates a path that is a transformed rectangle with elliptic corners, which are reduced to half its sides.
  public convenience init(
    roundedRect rect: CGRect,
    cornerWidth: CGFloat,
    cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    var outline = Outline()
    outline.addRoundedRect(rect, cornerWidth, cornerHeight, transform?.pointee ?? .identity)
    self.init(outline: outline)
  }

  /// Whether the path has no elements.
  public var isEmpty: Bool { outline.isEmpty }

  /// The end of the last element, or zero when the path is empty.
  public var currentPoint: CGPoint { outline.lastPoint ?? .zero }

  /// The smallest rectangle that holds all points, control points included; null when the path is empty.
  public var boundingBox: CGRect { outline.controlBox }

  /// The smallest rectangle that holds the path without its control points; null when the path is empty.
  public var boundingBoxOfPath: CGRect { outline.tightBox }

  /// Returns an immutable path with the same elements.
  public func copy() -> CGPath? { CGPath(outline: outline) }

  /// Returns an immutable path with the same elements, transformed.
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(outline: outline.applying(transform?.pointee ?? .identity))
  }

  /// Returns a path with the same elements that can be added to.
  public func mutableCopy() -> CGMutablePath? { CGMutablePath(outline: outline) }

  /// Returns a path with the same elements, transformed, that can be added to.
  public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
    CGMutablePath(outline: outline.applying(transform?.pointee ?? .identity))
  }

  /// Calls a block with each element in order; an element is valid during the call only.
  public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
    outline.forEachElement(block)
  }

  /// Calls a function with `info` and each element in order; an element is valid during the call only.
  public func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
    outline.forEachElement { function(info, $0) }
  }

  /// The number of the class for `CFGetTypeID(_:)`; mutable paths have the same.
  public class var typeID: CFTypeID { typeNumber(of: CGPath.self) }

  /// Returns whether the elements are equal.
  public static func == (lhs: CGPath, rhs: CGPath) -> Bool {
    lhs === rhs || (lhs.outline.verbs == rhs.outline.verbs && lhs.outline.points == rhs.outline.points)
  }

  /// Feeds the elements into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(outline.verbs)
    hasher.combine(outline.points)
  }
}

extension CGPath: CoreFoundationObject {}

/// One element of a path: its kind and its points, without the point at which the previous one ends.
public struct CGPathElement {
  /// The kind.
  public var type: CGPathElementType
  /// As many points as the kind has.
  public var points: UnsafeMutablePointer<CGPoint>

  /// Creates an element.
  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    self.type = type
    self.points = points
  }
}
