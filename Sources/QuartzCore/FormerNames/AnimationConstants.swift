public import StrataRenderTree

// Global constants of older code. Using one is an error whose correction is the name of today.

// MARK: Timing

/// The former name of ``CAMediaTimingFillMode/forwards``.
@available(*, unavailable, renamed: "CAMediaTimingFillMode.forwards")
public var kCAFillModeForwards: CAMediaTimingFillMode { raise("kCAFillModeForwards is unavailable") }

/// The former name of ``CAMediaTimingFillMode/backwards``.
@available(*, unavailable, renamed: "CAMediaTimingFillMode.backwards")
public var kCAFillModeBackwards: CAMediaTimingFillMode { raise("kCAFillModeBackwards is unavailable") }

/// The former name of ``CAMediaTimingFillMode/both``.
@available(*, unavailable, renamed: "CAMediaTimingFillMode.both")
public var kCAFillModeBoth: CAMediaTimingFillMode { raise("kCAFillModeBoth is unavailable") }

/// The former name of ``CAMediaTimingFillMode/removed``.
@available(*, unavailable, renamed: "CAMediaTimingFillMode.removed")
public var kCAFillModeRemoved: CAMediaTimingFillMode { raise("kCAFillModeRemoved is unavailable") }

/// The former name of ``CAMediaTimingFunctionName/linear``.
@available(*, unavailable, renamed: "CAMediaTimingFunctionName.linear")
public var kCAMediaTimingFunctionLinear: CAMediaTimingFunctionName {
  raise("kCAMediaTimingFunctionLinear is unavailable")
}

/// The former name of ``CAMediaTimingFunctionName/easeIn``.
@available(*, unavailable, renamed: "CAMediaTimingFunctionName.easeIn")
public var kCAMediaTimingFunctionEaseIn: CAMediaTimingFunctionName {
  raise("kCAMediaTimingFunctionEaseIn is unavailable")
}

/// The former name of ``CAMediaTimingFunctionName/easeOut``.
@available(*, unavailable, renamed: "CAMediaTimingFunctionName.easeOut")
public var kCAMediaTimingFunctionEaseOut: CAMediaTimingFunctionName {
  raise("kCAMediaTimingFunctionEaseOut is unavailable")
}

/// The former name of ``CAMediaTimingFunctionName/easeInEaseOut``.
@available(*, unavailable, renamed: "CAMediaTimingFunctionName.easeInEaseOut")
public var kCAMediaTimingFunctionEaseInEaseOut: CAMediaTimingFunctionName {
  raise("kCAMediaTimingFunctionEaseInEaseOut is unavailable")
}

/// The former name of ``CAMediaTimingFunctionName/default``.
@available(*, unavailable, renamed: "CAMediaTimingFunctionName.default")
public var kCAMediaTimingFunctionDefault: CAMediaTimingFunctionName {
  raise("kCAMediaTimingFunctionDefault is unavailable")
}

// MARK: Animations

/// The former name of ``CAAnimationCalculationMode/linear``.
@available(*, unavailable, renamed: "CAAnimationCalculationMode.linear")
public var kCAAnimationLinear: CAAnimationCalculationMode { raise("kCAAnimationLinear is unavailable") }

/// The former name of ``CAAnimationCalculationMode/discrete``.
@available(*, unavailable, renamed: "CAAnimationCalculationMode.discrete")
public var kCAAnimationDiscrete: CAAnimationCalculationMode { raise("kCAAnimationDiscrete is unavailable") }

/// The former name of ``CAAnimationCalculationMode/paced``.
@available(*, unavailable, renamed: "CAAnimationCalculationMode.paced")
public var kCAAnimationPaced: CAAnimationCalculationMode { raise("kCAAnimationPaced is unavailable") }

/// The former name of ``CAAnimationCalculationMode/cubic``.
@available(*, unavailable, renamed: "CAAnimationCalculationMode.cubic")
public var kCAAnimationCubic: CAAnimationCalculationMode { raise("kCAAnimationCubic is unavailable") }

/// The former name of ``CAAnimationCalculationMode/cubicPaced``.
@available(*, unavailable, renamed: "CAAnimationCalculationMode.cubicPaced")
public var kCAAnimationCubicPaced: CAAnimationCalculationMode {
  raise("kCAAnimationCubicPaced is unavailable")
}

/// The former name of ``CAAnimationRotationMode/rotateAuto``.
@available(*, unavailable, renamed: "CAAnimationRotationMode.rotateAuto")
public var kCAAnimationRotateAuto: CAAnimationRotationMode { raise("kCAAnimationRotateAuto is unavailable") }

/// The former name of ``CAAnimationRotationMode/rotateAutoReverse``.
@available(*, unavailable, renamed: "CAAnimationRotationMode.rotateAutoReverse")
public var kCAAnimationRotateAutoReverse: CAAnimationRotationMode {
  raise("kCAAnimationRotateAutoReverse is unavailable")
}

