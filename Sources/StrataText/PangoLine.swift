#if Text
  import CPango

  /// The runs of a line, in visual order: the item and the glyphs of each.
  struct LineItems: Sequence, IteratorProtocol {
    private var node: UnsafeMutablePointer<GSList>?

    fileprivate init(_ node: UnsafeMutablePointer<GSList>?) { self.node = node }

    mutating func next() -> (
      item: UnsafeMutablePointer<PangoItem>, glyphs: UnsafeMutablePointer<PangoGlyphString>
    )? {
      while let current = node {
        node = current.pointee.next
        guard let run = current.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self),
          let item = run.pointee.item, let glyphs = run.pointee.glyphs
        else { continue }
        return (item, glyphs)
      }
      return nil
    }
  }

  extension UnsafeMutablePointer where Pointee == PangoLayoutLine {
    var items: LineItems { LineItems(pointee.runs) }
  }
#endif
