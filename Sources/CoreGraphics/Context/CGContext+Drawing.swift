public import Foundation
import StrataBase
package import StrataRaster

extension CGContext {
  /// Fills the current path, and empties it; open subpaths count as closed.
  public func fillPath(using rule: CGPathFillRule = .winding) {
    drawPath(using: rule == .winding ? .fill : .eoFill)
  }

  /// Strokes the current path, and empties it.
  public func strokePath() { drawPath(using: .stroke) }

  /// Fills or strokes the current path, or both, and empties it.
  public func drawPath(using mode: CGPathDrawingMode) {
    defer { beginPath() }
    guard !currentPath.isEmpty, hasPathOfNumbers(orElse: "a path with a NaN coordinate is not drawn") else {
      return
    }
    switch mode {
    case .fill, .fillStroke: draw(.outline(currentPath.applying(toPixels), .nonZero), in: state.fillColor)
    case .eoFill, .eoFillStroke: draw(.outline(currentPath.applying(toPixels), .evenOdd), in: state.fillColor)
    case .stroke: break
    }
    if mode != .fill, mode != .eoFill { stroke(userOutline: userPath) }
  }

  /// Fills a rectangle, and empties the current path.
  public func fill(_ rect: CGRect) {
    beginPath()
    addRect(rect)
    fillPath()
  }

  /// Fills rectangles, and empties the current path.
  public func fill(_ rects: [CGRect]) {
    beginPath()
    addRects(rects)
    fillPath()
  }

  /// Fills the ellipse inscribed in a rectangle, and empties the current path.
  public func fillEllipse(in rect: CGRect) {
    beginPath()
    addEllipse(in: rect)
    fillPath()
  }

  /// Strokes a rectangle, and empties the current path.
  public func stroke(_ rect: CGRect) {
    beginPath()
    addRect(rect)
    strokePath()
  }

  /// Strokes a rectangle with a given line width, and empties the current path.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    let own = state.lineWidth
    state.lineWidth = width
    stroke(rect)
    state.lineWidth = own
  }

  /// Strokes the ellipse inscribed in a rectangle, and empties the current path.
  public func strokeEllipse(in rect: CGRect) {
    beginPath()
    addEllipse(in: rect)
    strokePath()
  }

  /// Strokes separate lines, each between two consecutive points, and empties the current path.
  public func strokeLineSegments(between points: [CGPoint]) {
    beginPath()
    for index in stride(from: 0, to: points.count - 1, by: 2) {
      move(to: points[index])
      addLine(to: points[index + 1])
    }
    strokePath()
  }

  /// Makes a rectangle transparent, or black in a bitmap without alpha; ignores shadow, alpha and blend mode.
  ///
  /// Has no effect in a PDF.
  public func clear(_ rect: CGRect) {
    var outline = Outline()
    outline.addRect(rect, userToPixels)
    clear(outline)
  }

  /// Restricts drawing to the pixels that a rectangle of user space touches, and clears them.
  ///
  /// The edges lie between pixels: what is drawn next has in all of these pixels the values that it has without the clip.
  package func beginAnew(in rect: CGRect) {
    let pixels = PixelRect(touching: rect.applying(userToPixels))
    state.clip.intersect(pixels)
    var outline = Outline()
    outline.addRect(CGRect(pixels), .identity)
    clear(outline)
  }

  /// Clears the inside of an outline in pixels.
  private func clear(_ outline: Outline) {
    guard canvas == nil else { return }
    let own = state
    state.shadow = nil
    state.alpha = 1
    let isTransparent = store.hasAlpha || surfaces.count > 1
    state.blendMode = isTransparent ? .clear : .copy
    draw(.outline(outline, .nonZero), with: .solid(PremultipliedColor(straight: SIMD4(0, 0, 0, 1))))
    state = own
  }

  /// Fills an outline given in user space with the current fill colour.
  package func fill(_ outline: Outline, rule: FillRule = .nonZero) {
    draw(.outline(outline.applying(userToPixels), rule), in: state.fillColor)
  }

  /// Strokes an outline given in user space with the current stroke colour and line attributes.
  package func stroke(_ outline: Outline) { stroke(userOutline: outline) }

  // MARK: Gradients

  /// Fills the clip with a gradient along a line in user space.
  ///
  /// The options extend it beyond the ends; without them it paints only between the ends.
  public func drawLinearGradient(
    _ gradient: CGGradient,
    start startPoint: CGPoint,
    end endPoint: CGPoint,
    options: CGGradientDrawingOptions
  ) {
    draw(gradient, .axial(start: startPoint.raster, end: endPoint.raster), options)
  }

  /// Fills the clip with a gradient between two circles in user space.
  ///
  /// The options extend it beyond the circles; without them it paints only between the circles.
  public func drawRadialGradient(
    _ gradient: CGGradient,
    startCenter: CGPoint,
    startRadius: CGFloat,
    endCenter: CGPoint,
    endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) {
    let geometry = GradientGeometry.circles(
      start: startCenter.raster,
      startRadius: Double(startRadius),
      end: endCenter.raster,
      endRadius: Double(endRadius)
    )
    draw(gradient, geometry, options)
  }

  /// Fills the clip with a gradient around a point of user space, beginning at an angle in radians.
  public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
    let end = CGPoint(x: center.x + cos(angle), y: center.y + sin(angle))
    draw(gradient, .conic(center: center.raster, end: end.raster), [])
  }

  private func draw(_ gradient: CGGradient, _ geometry: GradientGeometry, _ options: CGGradientDrawingOptions)
  {
    guard let fromDevice = pixelsToUser else { return }
    let stops = GradientStops(
      colors: gradient.stops.map(\.color),
      locations: gradient.stops.map { Float($0.location) }
    )
    let paint = GradientPaint(
      stops: stops,
      geometry: geometry,
      fromDevice: fromDevice,
      extendsStart: options.contains(.drawsBeforeStartLocation),
      extendsEnd: options.contains(.drawsAfterEndLocation)
    )
    draw(.everything, with: .gradient(paint))
  }
}
