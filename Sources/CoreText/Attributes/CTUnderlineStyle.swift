/// The line below text, whose raw value is that of `kCTUnderlineStyleAttributeName`.
public struct CTUnderlineStyle: OptionSet, Sendable {
  /// The bits of the style.
  public let rawValue: Int32

  /// Creates a style from its bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// A single line.
  public static let single = CTUnderlineStyle(rawValue: 1)
  /// A line of twice the thickness.
  public static let thick = CTUnderlineStyle(rawValue: 2)
  /// Two lines.
  public static let double = CTUnderlineStyle(rawValue: 9)
}

/// The pattern of the line below text, whose raw value is joined to that of the style by `|`.
public struct CTUnderlineStyleModifiers: OptionSet, Sendable {
  /// The bits of the pattern.
  public let rawValue: Int32

  /// Creates a pattern from its bits; 0 is an unbroken line.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// A line of dots.
  public static let patternDot = CTUnderlineStyleModifiers(rawValue: 0x100)
  /// A line of dashes.
  public static let patternDash = CTUnderlineStyleModifiers(rawValue: 0x200)
  /// A line of dashes and dots in turns.
  public static let patternDashDot = CTUnderlineStyleModifiers(rawValue: 0x300)
  /// A line of dashes, each followed by two dots.
  public static let patternDashDotDot = CTUnderlineStyleModifiers(rawValue: 0x400)
}
