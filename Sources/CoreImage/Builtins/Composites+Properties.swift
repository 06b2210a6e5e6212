import Foundation

/// The properties of the filters that combine an image with one behind it.
public protocol CICompositeOperation: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The image behind it.
  var backgroundImage: CIImage? { get set }
}

extension CIFilter {
  /// Returns a filter `CIAdditionCompositing` with default values.
  public class func additionCompositing() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CIAdditionCompositing")
  }

  /// Returns a filter `CIColorBlendMode` with default values.
  public class func colorBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CIColorBlendMode")
  }

  /// Returns a filter `CIColorBurnBlendMode` with default values.
  public class func colorBurnBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CIColorBurnBlendMode")
  }

  /// Returns a filter `CIColorDodgeBlendMode` with default values.
  public class func colorDodgeBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CIColorDodgeBlendMode")
  }

  /// Returns a filter `CIDarkenBlendMode` with default values.
  public class func darkenBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CIDarkenBlendMode")
  }

  /// Returns a filter `CIDifferenceBlendMode` with default values.
  public class func differenceBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CIDifferenceBlendMode")
  }

  /// Returns a filter `CIDivideBlendMode` with default values.
  public class func divideBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CIDivideBlendMode")
  }

  /// Returns a filter `CIExclusionBlendMode` with default values.
  public class func exclusionBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CIExclusionBlendMode")
  }

  /// Returns a filter `CIHardLightBlendMode` with default values.
  public class func hardLightBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CIHardLightBlendMode")
  }

  /// Returns a filter `CIHueBlendMode` with default values.
  public class func hueBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CIHueBlendMode")
  }

  /// Returns a filter `CILightenBlendMode` with default values.
  public class func lightenBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CILightenBlendMode")
  }

  /// Returns a filter `CILinearBurnBlendMode` with default values.
  public class func linearBurnBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CILinearBurnBlendMode")
  }

  /// Returns a filter `CILinearDodgeBlendMode` with default values.
  public class func linearDodgeBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CILinearDodgeBlendMode")
  }

  /// Returns a filter `CILinearLightBlendMode` with default values.
  public class func linearLightBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CILinearLightBlendMode")
  }

  /// Returns a filter `CILuminosityBlendMode` with default values.
  public class func luminosityBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CILuminosityBlendMode")
  }

  /// Returns a filter `CIMaximumCompositing` with default values.
  public class func maximumCompositing() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CIMaximumCompositing")
  }

  /// Returns a filter `CIMinimumCompositing` with default values.
  public class func minimumCompositing() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CIMinimumCompositing")
  }

  /// Returns a filter `CIMultiplyBlendMode` with default values.
  public class func multiplyBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CIMultiplyBlendMode")
  }

  /// Returns a filter `CIMultiplyCompositing` with default values.
  public class func multiplyCompositing() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CIMultiplyCompositing")
  }

  /// Returns a filter `CIOverlayBlendMode` with default values.
  public class func overlayBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CIOverlayBlendMode")
  }

  /// Returns a filter `CIPinLightBlendMode` with default values.
  public class func pinLightBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CIPinLightBlendMode")
  }

  /// Returns a filter `CISaturationBlendMode` with default values.
  public class func saturationBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CISaturationBlendMode")
  }

  /// Returns a filter `CIScreenBlendMode` with default values.
  public class func screenBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CIScreenBlendMode")
  }

  /// Returns a filter `CISoftLightBlendMode` with default values.
  public class func softLightBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CISoftLightBlendMode")
  }

  /// Returns a filter `CISourceAtopCompositing` with default values.
  public class func sourceAtopCompositing() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CISourceAtopCompositing")
  }

  /// Returns a filter `CISourceInCompositing` with default values.
  public class func sourceInCompositing() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CISourceInCompositing")
  }

  /// Returns a filter `CISourceOutCompositing` with default values.
  public class func sourceOutCompositing() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CISourceOutCompositing")
  }

  /// Returns a filter `CISourceOverCompositing` with default values.
  public class func sourceOverCompositing() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CISourceOverCompositing")
  }

  /// Returns a filter `CISubtractBlendMode` with default values.
  public class func subtractBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CISubtractBlendMode")
  }

  /// Returns a filter `CIVividLightBlendMode` with default values.
  public class func vividLightBlendMode() -> any CIFilter & CICompositeOperation {
    CompositeOperationFilter(builtIn: "CIVividLightBlendMode")
  }
}

private final class CompositeOperationFilter: CIFilter, CICompositeOperation {}
