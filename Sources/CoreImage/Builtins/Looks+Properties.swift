public import CoreGraphics
import Foundation

/// The properties of the filters `CIPhotoEffect…`.
public protocol CIPhotoEffect: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
}

/// The properties of the filter `CIThermal`.
public protocol CIThermal: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
}

/// The properties of the filter `CIXRay`.
public protocol CIXRay: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
}

/// The properties of the filter `CIDither`.
public protocol CIDither: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The strength of the effect.
  var intensity: Float { get set }
}

/// The properties of the filter `CIDocumentEnhancer`.
public protocol CIDocumentEnhancer: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The amount.
  var amount: Float { get set }
}

/// The properties of the filter `CIColorCurves`.
public protocol CIColorCurves: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// Red, green and blue floats for values that spread evenly over the domain.
  var curvesData: Data { get set }
  /// The least and the greatest value of the table.
  var curvesDomain: CIVector { get set }
  /// The color space of the table.
  var colorSpace: CGColorSpace? { get set }
}

/// The properties of the filter `CIColorCubesMixedWithMask`.
public protocol CIColorCubesMixedWithMask: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The mask.
  var maskImage: CIImage? { get set }
  /// The cells along a side of the cubes.
  var cubeDimension: Float { get set }
  /// The cube for black.
  var cube0Data: Data { get set }
  /// The cube for white.
  var cube1Data: Data { get set }
  /// The color space of the table.
  var colorSpace: CGColorSpace? { get set }
}

/// The properties of the filter `CIColorThresholdOtsu`.
public protocol CIColorThresholdOtsu: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
}

/// The properties of the filter `CIColorAbsoluteDifference`.
public protocol CIColorAbsoluteDifference: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The other image.
  var inputImage2: CIImage? { get set }
}

/// The properties of the filter `CILabDeltaE`.
public protocol CILabDeltaE: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The other image.
  var image2: CIImage? { get set }
}

/// The properties of the filter `CIPalettize`.
public protocol CIPalettize: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The row of colours.
  var paletteImage: CIImage? { get set }
  /// True if colours are compared in Lab.
  var perceptual: Bool { get set }
}

extension CIFilter {
  /// Returns a filter `CIPhotoEffectChrome` with default values.
  public class func photoEffectChrome() -> any CIFilter & CIPhotoEffect {
    PhotoEffectFilter(builtIn: "CIPhotoEffectChrome")
  }

  /// Returns a filter `CIPhotoEffectFade` with default values.
  public class func photoEffectFade() -> any CIFilter & CIPhotoEffect {
    PhotoEffectFilter(builtIn: "CIPhotoEffectFade")
  }

  /// Returns a filter `CIPhotoEffectInstant` with default values.
  public class func photoEffectInstant() -> any CIFilter & CIPhotoEffect {
    PhotoEffectFilter(builtIn: "CIPhotoEffectInstant")
  }

  /// Returns a filter `CIPhotoEffectMono` with default values.
  public class func photoEffectMono() -> any CIFilter & CIPhotoEffect {
    PhotoEffectFilter(builtIn: "CIPhotoEffectMono")
  }

  /// Returns a filter `CIPhotoEffectNoir` with default values.
  public class func photoEffectNoir() -> any CIFilter & CIPhotoEffect {
    PhotoEffectFilter(builtIn: "CIPhotoEffectNoir")
  }

  /// Returns a filter `CIPhotoEffectProcess` with default values.
  public class func photoEffectProcess() -> any CIFilter & CIPhotoEffect {
    PhotoEffectFilter(builtIn: "CIPhotoEffectProcess")
  }

  /// Returns a filter `CIPhotoEffectTonal` with default values.
  public class func photoEffectTonal() -> any CIFilter & CIPhotoEffect {
    PhotoEffectFilter(builtIn: "CIPhotoEffectTonal")
  }

  /// Returns a filter `CIPhotoEffectTransfer` with default values.
  public class func photoEffectTransfer() -> any CIFilter & CIPhotoEffect {
    PhotoEffectFilter(builtIn: "CIPhotoEffectTransfer")
  }

  /// Returns a filter `CIThermal` with default values.
  public class func thermal() -> any CIFilter & CIThermal {
    ThermalFilter(builtIn: "CIThermal")
  }

  /// Returns a filter `CIXRay` with default values.
  public class func xRay() -> any CIFilter & CIXRay {
    XRayFilter(builtIn: "CIXRay")
  }

  /// Returns a filter `CIDither` with default values.
  public class func dither() -> any CIFilter & CIDither {
    DitherFilter(builtIn: "CIDither")
  }

  /// Returns a filter `CIDocumentEnhancer` with default values.
  public class func documentEnhancer() -> any CIFilter & CIDocumentEnhancer {
    DocumentEnhancerFilter(builtIn: "CIDocumentEnhancer")
  }

  /// Returns a filter `CIColorCurves` with default values.
  public class func colorCurves() -> any CIFilter & CIColorCurves {
    ColorCurvesFilter(builtIn: "CIColorCurves")
  }

  /// Returns a filter `CIColorCubesMixedWithMask` with default values.
  public class func colorCubesMixedWithMask() -> any CIFilter & CIColorCubesMixedWithMask {
    ColorCubesMixedWithMaskFilter(builtIn: "CIColorCubesMixedWithMask")
  }

  /// Returns a filter `CIColorThresholdOtsu` with default values.
  public class func colorThresholdOtsu() -> any CIFilter & CIColorThresholdOtsu {
    ColorThresholdOtsuFilter(builtIn: "CIColorThresholdOtsu")
  }

  /// Returns a filter `CIColorAbsoluteDifference` with default values.
  public class func colorAbsoluteDifference() -> any CIFilter & CIColorAbsoluteDifference {
    ColorAbsoluteDifferenceFilter(builtIn: "CIColorAbsoluteDifference")
  }

  /// Returns a filter `CILabDeltaE` with default values.
  public class func labDeltaE() -> any CIFilter & CILabDeltaE {
    LabDeltaEFilter(builtIn: "CILabDeltaE")
  }

  /// Returns a filter `CIPalettize` with default values.
  public class func palettize() -> any CIFilter & CIPalettize {
    PalettizeFilter(builtIn: "CIPalettize")
  }
}

private final class PhotoEffectFilter: CIFilter, CIPhotoEffect {}
private final class ThermalFilter: CIFilter, CIThermal {}
private final class XRayFilter: CIFilter, CIXRay {}
private final class DitherFilter: CIFilter, CIDither {}
private final class DocumentEnhancerFilter: CIFilter, CIDocumentEnhancer {}
private final class ColorCurvesFilter: CIFilter, CIColorCurves {}
private final class ColorCubesMixedWithMaskFilter: CIFilter, CIColorCubesMixedWithMask {}
private final class ColorThresholdOtsuFilter: CIFilter, CIColorThresholdOtsu {}
private final class ColorAbsoluteDifferenceFilter: CIFilter, CIColorAbsoluteDifference {}
private final class LabDeltaEFilter: CIFilter, CILabDeltaE {}
private final class PalettizeFilter: CIFilter, CIPalettize {}
