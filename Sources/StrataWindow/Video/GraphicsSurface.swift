#if Window
  import CSDL2
  import Glibc
  import StrataBase
  import StrataEGL

  /// The pixels of a window that a graphics processor shows pictures in.
  ///
  /// - Thread: The video thread's.
  final class GraphicsSurface {
    private let surface: WindowSurface
    /// Nil under X11, where the surface follows the window by itself.
    private let wayland: WaylandSurface?

    /// Makes the surface of a window.
    ///
    /// - Parameters:
    ///   - window: SDL's window.
    ///   - library: EGL on its display.
    ///   - size: The size in pixels.
    /// - Throws: ``GLFailure`` if the driver cannot draw into the window.
    init(
      of window: OpaquePointer,
      _ library: EGLLibrary,
      size: (width: Int, height: Int)
    ) throws(GLFailure) {
      guard let information = DisplayConnection.information(of: window) else { throw .noDisplay(0) }
      switch information.subsystem {
      case SDL_SYSWM_X11:
        var number = UInt32(truncatingIfNeeded: information.info.x11.window)
        let visual = Self.visual(of: number, on: library)
        surface = try withUnsafeMutablePointer(to: &number) { number throws(GLFailure) in
          try WindowSurface(window: UnsafeMutableRawPointer(number), visual: visual, of: library)
        }
        wayland = nil
      case SDL_SYSWM_WAYLAND:
        guard let target = information.info.wl.surface else { throw .noSurface(width: 0, height: 0, code: 0) }
        let made = try WaylandSurface(target, size)
        surface = try WindowSurface(window: UnsafeMutableRawPointer(made.pointer), visual: 0, of: library)
        wayland = made
      default: throw .noDisplay(0)
      }
    }

    /// What was done so far.
    var report: WindowSurface.Report { surface.report }

    /// Shows a texture in a window of a size in pixels (see ``WindowSurface/show(_:damage:background:isAtBottom:)``).
    func show(
      _ texture: SharedTexture,
      _ damage: PixelRegion?,
      size: (width: Int, height: Int),
      background: SIMD3<Float>,
      isAtBottom: Bool
    ) throws(GLFailure) -> Bool {
      wayland?.resize(size)
      return try surface.show(texture, damage: damage, background: background, isAtBottom: isAtBottom)
    }

    private typealias Ask = @convention(c) (OpaquePointer?, UInt32) -> xcb_get_window_attributes_cookie_t
    private typealias Answer =
      @convention(c) (
        OpaquePointer?, xcb_get_window_attributes_cookie_t, UnsafeMutableRawPointer?
      ) -> UnsafeMutablePointer<xcb_get_window_attributes_reply_t>?

    /// The number of the visual of an X11 window; 0 if the display does not report it.
    private static func visual(of window: UInt32, on library: EGLLibrary) -> Int32 {
      guard let connection = library.platform.connection.map({ OpaquePointer($0) }),
        let ask: Ask = DisplayConnection.function("xcb_get_window_attributes", in: DisplayConnection.xcb),
        let answer: Answer = DisplayConnection.function(
          "xcb_get_window_attributes_reply",
          in: DisplayConnection.xcb
        ),
        let reply = answer(connection, ask(connection, window), nil)
      else { return 0 }
      defer { free(reply) }
      return Int32(bitPattern: reply.pointee.visual)
    }
  }

  /// The size of a Wayland window for EGL, by the library `libwayland-egl`.
  private final class WaylandSurface {
    private typealias Make = @convention(c) (OpaquePointer, Int32, Int32) -> OpaquePointer?
    private typealias Resize = @convention(c) (OpaquePointer, Int32, Int32, Int32, Int32) -> Void
    private typealias End = @convention(c) (OpaquePointer) -> Void

    let pointer: OpaquePointer
    private let change: Resize
    private let end: End
    private var size: (width: Int, height: Int)

    init(_ surface: OpaquePointer, _ size: (width: Int, height: Int)) throws(GLFailure) {
      let name = "libwayland-egl.so.1"
      guard let handle = dlopen(name, RTLD_NOW), let make = dlsym(handle, "wl_egl_window_create"),
        let change = dlsym(handle, "wl_egl_window_resize"), let end = dlsym(handle, "wl_egl_window_destroy")
      else { throw .noLibrary(name) }
      self.change = unsafeBitCast(change, to: Resize.self)
      self.end = unsafeBitCast(end, to: End.self)
      self.size = size
      let made = unsafeBitCast(make, to: Make.self)(surface, Int32(size.width), Int32(size.height))
      guard let made else { throw .noSurface(width: size.width, height: size.height, code: 0) }
      pointer = made
    }

    deinit { end(pointer) }

    func resize(_ size: (width: Int, height: Int)) {
      guard size != self.size else { return }
      self.size = size
      change(pointer, Int32(size.width), Int32(size.height), 0, 0)
    }
  }
#endif
