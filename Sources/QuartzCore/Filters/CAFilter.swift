public import Foundation
import StrataRenderTree

/// A filter of the renderer, by type, with inputs under keys.
///
/// Documents use such filters; they belong to Apple's private vocabulary. A layer takes a filter's values when the
/// filter is set on it, and when one is changed through the layer by key path: `filters.blur.inputRadius`.
///
/// ## Types
///
/// Lengths are in the layer's points, colours are straight; Core Image's name is in brackets.
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
/// A ``PixelFilter`` adds a type. The module `CoreImage` has many more filters: a layer takes a `CIFilter`, too.
public final class CAFilter: NSObject, NSCopying, NSSecureCoding {
  private var values: NamedInputs

  /// The kind of filter, such as `gaussianBlur`.
  public var type: String { values.type }
  /// The handle in key paths such as `filters.blur.inputRadius`.
  public var name: String? {
    get { values.name }
    set { values.name = newValue }
  }
  /// Switches the filter off.
  public var isEnabled: Bool {
    get { values.isEnabled }
    set { values.isEnabled = newValue }
  }

  private init(values: NamedInputs) { self.values = values }

  /// Creates a filter of a type.
  public convenience init(type: String) { self.init(values: NamedInputs(type: type)) }

  /// Creates a filter of a type.
  public convenience init(name: String) { self.init(type: name) }

  /// Returns the object that a program would set for a filter: its type alone if it has no other values.
  static func object(for value: FilterValue) -> Any {
    if let object = value.kernel?.object(for: value) { return object }
    if value.inputs.isEmpty, value.name.isEmpty, value.isEnabled { return value.type }
    var values = NamedInputs(type: value.type)
    (values.name, values.isEnabled) = (value.name, value.isEnabled)
    for (key, input) in value.inputs { values[key] = FilterInput.object(for: input) }
    return CAFilter(values: values)
  }

  /// Returns the value of a property or of an input.
  public func value(forKey key: String) -> Any? { values[key] }

  /// Sets a property or an input; nil removes an input.
  public func setValue(_ value: Any?, forKey key: String) { values[key] = value }

  /// Returns the value at a key path; filters have plain keys only.
  public func value(forKeyPath keyPath: String) -> Any? { values[keyPath] }

  /// Sets the value at a key path; filters have plain keys only.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) { values[keyPath] = value }

  /// Returns a filter with the same values.
  public func copy(with zone: NSZone? = nil) -> Any { CAFilter(values: values) }

  /// True: archives may name the classes they expect.
  public static var supportsSecureCoding: Bool { true }

  /// Writes type, name and inputs into an archive.
  public func encode(with coder: NSCoder) { values.encode(with: coder) }

  /// Creates a filter from an archive; nil if it names no type.
  public init?(coder: NSCoder) {
    guard let values = NamedInputs(coder: coder) else { return nil }
    self.values = values
  }
}

extension CAFilter: KeyPathObject {
  package var keyPathName: String? { name }
}

extension CAFilter: FilterRepresentable {
  package var filterValue: FilterValue {
    values.value(kernel: FilterRegistry.kernel(for: type)) { FilterInput.value(from: $0) }
  }
}
