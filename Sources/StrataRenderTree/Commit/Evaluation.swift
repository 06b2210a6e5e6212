package import StrataBase

extension RenderTree {
  /// The layer's own time at a media time: the clocks of its superlayers, from the root down, one after another.
  package func localTime(of id: LayerID, at mediaTime: Double) -> Double {
    ancestry(of: id).reversed().reduce(mediaTime) { time, id in
      withNode(id) { $0.localTime(atParent: time) } ?? time
    }
  }
}

extension LayerState {
  /// True while an animation hides or shows the layer and not all of it is seen.
  @inline(__always)
  package var isFading: Bool { visibility < 1 }

  /// Turns the presented state of a layer that fades into the state that is drawn.
  package mutating func fade() {
    isHidden = visibility <= 0
    opacity = min(max(opacity, 0), 1) * visibility
    visibility = 1
  }
}

extension RenderNode {
  /// The node's own time when its parent's is `parentTime`.
  package func localTime(atParent parentTime: Double) -> Double {
    state.hasUntouchedTiming ? parentTime : state.timing.localTime(atParent: parentTime)
  }

  /// The state with animations applied, and the layer's own time.
  package func evaluated(parentTime: Double) -> (state: LayerState, localTime: Double) {
    var state = state
    let localTime = Self.evaluate(&state, animations, parentTime: parentTime)
    return (state, localTime)
  }

  /// Applies animations to a state; returns the layer's own time.
  @inline(__always)
  static func evaluate(
    _ state: inout LayerState,
    _ animations: [AnimationRecord],
    parentTime: Double
  ) -> Double {
    var localTime = parentTime
    if !state.hasUntouchedTiming {
      let timing = state.timing
      localTime = timing.localTime(atParent: parentTime)
      if !timing.isVisible(atParent: parentTime) { state.isHidden = true }
    }
    guard !animations.isEmpty else { return localTime }
    animations.withUnsafeBufferPointer { records in
      guard let first = records.baseAddress else { return }
      for i in records.indices { AnimationRecord.applyHeld(first + i, at: localTime, to: &state) }
    }
    return localTime
  }
}
