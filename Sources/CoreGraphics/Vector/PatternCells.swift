/// The cells of patterns that a document has, each drawn once, and the names by which drawings refer to them.
struct PatternCells<Name> {
  private struct Cell {
    var pattern: CGPattern
    var matrix: CGAffineTransform
    var color: CGColor
    var name: Name
  }

  private var cells: [Cell] = []

  func name(of pattern: CGPattern, _ matrix: CGAffineTransform, _ color: CGColor) -> Name? {
    cells.first { $0.pattern == pattern && $0.matrix == matrix && $0.color == color }?.name
  }

  mutating func add(_ name: Name, of pattern: CGPattern, _ matrix: CGAffineTransform, _ color: CGColor) {
    cells.append(Cell(pattern: pattern, matrix: matrix, color: color, name: name))
  }
}

/// A canvas that keeps what is drawn in levels: the page, the groups in it and the cells of patterns.
protocol PatternCanvas: VectorCanvas {
  /// What a level holds when it is complete.
  associatedtype Content
  /// How drawings refer to a cell.
  associatedtype CellName

  var cells: PatternCells<CellName> { get set }
  var recording: GroupRecording { get set }
  /// The number of open levels.
  var depth: Int { get }

  /// Opens a level; `stencil` is the colour of all drawings in it, nil where they have their own.
  func beginLevel(stencil: CGColor?)

  /// Closes the last level and returns what was drawn.
  func endLevel() -> Content

  /// Adds a drawn cell to the document.
  func addCell(_ content: Content, of pattern: CGPattern, matrix: CGAffineTransform) -> CellName
}

extension PatternCanvas {
  /// Returns the name of the cell of a colour's pattern, which it draws if the document does not have it.
  ///
  /// The cell of a pattern without colours is drawn in the colour.
  ///
  /// - Returns: Nil if the colour has no pattern, the pattern does not repeat, or patterns hold each other.
  func cell(of color: CGColor, _ state: GraphicsState) -> CellName? {
    guard let pattern = color.pattern, depth < 16, pattern.step.width != 0, pattern.step.height != 0 else {
      return nil
    }
    let moved = CGAffineTransform(translationX: state.patternPhase.width, y: state.patternPhase.height)
    let matrix = pattern.matrix.concatenating(moved).concatenating(base)
    if let known = cells.name(of: pattern, matrix, color) { return known }
    // The shadow of a pattern is that of the filled area.
    let outer = (recording, base)
    (recording, base) = (GroupRecording(), .identity)
    defer { (recording, base) = outer }
    beginLevel(stencil: pattern.isColored ? nil : CGColor(extendedSRGB: color.extendedSRGB))
    let context = CGContext(canvas: self, box: pattern.bounds)
    if pattern.isColored { context.setAlpha(color.alpha) }
    context.clip(to: pattern.bounds)
    pattern.draw(in: context)
    context.endTransparencyLayers()
    let name = addCell(endLevel(), of: pattern, matrix: matrix)
    cells.add(name, of: pattern, matrix, color)
    return name
  }
}
