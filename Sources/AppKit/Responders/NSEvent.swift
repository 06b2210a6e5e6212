import CoreGraphics
public import Foundation
import StrataViews

/// Something that the user did in a window.
@preconcurrency @MainActor open class NSEvent: NSObject {
  /// The kind of an event.
  public enum EventType: UInt, Sendable {
    /// The left button went down.
    case leftMouseDown = 1
    /// The left button went up.
    case leftMouseUp = 2
    /// The right button went down.
    case rightMouseDown = 3
    /// The right button went up.
    case rightMouseUp = 4
    /// The mouse moved, no button being held.
    case mouseMoved = 5
    /// The mouse moved, the left button being held.
    case leftMouseDragged = 6
    /// The mouse moved, the right button being held.
    case rightMouseDragged = 7
    /// The mouse came into a tracking area.
    case mouseEntered = 8
    /// The mouse left a tracking area.
    case mouseExited = 9
    /// A key went down or repeats.
    case keyDown = 10
    /// A key went up.
    case keyUp = 11
    /// A modifier key went down or up.
    case flagsChanged = 12
    /// The mouse came into a tracking area that chooses the pointer.
    case cursorUpdate = 17
    /// A wheel turned, or a touchpad scrolled.
    case scrollWheel = 22
    /// Another button went down.
    case otherMouseDown = 25
    /// Another button went up.
    case otherMouseUp = 26
    /// The mouse moved, another button being held.
    case otherMouseDragged = 27
  }

  /// The modifier keys that are held.
  public struct ModifierFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a set of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Caps lock is on.
    public static let capsLock = ModifierFlags(rawValue: 1 << 16)
    /// A shift key.
    public static let shift = ModifierFlags(rawValue: 1 << 17)
    /// A control key.
    public static let control = ModifierFlags(rawValue: 1 << 18)
    /// The key labelled Alt or Option.
    public static let option = ModifierFlags(rawValue: 1 << 19)
    /// The key labelled with a logo or Command.
    public static let command = ModifierFlags(rawValue: 1 << 20)
    /// The key of the event is one of the number pad, or an arrow.
    public static let numericPad = ModifierFlags(rawValue: 1 << 21)
    /// The key of the event is one of the function keys, which type no characters.
    public static let function = ModifierFlags(rawValue: 1 << 23)
    /// All bits of this type.
    public static let deviceIndependentFlagsMask = ModifierFlags(rawValue: 0xffff_0000)

    init(_ keys: ModifierKeys) {
      let rows: [(ModifierKeys, ModifierFlags)] = [
        (.capsLock, .capsLock), (.shift, .shift), (.control, .control), (.option, .option),
        (.command, .command),
      ]
      self = rows.reduce(into: []) { if keys.contains($1.0) { $0.insert($1.1) } }
    }
  }

  /// The part of a gesture that an event of scrolling is.
  public struct Phase: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a set of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The fingers came down and scroll.
    public static let began = Phase(rawValue: 1)
    /// The fingers rest.
    public static let stationary = Phase(rawValue: 2)
    /// The fingers scroll further.
    public static let changed = Phase(rawValue: 4)
    /// The fingers went up.
    public static let ended = Phase(rawValue: 8)
    /// The system has broken it off.
    public static let cancelled = Phase(rawValue: 16)
    /// The fingers came down and may scroll.
    public static let mayBegin = Phase(rawValue: 32)
  }

  /// What an event carries.
  struct Content {
    var location = CGPoint.zero
    var time: TimeInterval = 0
    var modifiers: ModifierFlags = []
    var clickCount = 0
    var button = 0
    var delta = CGVector(dx: 0, dy: 0)
    var isInverted = false
    var key: KeyContent?
    var area: NSTrackingArea?
  }

  /// What an event of a key carries.
  struct KeyContent {
    var characters: String
    var unmodified: String
    var code: UInt16
    var isRepeat: Bool
  }

  /// The kind.
  public final let type: EventType
  /// The window in which it happened.
  public private(set) final weak var window: NSWindow?
  private final let content: Content

  init(_ type: EventType, _ content: Content, in window: NSWindow?) {
    (self.type, self.content, self.window) = (type, content, window)
    super.init()
  }

  /// The media time, in seconds.
  open var timestamp: TimeInterval { content.time }
  /// Where the mouse is, in points from the window's lower left corner.
  open var locationInWindow: NSPoint { content.location }
  /// The modifier keys that are held.
  open var modifierFlags: ModifierFlags { content.modifiers }

  // MARK: The present

  /// What the mouse and the keyboard do, as the last event has shown.
  struct Present {
    var location = NSPoint.zero
    var modifiers: ModifierFlags = []
    var buttons = 0
  }
  static var present = Present()

  /// Where the mouse is, in points from the screen's lower left corner, as the last event of a window has shown.
  open class var mouseLocation: NSPoint { present.location }
  /// The modifier keys that are held, as the last event has shown.
  open class var modifierFlags: ModifierFlags { present.modifiers }
  /// A bit for each button that is held, from the left one on, as the last event has shown.
  open class var pressedMouseButtons: Int { present.buttons }

  // MARK: Mouse

  /// How many times the button went down at this place in quick succession.
  open var clickCount: Int { content.clickCount }
  /// The number of the button: 0 is the left one, 1 the right one.
  open var buttonNumber: Int { content.button }
  /// The movement to the right, in points, or what was scrolled to the left, in lines.
  open var deltaX: CGFloat { content.delta.dx }
  /// The movement downwards, in points, or what was scrolled upwards, in lines.
  open var deltaY: CGFloat { content.delta.dy }
  /// What was scrolled to the left, in lines.
  open var scrollingDeltaX: CGFloat { type == .scrollWheel ? deltaX : 0 }
  /// What was scrolled upwards, in lines.
  open var scrollingDeltaY: CGFloat { type == .scrollWheel ? deltaY : 0 }
  /// False: distances of scrolling are in lines, which may be fractions.
  open var hasPreciseScrollingDeltas: Bool { false }
  /// True if the user's settings reverse the direction of scrolling.
  open var isDirectionInvertedFromDevice: Bool { content.isInverted }
  /// The part of a gesture; empty, as desktops report scrolling like that of wheels.
  open var phase: Phase { [] }
  /// The part of the scrolling that goes on after a gesture; empty, as for wheels.
  open var momentumPhase: Phase { [] }
  /// The tracking area of an event of one.
  open var trackingArea: NSTrackingArea? { content.area }

  // MARK: Keys

  /// What the key types; keys without a character have the codes of AppKit's function keys.
  ///
  /// Shift makes letters capital; other characters are those without modifiers. Nil for events of other kinds.
  open var characters: String? { content.key?.characters }
  /// What the key types without modifiers but shift.
  open var charactersIgnoringModifiers: String? { content.key?.unmodified }
  /// The place of the key on a keyboard of Apple's, independent of the layout; 65535 for keys that it lacks.
  open var keyCode: UInt16 { content.key?.code ?? 0 }
  /// True for the repetitions of a held key.
  open var isARepeat: Bool { content.key?.isRepeat ?? false }
}
