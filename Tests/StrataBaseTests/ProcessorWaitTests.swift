import Foundation
import StrataBase
import Synchronization
import Testing

/// For how long a thread had to wait for a processor.
@Suite struct ProcessorWaitTests {
  private final class Counts: Sendable {
    let arrived = Atomic<Int>(0)
    let finished = Atomic<Int>(0)
    let waited = Atomic<UInt64>(0)
  }

  private static func used() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Runs `body` on threads, and returns how long they waited for processors, in milliseconds.
  private static func waits(ofThreads count: Int, _ body: @escaping @Sendable () -> Void) async -> UInt64 {
    let counts = Counts()
    await withCheckedContinuation { done in
      for _ in 0..<count {
        Thread {
          counts.arrived.wrappingAdd(1, ordering: .relaxed)
          while counts.arrived.load(ordering: .relaxed) < count { sched_yield() }
          let wait = ProcessorWait()
          let before = wait.nanoseconds ?? 0
          body()
          counts.waited.wrappingAdd((wait.nanoseconds ?? 0) &- before, ordering: .relaxed)
          let finished = counts.finished.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
          if finished == count { done.resume() }
        }.start()
      }
    }
    return counts.waited.load(ordering: .relaxed) / 1_000_000
  }

  /// Of one thread more than there are processors, one waits until the first has done its thirty milliseconds.
  @Test func threadsThatShareProcessorsWaitForThem() async {
    let waited = await Self.waits(ofThreads: ProcessInfo.processInfo.processorCount + 1) {
      let start = Self.used()
      while Self.used() - start < 30_000_000 {}
    }
    #expect(waited >= 25)
  }

  @Test func toSleepIsNotToWait() async {
    let begin = ContinuousClock.now
    let waited = await Self.waits(ofThreads: 1) { usleep(100_000) }
    #expect(Double(waited) <= (ContinuousClock.now - begin) / .milliseconds(1) - 100)
  }
}
