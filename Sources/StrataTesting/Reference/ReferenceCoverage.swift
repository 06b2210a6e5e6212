import Foundation
import StrataBase
import StrataFrame
import StrataRaster

/// The coverage of each pixel of a rectangle, 0...1.
struct CoverageMap {
  let rect: PixelRect
  var values: [Double]

  init(_ rect: PixelRect, filledWith value: Double = 0) {
    self.rect = rect
    values = Array(repeating: value, count: rect.width * rect.height)
  }

  subscript(x: Int32, y: Int32) -> Double {
    get { values[Int(y - rect.minY) * rect.width + Int(x - rect.minX)] }
    set { values[Int(y - rect.minY) * rect.width + Int(x - rect.minX)] = newValue }
  }

  mutating func multiply(_ other: CoverageMap) { for i in values.indices { values[i] *= other.values[i] } }
}

/// Exact area coverage of pixels, by scan lines in doubles.
///
/// Between two heights at which an edge begins, ends, crosses another one or enters another column, the covered width of a
/// pixel is a linear function of the height. The scan line halfway gives its mean, and thus the exact area.
enum ReferenceCoverage {
  /// The number of chords of a curve: within a hundredth of a level for curves of a thousand pixels.
  private static let pieces = 256

  private struct Edge {
    let (x0, y0, x1, y1): (Double, Double, Double, Double)
    let winding: Int

    func x(at y: Double) -> Double { x0 + (x1 - x0) * (y - y0) / (y1 - y0) }

    /// The height at which the edge reaches a column; nil if it does not.
    func y(at x: Double) -> Double? {
      guard (x0 < x) != (x1 < x) else { return nil }
      return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    }

    /// The height at which two edges cross; nil if they do not.
    func crossing(_ other: Edge) -> Double? {
      let (low, high) = (max(min(y0, y1), min(other.y0, other.y1)), min(max(y0, y1), max(other.y0, other.y1)))
      guard low < high else { return nil }
      let (a, b) = (x(at: low) - other.x(at: low), x(at: high) - other.x(at: high))
      return (a < 0) != (b < 0) ? low + (high - low) * a / (a - b) : nil
    }
  }

  /// The top and bottom of a row and all heights between them at which an edge begins, ends, crosses another one or enters
  /// another column, sorted.
  private static func heights(of edges: [Edge], inRow y: Int32, _ area: PixelRect) -> [Double] {
    let (top, bottom) = (Double(y), Double(y) + 1)
    var result = [top, bottom]
    for (index, edge) in edges.enumerated() {
      result.append(edge.y0)
      result.append(edge.y1)
      let ends = (edge.x(at: max(top, min(edge.y0, edge.y1))), edge.x(at: min(bottom, max(edge.y0, edge.y1))))
      let first = max(min(ends.0, ends.1).rounded(.up), Double(area.minX))
      let last = min(max(ends.0, ends.1).rounded(.down), Double(area.maxX))
      if first <= last {
        for x in Int32(first)...Int32(last) {
          if let height = edge.y(at: Double(x)) { result.append(height) }
        }
      }
      for other in edges[(index + 1)...] { if let height = edge.crossing(other) { result.append(height) } }
    }
    return result.filter { $0 >= top && $0 <= bottom }.sorted()
  }

  /// The coverage of an outline; nil if a part lies behind the viewer, which the reference renderer does not support.
  static func map(_ outline: Outline, _ rule: FillRule, _ toDevice: Projective, over area: PixelRect)
    -> CoverageMap?
  {
    guard var edges = edges(outline, toDevice) else { return nil }
    var result = CoverageMap(area)
    edges.sort { min($0.y0, $0.y1) < min($1.y0, $1.y1) }
    var crossings: [(x: Double, winding: Int)] = []
    for y in area.minY..<area.maxY {
      let near = edges.filter { min($0.y0, $0.y1) < Double(y) + 1 && max($0.y0, $0.y1) > Double(y) }
      guard !near.isEmpty else { continue }
      let heights = heights(of: near, inRow: y, area)
      for (low, high) in zip(heights, heights.dropFirst()) where high - low > 1e-12 {
        let at = (low + high) / 2
        crossings.removeAll(keepingCapacity: true)
        for edge in near where (edge.y0 <= at) != (edge.y1 <= at) {
          crossings.append((edge.x(at: at), edge.winding))
        }
        crossings.sort { $0.x < $1.x }
        var winding = 0
        for i in crossings.indices.dropLast() {
          winding += crossings[i].winding
          let isInside = rule == .nonZero ? winding != 0 : i % 2 == 0
          if isInside {
            add(from: crossings[i].x, to: crossings[i + 1].x, height: high - low, inRow: y, to: &result)
          }
        }
      }
    }
    return result
  }

  /// The coverage of an axis-aligned rectangle, in closed form.
  static func map(_ box: PlaneRect, over area: PixelRect) -> CoverageMap {
    var result = CoverageMap(area)
    for y in area.minY..<area.maxY {
      let height = max(0, min(box.maxY, Double(y) + 1) - max(box.minY, Double(y)))
      guard height > 0 else { continue }
      for x in area.minX..<area.maxX {
        result[x, y] = height * max(0, min(box.maxX, Double(x) + 1) - max(box.minX, Double(x)))
      }
    }
    return result
  }

  /// Adds a rectangle within one row of pixels.
  private static func add(
    from: Double,
    to: Double,
    height: Double,
    inRow y: Int32,
    to result: inout CoverageMap
  ) {
    let (low, high) = (max(from, Double(result.rect.minX)), min(to, Double(result.rect.maxX)))
    guard high > low else { return }
    for x in Int32(low.rounded(.down))..<Int32(high.rounded(.up)) {
      result[x, y] += height * (min(high, Double(x) + 1) - max(low, Double(x)))
    }
  }

  /// The mapped edges of an outline, curves as chords; nil if a point lies behind the viewer.
  private static func edges(_ outline: Outline, _ toDevice: Projective) -> [Edge]? {
    var result: [Edge] = []
    var (first, last) = (RasterPoint.zero, RasterPoint.zero)
    var next = 0
    var isInFront = true
    func mapped(_ p: RasterPoint) -> RasterPoint {
      let q = toDevice.apply(p.x, p.y)
      if q.w <= 1e-5 { isInFront = false }
      return RasterPoint(q.x / q.w, q.y / q.w)
    }
    func line(to end: RasterPoint) {
      let (a, b) = (mapped(last), mapped(end))
      last = end
      guard a.y != b.y else { return }
      result.append(Edge(x0: a.x, y0: a.y, x1: b.x, y1: b.y, winding: a.y < b.y ? 1 : -1))
    }
    func curve(_ point: (Double) -> RasterPoint) {
      for piece in 1...pieces { line(to: point(Double(piece) / Double(pieces))) }
    }
    for verb in outline.verbs {
      let p = Array(outline.points[next..<next + verb.pointCount])
      next += verb.pointCount
      switch verb {
      case .move:
        line(to: first)
        (first, last) = (p[0], p[0])
      case .line: line(to: p[0])
      case .quad:
        let start = last
        curve { t in start * ((1 - t) * (1 - t)) + p[0] * (2 * t * (1 - t)) + p[1] * (t * t) }
      case .cubic:
        let start = last
        curve { t in
          let s = 1 - t
          return start * (s * s * s) + p[0] * (3 * s * s * t) + p[1] * (3 * s * t * t) + p[2] * (t * t * t)
        }
      case .close: line(to: first)
      }
    }
    line(to: first)
    return isInFront ? result : nil
  }
}
