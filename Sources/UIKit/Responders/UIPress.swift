public import Foundation

/// What happened to the keys of a keyboard at one time.
@preconcurrency @MainActor open class UIPressesEvent: UIEvent {
  /// The kind.
  open override var type: EventType { .presses }
  /// The keys that are down, and those that just went up.
  public internal(set) final var allPresses: Set<UIPress> = []

  nonisolated override init() { super.init() }
}

/// One key, from its going down to its going up.
@preconcurrency @MainActor open class UIPress: NSObject {
  /// What a key does.
  public enum Phase: Int, Sendable {
    /// It went down.
    case began
    /// Its force changed; keys of keyboards have none.
    case changed
    /// It stays down.
    case stationary
    /// It went up.
    case ended
    /// It was taken away: the window has lost the keyboard.
    case cancelled
  }

  /// What the key does in the current event.
  public internal(set) final var phase = Phase.began
  /// The media time of the last change, in seconds.
  public internal(set) final var timestamp: TimeInterval = 0
  /// The key of the keyboard.
  public internal(set) final var key: UIKey?
  /// The window that had the keyboard when the key went down.
  public internal(set) final weak var window: UIWindow?
  /// The responder that was the first one when the key went down.
  public internal(set) final weak var responder: UIResponder?

  nonisolated override init() { super.init() }
}

/// A key of a keyboard and the modifiers that are held with it.
@preconcurrency @MainActor open class UIKey: NSObject {
  /// What the key types; keys without characters have those of ``UIKeyCommand``, such as its `inputUpArrow`.
  ///
  /// Shift and caps lock make letters capital; other characters are those without modifiers.
  public final let characters: String
  /// What the key types without modifiers.
  public final let charactersIgnoringModifiers: String
  /// The modifiers that are held.
  public final let modifierFlags: UIKeyModifierFlags
  /// The place of the key on the keyboard.
  public final let keyCode: UIKeyboardHIDUsage

  init(_ usage: Int, character: Character?, _ modifiers: UIKeyModifierFlags) {
    keyCode = UIKeyboardHIDUsage(rawValue: usage)
    let plain = UIKeyCommand.input(of: keyCode) ?? character.map(String.init) ?? ""
    let isCapital = !modifiers.isDisjoint(with: [.shift, .alphaShift]) && plain.count == 1
    (charactersIgnoringModifiers, characters) = (plain, isCapital ? plain.uppercased() : plain)
    modifierFlags = modifiers
    super.init()
  }
}

/// The modifier keys that are held.
public struct UIKeyModifierFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Creates a set of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Caps lock is on.
  public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
  /// A shift key.
  public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
  /// A control key.
  public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
  /// The key labelled Alt or Option.
  public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
  /// The key labelled with a logo or Command.
  public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
  /// The key is one of the number pad.
  public static let numericPad = UIKeyModifierFlags(rawValue: 1 << 21)
}
