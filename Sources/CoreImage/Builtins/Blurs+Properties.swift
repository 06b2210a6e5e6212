public import Foundation

/// The properties of the filter `CIBoxBlur`.
public protocol CIBoxBlur: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
}

/// The properties of the filter `CIDiscBlur`.
public protocol CIDiscBlur: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
}

/// The properties of the filter `CIGaussianBlur`.
public protocol CIGaussianBlur: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
}

/// The properties of the filter `CIMedianFilter`.
public protocol CIMedian: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
}

/// The properties of the filter `CIMorphologyGradient`.
public protocol CIMorphologyGradient: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
}

/// The properties of the filter `CIMorphologyMaximum`.
public protocol CIMorphologyMaximum: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
}

/// The properties of the filter `CIMorphologyMinimum`.
public protocol CIMorphologyMinimum: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
}

/// The properties of the filter `CIMorphologyRectangleMaximum`.
public protocol CIMorphologyRectangleMaximum: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The height in pixels.
  var height: Float { get set }
}

/// The properties of the filter `CIMorphologyRectangleMinimum`.
public protocol CIMorphologyRectangleMinimum: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The height in pixels.
  var height: Float { get set }
}

/// The properties of the filter `CIMotionBlur`.
public protocol CIMotionBlur: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The angle in radians.
  var angle: Float { get set }
}

/// The properties of the filter `CIZoomBlur`.
public protocol CIZoomBlur: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The amount.
  var amount: Float { get set }
}

extension CIFilter {
  /// Returns a filter `CIBoxBlur` with default values.
  public class func boxBlur() -> any CIFilter & CIBoxBlur { BoxBlurFilter(builtIn: "CIBoxBlur") }

  /// Returns a filter `CIDiscBlur` with default values.
  public class func discBlur() -> any CIFilter & CIDiscBlur { DiscBlurFilter(builtIn: "CIDiscBlur") }

  /// Returns a filter `CIGaussianBlur` with default values.
  public class func gaussianBlur() -> any CIFilter & CIGaussianBlur {
    GaussianBlurFilter(builtIn: "CIGaussianBlur")
  }

  /// Returns a filter `CIMedianFilter` with default values.
  public class func median() -> any CIFilter & CIMedian { MedianFilter(builtIn: "CIMedianFilter") }

  /// Returns a filter `CIMorphologyGradient` with default values.
  public class func morphologyGradient() -> any CIFilter & CIMorphologyGradient {
    MorphologyGradientFilter(builtIn: "CIMorphologyGradient")
  }

  /// Returns a filter `CIMorphologyMaximum` with default values.
  public class func morphologyMaximum() -> any CIFilter & CIMorphologyMaximum {
    MorphologyMaximumFilter(builtIn: "CIMorphologyMaximum")
  }

  /// Returns a filter `CIMorphologyMinimum` with default values.
  public class func morphologyMinimum() -> any CIFilter & CIMorphologyMinimum {
    MorphologyMinimumFilter(builtIn: "CIMorphologyMinimum")
  }

  /// Returns a filter `CIMorphologyRectangleMaximum` with default values.
  public class func morphologyRectangleMaximum() -> any CIFilter & CIMorphologyRectangleMaximum {
    MorphologyRectangleMaximumFilter(builtIn: "CIMorphologyRectangleMaximum")
  }

  /// Returns a filter `CIMorphologyRectangleMinimum` with default values.
  public class func morphologyRectangleMinimum() -> any CIFilter & CIMorphologyRectangleMinimum {
    MorphologyRectangleMinimumFilter(builtIn: "CIMorphologyRectangleMinimum")
  }

  /// Returns a filter `CIMotionBlur` with default values.
  public class func motionBlur() -> any CIFilter & CIMotionBlur { MotionBlurFilter(builtIn: "CIMotionBlur") }

  /// Returns a filter `CIZoomBlur` with default values.
  public class func zoomBlur() -> any CIFilter & CIZoomBlur { ZoomBlurFilter(builtIn: "CIZoomBlur") }
}

private final class BoxBlurFilter: CIFilter, CIBoxBlur {}
private final class DiscBlurFilter: CIFilter, CIDiscBlur {}
private final class GaussianBlurFilter: CIFilter, CIGaussianBlur {}
private final class MedianFilter: CIFilter, CIMedian {}
private final class MorphologyGradientFilter: CIFilter, CIMorphologyGradient {}
private final class MorphologyMaximumFilter: CIFilter, CIMorphologyMaximum {}
private final class MorphologyMinimumFilter: CIFilter, CIMorphologyMinimum {}
private final class MorphologyRectangleMaximumFilter: CIFilter, CIMorphologyRectangleMaximum {}
private final class MorphologyRectangleMinimumFilter: CIFilter, CIMorphologyRectangleMinimum {}
private final class MotionBlurFilter: CIFilter, CIMotionBlur {}
private final class ZoomBlurFilter: CIFilter, CIZoomBlur {}
