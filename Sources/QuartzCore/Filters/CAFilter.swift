public import Foundation
import StrataRenderTree

/// A filter of the renderer, by type, with inputs under keys.
///
/// Documents use such filters; they belong to Apple's private vocabulary. A layer takes a filter's values when the
/// filter is set on it, and when one is changed through the layer by key path: `filters.blur.inputRadius`.
///
/// ## Types
///
/// Lengths are points of the layer, colours straight; a name in brackets is Core Image's for the same.
///
/// - `gaussianBlur` (`CIGaussianBlur`): `inputRadius`, the standard deviation.
/// - `colorMatrix` (`CIColorMatrix`): `inputColorMatrix`, four rows of five numbers, or a vector for each row.
/// - `colorSaturate`, `colorBrightness`, `colorContrast`: `inputAmount`. `CIColorControls` has all three.
/// - `colorHueRotate` (`CIHueAdjust`): `inputAngle` in radians. `colorInvert` (`CIColorInvert`), `luminanceToAlpha`.
/// - `colorAdd`, `colorSubtract`, `multiplyColor`: `inputColor`. `colorMonochrome`: also `inputAmount`, `inputBias`.
/// - `CISepiaTone`: `inputIntensity`. `luminanceCurveMap`: `inputValues`, four numbers, and `inputAmount`.
/// - `bloom` (`CIBloom`): `inputRadius`, `inputIntensity`; the picture and its blur as two lights on one screen.
/// - `pixellate` (`CIPixellate`): `inputScale`, the side of the squares, and `inputCenter`, a corner of one; the mean of
///   what each covers.
/// - `vignette` (`CIVignette`): `inputIntensity`, by how much the colour is darker at `inputRadius` halves of the diagonal
///   from the middle, and less with the square of the distance.
/// - `dropShadow`: `inputOffset`, `inputRadius`, `inputColor`, `inputAmount`.
/// - `CIDissolveTransition`, `CISwipeTransition` (`inputAngle`, `inputWidth`), as the filter of a ``CATransition``.
/// - Names of blend modes and operators, as a layer's `compositingFilter`.
///
/// A ``CAPixelFilter`` adds another one.
public final class CAFilter: NSObject, NSCopying, NSSecureCoding {
  /// The kind of filter, such as `gaussianBlur`.
  public let type: String
  /// The handle in key paths such as `filters.blur.inputRadius`.
  public var name: String?
  /// Switches the filter off.
  public var isEnabled = true
  private var inputs: [String: Any] = [:]

  /// Creates a filter of a type.
  public init(type: String) {
    self.type = type
    name = type
  }

  /// Creates a filter of a type.
  public convenience init(name: String) { self.init(type: name) }

  /// Returns what a program would set to get a filter: the type alone if nothing else is said.
  static func object(for value: FilterValue) -> Any {
    if value.inputs.isEmpty, value.name.isEmpty, value.isEnabled { return value.type }
    let filter = CAFilter(type: value.type)
    (filter.name, filter.isEnabled) = (value.name, value.isEnabled)
    filter.inputs = value.inputs.mapValues { FilterInput.object(for: $0) }
    return filter
  }

  /// Returns the value of a property or of an input.
  public func value(forKey key: String) -> Any? {
    switch key {
    case "type": type
    case "name": name
    case "enabled", "isEnabled": NSNumber(value: isEnabled)
    default: inputs[key]
    }
  }

  /// Sets a property or an input; nil removes an input.
  public func setValue(_ value: Any?, forKey key: String) {
    let value = KeyValue.present(value)
    switch key {
    case "type": break
    case "name": name = value as? String
    case "enabled", "isEnabled": isEnabled = Bool.unwrapped(from: value) ?? true
    default: inputs[key] = value.map(KeyValue.object)
    }
  }

  /// Returns the value at a key path; filters have plain keys only.
  public func value(forKeyPath keyPath: String) -> Any? { value(forKey: keyPath) }

  /// Sets the value at a key path; filters have plain keys only.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) { setValue(value, forKey: keyPath) }

  /// Returns a filter with the same values.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = CAFilter(type: type)
    copy.name = name
    copy.isEnabled = isEnabled
    copy.inputs = inputs
    return copy
  }

  /// True: archives may name the classes they expect.
  public static var supportsSecureCoding: Bool { true }

  /// Writes type, name and inputs into an archive.
  public func encode(with coder: NSCoder) {
    var values = inputs
    values["type"] = type
    values["name"] = name
    values["enabled"] = isEnabled
    if let form = ArchivedValue.encoded(values) { coder.encode(form, forKey: "values") }
  }

  /// Creates a filter from an archive; nil if it names no type.
  public init?(coder: NSCoder) {
    guard let values = ArchivedValue.decoded(from: coder, forKey: "values") as? [String: Any],
      let type = values["type"] as? String
    else { return nil }
    self.type = type
    super.init()
    for (key, value) in values { setValue(value, forKey: key) }
  }
}

extension CAFilter: KeyPathObject {
  var keyPathName: String? { name }
}

extension CAFilter: FilterRepresentable {
  package var filterValue: FilterValue {
    FilterValue(
      type: type,
      name: name ?? "",
      isEnabled: isEnabled,
      inputs: inputs.compactMapValues { FilterInput.value(from: $0) },
      kernel: FilterRegistry.kernel(for: type)
    )
  }
}
