import Foundation
package import StrataBase
import StrataRenderTree
import Synchronization

/// Shows a tree live: a thread that runs animations at the refresh rate whatever the application's threads do, and
/// sleeps while nothing moves.
package final class RenderServer: Sendable {
  /// What the application says.
  package let mail = Mailbox<RenderMessage>()
  /// What the application should know.
  package let feedback = FeedbackBox()

  private let settings: RenderSettings
  private let onFrame: (@Sendable (PresentedFrame) -> Void)?
  private let onError: @Sendable (RenderError) -> Void
  private let bell = WakeEvent()
  private let shared = Mutex(Shared())
  private let turnCount = Atomic<Int>(0)

  private struct Shared: Sendable {
    var latest: PresentedFrame?
    var run: Run?
  }

  /// One life of the thread.
  private final class Run: Sendable {
    let mustStop = Atomic<Bool>(false)
    let done = DispatchSemaphore(value: 0)
    let thread = Mutex<UInt?>(nil)
  }

  /// A server that is not running yet; `onFrame` is called on the render thread for each new picture, `onError` once
  /// when the picture can not be drawn.
  package init(
    _ settings: RenderSettings,
    onFrame: (@Sendable (PresentedFrame) -> Void)? = nil,
    onError: @escaping @Sendable (RenderError) -> Void
  ) {
    self.settings = settings
    self.onFrame = onFrame
    self.onError = onError
    mail.wakeReceiver = { [bell] in bell.ring() }
  }

  /// The last picture shown.
  package var latest: PresentedFrame? { shared.withLock { $0.latest } }

  /// How often the thread has looked for work.
  package var turns: Int { turnCount.load(ordering: .relaxed) }

  package var isRunning: Bool { shared.withLock { $0.run != nil } }

  /// Starts the thread with an empty tree and what waits in the mail; does nothing while it runs.
  package func start() {
    let run = Run()
    let isFirst = shared.withLock { shared in
      guard shared.run == nil else { return false }
      shared.run = run
      return true
    }
    guard isFirst else { return }
    let thread = Thread { [self] in
      run.thread.withLock { $0 = UInt(pthread_self()) }
      show(run)
      run.done.signal()
    }
    thread.name = "strata render"
    thread.start()
  }

  /// Stops the thread and returns when it has, unless the thread itself asks.
  package func stop() {
    let run = shared.withLock { shared in
      defer { shared.run = nil }
      return shared.run
    }
    guard let run else { return }
    run.mustStop.store(true, ordering: .releasing)
    bell.ring()
    let isOwn = run.thread.withLock { $0 == UInt(pthread_self()) }
    if !isOwn { run.done.wait() }
  }

  private func show(_ run: Run) {
    let loop = RenderLoop(settings) { [mail] in mail.post(.tilesDrawn) }
    var failed = false
    while !run.mustStop.load(ordering: .acquiring) {
      turnCount.wrappingAdd(1, ordering: .relaxed)
      var wake: Double?
      do throws(RenderError) {
        let turn = try loop.turn(at: MonotonicClock().now, mail)
        if let frame = turn.frame {
          shared.withLock { $0.latest = frame }
          feedback.notePresented(frame.timing(presentedAt: MonotonicClock().now))
          onFrame?(frame)
        }
        if let news = turn.feedback { feedback.post(news) }
        wake = turn.wake
      } catch {
        if !failed { onError(error) }
        failed = true
      }
      bell.wait(until: wake)
    }
  }
}
