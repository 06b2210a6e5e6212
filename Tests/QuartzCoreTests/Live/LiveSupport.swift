import CoreGraphics
import Foundation
import QuartzCore
import StrataTesting
import Synchronization

/// Runs this thread's run loop until a condition holds; returns false if it did not in time.
func runLoop(for seconds: Double = 5, until isDone: () -> Bool = { false }) -> Bool {
  let end = Date(timeIntervalSinceNow: seconds)
  // A loop without a source ends at once.
  let pulse = Timer(timeInterval: 0.002, repeats: true) { _ in }
  RunLoop.current.add(pulse, forMode: .default)
  defer { pulse.invalidate() }
  while !isDone() {
    guard Date() < end else { return false }
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
  }
  return true
}

/// Runs a test's work on a thread with a run loop of its own.
func onOwnThread(_ work: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    let thread = Thread {
      work()
      continuation.resume()
    }
    thread.start()
  }
}

/// Counts in several threads.
final class Tally: Sendable {
  private let number = Mutex(0)
  var count: Int { number.withLock { $0 } }
  func add() { number.withLock { $0 += 1 } }
}

/// The bytes of one pixel of a picture: red, green, blue and alpha; nil if there is no picture.
func pixel(_ image: CGImage?, _ x: Int, _ y: Int) -> [UInt8]? { image?.pixel(x, y) }
