import StrataRaster

/// Reads elements of paths by their numbers.
///
/// It remembers where the last one was: a loop over a path costs as much as one walk.
package struct PathElementReader {
  private var path: CGPath?
  /// The number of an element, and of the first of its points.
  private var index = 0
  private var point = 0

  package init() {}

  /// Reads an element.
  ///
  /// - Precondition: The path has an element with this number, counted from 0.
  /// - Parameters:
  ///   - index: The number.
  ///   - path: The path; elements may have been added to it since the last call.
  ///   - points: Gets up to three points, control points first.
  /// - Returns: The kind.
  package mutating func read(
    _ index: Int,
    of path: CGPath,
    _ points: UnsafeMutablePointer<CGPoint>?
  ) -> CGPathElementType {
    let outline = path.outline
    precondition(outline.verbs.indices.contains(index), "element \(index) of \(outline.verbs.count)")
    if path !== self.path || index < self.index { (self.path, self.index, point) = (path, 0, 0) }
    for verb in outline.verbs[self.index..<index] { point += verb.pointCount }
    self.index = index
    let (type, count) = outline.verbs[index].elementType
    for number in 0..<count {
      let place = outline.points[point + number]
      points?[number] = CGPoint(x: place.x, y: place.y)
    }
    return type
  }
}

extension CGPath {
  /// The number of elements.
  package final var elementCount: Int { outline.verbs.count }
}
