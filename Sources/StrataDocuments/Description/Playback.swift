import Foundation
import QuartzCore

/// The times over which a document plays, derived from its animations.
public struct Playback: Hashable, Sendable {
  /// The end of the last finite animation, in seconds from the start; 0 if there is none.
  public var end = 0.0
  /// The common period of all animations that repeat forever, in seconds; nil if none does.
  public var loop: Double?
  /// True if the document emits particles, which never repeat exactly.
  public var hasEmitters = false

  /// The time to record: the longer of loop and end; nil for a still picture.
  public var suggestedDuration: Double? {
    let length = max(end, loop ?? 0)
    if length > 0 { return length }
    return hasEmitters ? 10 : nil
  }
}

extension Document {
  /// The editor's loop of the manifest, in seconds; nil without one.
  public var editorLoop: ClosedRange<Double>? { package?.manifest.loop }

  /// The times over which the document plays, by the animations attached now.
  public var playback: Playback {
    var result = Playback()
    var cycles: [Double] = []
    var pending: [(layer: CALayer, begin: Double, speed: Double)] = rootLayer.map { [($0, 0, 1)] } ?? []
    while let (layer, begin, parentSpeed) = pending.popLast() {
      let speed = parentSpeed * Double(layer.speed)
      // The parent's time at the layer's time 0.
      let offset = layer.beginTime - (layer.speed != 0 ? layer.timeOffset / Double(layer.speed) : 0)
      let start = begin + (parentSpeed != 0 ? offset / parentSpeed : 0)
      if layer is CAEmitterLayer { result.hasEmitters = true }
      for key in layer.animationKeys() ?? [] {
        guard let animation = layer.animation(forKey: key) else { continue }
        let span = Document.span(of: animation)
        guard speed > 0 else { continue }
        if let cycle = span.cycle { cycles.append(cycle / speed) }
        if span.end.isFinite { result.end = max(result.end, start + span.end / speed) }
      }
      for child in (layer.sublayers ?? []) + [layer.mask].compactMap({ $0 }) {
        pending.append((child, start, speed))
      }
    }
    result.loop = Document.commonMultiple(of: cycles)
    return result
  }

  /// The end of an animation in its layer's time, and the length of the cycle of one that never ends.
  private static func span(of animation: CAAnimation) -> (end: Double, cycle: Double?) {
    let duration = animation.duration > 0 ? animation.duration : 0.25
    let speed = abs(Double(animation.speed))
    guard speed > 0, duration.isFinite, animation.beginTime.isFinite else { return (0, nil) }
    let cycle = animation.autoreverses ? duration * 2 : duration
    let length =
      animation.repeatDuration > 0
      ? animation.repeatDuration : animation.repeatCount > 0 ? cycle * Double(animation.repeatCount) : cycle
    let begin = animation.beginTime > 1e-6 ? animation.beginTime : 0
    guard length.isFinite, length < 1e9 else { return (.infinity, cycle / speed) }
    return (begin + length / speed, nil)
  }

  /// The least common multiple to the millisecond if it is below ten minutes, otherwise the longest cycle.
  private static func commonMultiple(of cycles: [Double]) -> Double? {
    guard let longest = cycles.max() else { return nil }
    var multiple = 1
    for cycle in cycles {
      let count = max(1, Int(min(cycle * 1000, 600_000).rounded()))
      var (a, b) = (multiple, count)
      while b != 0 { (a, b) = (b, a % b) }
      multiple = multiple / a * count
      guard multiple <= 600_000 else { return longest }
    }
    return Double(multiple) / 1000
  }
}
