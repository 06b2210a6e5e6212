#if Window
  import CSDL2
  import Glibc

  /// What a user asks of a window of another program by the means of the desktop.
  struct DesktopRequest {
    /// What is asked, as an argument of the program.
    enum Wish: String {
      /// The window is asked, as a window manager does.
      case close = "--ask-to-close"
      /// The window manager is asked, as a task bar does.
      case leaveFullScreen = "--ask-to-leave-full-screen"
    }

    let wish: Wish
    let window: UInt

    private typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    private typealias Root = @convention(c) (OpaquePointer?) -> UInt
    private typealias Intern = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, Int32) -> UInt
    private typealias Send =
      @convention(c) (
        OpaquePointer?, UInt, Int32, Int, UnsafeMutablePointer<XEvent>?
      ) -> Int32
    private typealias Close = @convention(c) (OpaquePointer?) -> Int32

    /// SubstructureNotifyMask and SubstructureRedirectMask: the events that a window manager hears of.
    private static let managerMask = 1 << 19 | 1 << 20

    func send() {
      guard let library = dlopen("libX11.so.6", RTLD_LAZY) else { return }
      func function<Function>(_ name: String, as type: Function.Type) -> Function {
        unsafeBitCast(dlsym(library, name), to: type)
      }
      let display = function("XOpenDisplay", as: Open.self)(nil)
      let intern = function("XInternAtom", as: Intern.self)
      let (receiver, mask): (UInt, Int)
      var event = XEvent()
      event.xclient.type = ClientMessage
      event.xclient.window = window
      event.xclient.format = 32
      switch wish {
      case .close:
        (receiver, mask) = (window, 0)
        event.xclient.message_type = intern(display, "WM_PROTOCOLS", 0)
        event.xclient.data.l.0 = Int(intern(display, "WM_DELETE_WINDOW", 0))
      case .leaveFullScreen:
        (receiver, mask) = (function("XDefaultRootWindow", as: Root.self)(display), Self.managerMask)
        event.xclient.message_type = intern(display, "_NET_WM_STATE", 0)
        // _NET_WM_STATE_REMOVE, a state, no other state, and an application as the source.
        event.xclient.data.l = (0, Int(intern(display, "_NET_WM_STATE_FULLSCREEN", 0)), 0, 1, 0)
      }
      _ = function("XSendEvent", as: Send.self)(display, receiver, 0, mask, &event)
      _ = function("XCloseDisplay", as: Close.self)(display)
    }
  }
#endif
