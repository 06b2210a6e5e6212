package import CoreGraphics
import Foundation

extension CGColor: AbsentableValue {
  package static var hasSum: Bool { true }
  package static var optionalPacing: Pacing { .distance }

  /// Mixes red, green, blue and alpha in sRGB without multiplying them; no color counts as the clear form of the other.
  package static func mixed(_ start: CGColor?, _ end: CGColor?, at fraction: Double) -> CGColor? {
    if fraction == 0 { return start }
    if fraction == 1 { return end }
    if start == nil, end == nil { return nil }
    // Patterns do not mix with other colours.
    if start?.pattern != nil || end?.pattern != nil { return fraction < 0.5 ? start : end }
    var (a, b) = (components(start), components(end))
    if start == nil { a = clear(b) }
    if end == nil { b = clear(a) }
    return CGColor(extendedSRGB: SIMD4<Float>(a + (b - a) * fraction))
  }

  package static func sum(_ terms: [(value: CGColor?, weight: Double)]) -> CGColor? {
    guard terms.contains(where: { $0.value != nil }) else { return nil }
    if terms.contains(where: { $0.value?.pattern != nil }) {
      return terms.reduce(terms[0]) { $1.weight > $0.weight ? $1 : $0 }.value
    }
    let sum = terms.reduce(into: SIMD4<Double>.zero) { $0 += components($1.value) * $1.weight }
    return CGColor(extendedSRGB: SIMD4<Float>(sum))
  }

  package static func distance(_ a: CGColor?, _ b: CGColor?) -> Double {
    let difference = components(a) - components(b)
    return (difference * difference).sum().squareRoot()
  }

  package static func isUsable(_ color: CGColor) -> Bool { color.isFinite }

  private static func clear(_ color: SIMD4<Double>) -> SIMD4<Double> { SIMD4(color.x, color.y, color.z, 0) }

  private static func components(_ color: CGColor?) -> SIMD4<Double> {
    color.map { SIMD4<Double>($0.extendedSRGB) } ?? .zero
  }
}

extension CGPath: AbsentableValue {
  package typealias Whole = CGPath

  /// Moves every point if both have the same elements in the same order; jumps otherwise.
  package static func mixed(_ start: CGPath?, _ end: CGPath?, at fraction: Double) -> CGPath? {
    if let start, let end, let mixed = start.mixed(with: end, at: fraction) { return mixed }
    return fraction < 0.5 ? start : end
  }

  package static func blend(_ terms: [(value: CGPath?, weight: Double)], at fraction: Double) -> CGPath? {
    let present = terms.compactMap { term in term.value.map { ($0, term.weight) } }
    let sum = present.count == terms.count ? CGPath.sum(present) : nil
    return sum ?? terms[fraction < 0.5 ? 1 : 2].value
  }

  package static func isUsable(_ path: CGPath) -> Bool { path.isFinite }

  /// Copies a mutable path.
  package static func value(from any: Any) -> CGPath? { (any as? CGPath).map { $0.copy() ?? $0 } }
}

extension FilterInput: AbsentableValue {
  package static var hasSum: Bool { true }

  package static func fit(_ a: FilterInput?, _ b: FilterInput?) -> Bool {
    guard let a = a?.list, let b = b?.list else { return true }
    return a.count == b.count
  }

  package static func mixed(_ start: FilterInput?, _ end: FilterInput?, at fraction: Double) -> FilterInput? {
    switch (start, end) {
    case (.number(let a)?, .number(let b)?): return .number(mix(a, b, fraction))
    case (.color(let a)?, .color(let b)?): return CGColor.mixed(a, b, at: fraction).map { .color($0) }
    default:
      guard let a = start?.list, let b = end?.list, a.count == b.count else {
        return fraction < 0.5 ? start : end
      }
      return start?.with(zip(a, b).map { mix($0, $1, fraction) })
    }
  }

  package static func sum(_ terms: [(value: FilterInput?, weight: Double)]) -> FilterInput? {
    let present = present(terms)
    return total(of: present) ?? present.first?.value
  }

  package static func blend(_ terms: [(value: FilterInput?, weight: Double)], at fraction: Double)
    -> FilterInput?
  { total(of: present(terms)) ?? terms[fraction < 0.5 ? 1 : 2].value }

  private static func present(
    _ terms: [(value: FilterInput?, weight: Double)]
  ) -> [(value: FilterInput, weight: Double)] {
    terms.compactMap { term in term.value.map { ($0, term.weight) } }
  }

  /// Returns the sum by component, in the form of the first value; nil for values without components or unlike ones.
  private static func total(of terms: [(value: FilterInput, weight: Double)]) -> FilterInput? {
    guard let first = terms.first?.value else { return nil }
    if case .color = first {
      guard terms.allSatisfy({ $0.value.color != nil }) else { return nil }
      return CGColor.sum(terms.map { ($0.value.color, $0.weight) }).map { .color($0) }
    }
    guard let count = first.numbers?.count else { return nil }
    var sum = [Double](repeating: 0, count: count)
    for term in terms {
      guard let numbers = term.value.numbers, numbers.count == count else { return nil }
      for i in sum.indices { sum[i] += term.weight * numbers[i] }
    }
    return first.with(sum)
  }

