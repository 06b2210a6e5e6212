package import StrataBase

/// Coverage of axis-aligned rectangles, rounded rectangles and the rings between two of them.
///
/// All rows between the corners are equal: one of them is computed, and the others refer to its bytes. The rows of the
/// corners go through the rasterizer, so that a rounded rectangle and a path of its shape have the same bytes.
///
/// - Complexity: The cost of rasterizing the rows of the corners, plus O(rows).
package enum RoundedRectCoverage {
  /// The coverage of a rounded rectangle given in device pixels.
  package static func coverage(
    of rect: RoundedRect,
    clip: PixelRect,
    antialias: Bool = true,
    scratch: RasterizerScratch
  ) -> Coverage {
    var result = Coverage()
    rasterize(rect, clip: clip, antialias: antialias, scratch: scratch, into: &result)
    return result
  }

  /// The coverage of a border that lies inside a rounded rectangle (rendering R-14).
  package static func coverage(
    ofBorder rect: RoundedRect,
    width: Double,
    clip: PixelRect,
    antialias: Bool = true,
    scratch: RasterizerScratch
  ) -> Coverage {
    var result = Coverage()
    guard width > 0 else { return result }
    rasterize(
      rect,
      hole: rect.inset(by: width),
      clip: clip,
      antialias: antialias,
      scratch: scratch,
      into: &result
    )
    return result
  }

  /// Computes the coverage of a rounded rectangle without a hole, into a value whose arrays keep their memory.
  package static func rasterize(
    _ rect: RoundedRect,
    hole: RoundedRect? = nil,
    clip: PixelRect,
    antialias: Bool = true,
    scratch: RasterizerScratch,
    into result: inout Coverage
  ) {
    let rect = rect.limited()
    if hole == nil, antialias, rect.hasSquareCorners, result.fill(rect, clip: clip, scratch) { return }
    var outline = Outline.roundedRect(rect)
    var straight = rect.straightRows
    if let hole = hole?.limited() {
      outline.append(.roundedRect(hole))
      // The rows beside the hole's straight sides are the ones to share.
      straight = (max(straight.lower, hole.straightRows.lower), min(straight.upper, hole.straightRows.upper))
    }
    let shape = PlacedOutline(outline)
    let region = rect.width > 0 && rect.height > 0 ? shape.pixels.intersection(clip) : .empty
    var writer = CoverageWriter(scratch)
    defer { result.set(region, writer) }
    guard !region.isEmpty else { return }
    // Rounding to 1/512 may move an edge across the border of a pixel.
    let first = Double(region.minY), last = Double(region.maxY)
    let top = Int32(min(max((straight.lower + 0.002).rounded(.up), first), last))
    let bottom = Int32(min(max((straight.upper - 0.002).rounded(.down), first), last))
    func add(_ minY: Int32, _ maxY: Int32) {
      guard minY < maxY else { return }
      let rows = PixelRect(region.minX, minY, region.maxX, maxY)
      Rasterizer.rasterize(shape, .evenOdd, rows: rows, antialias, &writer)
    }
    if bottom - top > 1 {
      add(region.minY, top)
      let model = writer.spanCount
      add(top, top + 1)
      let count = writer.spanCount - model
      for _ in (top + 1)..<bottom { writer.repeatRow(from: model, count: count) }
      add(bottom, region.maxY)
    } else {
      add(region.minY, region.maxY)
    }
  }
}

extension RoundedRect {
  /// The heights between which both sides are straight.
  fileprivate var straightRows: (lower: Double, upper: Double) {
    let extent = cornerExtent
    return (
      minY + max(minXminY.y, maxXminY.y) * extent, maxY - max(minXmaxY.y, maxXmaxY.y) * extent
    )
  }
}
