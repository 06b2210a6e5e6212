import Foundation
package import StrataBase
import StrataRenderTree
import Synchronization

/// Shows a tree live: a thread that runs animations at the refresh rate, independent of the application's threads.
///
/// The thread sleeps while nothing moves.
package final class RenderServer: Sendable {
  /// The messages from the application.
  package let mail = Mailbox<RenderMessage>()
  /// The feedback to the application.
  package let feedback = FeedbackBox()

  private let settings: RenderSettings
  private let isTimedByReceiver: Bool
  private let onFrame: (@Sendable (PresentedFrame) -> Void)?
  private let onError: @Sendable (RenderError) -> Void
  private let wakeEvent = WakeEvent()
  private let shared = Mutex(Shared())
  private let turnCount = Atomic<Int>(0)
  private let observer = Mutex<(@Sendable (ShownTree) -> Void)?>(nil)

  private struct Shared: Sendable {
    var latest: PresentedFrame?
    var shown: ShownTree?
    var run: Run?
    /// Those that have not ended, the oldest first: the present one, and others that were told to stop.
    var unended: [Run] = []
  }

  /// One run of the thread, from start to stop.
  private final class Run: Sendable {
    let mustStop = Atomic<Bool>(false)
    let end = DispatchGroup()
    let thread = Mutex<UInt?>(nil)

    var isOwn: Bool { thread.withLock { $0 == UInt(pthread_self()) } }
  }

  /// Creates a server that does not run yet.
  ///
  /// - Parameters:
  ///   - settings: The viewport, the refresh rate and the number of threads.
  ///   - isTimedByReceiver: True if `onFrame` hands the picture on, and its receiver notes when it was presented.
  ///   - onFrame: Called on the render thread for each new picture.
  ///   - onError: Called on the render thread for a picture that cannot be drawn: of several in a row, for the first. Animations
  ///     and later pictures go on.
  package init(
    _ settings: RenderSettings,
    isTimedByReceiver: Bool = false,
    onFrame: (@Sendable (PresentedFrame) -> Void)? = nil,
    onError: @escaping @Sendable (RenderError) -> Void
  ) {
    self.settings = settings
    self.isTimedByReceiver = isTimedByReceiver
    self.onFrame = onFrame
    self.onError = onError
    mail.wakeReceiver = { [wakeEvent] in wakeEvent.signal() }
  }

  /// The last frame shown.
  package var latest: PresentedFrame? { shared.withLock { $0.latest } }

  /// The tree that the last turn evaluated, and its time; nil before the first turn, or if the settings do not ask for it.
  package var shown: ShownTree? { shared.withLock { $0.shown } }

  /// The number of turns that the thread has run.
  package var turns: Int { turnCount.load(ordering: .relaxed) }

  /// Sends the tree of each turn to an observer, beginning with the one on show; nil ends that.
  ///
  /// The observer is called on the render thread and must not wait. Without one the thread shares no tree.
  package func observe(_ observer: (@Sendable (ShownTree) -> Void)?) {
    // In one step, so that a thread that starts now gives its loop the same value.
    self.observer.withLock {
      $0 = observer
      mail.post(.observed(observer != nil))
    }
  }

  /// True between start and stop.
  package var isRunning: Bool { shared.withLock { $0.run != nil } }

  /// Starts the thread with an empty tree and the messages in the mailbox; does nothing while it runs.
  ///
  /// A former run that has not ended ends first.
  package func start() {
    let run = Run()
    let former = shared.withLock { shared -> [Run]? in
      guard shared.run == nil else { return nil }
      run.end.enter()
      shared.run = run
      defer { shared.unended.append(run) }
      return shared.unended
    }
    guard let former else { return }
    let thread = Thread { [self] in
      run.thread.withLock { $0 = UInt(pthread_self()) }
      for other in former { other.end.wait() }
      show(run)
      shared.withLock { $0.unended.removeAll { $0 === run } }
      run.end.leave()
    }
    thread.name = "strata render"
    thread.start()
  }

  /// Stops the thread and waits for its end, also if another caller has stopped it and waits.
  ///
  /// On the thread itself, returns at once.
  package func stop() {
    let unended = shared.withLock { shared in
      shared.run?.mustStop.store(true, ordering: .releasing)
      shared.run = nil
      return shared.unended
    }
    guard !unended.isEmpty else { return }
    wakeEvent.signal()
    if unended.contains(where: \.isOwn) { return }
    for run in unended { run.end.wait() }
  }

  private func show(_ run: Run) {
    let loop = RenderLoop(settings) { [mail] in mail.post(.tilesDrawn) }
    // A former run's loop got this message; the new one has not.
    observer.withLock { if $0 != nil { mail.post(.observed(true)) } }
    var hasFailed = false
    while !run.mustStop.load(ordering: .acquiring) {
      turnCount.wrappingAdd(1, ordering: .relaxed)
      let turn = loop.turn(at: MonotonicClock().now, mail)
      if let shown = turn.shown {
        shared.withLock { $0.shown = shown }
        observer.withLock { $0 }?(shown)
      }
      if let frame = turn.frame {
        hasFailed = false
        shared.withLock { $0.latest = frame }
        if !isTimedByReceiver { feedback.notePresented(frame.timing(presentedAt: MonotonicClock().now)) }
        onFrame?(frame)
      }
      if !turn.advanced.isEmpty {
        let now = MonotonicClock().now
        for contents in turn.advanced { contents.noteShown(at: now) }
      }
      if let message = turn.feedback { feedback.post(message) }
      if let reason = turn.failure {
        // Reasons may have numbers that differ from frame to frame.
        if !hasFailed { onError(reason) }
        hasFailed = true
      }
      wakeEvent.wait(until: turn.wake)
    }
  }
}
