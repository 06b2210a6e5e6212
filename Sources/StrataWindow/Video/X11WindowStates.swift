#if Window
  import CSDL2

  /// The states that an X11 window manager gives to windows.
  ///
  /// SDL follows some of them, and full screen is not among these.
  ///
  /// - Thread: The video thread's.
  struct X11WindowStates {
    private typealias Intern = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, Int32) -> UInt
    private typealias GetProperty =
      @convention(c) (
        OpaquePointer?, UInt, UInt, Int, Int, Int32, UInt, UnsafeMutablePointer<UInt>?,
        UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<UInt>?, UnsafeMutablePointer<UInt>?,
        UnsafeMutablePointer<UnsafeMutableRawPointer?>?
      ) -> Int32
    private typealias GetAttributes =
      @convention(c) (OpaquePointer?, UInt, UnsafeMutablePointer<XWindowAttributes>?) -> Int32
    private typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Int32

    private let display: OpaquePointer
    private let getProperty: GetProperty
    private let free: Free
    /// The atoms of the property, and of full screen in it.
    private let (property, fullScreen): (UInt, UInt)

    /// XA_ATOM, a macro that Swift does not read.
    private static let atomType = UInt(4)
    /// The most states that are read.
    private static let mostStates = 64

    /// The states of the windows of a window's display; nil if it is not one of X11.
    init?(of window: OpaquePointer) {
      guard let information = DisplayConnection.information(of: window),
        information.subsystem == SDL_SYSWM_X11, let display = information.info.x11.display,
        let intern: Intern = DisplayConnection.function("XInternAtom", in: DisplayConnection.xlib),
        let get: GetProperty = DisplayConnection.function("XGetWindowProperty", in: DisplayConnection.xlib),
        let free: Free = DisplayConnection.function("XFree", in: DisplayConnection.xlib)
      else { return nil }
      (self.display, getProperty, self.free) = (display, get, free)
      property = intern(display, "_NET_WM_STATE", 0)
      fullScreen = intern(display, "_NET_WM_STATE_FULLSCREEN", 0)
      // SDL hands the display's own events over.
      SDL_EventState(SDL_SYSWMEVENT.rawValue, SDL_ENABLE)
    }

    /// The number that the display has for a window; nil if it is not one of X11.
    static func number(of window: OpaquePointer) -> UInt? {
      guard let information = DisplayConnection.information(of: window),
        information.subsystem == SDL_SYSWM_X11
      else { return nil }
      return information.info.x11.window
    }

    /// False for a window of X11 that is not on the screen, because its desktop has put it or what holds it aside.
    static func isOnScreen(_ window: OpaquePointer) -> Bool {
      guard let number = number(of: window), let information = DisplayConnection.information(of: window),
        let get: GetAttributes = DisplayConnection.function(
          "XGetWindowAttributes",
          in: DisplayConnection.xlib
        )
      else { return true }
      var attributes = XWindowAttributes()
      return get(information.info.x11.display, number, &attributes) != 0 && attributes.map_state == IsViewable
    }

    /// The number of the window whose states have changed; nil for any other event.
    func window(of event: SDL_SysWMEvent) -> UInt? {
      guard let message = event.msg, message.pointee.subsystem == SDL_SYSWM_X11 else { return nil }
      let event = message.pointee.msg.x11.event
      guard event.type == PropertyNotify, event.xproperty.atom == property else { return nil }
      return event.xproperty.window
    }

    /// True if a window manager lets a window cover its display.
    func isFullScreen(_ window: UInt) -> Bool {
      var (type, format, count, rest) = (UInt(0), Int32(0), UInt(0), UInt(0))
      var bytes: UnsafeMutableRawPointer?
      let failure = getProperty(
        display,
        window,
        property,
        0,
        Self.mostStates,
        0,
        Self.atomType,
        &type,
        &format,
        &count,
        &rest,
        &bytes
      )
      guard failure == 0, let bytes else { return false }
      defer { _ = free(bytes) }
      // Values of 32 bits come as long integers.
      guard type == Self.atomType, format == 32 else { return false }
      let states = UnsafeBufferPointer(start: bytes.assumingMemoryBound(to: UInt.self), count: Int(count))
      return states.contains(fullScreen)
    }
  }
#endif
