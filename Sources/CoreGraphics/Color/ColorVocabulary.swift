/// The treatment of colours outside a target's gamut (ISO 32000-1, 8.6.5.8); the renderer clamps with all of them.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// The context's default.
  case defaultIntent = 0
  /// Colours outside are clamped, white is kept.
  case absoluteColorimetric = 1
  /// Colours outside are clamped, white is adapted.
  case relativeColorimetric = 2
  /// All colours are compressed.
  case perceptual = 3
  /// Saturation is kept.
  case saturation = 4
}

/// The kind of components of a colour space.
public enum CGColorSpaceModel: Int32, Sendable {
  /// Unknown.
  case unknown = -1
  /// Gray.
  case monochrome = 0
  /// Red, green and blue.
  case rgb = 1
  /// Cyan, magenta, yellow and black.
  case cmyk = 2
  /// CIE L\*a\*b\*.
  case lab = 3
  /// Any number of colorants.
  case deviceN = 4
  /// A palette.
  case indexed = 5
  /// A drawn pattern.
  case pattern = 6
  /// CIE 1931 XYZ.
  case XYZ = 7
}
