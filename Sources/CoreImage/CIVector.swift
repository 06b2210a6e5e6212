public import CoreGraphics
public import Foundation

/// An immutable list of numbers: a position, a rectangle, a row of a matrix.
///
/// Vectors are equal if they have the same numbers.
///
/// - Thread: Any.
public final class CIVector: NSObject, NSCopying, NSSecureCoding, Sendable {
  private let values: [CGFloat]

  init(_ values: [CGFloat]) { self.values = values }

  /// Creates a vector of numbers in memory.
  public convenience init(values: UnsafePointer<CGFloat>, count: Int) {
    self.init(Array(UnsafeBufferPointer(start: values, count: max(count, 0))))
  }

  /// Creates a vector of one number.
  public convenience init(x: CGFloat) { self.init([x]) }

  /// Creates a vector of two numbers.
  public convenience init(x: CGFloat, y: CGFloat) { self.init([x, y]) }

  /// Creates a vector of three numbers.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) { self.init([x, y, z]) }

  /// Creates a vector of four numbers.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { self.init([x, y, z, w]) }

  /// Creates a vector of a point's coordinates.
  public convenience init(cgPoint: CGPoint) { self.init([cgPoint.x, cgPoint.y]) }

  /// Creates a vector of a rectangle's origin, width and height.
  public convenience init(cgRect: CGRect) {
    self.init([cgRect.origin.x, cgRect.origin.y, cgRect.size.width, cgRect.size.height])
  }

  /// Creates a vector of a transform's six numbers: a, b, c, d, tx, ty.
  public convenience init(cgAffineTransform t: CGAffineTransform) {
    self.init([t.a, t.b, t.c, t.d, t.tx, t.ty])
  }

  /// Creates a vector from text such as `[1 2 3]`; words that are not numbers count as 0.
  public convenience init(string representation: String) {
    let words = representation.split { $0 == " " || $0 == "[" || $0 == "]" || $0 == "," }
    self.init(words.map { CGFloat(Double($0) ?? 0) })
  }

  /// The number of numbers.
  public var count: Int { values.count }

  /// Returns the number at an index; 0 beyond the end.
  public func value(at index: Int) -> CGFloat { values.indices.contains(index) ? values[index] : 0 }

  /// The first number, or 0.
  public var x: CGFloat { value(at: 0) }
  /// The second number, or 0.
  public var y: CGFloat { value(at: 1) }
  /// The third number, or 0.
  public var z: CGFloat { value(at: 2) }
  /// The fourth number, or 0.
  public var w: CGFloat { value(at: 3) }

  /// The first two numbers as a point.
  public var cgPointValue: CGPoint { CGPoint(x: x, y: y) }

  /// The first four numbers as origin, width and height.
  public var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }

  /// The first six numbers as a transform.
  public var cgAffineTransformValue: CGAffineTransform {
    CGAffineTransform(x, y, z, w, value(at: 4), value(at: 5))
  }

  /// The numbers as text that ``init(string:)`` reads, such as `[1 2 3]`.
  public var stringRepresentation: String {
    "[" + values.map { $0 == $0.rounded() && abs($0) < 1e15 ? "\(Int($0))" : "\($0)" }.joined(separator: " ")
      + "]"
  }

  /// The numbers as text.
  public override var description: String { stringRepresentation }

  /// Returns the vector itself, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns whether an object is a vector of the same numbers.
  public override func isEqual(_ object: Any?) -> Bool { (object as? CIVector)?.values == values }

  /// A hash of the numbers.
  public override var hash: Int { values.hashValue }

  /// True: vectors can be archived securely.
  public static var supportsSecureCoding: Bool { true }

  /// Creates a vector from an archive.
  public convenience init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "CI_vector") else { return nil }
    self.init(string: text as String)
  }

  /// Writes the vector into an archive, as text that gives back equal numbers.
  public func encode(with coder: NSCoder) {
    coder.encode(stringRepresentation as NSString, forKey: "CI_vector")
  }

  /// The numbers for calculations.
  var numbers: [Double] { values.map { Double($0) } }
}
