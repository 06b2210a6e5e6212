public import Foundation
import Logging
import StrataBase
import StrataRaster

// Points are mapped to base space when they are added, so that later changes of the transform do not move them.

extension CGContext {
  /// Removes all elements of the current path.
  public func beginPath() { currentPath.removeAll(keepingCapacity: true) }

  /// Begins a subpath at a point.
  public func move(to point: CGPoint) { currentPath.begin(at: point.applying(ctm)) }

  /// Adds a line from the current point; has no effect in an empty path.
  public func addLine(to point: CGPoint) { currentPath.addLine(to: point.applying(ctm)) }

  /// Adds a subpath of lines through all points.
  public func addLines(between points: [CGPoint]) { currentPath.addLines(points, ctm) }

  /// Adds a quadratic Bézier curve from the current point.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    currentPath.addQuad(control.applying(ctm), end.applying(ctm))
  }

  /// Adds a cubic Bézier curve from the current point.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    currentPath.addCubic(control1.applying(ctm), control2.applying(ctm), end.applying(ctm))
  }

  /// Closes the current subpath with a line to its first point.
  public func closePath() { currentPath.closeSubpath() }

  /// Adds a closed rectangle.
  public func addRect(_ rect: CGRect) { currentPath.addRect(rect, ctm) }

  /// Adds closed rectangles.
  public func addRects(_ rects: [CGRect]) { rects.forEach(addRect) }

  /// Adds the ellipse inscribed in a rectangle.
  public func addEllipse(in rect: CGRect) { currentPath.addEllipse(in: rect, ctm) }

  /// Adds an arc of a circle, with a line from the current point to its start.
  ///
  /// Angles are in radians from the x axis towards the y axis. `clockwise` is the direction as seen with y up.
  public func addArc(
    center: CGPoint,
    radius: CGFloat,
    startAngle: CGFloat,
    endAngle: CGFloat,
    clockwise: Bool
  ) {
    let sweep = arcSweep(from: startAngle, to: endAngle, clockwise: clockwise)
    currentPath.addArc(center, radius, from: startAngle, sweep: sweep, ctm)
  }

  /// Adds an arc tangent to the lines from the current point to `tangent1End` and from there to `tangent2End`.
  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
    currentPath.addArc(tangent1End, tangent2End, radius, ctm)
  }

  /// Adds all elements of a path.
  public func addPath(_ path: CGPath) { currentPath.append(path.outline.applying(ctm)) }

  /// The current path in user space; nil if it is empty.
  public var path: CGPath? { currentPath.isEmpty ? nil : CGPath(outline: userPath) }

  /// True if the current path has no elements.
  public var isPathEmpty: Bool { currentPath.isEmpty }

  /// The end of the current path in user space; zero if it is empty.
  public var currentPointOfPath: CGPoint {
    currentPath.lastPoint.map { $0.applying(ctm.inverted()) } ?? .zero
  }

  /// The bounding box of the current path's points and control points, in user space; null if it is empty.
  public var boundingBoxOfPath: CGRect { userPath.controlBox }

  /// Returns whether drawing the current path in a mode would paint a point of user space.
  public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
    let path = userPath
    let filled: Bool
    switch mode {
    case .fill, .fillStroke: filled = path.contains(point.raster, rule: .nonZero)
    case .eoFill, .eoFillStroke: filled = path.contains(point.raster, rule: .evenOdd)
    case .stroke: filled = false
    }
    guard !filled, mode != .fill, mode != .eoFill else { return filled }
    return strokeArea(ofUserOutline: path)?.contains(point.raster, rule: .nonZero) ?? false
  }

  /// Replaces the current path by the outline of its stroke, to be filled by the winding rule.
  public func replacePathWithStrokedPath() {
    currentPath = strokeArea(ofUserOutline: userPath)?.applying(ctm) ?? Outline()
  }

  // MARK: Clipping

  /// Restricts drawing to the inside of the current path, and empties the path.
  public func clip(using rule: CGPathFillRule = .winding) {
    if hasPathOfNumbers(orElse: "a path with a NaN coordinate does not clip; the clip stays as it was") {
      restrict(to: currentPath.applying(toPixels), rule.raster)
    }
    beginPath()
  }

  /// Returns whether no coordinate of the current path is a NaN; otherwise logs a warning.
  func hasPathOfNumbers(orElse warning: String) -> Bool {
    if currentPath.points.allSatisfy({ $0 == $0 }) { return true }
    Logger(label: "strata.context").warning("\(warning)")
    return false
  }

  /// Restricts drawing to the inside of an outline in pixels.
  func restrict(to outline: Outline, _ rule: FillRule) {
    guard canvas == nil else {
      state.clip.narrow(to: outline.tightBox)
      state.vectorClip = VectorClip(.outline(outline, rule), inside: state.vectorClip)
      return
    }
    state.clip.intersect(outline, rule, antialias: state.antialiases, scratch: rasterScratch)
  }

  /// Restricts drawing to a rectangle, and empties the current path.
  public func clip(to rect: CGRect) { clip(to: [rect]) }

  /// Restricts drawing to the union of rectangles, and empties the current path.
  public func clip(to rects: [CGRect]) {
    beginPath()
    addRects(rects)
    clip()
  }

  /// Removes all clips of the current state; saved states keep theirs.
  public func resetClip() {
    state.vectorClip = nil
    state.clip = canvas.map { ContextClip(box: $0.box) } ?? ContextClip(surfaces.last?.bounds ?? .empty)
  }

  /// The bounding box of the clip in user space; null if the clip is empty.
  public var boundingBoxOfClipPath: CGRect {
    guard !state.clip.isEmpty, state.ctm.determinant != 0 else { return .null }
    return state.clip.box.applying(userToPixels.inverted())
  }
}
