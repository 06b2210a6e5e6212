// The keys that type no character, as `charactersIgnoringModifiers` has them.

/// The arrow up.
public let NSUpArrowFunctionKey = 0xF700
/// The arrow down.
public let NSDownArrowFunctionKey = 0xF701
/// The arrow to the left.
public let NSLeftArrowFunctionKey = 0xF702
/// The arrow to the right.
public let NSRightArrowFunctionKey = 0xF703
/// The key F1; the numbers after it are those of F2 to F35.
public let NSF1FunctionKey = 0xF704
/// The key Insert.
public let NSInsertFunctionKey = 0xF727
/// The key that deletes forward.
public let NSDeleteFunctionKey = 0xF728
/// The key Home.
public let NSHomeFunctionKey = 0xF729
/// The key End.
public let NSEndFunctionKey = 0xF72B
/// The key Page Up.
public let NSPageUpFunctionKey = 0xF72C
/// The key Page Down.
public let NSPageDownFunctionKey = 0xF72D

extension NSEvent {
  /// A key that types no character, or a control character.
  public struct SpecialKey: RawRepresentable, Hashable, Sendable {
    /// The number of the character.
    public let rawValue: Int
    /// Creates a key.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The character.
    ///
    /// Numbers that are no characters have the replacement character.
    public var unicodeScalar: Unicode.Scalar {
      UInt32(exactly: rawValue).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
    }

    /// The arrow up.
    public static let upArrow = SpecialKey(rawValue: NSUpArrowFunctionKey)
    /// The arrow down.
    public static let downArrow = SpecialKey(rawValue: NSDownArrowFunctionKey)
    /// The arrow to the left.
    public static let leftArrow = SpecialKey(rawValue: NSLeftArrowFunctionKey)
    /// The arrow to the right.
    public static let rightArrow = SpecialKey(rawValue: NSRightArrowFunctionKey)
    /// The key F1.
    public static let f1 = SpecialKey(rawValue: NSF1FunctionKey)
    /// The key F2.
    public static let f2 = SpecialKey(rawValue: NSF1FunctionKey + 1)
    /// The key F3.
    public static let f3 = SpecialKey(rawValue: NSF1FunctionKey + 2)
    /// The key F4.
    public static let f4 = SpecialKey(rawValue: NSF1FunctionKey + 3)
    /// The key F5.
    public static let f5 = SpecialKey(rawValue: NSF1FunctionKey + 4)
    /// The key F6.
    public static let f6 = SpecialKey(rawValue: NSF1FunctionKey + 5)
    /// The key F7.
    public static let f7 = SpecialKey(rawValue: NSF1FunctionKey + 6)
    /// The key F8.
    public static let f8 = SpecialKey(rawValue: NSF1FunctionKey + 7)
    /// The key F9.
    public static let f9 = SpecialKey(rawValue: NSF1FunctionKey + 8)
    /// The key F10.
    public static let f10 = SpecialKey(rawValue: NSF1FunctionKey + 9)
    /// The key F11.
    public static let f11 = SpecialKey(rawValue: NSF1FunctionKey + 10)
    /// The key F12.
    public static let f12 = SpecialKey(rawValue: NSF1FunctionKey + 11)
    /// The key Insert.
    public static let insert = SpecialKey(rawValue: NSInsertFunctionKey)
    /// The key that deletes forward.
    public static let deleteForward = SpecialKey(rawValue: NSDeleteFunctionKey)
    /// The key Home.
    public static let home = SpecialKey(rawValue: NSHomeFunctionKey)
    /// The key End.
    public static let end = SpecialKey(rawValue: NSEndFunctionKey)
    /// The key Page Up.
    public static let pageUp = SpecialKey(rawValue: NSPageUpFunctionKey)
    /// The key Page Down.
    public static let pageDown = SpecialKey(rawValue: NSPageDownFunctionKey)
    /// The key Return.
    public static let carriageReturn = SpecialKey(rawValue: 0x0D)
    /// The key Enter of the number pad.
    public static let enter = SpecialKey(rawValue: 0x03)
    /// The key that deletes backward.
    public static let delete = SpecialKey(rawValue: 0x7F)
    /// The key Tab.
    public static let tab = SpecialKey(rawValue: 0x09)
  }

  /// The key of an event, if it types no character, or the one of Return, Enter, Tab or Delete.
  public var specialKey: SpecialKey? {
    guard let scalar = charactersIgnoringModifiers?.unicodeScalars.first else { return nil }
    let isSpecial =
      (0xF700...0xF8FF).contains(scalar.value) || [0x03, 0x09, 0x0D, 0x7F].contains(scalar.value)
    return isSpecial ? SpecialKey(rawValue: Int(scalar.value)) : nil
  }
}
