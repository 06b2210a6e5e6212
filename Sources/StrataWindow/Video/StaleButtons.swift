#if Window
  import CSDL2

  /// The mouse buttons that SDL takes for held because a window that is gone took the release with it.
  ///
  /// A window that closes or hides at a press gets no release, and no other window does. SDL then says with every movement that
  /// the button is held, and drops its next press, which is no change to it. Under X11 the display's own event stands in for that
  /// press; elsewhere it is lost.
  ///
  /// - Thread: The video thread's.
  struct StaleButtons {
    /// A bit for each button, from SDL's number 1.
    private var mask: UInt32 = 0

    /// Takes note of all buttons that SDL takes for held, as the window that they were pressed in goes away.
    mutating func noteHeld() { mask = SDL_GetMouseState(nil, nil) }

    /// Makes an event of SDL's, or one of the display's that SDL drops, what it would be without such buttons.
    ///
    /// - Parameters:
    ///   - event: Any event.
    ///   - window: SDL's number of the window with a number of the display's; nil if there is none.
    mutating func correct(_ event: inout SDL_Event, window: (UInt) -> UInt32?) {
      guard mask != 0 else { return }
      switch SDL_EventType(rawValue: event.type) {
      case SDL_MOUSEMOTION: event.motion.state &= ~mask
      case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP: mask &= ~Self.bit(of: Int(event.button.button))
      case SDL_SYSWMEVENT:
        guard let press = Self.press(of: event.syswm, window: window),
          mask & Self.bit(of: Int(press.button)) != 0
        else { return }
        mask &= ~Self.bit(of: Int(press.button))
        event = SDL_Event()
        event.button = press
      default: break
      }
    }

    private static func bit(of button: Int) -> UInt32 {
      (1...32).contains(button) ? 1 << UInt32(button - 1) : 0
    }

    /// The event that SDL makes of a press under X11; nil for any other.
    private static func press(
      of event: SDL_SysWMEvent,
      window: (UInt) -> UInt32?
    ) -> SDL_MouseButtonEvent? {
      guard let message = event.msg, message.pointee.subsystem == SDL_SYSWM_X11 else { return nil }
      let button = message.pointee.msg.x11.event.xbutton
      // The numbers from 4 to 7 are those of wheels.
      guard button.type == ButtonPress, let id = window(button.window),
        let number = UInt8(exactly: button.button > 7 ? button.button - 4 : button.button)
      else { return nil }
      var press = SDL_MouseButtonEvent()
      (press.type, press.timestamp, press.windowID) = (SDL_MOUSEBUTTONDOWN.rawValue, event.timestamp, id)
      (press.button, press.state, press.clicks) = (number, UInt8(SDL_PRESSED), 1)
      (press.x, press.y) = (button.x, button.y)
      return press
    }
  }
#endif
