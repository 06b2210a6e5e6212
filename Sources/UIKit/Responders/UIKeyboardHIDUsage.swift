/// The place of a key on the keyboard, independent of the layout: a usage of the USB HID keyboard page.
public struct UIKeyboardHIDUsage: RawRepresentable, Hashable, Sendable {
  /// The usage.
  public let rawValue: Int
  /// Creates a place from a usage.
  public init(rawValue: Int) { self.rawValue = rawValue }

  // The names stand where the keys of an American keyboard do.
  /// The usage 4.
  public static let keyboardA = UIKeyboardHIDUsage(rawValue: 4)
  /// The usage 5.
  public static let keyboardB = UIKeyboardHIDUsage(rawValue: 5)
  /// The usage 6.
  public static let keyboardC = UIKeyboardHIDUsage(rawValue: 6)
  /// The usage 7.
  public static let keyboardD = UIKeyboardHIDUsage(rawValue: 7)
  /// The usage 8.
  public static let keyboardE = UIKeyboardHIDUsage(rawValue: 8)
  /// The usage 9.
  public static let keyboardF = UIKeyboardHIDUsage(rawValue: 9)
  /// The usage 10.
  public static let keyboardG = UIKeyboardHIDUsage(rawValue: 10)
  /// The usage 11.
  public static let keyboardH = UIKeyboardHIDUsage(rawValue: 11)
  /// The usage 12.
  public static let keyboardI = UIKeyboardHIDUsage(rawValue: 12)
  /// The usage 13.
  public static let keyboardJ = UIKeyboardHIDUsage(rawValue: 13)
  /// The usage 14.
  public static let keyboardK = UIKeyboardHIDUsage(rawValue: 14)
  /// The usage 15.
  public static let keyboardL = UIKeyboardHIDUsage(rawValue: 15)
  /// The usage 16.
  public static let keyboardM = UIKeyboardHIDUsage(rawValue: 16)
  /// The usage 17.
  public static let keyboardN = UIKeyboardHIDUsage(rawValue: 17)
  /// The usage 18.
  public static let keyboardO = UIKeyboardHIDUsage(rawValue: 18)
  /// The usage 19.
  public static let keyboardP = UIKeyboardHIDUsage(rawValue: 19)
  /// The usage 20.
  public static let keyboardQ = UIKeyboardHIDUsage(rawValue: 20)
  /// The usage 21.
  public static let keyboardR = UIKeyboardHIDUsage(rawValue: 21)
  /// The usage 22.
  public static let keyboardS = UIKeyboardHIDUsage(rawValue: 22)
  /// The usage 23.
  public static let keyboardT = UIKeyboardHIDUsage(rawValue: 23)
  /// The usage 24.
  public static let keyboardU = UIKeyboardHIDUsage(rawValue: 24)
  /// The usage 25.
  public static let keyboardV = UIKeyboardHIDUsage(rawValue: 25)
  /// The usage 26.
  public static let keyboardW = UIKeyboardHIDUsage(rawValue: 26)
  /// The usage 27.
  public static let keyboardX = UIKeyboardHIDUsage(rawValue: 27)
  /// The usage 28.
  public static let keyboardY = UIKeyboardHIDUsage(rawValue: 28)
  /// The usage 29.
  public static let keyboardZ = UIKeyboardHIDUsage(rawValue: 29)
  /// The usage 30.
  public static let keyboard1 = UIKeyboardHIDUsage(rawValue: 30)
  /// The usage 31.
  public static let keyboard2 = UIKeyboardHIDUsage(rawValue: 31)
  /// The usage 32.
  public static let keyboard3 = UIKeyboardHIDUsage(rawValue: 32)
  /// The usage 33.
  public static let keyboard4 = UIKeyboardHIDUsage(rawValue: 33)
  /// The usage 34.
  public static let keyboard5 = UIKeyboardHIDUsage(rawValue: 34)
  /// The usage 35.
  public static let keyboard6 = UIKeyboardHIDUsage(rawValue: 35)
  /// The usage 36.
  public static let keyboard7 = UIKeyboardHIDUsage(rawValue: 36)
  /// The usage 37.
  public static let keyboard8 = UIKeyboardHIDUsage(rawValue: 37)
  /// The usage 38.
  public static let keyboard9 = UIKeyboardHIDUsage(rawValue: 38)
  /// The usage 39.
  public static let keyboard0 = UIKeyboardHIDUsage(rawValue: 39)
  /// The usage 40.
  public static let keyboardReturnOrEnter = UIKeyboardHIDUsage(rawValue: 40)
  /// The usage 41.
  public static let keyboardEscape = UIKeyboardHIDUsage(rawValue: 41)
  /// The usage 42.
  public static let keyboardDeleteOrBackspace = UIKeyboardHIDUsage(rawValue: 42)
  /// The usage 43.
  public static let keyboardTab = UIKeyboardHIDUsage(rawValue: 43)
  /// The usage 44.
  public static let keyboardSpacebar = UIKeyboardHIDUsage(rawValue: 44)
  /// The usage 45.
  public static let keyboardHyphen = UIKeyboardHIDUsage(rawValue: 45)
  /// The usage 46.
  public static let keyboardEqualSign = UIKeyboardHIDUsage(rawValue: 46)
  /// The usage 47.
  public static let keyboardOpenBracket = UIKeyboardHIDUsage(rawValue: 47)
  /// The usage 48.
  public static let keyboardCloseBracket = UIKeyboardHIDUsage(rawValue: 48)
  /// The usage 49.
  public static let keyboardBackslash = UIKeyboardHIDUsage(rawValue: 49)
  /// The usage 50.
  public static let keyboardNonUSPound = UIKeyboardHIDUsage(rawValue: 50)
  /// The usage 51.
  public static let keyboardSemicolon = UIKeyboardHIDUsage(rawValue: 51)
  /// The usage 52.
  public static let keyboardQuote = UIKeyboardHIDUsage(rawValue: 52)
  /// The usage 53.
  public static let keyboardGraveAccentAndTilde = UIKeyboardHIDUsage(rawValue: 53)
  /// The usage 54.
  public static let keyboardComma = UIKeyboardHIDUsage(rawValue: 54)
  /// The usage 55.
  public static let keyboardPeriod = UIKeyboardHIDUsage(rawValue: 55)
  /// The usage 56.
  public static let keyboardSlash = UIKeyboardHIDUsage(rawValue: 56)
  /// The usage 57.
  public static let keyboardCapsLock = UIKeyboardHIDUsage(rawValue: 57)
  /// The usage 58.
  public static let keyboardF1 = UIKeyboardHIDUsage(rawValue: 58)
  /// The usage 59.
  public static let keyboardF2 = UIKeyboardHIDUsage(rawValue: 59)
  /// The usage 60.
  public static let keyboardF3 = UIKeyboardHIDUsage(rawValue: 60)
  /// The usage 61.
  public static let keyboardF4 = UIKeyboardHIDUsage(rawValue: 61)
  /// The usage 62.
  public static let keyboardF5 = UIKeyboardHIDUsage(rawValue: 62)
  /// The usage 63.
  public static let keyboardF6 = UIKeyboardHIDUsage(rawValue: 63)
  /// The usage 64.
  public static let keyboardF7 = UIKeyboardHIDUsage(rawValue: 64)
  /// The usage 65.
  public static let keyboardF8 = UIKeyboardHIDUsage(rawValue: 65)
  /// The usage 66.
  public static let keyboardF9 = UIKeyboardHIDUsage(rawValue: 66)
  /// The usage 67.
  public static let keyboardF10 = UIKeyboardHIDUsage(rawValue: 67)
  /// The usage 68.
  public static let keyboardF11 = UIKeyboardHIDUsage(rawValue: 68)
  /// The usage 69.
  public static let keyboardF12 = UIKeyboardHIDUsage(rawValue: 69)
  /// The usage 70.
  public static let keyboardPrintScreen = UIKeyboardHIDUsage(rawValue: 70)
  /// The usage 71.
  public static let keyboardScrollLock = UIKeyboardHIDUsage(rawValue: 71)
  /// The usage 72.
  public static let keyboardPause = UIKeyboardHIDUsage(rawValue: 72)
  /// The usage 73.
  public static let keyboardInsert = UIKeyboardHIDUsage(rawValue: 73)
  /// The usage 74.
  public static let keyboardHome = UIKeyboardHIDUsage(rawValue: 74)
  /// The usage 75.
  public static let keyboardPageUp = UIKeyboardHIDUsage(rawValue: 75)
  /// The usage 76.
  public static let keyboardDeleteForward = UIKeyboardHIDUsage(rawValue: 76)
  /// The usage 77.
  public static let keyboardEnd = UIKeyboardHIDUsage(rawValue: 77)
  /// The usage 78.
  public static let keyboardPageDown = UIKeyboardHIDUsage(rawValue: 78)
  /// The usage 79.
  public static let keyboardRightArrow = UIKeyboardHIDUsage(rawValue: 79)
  /// The usage 80.
  public static let keyboardLeftArrow = UIKeyboardHIDUsage(rawValue: 80)
  /// The usage 81.
  public static let keyboardDownArrow = UIKeyboardHIDUsage(rawValue: 81)
  /// The usage 82.
  public static let keyboardUpArrow = UIKeyboardHIDUsage(rawValue: 82)
  /// The usage 83.
  public static let keypadNumLock = UIKeyboardHIDUsage(rawValue: 83)
  /// The usage 84.
  public static let keypadSlash = UIKeyboardHIDUsage(rawValue: 84)
  /// The usage 85.
  public static let keypadAsterisk = UIKeyboardHIDUsage(rawValue: 85)
  /// The usage 86.
  public static let keypadHyphen = UIKeyboardHIDUsage(rawValue: 86)
  /// The usage 87.
  public static let keypadPlus = UIKeyboardHIDUsage(rawValue: 87)
  /// The usage 88.
  public static let keypadEnter = UIKeyboardHIDUsage(rawValue: 88)
  /// The usage 89.
  public static let keypad1 = UIKeyboardHIDUsage(rawValue: 89)
  /// The usage 90.
  public static let keypad2 = UIKeyboardHIDUsage(rawValue: 90)
  /// The usage 91.
  public static let keypad3 = UIKeyboardHIDUsage(rawValue: 91)
  /// The usage 92.
  public static let keypad4 = UIKeyboardHIDUsage(rawValue: 92)
  /// The usage 93.
  public static let keypad5 = UIKeyboardHIDUsage(rawValue: 93)
  /// The usage 94.
  public static let keypad6 = UIKeyboardHIDUsage(rawValue: 94)
  /// The usage 95.
  public static let keypad7 = UIKeyboardHIDUsage(rawValue: 95)
  /// The usage 96.
  public static let keypad8 = UIKeyboardHIDUsage(rawValue: 96)
  /// The usage 97.
  public static let keypad9 = UIKeyboardHIDUsage(rawValue: 97)
  /// The usage 98.
  public static let keypad0 = UIKeyboardHIDUsage(rawValue: 98)
  /// The usage 99.
  public static let keypadPeriod = UIKeyboardHIDUsage(rawValue: 99)
  /// The usage 224.
  public static let keyboardLeftControl = UIKeyboardHIDUsage(rawValue: 224)
  /// The usage 225.
  public static let keyboardLeftShift = UIKeyboardHIDUsage(rawValue: 225)
  /// The usage 226.
  public static let keyboardLeftAlt = UIKeyboardHIDUsage(rawValue: 226)
  /// The usage 227.
  public static let keyboardLeftGUI = UIKeyboardHIDUsage(rawValue: 227)
  /// The usage 228.
  public static let keyboardRightControl = UIKeyboardHIDUsage(rawValue: 228)
  /// The usage 229.
  public static let keyboardRightShift = UIKeyboardHIDUsage(rawValue: 229)
  /// The usage 230.
  public static let keyboardRightAlt = UIKeyboardHIDUsage(rawValue: 230)
  /// The usage 231.
  public static let keyboardRightGUI = UIKeyboardHIDUsage(rawValue: 231)
}
