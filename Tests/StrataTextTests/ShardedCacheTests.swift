import StrataText
import Testing

/// What threads share of layouts and metrics.
@Suite
struct ShardedCacheTests {
  private final class Value: Sendable {}

  @Test("A cache keeps values, and no more than its capacity")
  func capacity() {
    let cache = ShardedCache<Int, Int>(capacity: 64)
    var most = 0
    for key in 0..<5_000 {
      #expect(cache.value(for: key) { key * 3 } == key * 3)
      // The newest value is there.
      #expect(cache.value(for: key) { -1 } == key * 3)
      most = max(most, cache.count)
    }
    #expect(most <= 64)
    // Hashes fill the parts about evenly.
    #expect(most > 32)
    cache.removeAll()
    #expect(cache.count == 0)
    #expect(cache.value(for: 0) { 7 } == 7)
  }

  @Test("A cache keeps no more than its bytes")
  func bytes() {
    let cache = ShardedCache<Int, Int>(capacity: 100_000, bytes: 8_000) { key, value in key < 0 ? value : 10 }
    var most = 0
    for key in 0..<10_000 {
      #expect(cache.value(for: key) { key * 3 } == key * 3)
      most = max(most, cache.count)
    }
    #expect(most <= 800)
    #expect(most > 400)
    // Cleared parts have all their bytes again.
    cache.removeAll()
    #expect(cache.count == 0)
    for key in 0..<400 { _ = cache.value(for: key) { key } }
    #expect(cache.count == 400)
  }

  @Test("A value larger than its part's share and small ones leave each other alone")
  func largeValues() {
    let cache = ShardedCache<Int, Int>(capacity: 800, bytes: 8_000) { key, value in key < 0 ? value : 10 }
    for key in 0..<80 { _ = cache.value(for: key) { key } }
    for _ in 0..<3 {
      // A thousand bytes are the share.
      #expect(cache.value(for: -1) { 1_001 } == 1_001)
      for key in 0..<80 { #expect(cache.value(for: key) { -1 } == key) }
      #expect(cache.value(for: -1) { 1_002 } == 1_001)
    }
    #expect(cache.count == 81)
    // Each part has one of them at most.
    for key in 2..<200 { _ = cache.value(for: -key) { 1_000 + key } }
    #expect(cache.count <= 88)
    for key in 0..<80 { #expect(cache.value(for: key) { -1 } == key) }
    cache.removeAll()
    #expect(cache.count == 0)
    #expect(cache.value(for: -1) { 2_000 } == 2_000)
  }

  @Test("A value that is not to be kept is made anew")
  func passingValues() {
    let cache = ShardedCache<String, Int>(capacity: 64)
    for (value, keeps) in [(1, false), (2, false), (3, true)] {
      let made = cache.value(for: "a") { isKept in
        isKept = keeps
        return value
      }
      #expect(made == value)
    }
    #expect(cache.value(for: "a") { 4 } == 3)
    #expect(cache.count == 1)
  }

  @Test("A value that is being made while all are dropped is not kept")
  func droppedMeanwhile() {
    let cache = ShardedCache<String, Int>(capacity: 64)
    let first = cache.value(for: "a") {
      cache.removeAll()
      return 1
    }
    #expect(first == 1)
    #expect(cache.count == 0)
    #expect(cache.value(for: "a") { 2 } == 2)
  }

  @Test("Values that nobody else has can be dropped alone")
  func droppedAlone() {
    let cache = ShardedCache<Int, Value>(capacity: 800, bytes: 8_000) { key, _ in key < 0 ? 1_001 : 10 }
    let held = ([-1] + Array(0..<10)).map { cache.value(for: $0) { Value() } }
    for key in 10..<40 { _ = cache.value(for: key) { Value() } }
    cache.removeAll { isKnownUniquelyReferenced(&$0) }
    #expect(cache.count == 11)
    for (key, value) in zip([-1] + Array(0..<10), held) {
      #expect(cache.value(for: key) { Value() } === value)
    }
    // The others gave their bytes back.
    for key in 10..<200 { _ = cache.value(for: key) { Value() } }
    #expect(cache.value(for: 0) { Value() } === held[1])
    cache.removeAll { _ in true }
    #expect(cache.count == 0)
  }

  @Test("Threads that ask for one key get one value")
  func oneValue() async {
    let cache = ShardedCache<Int, Value>(capacity: 4_096)
    let results = await withTaskGroup(of: [ObjectIdentifier].self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<500).map { ObjectIdentifier(cache.value(for: $0) { Value() }) } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 8)
    #expect(results.allSatisfy { $0 == results[0] })
    #expect(Set(results[0]).count == 500)
  }
}
