public import Foundation

extension CGPoint {
  /// Returns the point mapped by a transform.
  public func applying(_ t: CGAffineTransform) -> CGPoint {
    CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
  }

  /// Returns whether both coordinates are equal.
  public func equalTo(_ point2: CGPoint) -> Bool { self == point2 }

  /// The coordinates under the keys X and Y.
  public var dictionaryRepresentation: CFDictionary {
    NSDictionary(dictionary: ["X": NSNumber(value: Double(x)), "Y": NSNumber(value: Double(y))])
  }

  /// Creates a point from a dictionary with the keys of `dictionaryRepresentation`; nil if one is missing.
  public init?(dictionaryRepresentation dict: CFDictionary) {
    guard let x = dict["X"] as? NSNumber, let y = dict["Y"] as? NSNumber else { return nil }
    self.init(x: x.doubleValue, y: y.doubleValue)
  }
}

extension CGSize {
  /// Returns the size mapped by a transform without its translation.
  public func applying(_ t: CGAffineTransform) -> CGSize {
    CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
  }

  /// Returns whether width and height are equal.
  public func equalTo(_ size2: CGSize) -> Bool { self == size2 }

  /// The sides under the keys Width and Height.
  public var dictionaryRepresentation: CFDictionary {
    NSDictionary(dictionary: [
      "Width": NSNumber(value: Double(width)), "Height": NSNumber(value: Double(height)),
    ])
  }

  /// Creates a size from a dictionary with the keys of `dictionaryRepresentation`; nil if one is missing.
  public init?(dictionaryRepresentation dict: CFDictionary) {
    guard let width = dict["Width"] as? NSNumber, let height = dict["Height"] as? NSNumber else { return nil }
    self.init(width: width.doubleValue, height: height.doubleValue)
  }
}

extension CGRect {
  /// Returns the bounding box of the four corners mapped by a transform.
  public func applying(_ t: CGAffineTransform) -> CGRect {
    if isNull || isInfinite { return self }
    let corners = [
      CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY), CGPoint(x: minX, y: maxY),
      CGPoint(x: maxX, y: maxY),
    ].map { $0.applying(t) }
    var (low, high) = (corners[0], corners[0])
    for corner in corners.dropFirst() {
      low = CGPoint(x: min(low.x, corner.x), y: min(low.y, corner.y))
      high = CGPoint(x: max(high.x, corner.x), y: max(high.y, corner.y))
    }
    return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// Returns whether origin and size are equal.
  public func equalTo(_ rect2: CGRect) -> Bool { self == rect2 }

  /// Origin and size under the keys X, Y, Width and Height.
  public var dictionaryRepresentation: CFDictionary {
    NSDictionary(dictionary: [
      "X": NSNumber(value: Double(origin.x)), "Y": NSNumber(value: Double(origin.y)),
      "Width": NSNumber(value: Double(size.width)), "Height": NSNumber(value: Double(size.height)),
    ])
  }

  /// Creates a rectangle from a dictionary with the keys of `dictionaryRepresentation`; nil if one is missing.
  public init?(dictionaryRepresentation dict: CFDictionary) {
    guard let origin = CGPoint(dictionaryRepresentation: dict),
      let size = CGSize(dictionaryRepresentation: dict)
    else { return nil }
    self.init(origin: origin, size: size)
  }
}

extension CGFloat {
  /// Returns the absolute value; makes an unqualified `abs(x)` compile in extensions of `CGFloat`.
  public func abs(_ x: CGFloat) -> CGFloat { x.magnitude }
}
