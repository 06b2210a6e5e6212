#if Text
  import CPango

  extension UnsafeMutablePointer where Pointee == PangoLayoutLine {
    /// Calls a closure with the item and the glyphs of each run, in visual order.
    func forEachRun(
      _ body: (UnsafeMutablePointer<PangoItem>, UnsafeMutablePointer<PangoGlyphString>) -> Void
    ) {
      var node = pointee.runs
      while let current = node {
        node = current.pointee.next
        guard let run = current.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self),
          let item = run.pointee.item, let glyphs = run.pointee.glyphs
        else { continue }
        body(item, glyphs)
      }
    }
  }
#endif
