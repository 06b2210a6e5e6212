/// How colours outside of a target's gamut are treated.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// What the context prefers.
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

/// The components that a colour space measures.
public enum CGColorSpaceModel: Int32, Sendable {
  /// Not known.
  case unknown = -1
  /// Gray.
  case monochrome = 0
  /// Red, green and blue.
  case rgb = 1
  /// Cyan, magenta, yellow and black.
  case cmyk = 2
  /// Lightness and two opponent colours.
  case lab = 3
  /// Any number of inks.
  case deviceN = 4
  /// A palette.
  case indexed = 5
  /// A drawn pattern.
  case pattern = 6
  /// The tristimulus values of 1931.
  case XYZ = 7
}
