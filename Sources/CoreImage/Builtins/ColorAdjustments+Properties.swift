public import Foundation

/// The properties of the filter `CIColorClamp`.
public protocol CIColorClamp: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The min components.
  var minComponents: CIVector { get set }
  /// The max components.
  var maxComponents: CIVector { get set }
}

/// The properties of the filter `CIColorControls`.
public protocol CIColorControls: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The saturation.
  var saturation: Float { get set }
  /// The brightness.
  var brightness: Float { get set }
  /// The contrast.
  var contrast: Float { get set }
}

/// The properties of the filter `CIColorMatrix`.
public protocol CIColorMatrix: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The weights of red.
  var rVector: CIVector { get set }
  /// The weights of green.
  var gVector: CIVector { get set }
  /// The weights of blue.
  var bVector: CIVector { get set }
  /// The weights of alpha.
  var aVector: CIVector { get set }
  /// The bias vector.
  var biasVector: CIVector { get set }
}

/// The properties of the filter `CIColorPolynomial`.
public protocol CIColorPolynomial: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The red coefficients.
  var redCoefficients: CIVector { get set }
  /// The green coefficients.
  var greenCoefficients: CIVector { get set }
  /// The blue coefficients.
  var blueCoefficients: CIVector { get set }
  /// The alpha coefficients.
  var alphaCoefficients: CIVector { get set }
}

/// The properties of the filter `CIColorThreshold`.
public protocol CIColorThreshold: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The threshold.
  var threshold: Float { get set }
}

/// The properties of the filter `CIExposureAdjust`.
public protocol CIExposureAdjust: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The change of exposure in stops.
  var ev: Float { get set }
}

/// The properties of the filter `CIGammaAdjust`.
public protocol CIGammaAdjust: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The power.
  var power: Float { get set }
}

/// The properties of the filter `CIHueAdjust`.
public protocol CIHueAdjust: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The angle in radians.
  var angle: Float { get set }
}

/// The properties of the filter `CILinearToSRGBToneCurve`.
public protocol CILinearToSRGBToneCurve: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
}

/// The properties of the filter `CISRGBToneCurveToLinear`.
public protocol CISRGBToneCurveToLinear: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
}

/// The properties of the filter `CITemperatureAndTint`.
public protocol CITemperatureAndTint: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The neutral.
  var neutral: CIVector { get set }
  /// The target neutral.
  var targetNeutral: CIVector { get set }
}

/// The properties of the filter `CIToneCurve`.
public protocol CIToneCurve: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The point 0.
  var point0: CGPoint { get set }
  /// The point 1.
  var point1: CGPoint { get set }
  /// The point 2.
  var point2: CGPoint { get set }
  /// The point 3.
  var point3: CGPoint { get set }
  /// The point 4.
  var point4: CGPoint { get set }
}

/// The properties of the filter `CIVibrance`.
public protocol CIVibrance: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The amount.
  var amount: Float { get set }
}

/// The properties of the filter `CIWhitePointAdjust`.
public protocol CIWhitePointAdjust: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The colour.
  var color: CIColor { get set }
}

extension CIFilter {
  /// Returns a filter `CIColorClamp` with default values.
  public class func colorClamp() -> any CIFilter & CIColorClamp { ColorClampFilter(builtIn: "CIColorClamp") }

  /// Returns a filter `CIColorControls` with default values.
  public class func colorControls() -> any CIFilter & CIColorControls {
    ColorControlsFilter(builtIn: "CIColorControls")
  }

  /// Returns a filter `CIColorMatrix` with default values.
  public class func colorMatrix() -> any CIFilter & CIColorMatrix {
    ColorMatrixFilter(builtIn: "CIColorMatrix")
  }

  /// Returns a filter `CIColorPolynomial` with default values.
  public class func colorPolynomial() -> any CIFilter & CIColorPolynomial {
    ColorPolynomialFilter(builtIn: "CIColorPolynomial")
  }

  /// Returns a filter `CIColorThreshold` with default values.
  public class func colorThreshold() -> any CIFilter & CIColorThreshold {
    ColorThresholdFilter(builtIn: "CIColorThreshold")
  }

  /// Returns a filter `CIExposureAdjust` with default values.
  public class func exposureAdjust() -> any CIFilter & CIExposureAdjust {
    ExposureAdjustFilter(builtIn: "CIExposureAdjust")
  }

  /// Returns a filter `CIGammaAdjust` with default values.
  public class func gammaAdjust() -> any CIFilter & CIGammaAdjust {
    GammaAdjustFilter(builtIn: "CIGammaAdjust")
  }

  /// Returns a filter `CIHueAdjust` with default values.
  public class func hueAdjust() -> any CIFilter & CIHueAdjust { HueAdjustFilter(builtIn: "CIHueAdjust") }

  /// Returns a filter `CILinearToSRGBToneCurve` with default values.
  public class func linearToSRGBToneCurve() -> any CIFilter & CILinearToSRGBToneCurve {
    LinearToSRGBToneCurveFilter(builtIn: "CILinearToSRGBToneCurve")
  }

  /// Returns a filter `CISRGBToneCurveToLinear` with default values.
  public class func sRGBToneCurveToLinear() -> any CIFilter & CISRGBToneCurveToLinear {
    SRGBToneCurveToLinearFilter(builtIn: "CISRGBToneCurveToLinear")
  }

  /// Returns a filter `CITemperatureAndTint` with default values.
  public class func temperatureAndTint() -> any CIFilter & CITemperatureAndTint {
    TemperatureAndTintFilter(builtIn: "CITemperatureAndTint")
  }

  /// Returns a filter `CIToneCurve` with default values.
  public class func toneCurve() -> any CIFilter & CIToneCurve { ToneCurveFilter(builtIn: "CIToneCurve") }

  /// Returns a filter `CIVibrance` with default values.
  public class func vibrance() -> any CIFilter & CIVibrance { VibranceFilter(builtIn: "CIVibrance") }

  /// Returns a filter `CIWhitePointAdjust` with default values.
  public class func whitePointAdjust() -> any CIFilter & CIWhitePointAdjust {
    WhitePointAdjustFilter(builtIn: "CIWhitePointAdjust")
  }
}

private final class ColorClampFilter: CIFilter, CIColorClamp {}
private final class ColorControlsFilter: CIFilter, CIColorControls {}
private final class ColorMatrixFilter: CIFilter, CIColorMatrix {}
private final class ColorPolynomialFilter: CIFilter, CIColorPolynomial {}
private final class ColorThresholdFilter: CIFilter, CIColorThreshold {}
private final class ExposureAdjustFilter: CIFilter, CIExposureAdjust {}
private final class GammaAdjustFilter: CIFilter, CIGammaAdjust {}
private final class HueAdjustFilter: CIFilter, CIHueAdjust {}
private final class LinearToSRGBToneCurveFilter: CIFilter, CILinearToSRGBToneCurve {}
private final class SRGBToneCurveToLinearFilter: CIFilter, CISRGBToneCurveToLinear {}
private final class TemperatureAndTintFilter: CIFilter, CITemperatureAndTint {}
private final class ToneCurveFilter: CIFilter, CIToneCurve {}
private final class VibranceFilter: CIFilter, CIVibrance {}
private final class WhitePointAdjustFilter: CIFilter, CIWhitePointAdjust {}
