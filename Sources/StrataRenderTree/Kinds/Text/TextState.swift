package import CoreGraphics
package import Foundation
package import StrataBase

/// What a text layer adds.
package struct TextState: Sendable, Equatable {
  /// A stretch of text in one style; nil takes the layer's own.
  package struct Run: Sendable, Hashable {
    package var text: String
    package var fontName: String?
    /// Keeps the font of the name.
    package var fontUse = FontUse()
    package var fontSize: CGFloat?
    package var style: TextStyle
    /// The style of the paragraph that begins with this stretch.
    package var paragraph: ParagraphStyle?

    package init(
      text: String,
      fontName: String? = nil,
      fontSize: CGFloat? = nil,
      style: TextStyle = TextStyle(),
      paragraph: ParagraphStyle? = nil
    ) {
      (self.text, self.fontName, self.fontSize) = (text, fontName, fontSize)
      (self.style, self.paragraph) = (style, paragraph)
    }
  }

  /// The text; nil shows nothing.
  package var string: [Run]?
  /// A PostScript or family name.
  package var font = "Helvetica"
  /// Keeps the font of the name.
  package var fontUse = FontUse()
  package var fontSize = CGFloat(36)
  package var foregroundColor: CGColor? = .stateWhite
  package var isWrapped = false
  package var alignmentMode = CATextLayerAlignmentMode.natural
  package var truncationMode = CATextLayerTruncationMode.none
  package var allowsFontSubpixelQuantization = false

  package init() {}
}

/// Keeps a font in memory while text refers to it by name.
///
/// A name alone finds only installed fonts. All uses are equal: the names beside them distinguish fonts.
package struct FontUse: Sendable, Hashable {
  private let object: (any AnyObject & Sendable)?

  /// Creates the use of a font; nil for one that is installed.
  package init(_ object: (any AnyObject & Sendable)? = nil) { self.object = object }

  package static func == (a: FontUse, b: FontUse) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

/// An object of the public API that stands for text, plain or styled.
package protocol TextRepresentable {
  var textRuns: [TextState.Run] { get }
}

extension TextState: KindState {
  package static let initial = TextState()

  package static func box(in kind: consuming LayerKind) -> CopyOnWrite<TextState>? {
    if case .text(let box) = consume kind { box } else { nil }
  }

  package static func kind(_ box: CopyOnWrite<TextState>) -> LayerKind { .text(box) }
}

extension LayerState {
  package var text: TextState {
    @inlinable
    @inline(__always)
    get { if case .text(let box) = kind { box.value } else { .initial } }
    _modify {
      var box = take(TextState.self)
      defer { kind = .text(box) }
      yield &box.value
    }
  }
}

extension LayerDescriptor {
  static let text = LayerDescriptor(
    "CATextLayer",
    TextState.self,
    TextSchema.shared,
    paints: .once,
    staysInBounds: true
  )
}
