import CoreGraphics
import Foundation
import Synchronization

/// The declarations of the filters of programs, and the code that draws them on layers: one for each class and its keys.
///
/// A class declares its inputs in ``CIFilter/inputKeys``, and what they are in its attributes. Inputs without a class take
/// any value.
enum OwnFilters {
  /// What one declaration belongs to.
  private struct Key: Hashable {
    let kind: ObjectIdentifier
    let keys: [String]
  }

  private static let kernels = Mutex<[Key: LayerKernel]>([:])

  /// The declaration of a filter's class; nil for one without inputs.
  static func row(of filter: CIFilter) -> FilterRow? { kernel(of: filter)?.row }

  /// The code that draws a filter of a program; nil for one without inputs.
  static func kernel(of filter: CIFilter) -> LayerKernel? {
    let kind = type(of: filter)
    let keys = filter.inputKeys
    guard filter.row == nil, !keys.isEmpty else { return nil }
    let key = Key(kind: ObjectIdentifier(kind), keys: keys)
    if let known = kernels.withLock({ $0[key] }) { return known }
    // A program's code runs outside of the lock.
    let attributes = filter.attributes
    if !keys.contains(kCIInputImageKey) {
      Diagnostics.report("\(kind) has no \(kCIInputImageKey) among its keys; layers are not filtered by it")
    }
    let inputs = keys.map { input($0, attributes[$0] as? [String: Any] ?? [:]) }
    let made = LayerKernel(FilterRow.program(kind, inputs))
    return kernels.withLock { known in
      if let first = known[key] { return first }
      known[key] = made
      return made
    }
  }

  /// The keys of the inputs that attributes describe: the image first, then in alphabetical order.
  static func keys(of attributes: [String: Any]?) -> [String] {
    let keys = (attributes ?? [:]).keys.filter { $0.hasPrefix("input") }.sorted()
    return keys.filter { $0 == kCIInputImageKey } + keys.filter { $0 != kCIInputImageKey }
  }

  /// The declaration of an input by its attributes; a default of another class than the declared one counts as none.
  private static func input(_ key: String, _ attributes: [String: Any]) -> FilterInput {
    func number(_ key: String) -> Double? {
      attributes[key].flatMap { FilterInput(key: key, value: .any).accepted($0) as? NSNumber }?.doubleValue
    }
    let className = attributes[kCIAttributeClass] as? String ?? (key.hasSuffix("Image") ? "CIImage" : "")
    return FilterInput(
      key: key,
      value: value(className, attributes[kCIAttributeDefault]),
      type: attributes[kCIAttributeType] as? String ?? (className == "CIImage" ? kCIAttributeTypeImage : nil),
      identity: number(kCIAttributeIdentity),
      low: number(kCIAttributeMin),
      high: number(kCIAttributeMax),
      title: attributes[kCIAttributeDisplayName] as? String
    )
  }

  private static func value(_ className: String, _ usual: Any?) -> FilterInput.Value {
    let object = usual.flatMap { FilterInput(key: "", value: .any).accepted($0) }
    switch (className, object) {
    case ("CIImage", _): return .image
    case ("NSNumber", let number as NSNumber): return .number(number.doubleValue)
    case ("CIVector", let vector as CIVector): return .vector(vector.numbers)
    case ("CIColor", let color as CIColor): return .color(color.straightSRGB)
    case ("NSString", let text as NSString): return .text(text as String)
    case ("NSData", let data as NSData): return .data(data.copiedBytes)
    case ("NSValue", _), ("NSAffineTransform", _): return .transform
    default: return .any
    }
  }
}
