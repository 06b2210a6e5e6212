import CoreGraphics
import Foundation
import StrataRenderTree

/// One property of animations, reachable by key.
struct AnimationRow: @unchecked Sendable {  // The closures capture key paths only.
  let property: AnimationProperty
  /// Another spelling of the key.
  let alias: String?
  /// False for properties that archives leave out by default.
  let isArchived: Bool
  let get: (CAAnimation) -> Any?
  /// Returns false if the value has a wrong type; nil restores the default.
  let set: (CAAnimation, Any?) -> Bool
}

/// The properties of one class and its superclasses, in the order of declaration.
struct AnimationRows: Sendable {
  let all: [AnimationRow]
  private let byKey: [String: AnimationRow]

  init(_ inherited: AnimationRows? = nil, _ own: [AnimationRow]) {
    all = (inherited?.all ?? []) + own
    var byKey: [String: AnimationRow] = [:]
    for row in all {
      byKey[row.property.rawValue] = row
      if let alias = row.alias { byKey[alias] = row }
    }
    self.byKey = byKey
  }

  subscript(key: String) -> AnimationRow? { byKey[key] }
}

extension AnimationRow {
  /// A number, a truth value or a name.
  static func value<Owner: CAAnimation, Value: KeyValueCodable>(
    _ property: AnimationProperty,
    _ path: ReferenceWritableKeyPath<Owner, Value>,
    _ initial: Value,
    alias: String? = nil,
    isArchived: Bool = true
  ) -> AnimationRow {
    AnimationRow(
      property: property,
      alias: alias,
      isArchived: isArchived,
      get: { ($0 as? Owner)?[keyPath: path].wrapped },
      set: { animation, any in
        guard let owner = animation as? Owner else { return false }
        guard any != nil else {
          let own = type(of: owner).defaultValue(forKey: property.rawValue)
          owner[keyPath: path] = Value.unwrapped(from: own) ?? initial
          return true
        }
        guard let value = Value.unwrapped(from: any) else { return false }
        owner[keyPath: path] = value
        return true
      }
    )
  }

  /// An object, or an array of them.
  static func object<Owner: CAAnimation, Value>(
    _ property: AnimationProperty,
    _ path: ReferenceWritableKeyPath<Owner, Value?>,
    _ unwrap: @escaping (Any) -> Value? = { $0 as? Value }
  ) -> AnimationRow {
    AnimationRow(
      property: property,
      alias: nil,
      isArchived: true,
      get: { ($0 as? Owner)?[keyPath: path] },
      set: { animation, any in
        guard let owner = animation as? Owner else { return false }
        guard let any else {
          owner[keyPath: path] = nil
          return true
        }
        guard let value = unwrap(any) else { return false }
        owner[keyPath: path] = value
        return true
      }
    )
  }

  /// A name that may be missing.
  static func name<Owner: CAAnimation, Value: RawRepresentable>(
    _ property: AnimationProperty,
    _ path: ReferenceWritableKeyPath<Owner, Value?>
  ) -> AnimationRow where Value.RawValue == String {
    AnimationRow(
      property: property,
      alias: nil,
      isArchived: true,
      get: { ($0 as? Owner)?[keyPath: path].map { NSString(string: $0.rawValue) } },
      set: { animation, any in
        guard let owner = animation as? Owner else { return false }
        guard any != nil else {
          owner[keyPath: path] = nil
          return true
        }
        guard let value = any as? Value ?? (any as? String).flatMap({ Value(rawValue: $0) }) else {
          return false
        }
        owner[keyPath: path] = value
        return true
      }
    )
  }
}

extension AnimationRows {
  static let base = AnimationRows(
    nil,
    [
      .value(.beginTime, \CAAnimation.beginTime, 0),
      .value(.timeOffset, \CAAnimation.timeOffset, 0),
      .value(.repeatCount, \CAAnimation.repeatCount, 0),
      .value(.repeatDuration, \CAAnimation.repeatDuration, 0),
      .value(.duration, \CAAnimation.duration, 0),
      .value(.speed, \CAAnimation.speed, 1),
      .value(.autoreverses, \CAAnimation.autoreverses, false),
      .value(.fillMode, \CAAnimation.fillMode, .removed),
      .object(.timingFunction, \CAAnimation.timingFunction),
      .object(.delegate, \CAAnimation.delegate),
      .value(.removedOnCompletion, \CAAnimation.isRemovedOnCompletion, true, alias: "isRemovedOnCompletion"),
      AnimationRow(
        property: .preferredFrameRateRange,
        alias: nil,
        isArchived: false,
        get: { $0.preferredFrameRateRange },
        set: { animation, any in
          guard let range = any == nil ? CAFrameRateRange() : any as? CAFrameRateRange else { return false }
          animation.preferredFrameRateRange = range
          return true
        }
      ),
    ]
  )

  static let property = AnimationRows(
    base,
    [
      .object(.keyPath, \CAPropertyAnimation.keyPath),
      .value(.additive, \CAPropertyAnimation.isAdditive, false, alias: "isAdditive"),
      .value(.cumulative, \CAPropertyAnimation.isCumulative, false, alias: "isCumulative"),
      .object(.valueFunction, \CAPropertyAnimation.valueFunction),
    ]
  )

  static let basic = AnimationRows(
    property,
    [
      .object(.fromValue, \CABasicAnimation.fromValue, { $0 }),
      .object(.toValue, \CABasicAnimation.toValue, { $0 }),
      .object(.byValue, \CABasicAnimation.byValue, { $0 }),
    ]
  )

  static let spring = AnimationRows(
    basic,
    [
      .value(.mass, \CASpringAnimation.mass, 1),
      .value(.stiffness, \CASpringAnimation.stiffness, 100),
      .value(.damping, \CASpringAnimation.damping, 10),
      // Documents write the older name.
      .value(.initialVelocity, \CASpringAnimation.initialVelocity, 0, alias: "velocity", isArchived: false),
      .value(.allowsOverdamping, \CASpringAnimation.allowsOverdamping, false),
    ]
  )

  static let keyframe = AnimationRows(
    property,
    [
      .object(.values, \CAKeyframeAnimation.values),
      .object(.path, \CAKeyframeAnimation.path),
      .object(.keyTimes, \CAKeyframeAnimation.keyTimes),
      .object(.timingFunctions, \CAKeyframeAnimation.timingFunctions),
      .value(.calculationMode, \CAKeyframeAnimation.calculationMode, .linear),
      .name(.rotationMode, \CAKeyframeAnimation.rotationMode),
      .object(.tensionValues, \CAKeyframeAnimation.tensionValues),
      .object(.continuityValues, \CAKeyframeAnimation.continuityValues),
      .object(.biasValues, \CAKeyframeAnimation.biasValues),
    ]
  )

  static let transition = AnimationRows(
    base,
    [
      .value(.type, \CATransition.type, .fade),
      .name(.subtype, \CATransition.subtype),
      .value(.startProgress, \CATransition.startProgress, 0),
      .value(.endProgress, \CATransition.endProgress, 1),
      .object(.filter, \CATransition.filter, { $0 }),
    ]
  )

  static let group = AnimationRows(base, [.object(.animations, \CAAnimationGroup.animations)])
}
