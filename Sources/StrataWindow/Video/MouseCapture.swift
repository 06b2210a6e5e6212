#if Window
  import CSDL2

  /// Leads the mouse to the window that was pressed while a button is held.
  ///
  /// SDL leads it to the window with the keyboard. That is another one where a press does not bring the keyboard along, as
  /// without a window manager.
  ///
  /// - Thread: The video thread's.
  struct MouseCapture {
    /// The window in which the first of the held buttons went down.
    private var window: UInt32?

    /// Gives an event of the mouse to the pressed window.
    ///
    /// - Parameters:
    ///   - event: Any event.
    ///   - held: The buttons that were held before the event.
    ///   - handle: SDL's object of a window; nil for one that is gone.
    mutating func direct(
      _ event: inout SDL_Event,
      held: Set<MouseButton>,
      handle: (UInt32) -> OpaquePointer?
    ) {
      switch SDL_EventType(rawValue: event.type) {
      case SDL_MOUSEBUTTONDOWN:
        if window == nil { window = event.button.windowID }
        move(&event.button, handle)
      case SDL_MOUSEBUTTONUP:
        move(&event.button, handle)
        if held.subtracting([MouseButton(number: Int(event.button.button))]).isEmpty { window = nil }
      case SDL_MOUSEMOTION where event.motion.state == 0: window = nil
      case SDL_MOUSEMOTION: move(&event.motion, handle)
      default: break
      }
    }

    /// True if the mouse only seems to enter or leave a window, as one is pressed; SDL's place is that in another window then.
    func hides(_ event: SDL_WindowEvent) -> Bool {
      let kind = SDL_WindowEventID(rawValue: UInt32(event.event))
      return window != nil && (kind == SDL_WINDOWEVENT_ENTER || kind == SDL_WINDOWEVENT_LEAVE)
    }

    /// Leads the mouse to a window no more, as it closes or hides; returns true if it was the pressed one.
    mutating func forget(_ id: UInt32) -> Bool {
      guard window == id else { return false }
      window = nil
      return true
    }

    private func move(_ event: inout some MouseEventOfSDL, _ handle: (UInt32) -> OpaquePointer?) {
      guard let window, window != event.windowID, let target = handle(window),
        let other = handle(event.windowID)
      else { return }
      let (from, to) = (Self.corner(of: other), Self.corner(of: target))
      event.windowID = window
      event.x = event.x &+ from.x &- to.x
      event.y = event.y &+ from.y &- to.y
    }

    private static func corner(of window: OpaquePointer) -> (x: Int32, y: Int32) {
      var (x, y) = (Int32(0), Int32(0))
      SDL_GetWindowPosition(window, &x, &y)
      return (x, y)
    }
  }

  /// An event of SDL's with a place in a window.
  private protocol MouseEventOfSDL {
    var windowID: UInt32 { get set }
    var x: Int32 { get set }
    var y: Int32 { get set }
  }

  extension SDL_MouseMotionEvent: MouseEventOfSDL {}
  extension SDL_MouseButtonEvent: MouseEventOfSDL {}
#endif
