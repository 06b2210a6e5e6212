import Foundation
import StrataRenderTree

/// Tracks which animations of a host have begun and ended, and calls their delegates in order of time, then of commits.
///
/// A heap holds the animations that have not stopped. What a commit costs depends on the animations that it adds, stops or
/// moves and on those that are due, not on all that run: a change of a clock or of a place in the tree moves the events of
/// the layers below it alone. If these are many, all times are computed once, when one is asked for.
///
/// Threads may tell of changes at the same time, and ask. One of them reports; delegates are called without the lock.
final class AnimationProgress {
  private let lock: NSRecursiveLock
  private var heap = EventHeap()
  /// The latest reported time; earlier events of animations that are added later happen at this time.
  private var now = -Double.infinity
  /// The number of the next animation.
  private var order = 0
  /// True if the times must be computed.
  private var isStale = false
  /// The latest time that a thread asked for.
  private var wanted = -Double.infinity
  /// The thread that reports, and how many of its reports are under way inside each other.
  private var reporter: (thread: ObjectIdentifier, depth: Int)?

  /// Creates one that is guarded by the lock of its host.
  init(_ lock: NSRecursiveLock) { self.lock = lock }

  private struct Event {
    var time: Double
    let attached: AttachedAnimation

    static func isLater(_ a: Event, _ b: Event) -> Bool {
      a.time == b.time ? a.attached.eventPlace.order > b.attached.eventPlace.order : a.time > b.time
    }
  }

  /// Reports the events of an animation whose begin time is settled.
  func follow(_ attached: AttachedAnimation) {
    lock.withLock {
      guard attached.eventPlace.progress == nil else { return update(attached) }
      order += 1
      let entry = EventHeap.Entry(time: eventTime(of: attached) ?? .infinity, attached: attached)
      heap.insert(entry, of: self, order: order)
    }
  }

  /// Forgets an animation that stops.
  func unfollow(_ attached: AttachedAnimation) {
    lock.withLock { if attached.eventPlace.progress === self { heap.remove(attached) } }
  }

  /// Drops all times, after a change that may move many events.
  func eventsMayMove() { lock.withLock { isStale = true } }

  /// True if the events of some animations are known, so that changes must tell.
  var knowsEvents: Bool { lock.withLock { !isStale && !heap.entries.isEmpty } }

  /// Computes the next event of an animation again, if it is followed.
  func update(_ attached: AttachedAnimation) {
    lock.withLock {
      guard attached.eventPlace.progress === self else { return }
      heap.move(attached, to: eventTime(of: attached) ?? .infinity)
    }
  }

  /// The media time of the next event; infinity if there is none.
  var nextTime: Double {
    lock.withLock {
      if isStale {
        isStale = false
        heap.retime { eventTime(of: $0) ?? .infinity }
      }
      return heap.entries.first.map { dueTime($0.time) } ?? .infinity
    }
  }

  /// True if an animation is between its beginning and its end.
  func isMoving(at time: Double) -> Bool {
    lock.withLock { heap.entries }.contains { entry in
      let attached = entry.attached
      guard !attached.hasStopped, let layer = attached.layer, let record = attached.record else {
        return false
      }
      let local = layer.localTime(atMedia: time, below: nil)
      // An animation of other layers is inert on its own.
      if !attached.targets.isEmpty { return record.timing.speed != 0 && record.phase(at: local) == .active }
      return record.isMoving(at: local)
    }
  }

  /// Makes the calls that are due up to a media time, in order; while another thread does so, it is left to that one.
  func report(until time: Double) {
    let thread = ObjectIdentifier(ThreadState.current)
    let mayReport = lock.withLock {
      wanted = max(wanted, time)
      guard reporter == nil || reporter?.thread == thread else { return false }
      reporter = (thread, (reporter?.depth ?? 0) + 1)
      return true
    }
    guard mayReport else { return }
    while let due = nextReport() { reportDue(until: due) }
  }

  /// The media time up to which calls are due; nil, at the end of the thread's report, if none is.
  private func nextReport() -> Double? {
    lock.withLock {
      if case let next = nextTime, next < .infinity, next <= wanted { return wanted }
      now = max(now, wanted)
      reporter = reporter.flatMap { $0.depth > 1 ? ($0.thread, $0.depth - 1) : nil }
      return nil
    }
  }

