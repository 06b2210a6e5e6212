public import CoreGraphics
import CoreText
public import Foundation
import StrataRenderTree
import StrataText

/// A layer that shows text.
///
/// The text is drawn in the bounds, from the visual top edge, on the render side; it needs no backing store. Only a
/// subclass that overrides ``draw(in:)`` has one, which it draws again when the text or the bounds change.
open class CATextLayer: CALayer {
  /// The text, a `String` or an `NSAttributedString`; attributes take precedence over the layer's properties.
  open var string: Any? {
    get { storage.extras.kindObjects["string"] }
    set {
      let text = KeyValue.present(newValue)
      storage.extras.kindObjects["string"] = text
      setDrawn(TextSchema.shared.string, \TextState.string, TextRuns.runs(of: text))
    }
  }

  /// The font of plain text: a `CTFont`, a `CGFont`, or a name; the size of a font object is ignored.
  open var font: CFTypeRef? {
    get { storage.extras.kindObjects["font"] as CFTypeRef? ?? NSString(string: storage.state.text.font) }
    set {
      storage.extras.kindObjects["font"] = newValue
      let name = newValue.flatMap { TextRuns.fontName($0) } ?? "Helvetica"
      storage.state.set(\TextState.fontUse, to: TextRuns.use(ofFont: name))
      setDrawn(TextSchema.shared.font, \TextState.font, name)
    }
  }

  /// The size of plain text, in points.
  open var fontSize: CGFloat {
    get { storage.state.text.fontSize }
    set { set(TextSchema.shared.fontSize, \TextState.fontSize, newValue) }
  }

  /// The colour of plain text.
  open var foregroundColor: CGColor? {
    get { storage.state.text.foregroundColor }
    set { set(TextSchema.shared.foregroundColor, \TextState.foregroundColor, newValue) }
  }

  /// Breaks lines at the width of the bounds.
  open var isWrapped: Bool {
    get { storage.state.text.isWrapped }
    set { setDrawn(TextSchema.shared.isWrapped, \TextState.isWrapped, newValue) }
  }

  /// The place of the ellipsis in a line that does not fit.
  open var truncationMode: CATextLayerTruncationMode {
    get { storage.state.text.truncationMode }
    set { setDrawn(TextSchema.shared.truncationMode, \TextState.truncationMode, newValue) }
  }

  /// The alignment of lines between the edges.
  open var alignmentMode: CATextLayerAlignmentMode {
    get { storage.state.text.alignmentMode }
    set { setDrawn(TextSchema.shared.alignmentMode, \TextState.alignmentMode, newValue) }
  }

  /// Allows glyphs to start at rounded places.
  open var allowsFontSubpixelQuantization: Bool {
    get { storage.state.text.allowsFontSubpixelQuantization }
    set {
      set(
        TextSchema.shared.allowsFontSubpixelQuantization,
        \TextState.allowsFontSubpixelQuantization,
        newValue
      )
    }
  }

  /// Draws the text into `ctx` as the layer shows it, in layer coordinates; the delegate is not asked.
  ///
  /// The text stands upright at the visual top of the bounds, whichever way the context's y axis points. Glyphs beyond
  /// the bounds are not cut off, so that a subclass may move the text before it calls this.
  open override func draw(in ctx: CGContext) { drawText(in: ctx) }

  /// Returns the size of the text, in points of the superlayer; zero without text.
  ///
  /// Lines of wrapped text break at the width of the bounds, if there is one; other lines are as long as they are. A
  /// layout manager that has a preferred size comes first.
  open override func preferredFrameSize() -> CGSize { managedFrameSize ?? textFrameSize }

  /// Returns true if a change of `key` changes the picture of the text.
  open override class func needsDisplay(forKey key: String) -> Bool {
    displayKeys.contains(key) || super.needsDisplay(forKey: key)
  }

  static let displayKeys: Set = [
    "string", "font", "fontSize", "foregroundColor", "wrapped", "truncationMode", "alignmentMode",
    "allowsFontSubpixelQuantization", "style", "contentsScale",
  ]
}

extension LayerType {
  static let text = LayerType(.text, { CATextLayer() }) { list in
    let rows = TextSchema.shared
    list.add(rows.fontSize, { $0.fontSize }, { $0.fontSize = $1 })
    list.add(rows.foregroundColor, { $0.foregroundColor }, { $0.foregroundColor = $1 })
    list.add(rows.isWrapped, { $0.isWrapped }, { $0.isWrapped = $1 })
    list.add(rows.alignmentMode, { $0.alignmentMode }, { $0.alignmentMode = $1 })
    list.add(rows.truncationMode, { $0.truncationMode }, { $0.truncationMode = $1 })
    list.add(
      rows.allowsFontSubpixelQuantization,
      { $0.allowsFontSubpixelQuantization },
      { $0.allowsFontSubpixelQuantization = $1 }
    )
    list.add(
      rows.string,
      read: { $0.string },
      write: { layer, value in
        layer.string = value
        return true
      }
    )
    list.add(
      rows.font,
      read: { $0.font },
      write: { layer, value in
        layer.font = value.map { $0 as CFTypeRef }
        return true
      }
    )
  }
}

/// Converts text objects of the public API to runs.
enum TextRuns {
  static func runs(of text: Any?) -> [TextState.Run]? {
    switch text {
    case nil: nil
    case let string as String: [TextState.Run(text: string)]
    case let attributed as NSAttributedString: runs(of: attributed)
    case let other?: Optional<[TextState.Run]>.unwrapped(from: other) ?? nil
    }
  }

  private static func runs(of text: NSAttributedString) -> [TextState.Run] {
    text.styledText.map { part in
      // Text without a colour is black; the layer's colour is for plain strings only.
      var style = part.style
      style.color = style.color ?? CGColor(gray: 0, alpha: 1)
      var run = TextState.Run(
        text: part.text,
        fontName: part.font.name,
        fontSize: CGFloat(part.font.size),
        style: style,
        paragraph: part.paragraph
      )
      run.fontUse = use(ofFont: part.font.name)
      return run
    }
  }

  /// Keeps the font of a name while states have it.
  static func use(ofFont name: String) -> FontUse { FontUse(GraphicsFonts.use(named: name)) }

  static func fontName(_ font: CFTypeRef) -> String? {
    switch font {
    case let font as CTFont: font.fontDescription.name
    case let font as CGFont: GraphicsFonts.name(of: font)
    default: font as? String
    }
  }
}

extension CATextLayer {
  /// Sets a property that has no values between: the new picture comes with the action of a change of contents, from the
  /// display if the class draws.
  @inline(__always)
  private final func setDrawn<Value>(
    _ row: Property<LayerState, Value>,
    _ path: WritableKeyPath<TextState, Value>,
    _ value: Value
  ) {
    let contents = LayerSchema.shared.contents.key
    let isEqual = storage.state.value(path) == value
    let event = isEqual || drawsText ? nil : willChange(contents, .transition)
    set(row, path, value, isEqual: isEqual)
    event?.run(contents, on: self)
  }
}
