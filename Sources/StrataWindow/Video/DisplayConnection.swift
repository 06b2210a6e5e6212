#if Window
  import CSDL2
  import Glibc

  /// The socket to the display server, and what happens when it breaks.
  ///
  /// Xlib ends the process when the connection breaks, and at the first request that the server refuses. SDL does nothing
  /// about it. Here, refusals are ignored, and the thread that finds the connection broken reports this and waits for ever:
  /// Xlib's documentation lets a handler of such errors do everything but return. All calls of Xlib are made by the video
  /// thread, so that no other thread is held up. Functions of Xlib and of Wayland are looked up in the libraries that SDL
  /// has loaded.
  struct DisplayConnection {
    /// The socket to wait on; nil for a driver that must be asked for events from time to time.
    let descriptor: Int32?
    /// True if the driver repeats held keys only while it is asked for events.
    let repeatsKeysByPolling: Bool

    private typealias Handler = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32
    private typealias SetHandler = @convention(c) (Handler?) -> UnsafeMutableRawPointer?
    private typealias GetDescriptor = @convention(c) (OpaquePointer?) -> Int32

    /// The connection that a window uses.
    init(of window: OpaquePointer) {
      var found: Int32?
      var driver = SDL_SYSWM_UNKNOWN
      if let information = Self.information(of: window) {
        driver = information.subsystem
        switch driver {
        case SDL_SYSWM_X11:
          found = Self.descriptor(information.info.x11.display, "XConnectionNumber", in: Self.xlib)
        case SDL_SYSWM_WAYLAND:
          found = Self.descriptor(information.info.wl.display, "wl_display_get_fd", in: Self.wayland)
        default: break
        }
      }
      descriptor = found
      repeatsKeysByPolling = driver == SDL_SYSWM_WAYLAND
    }

    /// What a window is to the display server; nil for a driver without one.
    static func information(of window: OpaquePointer) -> SDL_SysWMinfo? {
      // The layout of the structure belongs to the version that was compiled against.
      var information = SDL_SysWMinfo()
      information.version = SDL_version(
        major: UInt8(SDL_MAJOR_VERSION),
        minor: UInt8(SDL_MINOR_VERSION),
        patch: UInt8(SDL_PATCHLEVEL)
      )
      return SDL_GetWindowWMInfo(window, &information) == SDL_TRUE ? information : nil
    }

    static let xlib = "libX11.so.6"
    static let xcb = "libxcb.so.1"
    static let wayland = "libwayland-client.so.0"

    /// A function or a variable of a library that is loaded already.
    static func function<Function>(_ name: String, in library: String) -> Function? {
      guard let handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD), let symbol = dlsym(handle, name) else {
        return nil
      }
      return unsafeBitCast(symbol, to: Function.self)
    }

    private static func descriptor(
      _ display: OpaquePointer?,
      _ name: String,
      in library: String
    ) -> Int32? {
      let get: GetDescriptor? = function(name, in: library)
      let number = display.flatMap { get?($0) }
      return number.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Keeps Xlib from ending the process; does nothing without Xlib.
    ///
    /// Errors of connections that other threads use are left to the handlers that were there before.
    static func handleErrors() {
      guard !handlersAreSet,
        let setBroken: SetHandler = function("XSetIOErrorHandler", in: xlib),
        let setRefused: SetHandler = function("XSetErrorHandler", in: xlib)
      else { return }
      handlersAreSet = true
      let broken = setBroken { display, _ in
        guard VideoThread.isCurrent else { return DisplayConnection.formerBroken?(display, nil) ?? 0 }
        VideoThread.shared.loseDisplay()
        while true { pause() }
      }
      let refused = setRefused { display, event in
        VideoThread.isCurrent ? 0 : DisplayConnection.formerRefused?(display, event) ?? 0
      }
      formerBroken = broken.map { unsafeBitCast($0, to: Handler.self) }
      formerRefused = refused.map { unsafeBitCast($0, to: Handler.self) }
    }

    nonisolated(unsafe) private static var handlersAreSet = false  // The video thread's.
    nonisolated(unsafe) private static var formerBroken: Handler?  // Set once, by the video thread.
    nonisolated(unsafe) private static var formerRefused: Handler?  // Set once, by the video thread.
  }
#endif
