public import Foundation
package import StrataRaster

/// A function that is called with `info` and each element of a path.
public typealias CGPathApplierFunction = (UnsafeMutableRawPointer?, UnsafePointer<CGPathElement>) -> Void

/// Subpaths of lines and Bézier curves.
///
/// Paths are equal if their elements are. A path is immutable unless it is a `CGMutablePath`.
///
/// - Thread: Any, for an immutable path.
public class CGPath: Hashable, @unchecked Sendable {  // Only the subclass changes, in one thread.
  /// The elements as values.
  ///
  /// No access lasts longer than an addition to it or a copy of it, so that none can overlap another.
  @exclusivity(unchecked)
  package final internal(set) var outline: Outline

  /// Creates a path with an outline's elements.
  package init(outline: Outline) {
    self.outline = outline
  }

  /// Creates a path of one rectangle, transformed.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    var outline = Outline()
    outline.addRect(rect, transform?.pointee ?? .identity)
    self.init(outline: outline)
  }

  /// Creates a path of the ellipse inscribed in a rectangle, as four cubic curves, transformed.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    var outline = Outline()
    outline.addEllipse(in: rect, transform?.pointee ?? .identity)
    self.init(outline: outline)
  }

  /// Creates a path of one rectangle with elliptic corners, transformed; their sizes are clamped to half its sides.
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

  /// True if the path has no elements.
  public var isEmpty: Bool { outline.isEmpty }

  /// The end of the last element; zero if the path is empty.
  public var currentPoint: CGPoint { outline.lastPoint ?? .zero }

  /// The smallest rectangle that holds all points and control points; null if the path is empty.
  public var boundingBox: CGRect { outline.controlBox }

  /// The smallest rectangle that holds the lines and curves; null if the path is empty.
  public var boundingBoxOfPath: CGRect { outline.tightBox }

  /// Returns an immutable path with the same elements: the path itself if it is immutable.
  public func copy() -> CGPath? { self }

  /// Returns an immutable path with the same elements, transformed.
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(outline: outline.applying(transform?.pointee ?? .identity))
  }

  /// Returns a mutable path with the same elements.
  public func mutableCopy() -> CGMutablePath? { CGMutablePath(outline: outline) }

  /// Returns a mutable path with the same elements, transformed.
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

  /// The type identifier that `CFGetTypeID(_:)` returns for immutable and mutable paths.
  public class var typeID: CFTypeID { typeNumber(of: CGPath.self) }

  /// Returns whether the elements are equal.
  public static func == (lhs: CGPath, rhs: CGPath) -> Bool {
    lhs === rhs || lhs.outline == rhs.outline
  }

  /// Feeds the elements into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(outline.verbs)
    hasher.combine(outline.points)
  }
}

extension CGPath: CoreFoundationObject {}

/// One element of a path.
///
/// It begins at the end of the previous element.
public struct CGPathElement {
  /// The kind.
  public var type: CGPathElementType
  /// The points; the kind determines their number, 0 to 3.
  public var points: UnsafeMutablePointer<CGPoint>

  /// Creates an element.
  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    self.type = type
    self.points = points
  }
}
