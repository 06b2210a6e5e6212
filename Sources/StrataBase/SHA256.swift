/// The SHA-256 digest of a sequence of bytes.
///
/// Source: FIPS 180-4, Secure Hash Standard, 5.3.3 and 6.2.2.
package struct SHA256: Sendable {
  private var state = Self.start
  /// The bytes of the block that is not complete yet.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  private static let blockSize = 64

  package init() {}

  /// Adds bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count += UInt64(bytes.count)
    var bytes = bytes
    if !rest.isEmpty {
      let missing = min(Self.blockSize - rest.count, bytes.count)
      rest.append(contentsOf: bytes.prefix(missing))
      bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(missing))
      guard rest.count == Self.blockSize else { return }
      let block = rest
      block.withUnsafeBytes { state = Self.digest($0, into: state) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = bytes.count / Self.blockSize * Self.blockSize
    state = Self.digest(UnsafeRawBufferPointer(rebasing: bytes.prefix(whole)), into: state)
    rest.append(contentsOf: bytes.dropFirst(whole))
  }

  /// Adds the UTF-8 bytes of a text.
  package mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// The digest of all bytes, as 64 hexadecimal digits.
  package func finished() -> String {
    var last = self
    let bits = count * 8
    let zeros = (Self.blockSize * 2 - 9 - rest.count) % Self.blockSize
    let end = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    (([0x80] as [UInt8]) + [UInt8](repeating: 0, count: zeros) + end).withUnsafeBytes { last.update($0) }
    return (0..<8).map { index in
      let digits = String(last.state[index], radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// The digest of bytes.
  package static func digest(of bytes: UnsafeRawBufferPointer) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finished()
  }

  // MARK: Blocks

  /// Adds whole blocks to a state.
  private static func digest(
    _ blocks: UnsafeRawBufferPointer,
    into start: SIMD8<UInt32>
  ) -> SIMD8<UInt32> {
    var state = start
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
      constants.withUnsafeBufferPointer { constants in
        for offset in stride(from: 0, to: blocks.count, by: blockSize) {
          for i in 0..<16 {
            words[i] = UInt32(
              bigEndian: blocks.loadUnaligned(fromByteOffset: offset + i * 4, as: UInt32.self)
            )
          }
          for i in 16..<64 {
            let (x, y) = (words[i - 15], words[i - 2])
            let a = rotated(x, 7) ^ rotated(x, 18) ^ (x >> 3)
            let b = rotated(y, 17) ^ rotated(y, 19) ^ (y >> 10)
            words[i] = words[i - 16] &+ a &+ words[i - 7] &+ b
          }
          state &+= compressed(state, words, constants)
        }
      }
    }
    return state
  }

  /// The state after the 64 rounds of a block.
  @inline(__always)
  private static func compressed(
    _ state: SIMD8<UInt32>,
    _ words: UnsafeMutableBufferPointer<UInt32>,
    _ constants: UnsafeBufferPointer<UInt32>
  ) -> SIMD8<UInt32> {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for i in 0..<64 {
      let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ sum1 &+ choice &+ constants[i] &+ words[i]
      let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ sum0 &+ majority)
    }
    return SIMD8(a, b, c, d, e, f, g, h)
  }

  @inline(__always)
  private static func rotated(_ x: UInt32, _ count: UInt32) -> UInt32 { x >> count | x << (32 - count) }

  // MARK: Constants

  private static let primes: [UInt32] = {
    var primes: [UInt32] = []
    var number: UInt32 = 2
    while primes.count < 64 {
      if primes.allSatisfy({ number % $0 != 0 }) { primes.append(number) }
      number += 1
    }
    return primes
  }()

  /// The first 32 bits of the fractions of the square roots of the first 8 primes.
  private static let start: SIMD8<UInt32> = SIMD8(
    primes.prefix(8).map { prime in
      UInt32(truncatingIfNeeded: root(of: UInt128(prime) << 64) { $0 * $0 })
    }
  )

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = primes.map { prime in
    UInt32(truncatingIfNeeded: root(of: UInt128(prime) << 96) { $0 * $0 * $0 })
  }

  /// The greatest number below 2^40 whose power is not above a value.
  private static func root(of value: UInt128, power: (UInt128) -> UInt128) -> UInt128 {
    var result: UInt128 = 0
    for bit in (0..<40).reversed() {
      let next = result | 1 << UInt128(bit)
      if power(next) <= value { result = next }
    }
    return result
  }
}
