import CoreGraphics
import Foundation
package import QuartzCore
import StrataCAML
package import StrataRenderTree

/// The values of properties as a person reads and types them, in the forms that documents use.
///
/// Colours have three or four components, lists of colours are separated by commas, and the identity transform is empty. The
/// values and the timing functions of a keyframe animation stand on a line each; their kind has brackets, as in `point[]`.
package enum PropertyText {
  /// Returns the text of a value in the form of key-value access; nil without a value.
  package static func text(of value: Any?) -> String? {
    switch value {
    case nil: return nil
    case let color as CGColor: return colorText(color)
    case let image as CGImage: return "image \(image.width) x \(image.height)"
    case let tinted as CATintedImage:
      let size = tinted.image.map { "\($0.width) x \($0.height)" } ?? "none"
      return "image \(size), tint \(tinted.tint.map { colorText($0) } ?? "none")"
    case let filter as any FilterElement: return filter.type
    case let filter as FilterValue: return filter.type
    case let cell as CAEmitterCell: return cell.name ?? "cell"
    case let values as [Any]:
      let separator = values.first is CGColor ? ", " : " "
      return values.map { text(of: $0) ?? "object" }.joined(separator: separator)
    default: return ValueText.typedText(value)?.text
    }
  }

  private static func colorText(_ color: CGColor) -> String {
    let text = ColorText.text(of: color)
    return text.opacity.map { "\(text.value) \($0)" } ?? text.value
  }

  /// The name of the kind of value that a property of layers has, such as `color`.
  package static func kind(of row: any PropertyRow<LayerState>) -> String { "\(row.valueKind)" }

  /// Returns the text of a value of a named kind; nil without a value.
  package static func text(of value: Any?, kind: String) -> String? {
    guard elementKind(of: kind) != nil, let values = value as? [Any] else { return text(of: value) }
    return values.map { text(of: $0) ?? "object" }.joined(separator: "\n")
  }

  /// The kind of the members of a list with a line each; nil for other kinds.
  private static func elementKind(of kind: String) -> String? {
    kind.hasSuffix("[]") ? String(kind.dropLast(2)) : nil
  }

  /// The name of the kind of value that a property of an animation has; values of the animated property have the kind of that one.
  ///
  /// - Parameters:
  ///   - row: The property.
  ///   - animation: The animation that has it.
  ///   - table: The properties of the animated layer.
  /// - Returns: The name.
  package static func kind(
    of row: any AnimationRow,
    in animation: CAAnimation,
    _ table: PropertyTable<LayerState>
  ) -> String {
    let path = (animation as? CAPropertyAnimation)?.keyPath
    let animated = path.flatMap { table[$0] }.map { kind(of: $0) } ?? kind(ofValuesOf: animation)
    return switch row.form {
    case .endpoint: animated
    case .keyframes: animated + "[]"
    case .timingFunctions: "\(ValueKind.timingFunction)[]"
    case .numbers: "\(ValueKind.numbers)"
    case .none, .attribute, .element, .members: kind(ofType: row.valueType)
    }
  }

  /// The kind of the values that an animation has, for paths that no property of layers declares.
  private static func kind(ofValuesOf animation: CAAnimation) -> String {
    let basic = animation as? CABasicAnimation
    let known: [Any?] = [
      (animation as? CAKeyframeAnimation)?.values?.first, basic?.fromValue, basic?.toValue, basic?.byValue,
    ]
    let type = known.lazy.compactMap { ValueText.typedText($0)?.type }.first
    return "\(type.flatMap { ValueText.typeNames[$0] } ?? .any)"
  }

  /// The name of the kind of value that a type of Swift has.
  package static func kind(ofType type: any Any.Type) -> String { "\(ValueKind(type: type))" }

  /// True if ``value(of:kind:)`` reads values of a kind.
  package static func canRead(kind name: String) -> Bool {
    guard let kind = kinds[elementKind(of: name) ?? name] else { return false }
    return kind.hasText || kind == .numbers || kind == .colors
  }

  /// Reads a text as a value of a named kind, in the form of key-value access; nil if it is not one.
  ///
  /// Numbers that are not finite are refused.
  package static func value(of text: String, kind name: String) -> Any? {
    if let element = elementKind(of: name) {
      let values = text.components(separatedBy: "\n").map { value(of: $0, kind: element) }
      return values.contains { $0 == nil } ? nil : values.compactMap(\.self)
    }
    guard let kind = kinds[name], canRead(kind: name) else { return nil }
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch kind {
    case .transform where text.isEmpty: return CATransform3D.identity
    case .affine where text.isEmpty: return CGAffineTransform.identity
    case .colors:
      let colors = text.isEmpty ? [] : text.split(separator: ",").map { ColorText.color(String($0)) }
      return colors.contains { $0 == nil } ? nil : colors.compactMap(\.self)
    case .number, .integer, .point, .size, .rect, .numbers:
      guard let numbers = NumberText.numbers(text), numbers.allSatisfy(\.isFinite) else { return nil }
      return ValueText.value(text, kind)
    default: return ValueText.value(text, kind)
    }
  }

  /// The kinds that a property can have, by their names.
  private static let kinds: [String: ValueKind] = {
    let all: [ValueKind] = [
      .number, .integer, .bool, .string, .point, .size, .rect, .transform, .affine, .color, .path,
      .timingFunction, .valueFunction, .numbers, .colors, .any,
    ]
    return Dictionary(uniqueKeysWithValues: all.map { ("\($0)", $0) })
  }()
}
