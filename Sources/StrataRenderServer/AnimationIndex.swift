import StrataBase
package import StrataRenderTree

/// The animations of a tree at a moment.
package struct Activity {
  /// True if every frame may differ from the one before.
  package var isMoving = false
  /// The media time at which the next animation or layer begins or ends; infinity if none does.
  package var nextEvent = Double.infinity
  /// The combined frame rate that moving animations ask for; none if one of them asks for no rate, as it needs every frame
  /// of the display.
  var frameRate = FrameRateHint()
  /// True if a layer must be displayed again for each frame.
  var redraws = false
}

/// The layers of a tree that change by themselves.
///
/// It saves a search of the tree in each frame.
package struct AnimationIndex {
  private var watched: Set<LayerID> = []

  /// The index of an empty tree.
  package init() {}

  /// The index of a tree, found by a search of all layers.
  package init(of tree: RenderTree) {
    watched = Set(tree.layers.lazy.filter { Self.changesByItself($0, in: tree) })
  }

  /// Updates the index for a commit, after the tree has applied it.
  ///
  /// Moves do not matter.
  package mutating func update(for commit: Commit, in tree: RenderTree) {
    for update in commit.updates {
      if Self.changesByItself(update.id, in: tree) {
        watched.insert(update.id)
      } else {
        watched.remove(update.id)
      }
    }
    if !commit.removed.isEmpty || !commit.children.isEmpty {
      watched = watched.filter { tree.contains($0) }
    }
  }

  private static func changesByItself(_ id: LayerID, in tree: RenderTree) -> Bool {
    tree.withNode(id) { node in
      !node.animations.isEmpty || !node.state.hasUntouchedTiming || node.state.emits || node.state.isLive
        || !node.emitterSpans.isEmpty
    } ?? false
  }

  /// The animations that run or are due at a media time.
  package func activity(in tree: RenderTree, at time: Double) -> Activity {
    var activity = Activity()
    var wishes = FrameRateHint()
    var everyFrame = false
    for id in watched {
      let clock = LayerClock(of: id, in: tree, at: time)
      let (parent, local) = clock.times(at: time)
      let copies = clock.copies
      tree.withNode(id) { node in
        if !node.state.hasUntouchedTiming {
          let spread = copies.spread(by: 1)
          if let event = node.state.timing.nextEventTime(after: parent - spread.late) {
            if event <= parent + spread.early {
              (activity.isMoving, everyFrame) = (true, true)
            } else {
              activity.nextEvent = min(activity.nextEvent, clock.parentClockTime(event - spread.early))
            }
          }
        }
        let runs = clock.rate != 0
        let spread = copies.spread(by: Double(node.state.timing.speed))
        let emits = node.state.emits || node.emits(from: local - spread.late, to: local + spread.early)
        if emits && runs || node.state.isLive { (activity.isMoving, everyFrame) = (true, true) }
        for record in node.animations where !record.isDropped(at: local - spread.late) {
          if runs, record.isMoving(from: local - spread.late, to: local + spread.early) {
            activity.isMoving = true
            if record.redraws { activity.redraws = true }
            let wish = record.frameRate(at: local)
            if wish.isNone { everyFrame = true }
            wishes = wishes.merged(with: wish)
          }
          guard let event = record.nextEventTime(after: local - spread.late), runs else { continue }
          // Time that runs backwards, or late for copies, reaches events in another order; evaluating each frame finds them.
          if clock.rate < 0 || event <= local + spread.early {
            (activity.isMoving, everyFrame) = (true, true)
          }
          activity.nextEvent = min(activity.nextEvent, clock.mediaTime(event - spread.early))
        }
      }
    }
    if !everyFrame { activity.frameRate = wishes }
    return activity
  }
}

/// The clocks of a layer and of the layers above it.
private struct LayerClock {
  /// The timings from the layer up, without those that equal their parent's.
  private var timings: [TimingState] = []
  private var hasOwn = false
  /// The copies of the layer that replicators above it make.
  private(set) var copies = Copies()

  /// How far the times of copies lie from that of the first one, in seconds of the superlayer's time.
  struct Copies {
    fileprivate var (late, early) = (0.0, 0.0)

    fileprivate mutating func add(_ delay: Double) {
      if delay > 0 { late += delay } else { early -= delay }
    }

    /// The same in the time of a clock that runs at a speed.
    func spread(by speed: Double) -> (late: Double, early: Double) {
      speed < 0 ? (-speed * early, -speed * late) : (speed * late, speed * early)
    }
  }
  /// Seconds of the layer's time per second of media time.
  private(set) var rate = Float(1)

