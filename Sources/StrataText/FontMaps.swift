#if Text
  import CPango

  /// A font map of Pango and a context for layouts with it.
  final class FontMaps {
    let fontMap: UnsafeMutablePointer<PangoFontMap>
    let context: OpaquePointer

    /// Nil if no font is installed, as Pango then aborts the program.
    init?() {
      guard strata_has_fonts() != 0, let map = strata_pango_font_map_new() else { return nil }
      guard let context = pango_font_map_create_context(map) else {
        g_object_unref(map)
        return nil
      }
      (fontMap, self.context) = (map, context)
      pango_context_set_round_glyph_positions(context, 0)
      strata_pango_lock_metrics(map, context)
    }

    deinit {
      g_object_unref(UnsafeMutableRawPointer(context))
      g_object_unref(fontMap)
    }
  }
#endif
