import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// Cells of patterns that were drawn before, each for a number of pixels per point.
struct PatternCells {
  private struct Key: Hashable {
    var pattern: CGPattern
    var density: Double
  }

  private var cells: [Key: CGImage] = [:]
  private var pixelCount = 0
  /// The most pixels of all cells together; a larger cell is kept alone.
  private static let mostPixels = 4 << 20
  private static let mostCells = 256

  /// The picture of one cell.
  mutating func cell(of pattern: CGPattern, density: Double) -> CGImage? {
    let key = Key(pattern: pattern, density: density)
    if let known = cells[key] { return known }
    guard let cell = pattern.cell(pixelsPerPoint: CGFloat(density)) else { return nil }
    pixelCount += cell.width * cell.height
    if pixelCount > Self.mostPixels || cells.count == Self.mostCells {
      cells.removeAll(keepingCapacity: true)
      pixelCount = cell.width * cell.height
    }
    cells[key] = cell
    return cell
  }
}

/// Pattern colours of backgrounds, borders and shapes (rendering R-7).
struct PatternEmitter {
  /// The clip of a part that bleeds: it has the layer's edges and covers them.
  let clip: Index<ClipNode>?
  let bleeds: Bool

  /// Covers a layer's shape, or the border of a width at its edge, with the cells of a pattern.
  func emit(
    _ pattern: CGPattern,
    _ color: CGColor,
    of shape: RoundedRect,
    borderWidth: Double? = nil,
    plane: inout Plane,
    _ writer: inout FrameWriter
  ) {
    let box = PlaneRect(shape)
    let corner = (box.minX, box.minY)
    guard !box.isEmpty, let cells = cells(of: pattern, color, over: box, from: corner, plane, &writer)
    else { return }
    var within = bleeds ? clip : plane.clip
    if let borderWidth {
      var (outline, rect) = (Outline.border(shape, width: borderWidth), box)
      if bleeds { (outline, rect) = shape.bleedingRing(width: borderWidth, in: plane) }
      within = writer.addClip(ring: outline, rect, plane: &plane, parent: within)
    } else if !bleeds {
      within = writer.addClip(shape, plane: &plane, parent: within)
    }
    add(cells, as: borderWidth == nil ? .background : .border, within: within, plane, &writer)
  }

  /// Covers an area of a layer's space, the fill or the stroke of its path.
  ///
  /// The pattern's space is the path's.
  func emit(
    _ pattern: CGPattern,
    _ color: CGColor,
    in path: PathResource,
    _ rect: PlaneRect,
    as kind: LayerPart,
    plane: inout Plane,
    _ writer: inout FrameWriter
  ) {
    guard !rect.isEmpty, let cells = cells(of: pattern, color, over: rect, from: (0, 0), plane, &writer)
    else { return }
    let within = writer.addClip(path, rect, plane: &plane, parent: clip)
    add(cells, as: kind, within: within, plane, &writer)
  }

  private func add(
    _ cells: Cells,
    as kind: LayerPart,
    within clip: Index<ClipNode>?,
    _ plane: Plane,
    _ writer: inout FrameWriter
  ) {
    var space = Plane(plane, toDevice: cells.toDevice)
    // The clip has the layer's edges; the cells reach beyond it.
    space.edges = 0
    writer.add(
      kind,
      cells.placement.target,
      .image(writer.resource(cells.image), cells.placement),
      plane: &space,
      clip: clip,
      tint: cells.tint
    )
  }

  /// The picture of a cell, the placement of some, and their colour.
  private struct Cells {
    var image: CGImage
    var placement: Placement
    var toDevice: Projective
    var tint: SIMD4<Float>
  }

  /// The picture of a cell, and the placement of as many cells as cover a rectangle and some more around it.
  ///
  /// The pattern's space is the layer's, from the corner of its bounds: cells move with the layer and not with what scrolls
  /// in it.
  private func cells(
    of pattern: CGPattern,
    _ color: CGColor,
    over box: PlaneRect,
    from corner: (x: Double, y: Double),
    _ plane: Plane,
    _ writer: inout FrameWriter
  ) -> Cells? {
    let tint =
      plane.tint * (pattern.isColored ? SIMD4(1, 1, 1, Float(color.alpha)) : color.extendedSRGB)
    guard tint.w > 0 else { return nil }
    // The program draws a cell, once for all builders.
    if !writer.isOnOwnerThread { writer.noteOwnerThread() }
    let matrix = pattern.matrix.projective.concatenating(.translation(corner.x, corner.y))
    let toDevice = matrix.concatenating(plane.toDevice)
    guard writer.isOnOwnerThread, let inverse = matrix.inverted(),
      let area = inverse.bounds(of: box),
      toDevice.isFinite, toDevice.determinant != 0
    else { return nil }
    let scale = toDevice.scales(at: area.midX, area.midY).max()
    guard scale > 0, scale.isFinite else { return nil }
    // Rounded where a plane turns or moves in depth, so that cells are not drawn anew for each frame.
    let density = Space(toDevice).relation.keepsRectangles ? scale : exp2(log2(scale).rounded(.up))
    guard let cell = writer.cell(of: pattern, density: min(max(density, 1e-3), 1e3)) else {
      return nil
    }
    // Whole cells on the pattern's grid, and some more on each side for parts that bleed.
    let (origin, step) = (pattern.bounds.origin, pattern.step)
    func range(_ low: Double, _ high: Double, _ from: CGFloat, _ step: CGFloat) -> (Double, Double) {
      let spare = (4 / (scale * Double(step))).rounded(.up) + 1
      let first = ((low - Double(from)) / Double(step)).rounded(.down) - spare
      return (first, ((high - Double(from)) / Double(step)).rounded(.up) + spare - first)
    }
    let (column, columns) = range(area.minX, area.maxX, origin.x, step.width)
    let (row, rows) = range(area.minY, area.maxY, origin.y, step.height)
    guard columns < 1e9, rows < 1e9 else { return nil }
    let (x, y) = (
      Double(origin.x) + column * Double(step.width), Double(origin.y) + row * Double(step.height)
    )
    var sampling = Sampling(isAlphaOnly: !pattern.isColored)
    sampling.repeats = true
    let placement = Placement(
      source: PlaneRect(0, 0, columns * Double(cell.width), rows * Double(cell.height)),
      target: PlaneRect(x, y, x + columns * Double(step.width), y + rows * Double(step.height)),
      isFlipped: true,
      sampling: sampling
    )
    return Cells(image: cell, placement: placement, toDevice: toDevice, tint: tint)
  }
}