  /// The numbers of a list; a point is one of two.
  private var list: [Double]? {
    switch self {
    case .numbers(let values): values
    case .point(let point): [Double(point.x), Double(point.y)]
    case .number, .color, .image, .string, .object: nil
    }
  }

  private var numbers: [Double]? {
    if case .number(let value) = self { [value] } else { list }
  }

  /// Returns a value of the same form with as many other numbers.
  private func with(_ numbers: [Double]) -> FilterInput {
    switch self {
    case .number: .number(numbers[0])
    case .point: .point(CGPoint(x: numbers[0], y: numbers[1]))
    default: .numbers(numbers)
    }
  }

  private var color: CGColor? {
    if case .color(let color) = self { color } else { nil }
  }

  package static func isUsable(_ input: FilterInput) -> Bool {
    switch input {
    case .number(let value): value.isFinite
    case .numbers(let values): values.allSatisfy(\.isFinite)
    case .point(let point): point.isUsable
    case .color(let color): CGColor.isUsable(color)
    case .image, .string, .object: true
    }
  }

  package static func value(from any: Any) -> FilterInput? {
    // Structures and arrays first: a cast to a class would bridge them to objects.
    if let input = any as? FilterInput { return input }
    if let value = numericValue(of: any) { return .number(value) }
    if let transform = any as? CGAffineTransform {
      let t = transform
      return .numbers([t.a, t.b, t.c, t.d, t.tx, t.ty].map { Double($0) })
    }
    if let point = any as? CGPoint { return .point(point) }
    if let size = any as? CGSize { return .point(CGPoint(x: size.width, y: size.height)) }
    if let values = any as? [Any] {
      let numbers = values.compactMap { numericValue(of: $0) }
      return numbers.count == values.count ? .numbers(numbers) : nil
    }
    switch any {
    case let string as String: return .string(string)
    case let color as CGColor: return .color(color)
    case let image as CGImage: return .image(image.still)
    case let object as any FilterInputRepresentable: return object.filterInput
    case let object as any FilterObject: return .object(object)
    case let data as Data: return .object(FilterTable(data))
    default: return nil
    }
  }

  package static func object(for input: FilterInput) -> Any {
    switch input {
    case .number(let value): NSNumber(value: value)
    case .color(let color): color
    case .numbers(let values): values.map { NSNumber(value: $0) }
    case .point(let point): point
    case .image(let image): image
    case .string(let string): string
    case .object(let object): (object as? FilterTable)?.data ?? object
    }
  }
}

extension FilterValue: AbsentableValue {
  /// Moves the inputs of filters of one type; another filter replaces the first at the middle.
  package static func mixed(_ start: FilterValue?, _ end: FilterValue?, at fraction: Double) -> FilterValue? {
    guard let start, let end else { return fraction < 0.5 ? start : end }
    return mixedElement(start, end, at: fraction)
  }
  package static func value(from any: Any) -> FilterValue? {
    switch any {
    case let filter as FilterValue: filter
    case let object as any FilterRepresentable: object.filterValue
    case let type as String: FilterValue(type: type)
    default: nil
    }
  }
}

extension FilterValue: KeyValueCodable {
  package static func unwrapped(from any: Any?) -> FilterValue? {
    present(any).flatMap { value(from: $0) }
  }
}

extension ContentsValue: KeyValueCodable {
  /// Shows both images during the change; contents that show nothing fade to or from an image.
  package func mixed(with end: ContentsValue, at fraction: Double) -> ContentsValue {
    let isImage = (image != nil || isNothing) && (end.image != nil || end.isNothing)
    guard isImage, image !== end.image, fraction > 0, fraction < 1 else {
      return fraction < 0.5 ? self : end
    }
    return .crossFade(image, end.image, Float(fraction))
  }

  /// True for contents that show nothing.
  private var isNothing: Bool {
    switch self {
    case .none, .other: true
    case .image, .tinted, .crossFade, .live: false
    }
  }
  package static func unwrapped(from any: Any?) -> ContentsValue? {
    switch present(any) {
    case nil: return ContentsValue.none
    case let value as ContentsValue: return value
    case let image as CGImage: return .image(image.still)
    case let object as any ContentsRepresentable: return object.contentsValue
    default: return .other
    }
  }
  package var wrapped: Any? {
    switch self {
    case .none, .live, .other: nil
    case .image(let image), .tinted(let image, _): image
    // Both are shown; the nearer one is read.
    case .crossFade(let a, let b, let weight): weight < 0.5 ? a : b
    }
  }
}

/// An object of the public API that stands for an image.
package protocol ContentsRepresentable {
  var contentsValue: ContentsValue { get }
}

extension EmitterCellState: KeyValueCodable {
  package static func unwrapped(from any: Any?) -> EmitterCellState? {
    switch present(any) {
    case let cell as EmitterCellState: cell
    case let object as any EmitterCellRepresentable: object.cellState
    default: nil
    }
  }
}
