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

extension FontDescription {
  /// Returns another face of the font's family, which need not be installed.
  package func withFace(isBold: Bool, isItalic: Bool, isCondensed: Bool) -> FontDescription {
    let face = (isCondensed ? "Condensed" : "") + (isBold ? "Bold" : "") + (isItalic ? "Italic" : "")
    let base = FontFace(name: name).base
    return FontDescription(name: face.isEmpty ? base : "\(base)-\(face)", size: size)
  }
}

/// A run of text in one font and style; the parts of ``style`` can be read and set directly.
@dynamicMemberLookup
package struct StyledText: Hashable, Sendable {
  package var text: String
  package var font: FontDescription
  package var style: TextStyle
  /// The style of the paragraph that begins with this run; nil for the request's.
  package var paragraph: ParagraphStyle?

  package init(_ text: String, font: FontDescription, style: TextStyle, paragraph: ParagraphStyle? = nil) {
    (self.text, self.font, self.style, self.paragraph) = (text, font, style, paragraph)
  }

  package init(
    _ text: String,
    font: FontDescription,
    color: CGColor?,
    kern: Double? = nil,
    isUnderlined: Bool = false,
    isStruckThrough: Bool = false
  ) {
    self.init(text, font: font, style: TextStyle())
    (style.color, style.kern) = (color, kern)
    style.underline = isUnderlined ? TextRule() : nil
    style.strikethrough = isStruckThrough ? TextRule() : nil
  }

  /// Compares the bytes of the texts: those of canonically equivalent ones have other indices.
  package static func == (a: StyledText, b: StyledText) -> Bool {
    a.text.hasSameBytes(as: b.text) && a.font == b.font && a.style == b.style && a.paragraph == b.paragraph
  }

  /// The extra space after each character if it is a finite number.
  var usableKern: Double? { style.kern.flatMap { $0.isFinite ? $0 : nil } }

  /// The OpenType features of the font that the style switches off.
  var disabledFeatures: [String] {
    (style.joinsLetters ? [] : ["liga", "clig"]) + (style.kern == 0 ? ["kern"] : [])
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<TextStyle, Value>) -> Value {
    get { style[keyPath: path] }
    set { style[keyPath: path] = newValue }
  }
}

extension String {
  fileprivate func hasSameBytes(as other: String) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { a in
      other.utf8.withContiguousStorageIfAvailable { b in
        a.count == b.count && UnsafeRawBufferPointer(a).elementsEqual(UnsafeRawBufferPointer(b))
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

/// The input of a text layout; equal requests have equal layouts.
package struct TextLayoutRequest: Hashable, Sendable {
  package var runs: [StyledText]
  /// The size of the box, in points; nil for no limit.
  package var width: Double?
  package var height: Double?
  /// True if lines break to fit the width, between words where possible.
  package var isWrapped: Bool
  package var alignment: TextAlignment
  package var truncation: TextTruncation
  /// The heights, spacing, indents and direction of lines; its alignment and breaking have no effect.
  package var paragraph = ParagraphStyle()
  /// True if lines break between any characters.
  package var breaksAnywhere = false
  /// True if the layout lists its glyphs in ``TextLayout/runs``.
  package var keepsGlyphs = false
  /// True if glyphs wholly to the left, to the right or below the box are skipped; lines keep their sizes.
  ///
  /// A long wrapped text then has only the lines that its box shows, and a few more, and so have wrapped paragraphs.
  package var skipsUnseen = false

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

extension TextLayoutRequest {
  /// About how many bytes the request takes.
  var memory: Int {
    runs.reduce(0) { $0 + MemoryLayout<StyledText>.stride + $1.text.utf8.count }
  }

  /// Hashes what most texts differ in: the words, their fonts and the box.
  ///
  /// `==` compares the rest.
  package func hash(into hasher: inout Hasher) {
    for run in runs {
      hasher.combine(run.text)
      hasher.combine(run.font)
    }
    hasher.combine(width)
    hasher.combine(height)
  }
}
