#if Window
  public import CoreGraphics
  public import Foundation

  /// The modifier keys that are held.
  public struct KeyModifiers: OptionSet, Hashable, Sendable {
    /// A bit for each key.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A shift key.
    public static let shift = KeyModifiers(rawValue: 1)
    /// A control key.
    public static let control = KeyModifiers(rawValue: 2)
    /// The key labelled Alt or Option.
    public static let option = KeyModifiers(rawValue: 4)
    /// The key labelled with a logo or Command.
    public static let command = KeyModifiers(rawValue: 8)
    /// Caps lock is on.
    public static let capsLock = KeyModifiers(rawValue: 16)
  }

  /// A button of a mouse.
  public enum MouseButton: Hashable, Sendable {
    case left, middle, right
    /// A further button, from 4.
    case other(Int)
  }

  /// A change of the mouse over a window, or beyond it during a drag.
  public struct MouseEvent: Hashable, Sendable {
    /// What the mouse did.
    public enum Phase: Hashable, Sendable {
      case down(MouseButton)
      case up(MouseButton)
      /// The mouse moved; buttons may be held.
      case moved
      case entered
      case exited
    }

    /// What the mouse did.
    public var phase: Phase
    /// In points of the window, from the corner of its origin.
    public var location: CGPoint
    /// The movement since the last event, in points and in the direction of the window's axes.
    public var delta: CGVector
    /// The buttons that are held after the event.
    public var buttons: Set<MouseButton>
    /// 1 for a single click, 2 for a double click; 0 for movements.
    public var clickCount: Int
    /// The modifier keys that are held.
    public var modifiers: KeyModifiers
  }

  /// A turn of a wheel, or a scroll of a touchpad.
  public struct WheelEvent: Hashable, Sendable {
    /// In points of the window, from the corner of its origin.
    public var location: CGPoint
    /// Notches of the wheel, which may be fractions: to the right and away from the user are positive.
    public var delta: CGVector
    /// True if the user's settings reverse the direction of scrolling; `delta` is reversed already.
    public var isReversed: Bool
    /// The modifier keys that are held.
    public var modifiers: KeyModifiers
  }

  /// A finger on a touch screen.
  public struct TouchEvent: Hashable, Sendable {
    /// What the finger did.
    public enum Phase: Hashable, Sendable {
      case began, moved, ended
    }

    /// What the finger did.
    public var phase: Phase
    /// The same number for all events of a finger, until it is lifted.
    public var finger: Int64
    /// In points of the window, from the corner of its origin.
    public var location: CGPoint
    /// 0 to 1; 1 from a device that cannot measure it.
    public var pressure: Double
  }

  /// A key of the keyboard that is pressed, held or released.
  public struct KeyEvent: Hashable, Sendable {
    /// The key in the user's layout.
    public var key: Key
    /// The place of the key on the keyboard, independent of the layout: a usage of the USB HID keyboard page.
    public var hidUsage: Int
    /// True if the key is pressed or held, false if it is released.
    public var isDown: Bool
    /// True for the repetitions of a held key.
    public var isRepeat: Bool
    /// The modifier keys that are held.
    public var modifiers: KeyModifiers
  }

  /// A key in the user's layout.
  public enum Key: Hashable, Sendable {
    /// A key that types a character, without the modifiers: lower case letters, a space.
    case character(Character)
    case escape, `return`, tab, backspace, delete, insert
    case left, right, up, down, home, end, pageUp, pageDown
    /// A function key, from 1.
    case function(Int)
    case shift, control, option, command, capsLock
    /// Another key, by its name.
    case named(String)
  }

  /// Text that an input method is composing.
  public struct TextComposition: Hashable, Sendable {
    /// The text so far; empty when the composition ends.
    public var text: String
    /// The selected characters, or the place of the cursor; nil if the input method reports neither.
    public var selection: Range<Int>?
  }

  /// Files or text that were dropped on a window.
  public struct DropEvent: Hashable, Sendable {
    /// Locations on this machine.
    public var files: [URL]
    /// Texts, such as links.
    public var texts: [String]
    /// In points of the window, from the corner of its origin.
    public var location: CGPoint
  }
#endif
