public import StrataRenderTree

// Global constants of older code. Using one is an error whose correction is the name of today.

// MARK: Shapes, gradients, text, scrolling

/// The former name of ``CAShapeLayerFillRule/nonZero``.
@available(*, unavailable, renamed: "CAShapeLayerFillRule.nonZero")
public var kCAFillRuleNonZero: CAShapeLayerFillRule { raise("kCAFillRuleNonZero is unavailable") }

/// The former name of ``CAShapeLayerFillRule/evenOdd``.
@available(*, unavailable, renamed: "CAShapeLayerFillRule.evenOdd")
public var kCAFillRuleEvenOdd: CAShapeLayerFillRule { raise("kCAFillRuleEvenOdd is unavailable") }

/// The former name of ``CAShapeLayerLineJoin/miter``.
@available(*, unavailable, renamed: "CAShapeLayerLineJoin.miter")
public var kCALineJoinMiter: CAShapeLayerLineJoin { raise("kCALineJoinMiter is unavailable") }

/// The former name of ``CAShapeLayerLineJoin/round``.
@available(*, unavailable, renamed: "CAShapeLayerLineJoin.round")
public var kCALineJoinRound: CAShapeLayerLineJoin { raise("kCALineJoinRound is unavailable") }

/// The former name of ``CAShapeLayerLineJoin/bevel``.
@available(*, unavailable, renamed: "CAShapeLayerLineJoin.bevel")
public var kCALineJoinBevel: CAShapeLayerLineJoin { raise("kCALineJoinBevel is unavailable") }

/// The former name of ``CAShapeLayerLineCap/butt``.
@available(*, unavailable, renamed: "CAShapeLayerLineCap.butt")
public var kCALineCapButt: CAShapeLayerLineCap { raise("kCALineCapButt is unavailable") }

/// The former name of ``CAShapeLayerLineCap/round``.
@available(*, unavailable, renamed: "CAShapeLayerLineCap.round")
public var kCALineCapRound: CAShapeLayerLineCap { raise("kCALineCapRound is unavailable") }

/// The former name of ``CAShapeLayerLineCap/square``.
@available(*, unavailable, renamed: "CAShapeLayerLineCap.square")
public var kCALineCapSquare: CAShapeLayerLineCap { raise("kCALineCapSquare is unavailable") }

/// The former name of ``CAGradientLayerType/axial``.
@available(*, unavailable, renamed: "CAGradientLayerType.axial")
public var kCAGradientLayerAxial: CAGradientLayerType { raise("kCAGradientLayerAxial is unavailable") }

/// The former name of ``CAGradientLayerType/radial``.
@available(*, unavailable, renamed: "CAGradientLayerType.radial")
public var kCAGradientLayerRadial: CAGradientLayerType { raise("kCAGradientLayerRadial is unavailable") }

/// The former name of ``CAGradientLayerType/conic``.
@available(*, unavailable, renamed: "CAGradientLayerType.conic")
public var kCAGradientLayerConic: CAGradientLayerType { raise("kCAGradientLayerConic is unavailable") }

/// The former name of ``CATextLayerTruncationMode/none``.
@available(*, unavailable, renamed: "CATextLayerTruncationMode.none")
public var kCATruncationNone: CATextLayerTruncationMode { raise("kCATruncationNone is unavailable") }

/// The former name of ``CATextLayerTruncationMode/start``.
@available(*, unavailable, renamed: "CATextLayerTruncationMode.start")
public var kCATruncationStart: CATextLayerTruncationMode { raise("kCATruncationStart is unavailable") }

/// The former name of ``CATextLayerTruncationMode/end``.
@available(*, unavailable, renamed: "CATextLayerTruncationMode.end")
public var kCATruncationEnd: CATextLayerTruncationMode { raise("kCATruncationEnd is unavailable") }

/// The former name of ``CATextLayerTruncationMode/middle``.
@available(*, unavailable, renamed: "CATextLayerTruncationMode.middle")
public var kCATruncationMiddle: CATextLayerTruncationMode { raise("kCATruncationMiddle is unavailable") }

/// The former name of ``CATextLayerAlignmentMode/natural``.
@available(*, unavailable, renamed: "CATextLayerAlignmentMode.natural")
public var kCAAlignmentNatural: CATextLayerAlignmentMode { raise("kCAAlignmentNatural is unavailable") }

/// The former name of ``CATextLayerAlignmentMode/left``.
@available(*, unavailable, renamed: "CATextLayerAlignmentMode.left")
public var kCAAlignmentLeft: CATextLayerAlignmentMode { raise("kCAAlignmentLeft is unavailable") }

/// The former name of ``CATextLayerAlignmentMode/right``.
@available(*, unavailable, renamed: "CATextLayerAlignmentMode.right")
public var kCAAlignmentRight: CATextLayerAlignmentMode { raise("kCAAlignmentRight is unavailable") }

/// The former name of ``CATextLayerAlignmentMode/center``.
@available(*, unavailable, renamed: "CATextLayerAlignmentMode.center")
public var kCAAlignmentCenter: CATextLayerAlignmentMode { raise("kCAAlignmentCenter is unavailable") }

/// The former name of ``CATextLayerAlignmentMode/justified``.
@available(*, unavailable, renamed: "CATextLayerAlignmentMode.justified")
public var kCAAlignmentJustified: CATextLayerAlignmentMode { raise("kCAAlignmentJustified is unavailable") }

/// The former name of ``CAScrollLayerScrollMode/none``.
@available(*, unavailable, renamed: "CAScrollLayerScrollMode.none")
public var kCAScrollNone: CAScrollLayerScrollMode { raise("kCAScrollNone is unavailable") }

