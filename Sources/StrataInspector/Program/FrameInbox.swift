#if Inspector
  import StrataRenderServer
  import StrataRenderTree
  import Synchronization

  /// The trees that a render thread has shown and the inspector has not taken in yet.
  ///
  /// While frames follow each other, the render thread neither waits nor wakes a thread: the inspector looks again by
  /// itself until there are none. Waking a thread would cost a frame more than everything else that a page costs it.
  final class FrameInbox: Sendable {
    /// What has come: the trees with the times from which they hold, and the time of the last frame.
    struct Frames {
      var trees: [ShownTree] = []
      var lastTime = -Double.infinity
    }

    private struct State {
      var frames = Frames()
      /// True while the inspector looks again without being woken.
      var isAwake = false
    }
    private let state = Mutex(State())

    /// Takes in a frame; the cost is that of a lock that is held briefly.
    ///
    /// - Returns: True if the inspector has to be woken.
    func add(_ shown: ShownTree) -> Bool {
      state.withLock { state in
        state.frames.lastTime = shown.time
        let last = state.frames.trees.last?.tree
        if last?.sequence != shown.tree.sequence || last?.root != shown.tree.root {
          state.frames.trees.append(shown)
        }
        defer { state.isAwake = true }
        return !state.isAwake
      }
    }

    /// What has come since the last call; nil, and the next frame wakes the inspector, if nothing has.
    func take() -> Frames? {
      state.withLock { state in
        guard !state.frames.trees.isEmpty else {
          state.isAwake = false
          return nil
        }
        defer { state.frames = Frames() }
        return state.frames
      }
    }
  }
#endif
