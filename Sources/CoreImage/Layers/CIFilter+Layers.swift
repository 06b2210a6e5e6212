import CoreGraphics
import Foundation
package import StrataRenderTree
import Synchronization

/// Filters of layers: a layer takes the values of a filter when it is set, and when it is changed by key path.
///
/// ```swift
/// let bump = CIFilter.bumpDistortion()
/// bump.name = "bump"
/// bump.center = CGPoint(x: 60, y: 40)
/// layer.filters = [bump]
/// layer.setValue(80, forKeyPath: "filters.bump.inputRadius")
/// ```
///
/// Distances and places are in the layer's points, and axes are those of the layer. Images of other inputs lie with their
/// origin at the layer's point (0, 0), a pixel for a point. The image input is the picture of the layer. A transition gets
/// its two images, its time, and the layer's bounds as its extent. Of a program's own class, threads that render make
/// objects that get those values.
extension CIFilter: FilterRepresentable {
  /// The values for the render side.
  package var filterValue: FilterValue {
    var inputs: [String: StrataRenderTree.FilterInput] = [:]
    for input in declaration?.inputs ?? [] {
      if let object = value(forKey: input.key) { inputs[input.key] = input.frozen(object) }
    }
    return FilterValue(
      type: row?.name ?? String(describing: type(of: self)),
      name: name,
      isEnabled: isEnabled,
      inputs: inputs,
      kernel: row.map { LayerKernel.byName[$0.name] } ?? OwnFilters.kernel(of: self)
    )
  }

  /// The keys of the inputs whose values are not the defaults, in the order of ``inputKeys``.
  package var changedKeys: [String] {
    inputKeys.filter { key in
      guard let input = declaration?.input(key) else { return false }
      let usual = input.defaultObject.flatMap { input.frozen($0) }
      return value(forKey: key).flatMap { input.frozen($0) } != usual
    }
  }
}

extension CIFilter {
  /// Returns the value of an input as numbers, lists of them, colours and images of Core Graphics, bytes or text.
  ///
  /// Nil for an image that is not made of one of Core Graphics, and for a colour space.
  package func plainValue(forKey key: String) -> Any? {
    guard let input = declaration?.input(key), let object = value(forKey: key) else { return nil }
    switch input.value {
    case .image: return (object as? CIImage)?.cgImage
    case .space, .attributedText: return nil
    case .transform: return (object as? NSValue)?.cgAffineTransformValue
    case .number, .vector, .color, .data, .text, .lines, .any:
      return input.frozen(object).map { StrataRenderTree.FilterInput.object(for: $0) }
    }
  }
}

extension CIFilter: KeyPathObject {
  package var keyPathName: String? { name }
}

extension CIImage: FilterObject {
  package var signature: String { "image \(id)" }
}

extension CIVector: FilterInputRepresentable {
  package var filterInput: StrataRenderTree.FilterInput { .numbers(numbers) }
}

extension CIColor: FilterInputRepresentable {
  package var filterInput: StrataRenderTree.FilterInput { .color(cgColor) }
}

/// Attributed text as the input of a filter.
private final class FilterText: FilterObject, @unchecked Sendable {  // Immutable.
  let text: NSAttributedString
  let signature: String

  /// Takes text that never changes.
  init(_ text: NSAttributedString) {
    self.text = text
    signature = "text \(TextNumbers.number(of: text))"
  }
}

/// Numbers of attributed texts, none of which is given twice, as addresses are.
private enum TextNumbers {
  private struct Entry: @unchecked Sendable {  // Read under the lock; the text is immutable.
    weak var text: NSAttributedString?
    let number: UInt64
  }

  private static let last = Atomic<UInt64>(0)
  private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  /// The number of a text, which is the same as long as the text lives.
  static func number(of text: NSAttributedString) -> UInt64 {
    let fresh = Entry(text: text, number: last.wrappingAdd(1, ordering: .relaxed).newValue)
    let place = ObjectIdentifier(text)
    return entries.withLock { entries in
      // Another text may have been at the place.
      if let known = entries[place], known.text != nil { return known.number }
      entries = entries.filter { $0.value.text != nil }
      entries[place] = fresh
      return fresh.number
    }
  }
}

/// A colour space as the input of a filter.
private final class FilterSpace: FilterObject {
  let space: CGColorSpace
  let signature: String

  init(_ space: CGColorSpace) {
    self.space = space
    signature = "space \(space.name.map { $0 as String } ?? "\(space.hashValue)")"
  }
}

extension FilterInput {
  /// How an input's value follows the scale and the place of a layer.
  enum Measure {
    case none, length, position, offset, rectangle, transform, image
  }

