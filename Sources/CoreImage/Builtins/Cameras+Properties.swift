import Foundation

/// The properties of the filter `CIKeystoneCorrectionCombined`.
public protocol CIKeystoneCorrectionCombined: CIFourCoordinateGeometryFilter {
  /// The focal length in millimetres, for a picture whose longer side is 36 mm.
  var focalLength: Float { get set }
}

/// The properties of the filter `CIKeystoneCorrectionHorizontal`.
public protocol CIKeystoneCorrectionHorizontal: CIFourCoordinateGeometryFilter {
  /// The focal length in millimetres, for a picture whose longer side is 36 mm.
  var focalLength: Float { get set }
}

/// The properties of the filter `CIKeystoneCorrectionVertical`.
public protocol CIKeystoneCorrectionVertical: CIFourCoordinateGeometryFilter {
  /// The focal length in millimetres, for a picture whose longer side is 36 mm.
  var focalLength: Float { get set }
}

/// The properties of the filter `CIPerspectiveCorrection`.
public protocol CIPerspectiveCorrection: CIFourCoordinateGeometryFilter {
  /// True if only the part between the four points is shown.
  var crop: Bool { get set }
}

/// The properties of the filter `CIPerspectiveRotate`.
public protocol CIPerspectiveRotate: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The focal length in millimetres, for a picture whose longer side is 36 mm.
  var focalLength: Float { get set }
  /// The angle about the horizontal axis in radians.
  var pitch: Float { get set }
  /// The angle about the vertical axis in radians.
  var yaw: Float { get set }
  /// The angle about the axis of view in radians.
  var roll: Float { get set }
}

extension CIFilter {
  /// Returns a filter `CIKeystoneCorrectionCombined` with default values.
  public class func keystoneCorrectionCombined() -> any CIFilter & CIKeystoneCorrectionCombined {
    KeystoneCorrectionCombinedFilter(builtIn: "CIKeystoneCorrectionCombined")
  }

  /// Returns a filter `CIKeystoneCorrectionHorizontal` with default values.
  public class func keystoneCorrectionHorizontal() -> any CIFilter & CIKeystoneCorrectionHorizontal {
    KeystoneCorrectionHorizontalFilter(builtIn: "CIKeystoneCorrectionHorizontal")
  }

  /// Returns a filter `CIKeystoneCorrectionVertical` with default values.
  public class func keystoneCorrectionVertical() -> any CIFilter & CIKeystoneCorrectionVertical {
    KeystoneCorrectionVerticalFilter(builtIn: "CIKeystoneCorrectionVertical")
  }

  /// Returns a filter `CIPerspectiveCorrection` with default values.
  public class func perspectiveCorrection() -> any CIFilter & CIPerspectiveCorrection {
    PerspectiveCorrectionFilter(builtIn: "CIPerspectiveCorrection")
  }

  /// Returns a filter `CIPerspectiveRotate` with default values.
  public class func perspectiveRotate() -> any CIFilter & CIPerspectiveRotate {
    PerspectiveRotateFilter(builtIn: "CIPerspectiveRotate")
  }
}

private final class KeystoneCorrectionCombinedFilter: CIFilter, CIKeystoneCorrectionCombined {}
private final class KeystoneCorrectionHorizontalFilter: CIFilter, CIKeystoneCorrectionHorizontal {}
private final class KeystoneCorrectionVerticalFilter: CIFilter, CIKeystoneCorrectionVertical {}
private final class PerspectiveCorrectionFilter: CIFilter, CIPerspectiveCorrection {}
private final class PerspectiveRotateFilter: CIFilter, CIPerspectiveRotate {}
