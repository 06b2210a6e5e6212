public import CoreGraphics
public import Foundation

/// The properties of the filter `CIColorCrossPolynomial`.
public protocol CIColorCrossPolynomial: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The red coefficients.
  var redCoefficients: CIVector { get set }
  /// The green coefficients.
  var greenCoefficients: CIVector { get set }
  /// The blue coefficients.
  var blueCoefficients: CIVector { get set }
}

/// The properties of the filter `CIColorCube`.
public protocol CIColorCube: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The cube dimension.
  var cubeDimension: Float { get set }
  /// The cube data.
  var cubeData: Data { get set }
}

/// The properties of the filter `CIColorCubeWithColorSpace`.
public protocol CIColorCubeWithColorSpace: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The cube dimension.
  var cubeDimension: Float { get set }
  /// The cube data.
  var cubeData: Data { get set }
  /// The color space.
  var colorSpace: CGColorSpace? { get set }
}

/// The properties of the filter `CIColorInvert`.
public protocol CIColorInvert: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
}

/// The properties of the filter `CIColorMap`.
public protocol CIColorMap: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The row of colours.
  var gradientImage: CIImage? { get set }
}

/// The properties of the filter `CIColorMonochrome`.
public protocol CIColorMonochrome: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The colour.
  var color: CIColor { get set }
  /// The strength of the effect.
  var intensity: Float { get set }
}

/// The properties of the filter `CIColorPosterize`.
public protocol CIColorPosterize: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The levels.
  var levels: Float { get set }
}

/// The properties of the filter `CIFalseColor`.
public protocol CIFalseColor: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The color 0.
  var color0: CIColor { get set }
  /// The color 1.
  var color1: CIColor { get set }
}

/// The properties of the filter `CIMaskToAlpha`.
public protocol CIMaskToAlpha: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
}

/// The properties of the filter `CIMaximumComponent`.
public protocol CIMaximumComponent: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
}

/// The properties of the filter `CIMinimumComponent`.
public protocol CIMinimumComponent: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
}

/// The properties of the filter `CISepiaTone`.
public protocol CISepiaTone: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The strength of the effect.
  var intensity: Float { get set }
}

/// The properties of the filter `CIVignette`.
public protocol CIVignette: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The strength of the effect.
  var intensity: Float { get set }
}

/// The properties of the filter `CIVignetteEffect`.
public protocol CIVignetteEffect: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The strength of the effect.
  var intensity: Float { get set }
  /// The falloff.
  var falloff: Float { get set }
}

extension CIFilter {
  /// Returns a filter `CIColorCrossPolynomial` with default values.
  public class func colorCrossPolynomial() -> any CIFilter & CIColorCrossPolynomial {
    ColorCrossPolynomialFilter(builtIn: "CIColorCrossPolynomial")
  }

  /// Returns a filter `CIColorCube` with default values.
  public class func colorCube() -> any CIFilter & CIColorCube { ColorCubeFilter(builtIn: "CIColorCube") }

  /// Returns a filter `CIColorCubeWithColorSpace` with default values.
  public class func colorCubeWithColorSpace() -> any CIFilter & CIColorCubeWithColorSpace {
    ColorCubeWithColorSpaceFilter(builtIn: "CIColorCubeWithColorSpace")
  }

  /// Returns a filter `CIColorInvert` with default values.
  public class func colorInvert() -> any CIFilter & CIColorInvert {
    ColorInvertFilter(builtIn: "CIColorInvert")
  }

  /// Returns a filter `CIColorMap` with default values.
  public class func colorMap() -> any CIFilter & CIColorMap { ColorMapFilter(builtIn: "CIColorMap") }

  /// Returns a filter `CIColorMonochrome` with default values.
  public class func colorMonochrome() -> any CIFilter & CIColorMonochrome {
    ColorMonochromeFilter(builtIn: "CIColorMonochrome")
  }

  /// Returns a filter `CIColorPosterize` with default values.
  public class func colorPosterize() -> any CIFilter & CIColorPosterize {
    ColorPosterizeFilter(builtIn: "CIColorPosterize")
  }

  /// Returns a filter `CIFalseColor` with default values.
  public class func falseColor() -> any CIFilter & CIFalseColor { FalseColorFilter(builtIn: "CIFalseColor") }

  /// Returns a filter `CIMaskToAlpha` with default values.
  public class func maskToAlpha() -> any CIFilter & CIMaskToAlpha {
    MaskToAlphaFilter(builtIn: "CIMaskToAlpha")
  }

  /// Returns a filter `CIMaximumComponent` with default values.
  public class func maximumComponent() -> any CIFilter & CIMaximumComponent {
    MaximumComponentFilter(builtIn: "CIMaximumComponent")
  }

  /// Returns a filter `CIMinimumComponent` with default values.
  public class func minimumComponent() -> any CIFilter & CIMinimumComponent {
    MinimumComponentFilter(builtIn: "CIMinimumComponent")
  }

  /// Returns a filter `CISepiaTone` with default values.
  public class func sepiaTone() -> any CIFilter & CISepiaTone { SepiaToneFilter(builtIn: "CISepiaTone") }

  /// Returns a filter `CIVignette` with default values.
  public class func vignette() -> any CIFilter & CIVignette { VignetteFilter(builtIn: "CIVignette") }

  /// Returns a filter `CIVignetteEffect` with default values.
  public class func vignetteEffect() -> any CIFilter & CIVignetteEffect {
    VignetteEffectFilter(builtIn: "CIVignetteEffect")
  }
}

private final class ColorCrossPolynomialFilter: CIFilter, CIColorCrossPolynomial {}
private final class ColorCubeFilter: CIFilter, CIColorCube {}
private final class ColorCubeWithColorSpaceFilter: CIFilter, CIColorCubeWithColorSpace {}
private final class ColorInvertFilter: CIFilter, CIColorInvert {}
private final class ColorMapFilter: CIFilter, CIColorMap {}
private final class ColorMonochromeFilter: CIFilter, CIColorMonochrome {}
private final class ColorPosterizeFilter: CIFilter, CIColorPosterize {}
private final class FalseColorFilter: CIFilter, CIFalseColor {}
private final class MaskToAlphaFilter: CIFilter, CIMaskToAlpha {}
private final class MaximumComponentFilter: CIFilter, CIMaximumComponent {}
private final class MinimumComponentFilter: CIFilter, CIMinimumComponent {}
private final class SepiaToneFilter: CIFilter, CISepiaTone {}
private final class VignetteFilter: CIFilter, CIVignette {}
private final class VignetteEffectFilter: CIFilter, CIVignetteEffect {}
