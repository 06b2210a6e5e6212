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

  package init(type: String, name: String = "", isEnabled: Bool = true, inputs: [String: FilterInput] = [:]) {
    self.type = type
    self.name = name
    self.isEnabled = isEnabled
    self.inputs = inputs
  }

  /// The numeric input `key`, or nil if there is none.
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
