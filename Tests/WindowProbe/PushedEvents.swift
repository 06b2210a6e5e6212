#if Window
  import CSDL2
  import Foundation

  /// Events of devices that a server without a screen does not have, as SDL reports them, for the first window.
  enum PushedEvents {
    private static let window: UInt32 = 1

    /// A finger; the position is in parts of the window.
    static func finger(_ phase: String, x: Double, y: Double) {
      let types = ["down": SDL_FINGERDOWN, "move": SDL_FINGERMOTION, "up": SDL_FINGERUP]
      guard let type = types[phase] else { return }
      var touch = SDL_TouchFingerEvent()
      touch.type = type.rawValue
      (touch.fingerId, touch.windowID) = (7, window)
      (touch.x, touch.y, touch.pressure) = (Float(x), Float(y), phase == "up" ? 0 : 0.5)
      var event = SDL_Event()
      event.tfinger = touch
      SDL_PushEvent(&event)
    }

    /// Files that are dropped together.
    static func drop(_ files: [String]) {
      push(SDL_DROPBEGIN, nil)
      for file in files { push(SDL_DROPFILE, file) }
      push(SDL_DROPCOMPLETE, nil)
    }

    private static func push(_ type: SDL_EventType, _ file: String?) {
      var drop = SDL_DropEvent()
      (drop.type, drop.windowID) = (type.rawValue, window)
      // The receiver frees it.
      drop.file = file.flatMap { SDL_strdup($0) }
      var event = SDL_Event()
      event.drop = drop
      SDL_PushEvent(&event)
    }
  }
#endif
