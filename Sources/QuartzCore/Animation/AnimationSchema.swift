import CoreGraphics
import Foundation
import StrataRenderTree

/// The table of animations: a property of an animation class is declared here once.
///
/// A row's field in ``AnimationState`` gives its type and default. Key-value access, defaults, copies, archives, and the
/// reader and writer of documents ask the row. The order of the rows is the order of elements in documents.
package struct AnimationSchema: Sendable {
  // Every animation.
  package let beginTime = AnimationProperty(
    "beginTime",
    \.timing.beginTime,
    value: \CAAnimation.beginTime
  )
  package let timeOffset = AnimationProperty(
    "timeOffset",
    \.timing.timeOffset,
    value: \CAAnimation.timeOffset
  )
  package let repeatCount = AnimationProperty(
    "repeatCount",
    \.timing.repeatCount,
    value: \CAAnimation.repeatCount
  )
  package let repeatDuration = AnimationProperty(
    "repeatDuration",
    \.timing.repeatDuration,
    value: \CAAnimation.repeatDuration
  )
  package let duration = AnimationProperty(
    "duration",
    \.timing.duration,
    value: \CAAnimation.duration
  )
  package let speed = AnimationProperty("speed", \.timing.speed, value: \CAAnimation.speed, .stored)
  package let autoreverses = AnimationProperty(
    "autoreverses",
    \.timing.autoreverses,
    value: \CAAnimation.autoreverses
  )
  package let fillMode = AnimationProperty("fillMode", \.fillMode, value: \CAAnimation.fillMode, .stored)
  package let timingFunction = AnimationProperty(
    "timingFunction",
    \.timingFunction,
    object: \CAAnimation.timingFunction,
    form: .attribute
  )
  package let delegate = AnimationProperty(
    "delegate",
    \.delegate,
    object: \CAAnimation.delegate,
    form: .none
  )
  package let isRemovedOnCompletion = AnimationProperty(
    .truth("removedOnCompletion"),
    \.isRemovedOnCompletion,
    value: \CAAnimation.isRemovedOnCompletion,
    .stored
  )
  package let preferredFrameRateRange = AnimationProperty(
    "preferredFrameRateRange",
    \.preferredFrameRateRange,
    structure: \CAAnimation.preferredFrameRateRange,
    .unlisted,
    form: .none
  )

  // Property animations.
  package let keyPath = AnimationProperty(
    "keyPath",
    \.keyPath,
    object: \CAPropertyAnimation.keyPath,
    form: .attribute
  )
  package let isAdditive = AnimationProperty(
    .truth("additive"),
    \.isAdditive,
    value: \CAPropertyAnimation.isAdditive
  )
  package let isCumulative = AnimationProperty(
    .truth("cumulative"),
    \.isCumulative,
    value: \CAPropertyAnimation.isCumulative
  )
  package let valueFunction = AnimationProperty(
    "valueFunction",
    \.valueFunction,
    object: \CAPropertyAnimation.valueFunction,
    form: .attribute
  )

  // Basic animations.
  package let fromValue = AnimationProperty(
    "fromValue",
    \.fromValue,
    object: \CABasicAnimation.fromValue,
    form: .endpoint
  )
  package let toValue = AnimationProperty(
    "toValue",
    \.toValue,
    object: \CABasicAnimation.toValue,
    form: .endpoint
  )
  package let byValue = AnimationProperty(
    "byValue",
    \.byValue,
    object: \CABasicAnimation.byValue,
    form: .endpoint
  )

  // Springs.
  package let mass = AnimationProperty("mass", \.spring.mass, value: \CASpringAnimation.mass, .stored)
  package let stiffness = AnimationProperty(
    "stiffness",
    \.spring.stiffness,
    value: \CASpringAnimation.stiffness,
    .stored
  )
  package let damping = AnimationProperty(
    "damping",
    \.spring.damping,
    value: \CASpringAnimation.damping,
    .stored
  )
  /// Documents write the older name.
  package let initialVelocity = AnimationProperty(
    AnimationNames("initialVelocity", document: "velocity"),
    \.spring.initialVelocity,
    value: \CASpringAnimation.initialVelocity,
    .unlisted
  )
  package let allowsOverdamping = AnimationProperty(
    "allowsOverdamping",
    \.spring.allowsOverdamping,
    value: \CASpringAnimation.allowsOverdamping,
    .stored
  )

  // Keyframe animations.
  package let values = AnimationProperty(
    "values",
    \.keyframes.values,
    object: \CAKeyframeAnimation.values,
    form: .keyframes
  )
  package let path = AnimationProperty(
    "path",
    \.keyframes.path,
    object: \CAKeyframeAnimation.path,
    form: .attribute
  )
  package let keyTimes = AnimationProperty(
    "keyTimes",
    \.keyframes.keyTimes,
    object: \CAKeyframeAnimation.keyTimes,
    form: .numbers
  )
  package let timingFunctions = AnimationProperty(
    "timingFunctions",
    \.keyframes.timingFunctions,
    object: \CAKeyframeAnimation.timingFunctions,
    form: .timingFunctions
  )
  package let calculationMode = AnimationProperty(
    "calculationMode",
    \.keyframes.calculationMode,
    value: \CAKeyframeAnimation.calculationMode,
    .stored
  )
  package let rotationMode = AnimationProperty(
    "rotationMode",
    \.keyframes.rotationMode,
    name: \CAKeyframeAnimation.rotationMode
  )
  package let tensionValues = AnimationProperty(
    "tensionValues",
    \.keyframes.tensionValues,
    object: \CAKeyframeAnimation.tensionValues,
    form: .numbers
  )
  package let continuityValues = AnimationProperty(
    "continuityValues",
    \.keyframes.continuityValues,
    object: \CAKeyframeAnimation.continuityValues,
    form: .numbers
  )
  package let biasValues = AnimationProperty(
    "biasValues",
    \.keyframes.biasValues,
    object: \CAKeyframeAnimation.biasValues,
    form: .numbers
  )

  // Transitions.
  /// An element, because the attribute of this name is the class of an element.
  package let transitionType = AnimationProperty(
    "type",
    \.transition.type,
    value: \CATransition.type,
    .stored,
    form: .element
  )
  package let subtype = AnimationProperty("subtype", \.transition.subtype, name: \CATransition.subtype)
  package let startProgress = AnimationProperty(
    "startProgress",
    \.transition.startProgress,
    value: \CATransition.startProgress
  )
  package let endProgress = AnimationProperty(
    "endProgress",
    \.transition.endProgress,
    value: \CATransition.endProgress,
    .stored
  )
  package let filter = AnimationProperty(
    "filter",
    \.transition.filter,
    object: \CATransition.filter,
    form: .none
  )

  // Groups.
  package let animations = AnimationProperty(
    "animations",
    \.animations,
    object: \CAAnimationGroup.animations,
    form: .members
  )

  package static let shared = AnimationSchema()
}