/// The former name of ``CAScrollLayerScrollMode/vertically``.
@available(*, unavailable, renamed: "CAScrollLayerScrollMode.vertically")
public var kCAScrollVertically: CAScrollLayerScrollMode { raise("kCAScrollVertically is unavailable") }

/// The former name of ``CAScrollLayerScrollMode/horizontally``.
@available(*, unavailable, renamed: "CAScrollLayerScrollMode.horizontally")
public var kCAScrollHorizontally: CAScrollLayerScrollMode { raise("kCAScrollHorizontally is unavailable") }

/// The former name of ``CAScrollLayerScrollMode/both``.
@available(*, unavailable, renamed: "CAScrollLayerScrollMode.both")
public var kCAScrollBoth: CAScrollLayerScrollMode { raise("kCAScrollBoth is unavailable") }

// MARK: Emitters

/// The former name of ``CAEmitterLayerEmitterShape/point``.
@available(*, unavailable, renamed: "CAEmitterLayerEmitterShape.point")
public var kCAEmitterLayerPoint: CAEmitterLayerEmitterShape { raise("kCAEmitterLayerPoint is unavailable") }

/// The former name of ``CAEmitterLayerEmitterShape/line``.
@available(*, unavailable, renamed: "CAEmitterLayerEmitterShape.line")
public var kCAEmitterLayerLine: CAEmitterLayerEmitterShape { raise("kCAEmitterLayerLine is unavailable") }

/// The former name of ``CAEmitterLayerEmitterShape/rectangle``.
@available(*, unavailable, renamed: "CAEmitterLayerEmitterShape.rectangle")
public var kCAEmitterLayerRectangle: CAEmitterLayerEmitterShape {
  raise("kCAEmitterLayerRectangle is unavailable")
}

/// The former name of ``CAEmitterLayerEmitterShape/cuboid``.
@available(*, unavailable, renamed: "CAEmitterLayerEmitterShape.cuboid")
public var kCAEmitterLayerCuboid: CAEmitterLayerEmitterShape { raise("kCAEmitterLayerCuboid is unavailable") }

/// The former name of ``CAEmitterLayerEmitterShape/circle``.
@available(*, unavailable, renamed: "CAEmitterLayerEmitterShape.circle")
public var kCAEmitterLayerCircle: CAEmitterLayerEmitterShape { raise("kCAEmitterLayerCircle is unavailable") }

/// The former name of ``CAEmitterLayerEmitterShape/sphere``.
@available(*, unavailable, renamed: "CAEmitterLayerEmitterShape.sphere")
public var kCAEmitterLayerSphere: CAEmitterLayerEmitterShape { raise("kCAEmitterLayerSphere is unavailable") }

/// The former name of ``CAEmitterLayerEmitterMode/points``.
@available(*, unavailable, renamed: "CAEmitterLayerEmitterMode.points")
public var kCAEmitterLayerPoints: CAEmitterLayerEmitterMode { raise("kCAEmitterLayerPoints is unavailable") }

/// The former name of ``CAEmitterLayerEmitterMode/outline``.
@available(*, unavailable, renamed: "CAEmitterLayerEmitterMode.outline")
public var kCAEmitterLayerOutline: CAEmitterLayerEmitterMode {
  raise("kCAEmitterLayerOutline is unavailable")
}

/// The former name of ``CAEmitterLayerEmitterMode/surface``.
@available(*, unavailable, renamed: "CAEmitterLayerEmitterMode.surface")
public var kCAEmitterLayerSurface: CAEmitterLayerEmitterMode {
  raise("kCAEmitterLayerSurface is unavailable")
}

/// The former name of ``CAEmitterLayerEmitterMode/volume``.
@available(*, unavailable, renamed: "CAEmitterLayerEmitterMode.volume")
public var kCAEmitterLayerVolume: CAEmitterLayerEmitterMode { raise("kCAEmitterLayerVolume is unavailable") }

/// The former name of ``CAEmitterLayerRenderMode/unordered``.
@available(*, unavailable, renamed: "CAEmitterLayerRenderMode.unordered")
public var kCAEmitterLayerUnordered: CAEmitterLayerRenderMode {
  raise("kCAEmitterLayerUnordered is unavailable")
}

/// The former name of ``CAEmitterLayerRenderMode/oldestFirst``.
@available(*, unavailable, renamed: "CAEmitterLayerRenderMode.oldestFirst")
public var kCAEmitterLayerOldestFirst: CAEmitterLayerRenderMode {
  raise("kCAEmitterLayerOldestFirst is unavailable")
}

/// The former name of ``CAEmitterLayerRenderMode/oldestLast``.
@available(*, unavailable, renamed: "CAEmitterLayerRenderMode.oldestLast")
public var kCAEmitterLayerOldestLast: CAEmitterLayerRenderMode {
  raise("kCAEmitterLayerOldestLast is unavailable")
}

/// The former name of ``CAEmitterLayerRenderMode/backToFront``.
@available(*, unavailable, renamed: "CAEmitterLayerRenderMode.backToFront")
public var kCAEmitterLayerBackToFront: CAEmitterLayerRenderMode {
  raise("kCAEmitterLayerBackToFront is unavailable")
}

/// The former name of ``CAEmitterLayerRenderMode/additive``.
@available(*, unavailable, renamed: "CAEmitterLayerRenderMode.additive")
public var kCAEmitterLayerAdditive: CAEmitterLayerRenderMode {
  raise("kCAEmitterLayerAdditive is unavailable")
}
