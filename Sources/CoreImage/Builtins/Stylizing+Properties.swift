public import Foundation

/// The properties of the filters that mix two images by a mask.
public protocol CIBlendWithMask: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The image behind it.
  var backgroundImage: CIImage? { get set }
  /// The mask.
  var maskImage: CIImage? { get set }
}

/// The properties of the filter `CIBloom`.
public protocol CIBloom: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The strength of the effect.
  var intensity: Float { get set }
}

/// The properties of the convolutions.
public protocol CIConvolution: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The weights.
  var weights: CIVector { get set }
  /// The bias.
  var bias: Float { get set }
}

/// The properties of the filter `CIGloom`.
public protocol CIGloom: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The strength of the effect.
  var intensity: Float { get set }
}

/// The properties of the filter `CIMix`.
public protocol CIMix: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The image behind it.
  var backgroundImage: CIImage? { get set }
  /// The amount.
  var amount: Float { get set }
}

/// The properties of the filter `CIPixellate`.
public protocol CIPixellate: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The scale.
  var scale: Float { get set }
}

/// The properties of the filter `CIUnsharpMask`.
public protocol CIUnsharpMask: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The strength of the effect.
  var intensity: Float { get set }
}

/// The properties of the filter `CICrystallize`.
public protocol CICrystallize: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
}

/// The properties of the filter `CIEdges`.
public protocol CIEdges: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The strength of the effect.
  var intensity: Float { get set }
}

/// The properties of the filter `CIEdgeWork`.
public protocol CIEdgeWork: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
}

/// The properties of the filter `CIHexagonalPixellate`.
public protocol CIHexagonalPixellate: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The scale.
  var scale: Float { get set }
}

/// The properties of the filter `CILineOverlay`.
public protocol CILineOverlay: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The level of noise to remove.
  var nrNoiseLevel: Float { get set }
  /// The sharpness to keep.
  var nrSharpness: Float { get set }
  /// The intensity of edges.
  var edgeIntensity: Float { get set }
  /// The threshold.
  var threshold: Float { get set }
  /// The contrast.
  var contrast: Float { get set }
}

/// The properties of the filter `CIPointillize`.
public protocol CIPointillize: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
}

/// The properties of the filter `CISharpenLuminance`.
public protocol CISharpenLuminance: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The sharpness, 0 to 1.
  var sharpness: Float { get set }
}

extension CIFilter {
  /// Returns a filter `CIBlendWithAlphaMask` with default values.
  public class func blendWithAlphaMask() -> any CIFilter & CIBlendWithMask {
    BlendWithMaskFilter(builtIn: "CIBlendWithAlphaMask")
  }

  /// Returns a filter `CIBlendWithBlueMask` with default values.
  public class func blendWithBlueMask() -> any CIFilter & CIBlendWithMask {
    BlendWithMaskFilter(builtIn: "CIBlendWithBlueMask")
  }

  /// Returns a filter `CIBlendWithMask` with default values.
  public class func blendWithMask() -> any CIFilter & CIBlendWithMask {
    BlendWithMaskFilter(builtIn: "CIBlendWithMask")
  }

  /// Returns a filter `CIBlendWithRedMask` with default values.
  public class func blendWithRedMask() -> any CIFilter & CIBlendWithMask {
    BlendWithMaskFilter(builtIn: "CIBlendWithRedMask")
  }

  /// Returns a filter `CIBloom` with default values.
  public class func bloom() -> any CIFilter & CIBloom { BloomFilter(builtIn: "CIBloom") }

  /// Returns a filter `CIConvolution3X3` with default values.
  public class func convolution3X3() -> any CIFilter & CIConvolution {
    ConvolutionFilter(builtIn: "CIConvolution3X3")
  }

  /// Returns a filter `CIConvolution5X5` with default values.
  public class func convolution5X5() -> any CIFilter & CIConvolution {
    ConvolutionFilter(builtIn: "CIConvolution5X5")
  }

