#if Window
  public import CoreGraphics
  public import Foundation
  public import QuartzCore
  import StrataRenderServer

  /// Something that happened to a window or in it.
  ///
  /// - Thread: Delivered and used on the thread that made the window.
  public struct WindowEvent {
    /// The kinds of events.
    public enum Kind: Hashable, Sendable {
      case mouse(MouseEvent)
      case wheel(WheelEvent)
      case touch(TouchEvent)
      case key(KeyEvent)
      /// Text that was typed or composed; see ``Window/textInputArea``.
      case text(String)
      case composition(TextComposition)
      case drop(DropEvent)
      /// The window has another size, in points; the root layer has it already.
      case resized(CGSize)
      /// The window has another place on the desktop, in points from the desktop's top left.
      case moved(CGPoint)
      /// The number of pixels per point has changed.
      case scaleChanged(CGFloat)
      /// The display's refresh rate has changed, in frames per second, by more than its measurement may be off.
      case refreshRateChanged(Double)
      /// The window has, or has lost, the keyboard.
      case focusChanged(Bool)
      /// The window was shown, or was hidden or minimized.
      case visibilityChanged(Bool)
      /// A part of the window has come into view; its picture is there already.
      case exposed
      /// The user wants to close the window; ``Window/shouldClose`` decides.
      case closeRequested
      /// The window is closed; the last event.
      case closed
      /// The window is gone; the last event.
      case failed(WindowError)

      /// The place in the window, in points from the corner of its origin; nil for events that have none.
      public var location: CGPoint? {
        switch self {
        case .mouse(let event): event.location
        case .wheel(let event): event.location
        case .touch(let event): event.location
        case .drop(let event): event.location
        case .key, .text, .composition, .resized, .moved, .scaleChanged, .refreshRateChanged, .focusChanged,
          .visibilityChanged, .exposed, .closeRequested, .closed, .failed:
          nil
        }
      }
    }

    /// What happened.
    public let kind: Kind
    /// The media time at which the event arrived, in seconds.
    public let timestamp: CFTimeInterval
    private let find: (CGPoint) -> LayerHit?

    init(_ kind: Kind, at timestamp: CFTimeInterval, find: @escaping (CGPoint) -> LayerHit?) {
      (self.kind, self.timestamp, self.find) = (kind, timestamp, find)
    }

    /// The frontmost layer that was on screen at the event's location when the event arrived; nil if there was none.
    ///
    /// The layer is where its animations had moved it, even if the event is handled later.
    ///
    /// - Complexity: Each access searches the tree.
    public var hit: LayerHit? { kind.location.flatMap(find) }
  }

  /// A layer under a point of a window.
  public struct LayerHit {
    /// The layer of the program's tree.
    public let layer: CALayer
    /// A copy that shows the layer as it was on screen.
    public let presentation: CALayer
    /// The point in the coordinates of `presentation`.
    public let point: CGPoint
  }

  /// An event on its way from the video thread.
  struct PendingEvent: Sendable {
    /// Nil if the window only follows its place.
    var kind: WindowEvent.Kind?
    let timestamp: Double
    /// What was on screen when the event arrived.
    let shown: ShownTree?
    /// The window's new place, size, scale and clock, if one of them changed.
    var place: WindowPlace?
    /// The new full-screen state, if the desktop has changed it.
    var fullScreen: FullScreenState?

    /// Adds a later event, if both are movements that no other event separates; returns false if they are not.
    mutating func absorb(_ later: PendingEvent) -> Bool {
      guard case .mouse(let first) = kind, case .mouse(var last) = later.kind, first.phase == .moved,
        last.phase == .moved, first.buttons == last.buttons, first.modifiers == last.modifiers
      else { return false }
      last.delta.dx += first.delta.dx
      last.delta.dy += first.delta.dy
      self = PendingEvent(kind: .mouse(last), timestamp: later.timestamp, shown: later.shown)
      return true
    }
  }
#endif
