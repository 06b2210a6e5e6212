import CoreGraphics
import Foundation
import StrataBase
import StrataRenderTree

/// The inputs of a filter or of a behaviour of particles, as values of the kinds that are asked for.
///
/// What asks for inputs declares them: ``inputs(ofType:by:)`` lists what it asks of a filter that has none. Such code therefore reads
/// all its inputs before it returns.
struct InputReader {
  /// The inputs that were asked for.
  private final class Requests {
    var kinds: [String: FilterInput.Kind] = [:]
  }

  private let filter: FilterValue
  private var requests: Requests?

  init(_ filter: FilterValue) { self.filter = filter }

  /// The names of the inputs that some code asks for, with the kinds of values that it takes.
  static func inputs(ofType type: String, by read: (InputReader) -> Void) -> [String: FilterInput.Kind] {
    var reader = InputReader(FilterValue(type: type))
    let requests = Requests()
    reader.requests = requests
    read(reader)
    return requests.kinds
  }

  /// The number of the first of some keys that is there; the default if it is not finite.
  func number(_ keys: String..., default value: Double) -> Double { number(of: keys) ?? value }

  /// The number of the first of some keys that is there; the default if it is not finite.
  func float(_ keys: String..., default value: Double) -> Float { Float(number(of: keys) ?? value) }

  private func number(of keys: [String]) -> Double? {
    for key in keys { note(key, .number) }
    for key in keys { if let x = filter.number(key) { return x.isFinite ? x : nil } }
    return nil
  }

  func color(_ key: String) -> SIMD4<Float>? {
    note(key, .color)
    return if case .color(let color)? = filter.inputs[key] { color.extendedSRGB } else { nil }
  }

  func string(_ key: String) -> String? {
    note(key, .string)
    return if case .string(let string)? = filter.inputs[key] { string } else { nil }
  }

  func numbers(_ key: String) -> [Double]? {
    note(key, .numbers)
    return if case .numbers(let numbers)? = filter.inputs[key] { numbers } else { nil }
  }

  /// Two numbers, given as a point or as a vector.
  func point(_ key: String) -> SIMD2<Double>? {
    note(key, .point)
    return switch filter.inputs[key] {
    case .point(let p)?: SIMD2(Double(p.x), Double(p.y))
    case .numbers(let n)? where n.count >= 2: SIMD2(n[0], n[1])
    default: nil
    }
  }

  /// Numbers, given as a vector, a point or one number; nil if they are not finite.
  func vector(_ key: String) -> [Double]? {
    note(key, .numbers)
    return switch filter.inputs[key] {
    case .numbers(let values)? where values.allSatisfy(\.isFinite): values
    case .point(let p)?: [Double(p.x), Double(p.y)]
    case .number(let value)? where value.isFinite: [value]
    default: nil
    }
  }

  private func note(_ key: String, _ kind: FilterInput.Kind) { requests?.kinds[key] = kind }
}
