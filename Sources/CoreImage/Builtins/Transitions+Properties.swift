public import Foundation

/// The properties of every transition.
public protocol CITransitionFilter: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The image at the end.
  var targetImage: CIImage? { get set }
  /// The progress, 0 to 1.
  var time: Float { get set }
}

/// The properties of the filter `CICopyMachineTransition`.
public protocol CICopyMachineTransition: CITransitionFilter {
  /// The rectangle, in the plane of the image.
  var extent: CGRect { get set }
  /// The colour.
  var color: CIColor { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The opacity.
  var opacity: Float { get set }
}

/// The properties of the filter `CIDissolveTransition`.
public protocol CIDissolveTransition: CITransitionFilter {}

/// The properties of the filter `CISwipeTransition`.
public protocol CISwipeTransition: CITransitionFilter {
  /// The rectangle, in the plane of the image.
  var extent: CGRect { get set }
  /// The colour.
  var color: CIColor { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The opacity.
  var opacity: Float { get set }
}

/// The properties of the filter `CIAccordionFoldTransition`.
public protocol CIAccordionFoldTransition: CITransitionFilter {
  /// The height of the part that is not folded, in pixels.
  var bottomHeight: Float { get set }
  /// The number of folds.
  var numberOfFolds: Float { get set }
  /// The strength of the shadow, 0 to 1.
  var foldShadowAmount: Float { get set }
}

/// The properties of the filter `CIBarsSwipeTransition`.
public protocol CIBarsSwipeTransition: CITransitionFilter {
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The offset of a bar against the one before, in pixels.
  var barOffset: Float { get set }
}

/// The properties of the filter `CIDisintegrateWithMaskTransition`.
public protocol CIDisintegrateWithMaskTransition: CITransitionFilter {
  /// The mask.
  var maskImage: CIImage? { get set }
  /// The radius of the shadow in pixels.
  var shadowRadius: Float { get set }
  /// The opacity of the shadow.
  var shadowDensity: Float { get set }
  /// The offset of the shadow in pixels.
  var shadowOffset: CGPoint { get set }
}

/// The properties of the filter `CIFlashTransition`.
public protocol CIFlashTransition: CITransitionFilter {
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The rectangle, in the plane of the image.
  var extent: CGRect { get set }
  /// The colour.
  var color: CIColor { get set }
  /// The radius of the light, in distances from the centre to the farthest corner.
  var maxStriationRadius: Float { get set }
  /// The strength of the rays.
  var striationStrength: Float { get set }
  /// The contrast of the rays.
  var striationContrast: Float { get set }
  /// How suddenly the target appears, 0 to 1.
  var fadeThreshold: Float { get set }
}

/// The properties of the filter `CIModTransition`.
public protocol CIModTransition: CITransitionFilter {
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The length in pixels over which the waves are shifted.
  var compression: Float { get set }
}

/// The properties of the filter `CIPageCurlTransition`.
public protocol CIPageCurlTransition: CITransitionFilter {
  /// The back of the page.
  var backsideImage: CIImage? { get set }
  /// The image of a lit ball.
  var shadingImage: CIImage? { get set }
  /// The rectangle, in the plane of the image.
  var extent: CGRect { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The radius in pixels.
  var radius: Float { get set }
}

/// The properties of the filter `CIPageCurlWithShadowTransition`.
public protocol CIPageCurlWithShadowTransition: CITransitionFilter {
  /// The back of the page.
  var backsideImage: CIImage? { get set }
  /// The rectangle, in the plane of the image.
  var extent: CGRect { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The width of the shadow, as a share of the diameter of the roll.
  var shadowSize: Float { get set }
  /// The strength of the shadow, 0 to 1.
  var shadowAmount: Float { get set }
  /// The rectangle in which the shadow falls; empty for everywhere.
  var shadowExtent: CGRect { get set }
}

/// The properties of the filter `CIRippleTransition`.
public protocol CIRippleTransition: CITransitionFilter {
  /// The image of a lit ball.
  var shadingImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The rectangle, in the plane of the image.
  var extent: CGRect { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The scale.
  var scale: Float { get set }
}

extension CIFilter {
  /// Returns a filter `CICopyMachineTransition` with default values.
  public class func copyMachineTransition() -> any CIFilter & CICopyMachineTransition {
    CopyMachineTransitionFilter(builtIn: "CICopyMachineTransition")
  }

