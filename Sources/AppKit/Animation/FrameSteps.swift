import Foundation
import StrataViews

/// Calls for each step of an animation that the program makes itself, sixty times a second.
@MainActor final class FrameSteps {
  private static let interval = 1.0 / 60

  private let host: any WindowHost
  private let settings: AnimationSettings
  private let start: TimeInterval
  private let step: (Double) -> Void
  private var end: ((Bool) -> Void)?

  /// Begins to call `step` with the fraction of the way through all rounds, the end included, then `end` with true.
  ///
  /// ``cancel()`` calls `end` with false.
  init(
    on host: any WindowHost,
    _ settings: AnimationSettings,
    step: @escaping (Double) -> Void,
    end: @escaping (Bool) -> Void
  ) {
    (self.host, self.settings, self.step, self.end) = (host, settings, step, end)
    start = host.time + settings.delay
    schedule(at: start)
  }

  private func schedule(at time: TimeInterval) {
    host.call(at: time) { self.advance() }
  }

  private func advance() {
    guard let end else { return }
    let passed = host.time - start
    step(settings.progress(at: passed))
    guard passed >= settings.wholeDuration else {
      return schedule(at: min(start + passed + Self.interval, start + settings.wholeDuration))
    }
    self.end = nil
    end(true)
  }

  /// Ends the steps where they are.
  func cancel() {
    let end = end
    self.end = nil
    end?(false)
  }
}
