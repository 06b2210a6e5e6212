import CoreGraphics
public import Foundation

/// A number of a frame that a constraint reads or sets.
public enum CAConstraintAttribute: Int32, Sendable {
  /// The left edge.
  case minX = 0
  /// The horizontal centre.
  case midX = 1
  /// The right edge.
  case maxX = 2
  /// The width.
  case width = 3
  /// The edge of minimum y.
  case minY = 4
  /// The vertical centre.
  case midY = 5
  /// The edge of maximum y.
  case maxY = 6
  /// The height.
  case height = 7
}

/// A rule for one number of a layer's frame: a number of a sibling or of the superlayer, times a scale, plus an
/// offset.
open class CAConstraint: NSObject, NSSecureCoding {
  private let values: Values

  private struct Values {
    let attribute: CAConstraintAttribute
    let sourceName: String
    let sourceAttribute: CAConstraintAttribute
    let scale: CGFloat
    let offset: CGFloat
  }

  /// The number that the rule sets.
  open var attribute: CAConstraintAttribute { values.attribute }
  /// The name of the sibling that is read, or `superlayer`.
  open var sourceName: String { values.sourceName }
  /// The number that is read.
  open var sourceAttribute: CAConstraintAttribute { values.sourceAttribute }
  /// The factor of the number that is read.
  open var scale: CGFloat { values.scale }
  /// The offset, in points.
  open var offset: CGFloat { values.offset }

  /// Creates a rule.
  public init(
    attribute attr: CAConstraintAttribute,
    relativeTo srcId: String,
    attribute srcAttr: CAConstraintAttribute,
    scale m: CGFloat,
    offset c: CGFloat
  ) {
    values = Values(attribute: attr, sourceName: srcId, sourceAttribute: srcAttr, scale: m, offset: c)
    super.init()
  }

  /// Creates a rule without a scale.
  public convenience init(
    attribute attr: CAConstraintAttribute,
    relativeTo srcId: String,
    attribute srcAttr: CAConstraintAttribute,
    offset c: CGFloat
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: c)
  }

  /// Creates a rule that copies a number.
  public convenience init(
    attribute attr: CAConstraintAttribute,
    relativeTo srcId: String,
    attribute srcAttr: CAConstraintAttribute
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: 0)
  }

  /// Creates a rule from an archive; nil if it names an unknown number.
  public required init?(coder: NSCoder) {
    guard let attribute = CAConstraintAttribute(rawValue: coder.decodeInt32(forKey: "attribute")),
      let source = CAConstraintAttribute(rawValue: coder.decodeInt32(forKey: "sourceAttribute")),
      let name = coder.decodeObject(of: NSString.self, forKey: "sourceName")
    else { return nil }
    values = Values(
      attribute: attribute,
      sourceName: name as String,
      sourceAttribute: source,
      scale: CGFloat(coder.decodeDouble(forKey: "scale")),
      offset: CGFloat(coder.decodeDouble(forKey: "offset"))
    )
    super.init()
  }

  /// Writes the rule into an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(attribute.rawValue, forKey: "attribute")
    coder.encode(sourceName as NSString, forKey: "sourceName")
    coder.encode(sourceAttribute.rawValue, forKey: "sourceAttribute")
    coder.encode(Double(scale), forKey: "scale")
    coder.encode(Double(offset), forKey: "offset")
  }

  /// Constraints can be archived securely.
  open class var supportsSecureCoding: Bool { true }
}

extension CALayer {
  final func setConstraints(_ constraints: [CAConstraint]?) {
    setExtraObject("constraints", \.constraints, constraints)
    storage.superlayer?.markForLayout()
  }
}
