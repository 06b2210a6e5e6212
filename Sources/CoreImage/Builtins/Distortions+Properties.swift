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

private final class BumpDistortionFilter: CIFilter, CIBumpDistortion {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var center: CGPoint {
    get { self["inputCenter"] }
    set { self["inputCenter"] = newValue }
  }
  var radius: Float {
    get { self["inputRadius"] }
    set { self["inputRadius"] = newValue }
  }
  var scale: Float {
    get { self["inputScale"] }
    set { self["inputScale"] = newValue }
  }
}

private final class CircleSplashDistortionFilter: CIFilter, CICircleSplashDistortion {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var center: CGPoint {
    get { self["inputCenter"] }
    set { self["inputCenter"] = newValue }
  }
  var radius: Float {
    get { self["inputRadius"] }
    set { self["inputRadius"] = newValue }
  }
}

private final class HoleDistortionFilter: CIFilter, CIHoleDistortion {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var center: CGPoint {
    get { self["inputCenter"] }
    set { self["inputCenter"] = newValue }
  }
  var radius: Float {
    get { self["inputRadius"] }
    set { self["inputRadius"] = newValue }
  }
}

private final class NinePartStretchedFilter: CIFilter, CINinePartStretched {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var breakpoint0: CGPoint {
    get { self["inputBreakpoint0"] }
    set { self["inputBreakpoint0"] = newValue }
  }
  var breakpoint1: CGPoint {
    get { self["inputBreakpoint1"] }
    set { self["inputBreakpoint1"] = newValue }
  }
  var growAmount: CGPoint {
    get { self["inputGrowAmount"] }
    set { self["inputGrowAmount"] = newValue }
  }
}

private final class PinchDistortionFilter: CIFilter, CIPinchDistortion {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var center: CGPoint {
    get { self["inputCenter"] }
    set { self["inputCenter"] = newValue }
  }
  var radius: Float {
    get { self["inputRadius"] }
    set { self["inputRadius"] = newValue }
  }
  var scale: Float {
    get { self["inputScale"] }
    set { self["inputScale"] = newValue }
  }
}

private final class TwirlDistortionFilter: CIFilter, CITwirlDistortion {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var center: CGPoint {
    get { self["inputCenter"] }
    set { self["inputCenter"] = newValue }
  }
  var radius: Float {
    get { self["inputRadius"] }
    set { self["inputRadius"] = newValue }
  }
  var angle: Float {
    get { self["inputAngle"] }
    set { self["inputAngle"] = newValue }
  }
}

private final class VortexDistortionFilter: CIFilter, CIVortexDistortion {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var center: CGPoint {
    get { self["inputCenter"] }
    set { self["inputCenter"] = newValue }
  }
  var radius: Float {
    get { self["inputRadius"] }
    set { self["inputRadius"] = newValue }
  }
  var angle: Float {
    get { self["inputAngle"] }
    set { self["inputAngle"] = newValue }
  }
}
