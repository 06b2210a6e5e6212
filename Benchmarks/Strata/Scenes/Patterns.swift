import CoreGraphics
import QuartzCore

/// A pattern over the whole picture; every pixel changes in every frame.
enum PatternCase: String, CaseIterable {
  /// Cells on whole pixels.
  case pattern
  /// Cells of fractional size at fractions of pixels.
  case between = "pattern-between"
  /// Cells of a layer that turns.
  case turned = "pattern-turned"
  /// Cells on whole pixels, filled in a bitmap context.
  case context = "pattern-context"

  var content: String {
    switch self {
    case .pattern: "a pattern of 16 x 16 pixels over the whole picture"
    case .between: "a pattern of 16.4 x 16.4 pixels over the whole picture, at fractions of pixels"
    case .turned: "a pattern over the whole picture, turning"
    case .context: "a pattern of 16 x 16 pixels filled in a bitmap context of that size"
    }
  }

  /// A pattern whose cell is an opaque and a translucent square.
  private func color(step: CGFloat) -> CGColor? {
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { _, context in
        context.setFillColor(Numbers.color(3))
        context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
        context.setFillColor(CGColor(srgbRed: 0, green: 0.5, blue: 0.25, alpha: 0.5))
        context.fill(CGRect(x: 8, y: 8, width: 8, height: 8))
      },
      releaseInfo: nil
    )
    let pattern = CGPattern(
      info: nil,
      bounds: CGRect(x: 0, y: 0, width: step, height: step),
      matrix: .identity,
      xStep: step,
      yStep: step,
      tiling: .noDistortion,
      isColored: true,
      callbacks: &callbacks
    )
    let space = CGColorSpace(patternBaseSpace: nil)
    guard let pattern, let space else { return nil }
    return CGColor(patternSpace: space, pattern: pattern, components: [1])
  }

  /// Draws a number into a bitmap context; nil for cases with layers.
  var fill: ((Int) -> Void)? {
    guard self == .context, let color = color(step: 16) else { return nil }
    let context = CGContext(
      data: nil,
      width: Numbers.width,
      height: Numbers.height,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    return { number in
      context?.setPatternPhase(CGSize(width: number % 16, height: 0))
      context?.setFillColor(color)
      context?.fill(CGRect(x: 0, y: 0, width: Numbers.width, height: Numbers.height))
    }
  }

  var stage: Stage {
    let layer = CALayer(width: Numbers.width + 400, height: Numbers.height + 400)
    layer.backgroundColor = color(step: self == .between ? 16.4 : 16)
    return Stage(1) { _ in
      layer
    } show: { _, number in
      switch self {
      case .between: layer.position = CGPoint(x: -0.37 * CGFloat(number % 64), y: -100.3)
      case .turned:
        layer.position = CGPoint(x: -100, y: -200)
        layer.transform = CATransform3DMakeRotation(0.001 * CGFloat(1 + number % 64), 0, 0, 1)
      case .pattern, .context: layer.position = CGPoint(x: -number % 64, y: -100)
      }
    }
  }
}
