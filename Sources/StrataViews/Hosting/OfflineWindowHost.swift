public import CoreGraphics
public import Foundation
public import QuartzCore
public import StrataRenderServer

/// A host without a display: it keeps a size, and draws and moves through time as the program asks.
///
/// ```swift
/// let host = OfflineWindowHost(size: CGSize(width: 320, height: 480))
/// let window = UIWindow(host: host)
/// host.run(at: 1) { UIView.animate(withDuration: 0.5) { card.alpha = 0 } }
/// host.send(.touches([TouchSample(phase: .began, position: p, time: 1.2)]), at: 1.2)
/// let picture = try host.image(at: 1.25)
/// ```
///
/// Time only moves forward. Animations, their completions and calls asked for with `call(at:_:)` happen at their exact times. A
/// completion or a call that moves time itself runs at once. Completions that call for others at the same time without end, as
/// blocks that animate nothing do, go on at the next time.
@preconcurrency @MainActor public final class OfflineWindowHost: WindowHost {
  private var calls: [ScheduledCall] = []
  private var reached: TimeInterval = 0
  /// True while time moves forward, with the renderer's clock as this thread's.
  private var isMoving = false
  /// The renderer of the tree, which draws any moment up to ``time``; nil before a layer is attached.
  public private(set) var renderer: OfflineRenderer?

  private struct ScheduledCall {
    let time: TimeInterval
    let body: () -> Void
  }

  /// Creates a host of a size in points.
  public init(size: CGSize, scale: CGFloat = 1) {
    (self.size, self.scale) = (size, scale)
  }

  /// The size of the contents and of pictures, in points; setting it takes effect when a layer is attached.
  public var size: CGSize
  /// Pixels per point.
  public let scale: CGFloat
  /// The text that the title bar would have.
  public var title = ""
  /// True if a user might change the size.
  public var isResizable = true
  /// True if a desktop would draw a frame around the window.
  public var isBordered = true
  /// The time reached, in seconds; in completions and calls it is theirs.
  public var time: TimeInterval { isMoving ? max(reached, CACurrentMediaTime()) : reached }
  /// Takes the events of the window.
  public weak var receiver: (any WindowEventReceiver)?
  /// True while the window is shown.
  public private(set) var isPresented = false

  /// Shows a tree from now on; its clock starts at zero.
  public func attach(_ layer: CALayer) {
    let renderer = OfflineRenderer(layer: layer, size: size, scale: scale)
    renderer.host?.timedChanges = TimedChanges(
      next: { [weak self] in self?.calls.first?.time ?? .infinity },
      make: { [weak self] in self?.makeCalls(until: $0) }
    )
    self.renderer = renderer
    reached = 0
  }

  /// Notes that the window is shown.
  public func present() { isPresented = true }

  /// Notes that the window is off the screen.
  public func close() { isPresented = false }

  /// Moves the window on a screen that nobody sees.
  public func move(to corner: CGPoint) { receiver?.receive(.moved(corner)) }

  /// Moves the window to the middle of the main screen.
  public func center() {
    let screen = MainScreen.size
    move(to: CGPoint(x: (screen.width - size.width) / 2, y: (screen.height - size.height) / 2))
  }

  /// Calls `body` when time reaches `time`.
  public func call(at time: TimeInterval, _ body: @escaping () -> Void) {
    let time = time.isNaN ? self.time : time
    let index = calls.firstIndex { $0.time > time } ?? calls.endIndex
    calls.insert(ScheduledCall(time: time, body: body), at: index)
  }

  /// Moves time forward to `time`, in seconds, then runs `body` and commits what it changes.
  ///
  /// A time that has passed is taken as the current one.
  public func run(at time: TimeInterval, _ body: () -> Void = {}) {
    let target = max(self.time, time.isFinite ? time : self.time)
    guard let renderer else {
      makeCalls(until: target)
      reached = target
      return body()
    }
    let wasMoving = isMoving
    isMoving = true
    renderer.change(at: target) {
      reached = max(reached, CACurrentMediaTime())
      body()
    }
    isMoving = wasMoving
  }

  /// Makes the calls that are due by a time, those included that they ask for.
  private func makeCalls(until time: TimeInterval) {
    while let next = calls.first, next.time <= time {
      calls.removeFirst()
      reached = max(reached, next.time)
      next.body()
    }
  }

  /// Moves time forward to `time` and sends an event to the window.
  public func send(_ event: HostEvent, at time: TimeInterval) {
    run(at: time) { receiver?.receive(event) }
  }

  /// Draws the picture of a time, in seconds; a time beyond the one reached moves time forward.
  public func image(at time: TimeInterval) throws -> CGImage {
    if time > self.time { run(at: time) }
    guard let renderer else { throw WindowHostError.nothingAttached }
    return try renderer.image(at: time)
  }
}

/// A reason why a host cannot draw.
public enum WindowHostError: Error, CustomStringConvertible {
  /// No layer was attached.
  case nothingAttached

  /// The reason in words.
  public var description: String { "the window host has no layer to draw: attach one first" }
}

extension WindowHostError: LocalizedError {
  /// The same line that ``description`` gives.
  public var errorDescription: String? { description }
}
