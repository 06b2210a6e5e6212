public import Foundation
import StrataBase
import StrataRaster

extension CGContext {
  /// Saves a copy of the graphics state on a stack; the current path is not part of it.
  public func saveGState() {
    savedStates.append(state)
  }

  /// Restores the graphics state that was saved last; has no effect if none was saved in the current transparency
  /// layer.
  public func restoreGState() {
    guard savedStates.count > surfaces.last?.depth ?? 0, let saved = savedStates.popLast() else { return }
    state = saved
  }

  /// The transform from user space to base space: the bitmap's pixels with the origin at the bottom left.
  public var ctm: CGAffineTransform { state.ctm }

  /// The same as `ctm`.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.ctm }

  /// Concatenates a transform with user space: points are mapped by it first, then by the previous transform.
  public func concatenate(_ transform: CGAffineTransform) {
    state.ctm = transform.concatenating(state.ctm)
  }

  /// Moves the origin of user space.
  public func translateBy(x tx: CGFloat, y ty: CGFloat) {
    state.ctm = state.ctm.translatedBy(x: tx, y: ty)
  }

  /// Scales user space.
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) {
    state.ctm = state.ctm.scaledBy(x: sx, y: sy)
  }

  /// Rotates user space by an angle in radians.
  public func rotate(by angle: CGFloat) {
    state.ctm = state.ctm.rotated(by: angle)
  }

  /// Returns a point of user space in device space.
  public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm) }

  /// Returns a size of user space in device space.
  public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(ctm) }

  /// Returns the bounding box, in device space, of a rectangle of user space.
  public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm) }

  /// Returns a point of device space in user space.
  public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm.inverted()) }

  /// Returns a size of device space in user space.
  public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(ctm.inverted()) }

  /// Returns the bounding box, in user space, of a rectangle of device space.
  public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm.inverted()) }

  // MARK: Compositing

  /// Sets the alpha that all drawing is multiplied by, 0 to 1.
  public func setAlpha(_ alpha: CGFloat) {
    state.alpha = alpha.isNaN ? 1 : min(max(alpha, 0), 1)
  }

  /// The formula that combines drawings with the pixels below them.
  package var blendMode: CGBlendMode { state.blendMode }

  /// Sets the formula that combines drawings with the pixels below them.
  public func setBlendMode(_ mode: CGBlendMode) {
    state.blendMode = mode
  }

  /// Sets a black shadow with an alpha of 1/3; see `setShadow(offset:blur:color:)`.
  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
  }

  /// Sets the shadow of all following drawings; nil or a transparent colour removes it.
  ///
  /// The offset is in base space, of a page of UIKit in its points with y down, and ignores the current transform. A
  /// blur of b is a Gaussian with a standard deviation of b / 2, at most 1000 pixels.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    let sigma = Double(blur * shadowSpace.a) / 2
    setShadow(inBaseSpace: offset.applying(shadowSpace), sigma: sigma, color: color)
  }

  /// Sets the shadow of all following drawings; nil or a transparent colour removes it.
  ///
  /// Offset and standard deviation are in base space, whatever user space was adopted.
  package func setShadow(inBaseSpace offset: CGSize, sigma: Double, color: CGColor?) {
    guard let color, color.alpha > 0 else {
      state.shadow = nil
      return
    }
    state.shadow = ContextShadow(
      offset: SIMD2(Double(offset.width), -Double(offset.height)),
      sigma: sigma.isFinite ? min(max(sigma, 0), 1000) : 0,
      color: color
    )
  }

  // MARK: Lines and edges

  /// Sets the width of lines in user space.
  public func setLineWidth(_ width: CGFloat) { state.lineWidth = width }

  /// Sets the shape of line ends.
  public func setLineCap(_ cap: CGLineCap) { state.lineCap = cap }

  /// Sets the shape of line corners.
  public func setLineJoin(_ join: CGLineJoin) { state.lineJoin = join }

  /// Sets the largest miter length, in line widths; longer miters become bevels.
  public func setMiterLimit(_ limit: CGFloat) { state.miterLimit = limit }

  /// Sets the lengths of dashes and gaps in turn, and the distance into them at which a line begins.
  ///
  /// Lengths are in user space. An empty array makes lines solid, and so do negative lengths and those that are all
  /// zero. A subpath is drawn solid, too, if more than 100,000 of its dashes are inside of the clip; in a context of a
  /// PDF or SVG, and for the outline of a stroke, if it has more than 100,000 dashes at all.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) { state.dash = (phase, lengths) }

  /// Sets the permitted error of curves in pixels; has no effect, because drawing is more exact.
  public func setFlatness(_ flatness: CGFloat) { state.flatness = flatness }

  /// Sets whether edges may be antialiased in this context.
  public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) {
    state.allowsAntialiasing = allowsAntialiasing
  }

  /// Sets whether edges are antialiased, if the context allows it.
  public func setShouldAntialias(_ shouldAntialias: Bool) { state.shouldAntialias = shouldAntialias }

  /// True if edges are antialiased, as far as the context allows it.
  package var shouldAntialias: Bool { state.shouldAntialias }

  /// Sets the treatment of colours outside the gamut; has no effect, they are clamped.
  public func setRenderingIntent(_ intent: CGColorRenderingIntent) { state.intent = intent }

  /// The quality of scaled images.
  public var interpolationQuality: CGInterpolationQuality {
    get { state.interpolationQuality }
    set { state.interpolationQuality = newValue }
  }

  // MARK: Colours

  /// Sets the fill colour.
  public func setFillColor(_ color: CGColor) {
    state.fillColor = color
    if let space = color.colorSpace { state.fillSpace = space }
  }

  /// Sets the stroke colour.
  public func setStrokeColor(_ color: CGColor) {
    state.strokeColor = color
    if let space = color.colorSpace { state.strokeSpace = space }
  }

  /// Sets the fill colour in gray.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(space: .deviceGray, values: [gray, alpha]))
  }

  /// Sets the stroke colour in gray.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(space: .deviceGray, values: [gray, alpha]))
  }

  /// Sets the fill colour in RGB.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(space: .deviceRGB, values: [red, green, blue, alpha]))
  }

  /// Sets the stroke colour in RGB.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(space: .deviceRGB, values: [red, green, blue, alpha]))
  }

  /// Sets the fill colour in CMYK.
  public func setFillColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(space: .deviceCMYK, values: [cyan, magenta, yellow, black, alpha]))
  }

  /// Sets the stroke colour in CMYK.
  public func setStrokeColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat)
  {
    setStrokeColor(CGColor(space: .deviceCMYK, values: [cyan, magenta, yellow, black, alpha]))
  }

  /// Sets the fill colour space, and opaque black as the fill colour.
  ///
  /// In a pattern space, fills draw nothing until a pattern is set.
  public func setFillColorSpace(_ space: CGColorSpace) {
    setFillColor(CGColor.black(in: space))
  }

  /// Sets the stroke colour space, and opaque black as the stroke colour.
  ///
  /// In a pattern space, strokes draw nothing until a pattern is set.
  public func setStrokeColorSpace(_ space: CGColorSpace) {
    setStrokeColor(CGColor.black(in: space))
  }

  /// Sets the fill colour from components of the fill colour space, followed by alpha.
  public func setFillColor(_ components: UnsafePointer<CGFloat>) {
    if let color = CGColor(colorSpace: state.fillSpace, components: components) { setFillColor(color) }
  }

  /// Sets the stroke colour from components of the stroke colour space, followed by alpha.
  public func setStrokeColor(_ components: UnsafePointer<CGFloat>) {
    if let color = CGColor(colorSpace: state.strokeSpace, components: components) { setStrokeColor(color) }
  }
}

extension CGColor {
  fileprivate static func black(in space: CGColorSpace) -> CGColor {
    guard space.model != .pattern else { return CGColor(space: space, values: [0, 0]) }
    let components = space.encoding.components(ofExtendedSRGB: .zero)
    return CGColor(space: space, values: components.map { CGFloat($0) } + [1])
  }
}
