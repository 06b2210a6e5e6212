public import Foundation

/// The properties of the filter `CICheckerboardGenerator`.
public protocol CICheckerboardGenerator: CIFilterProtocol {
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The color 0.
  var color0: CIColor { get set }
  /// The color 1.
  var color1: CIColor { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The sharpness of edges, 0 to 1.
  var sharpness: Float { get set }
}

/// The properties of the filter `CIGaussianGradient`.
public protocol CIGaussianGradient: CIFilterProtocol {
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The color 0.
  var color0: CIColor { get set }
  /// The color 1.
  var color1: CIColor { get set }
  /// The radius in pixels.
  var radius: Float { get set }
}

/// The properties of the filter `CILinearGradient`.
public protocol CILinearGradient: CIFilterProtocol {
  /// The point 0.
  var point0: CGPoint { get set }
  /// The point 1.
  var point1: CGPoint { get set }
  /// The color 0.
  var color0: CIColor { get set }
  /// The color 1.
  var color1: CIColor { get set }
}

/// The properties of the filter `CIRadialGradient`.
public protocol CIRadialGradient: CIFilterProtocol {
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The radius 0.
  var radius0: Float { get set }
  /// The radius 1.
  var radius1: Float { get set }
  /// The color 0.
  var color0: CIColor { get set }
  /// The color 1.
  var color1: CIColor { get set }
}

/// The properties of the filter `CIRandomGenerator`.
public protocol CIRandomGenerator: CIFilterProtocol {}

/// The properties of the filter `CIRoundedRectangleGenerator`.
public protocol CIRoundedRectangleGenerator: CIFilterProtocol {
  /// The rectangle, in the plane of the image.
  var extent: CGRect { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The colour.
  var color: CIColor { get set }
}

/// The properties of the filter `CISmoothLinearGradient`.
public protocol CISmoothLinearGradient: CIFilterProtocol {
  /// The point 0.
  var point0: CGPoint { get set }
  /// The point 1.
  var point1: CGPoint { get set }
  /// The color 0.
  var color0: CIColor { get set }
  /// The color 1.
  var color1: CIColor { get set }
}

/// The properties of the filter `CIStripesGenerator`.
public protocol CIStripesGenerator: CIFilterProtocol {
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The color 0.
  var color0: CIColor { get set }
  /// The color 1.
  var color1: CIColor { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The sharpness of edges, 0 to 1.
  var sharpness: Float { get set }
}

extension CIFilter {
  /// Returns a filter `CICheckerboardGenerator` with default values.
  public class func checkerboardGenerator() -> any CIFilter & CICheckerboardGenerator {
    CheckerboardGeneratorFilter(builtIn: "CICheckerboardGenerator")
  }

  /// Returns a filter `CIGaussianGradient` with default values.
  public class func gaussianGradient() -> any CIFilter & CIGaussianGradient {
    GaussianGradientFilter(builtIn: "CIGaussianGradient")
  }

  /// Returns a filter `CILinearGradient` with default values.
  public class func linearGradient() -> any CIFilter & CILinearGradient {
    LinearGradientFilter(builtIn: "CILinearGradient")
  }

  /// Returns a filter `CIRadialGradient` with default values.
  public class func radialGradient() -> any CIFilter & CIRadialGradient {
    RadialGradientFilter(builtIn: "CIRadialGradient")
  }

  /// Returns a filter `CIRandomGenerator` with default values.
  public class func randomGenerator() -> any CIFilter & CIRandomGenerator {
    RandomGeneratorFilter(builtIn: "CIRandomGenerator")
  }

  /// Returns a filter `CIRoundedRectangleGenerator` with default values.
  public class func roundedRectangleGenerator() -> any CIFilter & CIRoundedRectangleGenerator {
    RoundedRectangleGeneratorFilter(builtIn: "CIRoundedRectangleGenerator")
  }

  /// Returns a filter `CISmoothLinearGradient` with default values.
  public class func smoothLinearGradient() -> any CIFilter & CISmoothLinearGradient {
    SmoothLinearGradientFilter(builtIn: "CISmoothLinearGradient")
  }

  /// Returns a filter `CIStripesGenerator` with default values.
  public class func stripesGenerator() -> any CIFilter & CIStripesGenerator {
    StripesGeneratorFilter(builtIn: "CIStripesGenerator")
  }
}

private final class CheckerboardGeneratorFilter: CIFilter, CICheckerboardGenerator {}
private final class GaussianGradientFilter: CIFilter, CIGaussianGradient {}
private final class LinearGradientFilter: CIFilter, CILinearGradient {}
private final class RadialGradientFilter: CIFilter, CIRadialGradient {}
private final class RandomGeneratorFilter: CIFilter, CIRandomGenerator {}
private final class RoundedRectangleGeneratorFilter: CIFilter, CIRoundedRectangleGenerator {}
private final class SmoothLinearGradientFilter: CIFilter, CISmoothLinearGradient {}
private final class StripesGeneratorFilter: CIFilter, CIStripesGenerator {}
