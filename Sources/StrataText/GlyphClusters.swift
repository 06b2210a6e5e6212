#if Text
  import CPango

  extension PangoItem {
    /// True if the item is an ellipsis that replaces text.
    var isEllipsis: Bool { UInt32(analysis.flags) & 2 != 0 }  // PANGO_ANALYSIS_FLAG_IS_ELLIPSIS
  }

  /// The clusters of an item: the characters of each glyph, in UTF-8 units of the whole text.
  struct GlyphClusters {
    private let first: Int
    private let starts: UnsafeBufferPointer<Int32>
    /// The first character behind the cluster of each glyph, from the start of the item.
    private let ends: [Int32]

    init(_ glyphs: PangoGlyphString, of item: UnsafeMutablePointer<PangoItem>) {
      first = Int(item.pointee.offset)
      let starts = UnsafeBufferPointer(start: glyphs.log_clusters, count: Int(glyphs.num_glyphs))
      self.starts = starts
      // Glyphs stand in visual order: the cluster that follows in the text is to the left if the item is right-to-left.
      let isRightToLeft = item.pointee.analysis.level & 1 != 0
      var ends = [Int32](repeating: item.pointee.length, count: starts.count)
      var next = item.pointee.length
      for step in 0..<starts.count {
        let glyph = isRightToLeft ? step : starts.count - 1 - step
        let before = isRightToLeft ? glyph - 1 : glyph + 1
        if starts.indices.contains(before), starts[before] != starts[glyph] { next = starts[before] }
        ends[glyph] = next
      }
      self.ends = ends
    }

    /// - Complexity: O(1), also in clusters of many glyphs.
    func range(of glyph: Int) -> Range<Int> {
      let start = first + Int(starts[glyph])
      return start..<max(start, first + Int(ends[glyph]))
    }
  }
#endif
