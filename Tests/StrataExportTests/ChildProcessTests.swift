import Foundation
import StrataProcess
import Testing

/// Programs that run beside this one.
@Suite struct ChildProcessTests {
  private func shell(_ script: String) -> ChildProcess {
    ChildProcess("sh", ["-c", script], output: .collected, errors: .collected)
  }

  /// Runs a step on more tasks than Swift has threads for, each of which blocks its thread while it waits for a child.
  private func onAllThreads(_ step: @escaping @Sendable () -> ChildProcess.End?) async -> [ChildProcess.End?]
  {
    let count = 2 * ProcessInfo.processInfo.activeProcessorCount
    return await withTaskGroup { group in
      for _ in 0..<count { group.addTask { step() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func childrenEndWhileAllThreadsWaitForThem() async {
    let ends = await onAllThreads { shell("sleep 0.2; echo done; exit 3").waitForEnd(seconds: 20) }
    #expect(ends.allSatisfy { $0?.output == "done\n" }, "\(ends)")
    #expect(ends.allSatisfy { $0?.isSuccess == false && $0?.signal == nil }, "\(ends)")
  }

  @Test func childrenAreStoppedWhileAllThreadsWaitForThem() async {
    let ends = await onAllThreads {
      let child = shell("exec sleep 100")
      child.kill()
      return child.waitForEnd(seconds: 20)
    }
    #expect(ends.allSatisfy { $0?.signal == SIGKILL }, "\(ends)")
  }

  @Test func textsAreKeptAsFarAsTheyAreBounded() {
    let end = shell("yes strata | head -c 6000000; echo wrong >&2").waitForEnd()
    #expect(end.isSuccess)
    #expect(end.output.utf8.count == 1 << 22)
    #expect(end.messages == "wrong\n")
  }

  @Test func aGrandchildThatKeepsThePipesHoldsNothingUp() throws {
    let end = try #require(shell("sleep 100 & echo $!").waitForEnd(seconds: 20))
    if let grandchild = Int32(end.output.trimmingCharacters(in: .whitespacesAndNewlines)) {
      #expect(kill(grandchild, SIGKILL) == 0)
    }
    #expect(end.isSuccess)
  }

  @Test func aProgramThatIsNotThereIsAFailure() {
    let end = ChildProcess("strata-is-no-program", [], output: .collected, errors: .collected).waitForEnd()
    #expect(!end.isSuccess)
    #expect(end.failure != nil)
  }
}
