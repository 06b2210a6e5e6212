import CoreGraphics
public import Foundation
import StrataCompositor
package import StrataRenderTree

/// A behaviour of an emitter layer, which acts on living particles: a drag, a wave, an attractor, a curve over their
/// lives.
///
/// Documents use behaviours. They are private in Apple's frameworks, and their exact effect there is not known.
/// Inputs are changed and animated through the layer, under `emitterBehaviors.wind.force`.
public final class CAEmitterBehavior: NSObject, NSCopying, NSSecureCoding {
  private var values: NamedInputs

  /// The kind of behaviour, one of ``behaviorTypes()``.
  public var type: String { values.type }
  /// The handle in key paths.
  public var name: String? {
    get { values.name }
    set { values.name = newValue }
  }
  /// Switches the behaviour off.
  public var isEnabled: Bool {
    get { values.isEnabled }
    set { values.isEnabled = newValue }
  }

  /// Returns the kinds of behaviours that have an effect.
  public class func behaviorTypes() -> [String] { ParticleForces.Behavior.allCases.map(\.rawValue) }

  /// The inputs of a kind of behaviour, with the kinds of their values; nil for a kind that has no effect.
  package class func inputs(ofType type: String) -> [String: FilterInput.Kind]? {
    ParticleForces.inputs(of: type)
  }

  private init(values: NamedInputs) { self.values = values }

  /// Creates a behaviour of a kind; an unknown kind has no effect.
  public convenience init(type: String) { self.init(values: NamedInputs(type: type)) }

  /// The names of the set inputs, in alphabetical order.
  public var inputKeys: [String] { values.inputs.keys.sorted() }

  /// The key under which documents write the kind.
  private static let typeKey = "behavior"

  /// Returns the value of a property or of an input.
  public func value(forKey key: String) -> Any? { key == Self.typeKey ? type : values[key] }

  /// Sets a property or an input; nil removes an input.
  public func setValue(_ value: Any?, forKey key: String) {
    if key != Self.typeKey { values[key] = value }
  }

  /// Returns the value at a key path; behaviours have plain keys only.
  public func value(forKeyPath keyPath: String) -> Any? { value(forKey: keyPath) }

  /// Sets the value at a key path; behaviours have plain keys only.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) { setValue(value, forKey: keyPath) }

  /// Returns a behaviour with the same values.
  public func copy(with zone: NSZone? = nil) -> Any { CAEmitterBehavior(values: values) }

  /// True: archives may name the classes they expect.
  public static var supportsSecureCoding: Bool { true }

  /// Writes kind, name and inputs into an archive.
  public func encode(with coder: NSCoder) { values.encode(with: coder) }

  /// Creates a behaviour from an archive; nil if it names no kind.
  public init?(coder: NSCoder) {
    guard let values = NamedInputs(coder: coder) else { return nil }
    self.values = values
  }
}

extension CAEmitterBehavior: KeyPathObject {
  package var keyPathName: String? { name }
}

extension CAEmitterBehavior: FilterRepresentable {
  package var filterValue: FilterValue {
    values.value { value in
      if let colors = value as? [Any], !colors.isEmpty, colors.allSatisfy({ $0 is CGColor }) {
        // Four numbers for each.
        return .numbers(
          colors.flatMap { color in
            let c = (color as? CGColor)?.extendedSRGB ?? .zero
            return (0..<4).map { Double(c[$0]) }
          }
        )
      }
      return FilterInput.value(from: value)
    }
  }
}
