#if Inspector
  import Foundation
  import Testing

  /// Runs a test on a thread of its own.
  ///
  /// The tests wait for servers and browsers. The threads that tasks share are as many as processors: tests that wait there would
  /// keep each other from running.
  struct OwnThread: TestTrait, SuiteTrait, TestScoping {
    let isRecursive = true

    func provideScope(
      for test: Test,
      testCase: Test.Case?,
      performing function: @Sendable () async throws -> Void
    ) async throws {
      try await withTaskExecutorPreference(ThreadExecutor.shared) { try await function() }
    }
  }

  extension Trait where Self == OwnThread {
    static var ownThread: OwnThread { OwnThread() }
  }

  /// Runs each job on a new thread.
  private final class ThreadExecutor: TaskExecutor {
    static let shared = ThreadExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
#endif
