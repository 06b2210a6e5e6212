import CoreGraphics
public import Foundation
public import QuartzCore

/// What a window of a view layer needs of the system: a place to show a layer, and the events that happen there.
///
/// A live host shows the layer on a display; ``OfflineWindowHost`` draws it on request. Whoever has windows sets
/// ``WindowHosts/make``.
@MainActor public protocol WindowHost: AnyObject {
  /// The size of the contents, in points; a host on a display may refuse a size, and reports the one it has.
  var size: CGSize { get set }
  /// Pixels per point.
  var scale: CGFloat { get }
  /// The media time of the frame that is being prepared, in seconds.
  var time: TimeInterval { get }
  /// Takes the events of the window; not kept alive.
  var receiver: (any WindowEventReceiver)? { get set }

  /// Shows a tree; the root layer's superlayer space has its origin in the window's top left corner.
  func attach(_ layer: CALayer)
  /// Shows the window.
  func present()
  /// Takes the window off the screen; ``present()`` shows it again.
  func close()
  /// Calls `body` once, at a media time in seconds or as soon as possible after it.
  func call(at time: TimeInterval, _ body: @escaping () -> Void)
}

/// A receiver of the events of a window.
@MainActor public protocol WindowEventReceiver: AnyObject {
  /// Handles one event.
  func receive(_ event: WindowEvent)
}

/// Something that happens to a window.
public enum WindowEvent: Sendable, Equatable {
  /// Fingers, or the pointer with its main button down, touched, moved or left at one time.
  case touches([TouchSample])
  /// The size of the contents changed, in points.
  case resized(CGSize)
  /// The number of pixels per point changed.
  case rescaled(CGFloat)
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

/// Makes the hosts of new windows.
@MainActor public enum WindowHosts {
  /// Makes a host of a size in points; hosts are offline until a program that has a display sets another maker.
  public static var make: (CGSize) -> any WindowHost = { OfflineWindowHost(size: $0) }
}
