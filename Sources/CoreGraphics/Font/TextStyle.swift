package import Foundation
package import StrataBase

// The style of text apart from its font. Text layers store it, and the text layout reads it.

/// A line below or through text.
package struct TextRule: Hashable, Sendable {
  package enum Weight: Hashable, Sendable {
    case single, thick, double
  }

  /// The strokes of a line; their lengths are in parts of its thickness.
  package enum Pattern: Hashable, Sendable {
    case solid, dot, dash, dashDot, dashDotDot

    /// The lengths of strokes and of the gaps after them, in turns; empty for an unbroken line.
    package var lengths: [Double] {
      switch self {
      case .solid: []
      case .dot: [3, 3]
      case .dash: [10, 5]
      case .dashDot: [10, 3, 3, 3]
      case .dashDotDot: [10, 3, 3, 3, 3, 3]
      }
    }
  }

  package var weight: Weight
  package var pattern = Pattern.solid
  /// True if white space has no line.
  package var skipsSpaces = false
  /// The colour of the line; nil for the text's colour.
  package var color: CGColor?

  package init(_ weight: Weight = .single, color: CGColor? = nil) {
    (self.weight, self.color) = (weight, color)
  }
}

/// A box that stands in a line in place of each character of a run; lengths are in points.
package struct InlineBox: Hashable, Sendable {
  /// How far the next character is moved on.
  package var width: Double
  /// How far the box reaches above the baseline.
  package var ascent: Double
  /// How far the box reaches below the baseline.
  package var descent: Double
  /// What is drawn in the box, which stays as it is; nil leaves the box empty.
  package let image: CGImage?

  /// Creates a box; lengths that are not finite count as 0, and a width is at least 0.
  package init(width: Double, ascent: Double, descent: Double, image: CGImage? = nil) {
    func usable(_ length: Double) -> Double { length.isFinite ? min(max(length, -1e6), 1e6) : 0 }
    (self.width, self.ascent, self.descent) = (max(usable(width), 0), usable(ascent), usable(descent))
    self.image = image?.still
  }
}

/// The style of a run of text, apart from its font; the parts of ``Details`` can be read and set directly.
///
/// Plain text sets a colour at most; the rest lies behind one reference, so that a copy costs little.
@dynamicMemberLookup
package struct TextStyle: Hashable, Sendable {
  /// What few texts set.
  package struct Details: DefaultInitializable {
    /// The colour behind the run, as high as its line; nil for none.
    package var backgroundColor: CGColor?
    /// The line below the run; nil for none.
    package var underline: TextRule?
    /// The line through the run; nil for none.
    package var strikethrough: TextRule?
    /// The width of a line around each glyph, in percent of the font size; negative also fills the glyph, 0 only fills it.
    package var strokeWidth = 0.0
    /// The colour of the line around each glyph; nil for the text's colour.
    package var strokeColor: CGColor?
    /// The distance of the glyphs above the line's baseline, in points.
    package var baselineOffset = 0.0
    /// What stands in place of each character; nil for glyphs.
    package var box: InlineBox?
    /// The transform of outlines, y up, beyond the scale along the line, which the size of the font includes; nil for none.
    package var glyphTransform: CGAffineTransform?

    package init() {}

    /// The scale of heights above the baseline.
    package var verticalScale: Double {
      guard let glyphTransform, glyphTransform.d != 0 else { return 1 }
      return Double(abs(glyphTransform.d))
    }
  }

  /// What few texts set.
  package private(set) var rare = RareValues<Details>()

  /// The colour of the glyphs; nil if the text does not set one.
  package var color: CGColor?
  /// Extra space after each character, in points.
  ///
  /// nil adds none and keeps the font's kerning of pairs; 0 switches it off.
  package var kern: Double?
  /// True if letters may form ligatures.
  package var joinsLetters = true

  package init() {}

  package subscript<Value>(dynamicMember path: KeyPath<Details, Value>) -> Value { rare[path] }

  package subscript<Value: Equatable>(dynamicMember path: WritableKeyPath<Details, Value>) -> Value {
    get { rare[path] }
    set { rare[path] = newValue }
  }
}

/// The horizontal alignment of lines.
package enum TextAlignment: Hashable, Sendable {
  /// Left or right by the direction of the script.
  case natural
  case left, right, center
  /// Flush with both edges, except for the last line of a paragraph.
  case justified
}

/// The place of the ellipsis in text that does not fit.
package enum TextTruncation: Hashable, Sendable {
  case none, start, middle, end
}

/// The alignment, breaking, spacing and indents of the lines of a paragraph; the parts of ``Values`` can be read and set
/// directly.
///
/// Most paragraphs set nothing; all lies behind one reference, so that a copy costs little.
@dynamicMemberLookup
package struct ParagraphStyle: Hashable, Sendable {
  /// The treatment of lines that are too long.
  package enum Breaking: Hashable, Sendable {
    case atWords, anywhere, clipped
    case truncated(TextTruncation)
  }

  /// What a paragraph may set; lengths are in points.
  package struct Values: DefaultInitializable {
    package var alignment = TextAlignment.natural
    package var breaking = Breaking.atWords
    /// Extra space between lines.
    package var lineSpacing = 0.0
    package var spacingBefore = 0.0
    package var spacingAfter = 0.0
    /// The factor of the natural line height; 0 means 1.
    package var lineHeightMultiple = 0.0
    /// The least and the greatest height of a line; 0 means no limit.
    package var minimumLineHeight = 0.0
    package var maximumLineHeight = 0.0
    /// The distances of the first line and of all other lines from the leading edge.
    package var firstLineIndent = 0.0
    package var indent = 0.0
    /// The end of lines: a distance from the leading edge if positive, else the negative distance from the trailing edge.
    package var tailIndent = 0.0
    /// True if the paragraph is written from right to left; nil to take the direction of its characters.
    package var isRightToLeft: Bool?
    /// Where tabs end; nil for left-aligned stops in the default distance.
    package var tabs: TabStops?

    package init() {}
  }

  /// What the paragraph sets.
  package private(set) var rare = RareValues<Values>()

  package init() {}

  package subscript<Value: Equatable>(dynamicMember path: WritableKeyPath<Values, Value>) -> Value {
    get { rare[path] }
    set { rare[path] = newValue }
  }
}

/// The places at which tabs end, in points from the leading edge of the box.
package struct TabStops: Hashable, Sendable {
  /// One place, and how the text after its tab lies there.
  package struct Stop: Hashable, Sendable {
    package var location: Double
    package var alignment: TextAlignment
    /// The characters that end the text that is aligned at a right or middle stop; empty for none.
    package var terminators: CharacterSet

    package init(_ location: Double, _ alignment: TextAlignment = .left, terminators: CharacterSet = []) {
      (self.location, self.alignment, self.terminators) = (location, alignment, terminators)
    }
  }

  /// In any order.
  package var stops: [Stop]
  /// Stops after the last one are at multiples of this; 0 goes on in the distance of the last two.
  package var interval: Double

  package init(_ stops: [Stop], interval: Double) { (self.stops, self.interval) = (stops, interval) }

  /// The distance of the stops of text without a style of its own, in points.
  package static let defaultDistance = 28.0
}
