public import CoreGraphics
public import Foundation
public import QuartzCore
public import StrataRenderServer

/// What a window of a view layer needs of the system: a place to show a layer, and the events that happen there.
///
/// A live host shows the layer on a display; ``OfflineWindowHost`` draws it on request. Whoever has windows sets
/// ``WindowHosts/make``.
@preconcurrency @MainActor public protocol WindowHost: AnyObject {
  /// The size of the contents, in points: the one asked for last.
  ///
  /// A host on a display may refuse it, and reports the one it has, which it keeps if the same is asked for again.
  var size: CGSize { get set }
  /// Pixels per point.
  var scale: CGFloat { get }
  /// The text of the title bar.
  var title: String { get set }
  /// True if the user may change the size; a host on a display reads it when the window is shown first.
  var isResizable: Bool { get set }
  /// True if the desktop draws a frame with the title around the window.
  var isBordered: Bool { get set }
  /// The colour where no layer covers the window on a display; its transparency has no effect.
  var backgroundColor: CGColor { get set }
  /// The media time of the frame that is being prepared, in seconds.
  var time: TimeInterval { get }
  /// The times at which the last pictures were due and were shown, oldest first; empty without a display.
  var frameTimings: [FrameTiming] { get }
  /// Takes the events of the window; not kept alive.
  var receiver: (any WindowEventReceiver)? { get set }

  /// Shows a tree; the root layer's superlayer space has its origin in the window's top left corner.
  func attach(_ layer: CALayer)
  /// Shows the window.
  func present()
  /// Takes the window off the screen; ``present()`` shows it again.
  func close()
  /// Asks for a place of the top left corner, in points from the screen's; the answer is an event.
  func move(to corner: CGPoint)
  /// Asks for a place in the middle of the screen; the answer is an event.
  func center()
  /// Calls `body` once, at a media time in seconds or as soon as possible after it.
  func call(at time: TimeInterval, _ body: @escaping () -> Void)
}

extension WindowHost {
  /// True: a host without frames draws none in any case.
  public var isBordered: Bool {
    get { true }
    set {}
  }
  /// White: a host without a display leaves these parts clear.
  public var backgroundColor: CGColor {
    get { CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1) }
    set {}
  }
  /// No times, as without a display.
  public var frameTimings: [FrameTiming] { [] }
  /// Stays where it is.
  public func move(to corner: CGPoint) {}
  /// Stays where it is.
  public func center() {}
}

/// A receiver of the events of a window.
@preconcurrency @MainActor public protocol WindowEventReceiver: AnyObject {
  /// Handles one event.
  func receive(_ event: HostEvent)
  /// Returns false to keep a window open that the user wants to close.
  func shouldClose() -> Bool
}

extension WindowEventReceiver {
  /// Lets the window close.
  public func shouldClose() -> Bool { true }
}

/// Makes the hosts of new windows.
@preconcurrency @MainActor public enum WindowHosts {
  /// Makes a host of a size in points; hosts are offline until a program that has a display sets another maker.
  public static var make: (CGSize) -> any WindowHost = { OfflineWindowHost(size: $0) }
}
