#if Window
  import CSDL2
  import Glibc

  /// Asks a window of another program to close, as a window manager does.
  struct CloseRequest {
    let window: UInt

    private typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    private typealias Intern = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, Int32) -> UInt
    private typealias Send =
      @convention(c) (
        OpaquePointer?, UInt, Int32, Int, UnsafeMutablePointer<XEvent>?
      ) -> Int32
    private typealias Close = @convention(c) (OpaquePointer?) -> Int32

    func send() {
      guard let library = dlopen("libX11.so.6", RTLD_LAZY) else { return }
      func function<Function>(_ name: String, as type: Function.Type) -> Function {
        unsafeBitCast(dlsym(library, name), to: type)
      }
      let display = function("XOpenDisplay", as: Open.self)(nil)
      let intern = function("XInternAtom", as: Intern.self)
      var event = XEvent()
      event.xclient.type = ClientMessage
      event.xclient.window = window
      event.xclient.message_type = intern(display, "WM_PROTOCOLS", 0)
      event.xclient.format = 32
      event.xclient.data.l.0 = Int(intern(display, "WM_DELETE_WINDOW", 0))
      _ = function("XSendEvent", as: Send.self)(display, window, 0, 0, &event)
      _ = function("XCloseDisplay", as: Close.self)(display)
    }
  }
#endif
