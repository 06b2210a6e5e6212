/// A pseudorandom number generator with 64 bits of state; its sequence depends on the seed alone.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  @inline(__always)
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in 0..<1: the top 24 bits of the next 64, which a `Float` holds exactly.
  @inline(__always)
  package mutating func unitFloat() -> Float { Float(next() >> 40) * 0x1p-24 }
}
