public import Foundation

/// The properties of the filter `CIBumpDistortion`.
public protocol CIBumpDistortion: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The scale.
  var scale: Float { get set }
}

/// The properties of the filter `CICircleSplashDistortion`.
public protocol CICircleSplashDistortion: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The radius in pixels.
  var radius: Float { get set }
}

/// The properties of the filter `CIHoleDistortion`.
public protocol CIHoleDistortion: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The radius in pixels.
  var radius: Float { get set }
}

/// The properties of the filter `CINinePartStretched`.
public protocol CINinePartStretched: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The breakpoint 0.
  var breakpoint0: CGPoint { get set }
  /// The breakpoint 1.
  var breakpoint1: CGPoint { get set }
  /// The grow amount.
  var growAmount: CGPoint { get set }
}

/// The properties of the filter `CIPinchDistortion`.
public protocol CIPinchDistortion: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The scale.
  var scale: Float { get set }
}

/// The properties of the filter `CITwirlDistortion`.
public protocol CITwirlDistortion: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The angle in radians.
  var angle: Float { get set }
}

/// The properties of the filter `CIVortexDistortion`.
public protocol CIVortexDistortion: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The angle in radians.
  var angle: Float { get set }
}

extension CIFilter {
  /// Returns a filter `CIBumpDistortion` with default values.
  public class func bumpDistortion() -> any CIFilter & CIBumpDistortion {
    BumpDistortionFilter(builtIn: "CIBumpDistortion")
  }

  /// Returns a filter `CICircleSplashDistortion` with default values.
  public class func circleSplashDistortion() -> any CIFilter & CICircleSplashDistortion {
    CircleSplashDistortionFilter(builtIn: "CICircleSplashDistortion")
  }

  /// Returns a filter `CIHoleDistortion` with default values.
  public class func holeDistortion() -> any CIFilter & CIHoleDistortion {
    HoleDistortionFilter(builtIn: "CIHoleDistortion")
  }

  /// Returns a filter `CINinePartStretched` with default values.
  public class func ninePartStretched() -> any CIFilter & CINinePartStretched {
    NinePartStretchedFilter(builtIn: "CINinePartStretched")
  }

  /// Returns a filter `CIPinchDistortion` with default values.
  public class func pinchDistortion() -> any CIFilter & CIPinchDistortion {
    PinchDistortionFilter(builtIn: "CIPinchDistortion")
  }

  /// Returns a filter `CITwirlDistortion` with default values.
  public class func twirlDistortion() -> any CIFilter & CITwirlDistortion {
    TwirlDistortionFilter(builtIn: "CITwirlDistortion")
  }

  /// Returns a filter `CIVortexDistortion` with default values.
  public class func vortexDistortion() -> any CIFilter & CIVortexDistortion {
    VortexDistortionFilter(builtIn: "CIVortexDistortion")
  }
}

private final class BumpDistortionFilter: CIFilter, CIBumpDistortion {}
private final class CircleSplashDistortionFilter: CIFilter, CICircleSplashDistortion {}
private final class HoleDistortionFilter: CIFilter, CIHoleDistortion {}
private final class NinePartStretchedFilter: CIFilter, CINinePartStretched {}
private final class PinchDistortionFilter: CIFilter, CIPinchDistortion {}
private final class TwirlDistortionFilter: CIFilter, CITwirlDistortion {}
private final class VortexDistortionFilter: CIFilter, CIVortexDistortion {}
