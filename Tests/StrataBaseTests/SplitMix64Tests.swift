import StrataBase
import Testing

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
