/// Where a display of EGL shows its surfaces.
package enum EGLPlatform: @unchecked Sendable {  // The pointers are constant.
  /// In memory only.
  case memory
  /// In windows of an X11 display; the connection is one of the library XCB, and stays open.
  case xcb(EGLLibrary.Pointer)
  /// In windows of a Wayland compositor; the display is one of `libwayland-client`.
  case wayland(EGLLibrary.Pointer)

  /// The number of the platform in EGL.
  var number: UInt32 {
    switch self {
    case .memory: 0x31DD
    case .xcb: 0x31DC
    case .wayland: 0x31D8
    }
  }

  /// The number of the platform of displays on devices, which show surfaces in memory.
  static let deviceNumber: UInt32 = 0x313F

  /// The extension of clients that a driver must have.
  var extensionName: String {
    switch self {
    case .memory: "EGL_MESA_platform_surfaceless"
    case .xcb: "EGL_EXT_platform_xcb"
    case .wayland: "EGL_EXT_platform_wayland"
    }
  }

  /// The connection to the display server; nil in memory.
  package var connection: EGLLibrary.Pointer? {
    switch self {
    case .memory: nil
    case .xcb(let pointer), .wayland(let pointer): pointer
    }
  }
}
