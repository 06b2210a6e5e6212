import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderTree

/// The kind of value that a text is read as.
enum ValueKind: Hashable, Sendable {
  case number, integer, bool, string
  case point, size, rect, transform, affine
  case color, path, timingFunction, valueFunction
  case numbers, colors, colorMatrix
  case contents, filter, filters, emitterCells
  /// Unknown: a number if the text is one, otherwise a string.
  case any

  /// The kind of a property's Swift type.
  init(type: any Any.Type) {
    let fixed: [(any Any.Type, ValueKind)] = [
      (CGFloat.self, .number), (Double.self, .number), (Float.self, .number), (Int.self, .integer),
      (UInt32.self, .integer), (CACornerMask.self, .integer), (CAEdgeAntialiasingMask.self, .integer),
      (Bool.self, .bool), (CGPoint.self, .point), (CGSize.self, .size), (CGRect.self, .rect),
      (CATransform3D.self, .transform), (CGAffineTransform.self, .affine), (CGColor?.self, .color),
      (CGPath?.self, .path), (String.self, .string), (String?.self, .string), ([CGFloat].self, .numbers),
      ([CGFloat]?.self, .numbers), ([CGColor].self, .colors), ([CGColor]?.self, .colors),
      (ContentsValue.self, .contents), (FilterValue?.self, .filter), ([FilterValue].self, .filters),
      ([EmitterCellState].self, .emitterCells), (FillMode.self, .string), (CGPath.self, .path),
      ([TextState.Run]?.self, .string), (CAMediaTimingFunction.self, .timingFunction),
      (CAValueFunction.self, .valueFunction),
    ]
    if let known = fixed.first(where: { $0.0 == type }) {
      self = known.1
    } else {
      self = type is any RawRepresentable<String>.Type ? .string : .any
    }
  }

  /// The kind of an input of a filter.
  init(_ kind: FilterInput.Kind) {
    self =
      switch kind {
      case .number: .number
      case .color: .color
      case .numbers: .numbers
      case .point: .point
      case .string: .string
      }
  }

  /// The kind in a sentence, with its article.
  var noun: String {
    switch self {
    case .integer: "an integer"
    case .bool: "a truth value"
    case .affine: "an affine transform"
    case .timingFunction: "a timing function"
    case .valueFunction: "a value function"
    case .colorMatrix: "a color matrix"
    case .numbers: "a list of numbers"
    case .colors: "a list of colors"
    case .contents: "an image"
    case .filters: "a list of filters"
    case .emitterCells: "a list of emitter cells"
    default: "a \(self)"
    }
  }

  /// True if key paths reach parts of such a value.
  var isStructure: Bool {
    switch self {
    case .point, .size, .rect, .transform, .affine: true
    default: false
    }
  }

  /// True if a value that an element holds is of the kind, so far as it has one Swift type.
  func accepts(_ value: Any) -> Bool {
    switch self {
    case .number, .integer, .bool: CGFloat.unwrapped(from: value) != nil
    case .color: value is CGColor || value is [Any]
    default: true
    }
  }

  /// True if an attribute can hold the text of such a value.
  var hasText: Bool {
    switch self {
    case .numbers, .colors, .contents, .filter, .filters, .emitterCells: false
    default: true
    }
  }
}

/// Opens the type of a row.
private struct KindVisitor<Root>: RowVisitor {
  func visit<Value: KeyValueCodable>(_ row: Property<Root, Value>) -> ValueKind {
    ValueKind(type: Value.self)
  }
}

extension PropertyRow {
  /// The kind of value that the text of the property is read as.
  var valueKind: ValueKind { accept(KindVisitor<Root>()) }
}
