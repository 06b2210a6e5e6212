import Foundation
import StrataRenderTree

/// The line that times of hosts are on: animations go on where their layer is shown by another host of the same line.
///
/// The hosts that follow the machine's clock share one. A time that is moved by hand is on a line of its own.
final class TimeLine: Sendable {
  static let machine = TimeLine()
}

/// The animations of a host's layers: their frozen forms, and their progress.
extension LayerHost {
  /// Freezes the animations that the last commit did not have; returns the layers below that key paths of some of them
  /// name.
  ///
  /// Those that were added since begin now. Those that came with their layer go on, or begin now if another time line has
  /// resolved their begin time.
  func freezeNewAnimations(of layers: [CALayer], at time: Double) -> [CALayer] {
    var targets: [CALayer] = []
    for layer in layers where !layer.storage.animations.isEmpty && layer.storage.host === self {
      guard layer.storage.animations.contains(where: { $0.record == nil }) else { continue }
      let local = layer.localTime(atMedia: time, below: nil)
      for attached in layer.storage.animations where attached.record == nil {
        freeze(attached, of: layer, at: time, layerTime: local)
        targets += attached.forward(from: layer)
      }
    }
    return targets
  }

  private func freeze(_ attached: AttachedAnimation, of layer: CALayer, at time: Double, layerTime: Double) {
    let freezing = AnimationFreezing(
      layerClass: layer.storage.state.kind.layerClass,
      old: (tree, time),
      customRow: { CustomRows.row($0, of: layer, for: attached.animation) }
    )
    attached.record = freezing.record(
      of: attached.animation,
      key: attached.key,
      id: attached.id,
      layerTime: attached.go(by: timeLine) ? nil : layerTime
    )
    if layer.redraws(for: attached.animation), let id = layer.storage.id {
      attached.record?.redraws = true
      if !redrawing.contains(id) { redrawing.append(id) }
    }
    if !attached.hasStopped { progress.follow(attached) }
  }

  /// The animations of a layer for the render side: its own, and those of layers above.
  func frozenAnimations(of layer: CALayer) -> [AnimationRecord] {
    let storage = layer.storage
    guard !storage.forwarded.isEmpty else { return storage.animations.compactMap { $0.record } }
    storage.forwarded.removeAll { !$0.attached.isAttached }
    if storage.forwarded.contains(where: \.record.redraws), let id = storage.id, !redrawing.contains(id) {
      redrawing.append(id)
    }
    return storage.animations.compactMap { $0.record } + storage.forwarded.map(\.record)
  }

  // MARK: Progress

  /// Reports the animations that have begun or ended by now, or wakes the thread that does.
  func reportProgress() {
    guard !holdsReports else { return }
    let now = time
    guard let receiver, !receiver.isHere else { return progress.report(until: now) }
    if progress.nextTime <= now { receiver.wake() }
  }

  /// The media time at which the next animation begins or ends; infinity if none does.
  var nextEventTime: Double { progress.nextTime }

  /// Drops all cached event times, after a change that may move many.
  func eventsMayMove() { progress.eventsMayMove() }

  /// True if an animation is running at a media time.
  func isMoving(at time: Double) -> Bool { progress.isMoving(at: time) }
}
