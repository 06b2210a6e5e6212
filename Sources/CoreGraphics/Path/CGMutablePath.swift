public import Foundation
package import StrataRaster

/// A path that elements can be added to; each point is mapped by the given transform first.
///
/// Before the first subpath begins, lines and curves are ignored, because there is no current point.
///
/// - Thread: One at a time.
public final class CGMutablePath: CGPath, @unchecked Sendable {  // Owned by one thread at a time.
  /// Creates an empty path.
  public init() {
    super.init(outline: Outline())
  }

  /// Creates a path with an outline's elements.
  package override init(outline: Outline) {
    super.init(outline: outline)
  }

  /// Returns an immutable path with the elements of now.
  public override func copy() -> CGPath? { CGPath(outline: outline) }

  /// Begins a subpath at a point.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    outline.begin(at: point.applying(transform))
  }

  /// Adds a line from the current point; has no effect in an empty path.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    outline.addLine(to: point.applying(transform))
  }

  /// Adds a subpath of lines through all points.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    outline.addLines(points, transform)
  }

  /// Adds a quadratic Bézier curve from the current point.
  public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
    outline.addQuad(control.applying(transform), end.applying(transform))
  }

  /// Adds a cubic Bézier curve from the current point.
  public func addCurve(
    to end: CGPoint,
    control1: CGPoint,
    control2: CGPoint,
    transform: CGAffineTransform = .identity
  ) {
    outline.addCubic(control1.applying(transform), control2.applying(transform), end.applying(transform))
  }

  /// Closes the current subpath with a line to its first point.
  public func closeSubpath() {
    outline.closeSubpath()
  }

  /// Adds a closed rectangle.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    outline.addRect(rect, transform)
  }

  /// Adds closed rectangles.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { outline.addRect(rect, transform) }
  }

  /// Adds the ellipse inscribed in a rectangle, as four cubic curves.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    outline.addEllipse(in: rect, transform)
  }

  /// Adds a closed rectangle with elliptic corners; their sizes are clamped to half its sides.
  public func addRoundedRect(
    in rect: CGRect,
    cornerWidth: CGFloat,
    cornerHeight: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    outline.addRoundedRect(rect, cornerWidth, cornerHeight, transform)
  }

  /// Adds all elements of a path.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    outline.append(path.outline.applying(transform))
  }

  /// Adds an arc of a circle, with a line from the current point to its start.
  ///
  /// Angles are in radians from the x axis towards the y axis. `clockwise` is the direction as seen with y up.
  public func addArc(
    center: CGPoint,
    radius: CGFloat,
    startAngle: CGFloat,
    endAngle: CGFloat,
    clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    let delta = arcSweep(from: startAngle, to: endAngle, clockwise: clockwise)
    outline.addArc(center, radius, from: startAngle, sweep: delta, transform)
  }

  /// Adds an arc of a circle from `startAngle` to `startAngle + delta`, in radians, with a line from the current
  /// point to its start.
  public func addRelativeArc(
    center: CGPoint,
    radius: CGFloat,
    startAngle: CGFloat,
    delta: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    outline.addArc(center, radius, from: startAngle, sweep: delta, transform)
  }

  /// Adds an arc tangent to the lines from the current point to `tangent1End` and from there to `tangent2End`.
  ///
  /// A line leads from the current point to the start of the arc. Without a usable angle, adds a line to `tangent1End`.
  public func addArc(
    tangent1End: CGPoint,
    tangent2End: CGPoint,
    radius: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    outline.addArc(tangent1End, tangent2End, radius, transform)
  }
}
