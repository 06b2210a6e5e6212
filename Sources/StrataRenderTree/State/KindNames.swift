// Apple's string constants, each of a type of its own. A name that is not listed is kept as given.

/// The rule that decides which points lie inside the path.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
  package let symbol: Symbol

  /// Makes the constant with this name, known or not.
  public init(rawValue: String) { symbol = Symbol(rawValue) }

  /// The name.
  public var rawValue: String { symbol.string }

  /// Returns true if both have the same name.
  public static func == (a: CAShapeLayerFillRule, b: CAShapeLayerFillRule) -> Bool { a.symbol == b.symbol }
  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  /// Points around which the path winds a number of times other than zero.
  public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
  /// Points around which the path winds an odd number of times.
  public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

extension CAShapeLayerFillRule: NamedValue {}

/// The shape of the corners of a stroke.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
  package let symbol: Symbol

  /// Makes the constant with this name, known or not.
  public init(rawValue: String) { symbol = Symbol(rawValue) }

  /// The name.
  public var rawValue: String { symbol.string }

  /// Returns true if both have the same name.
  public static func == (a: CAShapeLayerLineJoin, b: CAShapeLayerLineJoin) -> Bool { a.symbol == b.symbol }
  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  /// Prolonged to a point, up to the miter limit.
  public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
  /// A circle around the corner.
  public static let round = CAShapeLayerLineJoin(rawValue: "round")
  /// Cut off straight.
  public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

extension CAShapeLayerLineJoin: NamedValue {}

/// The shape of the ends of a stroke.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
  package let symbol: Symbol

  /// Makes the constant with this name, known or not.
  public init(rawValue: String) { symbol = Symbol(rawValue) }

  /// The name.
  public var rawValue: String { symbol.string }

  /// Returns true if both have the same name.
  public static func == (a: CAShapeLayerLineCap, b: CAShapeLayerLineCap) -> Bool { a.symbol == b.symbol }
  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  /// Cut off at the end point.
  public static let butt = CAShapeLayerLineCap(rawValue: "butt")
  /// A half circle around the end point.
  public static let round = CAShapeLayerLineCap(rawValue: "round")
  /// A half square around the end point.
  public static let square = CAShapeLayerLineCap(rawValue: "square")
}

extension CAShapeLayerLineCap: NamedValue {}

/// How colors spread from the start point to the end point.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
  package let symbol: Symbol

  /// Makes the constant with this name, known or not.
  public init(rawValue: String) { symbol = Symbol(rawValue) }

  /// The name.
  public var rawValue: String { symbol.string }

  /// Returns true if both have the same name.
  public static func == (a: CAGradientLayerType, b: CAGradientLayerType) -> Bool { a.symbol == b.symbol }
  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  /// Along the line between the points.
  public static let axial = CAGradientLayerType(rawValue: "axial")
  /// In ellipses around the start point.
  public static let radial = CAGradientLayerType(rawValue: "radial")
  /// Around the start point.
  public static let conic = CAGradientLayerType(rawValue: "conic")
}

extension CAGradientLayerType: NamedValue {}

/// Where a text that does not fit is cut.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
  package let symbol: Symbol

  /// Makes the constant with this name, known or not.
  public init(rawValue: String) { symbol = Symbol(rawValue) }

  /// The name.
  public var rawValue: String { symbol.string }

  /// Returns true if both have the same name.
  public static func == (a: CATextLayerTruncationMode, b: CATextLayerTruncationMode) -> Bool {
    a.symbol == b.symbol
  }
  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  /// Nowhere.
  public static let none = CATextLayerTruncationMode(rawValue: "none")
  /// At its beginning.
  public static let start = CATextLayerTruncationMode(rawValue: "start")
  /// At its end.
  public static let end = CATextLayerTruncationMode(rawValue: "end")
  /// In its middle.
  public static let middle = CATextLayerTruncationMode(rawValue: "middle")
}

extension CATextLayerTruncationMode: NamedValue {}

/// The alignment of lines of text between the left and the right edge.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
  package let symbol: Symbol

  /// Makes the constant with this name, known or not.
  public init(rawValue: String) { symbol = Symbol(rawValue) }

  /// The name.
  public var rawValue: String { symbol.string }

  /// Returns true if both have the same name.
  public static func == (a: CATextLayerAlignmentMode, b: CATextLayerAlignmentMode) -> Bool {
    a.symbol == b.symbol
  }
  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  /// By the writing direction.
  public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
  /// At the left edge.
  public static let left = CATextLayerAlignmentMode(rawValue: "left")
  /// At the right edge.
  public static let right = CATextLayerAlignmentMode(rawValue: "right")
  /// Centred.
  public static let center = CATextLayerAlignmentMode(rawValue: "center")
  /// From edge to edge.
  public static let justified = CATextLayerAlignmentMode(rawValue: "justified")
}

