public import CoreGraphics
public import Foundation

/// A place in a line at which a tab ends.
///
/// - Thread: Any.
open class NSTextTab: NSObject, NSCopying, @unchecked Sendable {  // Immutable.
  /// The names of options.
  public struct OptionKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates a key from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A `CharacterSet`: the first of these characters after the tab ends the text that is aligned at the place.
    ///
    /// Only numbers in one notation are aligned: of the set, one character counts in a paragraph, the first that is in the text.
    public static let columnTerminators = OptionKey(rawValue: kCTTabColumnTerminatorsAttributeName as String)
  }

  /// How the text after the tab lies at the place; natural and justified are as left.
  public let alignment: NSTextAlignment
  /// The distance of the place from the leading edge of the text's box, in points.
  public let location: CGFloat
  /// The options.
  public let options: [OptionKey: Any]

  /// Creates a tab stop.
  public init(
    textAlignment alignment: NSTextAlignment,
    location loc: CGFloat,
    options: [OptionKey: Any] = [:]
  ) {
    (self.alignment, location, self.options) = (alignment, loc, options)
  }

  /// Returns the characters that end a column of numbers: the decimal separator of a locale, or of the current one.
  open class func columnTerminators(for aLocale: Locale?) -> CharacterSet {
    CharacterSet(charactersIn: (aLocale ?? .current).decimalSeparator ?? ".")
  }

  /// Returns the tab stop itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  private var terminators: CharacterSet? { options[.columnTerminators] as? CharacterSet }

  /// Returns whether an object is a tab stop with the same values.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSTextTab else { return false }
    return other.location == location && other.alignment == alignment && other.terminators == terminators
  }

  /// A hash of the location.
  open override var hash: Int { location.hashValue }

  /// The tab stops of a paragraph style with the default values.
  static let defaults = (1...12).map {
    NSTextTab(textAlignment: .left, location: CGFloat($0) * CGFloat(TabStops.defaultDistance))
  }
}

/// A place in a line at which a tab ends; the same class as Foundation's.
public typealias CTTextTab = NSTextTab

/// The name of the option for the characters that end the text at a tab stop, a `CharacterSet`.
public nonisolated(unsafe) let kCTTabColumnTerminatorsAttributeName: CFString =
  "NSTabColumnTerminatorsAttributeName"

/// Returns the type identifier of tab stops.
public func CTTextTabGetTypeID() -> CFTypeID { typeNumber(of: NSTextTab.self) }

/// Creates a tab stop.
///
/// - Parameters:
///   - alignment: How the text after the tab lies at the place.
///   - location: The distance of the place from the leading edge of the text's box, in points.
///   - options: Values by names such as `kCTTabColumnTerminatorsAttributeName`; nil for none.
/// - Returns: The tab stop.
public func CTTextTabCreate(
  _ alignment: CTTextAlignment,
  _ location: Double,
  _ options: CFDictionary?
) -> CTTextTab {
  var values: [NSTextTab.OptionKey: Any] = [:]
  for (key, value) in options ?? [:] {
    if let name = key as? String { values[NSTextTab.OptionKey(rawValue: name)] = value }
  }
  return NSTextTab(
    textAlignment: NSTextAlignment(alignment),
    location: CGFloat(location),
    options: values
  )
}

/// Returns how the text after a tab lies at its place.
public func CTTextTabGetAlignment(_ tab: CTTextTab) -> CTTextAlignment { CTTextAlignment(tab.alignment) }

/// Returns the distance of a tab stop from the leading edge of the text's box, in points.
public func CTTextTabGetLocation(_ tab: CTTextTab) -> Double { Double(tab.location) }

/// Returns the options of a tab stop; nil without one.
public func CTTextTabGetOptions(_ tab: CTTextTab) -> CFDictionary? {
  guard !tab.options.isEmpty else { return nil }
  var values: [String: Any] = [:]
  for (key, value) in tab.options { values[key.rawValue] = value }
  return NSDictionary(dictionary: values)
}
