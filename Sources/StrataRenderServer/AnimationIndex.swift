import StrataBase
import StrataRenderTree

/// The animations of a tree at a moment.
struct Activity {
  /// True if every frame may differ from the one before.
  var isMoving = false
  /// The media time at which the next animation or layer begins or ends; infinity if none does.
  var nextEvent = Double.infinity
  /// The combined frame rate that moving animations ask for; none if one of them asks for no rate, as it needs every frame
  /// of the display.
  var frameRate = FrameRateHint()
  /// True if a layer must be displayed again for each frame.
  var redraws = false
}

/// The layers of a tree that change by themselves.
///
/// It saves a search of the tree in each frame.
struct AnimationIndex {
  private var watched: Set<LayerID> = []

  /// The index of an empty tree.
  init() {}

  /// The index of a tree, found by a search of all layers.
  init(of tree: RenderTree) { watched = Set(tree.layers.lazy.filter { Self.changesByItself($0, in: tree) }) }

  /// Updates the index for a commit, after the tree has applied it.
  ///
  /// Moves do not matter.
  mutating func update(for commit: Commit, in tree: RenderTree) {
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
  func activity(in tree: RenderTree, at time: Double) -> Activity {
    var activity = Activity()
    var wishes = FrameRateHint()
    var everyFrame = false
    for id in watched {
      let clock = LayerClock(of: id, in: tree)
      let (parent, local) = clock.times(at: time)
      tree.withNode(id) { node in
        if !node.state.hasUntouchedTiming, let event = node.state.timing.nextEventTime(after: parent) {
          activity.nextEvent = min(activity.nextEvent, clock.parentClockTime(event))
        }
        let runs = clock.rate != 0
        let emits = node.state.emits || local < EmitterSpan.end(of: node.emitterSpans)
        if emits && runs || node.state.isLive { (activity.isMoving, everyFrame) = (true, true) }
        for record in node.animations where !record.isDropped(at: local) {
          if runs, record.isMoving(at: local) {
            activity.isMoving = true
            if record.redraws { activity.redraws = true }
            let wish = record.frameRate(at: local)
            if wish.isNone { everyFrame = true }
            wishes = wishes.merged(with: wish)
          }
          guard let event = record.nextEventTime(after: local), runs else { continue }
          // Time that runs backwards reaches events in another order; evaluating each frame finds them.
          if clock.rate < 0 { (activity.isMoving, everyFrame) = (true, true) }
          activity.nextEvent = min(activity.nextEvent, clock.mediaTime(event))
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
  /// Seconds of the layer's time per second of media time.
  private(set) var rate = Float(1)

  init(of id: LayerID, in tree: RenderTree) {
    var next: LayerID? = id
    var depth = 0
    while let current = next, depth <= tree.count {
      next = tree.withNode(current) { node in
        if !node.state.hasUntouchedTiming {
          if depth == 0 { hasOwn = true }
          timings.append(node.state.timing)
          rate *= node.state.timing.speed
        }
        return node.parent
      }?.flatMap { $0 }
      depth += 1
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
