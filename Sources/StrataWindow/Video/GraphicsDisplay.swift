#if Window
  import CSDL2
  import Glibc
  import OpenGL
  import Synchronization

  /// EGL on the display that windows are on, for pictures that stay on a graphics processor.
  enum GraphicsDisplay {
    private typealias Connect =
      @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<Int32>?) -> OpaquePointer?
    private typealias HasError = @convention(c) (OpaquePointer?) -> Int32

    /// The X11 displays that are open, by name; they stay open, as contexts of the program may be on them.
    private static let open = Mutex<[String: EGLLibrary]>([:])

    static let xcb = "libxcb.so.1"

    /// EGL on the X11 display of an environment variable, on a connection of its own.
    ///
    /// The first one is the display of all contexts of the process, so that these can share textures with windows.
    static func x11() throws(GLFailure) -> EGLLibrary {
      let name = getenv("DISPLAY").map { String(cString: $0) } ?? ""
      if let known = open.withLock({ $0[name] }) { return known }
      guard let connect: Connect = DisplayConnection.function("xcb_connect", in: xcb),
        let hasError: HasError = DisplayConnection.function("xcb_connection_has_error", in: xcb)
      else { throw .noLibrary(xcb) }
      guard let connection = connect(nil, nil), hasError(connection) == 0 else { throw .noDisplay(0) }
      let library = try EGLLibrary(on: .xcb(UnsafeMutableRawPointer(connection)))
      _ = try library.keeperContext()
      library.shareWithProcess()
      open.withLock { $0[name] = library }
      return library
    }

    /// EGL on the Wayland display of a window.
    static func wayland(_ window: SDL_SysWMinfo) throws(GLFailure) -> EGLLibrary {
      guard let display = window.info.wl.display else { throw .noDisplay(0) }
      return try EGLLibrary(on: .wayland(UnsafeMutableRawPointer(display)))
    }
  }
#endif
