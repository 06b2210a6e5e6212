public import Foundation

/// The properties of the filter `CIBumpDistortionLinear`.
public protocol CIBumpDistortionLinear: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The scale.
  var scale: Float { get set }
}

/// The properties of the filter `CICircularWrap`.
public protocol CICircularWrap: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The angle in radians.
  var angle: Float { get set }
}

/// The properties of the filter `CIDisplacementDistortion`.
public protocol CIDisplacementDistortion: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The image whose luminance moves pixels.
  var displacementImage: CIImage? { get set }
  /// The scale.
  var scale: Float { get set }
}

/// The properties of the filter `CIDroste`.
public protocol CIDroste: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// A corner of the copy.
  var insetPoint0: CGPoint { get set }
  /// The opposite corner of the copy.
  var insetPoint1: CGPoint { get set }
  /// The number of copies that a turn around the middle goes through.
  var strands: Float { get set }
  /// The number of times that the picture lies around the middle.
  var periodicity: Float { get set }
  /// The rotation in radians.
  var rotation: Float { get set }
  /// The magnification.
  var zoom: Float { get set }
}

/// The properties of the filter `CIGlassDistortion`.
public protocol CIGlassDistortion: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The image whose luminance is the height of the glass.
  var textureImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The scale.
  var scale: Float { get set }
}

/// The properties of the filter `CIGlassLozenge`.
public protocol CIGlassLozenge: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The one end.
  var point0: CGPoint { get set }
  /// The other end.
  var point1: CGPoint { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The index of refraction; 1 has no effect.
  var refraction: Float { get set }
}

/// The properties of the filter `CILightTunnel`.
public protocol CILightTunnel: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The rotation in radians.
  var rotation: Float { get set }
  /// The radius in pixels.
  var radius: Float { get set }
}

/// The properties of the filter `CINinePartTiled`.
public protocol CINinePartTiled: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The lower left corner of the middle part.
  var breakpoint0: CGPoint { get set }
  /// The upper right corner of the middle part.
  var breakpoint1: CGPoint { get set }
  /// The growth of the middle part in pixels.
  var growAmount: CGPoint { get set }
  /// True if every second row of tiles is upside down.
  var flipYTiles: Bool { get set }
}

/// The properties of the filter `CIStretchCrop`.
public protocol CIStretchCrop: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The size of the result in pixels.
  var size: CGPoint { get set }
  /// The share of cropping, 0 to 1.
  var cropAmount: Float { get set }
  /// The share of the stretching that the middle takes, 0 to 1.
  var centerStretchAmount: Float { get set }
}

/// The properties of the filter `CITorusLensDistortion`.
public protocol CITorusLensDistortion: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The index of refraction; 1 has no effect.
  var refraction: Float { get set }
}

extension CIFilter {
  /// Returns a filter `CIBumpDistortionLinear` with default values.
  public class func bumpDistortionLinear() -> any CIFilter & CIBumpDistortionLinear {
    BumpDistortionLinearFilter(builtIn: "CIBumpDistortionLinear")
  }

  /// Returns a filter `CICircularWrap` with default values.
  public class func circularWrap() -> any CIFilter & CICircularWrap {
    CircularWrapFilter(builtIn: "CICircularWrap")
  }

  /// Returns a filter `CIDisplacementDistortion` with default values.
  public class func displacementDistortion() -> any CIFilter & CIDisplacementDistortion {
    DisplacementDistortionFilter(builtIn: "CIDisplacementDistortion")
  }

  /// Returns a filter `CIDroste` with default values.
  public class func droste() -> any CIFilter & CIDroste { DrosteFilter(builtIn: "CIDroste") }

  /// Returns a filter `CIGlassDistortion` with default values.
  public class func glassDistortion() -> any CIFilter & CIGlassDistortion {
    GlassDistortionFilter(builtIn: "CIGlassDistortion")
  }

  /// Returns a filter `CIGlassLozenge` with default values.
  public class func glassLozenge() -> any CIFilter & CIGlassLozenge {
    GlassLozengeFilter(builtIn: "CIGlassLozenge")
  }

  /// Returns a filter `CILightTunnel` with default values.
  public class func lightTunnel() -> any CIFilter & CILightTunnel {
    LightTunnelFilter(builtIn: "CILightTunnel")
  }

  /// Returns a filter `CINinePartTiled` with default values.
  public class func ninePartTiled() -> any CIFilter & CINinePartTiled {
    NinePartTiledFilter(builtIn: "CINinePartTiled")
  }

  /// Returns a filter `CIStretchCrop` with default values.
  public class func stretchCrop() -> any CIFilter & CIStretchCrop {
    StretchCropFilter(builtIn: "CIStretchCrop")
  }

  /// Returns a filter `CITorusLensDistortion` with default values.
  public class func torusLensDistortion() -> any CIFilter & CITorusLensDistortion {
    TorusLensDistortionFilter(builtIn: "CITorusLensDistortion")
  }
}

private final class BumpDistortionLinearFilter: CIFilter, CIBumpDistortionLinear {}
private final class CircularWrapFilter: CIFilter, CICircularWrap {}
private final class DisplacementDistortionFilter: CIFilter, CIDisplacementDistortion {}
private final class DrosteFilter: CIFilter, CIDroste {}
private final class GlassDistortionFilter: CIFilter, CIGlassDistortion {}
private final class GlassLozengeFilter: CIFilter, CIGlassLozenge {}
private final class LightTunnelFilter: CIFilter, CILightTunnel {}
private final class NinePartTiledFilter: CIFilter, CINinePartTiled {}
private final class StretchCropFilter: CIFilter, CIStretchCrop {
  var size: CGPoint {
    get { input() }
    set { setInput(newValue) }
  }
}
private final class TorusLensDistortionFilter: CIFilter, CITorusLensDistortion {}
