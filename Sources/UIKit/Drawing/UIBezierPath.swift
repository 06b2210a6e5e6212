public import CoreGraphics
public import Foundation
import StrataRaster
import StrataViews

/// An outline that can be filled and stroked in the current context.
///
/// - Thread: One at a time.
open class UIBezierPath: NSObject, NSCopying {
  private var outline: CGMutablePath
  private var style = PathStyle()

  /// Creates an empty path.
  public override init() {
    outline = CGMutablePath()
    super.init()
  }

  /// Creates a path with the elements of another.
  public init(cgPath: CGPath) {
    outline = cgPath.mutableCopy() ?? CGMutablePath()
    super.init()
  }

  /// Creates a closed rectangle.
  public convenience init(rect: CGRect) { self.init(cgPath: CGPath(rect: rect, transform: nil)) }

  /// Creates the ellipse that fills a rectangle.
  public convenience init(ovalIn rect: CGRect) { self.init(cgPath: CGPath(ellipseIn: rect, transform: nil)) }

  /// Creates a rectangle with rounded corners, whose curvature is continuous.
  ///
  /// A radius of half the shorter side or more gives half circles.
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    self.init(roundedRect: rect, byRoundingCorners: .allCorners, cornerRadius: cornerRadius)
  }

  /// Creates a rectangle with some rounded corners; the width of `cornerRadii` is the radius.
  public convenience init(
    roundedRect rect: CGRect,
    byRoundingCorners corners: UIRectCorner,
    cornerRadii: CGSize
  ) {
    self.init(roundedRect: rect, byRoundingCorners: corners, cornerRadius: cornerRadii.width)
  }

  private convenience init(
    roundedRect rect: CGRect,
    byRoundingCorners corners: UIRectCorner,
    cornerRadius: CGFloat
  ) {
    let rect = rect.standardized
    let shortest = min(rect.width, rect.height) / 2
    // Continuous corners need room; without it they become circles.
    let isRoomy = cornerRadius * CGFloat(RoundedRect.continuousExtent) <= shortest
    let shape = RoundedRect(
      minX: Double(rect.minX),
      minY: Double(rect.minY),
      width: Double(rect.width),
      height: Double(rect.height),
      radius: Double(min(max(cornerRadius.isFinite ? cornerRadius : 0, 0), shortest)),
      corners: corners.rawValue & 15,
      curve: isRoomy ? .continuous : .circular
    )
    self.init(cgPath: CGPath(outline: .roundedRect(shape)))
  }

  /// Creates an arc of a circle; angles are in radians from the x axis, growing downwards.
  public convenience init(
    arcCenter center: CGPoint,
    radius: CGFloat,
    startAngle: CGFloat,
    endAngle: CGFloat,
    clockwise: Bool
  ) {
    self.init()
    addArc(
      withCenter: center,
      radius: radius,
      startAngle: startAngle,
      endAngle: endAngle,
      clockwise: clockwise
    )
  }

  /// The elements, as Core Graphics has them; a copy.
  open var cgPath: CGPath {
    get { outline.copy() ?? outline }
    set { outline = newValue.mutableCopy() ?? CGMutablePath() }
  }

  // MARK: Building

  /// Begins a subpath.
  open func move(to point: CGPoint) { outline.move(to: point) }

  /// Adds a line; without a current point nothing happens.
  open func addLine(to point: CGPoint) { outline.addLine(to: point) }

  /// Adds a cubic curve.
  open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    outline.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
  }

  /// Adds a quadratic curve.
  open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
    outline.addQuadCurve(to: endPoint, control: controlPoint)
  }

  /// Adds an arc of a circle, after a line to its start; clockwise is the direction of growing angles.
  open func addArc(
    withCenter center: CGPoint,
    radius: CGFloat,
    startAngle: CGFloat,
    endAngle: CGFloat,
    clockwise: Bool
  ) {
    // Core Graphics names the directions as they are seen with y pointing up.
    outline.addArc(
      center: center,
      radius: radius,
      startAngle: startAngle,
      endAngle: endAngle,
      clockwise: !clockwise
    )
  }

  /// Closes the subpath.
  open func close() { outline.closeSubpath() }

  /// Removes all elements.
  open func removeAllPoints() { outline = CGMutablePath() }

  /// Adds the elements of another path.
  open func append(_ bezierPath: UIBezierPath) { outline.addPath(bezierPath.outline) }

  /// Maps all points.
  open func apply(_ transform: CGAffineTransform) {
    withUnsafePointer(to: transform) { outline = outline.mutableCopy(using: $0) ?? outline }
  }

  /// Returns the path drawn from its end to its beginning, subpath by subpath.
  open func reversing() -> UIBezierPath {
    let copy = UIBezierPath(cgPath: PathReversal(of: outline).path)
    copy.style = style
    return copy
  }

  // MARK: Asking

  /// True if there are no elements.
  open var isEmpty: Bool { outline.isEmpty }
  /// The smallest rectangle that holds the path.
  open var bounds: CGRect { outline.boundingBoxOfPath }
  /// The point from which the next element begins.
  open var currentPoint: CGPoint { outline.currentPoint }

  /// Returns true if a point lies inside.
  open func contains(_ point: CGPoint) -> Bool { outline.contains(point, using: style.rule) }

  // MARK: Style

  /// The width of strokes, in points.
  open var lineWidth: CGFloat {
    get { style.lineWidth }
    set { style.lineWidth = newValue }
  }

  /// The shape of the ends of strokes.
  open var lineCapStyle: CGLineCap {
    get { style.cap }
    set { style.cap = newValue }
  }

  /// The shape of the corners of strokes.
  open var lineJoinStyle: CGLineJoin {
    get { style.join }
    set { style.join = newValue }
  }

  /// How many widths the tip of a corner may be away before it is cut.
  open var miterLimit: CGFloat {
    get { style.miterLimit }
    set { style.miterLimit = newValue }
  }

  /// The accuracy of curves, in pixels; smaller is finer.
  open var flatness: CGFloat {
    get { style.flatness }
    set { style.flatness = newValue }
  }

  /// Decides what is inside by counting crossings, and not by direction.
  open var usesEvenOddFillRule: Bool {
    get { style.rule == .evenOdd }
    set { style.rule = newValue ? .evenOdd : .winding }
  }

  /// Sets the lengths of dashes and gaps, in points.
  open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
    style.setDash(pattern, count: count, phase: phase)
  }

  /// Reads the lengths of dashes and gaps, in points.
  open func getLineDash(
    _ pattern: UnsafeMutablePointer<CGFloat>?,
    count: UnsafeMutablePointer<Int>?,
    phase: UnsafeMutablePointer<CGFloat>?
  ) {
    style.getDash(pattern, count: count, phase: phase)
  }

  // MARK: Drawing

  /// Fills the inside with the current context's fill colour.
  open func fill() { fill(with: .normal, alpha: 1) }

  /// Draws the outline with the current context's stroke colour.
  open func stroke() { stroke(with: .normal, alpha: 1) }

  /// Fills the inside, blended in a mode and with an opacity.
  open func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
    style.fill(outline, mode: blendMode, alpha: alpha)
  }

  /// Draws the outline, blended in a mode and with an opacity.
  open func stroke(with blendMode: CGBlendMode, alpha: CGFloat) {
    style.stroke(outline, mode: blendMode, alpha: alpha)
  }

  /// Restricts the current context's drawing to the inside.
  open func addClip() { style.clip(to: outline) }

  /// Returns a path with the same elements and style.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = UIBezierPath(cgPath: outline)
    copy.style = style
    return copy
  }
}
