package import CoreGraphics

/// A font by name and size.
package struct FontDescription: Hashable, Sendable {
  /// A PostScript name (`HelveticaNeue-Bold`), a full name or a family name.
  package var name: String
  /// The size of the em square, in points.
  package var size: Double

  package init(name: String, size: Double) {
    (self.name, self.size) = (name, size)
  }
}

/// A stretch of text with one look.
package struct StyledText: Hashable, Sendable {
  package var text: String
  package var font: FontDescription
  package var color: CGColor?
  /// Extra space after each character, in points.
  package var kern: Double
  package var isUnderlined: Bool
  package var isStruckThrough: Bool
  /// The width of a line around each glyph in percent of the font's size; negative also fills the glyph, 0 only fills.
  package var strokeWidth = 0.0
  /// Nil for the text's own colour.
  package var strokeColor: CGColor?
  /// Whether letters may join into one glyph.
  package var joinsLetters = true

  package init(
    _ text: String,
    font: FontDescription,
    color: CGColor?,
    kern: Double = 0,
    isUnderlined: Bool = false,
    isStruckThrough: Bool = false
  ) {
    (self.text, self.font, self.color, self.kern) = (text, font, color, kern)
    (self.isUnderlined, self.isStruckThrough) = (isUnderlined, isStruckThrough)
  }
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

/// Everything that decides how a text is laid out; equal requests have equal layouts.
package struct TextLayoutRequest: Hashable, Sendable {
  package var runs: [StyledText]
  /// The room for lines, in points; nil for none.
  package var width: Double?
  package var height: Double?
  /// Whether lines break at words to fit the width.
  package var isWrapped: Bool
  package var alignment: TextAlignment
  package var truncation: TextTruncation
  /// Extra space between lines, in points.
  package var lineSpacing: Double
  /// What the natural height of a line is multiplied by; 0 for 1.
  package var lineHeightMultiple: Double
  /// The least and the greatest height of a line, in points; 0 for no limit.
  package var minimumLineHeight = 0.0
  package var maximumLineHeight = 0.0
  /// Whether lines break between any characters and not only at words.
  package var breaksAnywhere = false

  package init(
    runs: [StyledText],
    width: Double? = nil,
    height: Double? = nil,
    isWrapped: Bool = false,
    alignment: TextAlignment = .natural,
    truncation: TextTruncation = .none,
    lineSpacing: Double = 0,
    lineHeightMultiple: Double = 0
  ) {
    (self.runs, self.width, self.height) = (runs, width, height)
    (self.isWrapped, self.alignment, self.truncation) = (isWrapped, alignment, truncation)
    (self.lineSpacing, self.lineHeightMultiple) = (lineSpacing, lineHeightMultiple)
  }
}
