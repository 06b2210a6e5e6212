import CoreGraphics
import Foundation
import StrataRenderTree

/// An animation at work on another layer than the one that holds it, as a key path through `mask` or `sublayers` wants.
struct LentAnimation {
  let attached: AttachedAnimation
  /// What it does to the other layer, in that layer's time.
  let record: AnimationRecord
}

extension String {
  /// True for a key path that goes through the mask or a sublayer of the layer it begins at.
  var leadsToAnotherLayer: Bool {
    // By the first byte, because nearly no path does.
    switch utf8.first {
    case UInt8(ascii: "m"): hasPrefix("mask.")
    case UInt8(ascii: "s"): hasPrefix("sublayers.")
    default: false
    }
  }
}

/// A layer below the one that holds an animation, and the part of key paths that leads there.
private struct Reach {
  let target: CALayer
  /// Ends with a dot.
  let prefix: String

  /// Where a key path leads from a layer; nil if it stays there, or leads to no layer.
  init?(_ path: String, from layer: CALayer) {
    var target = layer
    var rest = path[...]
    while let next = Self.step(&rest, from: target) { target = next }
    guard target !== layer, !rest.isEmpty else { return nil }
    self.target = target
    prefix = String(path[..<rest.startIndex])
  }

  /// Goes one layer down, through `mask.` or `sublayers.NAME.`, and takes that off the path; nil if no layer is there.
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

  /// The timing of an animation of `layer` in the target's own time; nil where that time does not run forwards.
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
  fileprivate final func reaches(from layer: CALayer, depth: Int = 0) -> [Reach] {
    if let path = state.keyPath {
      guard path.leadsToAnotherLayer else { return [] }
      if let reach = Reach(path, from: layer) { return [reach] }
      OnceLog.note("an animation has the key path \"\(path)\", which names nothing")
      return []
    }
    guard depth < 32, let members = state.animations else { return [] }
    var found: [Reach] = []
    for reach in members.flatMap({ $0.reaches(from: layer, depth: depth + 1) })
    where !found.contains(where: { $0.prefix == reach.prefix }) {
      found.append(reach)
    }
    return found
  }
}

extension AttachedAnimation {
  /// Puts the animation to work on the layers below its own that its key paths lead to, and returns those layers.
  ///
  /// Paths are followed once, at the commit that shows the animation first.
  func lend(from layer: CALayer, at layerTime: Double) -> [CALayer] {
    for reach in animation.reaches(from: layer) {
      let target = reach.target
      let freezing = AnimationFreezing(layerClass: target.storage.state.kind.layerClass, below: reach.prefix)
      {
        CustomRows.row($0, of: target, for: self.animation)
      }
      var record = freezing.record(of: animation, key: key, id: id, layerTime: layerTime)
      guard let timing = reach.timing(record.timing, from: layer) else {
        OnceLog.note(
          "an animation through \"\(reach.prefix)\" has no effect on a layer whose time stands still"
        )
        continue
      }
      record.timing = timing
      record.redraws = target.redraws(for: animation, below: reach.prefix)
      target.storage.lent.append(LentAnimation(attached: self, record: record))
      borrowers.append(target)
    }
    return borrowers.layers
  }

  /// The layer no longer holds the animation: those it was lent to are told apart from it.
  func recall() {
    for layer in borrowers.layers { layer.enlist(.animations) }
  }

  var isAttached: Bool { layer?.storage.animations.contains { $0 === self } ?? false }
}

/// Layers that nobody here keeps alive.
struct WeakLayers {
  private struct Entry {
    weak var layer: CALayer?
  }
  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }
  var layers: [CALayer] { entries.compactMap(\.layer) }

  mutating func append(_ layer: CALayer) { entries.append(Entry(layer: layer)) }
}
