public import CoreGraphics
public import Foundation

/// An outline that can be filled and stroked in the current context: what the paths of the view modules share.
///
/// - Thread: One at a time.
open class ViewPath: NSObject, NSSecureCoding {
  package var outline = CGMutablePath()
  package var style = PathStyle()

  /// Creates an empty path.
  public override init() { super.init() }

  /// Reads elements and style from an archive.
  public required init?(coder: NSCoder) {
    super.init()
    restore(from: coder)
  }

  /// Creates a path with the elements of another.
  public convenience init(cgPath: CGPath) {
    self.init()
    plainPath = cgPath
  }

  /// Creates a closed rectangle.
  public convenience init(rect: CGRect) { self.init(cgPath: CGPath(rect: rect, transform: nil)) }

  /// Creates the ellipse that fills a rectangle.
  public convenience init(ovalIn rect: CGRect) { self.init(cgPath: CGPath(ellipseIn: rect, transform: nil)) }

  /// The elements, as Core Graphics has them; a copy.
  ///
  /// The classes of the view modules have it as `cgPath` themselves: a program's extension of one of them may then have a
  /// property of that name.
  package final var plainPath: CGPath {
    get { outline.copy() ?? outline }
    set { outline = newValue.mutableCopy() ?? CGMutablePath() }
  }

  // MARK: Building

  /// Begins a subpath.
  open func move(to point: CGPoint) { outline.move(to: point) }
  /// Closes the subpath.
  open func close() { outline.closeSubpath() }
  /// Removes all elements.
  open func removeAllPoints() { outline = CGMutablePath() }

  package func map(by transform: CGAffineTransform) {
    withUnsafePointer(to: transform) { outline = outline.mutableCopy(using: $0) ?? outline }
  }

  /// Takes the elements of a path, and the style of another one.
  package func take(_ path: CGPath, styleOf other: ViewPath) {
    outline = path.mutableCopy() ?? CGMutablePath()
    style = other.style
  }

  // MARK: Asking

  /// True if there are no elements.
  open var isEmpty: Bool { outline.isEmpty }
  /// The point from which the next element begins.
  open var currentPoint: CGPoint { outline.currentPoint }
  /// Returns true if a point lies inside.
  open func contains(_ point: CGPoint) -> Bool { outline.contains(point, using: style.rule) }

  /// The class, the address and the elements.
  open override var description: String {
    var parts = ["\(type(of: self)): \(PlainText.address(of: self))"]
    var elements: [String] = []
    outline.applyWithBlock { pointer in
      let element = pointer.pointee
      let points = element.elementPoints.map { " {\(PlainText.number($0.x)), \(PlainText.number($0.y))}" }
      elements.append("<" + Self.elementNames[Int(element.type.rawValue)] + points.joined() + ">")
    }
    if !elements.isEmpty { parts.append(elements.joined(separator: ",\n ")) }
    return "<" + parts.joined(separator: "; ") + ">"
  }

  private static let elementNames = ["MoveTo", "LineTo", "QuadCurveTo", "CurveTo", "Close"]

  // MARK: Style

  /// The width of strokes, in points.
  open var lineWidth: CGFloat {
    get { style.lineWidth }
    set { style.lineWidth = newValue }
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
  open func fill() { style.fill(outline) }
  /// Draws the outline with the current context's stroke colour.
  open func stroke() { style.stroke(outline) }
  /// Restricts the current context's drawing to the inside, too.
  open func addClip() { style.clip(to: outline) }

  // MARK: Archives

  /// True: paths can be archived securely.
  open class var supportsSecureCoding: Bool { true }
  /// Writes elements and style into a keyed archive.
  open func encode(with coder: NSCoder) { archive(into: coder) }
}
