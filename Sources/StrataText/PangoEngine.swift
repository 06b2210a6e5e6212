#if Text
  import CFreeType
  import CPango
  import CoreGraphics
  import Foundation
  import Logging
  import StrataBase
  import StrataRaster

  /// Shapes text and breaks lines with Pango, and reads glyph outlines with FreeType.
  ///
  /// Fonts are not hinted and glyph positions are fractional, so that a layout can be drawn at any scale.
  ///
  /// - Thread: One at a time.
  final class PangoEngine: @unchecked Sendable {  // Its place in the pool is behind a lock.
    /// What Pango knows about fonts; nil before the first task, after a change of fonts, and if there are none.
    private var maps: FontMaps?
    /// True if the fonts may have changed since they were looked for.
    private var isStale = true
    private let resolver = FontResolver()
    let faces = FaceStore()
    /// The loaded fonts.
    ///
    /// They retain Pango's fonts, so that an address identifies one font.
    private var loadedFonts: [FontKey: LoadedFont] = [:]
    /// The one of the loaded fonts that was asked for last: neighbouring texts have one font.
    private var lastLoaded: (key: FontKey, font: LoadedFont)?
    private let plainLines = PlainLines()
    /// Memory for readers of lines.
    let kerning = LineKerning()

    private struct FontKey: Hashable {
      var font: UnsafeMutablePointer<PangoFont>
      var size: Double
      var name: String
    }

    /// The capacity of the font cache; it is cleared when it is full.
    private static let fontCapacity = 64

    /// The sizes at which Pango was asked for fonts since its map was made, in its units.
    ///
    /// The smaller fonts of a text with several sizes have any size, as have those of very long texts.
    private var shapedSizes: Set<Double> = []

    /// The number of sizes that Pango may keep fonts for; each takes some 16 KB.
    private static let sizeCapacity = 256

    private var fontMap: UnsafeMutablePointer<PangoFontMap>? { maps?.fontMap }
    private var context: OpaquePointer? { maps?.context }

    deinit { forgetFonts() }

    /// Adds a font file to those of the process; returns false if it does not contain a font.
    static func add(fontFile path: String) -> Bool { strata_pango_add_font_file(path) != 0 }

    /// Adds a face of a file to the fonts of the process, under names of its own; returns false if the file lacks it.
    static func add(fontFile path: String, face: Int32, family: String, name: String) -> Bool {
      strata_pango_add_face(path, face, family, name) != 0
    }

    /// Removes the faces of a file that was added.
    static func remove(fontFile path: String) { strata_pango_remove_font_file(path) }

    /// Drops what is known of fonts, as those of the process changed.
    func fontsChanged() {
      resolver.removeAll()
      dropFontMaps()
    }

    /// Drops all that Pango keeps about fonts.
    ///
    /// The map itself is dropped, not its contents: a thread of Pango may still search fonts for it, keeps it as long, and then
    /// takes from its tables.
    private func dropFontMaps() {
      forgetFonts()
      shapedSizes.removeAll()
      (maps, isStale) = (nil, true)
    }

    /// Returns whether the first character with a direction is written from right to left; nil if none has one.
    static func isRightToLeft(_ text: String) -> Bool? {
      switch text.withCString({ pango_find_base_dir($0, -1) }) {
      case PANGO_DIRECTION_LTR: false
      case PANGO_DIRECTION_RTL: true
      default: nil
      }
    }

    func isMissing(font name: String) -> Bool { resolver.isMissing(name) }

    private func forgetFonts() {
      plainLines.removeAll()
      forgetLoadedFonts()
    }

    private func forgetLoadedFonts() {
      lastLoaded = nil
      for key in loadedFonts.keys { g_object_unref(key.font) }
      loadedFonts.removeAll()
    }

    /// Drops what is kept for later texts but the fonts.
    func removeCaches() {
      faces.removeGlyphs()
      plainLines.removeAll()
    }

    /// Makes the engine ready for a task.
    ///
    /// Only here font files are closed for others: a task that reads glyphs has the faces of many.
    func begin() {
      if faces.trim() { forgetFonts() }
      if shapedSizes.count > Self.sizeCapacity { dropFontMaps() }
      guard isStale else { return }
      isStale = false
      maps = FontMaps()
      if maps == nil { Logger(label: "strata.text").warning("No fonts are installed; text is not drawn.") }
    }

    func layout(_ request: TextLayoutRequest) -> TextLayout {
      guard context != nil else { return TextLayout() }
      if request.runs.contains(where: { $0.paragraph != nil }) {
        return ParagraphStack(request).layout { layoutParagraphs($0) }
      }
      return layoutParagraphs(request)
    }

    /// Returns the layout of paragraphs in the style of the request.
    private func layoutParagraphs(_ request: TextLayoutRequest) -> TextLayout {
      if let shown = layoutOfShownBeginning(request) { return shown }
      let text = ShapingText(request)
      if text.droppedMarks > 0 {
        Logger(label: "strata.text").warning(
          "More than \(CombiningLimit.most) characters combine with one; the others are not drawn.",
          metadata: ["count": "\(text.droppedMarks)"]
        )
      }
      var result = layout(request, text, direction: nil)
      guard request.isWrapped, request.truncation != .none, let height = request.height, height.isFinite,
        let (kept, rest) = LastLine.needed(by: request, text: text, layout: result, height: height)
      else { return result }
      let line = result.lines[kept]
      let last = layout(
        rest,
        ShapingText(rest),
        direction: line.isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR
      )
      result.replaceLines(from: kept, by: last)
      return result
    }

    func layout(
      _ request: TextLayoutRequest,
      _ text: ShapingText,
      direction: PangoDirection?
    ) -> TextLayout {
      let direction =
        direction
        ?? request.paragraph.rare.values?.value.isRightToLeft.map {
          $0 ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR
        }
      var reader = LineReader(request: request, text: text, engine: self)
      let style = direction == nil ? PlainLines.Style(request, text) : nil
      let room = lineRoom(request, text)
      if let style, let (line, width) = plainLines.line(text, in: style), width < room?.first ?? .max {
        reader.read(line, width: width)
        return reader.result
      }
      guard let layout = pango_layout_new(context) else { return TextLayout() }
      defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
      text.string.withCString { pango_layout_set_text(layout, $0, Int32(clamping: text.length)) }
      let attributes = self.attributes(of: request, text)
      pango_layout_set_attributes(layout, attributes)
      pango_attr_list_unref(attributes)
      if let room {
        pango_layout_set_width(layout, room.width)
        pango_layout_set_indent(layout, room.indent)
      }
      configure(layout, request)
      setTabs(of: layout, request, text, isLimited: room != nil)
      pango_context_set_base_dir(context, direction ?? PANGO_DIRECTION_WEAK_LTR)
      pango_layout_set_auto_dir(layout, direction == nil ? 1 : 0)
      pango_layout_context_changed(layout)
      reader.read(layout)
      if let style { plainLines.learn(from: layout, text, style) }
      return reader.result
    }

    /// The room of lines in Pango's units.
    private struct LineRoom {
      /// The width of the lines with the smaller indent.
      var width: Int32
      /// The indent of the first line, or the negative indent of all others.
      var indent: Int32
      /// What the first line has at least.
      var first: Int32 { width - abs(indent) }
    }

    /// The room of the lines of a request; nil if it has no limit.
    private func lineRoom(_ request: TextLayoutRequest, _ text: ShapingText) -> LineRoom? {
      guard let width = request.width, width.isFinite, request.isWrapped || request.truncation != .none
      else { return nil }
      let indents = LineIndents(request.paragraph, width: width)
      return LineRoom(
        width: text.units(max(indents.width, 0)),
        indent: text.units(indents.first - indents.others)
      )
    }

    private func configure(_ layout: OpaquePointer, _ request: TextLayoutRequest) {
      let truncates = request.truncation != .none && !request.isWrapped
      pango_layout_set_wrap(layout, request.breaksAnywhere ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR)
      if truncates {
        let mode =
          switch request.truncation {
          case .none: PANGO_ELLIPSIZE_NONE
          case .start: PANGO_ELLIPSIZE_START
          case .middle: PANGO_ELLIPSIZE_MIDDLE
          case .end: PANGO_ELLIPSIZE_END
          }
        pango_layout_set_ellipsize(layout, mode)
        // One line for each paragraph.
        pango_layout_set_height(layout, -1)
      }
      pango_layout_set_justify(layout, request.alignment == .justified ? 1 : 0)
    }

    private func attributes(of request: TextLayoutRequest, _ text: ShapingText) -> OpaquePointer? {
      let list = pango_attr_list_new()
      var start: UInt32 = 0
      func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?, to end: UInt32) {
        guard let attribute else { return }
        attribute.pointee.start_index = start
        attribute.pointee.end_index = end
        pango_attr_list_insert(list, attribute)
      }
      // A word that is longer than a line breaks without a hyphen.
      insert(pango_attr_insert_hyphens_new(0), to: UInt32(clamping: text.length))
      for (index, run) in request.runs.enumerated() {
        let end = UInt32(clamping: text.end(ofRun: index))
        if let description = description(of: run.font, scale: text.scale) {
          insert(pango_attr_font_desc_new(description), to: end)
          pango_font_description_free(description)
        }
        if let kern = run.usableKern, kern != 0 {
          insert(pango_attr_letter_spacing_new(text.units(kern)), to: end)
        }
        if let box = run.style.box { insert(shape(of: box, text), to: end) }
        let features = run.disabledFeatures.map { "\($0)=0" }.joined(separator: ", ")
        if !features.isEmpty { insert(pango_attr_font_features_new(features), to: end) }
        start = end
      }
      return list
    }

    /// Returns the attribute that gives each character the place of a box.
    private func shape(of box: InlineBox, _ text: ShapingText) -> UnsafeMutablePointer<PangoAttribute>? {
      let top = text.units(-box.ascent)
      let height = text.units(box.descent) - top
      var place = PangoRectangle(x: 0, y: top, width: text.units(box.width), height: height)
      return pango_attr_shape_new(&place, &place)
    }
  }

  // Fonts.
  extension PangoEngine {
    /// Returns Pango's description of a font; the caller frees it.
    private func description(of font: FontDescription, scale: Double) -> OpaquePointer? {
      guard let resolved = resolver.font(named: font.name) else { return nil }
      let description = pango_font_description_copy(resolved.description)
      let size = (ShapingText.usable(font.size) * scale * Double(PANGO_SCALE)).rounded()
      // Pango treats a size of 0 as unset.
      let absolute = min(max(size, 64), 1e9)
      pango_font_description_set_absolute_size(description, absolute)
      shapedSizes.insert(absolute)
      return description
    }

    /// Returns the font that Pango chose for a style, with the metrics of its lines.
    func loaded(
      _ font: UnsafeMutablePointer<PangoFont>,
      size: Double,
      for name: String
    ) -> LoadedFont? {
      let key = FontKey(font: font, size: size, name: name)
      if let lastLoaded, lastLoaded.key == key { return lastLoaded.font }
      if let known = loadedFonts[key] {
        lastLoaded = (key, known)
        return known
      }
      guard let fresh = read(font, size: size, for: name) else { return nil }
      // Instances of a variable font share one face, which is set for each of them.
      if fresh.isVariable { return fresh }
      // A line that is being read stays.
      if loadedFonts.count >= Self.fontCapacity { forgetLoadedFonts() }
      g_object_ref(font)
      loadedFonts[key] = fresh
      return fresh
    }

    private func read(
      _ font: UnsafeMutablePointer<PangoFont>,
      size: Double,
      for name: String
    ) -> LoadedFont? {
      guard let instance = faces.instance(of: font) else { return nil }
      var metrics = FontMetrics(face: instance.face, size: size)
      if let resolved = resolver.font(named: name), let measures = resolved.standInMeasures,
        resolved.standIns.contains(FontFace.folded(metrics.familyName))
      {
        metrics.ascent = measures.ascent * size
        metrics.descent = measures.descent * size
        metrics.leading = measures.leading * size
      }
      return LoadedFont(instance, size: size, metrics: metrics)
    }

    private func withFont<Result>(_ font: FontDescription, _ body: (LoadedFont) -> Result) -> Result? {
      withPangoFont(font) { loaded($0, size: ShapingText.usable(font.size), for: font.name).map(body) } ?? nil
    }

    private func withPangoFont<Result>(
      _ font: FontDescription,
      _ body: (UnsafeMutablePointer<PangoFont>) -> Result
    ) -> Result? {
      let size = ShapingText.usable(font.size)
      guard let context, let fontMap,
        let description = description(of: font, scale: ShapingText.shapingScale(of: size))
      else { return nil }
      defer { pango_font_description_free(description) }
      guard let found = pango_font_map_load_font(fontMap, context, description) else { return nil }
      defer { g_object_unref(found) }
      return body(found)
    }

    /// Returns the file of a font, and which of the file's faces it is.
    func file(of font: FontDescription) -> TextLayoutEngine.FontFile? {
      withPangoFont(font) { found -> TextLayoutEngine.FontFile? in
        var path: UnsafePointer<CChar>?
        var index: Int32 = 0
        guard strata_pango_font_file(found, &path, &index) != 0, let path else { return nil }
        // The upper 16 bits select an instance of a variable font.
        return .init(path: String(cString: path), face: Int(index & 0xFFFF))
      } ?? nil
    }

    func metrics(of font: FontDescription) -> FontMetrics {
      withFont(font) { $0.metrics } ?? FontMetrics()
    }

    func glyphs(for units: [UInt16], font: FontDescription) -> [UInt32] {
      withFont(font) { loaded in
        var result = units.map { _ in UInt32(0) }
        var index = 0
        for scalar in String(decoding: units, as: UTF16.self).unicodeScalars {
          guard index < result.count else { break }
          result[index] = FT_Get_Char_Index(loaded.face, FT_ULong(scalar.value))
          index += scalar.value > 0xFFFF ? 2 : 1
        }
        return result
      } ?? units.map { _ in 0 }
    }

    func string(named identifier: UInt16, of font: FontDescription) -> String? {
      withFont(font) { $0.string(named: identifier) } ?? nil
    }

    /// Returns the distance from a character to the next one in a loaded font, in points.
    func advance(of scalar: Unicode.Scalar, in font: LoadedFont) -> Double {
      faces.glyph(FT_Get_Char_Index(font.face, FT_ULong(scalar.value)), of: font).advance
    }

    func outline(of glyph: UInt32, font: FontDescription) -> Outline? {
      withFont(font) { loaded in
        loaded.outline(of: glyph)?.mapPoints { RasterPoint($0.x, -$0.y) }
      } ?? nil
    }

    func advances(of glyphs: [UInt32], font: FontDescription) -> [Double] {
      withFont(font) { loaded in
        glyphs.map { glyph in
          var advance: FT_Fixed = 0
          guard FT_Get_Advance(loaded.face, glyph, FT_Int32(FT_LOAD_NO_SCALE), &advance) == 0 else {
            return 0
          }
          return Double(advance) * loaded.scale
        }
      } ?? glyphs.map { _ in 0 }
    }
  }
#endif
