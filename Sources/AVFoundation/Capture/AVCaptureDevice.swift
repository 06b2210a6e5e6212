#if Media
  public import Foundation
  import StrataMedia

  /// A camera.
  ///
  /// Cameras are the devices `/dev/video*` of the kernel. A device of the identifier `lavfi:` and a source of `ffmpeg`, such as
  /// `lavfi:testsrc2=size=640x480:rate=30`, makes pictures without a camera.
  open class AVCaptureDevice: NSObject, @unchecked Sendable {  // Fixed values.
    /// Where a camera is on a device; not known here.
    public enum Position: Int, Sendable {
      /// It is not known.
      case unspecified
      /// At the back.
      case back
      /// At the front.
      case front
    }

    /// The kind of a device.
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
      /// The name.
      public let rawValue: String
      /// Creates a kind of its name.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// A camera that is connected to the machine.
      public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
      /// A camera of the machine; none is known to be one here.
      public static let builtInWideAngleCamera = DeviceType(
        rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera"
      )
    }

    let source: CaptureSource
    /// The identifier: the path of the device, or the source of generated pictures.
    public let uniqueID: String

    /// Finds a device of an identifier; nil if there is none.
    public init?(uniqueID deviceUniqueID: String) {
      uniqueID = deviceUniqueID
      if deviceUniqueID.hasPrefix("lavfi:") {
        source = .generated(String(deviceUniqueID.dropFirst("lavfi:".count)))
      } else {
        guard FileManager.default.fileExists(atPath: deviceUniqueID) else { return nil }
        source = .camera(deviceUniqueID)
      }
    }

    /// The name of the device, as the kernel knows it.
    open var localizedName: String {
      let name = (uniqueID as NSString).lastPathComponent
      let text = try? String(contentsOfFile: "/sys/class/video4linux/\(name)/name", encoding: .utf8)
      return text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? uniqueID
    }

    /// Where the camera is, which is not known.
    open var position: Position { .unspecified }

    /// The kind of the device.
    open var deviceType: DeviceType { .external }

    /// True while the device is there.
    open var isConnected: Bool {
      source.format == "lavfi" || FileManager.default.fileExists(atPath: uniqueID)
    }

    /// Returns whether the device has pictures.
    open func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == .video }

    /// The first camera; nil for other media and without one.
    public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
      devices(for: mediaType).first
    }

    /// The cameras; none for other media.
    public class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
      guard mediaType == .video else { return [] }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
      let numbers = names.filter { $0.hasPrefix("video") }.compactMap { Int($0.dropFirst("video".count)) }
      return numbers.sorted().compactMap { AVCaptureDevice(uniqueID: "/dev/video\($0)") }
    }
  }
#endif
