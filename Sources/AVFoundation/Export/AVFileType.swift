#if Media
  import StrataFilm

  /// A container of films and sound.
  public struct AVFileType: RawRepresentable, Hashable, Sendable {
    /// The identifier of the type.
    public let rawValue: String
    /// Creates a type of its identifier.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// QuickTime.
    public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
    /// MPEG-4.
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
    /// MPEG-4 with pictures, under another suffix.
    public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
    /// MPEG-4 with sound alone.
    public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")

    /// The encoder's name of the container; nil for a type that is not written.
    var container: String? {
      switch self {
      case .mov: "mov"
      case .mp4, .m4v: "mp4"
      case .m4a: "ipod"
      default: nil
      }
    }
  }

  /// What an export makes of an asset.
  struct ExportPreset {
    /// How the pictures are written.
    enum Pictures {
      /// As they are in the file.
      case copied
      /// In H.264 of a quality from 0 to 1, within a size; nil leaves the size.
      case h264(quality: Double, within: (width: Int, height: Int)?)
      /// In ProRes 4444, with alpha.
      case proRes
      /// Not at all.
      case absent
    }

    let name: String
    let pictures: Pictures
    let types: [AVFileType]

    static let all: [ExportPreset] = [
      ExportPreset(name: AVAssetExportPresetPassthrough, pictures: .copied, types: [.mov, .mp4, .m4v]),
      h264(AVAssetExportPresetLowQuality, 0.4, (480, 320)),
      h264(AVAssetExportPresetMediumQuality, 0.6, (960, 640)),
      h264(AVAssetExportPresetHighestQuality, 0.85, nil),
      h264(AVAssetExportPreset640x480, 0.75, (640, 480)),
      h264(AVAssetExportPreset960x540, 0.75, (960, 540)),
      h264(AVAssetExportPreset1280x720, 0.75, (1280, 720)),
      h264(AVAssetExportPreset1920x1080, 0.75, (1920, 1080)),
      h264(AVAssetExportPreset3840x2160, 0.75, (3840, 2160)),
      ExportPreset(name: AVAssetExportPresetAppleProRes4444LPCM, pictures: .proRes, types: [.mov]),
      ExportPreset(name: AVAssetExportPresetAppleM4A, pictures: .absent, types: [.m4a]),
    ]

    private static func h264(_ name: String, _ quality: Double, _ size: (width: Int, height: Int)?)
      -> ExportPreset
    {
      ExportPreset(name: name, pictures: .h264(quality: quality, within: size), types: [.mp4, .mov, .m4v])
    }
  }

  /// Pictures and sound as they are in the file.
  public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
  /// H.264 of a low quality, at most 480 × 320 pixels.
  public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
  /// H.264 of a medium quality, at most 960 × 640 pixels.
  public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
  /// H.264 of a high quality in the size of the pictures.
  public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
  /// H.264, at most 640 × 480 pixels.
  public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
  /// H.264, at most 960 × 540 pixels.
  public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
  /// H.264, at most 1280 × 720 pixels.
  public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
  /// H.264, at most 1920 × 1080 pixels.
  public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
  /// H.264, at most 3840 × 2160 pixels.
  public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
  /// ProRes 4444 with alpha, and sound that is not compressed.
  public let AVAssetExportPresetAppleProRes4444LPCM = "AVAssetExportPresetAppleProRes4444LPCM"
  /// Sound alone, in AAC.
  public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"
#endif
