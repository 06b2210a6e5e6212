#if Media
  import StrataMedia

  extension AVCaptureSession {
    /// A size of pictures.
    ///
    /// Cameras are asked for it; what they give instead is scaled to fill it, and cropped. So pictures have it with
    /// every device.
    public struct Preset: RawRepresentable, Hashable, Sendable {
      /// The name.
      public let rawValue: String
      /// Creates a preset of its name.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// The size that the device has by itself.
      public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
      /// The size that the device has by itself.
      public static let photo = Preset(rawValue: "AVCaptureSessionPresetPhoto")
      /// The size that the device has by itself.
      public static let inputPriority = Preset(rawValue: "AVCaptureSessionPresetInputPriority")
      /// 480 × 360 pixels.
      public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
      /// 192 × 144 pixels.
      public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
      /// 320 × 240 pixels.
      public static let qvga320x240 = Preset(rawValue: "AVCaptureSessionPreset320x240")
      /// 352 × 288 pixels.
      public static let cif352x288 = Preset(rawValue: "AVCaptureSessionPreset352x288")
      /// 640 × 480 pixels.
      public static let vga640x480 = Preset(rawValue: "AVCaptureSessionPreset640x480")
      /// 960 × 540 pixels.
      public static let qHD960x540 = Preset(rawValue: "AVCaptureSessionPreset960x540")
      /// 1280 × 720 pixels.
      public static let hd1280x720 = Preset(rawValue: "AVCaptureSessionPreset1280x720")
      /// 1920 × 1080 pixels.
      public static let hd1920x1080 = Preset(rawValue: "AVCaptureSessionPreset1920x1080")
      /// 3840 × 2160 pixels.
      public static let hd4K3840x2160 = Preset(rawValue: "AVCaptureSessionPreset3840x2160")
      /// 960 × 540 pixels.
      public static let iFrame960x540 = Preset(rawValue: "AVCaptureSessionPresetiFrame960x540")
      /// 1280 × 720 pixels.
      public static let iFrame1280x720 = Preset(rawValue: "AVCaptureSessionPresetiFrame1280x720")

      /// The size in pixels of each preset that is known; nil for that of the device.
      private static let sizes: [Preset: CaptureSource.Size?] = [
        .high: nil, .photo: nil, .inputPriority: nil, .medium: .init(480, 360), .low: .init(192, 144),
        .qvga320x240: .init(320, 240), .cif352x288: .init(352, 288), .vga640x480: .init(640, 480),
        .qHD960x540: .init(960, 540), .hd1280x720: .init(1280, 720), .hd1920x1080: .init(1920, 1080),
        .hd4K3840x2160: .init(3840, 2160), .iFrame960x540: .init(960, 540), .iFrame1280x720: .init(1280, 720),
      ]

      var isKnown: Bool { Self.sizes.keys.contains(self) }
      var size: CaptureSource.Size? { Self.sizes[self] ?? nil }
    }

    /// Returns whether a preset can be set: those with a constant can.
    public func canSetSessionPreset(_ preset: Preset) -> Bool { preset.isKnown }

    /// Begins a group of changes; without effect, as each change counts at once.
    public func beginConfiguration() {}

    /// Ends a group of changes; without effect, as each change counts at once.
    public func commitConfiguration() {}
  }

  /// How a device is held while it takes pictures.
  public enum AVCaptureVideoOrientation: Int, Sendable {
    /// Upright.
    case portrait = 1
    /// Upside down.
    case portraitUpsideDown = 2
    /// With the home button, or the lower edge, at the right.
    case landscapeRight = 3
    /// With the home button, or the lower edge, at the left.
    case landscapeLeft = 4
  }
#endif