/// The properties of an animation class and its superclasses.
package final class AnimationTable: Sendable {
  /// In the order of declaration, which begins with those of every animation.
  package let rows: [any AnimationRow]
  /// The attributes that documents write: by class, from the most derived, and by name.
  package let attributes: [any AnimationRow]
  /// The child elements that documents write.
  package let elements: [any AnimationRow]
  private let byKey: [String: any AnimationRow]

  /// Gathers the rows that `belong` to a class.
  private init(_ belong: (any AnimationRow) -> Bool) {
    let rows = Mirror(reflecting: AnimationSchema.shared).children
      .compactMap { $0.value as? any AnimationRow }.filter(belong)
    self.rows = rows
    let owners = rows.map { ObjectIdentifier($0.owner) }
    let depths = Dictionary(zip(owners, owners.indices), uniquingKeysWith: { first, _ in first })
    func depth(_ row: any AnimationRow) -> Int { depths[ObjectIdentifier(row.owner)] ?? 0 }
    attributes = rows.filter { $0.form == .attribute }
      .sorted { (-depth($0), $0.documentKey) < (-depth($1), $1.documentKey) }
    elements = rows.filter { $0.form != .attribute && $0.form != .none }
    var byKey: [String: any AnimationRow] = [:]
    for row in rows {
      for key in [row.key, row.alias, row.documentKey].compactMap(\.self) { byKey[key] = row }
    }
    self.byKey = byKey
  }

  /// Creates the table of a class.
  convenience init(of type: CAAnimation.Type) { self.init { $0.belongs(to: type) } }

  /// The rows of all classes.
  package static let all = AnimationTable { _ in true }

  /// The row of a key in any spelling.
  package subscript(key: String) -> (any AnimationRow)? { byKey[key] }

  /// The default that the class stores for a key.
  func defaultValue(forKey key: String) -> Any? {
    guard let row = byKey[key], row.key == key, row.traits.contains(.stored) else { return nil }
    return row.initialValue
  }
}

extension AnimationTable {
  static let animation = AnimationTable(of: CAAnimation.self)
  static let property = AnimationTable(of: CAPropertyAnimation.self)
  static let basic = AnimationTable(of: CABasicAnimation.self)
  static let spring = AnimationTable(of: CASpringAnimation.self)
  static let keyframe = AnimationTable(of: CAKeyframeAnimation.self)
  static let transition = AnimationTable(of: CATransition.self)
  static let group = AnimationTable(of: CAAnimationGroup.self)
}
