package import CoreGraphics
package import Foundation

// Arrays of equal length move element by element; with other lengths the animation contributes nothing. An empty
// array is the neutral value.

/// An element of an array that a property holds.
package protocol ArrayElement: Sendable, Equatable {
  static func element(from any: Any) -> Self?
  static func object(_ element: Self) -> Any
  static func mixedElement(_ a: Self, _ b: Self, at fraction: Double) -> Self
  /// Returns the element at `fraction` of the way from nothing, or nil if it does not fade.
  static func fadedElement(_ element: Self, at fraction: Double) -> Self?
  static func sumOfElements(_ terms: [(value: Self, weight: Double)]) -> Self
  static var elementsHaveSum: Bool { get }
  static func isUsableElement(_ element: Self) -> Bool
}

extension ArrayElement {
  package static func mixedElement(_ a: Self, _ b: Self, at fraction: Double) -> Self {
    fraction < 0.5 ? a : b
  }
  package static func fadedElement(_ element: Self, at fraction: Double) -> Self? { nil }
  package static func sumOfElements(_ terms: [(value: Self, weight: Double)]) -> Self { terms[0].value }
  package static var elementsHaveSum: Bool { false }
  package static func isUsableElement(_ element: Self) -> Bool { true }
}

extension CGFloat: ArrayElement {
  package static func element(from any: Any) -> CGFloat? { unwrapped(from: any) }
  package static func object(_ element: CGFloat) -> Any { NSNumber(value: Double(element)) }
  package static func mixedElement(_ a: CGFloat, _ b: CGFloat, at fraction: Double) -> CGFloat {
    a.mixed(with: b, at: fraction)
  }
  package static func sumOfElements(_ terms: [(value: CGFloat, weight: Double)]) -> CGFloat {
    terms.reduce(0) { $0 + $1.value * CGFloat($1.weight) }
  }
  package static var elementsHaveSum: Bool { true }
  package static func isUsableElement(_ element: CGFloat) -> Bool { element.isFinite }
}

extension CGColor: ArrayElement {
  package static func element(from any: Any) -> CGColor? { any as? CGColor }
  package static func object(_ element: CGColor) -> Any { element }
  package static func mixedElement(_ a: CGColor, _ b: CGColor, at fraction: Double) -> CGColor {
    mixed(a, b, at: fraction) ?? a
  }
  package static func fadedElement(_ element: CGColor, at fraction: Double) -> CGColor? {
    mixed(nil, element, at: fraction) ?? element.copy(alpha: 0)
  }
  package static func sumOfElements(_ terms: [(value: CGColor, weight: Double)]) -> CGColor {
    sum(terms.map { ($0.value, $0.weight) }) ?? terms[0].value
  }
  package static var elementsHaveSum: Bool { true }
  package static func isUsableElement(_ element: CGColor) -> Bool { isUsable(element) }
}

extension FilterValue: ArrayElement {
  package static func element(from any: Any) -> FilterValue? { value(from: any) }
  package static func object(_ element: FilterValue) -> Any { element }

  /// Inputs of both filters move; everything else is taken from the nearer filter.
  package static func mixedElement(_ a: FilterValue, _ b: FilterValue, at fraction: Double) -> FilterValue {
    guard a.type == b.type else { return fraction < 0.5 ? a : b }
    var result = fraction < 0.5 ? a : b
    for (key, start) in a.inputs {
      guard let end = b.inputs[key] else { continue }
      result.inputs[key] = FilterInput.mixed(start, end, at: fraction)
    }
    return result
  }
}

extension EmitterCellState: ArrayElement {
  package static func element(from any: Any) -> EmitterCellState? { unwrapped(from: any) }
  package static func object(_ element: EmitterCellState) -> Any { element }
}

extension TextState.Run: ArrayElement {
  package static func element(from any: Any) -> TextState.Run? { any as? TextState.Run }
  package static func object(_ element: TextState.Run) -> Any { element }
}

extension Array: Interpolatable where Element: ArrayElement {
  package func mixed(with end: [Element], at fraction: Double) -> [Element] {
    guard count == end.count else { return fraction < 0.5 ? self : end }
    return zip(self, end).map { Element.mixedElement($0, $1, at: fraction) }
  }
}

