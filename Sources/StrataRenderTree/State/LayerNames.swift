// Apple's string constants, each of a type of its own. A name that is not listed is kept as given.
// Equality is written out: the standard library's for such types would compare the strings.

/// Where contents lie inside the bounds when their sizes differ.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  package let symbol: Symbol

  /// Makes the constant with this name, known or not.
  public init(rawValue: String) { symbol = Symbol(rawValue) }

  /// The name.
  public var rawValue: String { symbol.string }

  /// Returns true if both have the same name.
  public static func == (a: CALayerContentsGravity, b: CALayerContentsGravity) -> Bool {
    a.symbol == b.symbol
  }
  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  /// Centred, at their own size.
  public static let center = CALayerContentsGravity(rawValue: "center")
  /// Centred at the maximum y edge.
  public static let top = CALayerContentsGravity(rawValue: "top")
  /// Centred at the minimum y edge.
  public static let bottom = CALayerContentsGravity(rawValue: "bottom")
  /// Centred at the minimum x edge.
  public static let left = CALayerContentsGravity(rawValue: "left")
  /// Centred at the maximum x edge.
  public static let right = CALayerContentsGravity(rawValue: "right")
  /// At the corner of minimum x and maximum y.
  public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
  /// At the corner of maximum x and maximum y.
  public static let topRight = CALayerContentsGravity(rawValue: "topRight")
  /// At the corner of minimum x and minimum y.
  public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
  /// At the corner of maximum x and minimum y.
  public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
  /// Stretched to the bounds.
  public static let resize = CALayerContentsGravity(rawValue: "resize")
  /// As large as fits whole, keeping the proportions.
  public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
  /// As small as covers the bounds, keeping the proportions.
  public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

extension CALayerContentsGravity: NamedValue {}

/// How contents are sampled when they are scaled.
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
  package let symbol: Symbol

  /// Makes the constant with this name, known or not.
  public init(rawValue: String) { symbol = Symbol(rawValue) }

  /// The name.
  public var rawValue: String { symbol.string }

  /// Returns true if both have the same name.
  public static func == (a: CALayerContentsFilter, b: CALayerContentsFilter) -> Bool { a.symbol == b.symbol }
  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  /// Interpolates between the four nearest pixels.
  public static let linear = CALayerContentsFilter(rawValue: "linear")
  /// Takes the nearest pixel.
  public static let nearest = CALayerContentsFilter(rawValue: "nearest")
  /// Interpolates between pixels and between reduced copies of the image.
  public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")
}

extension CALayerContentsFilter: NamedValue {}

/// The pixels of a backing store.
public struct CALayerContentsFormat: RawRepresentable, Hashable, Sendable {
  package let symbol: Symbol

  /// Makes the constant with this name, known or not.
  public init(rawValue: String) { symbol = Symbol(rawValue) }

  /// The name.
  public var rawValue: String { symbol.string }

  /// Returns true if both have the same name.
  public static func == (a: CALayerContentsFormat, b: CALayerContentsFormat) -> Bool { a.symbol == b.symbol }
  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  /// Eight bits for each of four channels.
  public static let RGBA8Uint = CALayerContentsFormat(rawValue: "RGBA8")
  /// Half floats for each of four channels.
  public static let RGBA16Float = CALayerContentsFormat(rawValue: "RGBAh")
  /// Eight bits of grey and of alpha.
  public static let gray8Uint = CALayerContentsFormat(rawValue: "Gray8")
  /// Chosen by what is drawn.
  public static let automatic = CALayerContentsFormat(rawValue: "Automatic")
}

extension CALayerContentsFormat: NamedValue {}

/// The shape of rounded corners.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  package let symbol: Symbol

  /// Makes the constant with this name, known or not.
  public init(rawValue: String) { symbol = Symbol(rawValue) }

  /// The name.
  public var rawValue: String { symbol.string }

  /// Returns true if both have the same name.
  public static func == (a: CALayerCornerCurve, b: CALayerCornerCurve) -> Bool { a.symbol == b.symbol }
  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  /// A quarter of a circle.
  public static let circular = CALayerCornerCurve(rawValue: "circular")
  /// A longer curve whose curvature starts softly.
  public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}

extension CALayerCornerCurve: NamedValue {}

/// What a timed object shows outside its active interval.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  package let symbol: Symbol

  /// Makes the constant with this name, known or not.
  public init(rawValue: String) { symbol = Symbol(rawValue) }

  /// The name.
  public var rawValue: String { symbol.string }

  /// Returns true if both have the same name.
  public static func == (a: CAMediaTimingFillMode, b: CAMediaTimingFillMode) -> Bool { a.symbol == b.symbol }
  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  /// The last moment stays.
  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
  /// The first moment shows before the beginning.
  public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
  /// Both ends stay.
  public static let both = CAMediaTimingFillMode(rawValue: "both")
  /// Nothing shows outside.
  public static let removed = CAMediaTimingFillMode(rawValue: "removed")
}

extension CAMediaTimingFillMode: NamedValue {}
