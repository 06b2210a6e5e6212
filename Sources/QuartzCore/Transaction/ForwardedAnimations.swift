import CoreGraphics
import Foundation
import StrataRenderTree

/// An animation that a key path through `mask` or `sublayers` applies to another layer than its own.
struct ForwardedAnimation {
  let attached: AttachedAnimation
  /// The frozen form in the other layer's time.
  let record: AnimationRecord
}

extension String {
  /// True for a key path that goes through the mask or a sublayer of the layer it begins at.
  var leadsToAnotherLayer: Bool {
    // Looks at the first byte, because such paths are rare.
    switch utf8.first {
    case UInt8(ascii: "m"): hasPrefix("mask.")
    case UInt8(ascii: "s"): hasPrefix("sublayers.")
    default: false
    }
  }
}

/// A layer below the one that holds an animation, and the part of key paths that leads there.
private struct PathTarget {
  let target: CALayer
  /// Ends with a dot.
  let prefix: String

  /// Follows a key path from a layer; nil if it stays there, or leads to no layer.
  init?(_ path: String, from layer: CALayer) {
    var target = layer
    var rest = path[...]
    while let next = Self.step(&rest, from: target) { target = next }
    guard target !== layer, !rest.isEmpty else { return nil }
    self.target = target
    prefix = String(path[..<rest.startIndex])
  }

  /// Steps one layer down and removes `mask.` or `sublayers.NAME.` from the path; nil if there is no such layer.
  private static func step(_ rest: inout Substring, from layer: CALayer) -> CALayer? {
    let steps = rest.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    let next: (layer: CALayer, rest: Substring)?
    switch (steps.first, steps.count) {
    case ("mask", 2...): next = layer.storage.mask.map { ($0, rest[steps[1].startIndex...]) }
    case ("sublayers", 3):
      let child = layer.storage.sublayers.first { $0.storage.extras.name.map { $0 == steps[1] } ?? false }
      next = child.map { ($0, steps[2]) }
    default: next = nil
    }
    if let next { rest = next.rest }
    return next?.layer
  }

  /// The timing of an animation of `layer` in the target's own time; nil if that time does not run forwards.
  func timing(_ timing: TimingState, from layer: CALayer) -> TimingState? {
    var clocks: [TimingState] = []
    var next: CALayer? = target
    while let current = next, current !== layer {
      clocks.append(current.storage.state.timing)
      next = current.storage.superlayer
    }
    var result = timing
    for clock in clocks.reversed() where clock != .layer {
      guard clock.speed > 0 else { return nil }
      result.beginTime = (result.beginTime - clock.beginTime) * Double(clock.speed) + clock.timeOffset
      result.speed /= clock.speed
    }
    return result
  }
}

extension CAAnimation {
  /// The layers that the key paths of the animation, or of the members of a group, lead to from `layer`.
  fileprivate final func pathTargets(from layer: CALayer, depth: Int = 0) -> [PathTarget] {
    if let path = state.keyPath {
      guard path.leadsToAnotherLayer else { return [] }
      if let pathTarget = PathTarget(path, from: layer) { return [pathTarget] }
      OnceLog.note("an animation has the key path \"\(path)\", which names no property")
      return []
    }
    guard depth < 32, let members = state.animations else { return [] }
    var found: [PathTarget] = []
    for pathTarget in members.flatMap({ $0.pathTargets(from: layer, depth: depth + 1) })
    where !found.contains(where: { $0.prefix == pathTarget.prefix }) {
      found.append(pathTarget)
    }
    return found
  }
}

extension AttachedAnimation {
  /// Applies the animation to the layers below its own that its key paths name, and returns these layers.
  ///
  /// Key paths are resolved once, at the commit that shows the animation first, which has settled its begin time.
  func forward(from layer: CALayer) -> [CALayer] {
    for pathTarget in animation.pathTargets(from: layer) {
      let target = pathTarget.target
      let freezing = AnimationFreezing(
        layerClass: target.storage.state.kind.layerClass,
        below: pathTarget.prefix,
        customRow: { CustomRows.row($0, of: target, for: self.animation) }
      )
      var record = freezing.record(of: animation, key: key, id: id, layerTime: nil)
      guard let timing = pathTarget.timing(record.timing, from: layer) else {
        OnceLog.note(
          "an animation through \"\(pathTarget.prefix)\" has no effect on a layer whose time stands still"
        )
        continue
      }
      record.timing = timing
      record.redraws = target.redraws(for: animation, below: pathTarget.prefix)
      target.storage.forwarded.append(ForwardedAnimation(attached: self, record: record))
      targets.append(target)
    }
    return targets.layers
  }

  /// Commits the animations of the target layers again, after the layer has dropped this one.
  func recommitTargets() {
    for layer in targets.layers { layer.enlist(.animations) }
  }

  var isAttached: Bool { layer?.storage.animations.contains { $0 === self } ?? false }
}

/// Weak references to layers.
struct WeakLayers {
  private struct Entry {
    weak var layer: CALayer?
  }
  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }
  var layers: [CALayer] { entries.compactMap(\.layer) }

  mutating func append(_ layer: CALayer) { entries.append(Entry(layer: layer)) }
}
