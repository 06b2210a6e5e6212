public import CoreGraphics
public import Foundation
public import StrataViews

/// An outline that can be filled and stroked in the current context.
///
/// - Thread: One at a time.
open class NSBezierPath: ViewPath, NSCopying {
  private var reader = PathElementReader()

  /// The parts of a path.
  public enum ElementType: UInt, Sendable {
    /// The beginning of a subpath.
    case moveTo
    /// A line.
    case lineTo
    /// A curve with two control points.
    case cubicCurveTo
    /// The end of a closed subpath.
    case closePath
    /// A curve with one control point.
    case quadraticCurveTo

    /// A curve with two control points, by its former name.
    public static var curveTo: ElementType { .cubicCurveTo }
  }

  /// The shape of the ends of strokes.
  public enum LineCapStyle: UInt, Sendable {
    /// Cut at the end.
    case butt
    /// A half circle.
    case round
    /// Half a square.
    case square
  }

  /// The shape of the corners of strokes.
  public enum LineJoinStyle: UInt, Sendable {
    /// Sharp.
    case miter
    /// Round.
    case round
    /// Cut.
    case bevel
  }

  /// What lies inside a path.
  public enum WindingRule: UInt, Sendable {
    /// What the path runs around, opposite directions cancelling each other.
    case nonZero
    /// What is crossed an odd number of times.
    case evenOdd
  }

  /// Creates an empty path with the default style.
  public override init() {
    super.init()
    style = PathDefaults.style
  }

  /// Reads elements and style from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Creates a rectangle whose corners are quarters of an ellipse.
  public convenience init(roundedRect rect: NSRect, xRadius: CGFloat, yRadius: CGFloat) {
    self.init()
    appendRoundedRect(rect, xRadius: xRadius, yRadius: yRadius)
  }

  /// The elements, as Core Graphics has them; a copy.
  open var cgPath: CGPath {
    get { plainPath }
    set { plainPath = newValue }
  }

  // MARK: Building

  /// Adds a line; without a current point nothing happens.
  open func line(to point: NSPoint) { outline.addLine(to: point) }

  /// Adds a cubic curve.
  open func curve(to endPoint: NSPoint, controlPoint1: NSPoint, controlPoint2: NSPoint) {
    outline.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
  }

  /// Adds a quadratic curve.
  open func curve(to endPoint: NSPoint, controlPoint: NSPoint) {
    outline.addQuadCurve(to: endPoint, control: controlPoint)
  }

  private func absolute(_ point: NSPoint) -> NSPoint {
    NSPoint(x: currentPoint.x + point.x, y: currentPoint.y + point.y)
  }

  /// Begins a subpath at a distance from the current point.
  open func relativeMove(to point: NSPoint) { move(to: absolute(point)) }
  /// Adds a line to a distance from the current point.
  open func relativeLine(to point: NSPoint) { line(to: absolute(point)) }

  /// Adds a cubic curve whose points are distances from the current one.
  open func relativeCurve(to endPoint: NSPoint, controlPoint1: NSPoint, controlPoint2: NSPoint) {
    let points = [endPoint, controlPoint1, controlPoint2].map(absolute)
    curve(to: points[0], controlPoint1: points[1], controlPoint2: points[2])
  }

  /// Adds the elements of another path.
  open func append(_ path: NSBezierPath) { outline.addPath(path.outline) }
  /// Adds a closed rectangle.
  open func appendRect(_ rect: NSRect) { outline.addRect(rect) }
  /// Adds the ellipse that fills a rectangle.
  open func appendOval(in rect: NSRect) { outline.addEllipse(in: rect) }

  /// Adds a rectangle whose corners are quarters of an ellipse; radii go up to half the sides.
  open func appendRoundedRect(_ rect: NSRect, xRadius: CGFloat, yRadius: CGFloat) {
    let rect = rect.standardized
    outline.addRoundedRect(
      in: rect,
      cornerWidth: min(max(xRadius, 0), rect.width / 2),
      cornerHeight: min(max(yRadius, 0), rect.height / 2)
    )
  }

  /// Adds lines through points; the first one begins a subpath if there is no current point.
  open func appendPoints(_ points: UnsafeMutablePointer<NSPoint>, count: Int) {
    for point in UnsafeBufferPointer(start: points, count: max(count, 0)) {
      if isEmpty { move(to: point) } else { line(to: point) }
    }
  }

  /// Adds an arc of a circle, after a line to its start; angles are in degrees from the x axis to the y axis.
  ///
  /// Clockwise is the direction as it is seen with y pointing up.
  open func appendArc(
    withCenter center: NSPoint,
    radius: CGFloat,
    startAngle: CGFloat,
    endAngle: CGFloat,
    clockwise: Bool = false
  ) {
    outline.addArc(
      center: center,
      radius: radius,
      startAngle: startAngle * .pi / 180,
      endAngle: endAngle * .pi / 180,
      clockwise: clockwise
    )
  }

