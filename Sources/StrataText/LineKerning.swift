#if Text
  import CPango
  import CoreGraphics

  /// Corrections to Pango's letter spacing and to the width of its ellipsis, for the runs of one line.
  ///
  /// A kern adds space after each character and nowhere else. Pango adds half of it on either side, and none at the
  /// ends of a line. Pango also widens an ellipsis until the line fills its box; here it keeps its own width.
  ///
  /// - Thread: One at a time.
  final class LineKerning {
    /// What to move a run's glyphs by, and what to add to its advance, in points.
    struct Correction {
      var before = 0.0
      var after = 0.0
    }

    /// One correction for each run, in visual order.
    private(set) var corrections: [Correction] = []

    /// The sum of what is added to the advances, in points.
    var extraWidth: Double { corrections.reduce(0) { $0 + $1.after } }

    /// Replaces the corrections by those of a line; `styles` are the runs of the request.
    func read(
      _ line: UnsafeMutablePointer<PangoLayoutLine>,
      _ text: ShapingText,
      _ styles: [StyledText]
    ) {
      corrections.removeAll(keepingCapacity: true)
      for (item, _) in line.items {
        let kern = text.runIndex(at: Int(item.pointee.offset)).flatMap { styles[$0].usableKern } ?? 0
        corrections.append(Correction(before: -kern / 2, after: 0))
      }
      guard let first = corrections.first, let last = corrections.last else { return }
      corrections[0] = Correction(before: 0, after: -first.before)
      corrections[corrections.count - 1].after -= last.before
      var index = 0
      for (item, glyphs) in line.items {
        let ellipsis = Self.correction(ofEllipsis: item, glyphs, text)
        corrections[index].before += ellipsis.before
        corrections[index].after += ellipsis.after
        index += 1
      }
    }

    /// The correction that gives an ellipsis its own width; zero for every other item.
    private static func correction(
      ofEllipsis item: UnsafeMutablePointer<PangoItem>,
      _ glyphs: UnsafeMutablePointer<PangoGlyphString>,
      _ text: ShapingText
    ) -> Correction {
      guard item.pointee.isEllipsis, let font = item.pointee.analysis.font, let infos = glyphs.pointee.glyphs
      else {
        return Correction()
      }
      var own = 0.0
      for index in 0..<Int(glyphs.pointee.num_glyphs) {
        var logical = PangoRectangle()
        pango_font_get_glyph_extents(font, infos[index].glyph, nil, &logical)
        own += text.points(logical.width)
      }
      let extra = text.points(pango_glyph_string_get_width(glyphs)) - own
      guard extra > 0 else { return Correction() }
      return Correction(before: -text.points(infos[0].geometry.x_offset), after: -extra)
    }
  }
#endif
