package import CoreGraphics

/// How a path is filled and stroked in the current context of this thread.
package struct PathStyle {
  /// In points.
  package var lineWidth: CGFloat = 1
  package var cap = CGLineCap.butt
  package var join = CGLineJoin.miter
  package var miterLimit: CGFloat = 10
  /// The accuracy of curves, in pixels.
  package var flatness: CGFloat = 0.6
  package var rule = CGPathFillRule.winding
  /// Lengths of dashes and gaps, in points.
  package var dash: (pattern: [CGFloat], phase: CGFloat) = ([], 0)

  package init() {}

  package func fill(_ path: CGPath, mode: CGBlendMode = .normal, alpha: CGFloat = 1) {
    draw(path, mode, alpha) { $0.fillPath(using: rule) }
  }

  package func stroke(_ path: CGPath, mode: CGBlendMode = .normal, alpha: CGFloat = 1) {
    draw(path, mode, alpha) { context in
      context.setLineWidth(lineWidth)
      context.setLineCap(cap)
      context.setLineJoin(join)
      context.setMiterLimit(miterLimit)
      context.setFlatness(flatness)
      context.setLineDash(phase: dash.phase, lengths: dash.pattern)
      context.strokePath()
    }
  }

  private func draw(_ path: CGPath, _ mode: CGBlendMode, _ alpha: CGFloat, _ paint: (CGContext) -> Void) {
    guard let context = ContextStack.current?.context else { return }
    context.saveGState()
    // The plain calls leave the context's own mode and opacity alone.
    if mode != .normal { context.setBlendMode(mode) }
    if alpha != 1 { context.setAlpha(alpha) }
    context.beginPath()
    context.addPath(path)
    paint(context)
    context.restoreGState()
  }

  /// Restricts drawing to the inside of a path.
  package func clip(to path: CGPath) {
    guard let context = ContextStack.current?.context, !path.isEmpty else { return }
    context.beginPath()
    context.addPath(path)
    context.clip(using: rule)
  }

  /// Sets the dashes from an array of C.
  package mutating func setDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
    dash = (pattern.map { Array(UnsafeBufferPointer(start: $0, count: max(count, 0))) } ?? [], phase)
  }

  /// Copies the dashes to arrays and values of C.
  package func getDash(
    _ pattern: UnsafeMutablePointer<CGFloat>?,
    count: UnsafeMutablePointer<Int>?,
    phase: UnsafeMutablePointer<CGFloat>?
  ) {
    for (index, length) in dash.pattern.enumerated() { pattern?[index] = length }
    count?.pointee = dash.pattern.count
    phase?.pointee = dash.phase
  }
}