  /// Adds an arc of a circle that touches the lines from the current point to `point1` and from there to `point2`.
  open func appendArc(from point1: NSPoint, to point2: NSPoint, radius: CGFloat) {
    outline.addArc(tangent1End: point1, tangent2End: point2, radius: radius)
  }

  /// Maps all points.
  open func transform(using transform: AffineTransform) {
    let map = CGAffineTransform(
      a: transform.m11,
      b: transform.m12,
      c: transform.m21,
      d: transform.m22,
      tx: transform.tX,
      ty: transform.tY
    )
    self.map(by: map)
  }

  /// The path drawn from its end to its beginning, subpath by subpath.
  open var reversed: NSBezierPath {
    let copy = NSBezierPath()
    copy.take(PathReversal(of: outline).path, styleOf: self)
    return copy
  }

  /// The path with lines in place of its curves, as near to them as ``NSBezierPath/flatness`` says.
  open var flattened: NSBezierPath {
    let copy = NSBezierPath()
    copy.take(outline.flattened(threshold: flatness), styleOf: self)
    return copy
  }

  // MARK: Asking

  /// The smallest rectangle that holds the path.
  open var bounds: NSRect { outline.isEmpty ? .zero : outline.boundingBoxOfPath }
  /// The smallest rectangle that holds the path and its control points.
  open var controlPointBounds: NSRect { outline.isEmpty ? .zero : outline.boundingBox }

  /// The number of elements.
  open var elementCount: Int { outline.elementCount }

  /// Returns the type of an element, and stores its points; control points come first.
  ///
  /// - Complexity: O(1) for one that follows the last one that was asked for.
  open func element(at index: Int, associatedPoints points: UnsafeMutablePointer<NSPoint>? = nil)
    -> ElementType
  {
    switch reader.read(index, of: outline, points) {
    case .moveToPoint: .moveTo
    case .addLineToPoint: .lineTo
    case .addQuadCurveToPoint: .quadraticCurveTo
    case .addCurveToPoint: .cubicCurveTo
    case .closeSubpath: .closePath
    }
  }

  // MARK: Style

  /// The shape of the ends of strokes.
  open var lineCapStyle: LineCapStyle {
    get { LineCapStyle(style.cap) }
    set { style.cap = newValue.cap }
  }

  /// The shape of the corners of strokes.
  open var lineJoinStyle: LineJoinStyle {
    get { LineJoinStyle(style.join) }
    set { style.join = newValue.join }
  }

  /// What lies inside.
  open var windingRule: WindingRule {
    get { WindingRule(style.rule) }
    set { style.rule = newValue.fillRule }
  }

  // MARK: Defaults

  /// The width of strokes of new paths, in points; 1.
  open class var defaultLineWidth: CGFloat {
    get { PathDefaults.style.lineWidth }
    set { PathDefaults.style.lineWidth = newValue }
  }

  /// How many widths the tip of a corner of a new path may be away before it is cut; 10.
  open class var defaultMiterLimit: CGFloat {
    get { PathDefaults.style.miterLimit }
    set { PathDefaults.style.miterLimit = newValue }
  }

  /// The accuracy of curves of new paths, in pixels; 0.6.
  open class var defaultFlatness: CGFloat {
    get { PathDefaults.style.flatness }
    set { PathDefaults.style.flatness = newValue }
  }

  /// What lies inside of new paths.
  open class var defaultWindingRule: WindingRule {
    get { WindingRule(PathDefaults.style.rule) }
    set { PathDefaults.style.rule = newValue.fillRule }
  }

  /// The shape of the ends of strokes of new paths.
  open class var defaultLineCapStyle: LineCapStyle {
    get { LineCapStyle(PathDefaults.style.cap) }
    set { PathDefaults.style.cap = newValue.cap }
  }

  /// The shape of the corners of strokes of new paths.
  open class var defaultLineJoinStyle: LineJoinStyle {
    get { LineJoinStyle(PathDefaults.style.join) }
    set { PathDefaults.style.join = newValue.join }
  }

  // MARK: Drawing

  /// Restricts the current context's drawing to the inside, in place of the restrictions so far.
  open func setClip() {
    ContextStack.current?.context.resetClip()
    addClip()
  }

  /// Fills a rectangle.
  open class func fill(_ rect: NSRect) { NSBezierPath(rect: rect).fill() }
  /// Draws the outline of a rectangle, in the default style.
  open class func stroke(_ rect: NSRect) { NSBezierPath(rect: rect).stroke() }
  /// Restricts drawing to a rectangle, too.
  open class func clip(_ rect: NSRect) { NSBezierPath(rect: rect).addClip() }

  /// Draws a line, in the default style.
  open class func strokeLine(from point1: NSPoint, to point2: NSPoint) {
    let path = NSBezierPath()
    path.move(to: point1)
    path.line(to: point2)
    path.stroke()
  }

  /// Returns a path with the same elements and style.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSBezierPath()
    copy.take(outline, styleOf: self)
    return copy
  }
}
