public import CoreGraphics
public import Foundation
import StrataText

/// What the bounds of a line leave out or take in.
public struct CTLineBoundsOptions: OptionSet, Sendable {
  /// The bits of the options.
  public let rawValue: UInt

  /// Creates options of bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Without the space to the next line.
  public static let excludeTypographicLeading = CTLineBoundsOptions(rawValue: 1 << 0)
  /// The box of what is painted instead of the line's measures.
  public static let useGlyphPathBounds = CTLineBoundsOptions(rawValue: 1 << 3)
}

/// Returns the box of a line around the origin of its baseline, in points, y up.
public func CTLineGetBoundsWithOptions(_ line: CTLine, _ options: CTLineBoundsOptions) -> CGRect {
  if options.contains(.useGlyphPathBounds) { return line.imageBounds }
  let leading = options.contains(.excludeTypographicLeading) ? 0 : line.leading
  return CGRect(
    x: 0,
    y: -line.descent - leading,
    width: line.width,
    height: line.ascent + line.descent + leading
  )
}

/// Returns the number of glyphs in a line.
public func CTLineGetGlyphCount(_ line: CTLine) -> CFIndex {
  line.runs.reduce(0) { $0 + $1.run.glyphs.count }
}

/// Returns the runs of a line from left to right, each a `CTRun`.
public func CTLineGetGlyphRuns(_ line: CTLine) -> CFArray { NSArray(array: line.runs) }

/// Returns the width of the white space that ends a line, in points; it is part of the line's width.
public func CTLineGetTrailingWhitespaceWidth(_ line: CTLine) -> Double {
  let text = line.source.string as NSString
  var width = 0.0
  for character in line.carets.characters.reversed() {
    guard character.range.lowerBound < text.length,
      let scalar = Unicode.Scalar(text.character(at: character.range.lowerBound)),
      scalar.properties.isWhitespace
    else { break }
    width += abs(character.trailing - character.leading)
  }
  return width
}

/// Returns where the caret stands before a character, in points from the line's origin.
///
/// - Parameters:
///   - line: The line.
///   - charIndex: The character in UTF-16 units of the line's string; the end of the line's range for after the last one.
///   - secondaryOffset: Where to write the other place of the caret where directions change; nil when it is not wanted.
/// - Returns: The offset along the line.
@discardableResult
public func CTLineGetOffsetForStringIndex(
  _ line: CTLine,
  _ charIndex: CFIndex,
  _ secondaryOffset: UnsafeMutablePointer<CGFloat>?
) -> CGFloat {
  let (primary, secondary) = line.carets.offsets(of: charIndex)
  secondaryOffset?.pointee = CGFloat(secondary)
  return CGFloat(primary)
}

/// Returns the character before which a caret next to a place stands, in UTF-16 units of the line's string.
///
/// - Parameters:
///   - line: The line.
///   - position: The place in points from the line's origin; only x counts.
/// - Returns: The place of the character in the string.
public func CTLineGetStringIndexForPosition(_ line: CTLine, _ position: CGPoint) -> CFIndex {
  line.carets.index(at: Double(position.x))
}

/// Calls a block with the leading and the trailing edge of each character in logical order: the offset in points, the
/// character in UTF-16 units, whether the edge is the leading one, and a flag that ends the calls when it is set.
public func CTLineEnumerateCaretOffsets(
  _ line: CTLine,
  _ block: (Double, CFIndex, Bool, UnsafeMutablePointer<Bool>) -> Void
) {
  var stops = false
  for character in line.carets.characters {
    for isLeading in [true, false] {
      block(
        isLeading ? character.leading : character.trailing,
        character.range.lowerBound,
        isLeading,
        &stops
      )
      if stops { return }
    }
  }
}
