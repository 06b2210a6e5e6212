#if Media
  import Dispatch
  import Foundation

  /// Whether a program may use devices of a kind.
  public enum AVAuthorizationStatus: Int, Sendable {
    /// The user was not asked.
    case notDetermined
    /// The program may not, and the user cannot change that.
    case restricted
    /// The user does not allow it.
    case denied
    /// The program may.
    case authorized
  }

  extension AVCaptureDevice {
    /// Whether the program may open the cameras: nobody is asked here, the files of the devices decide.
    ///
    /// Authorized if there is no camera, or one that can be opened; denied if there are only others. Devices of sound,
    /// which are not read here, are restricted.
    public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
      guard mediaType == .video else { return .restricted }
      let paths = devices(for: .video).map(\.uniqueID)
      return status(ofDevices: paths) {
        // The decoder opens a camera to read and to write.
        FileManager.default.isReadableFile(atPath: $0) && FileManager.default.isWritableFile(atPath: $0)
      }
    }

    /// The status of devices of which some can be opened.
    package static func status(ofDevices paths: [String], canOpen: (String) -> Bool)
      -> AVAuthorizationStatus
    {
      paths.isEmpty || paths.contains(where: canOpen) ? .authorized : .denied
    }

    /// Calls a closure, on a queue of the library, with whether the program may use the devices; the user is not asked.
    public class func requestAccess(
      for mediaType: AVMediaType,
      completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
      let isAuthorized = authorizationStatus(for: mediaType) == .authorized
      DispatchQueue.global().async { handler(isAuthorized) }
    }

    /// Returns whether the program may use the devices; the user is not asked.
    public class func requestAccess(for mediaType: AVMediaType) async -> Bool {
      authorizationStatus(for: mediaType) == .authorized
    }

    /// The first camera, whatever kind and place are asked for: those of a camera are not known here.
    ///
    /// Nil for other media, and without a camera.
    public class func `default`(
      _ deviceType: DeviceType,
      for mediaType: AVMediaType?,
      position: Position
    ) -> AVCaptureDevice? { devices(for: mediaType ?? .video).first }
  }
#endif
