public import Foundation

/// The properties of the filter `CIBicubicScaleTransform`.
public protocol CIBicubicScaleTransform: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The scale.
  var scale: Float { get set }
  /// The aspect ratio.
  var aspectRatio: Float { get set }
  /// The b.
  var b: Float { get set }
  /// The c.
  var c: Float { get set }
}

/// The properties of the filter `CILanczosScaleTransform`.
public protocol CILanczosScaleTransform: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The scale.
  var scale: Float { get set }
  /// The aspect ratio.
  var aspectRatio: Float { get set }
}

/// The properties of the filter `CIPerspectiveTransform`.
public protocol CIPerspectiveTransform: CIFourCoordinateGeometryFilter {}

/// The properties of the filter `CIPerspectiveTransformWithExtent`.
public protocol CIPerspectiveTransformWithExtent: CIFourCoordinateGeometryFilter {
  /// The rectangle, in the plane of the image.
  var extent: CGRect { get set }
}

/// The properties of the filter `CIStraightenFilter`.
public protocol CIStraighten: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The angle in radians.
  var angle: Float { get set }
}

extension CIFilter {
  /// Returns a filter `CIBicubicScaleTransform` with default values.
  public class func bicubicScaleTransform() -> any CIFilter & CIBicubicScaleTransform {
    BicubicScaleTransformFilter(builtIn: "CIBicubicScaleTransform")
  }

  /// Returns a filter `CILanczosScaleTransform` with default values.
  public class func lanczosScaleTransform() -> any CIFilter & CILanczosScaleTransform {
    LanczosScaleTransformFilter(builtIn: "CILanczosScaleTransform")
  }

  /// Returns a filter `CIPerspectiveTransform` with default values.
  public class func perspectiveTransform() -> any CIFilter & CIPerspectiveTransform {
    PerspectiveTransformFilter(builtIn: "CIPerspectiveTransform")
  }

  /// Returns a filter `CIPerspectiveTransformWithExtent` with default values.
  public class func perspectiveTransformWithExtent() -> any CIFilter & CIPerspectiveTransformWithExtent {
    PerspectiveTransformWithExtentFilter(builtIn: "CIPerspectiveTransformWithExtent")
  }

  /// Returns a filter `CIStraightenFilter` with default values.
  public class func straighten() -> any CIFilter & CIStraighten {
    StraightenFilter(builtIn: "CIStraightenFilter")
  }
}

private final class BicubicScaleTransformFilter: CIFilter, CIBicubicScaleTransform {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var scale: Float {
    get { self["inputScale"] }
    set { self["inputScale"] = newValue }
  }
  var aspectRatio: Float {
    get { self["inputAspectRatio"] }
    set { self["inputAspectRatio"] = newValue }
  }
  var b: Float {
    get { self["inputB"] }
    set { self["inputB"] = newValue }
  }
  var c: Float {
    get { self["inputC"] }
    set { self["inputC"] = newValue }
  }
}

private final class LanczosScaleTransformFilter: CIFilter, CILanczosScaleTransform {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var scale: Float {
    get { self["inputScale"] }
    set { self["inputScale"] = newValue }
  }
  var aspectRatio: Float {
    get { self["inputAspectRatio"] }
    set { self["inputAspectRatio"] = newValue }
  }
}

private final class PerspectiveTransformFilter: CIFilter, CIPerspectiveTransform {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var topLeft: CGPoint {
    get { self["inputTopLeft"] }
    set { self["inputTopLeft"] = newValue }
  }
  var topRight: CGPoint {
    get { self["inputTopRight"] }
    set { self["inputTopRight"] = newValue }
  }
  var bottomRight: CGPoint {
    get { self["inputBottomRight"] }
    set { self["inputBottomRight"] = newValue }
  }
  var bottomLeft: CGPoint {
    get { self["inputBottomLeft"] }
    set { self["inputBottomLeft"] = newValue }
  }
}

private final class PerspectiveTransformWithExtentFilter: CIFilter, CIPerspectiveTransformWithExtent {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var extent: CGRect {
    get { self["inputExtent"] }
    set { self["inputExtent"] = newValue }
  }
  var topLeft: CGPoint {
    get { self["inputTopLeft"] }
    set { self["inputTopLeft"] = newValue }
  }
  var topRight: CGPoint {
    get { self["inputTopRight"] }
    set { self["inputTopRight"] = newValue }
  }
  var bottomRight: CGPoint {
    get { self["inputBottomRight"] }
    set { self["inputBottomRight"] = newValue }
  }
  var bottomLeft: CGPoint {
    get { self["inputBottomLeft"] }
    set { self["inputBottomLeft"] = newValue }
  }
}

private final class StraightenFilter: CIFilter, CIStraighten {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var angle: Float {
    get { self["inputAngle"] }
    set { self["inputAngle"] = newValue }
  }
}
