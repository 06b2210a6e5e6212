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

/// A stretch of text with one look, whose parts are this value's, too.
@dynamicMemberLookup
package struct StyledText: Hashable, Sendable {
  package var text: String
  package var font: FontDescription
  package var look: TextLook
  /// How the paragraph is set that begins with this stretch; nil as the request says.
  package var paragraph: ParagraphLook?

  package init(_ text: String, font: FontDescription, look: TextLook, paragraph: ParagraphLook? = nil) {
    (self.text, self.font, self.look, self.paragraph) = (text, font, look, paragraph)
  }

  package init(
    _ text: String,
    font: FontDescription,
    color: CGColor?,
    kern: Double = 0,
    isUnderlined: Bool = false,
    isStruckThrough: Bool = false
  ) {
    self.init(text, font: font, look: TextLook())
    (look.color, look.kern) = (color, kern)
    look.underline = isUnderlined ? TextRule() : nil
    look.strikethrough = isStruckThrough ? TextRule() : nil
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<TextLook, Value>) -> Value {
    get { look[keyPath: path] }
    set { look[keyPath: path] = newValue }
  }
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
  /// Heights, spacing, indents and direction of lines; its alignment and breaking do not count here.
  package var paragraph = ParagraphLook()
  /// Whether lines break between any characters and not only at words.
  package var breaksAnywhere = false
  /// Whether the layout tells its glyphs one by one.
  package var keepsGlyphs = false

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
    (paragraph.lineSpacing, paragraph.lineHeightMultiple) = (lineSpacing, lineHeightMultiple)
  }
}
