import Foundation
import StrataRenderTree

/// The operators of key paths on arrays: `@count`, `@sum.PATH`, `@distinctUnionOfObjects.PATH`.
enum CollectionOperator: String {
  case count = "@count"
  case sum = "@sum"
  case average = "@avg"
  case maximum = "@max"
  case minimum = "@min"
  case objects = "@unionOfObjects"
  case distinctObjects = "@distinctUnionOfObjects"

  /// Applies the operator at the head of `path` to an array, and returns nil for an unknown one.
  ///
  /// A path from each element follows the operator behind a dot, where `self` means the element; `read` reads it.
  static func value(of array: [Any], _ path: String, read: (Any, String) -> Any?) -> Any? {
    let (head, rest) = path.firstStep ?? (path, "self")
    guard let known = Self(rawValue: head) else { return nil }
    let values = array.compactMap { rest == "self" ? $0 : read($0, rest) }
    let numbers = values.compactMap { Double.unwrapped(from: $0) }
    switch known {
    case .count: return NSNumber(value: array.count)
    case .sum: return NSNumber(value: numbers.reduce(0, +))
    // Elements without a value count as zero.
    case .average: return NSNumber(value: array.isEmpty ? 0 : numbers.reduce(0, +) / Double(array.count))
    case .maximum: return numbers.max().map { NSNumber(value: $0) }
    case .minimum: return numbers.min().map { NSNumber(value: $0) }
    case .objects: return values
    case .distinctObjects: return distinct(values)
    }
  }

  private static func distinct(_ values: [Any]) -> [Any] {
    var result: [Any] = []
    for value in values where !result.contains(where: { KeyValue.isSame($0, value) }) { result.append(value) }
    return result
  }
}
