public import Foundation
import StrataBase
package import StrataRaster

extension CGPath {
  /// Returns whether a point, mapped by `transform`, is inside the path; open subpaths count as closed.
  public func contains(
    _ point: CGPoint,
    using rule: CGPathFillRule = .winding,
    transform: CGAffineTransform = .identity
  ) -> Bool {
    outline.contains(point.applying(transform).raster, rule: rule.raster)
  }

  /// Returns the transformed path cut into dashes.
  ///
  /// `lengths` alternate between dashes and gaps, and begin at the distance `phase` into the pattern. A subpath that
  /// would have more than 100,000 dashes stays whole.
  public func copy(
    dashingWithPhase phase: CGFloat,
    lengths: [CGFloat],
    transform: CGAffineTransform = .identity
  ) -> CGPath {
    CGPath(
      outline: outline.applying(transform).dashed(lengths: lengths.map(Double.init), phase: Double(phase))
    )
  }

  /// Returns the outline of the stroke of the transformed path, to be filled by the winding rule.
  ///
  /// Lines stand for its curves, at most 0.05 away from them. For small strokes that is less: at most 1/4096 of the
  /// larger side of the stroke's box and 1/20 of the width.
  public func copy(
    strokingWithWidth lineWidth: CGFloat,
    lineCap: CGLineCap,
    lineJoin: CGLineJoin,
    miterLimit: CGFloat,
    transform: CGAffineTransform = .identity
  ) -> CGPath {
    let style = StrokeStyle(
      width: Double(lineWidth),
      cap: lineCap.raster,
      join: lineJoin.raster,
      miterLimit: Double(miterLimit)
    )
    let mapped = outline.applying(transform)
    let tolerance = min(mapped.chordDistance(reaching: style.width), style.width / 20)
    return CGPath(outline: mapped.stroked(style, tolerance: tolerance))
  }

  /// Creates the transformed path cut into dashes; nil without a path, or if `lengths` is nil and `count` is not 0.
  ///
  /// The lengths alternate between dashes and gaps, and begin at the distance `phase` into the pattern.
  public convenience init?(
    __byDashing path: CGPath?,
    transform: UnsafePointer<CGAffineTransform>?,
    phase: CGFloat,
    lengths: UnsafePointer<CGFloat>?,
    count: Int
  ) {
    guard let path, lengths != nil || count == 0 else { return nil }
    let lengths = Array(UnsafeBufferPointer(start: lengths, count: max(count, 0)))
    let dashed = path.copy(
      dashingWithPhase: phase,
      lengths: lengths,
      transform: transform?.pointee ?? .identity
    )
    self.init(outline: dashed.outline)
  }

  /// Creates the outline of the stroke of the transformed path, to be filled by the winding rule; nil without a path.
  public convenience init?(
    __byStroking path: CGPath?,
    transform: UnsafePointer<CGAffineTransform>?,
    lineWidth: CGFloat,
    lineCap: CGLineCap,
    lineJoin: CGLineJoin,
    miterLimit: CGFloat
  ) {
    guard let path else { return nil }
    let stroked = path.copy(
      strokingWithWidth: lineWidth,
      lineCap: lineCap,
      lineJoin: lineJoin,
      miterLimit: miterLimit,
      transform: transform?.pointee ?? .identity
    )
    self.init(outline: stroked.outline)
  }

  /// Returns whether the path is one rectangle with sides along the axes, and stores it in `rect`.
  public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
    guard let box = outline.axisAlignedRect else { return false }
    rect?.pointee = box
    return true
  }

  /// Returns the path with lines in place of its curves, at most `threshold` away from them.
  ///
  /// 0 or less means 0.05, or 1/4096 of the larger side of the path's box if that is less.
  public func flattened(threshold: CGFloat) -> CGPath {
    let tolerance = threshold > 0 ? Double(threshold) : outline.chordDistance(reaching: 0)
    return CGPath(outline: outline.flattened(tolerance: tolerance))
  }
}

extension CGLineCap {
  package var raster: LineCap {
    switch self {
    case .butt: .butt
    case .round: .round
    case .square: .square
    }
  }
}

extension CGLineJoin {
  package var raster: LineJoin {
    switch self {
    case .miter: .miter
    case .round: .round
    case .bevel: .bevel
    }
  }
}

extension CGPathFillRule {
  package var raster: FillRule {
    switch self {
    case .winding: .nonZero
    case .evenOdd: .evenOdd
    }
  }
}

extension Outline {
  /// The outline as a rectangle; nil unless it is a single one with sides along the axes.
  package var axisAlignedRect: CGRect? {
    guard verbs.count >= 4, verbs[0] == .move, verbs.last == .close || verbs.count == 5 else { return nil }
    let lines = verbs.dropFirst().prefix { $0 == .line }.count
    // Three lines and a close, or four lines of which the last one ends at the start.
    let hasEnd = lines == 4 && points.first == points.last
    guard lines == 3 || hasEnd, verbs.count - 1 - lines == (verbs.last == .close ? 1 : 0) else { return nil }
    if lines == 3, verbs.last != .close { return nil }
    let (a, b, c, d) = (points[0], points[1], points[2], points[3])
    let runsAlongX = a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x
    let runsAlongY = a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y
    guard runsAlongX || runsAlongY else { return nil }
    let (low, high) = (pointwiseMin(a, c), pointwiseMax(a, c))
    return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// The largest distance of lines from the curves that they stand for, if a program does not state one.
  ///
  /// A program may enlarge a path of small units afterwards, so that a fraction of its size counts, which is grown by
  /// `reach`.
  fileprivate func chordDistance(reaching reach: Double) -> Double {
    let box = controlBox
    let distance = (Double(max(box.width, box.height)) + reach) / 4096
    return distance > 0 ? min(distance, 0.05) : 0.05
  }

  /// Returns the outline with lines in place of its curves.
  ///
  /// Chords are within `tolerance` of their curves (``Flattening``).
  package func flattened(tolerance: Double) -> Outline {
    var result = Outline()
    forEachSubpath { segments, isClosed in
      guard let first = segments.first else { return }
      result.move(to: first.start)
      for segment in segments where !segment.isClosing {
        let steps = max(Flattening.steps(segment, tolerance: tolerance).rounded(.up), 1)
        let count = steps.isFinite ? Int(min(steps, 10000)) : 1
        for step in 1..<max(count, 1) { result.line(to: segment.point(at: Double(step) / Double(count))) }
        result.line(to: segment.end)
      }
      if isClosed { result.close() }
    }
    return result
  }
}
