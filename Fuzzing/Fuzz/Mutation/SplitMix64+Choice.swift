import StrataBase

extension SplitMix64 {
  /// A number in 0..<count; 0 for an empty range.
  mutating func index(_ count: Int) -> Int { count > 0 ? Int(next() % UInt64(count)) : 0 }

  /// True once in `count` times.
  mutating func once(in count: Int) -> Bool { index(count) == 0 }

  /// An element; nil if there is none.
  mutating func element<Elements: RandomAccessCollection>(of elements: Elements) -> Elements.Element? {
    elements.isEmpty ? nil : elements[elements.index(elements.startIndex, offsetBy: index(elements.count))]
  }

  /// A count of at least one; each larger one is half as likely as the one before, up to `limit`.
  mutating func smallCount(limit: Int) -> Int {
    var count = 1
    while count < limit, once(in: 2) { count += 1 }
    return count
  }
}
