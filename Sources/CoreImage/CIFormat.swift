/// A layout of pixels in memory.
///
/// The number is that of the type of the components plus that of their order; see ``PixelLayout``.
public struct CIFormat: Hashable, RawRepresentable, Sendable {
  /// The number that identifies the format.
  public let rawValue: Int32

  /// Creates a format from its number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Bytes of alpha, red, green, blue.
  public static let ARGB8 = CIFormat(rawValue: 256 + 9)
  /// Bytes of blue, green, red, alpha.
  public static let BGRA8 = CIFormat(rawValue: 256 + 10)
  /// Bytes of alpha, blue, green, red.
  public static let ABGR8 = CIFormat(rawValue: 256 + 11)
  /// Bytes of red, green, blue, alpha.
  public static let RGBA8 = CIFormat(rawValue: 256 + 8)
  /// 16-bit integers of red, green, blue, alpha.
  public static let RGBA16 = CIFormat(rawValue: 2048 + 8)
  /// Half floats of red, green, blue, alpha.
  public static let RGBAh = CIFormat(rawValue: 8192 + 8)
  /// Floats of red, green, blue, alpha.
  public static let RGBAf = CIFormat(rawValue: 8448 + 8)
  /// Bytes of red, green, blue, and one that counts for nothing.
  public static let RGBX8 = CIFormat(rawValue: 256 + 4)
  /// 16-bit integers of red, green, blue, and one that counts for nothing.
  public static let RGBX16 = CIFormat(rawValue: 2048 + 4)
  /// Half floats of red, green, blue, and one that counts for nothing.
  public static let RGBXh = CIFormat(rawValue: 8192 + 4)
  /// Floats of red, green, blue, and one that counts for nothing.
  public static let RGBXf = CIFormat(rawValue: 8448 + 4)
  /// A byte of alpha.
  public static let A8 = CIFormat(rawValue: 256 + 5)
  /// A 16-bit integer of alpha.
  public static let A16 = CIFormat(rawValue: 2048 + 5)
  /// A half float of alpha.
  public static let Ah = CIFormat(rawValue: 8192 + 5)
  /// A float of alpha.
  public static let Af = CIFormat(rawValue: 8448 + 5)
  /// A byte of red.
  public static let R8 = CIFormat(rawValue: 256 + 1)
  /// A 16-bit integer of red.
  public static let R16 = CIFormat(rawValue: 2048 + 1)
  /// A half float of red.
  public static let Rh = CIFormat(rawValue: 8192 + 1)
  /// A float of red.
  public static let Rf = CIFormat(rawValue: 8448 + 1)
  /// Bytes of red, green.
  public static let RG8 = CIFormat(rawValue: 256 + 2)
  /// 16-bit integers of red, green.
  public static let RG16 = CIFormat(rawValue: 2048 + 2)
  /// Half floats of red, green.
  public static let RGh = CIFormat(rawValue: 8192 + 2)
  /// Floats of red, green.
  public static let RGf = CIFormat(rawValue: 8448 + 2)
  /// A byte of luminance.
  public static let L8 = CIFormat(rawValue: 256 + 7)
  /// A 16-bit integer of luminance.
  public static let L16 = CIFormat(rawValue: 2048 + 7)
  /// A half float of luminance.
  public static let Lh = CIFormat(rawValue: 8192 + 7)
  /// A float of luminance.
  public static let Lf = CIFormat(rawValue: 8448 + 7)
  /// Bytes of luminance, alpha.
  public static let LA8 = CIFormat(rawValue: 256 + 6)
  /// 16-bit integers of luminance, alpha.
  public static let LA16 = CIFormat(rawValue: 2048 + 6)
  /// Half floats of luminance, alpha.
  public static let LAh = CIFormat(rawValue: 8192 + 6)
  /// Floats of luminance, alpha.
  public static let LAf = CIFormat(rawValue: 8448 + 6)

  /// The bytes of a pixel; 0 for numbers that identify no format.
  var bytesPerPixel: Int { PixelLayout(self)?.bytesPerPixel ?? 0 }
}

/// A key of a context's options.
public struct CIContextOption: Hashable, RawRepresentable, Sendable {
  /// The name of the key.
  public let rawValue: String

  /// Creates a key from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The space in which filters calculate, a `CGColorSpace`; `NSNull` turns colour management off.
  public static let workingColorSpace = CIContextOption(rawValue: "working_color_space")
  /// The space of images that the context creates, a `CGColorSpace`.
  public static let outputColorSpace = CIContextOption(rawValue: "output_color_space")
  /// The format of intermediate pixels; they are always floats here.
  public static let workingFormat = CIContextOption(rawValue: "working_format")
  /// True for drawing without a graphics processor, which is always so here.
  public static let useSoftwareRenderer = CIContextOption(rawValue: "software_renderer")
  /// True if intermediate images are kept between drawings; has no effect.
  public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
  /// True for a better reduction of large images; has no effect.
  public static let highQualityDownsample = CIContextOption(rawValue: "high_quality_downsample")
  /// True for drawing with a low priority; has no effect.
  public static let priorityRequestLow = CIContextOption(rawValue: "low_priority")
  /// The name of the context, for debugging; has no effect.
  public static let name = CIContextOption(rawValue: "kCIContextName")
}
