package import CoreGraphics
package import Foundation

/// A filter of a layer, frozen: its type, its handle in key paths, and its inputs.
package struct FilterValue: Sendable, Equatable {
  /// The kind of filter, such as `gaussianBlur`.
  package var type: String
  /// The handle in key paths such as `filters.blur.inputRadius`.
  package var name: String
  package var isEnabled: Bool
  package var inputs: [String: FilterInput]
  /// The code of a filter that a program added.
  package var kernel: (any FilterKernel)?

  package init(
    type: String,
    name: String = "",
    isEnabled: Bool = true,
    inputs: [String: FilterInput] = [:],
    kernel: (any FilterKernel)? = nil
  ) {
    (self.type, self.name, self.isEnabled, self.inputs, self.kernel) = (type, name, isEnabled, inputs, kernel)
  }

  package static func == (a: Self, b: Self) -> Bool {
    a.type == b.type && a.name == b.name && a.isEnabled == b.isEnabled && a.inputs == b.inputs
      && a.kernel === b.kernel
  }

  /// True if the filters are the same but for the values of their inputs.
  package func differsInInputsOnly(from other: Self) -> Bool {
    type == other.type && name == other.name && isEnabled == other.isEnabled && kernel === other.kernel
  }

  /// Returns the numeric input `key`, or nil if it has none.
  package func number(_ key: String) -> Double? {
    if case .number(let value)? = inputs[key] { value } else { nil }
  }
}

/// One input of a filter.
package enum FilterInput: Sendable, Equatable {
  /// The kinds of values that built-in filters and behaviours take.
  package enum Kind: Sendable { case number, color, numbers, point, string }

  case number(Double)
  case color(CGColor)
  /// A vector or a matrix, row by row.
  case numbers([Double])
  case point(CGPoint)
  case image(CGImage)
  case string(String)
  /// An object that never changes: an image that is a recipe, a table, a colour space.
  case object(any FilterObject)

  package static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.number(let a), .number(let b)): a == b
    case (.color(let a), .color(let b)): a == b
    case (.numbers(let a), .numbers(let b)): a == b
    case (.point(let a), .point(let b)): a == b
    case (.image(let a), .image(let b)): a === b
    case (.string(let a), .string(let b)): a == b
    case (.object(let a), .object(let b)): a.signature == b.signature
    default: false
    }
  }
}

/// An object of the public API that stands for a filter.
package protocol FilterRepresentable {
  var filterValue: FilterValue { get }
}

/// An object of the public API that stands for an input of a filter.
package protocol FilterInputRepresentable {
  var filterInput: FilterInput { get }
}

/// An immutable object that an input of a filter holds.
package protocol FilterObject: AnyObject, Sendable {
  /// A text that two objects share only if they are equal, in this process.
  var signature: String { get }
}

/// Bytes that an input of a filter holds, such as the table of a colour cube.
package final class FilterTable: FilterObject {
  package let data: Data
  package let signature: String

  /// Takes bytes.
  ///
  /// - Complexity: O(number of bytes).
  package init(_ data: Data) {
    self.data = data
    // Two digests of 64 bits: with 2⁶⁴ tables, one pair of different ones would share both.
    var hasher = Hasher()
    hasher.combine(data.count)
    data.withUnsafeBytes { hasher.combine(bytes: $0) }
    let first = hasher.finalize()
    hasher = Hasher()
    hasher.combine(first)
    data.withUnsafeBytes { hasher.combine(bytes: $0) }
    signature = "b\(data.count),\(first),\(hasher.finalize())"
  }
}

/// An object that key paths of a layer lead through.
package protocol KeyPathObject: AnyObject {
  /// The name that finds the object in a list; nil for an object without one.
  var keyPathName: String? { get }
  func value(forKeyPath keyPath: String) -> Any?
  func setValue(_ value: Any?, forKeyPath keyPath: String)
}
