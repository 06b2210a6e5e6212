public import CoreGraphics
public import Foundation
import StrataText

/// Options for the bounds of a line.
public struct CTLineBoundsOptions: OptionSet, Sendable {
  /// The bits of the options.
  public let rawValue: UInt

  /// Creates options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Excludes the space to the next line.
  public static let excludeTypographicLeading = CTLineBoundsOptions(rawValue: 1 << 0)
  /// Uses the bounding box of the glyph outlines instead of the font metrics.
  public static let useGlyphPathBounds = CTLineBoundsOptions(rawValue: 1 << 3)
}

/// Returns the bounds of a line relative to the origin of its baseline, in points, y up.
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

/// Returns the width of the white space at the end of a line, in points; the line's width includes it.
public func CTLineGetTrailingWhitespaceWidth(_ line: CTLine) -> Double { line.trailingSpace }

/// Returns the offset of the caret before a character, in points from the line's origin.
///
/// - Parameters:
///   - line: The line.
///   - charIndex: The character in UTF-16 units of the line's string, or the end of the line's range.
///   - secondaryOffset: Receives the second caret where the writing direction changes, else the same offset; may be
///     nil.
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

/// Returns the character after the caret that is nearest to a position, in UTF-16 units of the line's string.
///
/// - Parameters:
///   - line: The line.
///   - position: The position in points from the line's origin; only x is used.
/// - Returns: The index of the character in the string.
public func CTLineGetStringIndexForPosition(_ line: CTLine, _ position: CGPoint) -> CFIndex {
  line.carets.index(at: Double(position.x))
}

/// Calls a block with the leading and the trailing edge of each character, in logical order.
///
/// The block's arguments are the offset in points, the index of the character in UTF-16 units, true for a leading edge,
/// and a flag that ends the enumeration if the block sets it.
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
