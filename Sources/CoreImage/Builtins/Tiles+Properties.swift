public import CoreGraphics
public import Foundation

/// The properties of filters that map an image to four points.
public protocol CIFourCoordinateGeometryFilter: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The top left.
  var topLeft: CGPoint { get set }
  /// The top right.
  var topRight: CGPoint { get set }
  /// The bottom right.
  var bottomRight: CGPoint { get set }
  /// The bottom left.
  var bottomLeft: CGPoint { get set }
}

/// The properties of filters that measure an area.
public protocol CIAreaReductionFilter: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The rectangle, in the plane of the image.
  var extent: CGRect { get set }
}

/// The properties of the filter `CIAffineClamp`.
public protocol CIAffineClamp: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The transform of the plane.
  var transform: CGAffineTransform { get set }
}

/// The properties of the filter `CIAffineTile`.
public protocol CIAffineTile: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The transform of the plane.
  var transform: CGAffineTransform { get set }
}

/// The properties of the filter `CIAreaAverage`.
public protocol CIAreaAverage: CIAreaReductionFilter {}

/// The properties of the filter `CIAreaMaximum`.
public protocol CIAreaMaximum: CIAreaReductionFilter {}

/// The properties of the filter `CIAreaMaximumAlpha`.
public protocol CIAreaMaximumAlpha: CIAreaReductionFilter {}

/// The properties of the filter `CIAreaMinMax`.
public protocol CIAreaMinMax: CIAreaReductionFilter {}

/// The properties of the filter `CIAreaMinimum`.
public protocol CIAreaMinimum: CIAreaReductionFilter {}

/// The properties of the filter `CIAreaMinimumAlpha`.
public protocol CIAreaMinimumAlpha: CIAreaReductionFilter {}

/// The properties of the filter `CIColumnAverage`.
public protocol CIColumnAverage: CIAreaReductionFilter {}

/// The properties of the filter `CIPerspectiveTile`.
public protocol CIPerspectiveTile: CIFourCoordinateGeometryFilter {}

extension CIFilter {
  /// Returns a filter `CIAffineClamp` with default values.
  public class func affineClamp() -> any CIFilter & CIAffineClamp {
    AffineClampFilter(builtIn: "CIAffineClamp")
  }

  /// Returns a filter `CIAffineTile` with default values.
  public class func affineTile() -> any CIFilter & CIAffineTile { AffineTileFilter(builtIn: "CIAffineTile") }

  /// Returns a filter `CIAreaAverage` with default values.
  public class func areaAverage() -> any CIFilter & CIAreaAverage {
    AreaAverageFilter(builtIn: "CIAreaAverage")
  }

  /// Returns a filter `CIAreaMaximum` with default values.
  public class func areaMaximum() -> any CIFilter & CIAreaMaximum {
    AreaMaximumFilter(builtIn: "CIAreaMaximum")
  }

  /// Returns a filter `CIAreaMaximumAlpha` with default values.
  public class func areaMaximumAlpha() -> any CIFilter & CIAreaMaximumAlpha {
    AreaMaximumAlphaFilter(builtIn: "CIAreaMaximumAlpha")
  }

  /// Returns a filter `CIAreaMinMax` with default values.
  public class func areaMinMax() -> any CIFilter & CIAreaMinMax { AreaMinMaxFilter(builtIn: "CIAreaMinMax") }

  /// Returns a filter `CIAreaMinimum` with default values.
  public class func areaMinimum() -> any CIFilter & CIAreaMinimum {
    AreaMinimumFilter(builtIn: "CIAreaMinimum")
  }

  /// Returns a filter `CIAreaMinimumAlpha` with default values.
  public class func areaMinimumAlpha() -> any CIFilter & CIAreaMinimumAlpha {
    AreaMinimumAlphaFilter(builtIn: "CIAreaMinimumAlpha")
  }

  /// Returns a filter `CIColumnAverage` with default values.
  public class func columnAverage() -> any CIFilter & CIColumnAverage {
    ColumnAverageFilter(builtIn: "CIColumnAverage")
  }

  /// Returns a filter `CIPerspectiveTile` with default values.
  public class func perspectiveTile() -> any CIFilter & CIPerspectiveTile {
    PerspectiveTileFilter(builtIn: "CIPerspectiveTile")
  }
}

private final class AffineClampFilter: CIFilter, CIAffineClamp {}
private final class AffineTileFilter: CIFilter, CIAffineTile {}
private final class AreaAverageFilter: CIFilter, CIAreaAverage {}
private final class AreaMaximumFilter: CIFilter, CIAreaMaximum {}
private final class AreaMaximumAlphaFilter: CIFilter, CIAreaMaximumAlpha {}
private final class AreaMinMaxFilter: CIFilter, CIAreaMinMax {}
private final class AreaMinimumFilter: CIFilter, CIAreaMinimum {}
private final class AreaMinimumAlphaFilter: CIFilter, CIAreaMinimumAlpha {}
private final class ColumnAverageFilter: CIFilter, CIColumnAverage {}
private final class PerspectiveTileFilter: CIFilter, CIPerspectiveTile {}
