#if Text
  import CPango

  extension PangoItem {
    /// True if the item is an ellipsis that replaces text.
    var isEllipsis: Bool { UInt32(analysis.flags) & 2 != 0 }  // PANGO_ANALYSIS_FLAG_IS_ELLIPSIS
  }

  /// The clusters of an item, read from left to right: the characters of each glyph, in UTF-8 units of the whole text.
  struct GlyphClusters {
    private let first: Int
    private let length: Int32
    private let isRightToLeft: Bool
    private let starts: UnsafeBufferPointer<Int32>
    private var glyph = -1
    private var range = 0..<0

    init(_ glyphs: PangoGlyphString, of item: UnsafeMutablePointer<PangoItem>) {
      first = Int(item.pointee.offset)
      length = item.pointee.length
      isRightToLeft = item.pointee.analysis.level & 1 != 0
      starts = UnsafeBufferPointer(start: glyphs.log_clusters, count: Int(glyphs.num_glyphs))
    }

    /// Returns the characters of the next glyph; none behind the last one.
    ///
    /// - Complexity: O(1) on average, also in clusters of many glyphs.
    mutating func next() -> Range<Int> {
      let before = glyph
      glyph += 1
      guard glyph < starts.count else { return 0..<0 }
      let start = starts[glyph]
      if before >= 0, starts[before] == start { return range }
      // Glyphs stand in visual order: the cluster that follows in the text is to the left if the item is right-to-left.
      let end =
        if isRightToLeft {
          before >= 0 ? starts[before] : length
        } else {
          starts[glyph...].first { $0 != start } ?? length
        }
      range = first + Int(start)..<max(first + Int(start), first + Int(end))
      return range
    }
  }
#endif
