#if Text
  import CFreeType
  import CPango
  import CoreGraphics
  import Foundation
  import StrataBase
  import StrataRaster

  /// Shapes and breaks text with Pango, and takes glyphs from FreeType as outlines.
  ///
  /// Fonts are measured without hinting and glyphs keep fractional places, so a layout is the same at every scale and
  /// is scaled as geometry.
  ///
  /// - Thread: One at a time.
  struct PangoEngine: @unchecked Sendable {  // Its owner holds it behind a lock.
    private let fontMap: UnsafeMutablePointer<PangoFontMap>
    private let context: OpaquePointer

    init() {
      fontMap = strata_pango_font_map_new()
      context = pango_font_map_create_context(fontMap)
      pango_context_set_round_glyph_positions(context, 0)
    }

    /// Points as Pango's fixed-point numbers, within what its integers hold.
    private func units(_ points: Double) -> Int32 {
      Int32(min(max(points * Double(PANGO_SCALE), 0), 1e9))
    }

    private func points(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }

    func metrics(of font: FontDescription) -> FontMetrics {
      let description = self.description(of: font)
      defer { pango_font_description_free(description) }
      var result = FontMetrics()
      guard let metrics = pango_context_get_metrics(context, description, nil) else { return result }
      defer { pango_font_metrics_unref(metrics) }
      result.ascent = points(pango_font_metrics_get_ascent(metrics))
      result.descent = points(pango_font_metrics_get_descent(metrics))
      let height = points(pango_font_metrics_get_height(metrics))
      result.leading = max(0, height - result.ascent - result.descent)
      if let loaded = pango_font_map_load_font(fontMap, context, description) {
        defer { g_object_unref(UnsafeMutableRawPointer(loaded)) }
        GlyphSource.withFace(of: loaded) { face, size in
          let scale = size / Double(max(face.pointee.units_per_EM, 1))
          if let table = FT_Get_Sfnt_Table(face, FT_SFNT_OS2)?.assumingMemoryBound(to: TT_OS2.self) {
            result.capHeight = Double(table.pointee.sCapHeight) * scale
            result.xHeight = Double(table.pointee.sxHeight) * scale
          }
        }
      }
      return result
    }

    private func description(of font: FontDescription) -> OpaquePointer? {
      let face = FontFace(name: font.name)
      let description = pango_font_description_new()
      pango_font_description_set_family(description, face.families)
      pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(face.weight)))
      if face.isItalic { pango_font_description_set_style(description, PANGO_STYLE_ITALIC) }
      if face.isCondensed { pango_font_description_set_stretch(description, PANGO_STRETCH_CONDENSED) }
      let size = font.size.isFinite ? min(max(font.size, 0), 100_000) : 0
      pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
      return description
    }

    func layout(_ request: TextLayoutRequest) -> TextLayout {
      let layout = pango_layout_new(context)
      defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
      let text = request.runs.map(\.text).joined()
      text.withCString { pango_layout_set_text(layout, $0, Int32(text.utf8.count)) }
      let attributes = self.attributes(of: request)
      pango_layout_set_attributes(layout, attributes)
      pango_attr_list_unref(attributes)
      configure(layout, request)
      var reader = LineReader(request: request, text: text, points: points)
      reader.read(layout)
      return reader.result
    }

    private func configure(_ layout: OpaquePointer?, _ request: TextLayoutRequest) {
      let truncates = request.truncation != .none
      if let width = request.width, request.isWrapped || truncates {
        pango_layout_set_width(layout, units(width))
      }
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
      switch request.truncation {
      case .none: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_NONE)
      case .start: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_START)
      case .middle: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_MIDDLE)
      case .end: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
      }
      if truncates {
        // -1 means one line for each paragraph; a height means as many lines as fit.
        let height = request.isWrapped ? request.height.map(units) : nil
        pango_layout_set_height(layout, height ?? -1)
      }
      pango_layout_set_justify(layout, request.alignment == .justified ? 1 : 0)
      pango_layout_set_auto_dir(layout, 1)
    }

    private func attributes(of request: TextLayoutRequest) -> OpaquePointer? {
      let list = pango_attr_list_new()
      var start: UInt32 = 0
      for run in request.runs {
        let end = start + UInt32(run.text.utf8.count)
        func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
          guard let attribute else { return }
          attribute.pointee.start_index = start
          attribute.pointee.end_index = end
          pango_attr_list_insert(list, attribute)
        }
        let description = self.description(of: run.font)
        insert(pango_attr_font_desc_new(description))
        pango_font_description_free(description)
        if run.kern != 0, run.kern.isFinite {
          insert(pango_attr_letter_spacing_new(Int32(max(min(run.kern, 1e5), -1e5) * Double(PANGO_SCALE))))
        }
        start = end
      }
      return list
    }
  }
#endif
