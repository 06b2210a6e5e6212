import CoreGraphics
public import Foundation
import StrataCompositor
import StrataRenderTree

/// Something that acts on the living particles of an emitter layer: a drag, a wave, an attractor, a course over their lives.
///
/// Documents use behaviours; they belong to Apple's private vocabulary, and how exactly they act there is not known. Inputs
/// are changed and animated through the layer, under `emitterBehaviors.wind.force`.
public final class CAEmitterBehavior: NSObject, NSCopying {
  /// The kind of behaviour, one of ``behaviorTypes()``.
  public let type: String
  /// The handle in key paths.
  public var name: String?
  /// Switches the behaviour off.
  public var isEnabled = true
  private var inputs: [String: Any] = [:]

  /// Returns the kinds of behaviours that act.
  public class func behaviorTypes() -> [String] { ParticleForces.types }

  /// Creates a behaviour of a kind; an unknown one does nothing.
  public init(type: String) {
    self.type = type
    name = type
  }

  /// The names of the inputs that are set, in alphabetical order.
  public var inputKeys: [String] { inputs.keys.sorted() }

  /// Returns the value of a property or of an input.
  public func value(forKey key: String) -> Any? {
    switch key {
    case "type", "behavior": type
    case "name": name
    case "enabled", "isEnabled": NSNumber(value: isEnabled)
    default: inputs[key]
    }
  }

  /// Sets a property or an input; nil removes an input.
  public func setValue(_ value: Any?, forKey key: String) {
    let value = KeyValue.present(value)
    switch key {
    case "type", "behavior": break
    case "name": name = value as? String
    case "enabled", "isEnabled": isEnabled = Bool.unwrapped(from: value) ?? true
    default: inputs[key] = value.map(KeyValue.object)
    }
  }

  /// Returns the value at a key path; behaviours have plain keys only.
  public func value(forKeyPath keyPath: String) -> Any? { value(forKey: keyPath) }

  /// Sets the value at a key path; behaviours have plain keys only.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) { setValue(value, forKey: keyPath) }

  /// Returns a behaviour with the same values.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = CAEmitterBehavior(type: type)
    (copy.name, copy.isEnabled, copy.inputs) = (name, isEnabled, inputs)
    return copy
  }
}

extension CAEmitterBehavior: KeyPathObject {
  var keyPathName: String? { name }
}

extension CAEmitterBehavior: FilterRepresentable {
  package var filterValue: FilterValue {
    FilterValue(
      type: type,
      name: name ?? "",
      isEnabled: isEnabled,
      inputs: inputs.compactMapValues { value in
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
    )
  }
}