  /// Returns a filter `CIDissolveTransition` with default values.
  public class func dissolveTransition() -> any CIFilter & CIDissolveTransition {
    DissolveTransitionFilter(builtIn: "CIDissolveTransition")
  }

  /// Returns a filter `CISwipeTransition` with default values.
  public class func swipeTransition() -> any CIFilter & CISwipeTransition {
    SwipeTransitionFilter(builtIn: "CISwipeTransition")
  }

  /// Returns a filter `CIAccordionFoldTransition` with default values.
  public class func accordionFoldTransition() -> any CIFilter & CIAccordionFoldTransition {
    AccordionFoldTransitionFilter(builtIn: "CIAccordionFoldTransition")
  }

  /// Returns a filter `CIBarsSwipeTransition` with default values.
  public class func barsSwipeTransition() -> any CIFilter & CIBarsSwipeTransition {
    BarsSwipeTransitionFilter(builtIn: "CIBarsSwipeTransition")
  }

  /// Returns a filter `CIDisintegrateWithMaskTransition` with default values.
  public class func disintegrateWithMaskTransition() -> any CIFilter & CIDisintegrateWithMaskTransition {
    DisintegrateWithMaskTransitionFilter(builtIn: "CIDisintegrateWithMaskTransition")
  }

  /// Returns a filter `CIFlashTransition` with default values.
  public class func flashTransition() -> any CIFilter & CIFlashTransition {
    FlashTransitionFilter(builtIn: "CIFlashTransition")
  }

  /// Returns a filter `CIModTransition` with default values.
  public class func modTransition() -> any CIFilter & CIModTransition {
    ModTransitionFilter(builtIn: "CIModTransition")
  }

  /// Returns a filter `CIPageCurlTransition` with default values.
  public class func pageCurlTransition() -> any CIFilter & CIPageCurlTransition {
    PageCurlTransitionFilter(builtIn: "CIPageCurlTransition")
  }

  /// Returns a filter `CIPageCurlWithShadowTransition` with default values.
  public class func pageCurlWithShadowTransition() -> any CIFilter & CIPageCurlWithShadowTransition {
    PageCurlWithShadowTransitionFilter(builtIn: "CIPageCurlWithShadowTransition")
  }

  /// Returns a filter `CIRippleTransition` with default values.
  public class func rippleTransition() -> any CIFilter & CIRippleTransition {
    RippleTransitionFilter(builtIn: "CIRippleTransition")
  }
}

private final class CopyMachineTransitionFilter: CIFilter, CICopyMachineTransition {}
private final class DissolveTransitionFilter: CIFilter, CIDissolveTransition {}
private final class SwipeTransitionFilter: CIFilter, CISwipeTransition {}
private final class AccordionFoldTransitionFilter: CIFilter, CIAccordionFoldTransition {}
private final class BarsSwipeTransitionFilter: CIFilter, CIBarsSwipeTransition {}
private final class DisintegrateWithMaskTransitionFilter: CIFilter, CIDisintegrateWithMaskTransition {}
private final class FlashTransitionFilter: CIFilter, CIFlashTransition {}
private final class ModTransitionFilter: CIFilter, CIModTransition {}
private final class PageCurlTransitionFilter: CIFilter, CIPageCurlTransition {}
private final class PageCurlWithShadowTransitionFilter: CIFilter, CIPageCurlWithShadowTransition {}
private final class RippleTransitionFilter: CIFilter, CIRippleTransition {}
