public import CoreGraphics
public import Foundation
import StrataRaster
import StrataViews

/// An outline that can be filled and stroked in the current context.
///
/// - Thread: One at a time.
open class UIBezierPath: NSObject, NSCopying {
  private var outline: CGMutablePath
  private var dash: (pattern: [CGFloat], phase: CGFloat) = ([], 0)

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
    copy.takeStyle(of: self)
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
  open func contains(_ point: CGPoint) -> Bool { outline.contains(point, using: fillRule) }

  // MARK: Style

  /// The width of strokes, in points.
  open var lineWidth: CGFloat = 1
  /// The shape of the ends of strokes.
  open var lineCapStyle = CGLineCap.butt
  /// The shape of the corners of strokes.
  open var lineJoinStyle = CGLineJoin.miter
  /// How many widths the tip of a corner may be away before it is cut.
  open var miterLimit: CGFloat = 10
  /// The accuracy of curves, in pixels; smaller is finer.
  open var flatness: CGFloat = 0.6
  /// Decides what is inside by counting crossings, and not by direction.
  open var usesEvenOddFillRule = false

  private var fillRule: CGPathFillRule { usesEvenOddFillRule ? .evenOdd : .winding }

  /// Sets the lengths of dashes and gaps, in points.
  open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
    dash = (pattern.map { Array(UnsafeBufferPointer(start: $0, count: max(count, 0))) } ?? [], phase)
  }

  /// Reads the lengths of dashes and gaps, in points.
  open func getLineDash(
    _ pattern: UnsafeMutablePointer<CGFloat>?,
    count: UnsafeMutablePointer<Int>?,
    phase: UnsafeMutablePointer<CGFloat>?
  ) {
    for (index, length) in dash.pattern.enumerated() { pattern?[index] = length }
    count?.pointee = dash.pattern.count
    phase?.pointee = dash.phase
  }

  private func takeStyle(of other: UIBezierPath) {
    (lineWidth, lineCapStyle, lineJoinStyle) = (other.lineWidth, other.lineCapStyle, other.lineJoinStyle)
    (miterLimit, flatness, usesEvenOddFillRule) = (
      other.miterLimit, other.flatness, other.usesEvenOddFillRule
    )
    dash = other.dash
  }

  // MARK: Drawing

  /// Fills the inside with the current context's fill colour.
  open func fill() { fill(with: .normal, alpha: 1) }

  /// Draws the outline with the current context's stroke colour.
  open func stroke() { stroke(with: .normal, alpha: 1) }

  /// Fills the inside, blended in a mode and with an opacity.
  open func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
    draw(blendMode, alpha) { context in
      context.addPath(outline)
      context.fillPath(using: fillRule)
    }
  }

  /// Draws the outline, blended in a mode and with an opacity.
  open func stroke(with blendMode: CGBlendMode, alpha: CGFloat) {
    draw(blendMode, alpha) { context in
      context.setLineWidth(lineWidth)
      context.setLineCap(lineCapStyle)
      context.setLineJoin(lineJoinStyle)
      context.setMiterLimit(miterLimit)
      context.setFlatness(flatness)
      context.setLineDash(phase: dash.phase, lengths: dash.pattern)
      context.addPath(outline)
      context.strokePath()
    }
  }

  private func draw(_ mode: CGBlendMode, _ alpha: CGFloat, _ body: (CGContext) -> Void) {
    guard let context = ContextStack.current?.context else { return }
    context.saveGState()
    // The plain calls leave the context's own mode and opacity alone.
    if mode != .normal { context.setBlendMode(mode) }
    if alpha != 1 { context.setAlpha(alpha) }
    context.beginPath()
    body(context)
    context.restoreGState()
  }

  /// Restricts the current context's drawing to the inside.
  open func addClip() {
    guard let context = ContextStack.current?.context, !outline.isEmpty else { return }
    context.beginPath()
    context.addPath(outline)
    context.clip(using: fillRule)
  }

  /// Returns a path with the same elements and style.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = UIBezierPath(cgPath: outline)
    copy.takeStyle(of: self)
    return copy
  }
}
