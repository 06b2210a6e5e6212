#if Window
  import CoreGraphics
  import CSDL2
  import Foundation

  /// Makes the library's events of SDL's.
  ///
  /// Events of windows themselves, such as a new size, are ``VideoWindow``'s.
  struct EventTranslator {
    /// What is being dropped, until SDL says that it is all.
    private var dropped = DropEvent(files: [], texts: [], location: .zero)

    /// The buttons that are held; SDL's own answer is ahead of the event.
    private(set) var held: Set<MouseButton> = []

    /// The number of the window that an event is meant for; nil for events of no window.
    ///
    /// SDL uses 0 if it does not know which window has the keyboard.
    static func window(of event: SDL_Event) -> UInt32? {
      switch SDL_EventType(rawValue: event.type) {
      case SDL_MOUSEMOTION: event.motion.windowID
      case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP: event.button.windowID
      case SDL_MOUSEWHEEL: event.wheel.windowID
      case SDL_FINGERDOWN, SDL_FINGERMOTION, SDL_FINGERUP: event.tfinger.windowID
      case SDL_KEYDOWN, SDL_KEYUP: event.key.windowID
      case SDL_TEXTINPUT: event.text.windowID
      case SDL_TEXTEDITING: event.edit.windowID
      case SDL_TEXTEDITING_EXT: event.editExt.windowID
      case SDL_DROPBEGIN, SDL_DROPFILE, SDL_DROPTEXT, SDL_DROPCOMPLETE: event.drop.windowID
      default: nil
      }
    }

    /// The event for a window of a space; nil if the event is only a part of one.
    mutating func translate(_ event: SDL_Event, in space: WindowSpace) -> WindowEvent.Kind? {
      switch SDL_EventType(rawValue: event.type) {
      case SDL_MOUSEMOTION: .mouse(movement(event.motion, in: space))
      case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP: .mouse(click(event.button, in: space))
      case SDL_MOUSEWHEEL: .wheel(wheel(event.wheel, in: space))
      case SDL_FINGERDOWN: .touch(touch(event.tfinger, .began, in: space))
      case SDL_FINGERMOTION: .touch(touch(event.tfinger, .moved, in: space))
      case SDL_FINGERUP: .touch(touch(event.tfinger, .ended, in: space))
      case SDL_KEYDOWN, SDL_KEYUP: .key(KeyEvent(event.key))
      case SDL_TEXTINPUT: .text(Self.text(of: event.text.text))
      case SDL_TEXTEDITING:
        Self.composition(Self.text(of: event.edit.text), event.edit.start, event.edit.length)
      case SDL_TEXTEDITING_EXT: extendedComposition(event.editExt)
      case SDL_DROPBEGIN, SDL_DROPFILE, SDL_DROPTEXT, SDL_DROPCOMPLETE: drop(event.drop, in: space)
      default: nil
      }
    }

    /// Takes the buttons for released, as the window that they were pressed in goes away.
    mutating func releaseButtons() { held = [] }

    /// Frees what an event holds that no window takes.
    static func discard(_ event: SDL_Event) {
      switch SDL_EventType(rawValue: event.type) {
      case SDL_TEXTEDITING_EXT: SDL_free(event.editExt.text)
      case SDL_DROPBEGIN, SDL_DROPFILE, SDL_DROPTEXT, SDL_DROPCOMPLETE: SDL_free(event.drop.file)
      default: break
      }
    }

    // MARK: Pointers

    private mutating func movement(_ event: SDL_MouseMotionEvent, in space: WindowSpace) -> MouseEvent {
      // A release beyond all windows is in no other event.
      held = Self.buttons(in: event.state)
      return MouseEvent(
        phase: .moved,
        location: space.point(x: Double(event.x), y: Double(event.y)),
        delta: space.vector(x: Double(event.xrel), y: Double(event.yrel)),
        buttons: held,
        clickCount: 0,
        modifiers: .current
      )
    }

    private mutating func click(_ event: SDL_MouseButtonEvent, in space: WindowSpace) -> MouseEvent {
      let button = MouseButton(number: Int(event.button))
      let isDown = event.state == UInt8(SDL_PRESSED)
      if isDown { held.insert(button) } else { held.remove(button) }
      return MouseEvent(
        phase: isDown ? .down(button) : .up(button),
        location: space.point(x: Double(event.x), y: Double(event.y)),
        delta: CGVector(dx: 0, dy: 0),
        buttons: held,
        clickCount: Int(event.clicks),
        modifiers: .current
      )
    }

    /// The mouse where it is now, as it enters or leaves a window.
    func crossing(_ phase: MouseEvent.Phase, in space: WindowSpace) -> MouseEvent {
      var (x, y) = (Int32(0), Int32(0))
      SDL_GetMouseState(&x, &y)
      return MouseEvent(
        phase: phase,
        location: space.point(x: Double(x), y: Double(y)),
        delta: CGVector(dx: 0, dy: 0),
        buttons: held,
        clickCount: 0,
        modifiers: .current
      )
    }

    private static func buttons(in state: UInt32) -> Set<MouseButton> {
      Set((1...32).filter { state & (1 << UInt32($0 - 1)) != 0 }.map { MouseButton(number: $0) })
    }

    private func wheel(_ event: SDL_MouseWheelEvent, in space: WindowSpace) -> WheelEvent {
      WheelEvent(
        location: space.point(x: Double(event.mouseX), y: Double(event.mouseY)),
        delta: CGVector(dx: CGFloat(event.preciseX), dy: CGFloat(event.preciseY)),
        isReversed: event.direction == SDL_MOUSEWHEEL_FLIPPED.rawValue,
        modifiers: .current
      )
    }

    private func touch(
      _ event: SDL_TouchFingerEvent,
      _ phase: TouchEvent.Phase,
      in space: WindowSpace
    ) -> TouchEvent {
      // A device that does not measure pressure reports 0 for all its touches.
      let pressure = event.pressure > 0 || phase == .ended ? Double(event.pressure) : 1
      return TouchEvent(
        phase: phase,
        finger: event.fingerId,
        location: space.point(x: Double(event.x) * space.width, y: Double(event.y) * space.height),
        pressure: min(pressure, 1)
      )
    }

    // MARK: Text

    /// The text of a C array that ends with a zero or with its last byte.
    private static func text<Bytes>(of bytes: Bytes) -> String {
      withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private static func composition(_ text: String, _ start: Int32, _ length: Int32) -> WindowEvent.Kind {
      let count = text.count
      guard start >= 0, start <= count else {
        return .composition(TextComposition(text: text, selection: nil))
      }
      let end = min(count, Int(start) + max(0, Int(length)))
      return .composition(TextComposition(text: text, selection: Int(start)..<end))
    }

    private func extendedComposition(_ event: SDL_TextEditingExtEvent) -> WindowEvent.Kind {
      defer { SDL_free(event.text) }
      let text = event.text.map { String(cString: $0) } ?? ""
      return Self.composition(text, event.start, event.length)
    }

    // MARK: Drops

    private mutating func drop(_ event: SDL_DropEvent, in space: WindowSpace) -> WindowEvent.Kind? {
      defer { SDL_free(event.file) }
      let text = event.file.map { String(cString: $0) }
      switch SDL_EventType(rawValue: event.type) {
      case SDL_DROPFILE:
        if let text { dropped.files.append(URL(filePath: text)) }
      case SDL_DROPTEXT:
        if let text { dropped.texts.append(text) }
      case SDL_DROPCOMPLETE:
        dropped.location = crossing(.moved, in: space).location
        defer { dropped = DropEvent(files: [], texts: [], location: .zero) }
        return dropped.files.isEmpty && dropped.texts.isEmpty ? nil : .drop(dropped)
      default: break
      }
      return nil
    }
  }

  extension MouseButton {
    /// A button by SDL's number, which counts from 1.
    init(number: Int) {
      switch number {
      case Int(SDL_BUTTON_LEFT): self = .left
      case Int(SDL_BUTTON_MIDDLE): self = .middle
      case Int(SDL_BUTTON_RIGHT): self = .right
      default: self = .other(number)
      }
    }
  }
#endif
