#if Window
  import CSDL2

  extension KeyEvent {
    init(_ event: SDL_KeyboardEvent) {
      self.init(
        key: Key(event.keysym.sym),
        hidUsage: Int(event.keysym.scancode.rawValue),
        isDown: event.state == UInt8(SDL_PRESSED),
        isRepeat: event.repeat != 0,
        modifiers: KeyModifiers(SDL_Keymod(rawValue: UInt32(event.keysym.mod)))
      )
    }
  }

  extension KeyModifiers {
    init(_ state: SDL_Keymod) {
      let rows: [(SDL_Keymod, KeyModifiers)] = [
        (KMOD_SHIFT, .shift), (KMOD_CTRL, .control), (KMOD_ALT, .option), (KMOD_GUI, .command),
        (KMOD_CAPS, .capsLock),
      ]
      self = []
      for (mask, modifier) in rows where state.rawValue & mask.rawValue != 0 { insert(modifier) }
    }

    /// The keys that are held after the last event that was read.
    static var current: KeyModifiers { KeyModifiers(SDL_GetModState()) }
  }

  extension Key {
    /// A key by SDL's number: the code of its character, or a number beyond all characters.
    init(_ code: SDL_Keycode) {
      if let key = Self.named[code] {
        self = key
      } else if let character = UnicodeScalar(UInt32(bitPattern: code)), code >= 0x20 {
        self = .character(Character(character))
      } else {
        self = .named(String(cString: SDL_GetKeyName(code)))
      }
    }

    private static let named: [SDL_Keycode: Key] = {
      var keys: [SDL_Keycode: Key] = [:]
      func add(_ code: SDL_KeyCode, _ key: Key) { keys[SDL_Keycode(bitPattern: code.rawValue)] = key }
      for (code, key) in [
        (SDLK_ESCAPE, Key.escape), (SDLK_RETURN, .return), (SDLK_KP_ENTER, .return), (SDLK_TAB, .tab),
        (SDLK_BACKSPACE, .backspace), (SDLK_DELETE, .delete), (SDLK_INSERT, .insert), (SDLK_LEFT, .left),
        (SDLK_RIGHT, .right), (SDLK_UP, .up), (SDLK_DOWN, .down), (SDLK_HOME, .home), (SDLK_END, .end),
        (SDLK_PAGEUP, .pageUp), (SDLK_PAGEDOWN, .pageDown), (SDLK_LSHIFT, .shift), (SDLK_RSHIFT, .shift),
        (SDLK_LCTRL, .control), (SDLK_RCTRL, .control), (SDLK_LALT, .option), (SDLK_RALT, .option),
        (SDLK_LGUI, .command), (SDLK_RGUI, .command), (SDLK_CAPSLOCK, .capsLock),
      ] { add(code, key) }
      // The codes of function keys count up in two stretches.
      for (first, number) in [(SDLK_F1, 1), (SDLK_F13, 13)] {
        let code = SDL_Keycode(bitPattern: first.rawValue)
        for step in 0..<12 { keys[code + Int32(step)] = .function(number + step) }
      }
      return keys
    }()
  }
#endif
