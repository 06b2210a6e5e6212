public import CoreGraphics
import Foundation

/// The style of a paragraph; the same class as Foundation's.
public typealias CTParagraphStyle = NSParagraphStyle

// Cases are in the order of their numbers from 0, so that the memory of a value is its number, as settings need it.

/// The horizontal alignment of lines.
public enum CTTextAlignment: UInt8, Sendable {
  /// At the left edge.
  case left = 0
  /// At the right edge.
  case right = 1
  /// In the middle.
  case center = 2
  /// Flush with both edges, except for the last line of a paragraph.
  case justified = 3
  /// At the leading edge of the script.
  case natural = 4

  /// The alignment as Core Text has it.
  public init(_ nsTextAlignment: NSTextAlignment) {
    self =
      switch nsTextAlignment {
      case .left: .left
      case .right: .right
      case .center: .center
      case .justified: .justified
      case .natural: .natural
      }
  }
}

extension NSTextAlignment {
  /// The alignment as paragraph styles have it.
  public init(_ ctTextAlignment: CTTextAlignment) {
    self =
      switch ctTextAlignment {
      case .left: .left
      case .right: .right
      case .center: .center
      case .justified: .justified
      case .natural: .natural
      }
  }
}

/// The treatment of lines that are too long.
public enum CTLineBreakMode: UInt8, Sendable {
  /// Breaks between words.
  case byWordWrapping = 0
  /// Breaks between any characters.
  case byCharWrapping = 1
  /// Does not break; the line is cut off.
  case byClipping = 2
  /// Does not break; an ellipsis replaces the beginning.
  case byTruncatingHead = 3
  /// Does not break; an ellipsis replaces the end.
  case byTruncatingTail = 4
  /// Does not break; an ellipsis replaces the middle.
  case byTruncatingMiddle = 5
}

/// The writing direction of a paragraph.
///
/// A structure, so that its memory is the number that a setting is read from.
public struct CTWritingDirection: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int8

  /// Creates a direction from its number.
  public init(rawValue: Int8) { self.rawValue = rawValue }

  /// The direction of its first strong character.
  public static let natural = CTWritingDirection(rawValue: -1)
  /// From left to right.
  public static let leftToRight = CTWritingDirection(rawValue: 0)
  /// From right to left.
  public static let rightToLeft = CTWritingDirection(rawValue: 1)
}

/// Which value of a paragraph style a setting holds.
public enum CTParagraphStyleSpecifier: UInt32, Sendable {
  /// A `CTTextAlignment`.
  case alignment = 0
  /// A `CGFloat`: the distance of the first line from the leading edge, in points.
  case firstLineHeadIndent = 1
  /// A `CGFloat`: the distance of all other lines from the leading edge, in points.
  case headIndent = 2
  /// A `CGFloat`: the end of lines, from the leading edge if positive, else from the trailing edge, in points.
  case tailIndent = 3
  /// An array of `CTTextTab`: the places at which tabs end.
  case tabStops = 4
  /// A `CGFloat`: the distance of the places after the last tab stop, in points.
  case defaultTabInterval = 5
  /// A `CTLineBreakMode`.
  case lineBreakMode = 6
  /// A `CGFloat`: the factor of the natural line height; 0 means 1.
  case lineHeightMultiple = 7
  /// A `CGFloat`: the greatest height of a line in points; 0 means no limit.
  case maximumLineHeight = 8
  /// A `CGFloat`: the least height of a line in points.
  case minimumLineHeight = 9
  /// A `CGFloat`: the space between lines in points.
  case lineSpacing = 10
  /// A `CGFloat`: the space after the paragraph in points.
  case paragraphSpacing = 11
  /// A `CGFloat`: the space before the paragraph in points.
  case paragraphSpacingBefore = 12
  /// A `CTWritingDirection`.
  case baseWritingDirection = 13
  /// A `CGFloat`: the greatest space between lines; has no effect.
  case maximumLineSpacing = 14
  /// A `CGFloat`: the least space between lines; has no effect.
  case minimumLineSpacing = 15
  /// A `CGFloat`: the space between lines in points, as `lineSpacing`.
  case lineSpacingAdjustment = 16
  /// Options for the bounds of lines; has no effect.
  case lineBoundsOptions = 17

  /// The length of a style that the setting holds; nil if it holds none, or one without an effect.
  fileprivate var length: ReferenceWritableKeyPath<NSMutableParagraphStyle, CGFloat>? {
    switch self {
    case .firstLineHeadIndent: \.firstLineHeadIndent
    case .headIndent: \.headIndent
    case .tailIndent: \.tailIndent
    case .defaultTabInterval: \.defaultTabInterval
    case .lineHeightMultiple: \.lineHeightMultiple
    case .maximumLineHeight: \.maximumLineHeight
    case .minimumLineHeight: \.minimumLineHeight
    case .lineSpacing, .lineSpacingAdjustment: \.lineSpacing
    case .paragraphSpacing: \.paragraphSpacing
    case .paragraphSpacingBefore: \.paragraphSpacingBefore
    case .alignment, .tabStops, .lineBreakMode, .baseWritingDirection, .maximumLineSpacing,
      .minimumLineSpacing, .lineBoundsOptions:
      nil
    }
  }
}

