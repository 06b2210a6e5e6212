import CoreGraphics
import Foundation
import QuartzCore
import StrataViews

/// Animations of properties that classes of views add: the property is set for each step.
///
/// A key path does not state its name. The name is that of the stored property that setting the key path changes, among
/// those that have an animation.
@MainActor enum PropertySteps {
  static func set<View: NSView, Value>(
    _ path: ReferenceWritableKeyPath<View, Value>,
    of view: View,
    to value: Value
  ) {
    let candidates = storedValues(of: view).filter { view.animation(forKey: $0.key) is CABasicAnimation }
    let old = view[keyPath: path]
    guard !candidates.isEmpty, let host = view.window?.host, let from = StepValue(old),
      let to = StepValue(value)
    else { return NSAnimationContext.current.animate { view[keyPath: path] = value } }
    AnimationBlock.withoutAnimation { view[keyPath: path] = value }
    let changed = storedValues(of: view)
    let name = candidates.keys.sorted().first { candidates[$0] != changed[$0] }
    guard let name, let animation = view.animation(forKey: name) as? CAAnimation else { return }
    let settings = NSAnimationContext.current.settings(of: animation)
    view.stepping.removeValue(forKey: name)?.cancel()
    guard settings.duration > 0 else { return }
    AnimationBlock.withoutAnimation { view[keyPath: path] = old }
    let block = NSAnimationContext.current.makeBlock(settings, telling: animation)
    block.join()
    block.seal()
    view.stepping[name] = FrameSteps(on: host, settings) { [weak view] fraction in
      let step = fraction == 1 ? value : from.mixed(with: to, at: fraction).value(as: Value.self) ?? value
      view?[keyPath: path] = step
    } end: { [weak view] finished in
      if finished { view?.stepping[name] = nil }
      block.leave(finished: finished)
    }
  }

  /// The stored properties that can be mixed, by name, those of superclasses up to `NSView` included.
  private static func storedValues(of view: NSView) -> [String: StepValue] {
    var found: [String: StepValue] = [:]
    var mirror: Mirror? = Mirror(reflecting: view)
    while let current = mirror, current.subjectType != NSView.self {
      for case (let name?, let value) in current.children { found[name] = StepValue(value) }
      mirror = current.superclassMirror
    }
    return found
  }
}

/// A value of a property as numbers.
private enum StepValue: Equatable {
  case numbers([Double])
  case color([Double])

  init?(_ value: Any) {
    switch value {
    case let number as CGFloat: self = .numbers([Double(number)])
    case let number as Double: self = .numbers([number])
    case let number as Float: self = .numbers([Double(number)])
    case let point as CGPoint: self = .numbers([point.x, point.y].map { Double($0) })
    case let size as CGSize: self = .numbers([size.width, size.height].map { Double($0) })
    case let rect as CGRect:
      self = .numbers([rect.minX, rect.minY, rect.width, rect.height].map { Double($0) })
    case let color as NSColor:
      guard let c = color.cgColor.plainComponents else { return nil }
      self = .color([c.red, c.green, c.blue, color.alphaComponent].map { Double($0) })
    default: return nil
    }
  }

  private var parts: [Double] {
    switch self {
    case .numbers(let parts), .color(let parts): parts
    }
  }

  func mixed(with end: StepValue, at t: Double) -> StepValue {
    let parts = zip(parts, end.parts).map { $0 + ($1 - $0) * t }
    if case .color = self { return .color(parts) }
    return .numbers(parts)
  }

  /// The value in the property's type; nil if it has another type.
  func value<Value>(as type: Value.Type) -> Value? {
    let p = parts.map { CGFloat($0) }
    let known: Any? =
      switch type {
      case is CGFloat.Type: p[0]
      case is Double.Type: Double(p[0])
      case is Float.Type: Float(p[0])
      case is CGPoint.Type: CGPoint(x: p[0], y: p[1])
      case is CGSize.Type: CGSize(width: p[0], height: p[1])
      case is CGRect.Type: CGRect(x: p[0], y: p[1], width: p[2], height: p[3])
      case is NSColor.Type: NSColor(srgbRed: p[0], green: p[1], blue: p[2], alpha: p[3])
      default: nil
      }
    return known as? Value
  }
}
