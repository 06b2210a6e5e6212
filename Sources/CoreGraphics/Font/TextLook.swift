// What text looks like, apart from its font: shared by layers, which store it, and by the layout, which reads it.

/// A line below or through text.
package struct TextRule: Hashable, Sendable {
  package enum Weight: Hashable, Sendable {
    case single, thick, double
  }

  package var weight: Weight
  /// Nil for the text's own colour.
  package var color: CGColor?

  package init(_ weight: Weight = .single, color: CGColor? = nil) {
    (self.weight, self.color) = (weight, color)
  }
}

/// The look of a stretch of text.
package struct TextLook: Hashable, Sendable {
  /// Nil where the text names no colour.
  package var color: CGColor?
  /// Painted behind the stretch, as high as its line.
  package var backgroundColor: CGColor?
  /// Extra space after each character, in points.
  package var kern = 0.0
  package var underline: TextRule?
  package var strikethrough: TextRule?
  /// The width of a line around each glyph in percent of the font's size; negative also fills the glyph, 0 only fills.
  package var strokeWidth = 0.0
  /// Nil for the text's own colour.
  package var strokeColor: CGColor?
  /// Whether letters may join into one glyph.
  package var joinsLetters = true
  /// How far glyphs stand above the line's baseline, in points.
  package var baselineOffset = 0.0

  package init() {}
}

/// How lines stand in the width.
package enum TextAlignment: Hashable, Sendable {
  /// Left or right by the direction of the script.
  case natural
  case left, right, center
  /// Both edges straight, but for the last line of a paragraph.
  case justified
}

/// Where an ellipsis stands when text does not fit.
package enum TextTruncation: Hashable, Sendable {
  case none, start, middle, end
}

/// How the lines of one paragraph are set; lengths are in points.
package struct ParagraphLook: Hashable, Sendable {
  /// What happens to lines that are too long.
  package enum Breaking: Hashable, Sendable {
    case atWords, anywhere, clipped
    case truncated(TextTruncation)
  }

  package var alignment = TextAlignment.natural
  package var breaking = Breaking.atWords
  /// Extra space between lines.
  package var lineSpacing = 0.0
  package var spacingBefore = 0.0
  package var spacingAfter = 0.0
  /// What the natural height of a line is multiplied by; 0 for 1.
  package var lineHeightMultiple = 0.0
  /// The least and the greatest height of a line; 0 for no limit.
  package var minimumLineHeight = 0.0
  package var maximumLineHeight = 0.0
  /// How far the first line and the others begin from the edge where the script begins.
  package var firstLineIndent = 0.0
  package var indent = 0.0
  /// Where lines end: from the edge where the script begins when positive, else from the opposite edge.
  package var tailIndent = 0.0
  /// Whether the paragraph is written from right to left; nil leaves this to its characters.
  package var isRightToLeft: Bool?

  package init() {}
}
