public import Foundation

/// The properties of the filter `CICircularScreen`.
public protocol CICircularScreen: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The sharpness, 0 to 1.
  var sharpness: Float { get set }
}

/// The properties of the filter `CICMYKHalftone`.
public protocol CICMYKHalftone: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The sharpness, 0 to 1.
  var sharpness: Float { get set }
  /// How much black replaces what all inks have in common, 0 to 1.
  var grayComponentReplacement: Float { get set }
  /// How much of that the inks lose, 0 to 1.
  var underColorRemoval: Float { get set }
}

/// The properties of the filter `CIDotScreen`.
public protocol CIDotScreen: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The sharpness, 0 to 1.
  var sharpness: Float { get set }
}

/// The properties of the filter `CIHatchedScreen`.
public protocol CIHatchedScreen: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The sharpness, 0 to 1.
  var sharpness: Float { get set }
}

/// The properties of the filter `CILineScreen`.
public protocol CILineScreen: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The sharpness, 0 to 1.
  var sharpness: Float { get set }
}

extension CIFilter {
  /// Returns a filter `CICircularScreen` with default values.
  public class func circularScreen() -> any CIFilter & CICircularScreen {
    CircularScreenFilter(builtIn: "CICircularScreen")
  }

  /// Returns a filter `CICMYKHalftone` with default values.
  public class func cmykHalftone() -> any CIFilter & CICMYKHalftone {
    CMYKHalftoneFilter(builtIn: "CICMYKHalftone")
  }

  /// Returns a filter `CIDotScreen` with default values.
  public class func dotScreen() -> any CIFilter & CIDotScreen { DotScreenFilter(builtIn: "CIDotScreen") }

  /// Returns a filter `CIHatchedScreen` with default values.
  public class func hatchedScreen() -> any CIFilter & CIHatchedScreen {
    HatchedScreenFilter(builtIn: "CIHatchedScreen")
  }

  /// Returns a filter `CILineScreen` with default values.
  public class func lineScreen() -> any CIFilter & CILineScreen { LineScreenFilter(builtIn: "CILineScreen") }
}

private final class CircularScreenFilter: CIFilter, CICircularScreen {}
private final class CMYKHalftoneFilter: CIFilter, CICMYKHalftone {}
private final class DotScreenFilter: CIFilter, CIDotScreen {}
private final class HatchedScreenFilter: CIFilter, CIHatchedScreen {}
private final class LineScreenFilter: CIFilter, CILineScreen {}
