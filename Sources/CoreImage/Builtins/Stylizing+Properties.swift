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
}

private final class BlendWithMaskFilter: CIFilter, CIBlendWithMask {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var backgroundImage: CIImage? {
    get { self["inputBackgroundImage"] }
    set { self["inputBackgroundImage"] = newValue }
  }
  var maskImage: CIImage? {
    get { self["inputMaskImage"] }
    set { self["inputMaskImage"] = newValue }
  }
}

private final class BloomFilter: CIFilter, CIBloom {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var radius: Float {
    get { self["inputRadius"] }
    set { self["inputRadius"] = newValue }
  }
  var intensity: Float {
    get { self["inputIntensity"] }
    set { self["inputIntensity"] = newValue }
  }
}

private final class ConvolutionFilter: CIFilter, CIConvolution {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var weights: CIVector {
    get { self["inputWeights"] }
    set { self["inputWeights"] = newValue }
  }
  var bias: Float {
    get { self["inputBias"] }
    set { self["inputBias"] = newValue }
  }
}

private final class GloomFilter: CIFilter, CIGloom {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var radius: Float {
    get { self["inputRadius"] }
    set { self["inputRadius"] = newValue }
  }
  var intensity: Float {
    get { self["inputIntensity"] }
    set { self["inputIntensity"] = newValue }
  }
}

private final class MixFilter: CIFilter, CIMix {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var backgroundImage: CIImage? {
    get { self["inputBackgroundImage"] }
    set { self["inputBackgroundImage"] = newValue }
  }
  var amount: Float {
    get { self["inputAmount"] }
    set { self["inputAmount"] = newValue }
  }
}

private final class PixellateFilter: CIFilter, CIPixellate {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var center: CGPoint {
    get { self["inputCenter"] }
    set { self["inputCenter"] = newValue }
  }
  var scale: Float {
    get { self["inputScale"] }
    set { self["inputScale"] = newValue }
  }
}

private final class UnsharpMaskFilter: CIFilter, CIUnsharpMask {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var radius: Float {
    get { self["inputRadius"] }
    set { self["inputRadius"] = newValue }
  }
  var intensity: Float {
    get { self["inputIntensity"] }
    set { self["inputIntensity"] = newValue }
  }
}
