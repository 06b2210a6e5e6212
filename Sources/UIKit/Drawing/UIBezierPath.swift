public import CoreGraphics
public import Foundation
import StrataRaster
public import StrataViews

/// An outline that can be filled and stroked in the current context.
///
/// - Thread: One at a time.
open class UIBezierPath: ViewPath, NSCopying {
  /// The elements, as Core Graphics has them; a copy.
  open var cgPath: CGPath {
    get { plainPath }
    set { plainPath = newValue }
  }

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

  // MARK: Building

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

  /// Adds the elements of another path.
  open func append(_ bezierPath: UIBezierPath) { outline.addPath(bezierPath.outline) }

  /// Maps all points.
  open func apply(_ transform: CGAffineTransform) {
    map(by: transform)
  }

  /// Returns the path drawn from its end to its beginning, subpath by subpath.
  open func reversing() -> UIBezierPath {
    let copy = UIBezierPath()
    copy.take(PathReversal(of: outline).path, styleOf: self)
    return copy
  }

  // MARK: Asking

  /// The smallest rectangle that holds the path.
  open var bounds: CGRect { outline.boundingBoxOfPath }

  // MARK: Style

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

  /// Decides what is inside by counting crossings, and not by direction.
  open var usesEvenOddFillRule: Bool {
    get { style.rule == .evenOdd }
    set { style.rule = newValue ? .evenOdd : .winding }
  }

  // MARK: Drawing

  /// Fills the inside, blended in a mode and with an opacity.
  open func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
    style.fill(outline, mode: blendMode, alpha: alpha)
  }

  /// Draws the outline, blended in a mode and with an opacity.
  open func stroke(with blendMode: CGBlendMode, alpha: CGFloat) {
    style.stroke(outline, mode: blendMode, alpha: alpha)
  }

  /// Returns a path with the same elements and style.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = UIBezierPath()
    copy.take(outline, styleOf: self)
    return copy
  }
}
