import Dispatch
import Foundation
import StrataBase

/// A run loop and one of its modes, in which a display link fires.
struct LinkPlace: Equatable {
  let loop: RunLoop
  let mode: RunLoop.Mode
  /// True for the main run loop, and for that of a thread that runs a block of the main queue.
  ///
  /// Without a main run loop any thread may run such blocks, so that `RunLoop.current` is another one in each.
  let isOfMainQueue: Bool

  init(_ loop: RunLoop, _ mode: RunLoop.Mode) {
    (self.loop, self.mode) = (loop, mode)
    isOfMainQueue = loop === RunLoop.main || (MainQueue.isCurrent && loop === RunLoop.current)
  }

  static func == (a: LinkPlace, b: LinkPlace) -> Bool {
    a.mode == b.mode && (a.loop === b.loop || (a.isOfMainQueue && b.isOfMainQueue))
  }
}

/// The timer of a display link at a place.
///
/// A program with an async `main`, or one that calls `dispatchMain()`, has no main run loop: there the main queue keeps the
/// time.
///
/// - Thread: That of the run loop, or the main queue.
struct LinkTimer {
  private let timer: Timer
  private let queueTimer: MainQueueTimer?

  /// Sets a timer that fires until it is invalidated.
  ///
  /// - Parameters:
  ///   - place: The run loop and its mode.
  ///   - delay: When it fires first, in seconds from now.
  ///   - interval: The time between two calls, in seconds, more than 0.
  ///   - action: Called on the thread of the run loop, or on the main queue.
  init(at place: LinkPlace, after delay: Double, interval: Double, action: @escaping @Sendable () -> Void) {
    // The main thread is gone where another one runs the main queue.
    let hasEnded = place.loop === RunLoop.main && MainQueue.isCurrent && !Thread.isMainThread
    // Whatever else runs the loop of a thread that once ran the main queue is not the main queue.
    let isOfWorker = place.isOfMainQueue && place.loop !== RunLoop.main
    timer = Timer(fire: Date(timeIntervalSinceNow: delay), interval: interval, repeats: true) { _ in
      if !isOfWorker || MainQueue.isCurrent { action() }
    }
    if !hasEnded { place.loop.add(timer, forMode: place.mode) }
    queueTimer = place.isOfMainQueue ? MainQueueTimer(after: delay, interval: interval, action: action) : nil
  }

  func invalidate() {
    timer.invalidate()
    queueTimer?.cancel()
  }
}

/// A timer of the main queue that fires while the main run loop does not run.
///
/// While the main run loop runs, it looks once a second whether it still does.
private final class MainQueueTimer: @unchecked Sendable {  // Changed on the main queue only.
  private let source = DispatchSource.makeTimerSource(queue: .main)
  private var isResting = false

  /// Sets the timer; the parameters are those of ``LinkTimer``.
  init(after delay: Double, interval: Double, action: @escaping @Sendable () -> Void) {
    let first = MonotonicClock().now + delay
    schedule(after: delay, interval: interval)
    source.setEventHandler { [weak self] in
      guard let self else { return }
      let isRunning = RunLoop.main.currentMode != nil
      if isRunning, !isResting {
        schedule(after: Self.rest, interval: Self.rest)
      } else if !isRunning, isResting {
        let late = MonotonicClock().now - first
        schedule(after: ((late / interval).rounded(.up) * interval) - late, interval: interval)
      } else if !isRunning {
        action()
      }
      isResting = isRunning
    }
    source.activate()
  }

  /// The time between two looks at a run loop that runs, in seconds.
  private static let rest = 1.0

  private func schedule(after delay: Double, interval: Double) {
    source.schedule(deadline: .now() + max(delay, 0), repeating: interval, leeway: .microseconds(100))
  }

  func cancel() { source.cancel() }
}
