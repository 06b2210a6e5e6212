import CoreGraphics
import Foundation
import QuartzCore
import StrataCAML

/// Writes animations: the keys of the most derived class first, timing last.
///
/// The table of the animation's class names the keys, their defaults and their forms.
struct AnimationEncoder {
  var builder = MarkupBuilder()

  mutating func encode(
    _ animation: CAAnimation,
    tag: String?,
    key: String?,
    image: (CGImage) -> [MarkupAttribute]
  ) {
    let animation = withoutFormlessKeys(animation)
    let type = className(of: animation)
    builder.begin(tag ?? type)
    if let key { builder.attribute("key", key) }
    if tag != nil { builder.attribute("type", type) }
    attributes(of: animation)
    children(of: animation, image)
    builder.end()
  }

  /// A keyframe animation without the values that have no form in documents, and without their times; any other as it is.
  private func withoutFormlessKeys(_ animation: CAAnimation) -> CAAnimation {
    guard let keyframes = animation as? CAKeyframeAnimation, let values = keyframes.values else {
      return animation
    }
    let kept = values.indices.filter { index in
      values[index] is CGImage || values[index] is [Any] || ValueText.typedText(values[index]) != nil
    }
    guard kept.count < values.count, let copy = keyframes.copy() as? CAKeyframeAnimation else {
      return animation
    }
    copy.values = kept.map { values[$0] }
    if let times = keyframes.keyTimes, times.count >= values.count {
      copy.keyTimes = kept.map { times[$0] } + times[values.count...]
    }
    return copy
  }

  private func className(of animation: CAAnimation) -> String {
    switch animation {
    case is CASpringAnimation: "CASpringAnimation"
    case is CABasicAnimation: "CABasicAnimation"
    case is CAKeyframeAnimation: "CAKeyframeAnimation"
    case is CATransition: "CATransition"
    default: "CAAnimationGroup"
    }
  }

  private mutating func attributes(of animation: CAAnimation) {
    for row in type(of: animation).table.attributes where !row.isInitial(in: animation) {
      guard let written = ValueText.typedText(row.value(of: animation)) else { continue }
      builder.attribute(row.documentKey, written.text)
    }
  }

  private mutating func children(of animation: CAAnimation, _ image: (CGImage) -> [MarkupAttribute]) {
    for row in type(of: animation).table.elements {
      guard let value = row.value(of: animation) else { continue }
      switch row.form {
      case .none, .attribute: break
      case .element:
        guard let written = ValueText.typedText(value) else { continue }
        builder.leaf(row.documentKey, [MarkupAttribute("value", written.text)])
      case .endpoint: slot(row.documentKey, value, image)
      case .keyframes, .numbers, .timingFunctions: list(row.documentKey, value as? [Any] ?? [], image)
      case .members:
        builder.begin(row.documentKey)
        for child in value as? [CAAnimation] ?? [] { encode(child, tag: nil, key: nil, image: image) }
        builder.end()
      }
    }
  }

  private mutating func list(_ name: String, _ values: [Any], _ image: (CGImage) -> [MarkupAttribute]) {
    builder.begin(name)
    for value in values { item(value, image) }
    builder.end()
  }

  private mutating func item(_ value: Any, _ image: (CGImage) -> [MarkupAttribute]) {
    switch value {
    case let picture as CGImage: builder.leaf("CGImage", image(picture))
    case let values as [Any]:
      builder.begin("NSArray")
      for value in values { item(value, image) }
      builder.end()
    default:
      guard let written = ValueText.typedText(value) else { return }
      let opacity = written.opacity.map { [MarkupAttribute("opacity", $0)] } ?? []
      builder.leaf(written.type, opacity + [MarkupAttribute("value", written.text)])
    }
  }

  private mutating func slot(_ name: String, _ value: Any, _ image: (CGImage) -> [MarkupAttribute]) {
    switch value {
    case let picture as CGImage: builder.leaf(name, [MarkupAttribute("type", "CGImage")] + image(picture))
    case let values as [Any]:
      builder.begin(name, [MarkupAttribute("type", "NSArray")])
      for value in values { item(value, image) }
      builder.end()
    default:
      guard let written = ValueText.typedText(value) else { return }
      let opacity = written.opacity.map { [MarkupAttribute("opacity", $0)] } ?? []
      builder.leaf(
        name,
        [MarkupAttribute("type", written.type)] + opacity + [MarkupAttribute("value", written.text)]
      )
    }
  }
}
