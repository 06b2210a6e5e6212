#if Text
  import CPango

  extension PangoItem {
    /// True if the item is an ellipsis that replaces text.
    var isEllipsis: Bool { UInt32(analysis.flags) & 2 != 0 }  // PANGO_ANALYSIS_FLAG_IS_ELLIPSIS
  }

  /// The clusters of an item: the characters of each glyph, in UTF-8 units of the whole text.
  struct GlyphClusters {
    private let first: Int
    private let end: Int
    private let starts: UnsafeBufferPointer<Int32>
    private let isRightToLeft: Bool

    init(_ glyphs: PangoGlyphString, of item: UnsafeMutablePointer<PangoItem>) {
      first = Int(item.pointee.offset)
      end = first + Int(item.pointee.length)
      isRightToLeft = item.pointee.analysis.level & 1 != 0
      starts = UnsafeBufferPointer(start: glyphs.log_clusters, count: Int(glyphs.num_glyphs))
    }

    func range(of glyph: Int) -> Range<Int> {
      let start = starts[glyph]
      var next = glyph
      let step = isRightToLeft ? -1 : 1
      while starts.indices.contains(next), starts[next] == start { next += step }
      let stop = starts.indices.contains(next) ? first + Int(starts[next]) : end
      return first + Int(start)..<max(first + Int(start), stop)
    }
  }
#endif
