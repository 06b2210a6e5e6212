/// What controls send and how they look.
extension UIControl {
  /// What may happen to a control: fingers, another value, or editing.
  public struct Event: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a set of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A finger came down.
    public static let touchDown = Event(rawValue: 1 << 0)
    /// A finger came down again in quick succession, which is a ``touchDown``, too.
    public static let touchDownRepeat = Event(rawValue: 1 << 1)
    /// A finger moved inside.
    public static let touchDragInside = Event(rawValue: 1 << 2)
    /// A finger moved outside.
    public static let touchDragOutside = Event(rawValue: 1 << 3)
    /// A finger came back inside.
    public static let touchDragEnter = Event(rawValue: 1 << 4)
    /// A finger went outside.
    public static let touchDragExit = Event(rawValue: 1 << 5)
    /// A finger went up inside.
    public static let touchUpInside = Event(rawValue: 1 << 6)
    /// A finger went up outside.
    public static let touchUpOutside = Event(rawValue: 1 << 7)
    /// A finger was taken away.
    public static let touchCancel = Event(rawValue: 1 << 8)
    /// The control has another value; subclasses send it.
    public static let valueChanged = Event(rawValue: 1 << 12)
    /// What the control is for was asked for; subclasses send it.
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    /// A menu is about to open, which no control here has.
    public static let menuActionTriggered = Event(rawValue: 1 << 14)
    /// Editing begins; subclasses send it.
    public static let editingDidBegin = Event(rawValue: 1 << 16)
    /// What is edited has changed; subclasses send it.
    public static let editingChanged = Event(rawValue: 1 << 17)
    /// Editing has ended; subclasses send it.
    public static let editingDidEnd = Event(rawValue: 1 << 18)
    /// The return key has ended editing; subclasses send it.
    public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
    /// All events of fingers.
    public static let allTouchEvents = Event(rawValue: 0x0000_0FFF)
    /// All events of editing.
    public static let allEditingEvents = Event(rawValue: 0x000F_0000)
    /// Bits for events of programs.
    public static let applicationReserved = Event(rawValue: 0x0F00_0000)
    /// Bits that programs leave alone.
    public static let systemReserved = Event(rawValue: 0xF000_0000)
    /// All events, those of programs, too.
    public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
  }

  /// What a control shows of itself.
  public struct State: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a set of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// None of the others.
    public static let normal: State = []
    /// A finger is down inside.
    public static let highlighted = State(rawValue: 1 << 0)
    /// It takes no fingers.
    public static let disabled = State(rawValue: 1 << 1)
    /// It is chosen.
    public static let selected = State(rawValue: 1 << 2)
    /// It has the focus, which no control here gets.
    public static let focused = State(rawValue: 1 << 3)
    /// Bits for states of programs.
    public static let application = State(rawValue: 0x00FF_0000)
    /// Bits that programs leave alone.
    public static let reserved = State(rawValue: 0xFF00_0000)
  }

  /// Where the content of a control lies from top to bottom.
  public enum ContentVerticalAlignment: Int, Sendable {
    /// In the middle.
    case center
    /// At the top.
    case top
    /// At the bottom.
    case bottom
    /// Over the whole height.
    case fill
  }

  /// Where the content of a control lies from left to right.
  public enum ContentHorizontalAlignment: Int, Sendable {
    /// In the middle.
    case center
    /// On the left.
    case left
    /// On the right.
    case right
    /// Over the whole width.
    case fill
    /// Where lines of text begin: on the left.
    case leading
    /// Where lines of text end: on the right.
    case trailing
  }
}
