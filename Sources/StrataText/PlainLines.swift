#if Text
  import CPango
  import CoreGraphics
  import StrataBase

  /// Shapes short lines of plain text without a layout of Pango's.
  ///
  /// Of each text, Pango first finds out how to shape it: its fonts, scripts and languages, and where it may break. Of a
  /// text in one style between the space and the tilde, this depends on the style, on whether there is a letter, and
  /// on each character by itself. So a layout of one line and one item teaches the item of its style, and the
  /// characters that have its font. A later text of such characters is the same item, and only needs to be shaped.
  ///
  /// - Thread: One at a time.
  final class PlainLines {
    /// What items depend on but their characters.
    struct Style: Hashable {
      private let font: FontDescription
      private let scale: Double
      private let joinsLetters: Bool
      private let isKerned: Bool
      /// Digits and signs alone have no script.
      private let hasLetters: Bool

      /// The style of a request; nil if its text is not plain.
      init?(_ request: borrowing TextLayoutRequest, _ text: borrowing ShapingText) {
        guard let plain = text.plain, !plain.isBlank, request.runs[0].style.rare.values?.value.box == nil
        else { return nil }
        let kern = request.runs[0].usableKern
        guard kern ?? 0 == 0 else { return nil }
        (font, scale, isKerned) = (request.runs[0].font, text.scale, kern == nil)
        joinsLetters = request.runs[0].style.joinsLetters
        hasLetters = plain.hasLetters
      }

      func hash(into hasher: inout Hasher) { hasher.combine(font) }
    }

    /// An item of Pango's, and the characters that have its font.
    private struct Known {
      let item: UnsafeMutablePointer<PangoItem>
      var characters: PlainCharacters
    }

    /// The number of styles to remember; the memory is cleared when it is full.
    private static let capacity = 128

    private var known: [Style: Known] = [:]
    /// The one that was asked for last: neighbouring texts have one style.
    private var last: (style: Style, known: Known)?
    /// The line that is lent, of one run.
    private let line: UnsafeMutablePointer<PangoLayoutLine>
    private let node: UnsafeMutablePointer<GSList>
    private let run: UnsafeMutablePointer<PangoGlyphItem>
    private let glyphs: UnsafeMutablePointer<PangoGlyphString>?
    private let buffer = hb_buffer_create()

    init() {
      (line, node, run) = (.allocate(capacity: 1), .allocate(capacity: 1), .allocate(capacity: 1))
      glyphs = pango_glyph_string_new()
      run.initialize(to: PangoGlyphItem())
      run.pointee.glyphs = glyphs
      node.initialize(to: GSList(data: UnsafeMutableRawPointer(run), next: nil))
      line.initialize(to: PangoLayoutLine())
      line.pointee.runs = node
      line.pointee.is_paragraph_start = 1
      line.pointee.resolved_dir = numericCast(PANGO_DIRECTION_LTR.rawValue)
    }

    deinit {
      removeAll()
      hb_buffer_destroy(buffer)
      pango_glyph_string_free(glyphs)
      line.deallocate()
      node.deallocate()
      run.deallocate()
    }

    func removeAll() {
      last = nil
      for old in known.values { pango_item_free(old.item) }
      known.removeAll()
    }

    /// Returns the line of a text, and its width in Pango's units; nil if not all of its characters are known.
    ///
    /// The line is valid until the next call.
    func line(
      _ text: ShapingText,
      in style: Style
    ) -> (line: UnsafeMutablePointer<PangoLayoutLine>, width: Int32)? {
      guard let characters = text.plain, let known = known(style), characters.isKnown(to: known.characters)
      else { return nil }
      let (item, length) = (known.item, Int32(text.length))
      (item.pointee.length, item.pointee.num_chars, line.pointee.length) = (length, length, length)
      var node = item.pointee.analysis.extra_attrs
      while let current = node {
        current.pointee.data?.assumingMemoryBound(to: PangoAttribute.self).pointee.end_index = UInt32(length)
        node = current.pointee.next
      }
      run.pointee.item = item
      text.string.withCString {
        let isShaped = strata_pango_shape_plain($0, length, &item.pointee.analysis, buffer, glyphs) != 0
        if isShaped { return }
        pango_shape_with_flags($0, length, $0, length, &item.pointee.analysis, glyphs, PANGO_SHAPE_NONE)
      }
      return (line, pango_glyph_string_get_width(glyphs))
    }

    private func known(_ style: Style) -> Known? {
      if let last, last.style == style { return last.known }
      guard let found = known[style] else { return nil }
      last = (style, found)
      return found
    }

    /// Remembers the item of a text's layout if the layout has one line, and the line has one item.
    func learn(from layout: OpaquePointer, _ text: ShapingText, _ style: Style) {
      guard let characters = text.plain, pango_layout_get_line_count(layout) == 1,
        let runs = pango_layout_get_line_readonly(layout, 0)?.pointee.runs, runs.pointee.next == nil,
        let item = runs.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee.item,
        item.pointee.offset == 0, Int(item.pointee.length) == text.length, !item.pointee.isEllipsis,
        item.pointee.analysis.level == 0, let font = item.pointee.analysis.font
      else { return }
      last = nil
      if let index = known.index(forKey: style) {
        // A style whose characters have several fonts keeps the first one.
        guard known.values[index].item.pointee.analysis.font == font else { return }
        known.values[index].characters.formUnion(characters)
        return
      }
      if known.count >= Self.capacity { removeAll() }
      guard let copy = pango_item_copy(item) else { return }
      known[style] = Known(item: copy, characters: characters)
    }
  }
#endif
