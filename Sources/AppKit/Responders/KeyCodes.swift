import Foundation
import StrataViews

/// Apple's numbers of keys, and the characters of those that type none, by their places on the keyboard.
enum KeyCodes {
  /// The codes of the usages 4 to 103 of the USB HID keyboard page.
  private static let codes: [UInt16] = [
    // A to Z.
    0x00, 0x0B, 0x08, 0x02, 0x0E, 0x03, 0x05, 0x04, 0x22, 0x26, 0x28, 0x25, 0x2E, 0x2D, 0x1F, 0x23, 0x0C,
    0x0F, 0x01, 0x11, 0x20, 0x09, 0x0D, 0x07, 0x10, 0x06,
    // 1 to 9 and 0.
    0x12, 0x13, 0x14, 0x15, 0x17, 0x16, 0x1A, 0x1C, 0x19, 0x1D,
    // Return, escape, backspace, tab, space, - = [ ] \ # ; ' ` , . /, caps lock.
    0x24, 0x35, 0x33, 0x30, 0x31, 0x1B, 0x18, 0x21, 0x1E, 0x2A, 0x2A, 0x29, 0x27, 0x32, 0x2B, 0x2F, 0x2C,
    0x39,
    // F1 to F12.
    0x7A, 0x78, 0x63, 0x76, 0x60, 0x61, 0x62, 0x64, 0x65, 0x6D, 0x67, 0x6F,
    // Print screen, scroll lock and pause, which are F13 to F15, insert, home, page up, delete, end, page down.
    0x69, 0x6B, 0x71, 0x72, 0x73, 0x74, 0x75, 0x77, 0x79,
    // Right, left, down, up.
    0x7C, 0x7B, 0x7D, 0x7E,
    // The number pad: clear / * - + enter, 1 to 9, 0, point.
    0x47, 0x4B, 0x43, 0x4E, 0x45, 0x4C, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5B, 0x5C, 0x52, 0x41,
    // The key beside the left shift key, menu, power, and = of the number pad.
    0x0A, 0x6E, 0x7F, 0x51,
  ]

  /// The code of a usage; 65535 for one that Apple's keyboards lack.
  static func code(ofUsage usage: Int) -> UInt16 {
    switch usage {
    case 4...103: codes[usage - 4]
    case 104...111: [0x69, 0x6B, 0x71, 0x6A, 0x40, 0x4F, 0x50, 0x5A][usage - 104]
    case 224...231: [0x3B, 0x38, 0x3A, 0x37, 0x3E, 0x3C, 0x3D, 0x36][usage - 224]
    default: .max
    }
  }

  /// True for the keys whose events are changes of the modifiers.
  static func isModifier(usage: Int) -> Bool { usage == 57 || (224...231).contains(usage) }

  /// The characters of keys that type none or a control character.
  static func special(usage: Int) -> Character? {
    let scalar: Int? =
      switch usage {
      case 40: NSEvent.SpecialKey.carriageReturn.rawValue
      case 41: 0x1B
      case 42: NSEvent.SpecialKey.delete.rawValue
      case 43: NSEvent.SpecialKey.tab.rawValue
      case 58...69: NSF1FunctionKey + usage - 58
      // Print screen, scroll lock, pause.
      case 70...72: 0xF72E + usage - 70
      case 73: NSInsertFunctionKey
      case 74: NSHomeFunctionKey
      case 75: NSPageUpFunctionKey
      case 76: NSDeleteFunctionKey
      case 77: NSEndFunctionKey
      case 78: NSPageDownFunctionKey
      case 79: NSRightArrowFunctionKey
      case 80: NSLeftArrowFunctionKey
      case 81: NSDownArrowFunctionKey
      case 82: NSUpArrowFunctionKey
      case 88: NSEvent.SpecialKey.enter.rawValue
      // F13 to F24.
      case 104...115: NSF1FunctionKey + 12 + usage - 104
      default: nil
      }
    return scalar.map { Character(NSEvent.SpecialKey(rawValue: $0).unicodeScalar) }
  }

  /// The modifiers that a key itself brings.
  private static func ownFlags(usage: Int) -> NSEvent.ModifierFlags {
    switch usage {
    case 79...82: [.numericPad, .function]
    case 58...78, 104...115: .function
    case 83...99, 103: .numericPad
    default: []
    }
  }

  /// What an event of a key carries.
  @MainActor static func content(of sample: KeySample) -> NSEvent.Content {
    var content = NSEvent.Content()
    content.time = sample.time
    content.modifiers = NSEvent.ModifierFlags(sample.modifiers).union(ownFlags(usage: sample.hidUsage))
    var plain = (special(usage: sample.hidUsage) ?? sample.character).map(String.init) ?? ""
    if sample.modifiers.contains(.shift) { plain = plain.uppercased() }
    let typed = sample.modifiers.contains(.capsLock) ? plain.uppercased() : plain
    content.key = NSEvent.KeyContent(
      characters: sample.modifiers.contains(.control) ? controlled(plain) : typed,
      unmodified: plain,
      code: code(ofUsage: sample.hidUsage),
      isRepeat: sample.isRepeat
    )
    return content
  }

  /// The control character of a letter.
  private static func controlled(_ text: String) -> String {
    guard let scalar = text.uppercased().unicodeScalars.first, (64..<96).contains(scalar.value),
      let control = UnicodeScalar(scalar.value - 64)
    else { return text }
    return String(Character(control))
  }
}
