#if Window
  import CSDL2
  import Glibc
  import StrataEGL
  import Synchronization

  /// EGL on the display that windows are on, for pictures that stay on a graphics processor.
  enum GraphicsDisplay {
    private typealias Connect =
      @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<Int32>?) -> OpaquePointer?
    private typealias HasError = @convention(c) (OpaquePointer?) -> Int32
    private typealias Disconnect = @convention(c) (OpaquePointer?) -> Void

    /// The X11 displays that were asked for, by name, or the reasons why they cannot be used.
    ///
    /// They stay open, as contexts of the program may be on them.
    private static let known = Mutex<[String: Result<EGLLibrary, GLFailure>]>([:])

    /// EGL on the X11 display of an environment variable, on a connection of its own.
    ///
    /// The first one is the display of all contexts of the process, so that these can share textures with windows. Each is
    /// tried once.
    static func x11() throws(GLFailure) -> EGLLibrary {
      let name = getenv("DISPLAY").map { String(cString: $0) } ?? ""
      if let result = known.withLock({ $0[name] }) { return try result.get() }
      let made: Result<EGLLibrary, GLFailure>
      do throws(GLFailure) { made = .success(try connect()) } catch { made = .failure(error) }
      known.withLock { $0[name] = made }
      return try made.get()
    }

    /// Connects to the X11 display; a failure leaves no connection.
    private static func connect() throws(GLFailure) -> EGLLibrary {
      let xcb = DisplayConnection.xcb
      guard let connect: Connect = DisplayConnection.function("xcb_connect", in: xcb),
        let hasError: HasError = DisplayConnection.function("xcb_connection_has_error", in: xcb),
        let disconnect: Disconnect = DisplayConnection.function("xcb_disconnect", in: xcb)
      else { throw .noLibrary(xcb) }
      guard let connection = connect(nil, nil) else { throw .noDisplay(0) }
      do throws(GLFailure) {
        guard hasError(connection) == 0 else { throw .noDisplay(0) }
        return try library(on: connection)
      } catch {
        disconnect(connection)
        throw error
      }
    }

    private static func library(on connection: OpaquePointer) throws(GLFailure) -> EGLLibrary {
      let library = try EGLLibrary(on: .xcb(UnsafeMutableRawPointer(connection)))
      do throws(GLFailure) {
        _ = try library.keeperContext()
      } catch {
        library.close()
        throw error
      }
      library.shareWithProcess()
      return library
    }

    /// EGL on the Wayland display of a window.
    static func wayland(_ window: SDL_SysWMinfo) throws(GLFailure) -> EGLLibrary {
      guard let display = window.info.wl.display else { throw .noDisplay(0) }
      return try EGLLibrary(on: .wayland(UnsafeMutableRawPointer(display)))
    }
  }
#endif
