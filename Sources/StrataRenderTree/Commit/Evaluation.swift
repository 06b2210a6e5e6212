extension RenderTree {
  /// The state of a layer with its animations applied, and the layer's own time, when its superlayer's time is
  /// `parentTime`; the root's superlayer time is media time.
  ///
  /// A layer outside its active interval, and one that the tree does not hold, is hidden.
  package func evaluate(_ id: LayerID, parentTime: Double) -> (state: LayerState, localTime: Double) {
    if let evaluated = withNode(id, { $0.evaluated(parentTime: parentTime) }) { return evaluated }
    var state = LayerState()
    state.isHidden = true
    return (state, parentTime)
  }

  /// Calls `body` with what ``evaluate(_:parentTime:)`` returns; does nothing if the tree does not hold the layer.
  ///
  /// Costs one copy of the state, and none where nothing of the layer moves: for looking at many layers. The state lies
  /// there during the call only. Not generic, as a caller in another module would run it unspecialised; a pointer, as a
  /// parameter of its type would be one more copy.
  package func withState(
    of id: LayerID,
    parentTime: Double,
    _ body: (_ state: UnsafePointer<LayerState>, _ localTime: Double) -> Void
  ) {
    guard let node = place(of: id), let committed = node.pointer(to: \.state) else { return }
    if node.pointee.animations.isEmpty, committed.pointee.hasUntouchedTiming {
      body(committed, parentTime)
      return
    }
    withUnsafeTemporaryAllocation(of: LayerState.self, capacity: 1) { space in
      guard let state = space.baseAddress else { return }
      state.initialize(from: committed, count: 1)
      defer { state.deinitialize(count: 1) }
      let localTime = RenderNode.evaluate(&state.pointee, node.pointee.animations, parentTime: parentTime)
      body(state, localTime)
    }
  }

  /// The layer's own time at a media time: the clocks of its superlayers, from the root down, one after another.
  package func localTime(of id: LayerID, at mediaTime: Double) -> Double {
    ancestry(of: id).reversed().reduce(mediaTime) { time, id in
      withNode(id) { $0.localTime(atParent: time) } ?? time
    }
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