  /// Returns a filter `CIConvolution7X7` with default values.
  public class func convolution7X7() -> any CIFilter & CIConvolution {
    ConvolutionFilter(builtIn: "CIConvolution7X7")
  }

  /// Returns a filter `CIConvolution9Horizontal` with default values.
  public class func convolution9Horizontal() -> any CIFilter & CIConvolution {
    ConvolutionFilter(builtIn: "CIConvolution9Horizontal")
  }

  /// Returns a filter `CIConvolution9Vertical` with default values.
  public class func convolution9Vertical() -> any CIFilter & CIConvolution {
    ConvolutionFilter(builtIn: "CIConvolution9Vertical")
  }

  /// Returns a filter `CIGloom` with default values.
  public class func gloom() -> any CIFilter & CIGloom { GloomFilter(builtIn: "CIGloom") }

  /// Returns a filter `CIMix` with default values.
  public class func mix() -> any CIFilter & CIMix { MixFilter(builtIn: "CIMix") }

  /// Returns a filter `CIPixellate` with default values.
  public class func pixellate() -> any CIFilter & CIPixellate { PixellateFilter(builtIn: "CIPixellate") }

  /// Returns a filter `CIUnsharpMask` with default values.
  public class func unsharpMask() -> any CIFilter & CIUnsharpMask {
    UnsharpMaskFilter(builtIn: "CIUnsharpMask")
  }

  /// Returns a filter `CICrystallize` with default values.
  public class func crystallize() -> any CIFilter & CICrystallize {
    CrystallizeFilter(builtIn: "CICrystallize")
  }

  /// Returns a filter `CIEdges` with default values.
  public class func edges() -> any CIFilter & CIEdges { EdgesFilter(builtIn: "CIEdges") }

  /// Returns a filter `CIEdgeWork` with default values.
  public class func edgeWork() -> any CIFilter & CIEdgeWork { EdgeWorkFilter(builtIn: "CIEdgeWork") }

  /// Returns a filter `CIHexagonalPixellate` with default values.
  public class func hexagonalPixellate() -> any CIFilter & CIHexagonalPixellate {
    HexagonalPixellateFilter(builtIn: "CIHexagonalPixellate")
  }

  /// Returns a filter `CILineOverlay` with default values.
  public class func lineOverlay() -> any CIFilter & CILineOverlay {
    LineOverlayFilter(builtIn: "CILineOverlay")
  }

  /// Returns a filter `CIPointillize` with default values.
  public class func pointillize() -> any CIFilter & CIPointillize {
    PointillizeFilter(builtIn: "CIPointillize")
  }

  /// Returns a filter `CISharpenLuminance` with default values.
  public class func sharpenLuminance() -> any CIFilter & CISharpenLuminance {
    SharpenLuminanceFilter(builtIn: "CISharpenLuminance")
  }
}

private final class BlendWithMaskFilter: CIFilter, CIBlendWithMask {}
private final class BloomFilter: CIFilter, CIBloom {}
private final class ConvolutionFilter: CIFilter, CIConvolution {}
private final class GloomFilter: CIFilter, CIGloom {}
private final class MixFilter: CIFilter, CIMix {}
private final class PixellateFilter: CIFilter, CIPixellate {}
private final class UnsharpMaskFilter: CIFilter, CIUnsharpMask {}
private final class CrystallizeFilter: CIFilter, CICrystallize {}
private final class EdgesFilter: CIFilter, CIEdges {}
private final class EdgeWorkFilter: CIFilter, CIEdgeWork {}
private final class HexagonalPixellateFilter: CIFilter, CIHexagonalPixellate {}
private final class LineOverlayFilter: CIFilter, CILineOverlay {}
private final class PointillizeFilter: CIFilter, CIPointillize {}
private final class SharpenLuminanceFilter: CIFilter, CISharpenLuminance {}
