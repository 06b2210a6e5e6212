public import CoreGraphics
public import Foundation

/// The properties of the filter `CIAttributedTextImageGenerator`.
public protocol CIAttributedTextImageGenerator: CIFilterProtocol {
  /// The text, with its attributes.
  var text: NSAttributedString { get set }
  /// The size of the picture, in pixels per point of the text.
  var scaleFactor: Float { get set }
  /// The space around the text in pixels, 0 to 200.
  var padding: Float { get set }
}

/// The properties of the filter `CIHueSaturationValueGradient`.
public protocol CIHueSaturationValueGradient: CIFilterProtocol {
  /// The value of all colours, 0 to 1.
  var value: Float { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The width of the edge in pixels.
  var softness: Float { get set }
  /// The range of noise in steps of 1/255.
  var dither: Float { get set }
  /// The space of red, green and blue; sRGB for nil.
  var colorSpace: CGColorSpace? { get set }
}

/// The properties of the filter `CILenticularHaloGenerator`.
public protocol CILenticularHaloGenerator: CIFilterProtocol {
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The colour.
  var color: CIColor { get set }
  /// The radius of the inner edge in pixels.
  var haloRadius: Float { get set }
  /// The distance of the outer edge from the inner one in pixels.
  var haloWidth: Float { get set }
  /// The share of a ring that lies under the next one, 0 to 1.
  var haloOverlap: Float { get set }
  /// The strength of rays.
  var striationStrength: Float { get set }
  /// The contrast of rays.
  var striationContrast: Float { get set }
  /// The time; a unit has eight changes of the rays.
  var time: Float { get set }
}

/// The properties of the filter `CIMeshGenerator`.
public protocol CIMeshGenerator: CIFilterProtocol {
  /// The width in pixels.
  var width: Float { get set }
  /// The colour.
  var color: CIColor { get set }
  /// The lines, each a vector of the numbers x and y of both ends.
  var mesh: [Any] { get set }
}

/// The properties of the filter `CIStarShineGenerator`.
public protocol CIStarShineGenerator: CIFilterProtocol {
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The colour.
  var color: CIColor { get set }
  /// The radius in pixels.
  var radius: Float { get set }
  /// The size of the cross.
  var crossScale: Float { get set }
  /// The angle of the cross in radians.
  var crossAngle: Float { get set }
  /// The logarithm of the strength of the cross, at most 0.
  var crossOpacity: Float { get set }
  /// The width of the arms in pixels.
  var crossWidth: Float { get set }
  /// The logarithm of how fast the arms end, at most 0.
  var epsilon: Float { get set }
}

/// The properties of the filter `CISunbeamsGenerator`.
public protocol CISunbeamsGenerator: CIFilterProtocol {
  /// The centre, in the plane of the image.
  var center: CGPoint { get set }
  /// The colour.
  var color: CIColor { get set }
  /// The radius of the sun in pixels.
  var sunRadius: Float { get set }
  /// The radius at which beams end, in radii of the sun.
  var maxStriationRadius: Float { get set }
  /// The strength of rays.
  var striationStrength: Float { get set }
  /// The contrast of rays.
  var striationContrast: Float { get set }
  /// The time; a unit has eight changes of the rays.
  var time: Float { get set }
}

/// The properties of the filter `CITextImageGenerator`.
public protocol CITextImageGenerator: CIFilterProtocol {
  /// The text.
  var text: String { get set }
  /// The name of the font.
  var fontName: String { get set }
  /// The size of the font in points.
  var fontSize: Float { get set }
  /// The size of the picture, in pixels per point of the text.
  var scaleFactor: Float { get set }
  /// The space around the text in pixels, 0 to 200.
  var padding: Float { get set }
}

extension CIFilter {
  /// Returns a filter `CIAttributedTextImageGenerator` with default values.
  public class func attributedTextImageGenerator() -> any CIFilter & CIAttributedTextImageGenerator {
    AttributedTextImageGeneratorFilter(builtIn: "CIAttributedTextImageGenerator")
  }

  /// Returns a filter `CIHueSaturationValueGradient` with default values.
  public class func hueSaturationValueGradient() -> any CIFilter & CIHueSaturationValueGradient {
    HueSaturationValueGradientFilter(builtIn: "CIHueSaturationValueGradient")
  }

  /// Returns a filter `CILenticularHaloGenerator` with default values.
  public class func lenticularHaloGenerator() -> any CIFilter & CILenticularHaloGenerator {
    LenticularHaloGeneratorFilter(builtIn: "CILenticularHaloGenerator")
  }

  /// Returns a filter `CIMeshGenerator` with default values.
  public class func meshGenerator() -> any CIFilter & CIMeshGenerator {
    MeshGeneratorFilter(builtIn: "CIMeshGenerator")
  }

  /// Returns a filter `CIStarShineGenerator` with default values.
  public class func starShineGenerator() -> any CIFilter & CIStarShineGenerator {
    StarShineGeneratorFilter(builtIn: "CIStarShineGenerator")
  }

  /// Returns a filter `CISunbeamsGenerator` with default values.
  public class func sunbeamsGenerator() -> any CIFilter & CISunbeamsGenerator {
    SunbeamsGeneratorFilter(builtIn: "CISunbeamsGenerator")
  }

  /// Returns a filter `CITextImageGenerator` with default values.
  public class func textImageGenerator() -> any CIFilter & CITextImageGenerator {
    TextImageGeneratorFilter(builtIn: "CITextImageGenerator")
  }
}

private final class AttributedTextImageGeneratorFilter: CIFilter, CIAttributedTextImageGenerator {
  var text: NSAttributedString {
    get { (input() as NSAttributedString?) ?? NSAttributedString(string: "") }
    set { setInput(newValue as NSAttributedString?) }
  }
}
private final class HueSaturationValueGradientFilter: CIFilter, CIHueSaturationValueGradient {}
private final class LenticularHaloGeneratorFilter: CIFilter, CILenticularHaloGenerator {}
private final class MeshGeneratorFilter: CIFilter, CIMeshGenerator {}
private final class StarShineGeneratorFilter: CIFilter, CIStarShineGenerator {}
private final class SunbeamsGeneratorFilter: CIFilter, CISunbeamsGenerator {}
private final class TextImageGeneratorFilter: CIFilter, CITextImageGenerator {
  var text: String {
    get { input() }
    set { setInput(newValue) }
  }
}
