import Foundation

/// The properties of the filter `CIAreaHistogram`.
public protocol CIAreaHistogram: CIAreaReductionFilter {
  /// The scale.
  var scale: Float { get set }
  /// The number of colours or levels.
  var count: Int { get set }
}

/// The properties of the filter `CIAreaMinMaxRed`.
public protocol CIAreaMinMaxRed: CIAreaReductionFilter {}

/// The properties of the filter `CIHistogramDisplayFilter`.
public protocol CIHistogramDisplay: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The height in pixels.
  var height: Float { get set }
  /// The part of the width from which on it is lighter.
  var highLimit: Float { get set }
  /// The part of the width up to which it is darker.
  var lowLimit: Float { get set }
}

/// The properties of the filter `CIKMeans`.
public protocol CIKMeans: CIAreaReductionFilter {
  /// The first means, a pixel each.
  var inputMeans: CIImage? { get set }
  /// The number of colours or levels.
  var count: Int { get set }
  /// The number of passes.
  var passes: Float { get set }
  /// True if colours are compared in Lab.
  var perceptual: Bool { get set }
}

/// The properties of the filter `CIPaletteCentroid`.
public protocol CIPaletteCentroid: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The row of colours.
  var paletteImage: CIImage? { get set }
  /// True if colours are compared in Lab.
  var perceptual: Bool { get set }
}

/// The properties of the filter `CIRowAverage`.
public protocol CIRowAverage: CIAreaReductionFilter {}

extension CIFilter {
  /// Returns a filter `CIAreaHistogram` with default values.
  public class func areaHistogram() -> any CIFilter & CIAreaHistogram {
    AreaHistogramFilter(builtIn: "CIAreaHistogram")
  }

  /// Returns a filter `CIAreaMinMaxRed` with default values.
  public class func areaMinMaxRed() -> any CIFilter & CIAreaMinMaxRed {
    AreaMinMaxRedFilter(builtIn: "CIAreaMinMaxRed")
  }

  /// Returns a filter `CIHistogramDisplayFilter` with default values.
  public class func histogramDisplay() -> any CIFilter & CIHistogramDisplay {
    HistogramDisplayFilter(builtIn: "CIHistogramDisplayFilter")
  }

  /// Returns a filter `CIKMeans` with default values.
  public class func kMeans() -> any CIFilter & CIKMeans {
    KMeansFilter(builtIn: "CIKMeans")
  }

  /// Returns a filter `CIPaletteCentroid` with default values.
  public class func paletteCentroid() -> any CIFilter & CIPaletteCentroid {
    PaletteCentroidFilter(builtIn: "CIPaletteCentroid")
  }

  /// Returns a filter `CIRowAverage` with default values.
  public class func rowAverage() -> any CIFilter & CIRowAverage {
    RowAverageFilter(builtIn: "CIRowAverage")
  }
}

private final class AreaHistogramFilter: CIFilter, CIAreaHistogram {}
private final class AreaMinMaxRedFilter: CIFilter, CIAreaMinMaxRed {}
private final class HistogramDisplayFilter: CIFilter, CIHistogramDisplay {}
private final class KMeansFilter: CIFilter, CIKMeans {}
private final class PaletteCentroidFilter: CIFilter, CIPaletteCentroid {}
private final class RowAverageFilter: CIFilter, CIRowAverage {}