/// One value of a paragraph style.
public struct CTParagraphStyleSetting {
  /// Which value it is.
  public var spec: CTParagraphStyleSpecifier
  /// The number of bytes of the value.
  public var valueSize: Int
  /// The value, which is read when a style is created.
  public var value: UnsafeRawPointer

  /// Creates a setting.
  public init(spec: CTParagraphStyleSpecifier, valueSize: Int, value: UnsafeRawPointer) {
    (self.spec, self.valueSize, self.value) = (spec, valueSize, value)
  }

  /// Returns the value; nil if it has another size.
  fileprivate func read<Value: BitwiseCopyable>(_ type: Value.Type) -> Value? {
    valueSize == MemoryLayout<Value>.size ? value.loadUnaligned(as: type) : nil
  }

  fileprivate func apply(to style: NSMutableParagraphStyle) {
    switch spec {
    case .alignment:
      guard let value = read(UInt8.self).flatMap(CTTextAlignment.init(rawValue:)) else { return }
      style.alignment = NSTextAlignment(value)
    case .lineBreakMode:
      guard let value = read(UInt8.self).flatMap({ NSLineBreakMode(rawValue: UInt($0)) }) else { return }
      style.lineBreakMode = value
    case .baseWritingDirection:
      guard let value = read(Int8.self).flatMap({ NSWritingDirection(rawValue: Int($0)) }) else { return }
      style.baseWritingDirection = value
    case .tabStops:
      guard valueSize == MemoryLayout<CFArray?>.size,
        let value = value.loadUnaligned(as: Unmanaged<CFArray>?.self)?.takeUnretainedValue()
      else { return }
      style.tabStops = value.compactMap { $0 as? NSTextTab }
    default:
      guard let path = spec.length, let value = read(CGFloat.self) else { return }
      style[keyPath: path] = value
    }
  }
}

/// Returns the type identifier of paragraph styles.
public func CTParagraphStyleGetTypeID() -> CFTypeID { typeNumber(of: NSParagraphStyle.self) }

/// Creates a style.
///
/// - Parameters:
///   - settings: The values; those of a wrong size are ignored. Nil for the default values.
///   - settingCount: The number of values.
/// - Returns: The style, for the attribute `kCTParagraphStyleAttributeName`.
public func CTParagraphStyleCreate(
  _ settings: UnsafePointer<CTParagraphStyleSetting>?,
  _ settingCount: Int
) -> CTParagraphStyle {
  let style = NSMutableParagraphStyle()
  for setting in UnsafeBufferPointer(start: settings, count: settings == nil ? 0 : max(settingCount, 0)) {
    setting.apply(to: style)
  }
  return CTParagraphStyleCreateCopy(style)
}

/// Returns an immutable style with the same values.
public func CTParagraphStyleCreateCopy(_ paragraphStyle: CTParagraphStyle) -> CTParagraphStyle {
  paragraphStyle.copy() as? CTParagraphStyle ?? paragraphStyle
}

/// Writes a value of a style.
///
/// - Parameters:
///   - paragraphStyle: The style.
///   - spec: Which value.
///   - valueBufferSize: The number of bytes that the buffer has room for.
///   - valueBuffer: Receives the value; an array of tab stops is not retained, and lives as long as the style.
/// - Returns: False if the buffer is too small, or styles do not have the value.
public func CTParagraphStyleGetValueForSpecifier(
  _ paragraphStyle: CTParagraphStyle,
  _ spec: CTParagraphStyleSpecifier,
  _ valueBufferSize: Int,
  _ valueBuffer: UnsafeMutableRawPointer
) -> Bool {
  func write<Value: BitwiseCopyable>(_ value: Value) -> Bool {
    guard valueBufferSize >= MemoryLayout<Value>.size else { return false }
    valueBuffer.storeBytes(of: value, as: Value.self)
    return true
  }
  switch spec {
  case .alignment: return write(CTTextAlignment(paragraphStyle.alignment).rawValue)
  case .lineBreakMode: return write(UInt8(paragraphStyle.lineBreakMode.rawValue))
  case .baseWritingDirection: return write(Int8(paragraphStyle.baseWritingDirection.rawValue))
  case .tabStops: return write(Unmanaged<CFArray>.passUnretained(paragraphStyle.lendTabs()))
  default:
    guard let path = spec.length, let style = paragraphStyle.mutableCopy() as? NSMutableParagraphStyle else {
      return false
    }
    return write(style[keyPath: path])
  }
}
