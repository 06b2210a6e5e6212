/// The formula that combines a drawing, the source, with the pixels below it, the destination.
///
/// The modes up to ``luminosity`` follow "Compositing and Blending Level 1" (W3C) and ISO 32000-1, 11.3.5; those up to
/// ``xor`` follow Porter and Duff, "Compositing Digital Images" (SIGGRAPH 1984).
public enum CGBlendMode: Int32, Sendable {
  /// Source over destination.
  case normal = 0
  /// Product of the colours.
  case multiply = 1
  /// Complement of the product of the complements.
  case screen = 2
  /// Multiplies where the destination is dark and screens where it is bright.
  case overlay = 3
  /// The darker component.
  case darken = 4
  /// The lighter component.
  case lighten = 5
  /// Brightens the destination by the source.
  case colorDodge = 6
  /// Darkens the destination by the source.
  case colorBurn = 7
  /// Darkens or lightens softly, by the source.
  case softLight = 8
  /// Multiplies where the source is dark and screens where it is bright.
  case hardLight = 9
  /// The absolute difference of the colours.
  case difference = 10
  /// Like difference, with less contrast.
  case exclusion = 11
  /// Hue of the source, saturation and luminosity of the destination.
  case hue = 12
  /// Saturation of the source, hue and luminosity of the destination.
  case saturation = 13
  /// Hue and saturation of the source, luminosity of the destination.
  case color = 14
  /// Luminosity of the source, hue and saturation of the destination.
  case luminosity = 15
  /// Nothing remains.
  case clear = 16
  /// The source replaces the destination.
  case copy = 17
  /// The source inside the destination.
  case sourceIn = 18
  /// The source outside the destination.
  case sourceOut = 19
  /// The source on the destination only.
  case sourceAtop = 20
  /// The destination over the source.
  case destinationOver = 21
  /// The destination inside the source.
  case destinationIn = 22
  /// The destination outside the source.
  case destinationOut = 23
  /// The destination on the source only.
  case destinationAtop = 24
  /// The source outside the destination, and the destination outside the source.
  case xor = 25
  /// Sum of the complements, darkest at black.
  case plusDarker = 26
  /// Sum, brightest at white.
  case plusLighter = 27
}

/// The quality of scaled images.
public enum CGInterpolationQuality: Int32, Sendable {
  /// The context's default, the same as `medium`.
  case `default` = 0
  /// The nearest pixel.
  case none = 1
  /// Bilinear.
  case low = 2
  /// Bilinear; trilinear with mipmaps for reduced images.
  case high = 3
  /// Bilinear; trilinear with mipmaps for reduced images.
  case medium = 4
}

/// The operation that draws text.
public enum CGTextDrawingMode: Int32, Sendable {
  /// Fills glyphs.
  case fill = 0
  /// Strokes glyphs.
  case stroke = 1
  /// Fills, then strokes.
  case fillStroke = 2
  /// Draws nothing.
  case invisible = 3
  /// Fills and adds to the clip.
  case fillClip = 4
  /// Strokes and adds to the clip.
  case strokeClip = 5
  /// Fills, strokes and adds to the clip.
  case fillStrokeClip = 6
  /// Adds to the clip.
  case clip = 7
}

/// Options that extend a gradient beyond its ends.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
  /// The option bits.
  public let rawValue: UInt32

  /// Creates a set from option bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The first colour fills everything before the start.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1 << 0)
  /// The last colour fills everything after the end.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 1 << 1)
}
