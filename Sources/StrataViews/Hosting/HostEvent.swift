public import CoreGraphics
public import Foundation

/// Something that happens to a window, as its ``WindowHost`` reports it.
public enum HostEvent: Sendable, Equatable {
  /// Fingers touched, moved or left at one time.
  case touches([TouchSample])
  /// The mouse moved, entered or left, or one of its buttons went down or up.
  case mouse(MouseSample)
  /// A wheel turned, or a touchpad scrolled.
  case scroll(ScrollSample)
  /// A key went down or up.
  case key(KeySample)
  /// The size of the contents changed, in points.
  case resized(CGSize)
  /// The top left corner of the contents has another place, in points from the screen's.
  case moved(CGPoint)
  /// The number of pixels per point changed.
  case rescaled(CGFloat)
  /// The window has, or has lost, the keyboard.
  case focusChanged(Bool)
  /// The user closed the window.
  case closed
}

/// What one finger did at one time.
public struct TouchSample: Sendable, Equatable {
  /// What a finger does.
  public enum Phase: Sendable, Equatable {
    /// The finger came down.
    case began
    /// The finger moved.
    case moved
    /// The finger went up.
    case ended
    /// The system took the finger away.
    case cancelled
  }

  /// The number of the finger, which stays the same from its beginning to its end.
  public var id: Int
  /// What the finger did.
  public var phase: Phase
  /// Where the finger is, in points from the window's top left corner.
  public var position: CGPoint
  /// The media time, in seconds.
  public var time: TimeInterval

  /// Creates a sample.
  public init(id: Int = 0, phase: Phase, position: CGPoint, time: TimeInterval) {
    (self.id, self.phase, self.position, self.time) = (id, phase, position, time)
  }
}

/// What the mouse did at one time.
public struct MouseSample: Sendable, Equatable {
  /// What the mouse does.
  public enum Phase: Sendable, Equatable {
    /// A button went down; 0 is the left one, 1 the right one, 2 the middle one.
    case down(button: Int)
    /// A button went up.
    case up(button: Int)
    /// The mouse moved; buttons may be held.
    case moved
    /// The mouse came into the window.
    case entered
    /// The mouse left the window.
    case exited
  }

  /// What the mouse did.
  public var phase: Phase
  /// Where the mouse is, in points from the window's top left corner.
  public var position: CGPoint
  /// How many times the button went down at this place in quick succession; 0 for movements.
  public var clickCount: Int
  /// The modifier keys that are held.
  public var modifiers: ModifierKeys
  /// The media time, in seconds.
  public var time: TimeInterval

  /// Creates a sample.
  public init(
    _ phase: Phase,
    at position: CGPoint,
    clickCount: Int = 0,
    modifiers: ModifierKeys = [],
    time: TimeInterval
  ) {
    (self.phase, self.position, self.clickCount) = (phase, position, clickCount)
    (self.modifiers, self.time) = (modifiers, time)
  }
}

/// How far a wheel turned or a touchpad scrolled at one time.
public struct ScrollSample: Sendable, Equatable {
  /// Where the mouse is, in points from the window's top left corner.
  public var position: CGPoint
  /// In lines, which may be fractions: to the right and away from the user are positive.
  public var delta: CGVector
  /// True if the user's settings reverse the direction; `delta` is reversed already.
  public var isReversed: Bool
  /// The modifier keys that are held.
  public var modifiers: ModifierKeys
  /// The media time, in seconds.
  public var time: TimeInterval

  /// Creates a sample.
  public init(
    at position: CGPoint,
    delta: CGVector,
    isReversed: Bool = false,
    modifiers: ModifierKeys = [],
    time: TimeInterval
  ) {
    (self.position, self.delta, self.isReversed) = (position, delta, isReversed)
    (self.modifiers, self.time) = (modifiers, time)
  }
}

/// What a key did at one time.
public struct KeySample: Sendable, Equatable {
  /// False if the key went up.
  public var isDown: Bool
  /// True for the repetitions of a held key.
  public var isRepeat: Bool
  /// The character of the key in the user's layout, without modifiers; nil for keys without one.
  public var character: Character?
  /// The place of the key on the keyboard: a usage of the USB HID keyboard page.
  public var hidUsage: Int
  /// The modifier keys that are held.
  public var modifiers: ModifierKeys
  /// The media time, in seconds.
  public var time: TimeInterval

  /// Creates a sample.
  public init(
    _ character: Character?,
    hidUsage: Int,
    isDown: Bool = true,
    isRepeat: Bool = false,
    modifiers: ModifierKeys = [],
    time: TimeInterval
  ) {
    (self.character, self.hidUsage, self.isDown) = (character, hidUsage, isDown)
    (self.isRepeat, self.modifiers, self.time) = (isRepeat, modifiers, time)
  }
}

/// The modifier keys that are held.
public struct ModifierKeys: OptionSet, Hashable, Sendable {
  /// A bit for each key.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A shift key.
  public static let shift = ModifierKeys(rawValue: 1)
  /// A control key.
  public static let control = ModifierKeys(rawValue: 2)
  /// The key labelled Alt or Option.
  public static let option = ModifierKeys(rawValue: 4)
  /// The key labelled with a logo or Command.
  public static let command = ModifierKeys(rawValue: 8)
  /// Caps lock is on.
  public static let capsLock = ModifierKeys(rawValue: 16)
}
