import CoreGraphics
import Foundation
import StrataRenderTree
import Synchronization

/// An animation that was added to a layer: the layer's copy, and its progress.
final class AttachedAnimation {
  let key: String
  /// The number that all frozen forms of this addition share.
  let id: UInt64
  let animation: CAAnimation
  /// The layer that holds the animation; nil once it holds it no more or is destroyed.
  ///
  /// Not `weak`, which would make every reference to the layer slower: a layer that is destroyed clears it.
  private(set) unowned(unsafe) var layer: CALayer?
  /// The frozen form; nil until a commit of a host resolves its begin time.
  var record: AnimationRecord? {
    didSet { replaced = nil }
  }
  /// The committed animation that this one took the place of; it is on screen until this one is committed, too.
  private(set) var replaced: AttachedAnimation?
  private weak var successor: AttachedAnimation?
  /// Layers below that the animation works on.
  var targets = WeakLayers()
  /// The line of the host that resolved the begin time; nil before that.
  private var timeLine: TimeLine?
  /// The place among the animations whose events a host waits for.
  var eventPlace = EventPlace()
  var hasStarted = false
  var hasStopped = false
  /// The default fade of a layer that appears.
  var isImplicitFade = false
  /// True if the engine added the animation because no action was found.
  let isImplicit: Bool
  private var groups: [CompletionGroup]

  init(_ animation: CAAnimation, key: String, layer: CALayer, isImplicit: Bool = false) {
    self.animation = animation
    self.isImplicit = isImplicit
    self.key = key
    self.layer = layer
    id = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue
    groups = Transaction.current.openGroups
    for group in groups { group.join() }
  }

  /// The frozen form of an animation whose layer has left the model; nothing waits for it.
  init(frozen record: AnimationRecord) {
    (animation, key, id) = (CAAnimation(), record.key, record.id)
    self.record = record
    (hasStarted, hasStopped, groups, isImplicit) = (true, true, [], false)
  }

  private static let lastID = Atomic<UInt64>(0)

  /// True while the animation applies to its layer, or while the one that took its place waits for a commit.
  var isOnScreen: Bool { isAttached || successor?.replaced === self }

  /// Takes the place of another animation.
  func replace(_ other: AttachedAnimation) {
    replaced = other.record == nil ? other.replaced : other
    replaced?.successor = self
  }

  /// Hands the animation to the layer that stands for a removed one.
  func move(to standIn: CALayer) { layer = standIn }

  /// The layer has left its host, where nothing more is reported but the stop; `stays` is true if the layer keeps the
  /// animation.
  ///
  /// Until then delegates of others are called, which may release the layer.
  fileprivate func layerLeft(stays: Bool) {
    record = nil
    eventPlace.progress?.unfollow(self)
    if !stays { layer = nil }
  }

  /// Takes the animation from the layers that it works on, of which some may stay in the host below other layers.
  func letTargetsGo(in host: LayerHost) {
    for target in targets.layers {
      target.storage.forwarded.removeAll { $0.attached === self }
      if target.storage.host === host { target.enlist(.animations) }
    }
    targets = WeakLayers()
  }

  /// Goes by a time line from now on; true if it did so before, and its begin time is settled.
  func go(by line: TimeLine) -> Bool {
    defer { timeLine = line }
    guard let timeLine else { return false }
    if timeLine !== line { animation.state.forgetResolvedBegin() }
    return timeLine === line
  }

  /// Reports the beginning once.
  func start() {
    let isFirst = TransactionLock.recursive.withLock {
      defer { hasStarted = hasStarted || !hasStopped }
      return !hasStarted && !hasStopped
    }
    guard isFirst else { return }
    animation.delegate?.animationDidStart(animation)
  }

  /// Reports the end once, and releases completion blocks that wait for it.
  func stop(finished: Bool) {
    layer = nil
    replaced = nil
    reportStop(finished: finished)
  }

  /// Reports the end of an animation that its layer may still hold.
  func reportStop(finished: Bool) {
    let isFirst = TransactionLock.recursive.withLock {
      defer { hasStopped = true }
      return !hasStopped
    }
    guard isFirst else { return }
    eventPlace.progress?.unfollow(self)
    // Before the call, which may add the animation again.
    if finished { animation.state.hasEnded = true }
    animation.delegate?.animationDidStop(animation, finished: finished)
    leaveGroups()
  }

  /// The layer is being destroyed, and the animation with it.
  func layerIsGone() {
    layer = nil
    replaced = nil
    eventPlace.progress?.unfollow(self)
    leaveGroups()
  }

  private func leaveGroups() {
    let groups = groups
    self.groups = []
    for group in groups { group.leave() }
  }
}

/// Animations of layers that leave their host.
extension CALayer {
  /// Drops the animations that are removed on completion, and lets the others wait for a host; a transition goes, too, because
  /// it shows what was there before.
  ///
  /// Returns all of them, whose stop is to be reported.
  final func leaveAnimations() -> [AttachedAnimation] {
    let all = storage.animations.removeAll()
    for attached in all {
      let stays = !attached.animation.isRemovedOnCompletion && !(attached.animation is CATransition)
      attached.layerLeft(stays: stays)
      if stays { _ = storage.animations.append(attached) }
    }
    return all
  }
}

/// Adding and removing animations.
extension CALayer {
  final func attach(_ animation: CAAnimation, forKey key: String?, isImplicit: Bool = false) {
    guard !storage.flags.contains(.isCopy) else { return }
    let copy = animation.isolatedCopy()
    let transaction = Transaction.current
    // A duration that is not a number stays, and makes the animation ineffective.
    if copy.state.timing.duration <= 0 { copy.state.timing.duration = max(0, transaction.animationDuration) }
    if copy.state.timingFunction == nil { copy.state.timingFunction = transaction.animationTimingFunction }
    let name = copy is CATransition ? kCATransition : key ?? storage.animations.unusedKey
    let attached = AttachedAnimation(copy, key: name, layer: self, isImplicit: isImplicit)
    let replaced = storage.animations.append(attached)
    enlist(.animations)
    guard let replaced else { return }
    attached.replace(replaced)
    replaced.recommitTargets()
    replaced.stop(finished: false)
  }

  final func detachAnimation(forKey key: String) {
    guard let removed = storage.animations.remove(forKey: key) else { return }
    enlist(.animations)
    removed.recommitTargets()
    removed.stop(finished: false)
  }

  final func detachAllAnimations() {
    guard !storage.animations.isEmpty else { return }
    enlist(.animations)
    for attached in storage.animations.removeAll() {
      attached.recommitTargets()
      attached.stop(finished: false)
    }
  }
}
