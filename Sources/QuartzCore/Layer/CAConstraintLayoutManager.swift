import CoreGraphics
public import Foundation
import StrataRenderTree

/// Places sublayers by their constraints.
open class CAConstraintLayoutManager: NSObject, CALayoutManager, NSCoding {
  /// The manager that all layers may share.
  public static var layoutManager: CAConstraintLayoutManager { Shared.manager }

  private enum Shared {
    nonisolated(unsafe) static let manager = CAConstraintLayoutManager()  // Has no state.
  }

  /// Creates a manager.
  public override init() { super.init() }

  /// Creates a manager from an archive.
  public required init?(coder: NSCoder) { super.init() }

  /// Writes the manager, which has no state, into an archive.
  open func encode(with coder: NSCoder) {}

  /// Has no caches to invalidate.
  open func invalidateLayout(of layer: CALayer) {}

  /// Returns the size of the layer's bounds, in points.
  open func preferredSize(of layer: CALayer) -> CGSize { layer.bounds.size }

  /// Sets the frames of the sublayers that have constraints.
  open func layoutSublayers(of layer: CALayer) {
    for sublayer in layer.storage.sublayers where sublayer.storage.extras.constraints?.isEmpty == false {
      (sublayer as? CATextLayer)?.sizeToFit()
    }
    // What a frame moves may be a program's code, which adds and removes sublayers.
    let sublayers = layer.storage.sublayers
    var layout = ConstraintLayout(sublayers, in: layer.storage.state.bounds)
    for (index, frame) in layout.solve() {
      let sublayer = sublayers[index]
      guard sublayer.storage.superlayer === layer, sublayer.objection(toFrame: frame) == nil else { continue }
      sublayer.frame = frame
    }
  }
}

/// One pass over the sublayers of a layer: two independent systems, one for each axis.
///
/// Each axis of each sublayer is solved when it is first read, and those it reads before it. An axis that takes part
/// in a cycle stays where it was, as does one whose rules do not determine it.
private struct ConstraintLayout {
  private let container: CGRect
  private let frames: [CGRect]
  private let rules: [[CAConstraint]]
  private let indices: [String: Int]
  private var axes: [[AxisState]]

  private enum AxisState {
    case unsolved
    case solving
    case known(low: CGFloat, extent: CGFloat)
    /// Not determined: the axis stays, and so do axes that read it.
    case left
  }

  /// The four numbers of an axis, in the order in which rules are paired.
  private enum Role: Int {
    case low, mid, high, extent
  }

  init(_ sublayers: [CALayer], in container: CGRect) {
    self.container = container
    frames = sublayers.map(\.computedFrame)
    rules = sublayers.map { $0.storage.extras.constraints ?? [] }
    var indices: [String: Int] = [:]
    for (index, sublayer) in sublayers.enumerated() {
      if let name = sublayer.storage.extras.name, indices[name] == nil { indices[name] = index }
    }
    self.indices = indices
    axes = Array(repeating: [.unsolved, .unsolved], count: sublayers.count)
  }

  mutating func solve() -> [(index: Int, frame: CGRect)] {
    var result: [(index: Int, frame: CGRect)] = []
    for index in frames.indices where !rules[index].isEmpty {
      for axis in 0...1 { resolve(index, axis) }
      var frame = frames[index]
      if case .known(let low, let extent) = axes[index][0] {
        frame.origin.x = low
        frame.size.width = extent
      }
      if case .known(let low, let extent) = axes[index][1] {
        frame.origin.y = low
        frame.size.height = extent
      }
      if frame != frames[index] { result.append((index, frame)) }
    }
    return result
  }

  private mutating func resolve(_ index: Int, _ axis: Int) {
    guard case .unsolved = axes[index][axis] else { return }
    axes[index][axis] = .solving
    let solved = solution(index, axis)
    if case .solving = axes[index][axis] { axes[index][axis] = solved ?? .left }
  }

  private mutating func solution(_ index: Int, _ axis: Int) -> AxisState? {
    let rules = rules[index].filter { Self.axis(of: $0.attribute) == axis }
    let frame = frames[index]
    let extent = axis == 0 ? frame.width : frame.height
    // Without rules the axis stays, and offers nothing to the axes that read it.
    guard !rules.isEmpty else { return nil }
    var values: [Role: CGFloat] = [:]
    for rule in rules {
      let role = Self.role(of: rule.attribute)
      guard values[role] == nil, let source = number(rule, of: index) else { return nil }
      values[role] = source * rule.scale + rule.offset
    }
    guard let last = rules.last.map({ Self.role(of: $0.attribute) }) else { return nil }
    let partner = values.keys.filter { $0 != last }.min { $0.rawValue < $1.rawValue }
    guard let partner else {
      guard last != .extent, let value = values[last] else { return nil }
      return Self.axis(last, value, .extent, extent)
    }
    guard let a = values[partner], let b = values[last] else { return nil }
    return partner.rawValue < last.rawValue ? Self.axis(partner, a, last, b) : Self.axis(last, b, partner, a)
  }

  /// The axis that two numbers determine, given in the order of roles.
  private static func axis(_ first: Role, _ a: CGFloat, _ second: Role, _ b: CGFloat) -> AxisState? {
    switch (first, second) {
    case (.low, .mid): .known(low: a, extent: 2 * (b - a))
    case (.low, .high): .known(low: a, extent: b - a)
    case (.low, .extent): .known(low: a, extent: b)
    case (.mid, .high): .known(low: 2 * a - b, extent: 2 * (b - a))
    case (.mid, .extent): .known(low: a - b / 2, extent: b)
    case (.high, .extent): .known(low: a - b, extent: b)
    default: nil
    }
  }

  /// The number that a rule reads, or nil if there is none.
  private mutating func number(_ rule: CAConstraint, of index: Int) -> CGFloat? {
    let axis = Self.axis(of: rule.sourceAttribute)
    let (low, extent): (CGFloat, CGFloat)
    if rule.sourceName == "superlayer" {
      (low, extent) = axis == 0 ? (container.minX, container.width) : (container.minY, container.height)
    } else {
      guard let source = indices[rule.sourceName], source != index else { return nil }
      resolve(source, axis)
      guard case .known(let knownLow, let knownExtent) = axes[source][axis] else {
        // The axes that are being solved form a cycle with this one: all of them stay.
        if case .solving = axes[source][axis] { axes[source][axis] = .left }
        return nil
      }
      (low, extent) = (knownLow, knownExtent)
    }
    switch Self.role(of: rule.sourceAttribute) {
    case .low: return low
    case .mid: return low + extent / 2
    case .high: return low + extent
    case .extent: return extent
    }
  }

  private static func axis(of attribute: CAConstraintAttribute) -> Int { attribute.rawValue < 4 ? 0 : 1 }

  private static func role(of attribute: CAConstraintAttribute) -> Role {
    Role(rawValue: Int(attribute.rawValue % 4)) ?? .extent
  }
}
