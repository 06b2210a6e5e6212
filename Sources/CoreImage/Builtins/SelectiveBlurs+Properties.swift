import Foundation

/// The properties of the filter `CIBokehBlur`.
public protocol CIBokehBlur: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The additional weight of the ring.
  var ringAmount: Float { get set }
  /// The width of the ring, in radii.
  var ringSize: Float { get set }
  /// The softness of the edge.
  var softness: Float { get set }
}

/// The properties of the filter `CIMaskedVariableBlur`.
public protocol CIMaskedVariableBlur: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The mask; white is the whole radius, black is none.
  var mask: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
}

/// The properties of the filter `CINoiseReduction`.
public protocol CINoiseReduction: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The greatest change of brightness that is noise.
  var noiseLevel: Float { get set }
  /// The sharpness.
  var sharpness: Float { get set }
}

extension CIFilter {
  /// Returns a filter `CIBokehBlur` with default values.
  public class func bokehBlur() -> any CIFilter & CIBokehBlur {
    BokehBlurFilter(builtIn: "CIBokehBlur")
  }

  /// Returns a filter `CIMaskedVariableBlur` with default values.
  public class func maskedVariableBlur() -> any CIFilter & CIMaskedVariableBlur {
    MaskedVariableBlurFilter(builtIn: "CIMaskedVariableBlur")
  }

  /// Returns a filter `CINoiseReduction` with default values.
  public class func noiseReduction() -> any CIFilter & CINoiseReduction {
    NoiseReductionFilter(builtIn: "CINoiseReduction")
  }
}

private final class BokehBlurFilter: CIFilter, CIBokehBlur {}
private final class MaskedVariableBlurFilter: CIFilter, CIMaskedVariableBlur {}
private final class NoiseReductionFilter: CIFilter, CINoiseReduction {}
