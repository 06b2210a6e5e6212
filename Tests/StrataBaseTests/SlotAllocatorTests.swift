import StrataBase
import Testing

@Suite struct SlotAllocatorTests {
  @Test func `A handle that was given back never names its successor`() {
    var slots = SlotAllocator()
    let (a, b) = (slots.allocate(), slots.allocate())
    #expect(a != b)
    #expect(slots.count == 2)
    #expect(slots.capacity == 2)
    slots.free(a)
    slots.free(a)
    #expect(!slots.contains(a) && slots.count == 1)
    let c = slots.allocate()
    #expect(c.index == a.index && c.generation == a.generation + 1)
    #expect(slots.contains(c))
    #expect(!slots.contains(a))
    #expect(slots.capacity == 2)
    #expect(!slots.contains(Handle(index: 0, generation: 0)))
    #expect(!slots.contains(Handle(index: 99, generation: 1)))
  }
}

@Suite struct CopyOnWriteTests {
  @Test func `A copy keeps its value when the original is written`() {
    var a = CopyOnWrite([1, 2])
    let b = a
    #expect(a.isIdentical(to: b))
    a.value[0] = 9
    #expect(a.value == [9, 2])
    #expect(b.value == [1, 2])
    #expect(a != b)
    a.value[0] = 1
    #expect(a == b && !a.isIdentical(to: b))
  }
}

@Suite struct ChunkedArrayTests {
  @Test func `Writing copies one chunk of what a snapshot shares`() {
    var array = ChunkedArray(filledWith: 0)
    array.grow(toInclude: 199)
    #expect(array.count == 208)
    for i in 0..<200 { array[i] = i }
    let snapshot = array
    array[100] = -1
    #expect(snapshot[100] == 100)
    #expect(array[100] == -1)
    #expect(array[199] == 199)
    #expect(array.sharedChunks(with: snapshot) == 12)
  }
}

@Suite struct MailboxTests {
  @Test func `Messages come in order, and the receiver is woken once for a batch`() async {
    let mailbox = Mailbox<Int>()
    let wakes = Mailbox<Void>()
    mailbox.wakeReceiver = { wakes.post(()) }
    mailbox.post(1)
    mailbox.post(2)
    #expect(mailbox.drain() == [1, 2])
    #expect(mailbox.drain() == [])
    #expect(mailbox.isEmpty)
    mailbox.post(3)
    #expect(wakes.drain().count == 2 && mailbox.drain() == [3])
  }

  @Test func `No message of many threads is lost or doubled`() async {
    let mailbox = Mailbox<Int>()
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<8 {
        group.addTask { for i in 0..<500 { mailbox.post(sender * 1000 + i) } }
      }
    }
    let received = mailbox.drain()
    #expect(received.count == 4000 && Set(received).count == 4000)
    for sender in 0..<8 {
      let own = received.filter { $0 / 1000 == sender }
      #expect(own == own.sorted())
    }
  }
}

@Suite struct MediaClockTests {
  @Test func `A manual clock stands still, and only jumps back on purpose`() {
    let clock = ManualClock(now: 5)
    clock.advance(by: 2)
    #expect(clock.now == 7)
    clock.now = 3
    clock.now = .nan
    #expect(clock.now == 7)
    clock.jump(to: 1)
    #expect(clock.now == 1)
  }

  @Test("animation U-1: media time never runs backwards")
  func monotonic() {
    let clock = MonotonicClock()
    let first = clock.now
    #expect(clock.now >= first && first > 0)
  }
}

@Suite struct SplitMix64Tests {
  /// The first outputs for the seed 1234567 that the algorithm's authors publish.
  @Test func `The sequence is the published one`() {
    var random = SplitMix64(seed: 1_234_567)
    #expect(random.next() == 6_457_827_717_110_365_317)
    #expect(random.next() == 3_203_168_211_198_807_973)
    #expect(random.next() == 9_817_491_932_198_370_423)
  }

  @Test func `Unit numbers stay below one`() {
    var random = SplitMix64(seed: 3)
    let numbers = (0..<10_000).map { _ in random.unitFloat() }
    #expect(numbers.allSatisfy { $0 >= 0 && $0 < 1 })
    #expect(abs(numbers.reduce(0, +) / 10_000 - 0.5) < 0.02)
  }
}
