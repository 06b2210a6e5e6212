import Foundation
import StrataBase
import Testing

@Suite struct WorkerPoolTests {
  @Test(arguments: [1, 2, 5])
  func everyPieceIsDoneOnce(workers: Int) {
    let pool = WorkerPool(workers: workers)
    for count in [0, 1, 2, 3, 100, 1000] {
      let done = UnsafeMutablePointer<Int>.allocate(capacity: count + 1)
      done.initialize(repeating: 0, count: count + 1)
      defer { done.deallocate() }
      for _ in 0..<20 { pool.run(count) { index, worker in done[index] += worker < workers ? 1 : 1000 } }
      #expect((0..<count).allSatisfy { done[$0] == 20 })
      #expect(done[count] == 0)
    }
  }

  /// Jobs of other counts follow each other without a pause, and after one in which workers fall asleep.
  @Test func jobsDoNotTakePiecesOfEachOther() {
    let pool = WorkerPool(workers: 4)
    let done = UnsafeMutablePointer<Int>.allocate(capacity: 64)
    done.initialize(repeating: 0, count: 64)
    defer { done.deallocate() }
    var expected = [Int](repeating: 0, count: 64)
    for round in 0..<20_000 {
      let count = 2 + round * 7 % 61
      pool.run(count) { index, _ in done[index] += round }
      for index in 0..<count { expected[index] += round }
      if round % 4000 == 0 { usleep(2000) }
      if round % 1000 == 0 { pool.stayAwake() }
      if round % 1000 == 500 { pool.allowSleep() }
    }
    #expect((0..<64).allSatisfy { done[$0] == expected[$0] })
  }

  @Test func aJobThatIsNotSharedIsDoneByItsCaller() {
    let pool = WorkerPool(workers: 3)
    var workers: Set<Int> = []
    var sum = 0
    pool.run(100, isShared: false) { index, worker in
      workers.insert(worker)
      sum += index
    }
    #expect(workers == [0] && sum == 4950)
  }

  @Test func aJobInsideAJobIsDoneByItsCaller() {
    let pool = WorkerPool(workers: 3)
    let done = UnsafeMutablePointer<Int>.allocate(capacity: 16)
    done.initialize(repeating: 0, count: 16)
    defer { done.deallocate() }
    pool.run(4) { outer, _ in pool.run(4) { inner, _ in done[outer * 4 + inner] += 1 } }
    #expect((0..<16).allSatisfy { done[$0] == 1 })
  }
  @Test func moreThanAMillionPiecesAreDoneOnce() {
    let pool = WorkerPool(workers: 3)
    let count = 2_200_001
    let done = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    done.initialize(repeating: 0, count: count)
    defer { done.deallocate() }
    pool.run(count) { index, _ in done[index] += 1 }
    #expect((0..<count).allSatisfy { done[$0] == 1 })
  }

  /// What the threads of one frame have in their caches is what they work on in the next one.
  @Test func theCallerBeginsWithTheFirstPieceAndTheWorkersWithTheLast() {
    let pool = WorkerPool(workers: 2)
    let worker = UnsafeMutablePointer<Int>.allocate(capacity: 100)
    worker.initialize(repeating: -1, count: 100)
    defer { worker.deallocate() }
    for _ in 0..<50 {
      pool.run(100) { index, number in
        worker[index] = number
        // Work: a worker whose thread sleeps would take it for a busy machine, and rest.
        let end = MonotonicClock().now + 20e-6
        while MonotonicClock().now < end {}
      }
      let owners = (0..<100).map { worker[$0] }
      // All pieces before one are the caller's, all others the worker's.
      #expect(owners == owners.sorted(), "\(owners)")
    }
  }
}
