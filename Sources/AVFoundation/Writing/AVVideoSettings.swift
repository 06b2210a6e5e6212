#if Media
  /// The way in which pictures are encoded.
  public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
    /// The four characters of the codec.
    public let rawValue: String
    /// Creates a codec of its four characters.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// H.264, opaque.
    public static let h264 = AVVideoCodecType(rawValue: "avc1")
    /// HEVC, opaque.
    public static let hevc = AVVideoCodecType(rawValue: "hvc1")
    /// A JPEG for each picture, in QuickTime.
    public static let jpeg = AVVideoCodecType(rawValue: "jpeg")
    /// Apple ProRes 4444, with alpha, in QuickTime.
    public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
    /// Apple ProRes 422 HQ, in QuickTime.
    public static let proRes422HQ = AVVideoCodecType(rawValue: "apch")
    /// Apple ProRes 422, in QuickTime.
    public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
    /// Apple ProRes 422 LT, in QuickTime.
    public static let proRes422LT = AVVideoCodecType(rawValue: "apcs")
    /// Apple ProRes 422 Proxy, in QuickTime.
    public static let proRes422Proxy = AVVideoCodecType(rawValue: "apco")
  }

  /// The former name of ``AVVideoCodecType/h264``.
  public let AVVideoCodecH264 = AVVideoCodecType.h264.rawValue
  /// The former name of ``AVVideoCodecType/jpeg``.
  public let AVVideoCodecJPEG = AVVideoCodecType.jpeg.rawValue

  /// The key of the codec: an ``AVVideoCodecType``, or its characters.
  public let AVVideoCodecKey = "AVVideoCodecKey"
  /// The key of the width in pixels.
  public let AVVideoWidthKey = "AVVideoWidthKey"
  /// The key of the height in pixels.
  public let AVVideoHeightKey = "AVVideoHeightKey"
  /// The key of what is done with pictures of another size; without it they are stretched.
  public let AVVideoScalingModeKey = "AVVideoScalingModeKey"
  /// The key of the settings of the encoder, a dictionary.
  public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"

  /// Pictures are stretched to the size.
  public let AVVideoScalingModeResize = "AVVideoScalingModeResize"
  /// Pictures are scaled to lie within the size, with black beside them.
  public let AVVideoScalingModeResizeAspect = "AVVideoScalingModeResizeAspect"
  /// Pictures are scaled to cover the size, and cut off beside it.
  public let AVVideoScalingModeResizeAspectFill = "AVVideoScalingModeResizeAspectFill"

  /// The key of the bits in a second, on average.
  public let AVVideoAverageBitRateKey = "AverageBitRate"
  /// The key of the quality, 0 (smallest file) to 1 (best picture), for films without a number of bits; 0.8 without it.
  ///
  /// H.264 of pixel buffers of luma and chroma loses nothing at 1, unless a profile is set.
  public let AVVideoQualityKey = "Quality"
  /// The key of the most frames from one keyframe to the next.
  public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
  /// The key of the most seconds from one keyframe to the next.
  public let AVVideoMaxKeyFrameIntervalDurationKey = "MaxKeyFrameIntervalDuration"
  /// The key of whether frames may be stored in another order than they are shown in; true without it.
  public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"
  /// The key of the frames in a second that are expected: a film of one frame without a duration lasts as long as one of these.
  public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
  /// The key of the codes of H.264.
  public let AVVideoH264EntropyModeKey = "H264EntropyMode"
  /// Codes of variable length.
  public let AVVideoH264EntropyModeCAVLC = "CAVLC"
  /// Arithmetic codes.
  public let AVVideoH264EntropyModeCABAC = "CABAC"
  /// The key of the profile and the level of H.264.
  public let AVVideoProfileLevelKey = "ProfileLevel"

  /// The baseline profile of level 3.0.
  public let AVVideoProfileLevelH264Baseline30 = "H264_Baseline_3_0"
  /// The baseline profile of level 3.1.
  public let AVVideoProfileLevelH264Baseline31 = "H264_Baseline_3_1"
  /// The baseline profile of level 4.1.
  public let AVVideoProfileLevelH264Baseline41 = "H264_Baseline_4_1"
  /// The baseline profile of the level that the film needs.
  public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
  /// The main profile of level 3.0.
  public let AVVideoProfileLevelH264Main30 = "H264_Main_3_0"
  /// The main profile of level 3.1.
  public let AVVideoProfileLevelH264Main31 = "H264_Main_3_1"
  /// The main profile of level 3.2.
  public let AVVideoProfileLevelH264Main32 = "H264_Main_3_2"
  /// The main profile of level 4.1.
  public let AVVideoProfileLevelH264Main41 = "H264_Main_4_1"
  /// The main profile of the level that the film needs.
  public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
  /// The high profile of level 4.0.
  public let AVVideoProfileLevelH264High40 = "H264_High_4_0"
  /// The high profile of level 4.1.
  public let AVVideoProfileLevelH264High41 = "H264_High_4_1"
  /// The high profile of the level that the film needs.
  public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"
#endif
