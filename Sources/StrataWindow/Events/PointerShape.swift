#if Window
  import CSDL2

  /// A shape of the mouse pointer, as the desktop draws it.
  public enum PointerShape: Sendable {
    /// The usual one.
    case arrow
    /// Over text.
    case text
    /// A cross, for places.
    case crosshair
    /// A hand that points, over links.
    case pointingHand
    /// For edges that move to the left and to the right.
    case resizeLeftRight
    /// For edges that move up and down.
    case resizeUpDown
    /// For what cannot be done here.
    case notAllowed

    var cursor: SDL_SystemCursor {
      switch self {
      case .arrow: SDL_SYSTEM_CURSOR_ARROW
      case .text: SDL_SYSTEM_CURSOR_IBEAM
      case .crosshair: SDL_SYSTEM_CURSOR_CROSSHAIR
      case .pointingHand: SDL_SYSTEM_CURSOR_HAND
      case .resizeLeftRight: SDL_SYSTEM_CURSOR_SIZEWE
      case .resizeUpDown: SDL_SYSTEM_CURSOR_SIZENS
      case .notAllowed: SDL_SYSTEM_CURSOR_NO
      }
    }
  }

  extension Window {
    /// Changes the mouse pointer over the windows of the program; nil hides it.
    ///
    /// The shape stays until another call, also for windows that are opened later.
    ///
    /// - Thread: Any.
    public static func setPointer(_ shape: PointerShape?) {
      VideoThread.shared.perform { system in system.setPointer(shape) }
    }
  }
#endif
