public import Foundation

/// The properties of the filter `CIBicubicScaleTransform`.
public protocol CIBicubicScaleTransform: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The scale.
  var scale: Float { get set }
  /// The aspect ratio.
  var aspectRatio: Float { get set }
  /// The coefficient B of the cubic.
  var parameterB: Float { get set }
  /// The coefficient C of the cubic.
  var parameterC: Float { get set }
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

private final class BicubicScaleTransformFilter: CIFilter, CIBicubicScaleTransform {}
private final class LanczosScaleTransformFilter: CIFilter, CILanczosScaleTransform {}
private final class PerspectiveTransformFilter: CIFilter, CIPerspectiveTransform {}
private final class PerspectiveTransformWithExtentFilter: CIFilter, CIPerspectiveTransformWithExtent {}
private final class StraightenFilter: CIFilter, CIStraighten {}
