#if Text
  import CPango

  /// The white space at the end of a line, which hangs over the edge that the line is aligned at.
  ///
  /// Where Pango breaks a line, it takes the width of the last space; here a line keeps all of its characters.
  struct TrailingSpace {
    /// The width of the white space, in points.
    var width = 0.0
    /// The place of the space without a width, in UTF-8 units of the text; -1 if all have theirs.
    var flatByte = -1
    /// What that space is widened by, in points.
    var flatWidth = 0.0

    /// Returns what an item of Pango's is widened by.
    func added(to item: PangoItem) -> Double {
      guard flatByte >= Int(item.offset) else { return 0 }
      return flatByte < Int(item.offset) + Int(item.length) ? flatWidth : 0
    }
  }

  extension LineReader {
    /// Returns the white space at the end of a line, after its kerning was read.
    mutating func trailingSpace(of line: UnsafeMutablePointer<PangoLayoutLine>) -> TrailingSpace {
      var space = TrailingSpace()
      let end = Int(line.pointee.start_index) + Int(line.pointee.length)
      guard line.pointee.length > 0, text.isWhiteSpace(before: end) else { return space }
      let items = Array(line.items)
      // The end is at the left of a paragraph that is written from right to left.
      let isRightToLeft = line.pointee.resolved_dir == UInt8(PANGO_DIRECTION_RTL.rawValue)
      for step in items.indices {
        let index = isRightToLeft ? step : items.count - 1 - step
        let (item, glyphs) = items[index]
        let count = Int(glyphs.pointee.num_glyphs)
        for glyphStep in 0..<count {
          let glyph = isRightToLeft ? glyphStep : count - 1 - glyphStep
          let byte = Int(item.pointee.offset) + Int(glyphs.pointee.log_clusters?[glyph] ?? 0)
          guard let info = glyphs.pointee.glyphs?[glyph], !item.pointee.isEllipsis,
            let scalar = text.whiteSpace(at: byte)
          else { return space }
          if info.geometry.width == 0, space.flatByte < 0, scalar != "\t", scalar != "\u{200B}" {
            (space.flatByte, space.flatWidth) = (byte, advance(of: scalar, at: byte, in: item))
            space.width += space.flatWidth
          }
          space.width += text.points(info.geometry.width)
        }
        space.width += kerning.corrections[index].after
      }
      return space
    }

    /// Returns the distance from a character to the next one, in points.
    private mutating func advance(
      of scalar: Unicode.Scalar,
      at byte: Int,
      in item: UnsafeMutablePointer<PangoItem>
    ) -> Double {
      guard let font = item.pointee.analysis.font, let loaded = self.font(font, at: byte) else { return 0 }
      let kern = text.runIndex(at: byte).flatMap { request.runs[$0].usableKern } ?? 0
      return max(engine.advance(of: scalar, in: loaded) + kern, 0)
    }
  }

  extension ShapingText {
    /// Returns the character at a place in UTF-8 units if it is white space, or a break that has no width.
    func whiteSpace(at byte: Int) -> Unicode.Scalar? {
      guard byte >= 0, byte < length else { return nil }
      let scalar = string.unicodeScalars[string.utf8.index(string.utf8.startIndex, offsetBy: byte)]
      return scalar.properties.isWhitespace || scalar == "\u{200B}" ? scalar : nil
    }

    /// True if the character before a place in UTF-8 units may be white space; most lines end with none.
    func isWhiteSpace(before end: Int) -> Bool {
      guard end > 0, end <= length else { return false }
      let byte = string.utf8[string.utf8.index(string.utf8.startIndex, offsetBy: end - 1)]
      return byte <= 0x20 || byte >= 0x80
    }

    /// True if a line that ends at a place in UTF-8 units is followed by another one of its paragraph.
    func continues(after end: Int) -> Bool {
      guard end < length else { return false }
      return !["\n", "\r", "\u{2028}", "\u{2029}"].contains(
        string.unicodeScalars[string.utf8.index(string.utf8.startIndex, offsetBy: end)]
      )
    }
  }
#endif