  /// Makes the calls that are due when this begins; those that they bring about follow in order if they are due, too.
  ///
  /// A delegate may move or end other events: each one is looked at again before its call.
  private func reportDue(until time: Double) {
    // From the last to the first.
    var due = lock.withLock {
      heap.entries(until: time)
        .map { Event(time: dueTime($0.time), attached: $0.attached) }
        .filter { $0.time <= time }
    }
    due.sort(by: Event.isLater)
    while var event = due.popLast() {
      let attached = event.attached
      update(attached)
      guard let moved = eventTime(of: attached), moved <= time else { continue }
      if moved != event.time {
        event.time = moved
        if let following = due.last, Event.isLater(event, following) {
          Self.insert(event, into: &due)
          continue
        }
      }
      lock.withLock { now = max(now, moved) }
      let ends = attached.hasStarted || !attached.isEffective
      if ends { attached.end() } else { attached.start() }
      update(attached)
      guard let end = eventTime(of: attached), end <= time else { continue }
      Self.insert(Event(time: end, attached: attached), into: &due)
    }
  }

  /// Inserts an event into those that are sorted from the last to the first.
  private static func insert(_ event: Event, into due: inout [Event]) {
    var range = due.startIndex..<due.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        Event.isLater(event, due[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    due.insert(event, at: range.lowerBound)
  }

  /// The time at which an animation begins or, after that, ends; nil without further events.
  private func eventTime(of attached: AttachedAnimation) -> Double? {
    guard !attached.hasStopped, let layer = attached.layer, let local = attached.nextLocalEvent else {
      return nil
    }
    // An animation with invalid times stops before all others.
    guard attached.isEffective else { return -.infinity }
    let time = max(layer.mediaTime(ofLocal: local), now, -.greatestFiniteMagnitude)
    return time < .infinity ? time : nil
  }

  /// A time that was computed before others were reported.
  private func dueTime(_ time: Double) -> Double { time == -.infinity ? time : max(time, now) }
}

/// Changes of clocks and places.
extension LayerHost {
  /// The number of layers up to which their animations are looked at one by one.
  private static var fewLayers: Int { 64 }

  /// Moves the events of a layer and of those below it, after a change of its clock or of its place in the tree.
  func eventsMayMove(below top: LayerStorage) {
    guard progress.knowsEvents else { return }
    exclusively { moveEvents(below: top) }
  }

  private func moveEvents(below top: LayerStorage) {
    var waiting = [top]
    var count = 0
    while let storage = waiting.popLast() {
      for attached in storage.animations { progress.update(attached) }
      if let mask = storage.mask { waiting.append(mask.storage) }
      waiting += departures.standIns(below: storage)
      count += 1
      guard count + waiting.count + storage.sublayers.count <= Self.fewLayers else {
        return progress.eventsMayMove()
      }
      for layer in storage.sublayers { waiting.append(layer.storage) }
    }
  }
}

extension AttachedAnimation {
  /// The layer's time of the beginning or, after that, of the end.
  fileprivate var nextLocalEvent: Double? {
    hasStarted ? record?.timing.endTime : record?.timing.beginTime
  }

  /// False if the animation's times are invalid.
  fileprivate var isEffective: Bool { record?.timing.isEffective ?? true }

  /// Reports the end, and removes the animation from its layer unless it stays after completion.
  fileprivate func end() {
    guard animation.isRemovedOnCompletion, let layer else { return reportStop(finished: isEffective) }
    // The layer may be one that another thread changes, while it holds the lock.
    TransactionLock.recursive.withLock {
      layer.storage.animations.remove(self)
      if layer.storage.flags.contains(.isDeparting) { layer.storage.host?.endDeparture(lasting: self) }
      layer.enlist(.animations)
      recommitTargets()
    }
    stop(finished: isEffective)
  }
}

extension CALayer {
  /// The media time at which the layer's local time is `local`; infinity if it never is, and minus infinity if it has
  /// always been later.
  fileprivate final func mediaTime(ofLocal local: Double) -> Double {
    var time = local
    var next: CALayer? = self
    while let layer = next {
      let storage = layer.storage
      if !storage.state.hasUntouchedTiming {
        let timing = storage.state.timing
        guard timing.speed != 0 else { return time <= timing.timeOffset ? -.infinity : .infinity }
        time = timing.parentTime(atLocal: time)
      }
      next = storage.superlayer
    }
    return time
  }
}
