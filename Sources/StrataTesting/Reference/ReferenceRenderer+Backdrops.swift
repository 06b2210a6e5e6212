import StrataBase
import StrataFrame
import StrataRaster

/// Filters of what is painted behind an item (rendering R-40).
extension ReferenceRenderer {
  /// A surface with pixels around it: where it was cut the nearest ones of its edge, where its contents end none.
  func continued(_ surface: ReferenceSurface, of pass: RenderPass, by reach: Double) -> ReferenceSurface {
    let (rect, cut) = (surface.rect, PixelSides(of: surface.rect, on: pass.limit))
    var wide = ReferenceSurface(rect.grown(by: reach))
    for y in wide.rect.minY..<wide.rect.maxY {
      for x in wide.rect.minX..<wide.rect.maxX {
        if x < rect.minX, !cut.contains(.minX) { continue }
        if y < rect.minY, !cut.contains(.minY) { continue }
        if x >= rect.maxX, !cut.contains(.maxX) { continue }
        if y >= rect.maxY, !cut.contains(.maxY) { continue }
        let (column, row) = (min(max(x, rect.minX), rect.maxX - 1), min(max(y, rect.minY), rect.maxY - 1))
        wide[x, y] = surface[column, row]
      }
    }
    return wide
  }

  /// Replaces the covered part of the target by the filtered surface behind it.
  func drawBackdrop(
    _ index: Index<Effect>,
    opacity: Double,
    coverage: CoverageMap,
    behind: ReferenceSurface,
    onto target: inout ReferenceSurface
  ) throws {
    let effect = frame[index]
    guard effect.transition == nil else { throw Unsupported() }
    var filtered = behind
    for filter in effect.filters {
      guard let next = filtered.filtered([filter]) else { throw Unsupported() }
      filtered = next.mapped(rounded)
    }
    let mask = effect.mask.flatMap { surfaces[$0.value] }
    for y in coverage.rect.minY..<coverage.rect.maxY {
      for x in coverage.rect.minX..<coverage.rect.maxX {
        var share = coverage[x, y] * opacity
        if let mask { share *= mask[x, y].w }
        let old = target[x, y]
        target[x, y] = rounded(old + (filtered[x, y] - old) * share)
      }
    }
  }
}
