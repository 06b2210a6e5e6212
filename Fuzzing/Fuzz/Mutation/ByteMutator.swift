import StrataBase

/// Changes bytes without knowledge of what they mean.
enum ByteMutator {
  static func mutant(of seed: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = seed
    for _ in 0..<random.smallCount(limit: 10) where !bytes.isEmpty { change(&bytes, &random) }
    return bytes
  }

  private static func change(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let at = random.index(bytes.count)
    let end = min(bytes.count, at + 1 + random.index(16))
    switch random.index(9) {
    case 0, 1: bytes[at] ^= 1 << random.index(8)
    case 2: bytes[at] = UInt8(truncatingIfNeeded: random.next())
    case 3: setNumber(in: &bytes, at, &random)
    case 4: bytes.removeSubrange(at..<end)
    case 5: bytes.insert(contentsOf: bytes[at..<end], at: at)
    case 6:
      let from = random.index(bytes.count)
      let count = min(end - at, bytes.count - from)
      bytes.replaceSubrange(at..<at + min(count, bytes.count - at), with: bytes[from..<from + count])
    case 7: bytes.insert(contentsOf: (HostileValues.number(&random)).utf8, at: at)
    default:
      if random.once(in: 4) { bytes.removeSubrange(at...) }
    }
  }

  /// Writes a number of one, two or four bytes at the end of a type's range, in either byte order.
  private static func setNumber(in bytes: inout [UInt8], _ at: Int, _ random: inout SplitMix64) {
    let width = random.element(of: [1, 2, 4]) ?? 1
    let ends: [UInt64] = [
      0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF,
    ]
    let number = random.element(of: ends) ?? 0
    let isBig = random.once(in: 2)
    for offset in 0..<width where at + offset < bytes.count {
      let shift = (isBig ? width - 1 - offset : offset) * 8
      bytes[at + offset] = UInt8(truncatingIfNeeded: number >> UInt64(shift))
    }
  }
}
