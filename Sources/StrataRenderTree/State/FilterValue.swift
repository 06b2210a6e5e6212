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
  case number(Double)
  case color(CGColor)
  /// A vector or a matrix, row by row.
  case numbers([Double])
  case point(CGPoint)
  case image(CGImage)
  case string(String)

  package static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.number(let a), .number(let b)): a == b
    case (.color(let a), .color(let b)): a == b
    case (.numbers(let a), .numbers(let b)): a == b
    case (.point(let a), .point(let b)): a == b
    case (.image(let a), .image(let b)): a === b
    case (.string(let a), .string(let b)): a == b
    default: false
    }
  }
}

/// An object of the public API that stands for a filter.
package protocol FilterRepresentable {
  var filterValue: FilterValue { get }
}