extension Array: Composable where Element: ArrayElement {
  package static var neutral: [Element]? { Element.elementsHaveSum ? [] : nil }
  package func fits(_ other: [Element]) -> Bool {
    count == other.count || (Element.elementsHaveSum && (isEmpty || other.isEmpty))
  }
  package func adding(_ other: [Element]) -> [Element] {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return zip(self, other).map { Element.sumOfElements([($0, 1), ($1, 1)]) }
  }
  package func subtracting(_ other: [Element]) -> [Element]? {
    guard Element.elementsHaveSum else { return nil }
    if other.isEmpty { return self }
    guard count == other.count else { return nil }
    return zip(self, other).map { Element.sumOfElements([($0, 1), ($1, -1)]) }
  }
  package func repeated(_ count: Double) -> [Element] { map { Element.sumOfElements([($0, count)]) } }
  package static func blend(
    _ a: [Element],
    _ b: [Element],
    _ c: [Element],
    _ d: [Element],
    by weights: SIMD4<Double>,
    at fraction: Double
  ) -> [Element] {
    guard Element.elementsHaveSum, a.count == b.count, b.count == c.count, c.count == d.count else {
      return fraction < 0.5 ? b : c
    }
    return b.indices.map { i in
      Element.sumOfElements([(a[i], weights.x), (b[i], weights.y), (c[i], weights.z), (d[i], weights.w)])
    }
  }
  package var isUsable: Bool { allSatisfy { Element.isUsableElement($0) } }
}

extension Array: KeyValueCodable where Element: ArrayElement {
  package static func unwrapped(from any: Any?) -> [Element]? {
    guard let any = present(any) else { return [] }
    return elements(from: any)
  }
  package var wrapped: Any? { isEmpty ? nil : map { Element.object($0) } }

  fileprivate static func elements(from any: Any) -> [Element]? {
    if let known = any as? [Element] { return known }
    guard let values = any as? [Any] else { return nil }
    var result: [Element] = []
    result.reserveCapacity(values.count)
    for value in values {
      guard let element = Element.element(from: value) else { return nil }
      result.append(element)
    }
    return result
  }
}

extension Array: AbsentableValue where Element: ArrayElement {
  package static var hasSum: Bool { Element.elementsHaveSum }
  package static func fit(_ a: [Element]?, _ b: [Element]?) -> Bool {
    guard let a, let b else { return a == nil && b == nil || hasSum }
    return a.fits(b)
  }
  package static func mixed(_ start: [Element]?, _ end: [Element]?, at fraction: Double) -> [Element]? {
    if fraction == 0 { return start }
    if fraction == 1 { return end }
    switch (start ?? [], end ?? []) {
    case ([], let end) where !end.isEmpty: return faded(end, at: fraction) ?? (fraction < 0.5 ? start : end)
    case (let start, []) where !start.isEmpty:
      return faded(start, at: 1 - fraction) ?? (fraction < 0.5 ? start : end)
    default: break
    }
    guard let start, let end else { return fraction < 0.5 ? start : end }
    return start.mixed(with: end, at: fraction)
  }
  /// Returns the elements on their way from nothing, or nil if they do not fade.
  private static func faded(_ elements: [Element], at fraction: Double) -> [Element]? {
    let faded = elements.compactMap { Element.fadedElement($0, at: fraction) }
    return faded.count == elements.count ? faded : nil
  }
  package static func sum(_ terms: [(value: [Element]?, weight: Double)]) -> [Element]? {
    let present = terms.compactMap { term in term.value.map { ($0, term.weight) } }
    guard let first = present.first else { return nil }
    guard present.allSatisfy({ $0.0.count == first.0.count }) else { return first.0 }
    return first.0.indices.map { i in Element.sumOfElements(present.map { ($0.0[i], $0.1) }) }
  }
  package static func isUsable(_ elements: [Element]) -> Bool { elements.isUsable }
  package static func value(from any: Any) -> [Element]? {
    if Element.self == TextState.Run.self {
      if let object = any as? any TextRepresentable { return object.textRuns as? [Element] }
      if let string = any as? String { return [TextState.Run(text: string)] as? [Element] }
    }
    return elements(from: any)
  }
  package static func object(for elements: [Element]) -> Any {
    if let runs = elements as? [TextState.Run] { return runs.map(\.text).joined() }
    return elements.map { Element.object($0) }
  }
}
