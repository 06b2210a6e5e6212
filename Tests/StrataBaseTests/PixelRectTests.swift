import Foundation
import StrataBase
import Testing

@Suite struct PixelRectTests {
  private func rect(_ random: inout SplitMix64) -> PixelRect {
    let x = Int32(random.next() % 12), y = Int32(random.next() % 12)
    return PixelRect(x, y, x + Int32(random.next() % 6), y + Int32(random.next() % 6))
  }

  @Test func edgesAreHalfOpen() {
    let rect = PixelRect(2, 3, 5, 7)
    #expect(rect.width == 3)
    #expect(rect.height == 4)
    #expect(!rect.isEmpty)
    #expect(rect.contains(x: 2, y: 3))
    #expect(!rect.contains(x: 5, y: 3))
    #expect(!rect.contains(x: 2, y: 7))
    #expect(rect.intersection(PixelRect(5, 0, 9, 9)).isEmpty)
    #expect(rect.union(.empty) == rect)
    #expect(rect.offset(by: Int32.max, 0).maxX == Int32.max)
    #expect(PixelRect(3, 3, 1, 1).isEmpty && PixelRect(3, 3, 1, 1).width == 0)
  }

  /// A set of pixels is the reference of the region.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func regionsAreSetsOfPixels(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var region = PixelRegion()
    var pixels: Set<SIMD2<Int32>> = []
    for _ in 0..<8 {
      let next = rect(&random)
      let own = Set((next.minX..<next.maxX).flatMap { x in (next.minY..<next.maxY).map { SIMD2(x, $0) } })
      if random.next() % 3 == 0 {
        region.subtract(next)
        pixels.subtract(own)
      } else {
        region.formUnion(next)
        pixels.formUnion(own)
      }
    }
    #expect(region.area == pixels.count)
    for y in 0..<20 as Range<Int32> {
      for x in 0..<20 as Range<Int32> { #expect(region.contains(x: x, y: y) == pixels.contains(SIMD2(x, y))) }
    }
  }
}

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
}

@Suite struct ProjectiveTests {
  @Test func chainsReadFromLeftToRight() {
    let chain = Projective.scale(2, 3).concatenating(.translation(10, 20))
    let point = chain.apply(1, 1)
    #expect(point.x == 12)
    #expect(point.y == 23)
    #expect(point.w == 1)
  }

  @Test func theInverseLeadsBack() throws {
    let map = Projective(m11: 2, m12: 1, m13: 0.01, m21: -1, m22: 3, m23: 0.02, m31: 5, m32: 7, m33: 1)
    let back = try #require(map.inverted())
    let p = map.apply(3, 4)
    let q = back.apply(p.x / p.w, p.y / p.w)
    #expect(abs(q.x / q.w - 3) < 1e-9 && abs(q.y / q.w - 4) < 1e-9)
    #expect(Projective.scale(0, 1).inverted() == nil)
    #expect(Projective.scale(.nan, 1).inverted() == nil)
  }
}