extension CATextLayerAlignmentMode: NamedValue {}

/// The directions in which a layer scrolls.
public struct CAScrollLayerScrollMode: RawRepresentable, Hashable, Sendable {
  package let symbol: Symbol

  /// Makes the constant with this name, known or not.
  public init(rawValue: String) { symbol = Symbol(rawValue) }

  /// The name.
  public var rawValue: String { symbol.string }

  /// Returns true if both have the same name.
  public static func == (a: CAScrollLayerScrollMode, b: CAScrollLayerScrollMode) -> Bool {
    a.symbol == b.symbol
  }
  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  /// Not at all.
  public static let none = CAScrollLayerScrollMode(rawValue: "none")
  /// Along y.
  public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
  /// Along x.
  public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
  /// Along x and y.
  public static let both = CAScrollLayerScrollMode(rawValue: "both")
}

extension CAScrollLayerScrollMode: NamedValue {}

/// The figure from which particles come.
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable {
  package let symbol: Symbol

  /// Makes the constant with this name, known or not.
  public init(rawValue: String) { symbol = Symbol(rawValue) }

  /// The name.
  public var rawValue: String { symbol.string }

  /// Returns true if both have the same name.
  public static func == (a: CAEmitterLayerEmitterShape, b: CAEmitterLayerEmitterShape) -> Bool {
    a.symbol == b.symbol
  }
  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  /// The emitter position.
  public static let point = CAEmitterLayerEmitterShape(rawValue: "point")
  /// A line as wide as the emitter size.
  public static let line = CAEmitterLayerEmitterShape(rawValue: "line")
  /// A rectangle of the emitter size.
  public static let rectangle = CAEmitterLayerEmitterShape(rawValue: "rectangle")
  /// A box of the emitter size and depth.
  public static let cuboid = CAEmitterLayerEmitterShape(rawValue: "cuboid")
  /// A circle whose radius is the width of the emitter size.
  public static let circle = CAEmitterLayerEmitterShape(rawValue: "circle")
  /// A sphere whose radius is the width of the emitter size.
  public static let sphere = CAEmitterLayerEmitterShape(rawValue: "sphere")
}

extension CAEmitterLayerEmitterShape: NamedValue {}

/// The part of the emitter shape that emits.
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable {
  package let symbol: Symbol

  /// Makes the constant with this name, known or not.
  public init(rawValue: String) { symbol = Symbol(rawValue) }

  /// The name.
  public var rawValue: String { symbol.string }

  /// Returns true if both have the same name.
  public static func == (a: CAEmitterLayerEmitterMode, b: CAEmitterLayerEmitterMode) -> Bool {
    a.symbol == b.symbol
  }
  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  /// Its corners.
  public static let points = CAEmitterLayerEmitterMode(rawValue: "points")
  /// Its outline.
  public static let outline = CAEmitterLayerEmitterMode(rawValue: "outline")
  /// Its surface.
  public static let surface = CAEmitterLayerEmitterMode(rawValue: "surface")
  /// Its inside.
  public static let volume = CAEmitterLayerEmitterMode(rawValue: "volume")
}

extension CAEmitterLayerEmitterMode: NamedValue {}

/// How particles are ordered and mixed.
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable {
  package let symbol: Symbol

  /// Makes the constant with this name, known or not.
  public init(rawValue: String) { symbol = Symbol(rawValue) }

  /// The name.
  public var rawValue: String { symbol.string }

  /// Returns true if both have the same name.
  public static func == (a: CAEmitterLayerRenderMode, b: CAEmitterLayerRenderMode) -> Bool {
    a.symbol == b.symbol
  }
  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  /// In no particular order.
  public static let unordered = CAEmitterLayerRenderMode(rawValue: "unordered")
  /// The oldest at the back.
  public static let oldestFirst = CAEmitterLayerRenderMode(rawValue: "oldestFirst")
  /// The oldest at the front.
  public static let oldestLast = CAEmitterLayerRenderMode(rawValue: "oldestLast")
  /// By depth.
  public static let backToFront = CAEmitterLayerRenderMode(rawValue: "backToFront")
  /// Added to one another.
  public static let additive = CAEmitterLayerRenderMode(rawValue: "additive")
}

extension CAEmitterLayerRenderMode: NamedValue {}
