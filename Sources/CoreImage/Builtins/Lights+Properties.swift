import Foundation

/// The properties of the filter `CIComicEffect`.
public protocol CIComicEffect: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
}

/// The properties of the filter `CIHeightFieldFromMask`.
public protocol CIHeightFieldFromMask: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
}

/// The properties of the filter `CIHighlightShadowAdjust`.
public protocol CIHighlightShadowAdjust: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The brightening of shadows, −1 to 1.
  var shadowAmount: Float { get set }
  /// The part of highlights that is left, 0 to 1.
  var highlightAmount: Float { get set }
}

/// The properties of the filter `CIShadedMaterial`.
public protocol CIShadedMaterial: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The picture of a lit ball.
  var shadingImage: CIImage? { get set }
  /// The scale.
  var scale: Float { get set }
}

/// The properties of the filter `CISpotColor`.
public protocol CISpotColor: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The middle of range 1.
  var centerColor1: CIColor { get set }
  /// The colour for range 1.
  var replacementColor1: CIColor { get set }
  /// The size of range 1.
  var closeness1: Float { get set }
  /// The hardness of the border of range 1.
  var contrast1: Float { get set }
  /// The middle of range 2.
  var centerColor2: CIColor { get set }
  /// The colour for range 2.
  var replacementColor2: CIColor { get set }
  /// The size of range 2.
  var closeness2: Float { get set }
  /// The hardness of the border of range 2.
  var contrast2: Float { get set }
  /// The middle of range 3.
  var centerColor3: CIColor { get set }
  /// The colour for range 3.
  var replacementColor3: CIColor { get set }
  /// The size of range 3.
  var closeness3: Float { get set }
  /// The hardness of the border of range 3.
  var contrast3: Float { get set }
}

/// The properties of the filter `CISpotLight`.
public protocol CISpotLight: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The place of the light; z is the height over the image.
  var lightPosition: CIVector { get set }
  /// The place that the light points at.
  var lightPointsAt: CIVector { get set }
  /// The brightness.
  var brightness: Float { get set }
  /// The width of the spot, as the tangent of an angle.
  var concentration: Float { get set }
  /// The colour.
  var color: CIColor { get set }
}

/// The properties of the filter `CIEdgePreserveUpsampleFilter`.
public protocol CIEdgePreserveUpsample: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The image to enlarge.
  var smallImage: CIImage? { get set }
  /// The deviation of distances, in pixels of the small image.
  var spatialSigma: Float { get set }
  /// The deviation of differences of brightness.
  var lumaSigma: Float { get set }
}

extension CIFilter {
  /// Returns a filter `CIComicEffect` with default values.
  public class func comicEffect() -> any CIFilter & CIComicEffect {
    ComicEffectFilter(builtIn: "CIComicEffect")
  }

  /// Returns a filter `CIHeightFieldFromMask` with default values.
  public class func heightFieldFromMask() -> any CIFilter & CIHeightFieldFromMask {
    HeightFieldFromMaskFilter(builtIn: "CIHeightFieldFromMask")
  }

  /// Returns a filter `CIHighlightShadowAdjust` with default values.
  public class func highlightShadowAdjust() -> any CIFilter & CIHighlightShadowAdjust {
    HighlightShadowAdjustFilter(builtIn: "CIHighlightShadowAdjust")
  }

  /// Returns a filter `CIShadedMaterial` with default values.
  public class func shadedMaterial() -> any CIFilter & CIShadedMaterial {
    ShadedMaterialFilter(builtIn: "CIShadedMaterial")
  }

  /// Returns a filter `CISpotColor` with default values.
  public class func spotColor() -> any CIFilter & CISpotColor {
    SpotColorFilter(builtIn: "CISpotColor")
  }

  /// Returns a filter `CISpotLight` with default values.
  public class func spotLight() -> any CIFilter & CISpotLight {
    SpotLightFilter(builtIn: "CISpotLight")
  }

  /// Returns a filter `CIConvolutionRGB3X3` with default values.
  public class func convolutionRGB3X3() -> any CIFilter & CIConvolution {
    RGBConvolutionFilter(builtIn: "CIConvolutionRGB3X3")
  }

  /// Returns a filter `CIConvolutionRGB5X5` with default values.
  public class func convolutionRGB5X5() -> any CIFilter & CIConvolution {
    RGBConvolutionFilter(builtIn: "CIConvolutionRGB5X5")
  }

  /// Returns a filter `CIConvolutionRGB7X7` with default values.
  public class func convolutionRGB7X7() -> any CIFilter & CIConvolution {
    RGBConvolutionFilter(builtIn: "CIConvolutionRGB7X7")
  }

  /// Returns a filter `CIConvolutionRGB9Horizontal` with default values.
  public class func convolutionRGB9Horizontal() -> any CIFilter & CIConvolution {
    RGBConvolutionFilter(builtIn: "CIConvolutionRGB9Horizontal")
  }

  /// Returns a filter `CIConvolutionRGB9Vertical` with default values.
  public class func convolutionRGB9Vertical() -> any CIFilter & CIConvolution {
    RGBConvolutionFilter(builtIn: "CIConvolutionRGB9Vertical")
  }

  /// Returns a filter `CIEdgePreserveUpsampleFilter` with default values.
  public class func edgePreserveUpsample() -> any CIFilter & CIEdgePreserveUpsample {
    EdgePreserveUpsampleFilter(builtIn: "CIEdgePreserveUpsampleFilter")
  }
}

private final class ComicEffectFilter: CIFilter, CIComicEffect {}
private final class HeightFieldFromMaskFilter: CIFilter, CIHeightFieldFromMask {}
private final class HighlightShadowAdjustFilter: CIFilter, CIHighlightShadowAdjust {}
private final class ShadedMaterialFilter: CIFilter, CIShadedMaterial {}
private final class SpotColorFilter: CIFilter, CISpotColor {}
private final class SpotLightFilter: CIFilter, CISpotLight {}
private final class RGBConvolutionFilter: CIFilter, CIConvolution {}
private final class EdgePreserveUpsampleFilter: CIFilter, CIEdgePreserveUpsample {}
