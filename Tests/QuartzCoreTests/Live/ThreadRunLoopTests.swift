import Dispatch
import QuartzCore
import Synchronization
import Testing

/// Work for later turns; that of the main thread is performed in blocks of the main queue in a program without a main run loop.
@Suite struct ThreadRunLoopTests {
  private let done = Record()

  private final class Record: Sendable {
    private let numbers = Mutex<[Int]>([])
    var all: [Int] { numbers.withLock { $0 } }
    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
  }

  @Test @MainActor func workIsPerformedInOrderAndInLaterTurns() async {
    let loop = ThreadRunLoop()
    let done = done
    await withCheckedContinuation { continuation in
      for number in 0..<3 {
        loop.perform {
          done.add(number)
          loop.perform {
            done.add(10 + number)
            if number == 2 { continuation.resume() }
          }
        }
      }
      #expect(done.all.isEmpty)
    }
    #expect(done.all == [0, 1, 2, 10, 11, 12])
  }

  @Test func aLoopInsideOfWorkGoesOnWithTheRest() async {
    let done = done
    await onOwnThread {
      // As of two windows, whose work is asked for in one turn.
      let loops = [ThreadRunLoop(), ThreadRunLoop()]
      loops[0].perform {
        done.add(0)
        let hasGoneOn = runLoop { done.all.count == 3 }
        done.add(hasGoneOn ? 10 : -1)
      }
      loops[0].perform { done.add(1) }
      loops[1].perform { done.add(2) }
      _ = runLoop { done.all.count == 4 }
      loops[1].perform { done.add(3) }
      _ = runLoop { done.all.count == 5 }
    }
    #expect(done.all == [0, 1, 2, 10, 3])
  }

  @Test func workOfOtherThreadsIsPerformedByTheMainQueue() async {
    let loop = await MainActor.run { ThreadRunLoop() }
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    let isMain = await withCheckedContinuation { continuation in
      loop.perform { continuation.resume(returning: DispatchQueue.getSpecific(key: mark)) }
    }
    #expect(isMain == true)
  }
}