/// The former name of ``CATransitionType/fade``.
@available(*, unavailable, renamed: "CATransitionType.fade")
public var kCATransitionFade: CATransitionType { raise("kCATransitionFade is unavailable") }

/// The former name of ``CATransitionType/moveIn``.
@available(*, unavailable, renamed: "CATransitionType.moveIn")
public var kCATransitionMoveIn: CATransitionType { raise("kCATransitionMoveIn is unavailable") }

/// The former name of ``CATransitionType/push``.
@available(*, unavailable, renamed: "CATransitionType.push")
public var kCATransitionPush: CATransitionType { raise("kCATransitionPush is unavailable") }

/// The former name of ``CATransitionType/reveal``.
@available(*, unavailable, renamed: "CATransitionType.reveal")
public var kCATransitionReveal: CATransitionType { raise("kCATransitionReveal is unavailable") }

/// The former name of ``CATransitionSubtype/fromRight``.
@available(*, unavailable, renamed: "CATransitionSubtype.fromRight")
public var kCATransitionFromRight: CATransitionSubtype { raise("kCATransitionFromRight is unavailable") }

/// The former name of ``CATransitionSubtype/fromLeft``.
@available(*, unavailable, renamed: "CATransitionSubtype.fromLeft")
public var kCATransitionFromLeft: CATransitionSubtype { raise("kCATransitionFromLeft is unavailable") }

/// The former name of ``CATransitionSubtype/fromTop``.
@available(*, unavailable, renamed: "CATransitionSubtype.fromTop")
public var kCATransitionFromTop: CATransitionSubtype { raise("kCATransitionFromTop is unavailable") }

/// The former name of ``CATransitionSubtype/fromBottom``.
@available(*, unavailable, renamed: "CATransitionSubtype.fromBottom")
public var kCATransitionFromBottom: CATransitionSubtype { raise("kCATransitionFromBottom is unavailable") }

/// The former name of ``CAValueFunctionName/rotateX``.
@available(*, unavailable, renamed: "CAValueFunctionName.rotateX")
public var kCAValueFunctionRotateX: CAValueFunctionName { raise("kCAValueFunctionRotateX is unavailable") }

/// The former name of ``CAValueFunctionName/rotateY``.
@available(*, unavailable, renamed: "CAValueFunctionName.rotateY")
public var kCAValueFunctionRotateY: CAValueFunctionName { raise("kCAValueFunctionRotateY is unavailable") }

/// The former name of ``CAValueFunctionName/rotateZ``.
@available(*, unavailable, renamed: "CAValueFunctionName.rotateZ")
public var kCAValueFunctionRotateZ: CAValueFunctionName { raise("kCAValueFunctionRotateZ is unavailable") }

/// The former name of ``CAValueFunctionName/scale``.
@available(*, unavailable, renamed: "CAValueFunctionName.scale")
public var kCAValueFunctionScale: CAValueFunctionName { raise("kCAValueFunctionScale is unavailable") }

/// The former name of ``CAValueFunctionName/scaleX``.
@available(*, unavailable, renamed: "CAValueFunctionName.scaleX")
public var kCAValueFunctionScaleX: CAValueFunctionName { raise("kCAValueFunctionScaleX is unavailable") }

/// The former name of ``CAValueFunctionName/scaleY``.
@available(*, unavailable, renamed: "CAValueFunctionName.scaleY")
public var kCAValueFunctionScaleY: CAValueFunctionName { raise("kCAValueFunctionScaleY is unavailable") }

/// The former name of ``CAValueFunctionName/scaleZ``.
@available(*, unavailable, renamed: "CAValueFunctionName.scaleZ")
public var kCAValueFunctionScaleZ: CAValueFunctionName { raise("kCAValueFunctionScaleZ is unavailable") }

/// The former name of ``CAValueFunctionName/translate``.
@available(*, unavailable, renamed: "CAValueFunctionName.translate")
public var kCAValueFunctionTranslate: CAValueFunctionName {
  raise("kCAValueFunctionTranslate is unavailable")
}

/// The former name of ``CAValueFunctionName/translateX``.
@available(*, unavailable, renamed: "CAValueFunctionName.translateX")
public var kCAValueFunctionTranslateX: CAValueFunctionName {
  raise("kCAValueFunctionTranslateX is unavailable")
}

/// The former name of ``CAValueFunctionName/translateY``.
@available(*, unavailable, renamed: "CAValueFunctionName.translateY")
public var kCAValueFunctionTranslateY: CAValueFunctionName {
  raise("kCAValueFunctionTranslateY is unavailable")
}

/// The former name of ``CAValueFunctionName/translateZ``.
@available(*, unavailable, renamed: "CAValueFunctionName.translateZ")
public var kCAValueFunctionTranslateZ: CAValueFunctionName {
  raise("kCAValueFunctionTranslateZ is unavailable")
}