  /// The clock of a layer, with the copies that there are at a media time.
  ///
  /// - Complexity: O(*n*) for *n* layers above it.
  init(of id: LayerID, in tree: RenderTree, at time: Double) {
    var next: LayerID? = id
    var depth = 0
    // Seconds of the superlayer's time for a second of the time of the layers that are looked at.
    var between = 1.0
    // Replicators with animations, from the layer up, and the index of the first timing above each.
    var animated: [(id: LayerID, between: Double, above: Int)] = []
    while let current = next, depth <= tree.count {
      next = tree.withNode(current) { node in
        let below = between
        if !node.state.hasUntouchedTiming {
          if depth == 0 { hasOwn = true } else { between *= Double(node.state.timing.speed) }
          timings.append(node.state.timing)
          rate *= node.state.timing.speed
        }
        if depth > 0, case .replicator(let box) = node.state.kind {
          if node.animations.isEmpty {
            copies.add(box.value.wholeDelay * below)
          } else {
            animated.append((current, below, timings.count))
          }
        }
        return node.parent
      }?.flatMap { $0 }
      depth += 1
    }
    if !animated.isEmpty { addCopies(of: animated, in: tree, at: time) }
  }

  /// Adds the copies of replicators with animations, from the top down: each one needs the time of the layers above it.
  private mutating func addCopies(
    of animated: [(id: LayerID, between: Double, above: Int)],
    in tree: RenderTree,
    at time: Double
  ) {
    var (parent, above) = (time, timings.count)
    for replicator in animated.reversed() {
      while above > replicator.above {
        above -= 1
        parent = timings[above].localTime(atParent: parent)
      }
      let state = tree.withNode(replicator.id) { $0.evaluated(parentTime: parent).state }
      guard case .replicator(let box) = state?.kind else { continue }
      copies.add(box.value.wholeDelay * replicator.between)
    }
  }

  /// The superlayer's time and the layer's at a media time.
  func times(at mediaTime: Double) -> (parent: Double, local: Double) {
    let above = hasOwn ? timings.dropFirst() : timings[...]
    let parent = above.reversed().reduce(mediaTime) { $1.localTime(atParent: $0) }
    return (parent, hasOwn ? timings[0].localTime(atParent: parent) : parent)
  }

  /// The media time of a time of the layer; infinity if its clock is stopped.
  func mediaTime(_ local: Double) -> Double { unwind(local, timings[...]) }

  /// The media time of a time of the superlayer.
  func parentClockTime(_ time: Double) -> Double { unwind(time, hasOwn ? timings.dropFirst() : timings[...]) }

  private func unwind(_ time: Double, _ clocks: ArraySlice<TimingState>) -> Double {
    var time = time
    for timing in clocks {
      guard timing.speed != 0 else { return .infinity }
      time = timing.parentTime(atLocal: time)
    }
    return time
  }
}

extension ReplicatorState {
  /// How much later the last copy is than the first, in seconds.
  fileprivate var wholeDelay: Double {
    guard instanceDelay.isFinite, instanceCount > 1 else { return 0 }
    return Double(instanceCount - 1) * instanceDelay
  }
}

extension AnimationRecord {
  /// True if the animation moves at a time between two.
  fileprivate func isMoving(from first: Double, to last: Double) -> Bool {
    if isMoving(at: first) || isMoving(at: last) { return true }
    return first < timing.beginTime && timing.beginTime < last && isMoving(at: timing.beginTime)
  }
}

extension RenderNode {
  /// True if particles that finished states of the emitter or animations of it gave birth to may live between two times.
  fileprivate func emits(from first: Double, to last: Double) -> Bool {
    if first < EmitterSpan.end(of: emitterSpans) { return true }
    guard case .emitter(let box) = state.kind, !animations.isEmpty, !box.value.cells.isEmpty else {
      return false
    }
    let life = EmitterSpan.longestLife(in: box.value)
    return animations.contains { $0.timing.beginTime <= last && first < $0.endTime + life }
  }
}

extension LayerState {
  /// True if the contents may change in each frame, independent of the layer's clock.
  fileprivate var isLive: Bool {
    if case .live(let live) = contents { live.changesByItself } else { false }
  }

  /// True if the layer emits particles.
  fileprivate var emits: Bool {
    guard case .emitter(let box) = kind else { return false }
    return box.value.birthRate > 0 && !box.value.cells.isEmpty
  }
}