  /// The meaning of the input's numbers in a filter of a group.
  func measure(in group: FilterGroup) -> Measure {
    switch (value, type) {
    case (.transform, _): .transform
    case (.image, kCIAttributeTypeImage): .image
    case (.number, kCIAttributeTypeDistance), (.number, kCIAttributeTypeInteger): .length
    case (.any, kCIAttributeTypeDistance): .length
    case (.any, kCIAttributeTypePosition), (.any, kCIAttributeTypePosition3): .position
    case (.any, kCIAttributeTypeRectangle): .rectangle
    case (.any, kCIAttributeTypeOffset): .offset
    // The one radius that Apple's attributes call a scalar, and sizes, which they call scalars or positions.
    case (.number, _) where group == .blur && key == kCIInputRadiusKey: .length
    case (.number, _) where key == "inputSize": .length
    case (.vector, _) where key == "inputSize": .offset
    case (.vector, kCIAttributeTypePosition), (.vector, kCIAttributeTypePosition3): .position
    case (.vector, kCIAttributeTypeRectangle): .rectangle
    // Offsets of colour filters are points of curves, and temperatures.
    case (.vector, kCIAttributeTypeOffset) where group != .colorAdjustment: .offset
    default: .none
    }
  }

  /// The value of an object that the input keeps, for the render side; nil for an object that is not one.
  func frozen(_ object: Any) -> StrataRenderTree.FilterInput? {
    switch value {
    case .transform:
      guard let value = object as? NSValue else { return nil }
      return CIVector(cgAffineTransform: value.cgAffineTransformValue).filterInput
    case .data: return (object as? NSData).map { .object(FilterTable($0.copiedBytes)) }
    case .space: return (object as? CGColorSpace).map { .object(FilterSpace($0)) }
    case .attributedText: return (object as? NSAttributedString).map { .object(FilterText($0)) }
    case .lines:
      return (object as? [CIVector]).map {
        .numbers($0.flatMap { v in (0..<4).map { Double(v.value(at: $0)) } })
      }
    case .number: return (object as? NSNumber).map { .number($0.doubleValue) }
    case .image, .vector, .color, .text: return StrataRenderTree.FilterInput.value(from: object)
    case .any:
      if let space = object as? CGColorSpace { return .object(FilterSpace(space)) }
      return StrataRenderTree.FilterInput.value(from: object)
    }
  }

  /// The object to keep for a value in a form of layers and documents, such as a list of numbers or a colour of Core
  /// Graphics; nil for one of the wrong type.
  func converted(_ new: Any) -> Any? { StrataRenderTree.FilterInput.value(from: new).flatMap { object($0) } }

  /// The object that the input keeps for a value of the render side; nil for one of another type.
  func object(_ frozen: StrataRenderTree.FilterInput) -> Any? {
    switch (value, frozen) {
    case (.image, .object(let object)): return object as? CIImage
    case (.image, .image(let image)): return CIImage(cgImage: image)
    case (.number, .number(let number)): return NSNumber(value: number)
    case (.vector, .numbers(let numbers)): return CIVector(numbers.map { CGFloat($0) })
    case (.vector, .point(let point)): return CIVector(cgPoint: point)
    case (.color, .color(let color)): return CIColor(cgColor: color)
    case (.transform, .numbers(let n)) where n.count == 6:
      return NSValue(cgAffineTransform: CIVector(n.map { CGFloat($0) }).cgAffineTransformValue)
    case (.data, .object(let object)): return (object as? FilterTable).map { $0.data as NSData }
    case (.space, .object(let object)): return (object as? FilterSpace)?.space
    case (.attributedText, .object(let object)): return (object as? FilterText)?.text
    case (.lines, .numbers(let n)):
      return stride(from: 0, to: n.count / 4 * 4, by: 4).map { i in CIVector(n[i..<i + 4].map { CGFloat($0) })
      }
    case (.text, .string(let text)): return text as NSString
    case (.any, _): return Self.objectOfAnyKind(frozen)
    default: return nil
    }
  }

  /// The object of Core Image for a value of the render side.
  private static func objectOfAnyKind(_ frozen: StrataRenderTree.FilterInput) -> Any? {
    switch frozen {
    case .number(let number): NSNumber(value: number)
    case .numbers(let numbers): CIVector(numbers.map { CGFloat($0) })
    case .point(let point): CIVector(cgPoint: point)
    case .color(let color): CIColor(cgColor: color)
    case .image(let image): CIImage(cgImage: image)
    case .string(let text): text as NSString
    case .object(let object):
      (object as? FilterTable).map { $0.data as NSData } ?? (object as? FilterSpace)?.space ?? object
    }
  }
}
