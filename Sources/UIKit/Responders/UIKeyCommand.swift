import Foundation

/// A key with modifiers that does something wherever the keyboard goes below its responder.
///
/// A responder lists its commands in `keyCommands`. A command takes its key: views see no press of it. Its action is a closure
/// or a method of a target, in place of a selector.
///
/// ```swift
/// override var keyCommands: [UIKeyCommand]? {
///   [UIKeyCommand(input: "s", modifierFlags: .control, target: self, action: Board.save)]
/// }
/// ```
@preconcurrency @MainActor open class UIKeyCommand: NSObject {
  /// What the key types without modifiers, or one of the constants of this class.
  public final let input: String?
  /// The modifiers that must be held, and no others; caps lock and the number pad do not count.
  public final let modifierFlags: UIKeyModifierFlags
  private let perform: (UIKeyCommand) -> Void

  /// Creates a command that calls a closure.
  public init(input: String, modifierFlags: UIKeyModifierFlags, handler: @escaping (UIKeyCommand) -> Void) {
    (self.input, self.modifierFlags, perform) = (input, modifierFlags, handler)
    super.init()
  }

  /// Creates a command that calls a method of a target, which is not kept alive.
  public convenience init<Target: AnyObject>(
    input: String,
    modifierFlags: UIKeyModifierFlags,
    target: Target,
    action: @escaping (Target) -> (UIKeyCommand) -> Void
  ) {
    self.init(input: input, modifierFlags: modifierFlags) { [weak target] command in
      if let target { action(target)(command) }
    }
  }

  /// Creates a command that calls a method of a target without arguments; the target is not kept alive.
  public convenience init<Target: AnyObject>(
    input: String,
    modifierFlags: UIKeyModifierFlags,
    target: Target,
    action: @escaping (Target) -> () -> Void
  ) {
    self.init(input: input, modifierFlags: modifierFlags) { [weak target] _ in
      if let target { action(target)() }
    }
  }

  /// The arrow upwards.
  nonisolated public static let inputUpArrow = "UIKeyInputUpArrow"
  /// The arrow downwards.
  nonisolated public static let inputDownArrow = "UIKeyInputDownArrow"
  /// The arrow to the left.
  nonisolated public static let inputLeftArrow = "UIKeyInputLeftArrow"
  /// The arrow to the right.
  nonisolated public static let inputRightArrow = "UIKeyInputRightArrow"
  /// The escape key.
  nonisolated public static let inputEscape = "UIKeyInputEscape"
  /// The key that scrolls a page upwards.
  nonisolated public static let inputPageUp = "UIKeyInputPageUp"
  /// The key that scrolls a page downwards.
  nonisolated public static let inputPageDown = "UIKeyInputPageDown"
  /// The key that goes to the beginning.
  nonisolated public static let inputHome = "UIKeyInputHome"
  /// The key that goes to the end.
  nonisolated public static let inputEnd = "UIKeyInputEnd"
  /// The key that deletes what comes before.
  nonisolated public static let inputDelete = "\u{8}"

  private static let inputs: [UIKeyboardHIDUsage: String] = [
    .keyboardUpArrow: inputUpArrow, .keyboardDownArrow: inputDownArrow, .keyboardLeftArrow: inputLeftArrow,
    .keyboardRightArrow: inputRightArrow, .keyboardEscape: inputEscape, .keyboardPageUp: inputPageUp,
    .keyboardPageDown: inputPageDown, .keyboardHome: inputHome, .keyboardEnd: inputEnd,
    .keyboardDeleteOrBackspace: inputDelete, .keyboardReturnOrEnter: "\r", .keyboardTab: "\t",
    .keypadEnter: "\r",
  ]

  /// The text that stands for a key without a character of its own; nil for other keys.
  static func input(of key: UIKeyboardHIDUsage) -> String? { inputs[key] }

  final func call() { perform(self) }

  final func takes(_ key: UIKey) -> Bool {
    let held = key.modifierFlags.subtracting([.alphaShift, .numericPad])
    return input?.lowercased() == key.charactersIgnoringModifiers.lowercased() && held == modifierFlags
  }
}
