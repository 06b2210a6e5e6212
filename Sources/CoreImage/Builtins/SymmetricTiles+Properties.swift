public import Foundation

/// The properties of the filter `CIEightfoldReflectedTile`.
public protocol CIEightfoldReflectedTile: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
}

/// The properties of the filter `CIFourfoldReflectedTile`.
public protocol CIFourfoldReflectedTile: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The angle between the sides of a tile in radians.
  var acuteAngle: Float { get set }
}

/// The properties of the filter `CIFourfoldRotatedTile`.
public protocol CIFourfoldRotatedTile: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
}

/// The properties of the filter `CIFourfoldTranslatedTile`.
public protocol CIFourfoldTranslatedTile: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The angle between the sides of a tile in radians.
  var acuteAngle: Float { get set }
}

/// The properties of the filter `CIGlideReflectedTile`.
public protocol CIGlideReflectedTile: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
}

/// The properties of the filter `CIKaleidoscope`.
public protocol CIKaleidoscope: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The number of wedges in half a turn.
  var count: Int { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The angle in radians.
  var angle: Float { get set }
}

/// The properties of the filter `CIOpTile`.
public protocol CIOpTile: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The scale.
  var scale: Float { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
}

/// The properties of the filter `CIParallelogramTile`.
public protocol CIParallelogramTile: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The angle between the sides of a tile in radians.
  var acuteAngle: Float { get set }
}

/// The properties of the filter `CISixfoldReflectedTile`.
public protocol CISixfoldReflectedTile: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
}

/// The properties of the filter `CISixfoldRotatedTile`.
public protocol CISixfoldRotatedTile: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
}

/// The properties of the filter `CITriangleKaleidoscope`.
public protocol CITriangleKaleidoscope: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The middle of the triangle, in the plane of the image.
  var point: CGPoint { get set }
  /// The side of the triangle in pixels.
  var size: Float { get set }
  /// The rotation in radians.
  var rotation: Float { get set }
  /// The factor of colours at each mirror, 0 to 1.
  var decay: Float { get set }
}

/// The properties of the filter `CITriangleTile`.
public protocol CITriangleTile: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
}

/// The properties of the filter `CITwelvefoldReflectedTile`.
public protocol CITwelvefoldReflectedTile: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
}

extension CIFilter {
  /// Returns a filter `CIEightfoldReflectedTile` with default values.
  public class func eightfoldReflectedTile() -> any CIFilter & CIEightfoldReflectedTile {
    EightfoldReflectedTileFilter(builtIn: "CIEightfoldReflectedTile")
  }

  /// Returns a filter `CIFourfoldReflectedTile` with default values.
  public class func fourfoldReflectedTile() -> any CIFilter & CIFourfoldReflectedTile {
    FourfoldReflectedTileFilter(builtIn: "CIFourfoldReflectedTile")
  }

  /// Returns a filter `CIFourfoldRotatedTile` with default values.
  public class func fourfoldRotatedTile() -> any CIFilter & CIFourfoldRotatedTile {
    FourfoldRotatedTileFilter(builtIn: "CIFourfoldRotatedTile")
  }

  /// Returns a filter `CIFourfoldTranslatedTile` with default values.
  public class func fourfoldTranslatedTile() -> any CIFilter & CIFourfoldTranslatedTile {
    FourfoldTranslatedTileFilter(builtIn: "CIFourfoldTranslatedTile")
  }

  /// Returns a filter `CIGlideReflectedTile` with default values.
  public class func glideReflectedTile() -> any CIFilter & CIGlideReflectedTile {
    GlideReflectedTileFilter(builtIn: "CIGlideReflectedTile")
  }

  /// Returns a filter `CIKaleidoscope` with default values.
  public class func kaleidoscope() -> any CIFilter & CIKaleidoscope {
    KaleidoscopeFilter(builtIn: "CIKaleidoscope")
  }

  /// Returns a filter `CIOpTile` with default values.
  public class func opTile() -> any CIFilter & CIOpTile { OpTileFilter(builtIn: "CIOpTile") }

  /// Returns a filter `CIParallelogramTile` with default values.
  public class func parallelogramTile() -> any CIFilter & CIParallelogramTile {
    ParallelogramTileFilter(builtIn: "CIParallelogramTile")
  }

  /// Returns a filter `CISixfoldReflectedTile` with default values.
  public class func sixfoldReflectedTile() -> any CIFilter & CISixfoldReflectedTile {
    SixfoldReflectedTileFilter(builtIn: "CISixfoldReflectedTile")
  }

  /// Returns a filter `CISixfoldRotatedTile` with default values.
  public class func sixfoldRotatedTile() -> any CIFilter & CISixfoldRotatedTile {
    SixfoldRotatedTileFilter(builtIn: "CISixfoldRotatedTile")
  }

  /// Returns a filter `CITriangleKaleidoscope` with default values.
  public class func triangleKaleidoscope() -> any CIFilter & CITriangleKaleidoscope {
    TriangleKaleidoscopeFilter(builtIn: "CITriangleKaleidoscope")
  }

  /// Returns a filter `CITriangleTile` with default values.
  public class func triangleTile() -> any CIFilter & CITriangleTile {
    TriangleTileFilter(builtIn: "CITriangleTile")
  }

  /// Returns a filter `CITwelvefoldReflectedTile` with default values.
  public class func twelvefoldReflectedTile() -> any CIFilter & CITwelvefoldReflectedTile {
    TwelvefoldReflectedTileFilter(builtIn: "CITwelvefoldReflectedTile")
  }
}

private final class EightfoldReflectedTileFilter: CIFilter, CIEightfoldReflectedTile {}
private final class FourfoldReflectedTileFilter: CIFilter, CIFourfoldReflectedTile {}
private final class FourfoldRotatedTileFilter: CIFilter, CIFourfoldRotatedTile {}
private final class FourfoldTranslatedTileFilter: CIFilter, CIFourfoldTranslatedTile {}
private final class GlideReflectedTileFilter: CIFilter, CIGlideReflectedTile {}
private final class KaleidoscopeFilter: CIFilter, CIKaleidoscope {}
private final class OpTileFilter: CIFilter, CIOpTile {}
private final class ParallelogramTileFilter: CIFilter, CIParallelogramTile {}
private final class SixfoldReflectedTileFilter: CIFilter, CISixfoldReflectedTile {}
private final class SixfoldRotatedTileFilter: CIFilter, CISixfoldRotatedTile {}
private final class TriangleKaleidoscopeFilter: CIFilter, CITriangleKaleidoscope {
  var size: Float {
    get { input() }
    set { setInput(newValue) }
  }
}
private final class TriangleTileFilter: CIFilter, CITriangleTile {}
private final class TwelvefoldReflectedTileFilter: CIFilter, CITwelvefoldReflectedTile {}
