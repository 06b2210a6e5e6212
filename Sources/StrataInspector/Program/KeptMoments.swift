#if Inspector
  package import StrataRenderServer
  package import StrataRenderTree

  /// The trees that a program showed in the last seconds, within a budget of bytes.
  ///
  /// The render tree is persistent: trees that follow each other share what did not change. A kept tree therefore costs what the
  /// next commit replaced: chunks of sixteen nodes, pictures, and a constant for its tables. Frames without a commit cost nothing,
  /// since animations are evaluated from the tree of their time.
  package struct KeptMoments {
    private struct Entry {
      var shown: ShownTree
      /// The bytes that go when this entry does; 0 for the last one, which is the program's.
      var bytes = 0
    }
    private var entries: [Entry] = []
    /// The time of the last frame; later than the last tree while animations run.
    private var lastTime = 0.0
    /// The estimated bytes of all trees but the last.
    package private(set) var bytes = 0
    private let budget: Int
    /// The moment from which a film is recorded, so that nothing after it goes with age; nil while none is.
    package var recordingStart: Double?

    /// How many seconds are kept.
    static let span = 10.0
    /// The most bytes that are kept; the oldest trees go first, also those of a recording.
    package static let usualBudget = 256 << 20
    /// The estimate for the tables of a tree, in bytes.
    private static let overhead = 2 << 10

    /// Keeps nothing yet.
    package init(budget: Int = KeptMoments.usualBudget) { self.budget = budget }

    /// The trees with the times from which they hold, oldest first.
    package var trees: [ShownTree] { entries.map(\.shown) }

    /// The first and the last moment that can be shown; zeros before there is one.
    package var range: (from: Double, to: Double) {
      guard let first = entries.first else { return (0, 0) }
      let start = min(lastTime - Self.span, recordingStart ?? .infinity)
      return (max(first.shown.time, start), lastTime)
    }

    /// Takes in the tree of a frame.
    package mutating func add(_ shown: ShownTree) {
      lastTime = max(lastTime, shown.time)
      if let last = entries.last?.shown.tree, last.sequence == shown.tree.sequence,
        last.root == shown.tree.root
      {
        return drop()
      }
      if let last = entries.indices.last {
        let cost = entries[last].shown.tree.bytes(besides: shown.tree) + Self.overhead
        entries[last].bytes = cost
        bytes += cost
      }
      entries.append(Entry(shown: shown))
      drop()
    }

    /// Drops what is too old or too much.
    private mutating func drop() {
      let start = min(lastTime - Self.span, recordingStart ?? .infinity)
      var count = 0
      // A tree holds until the next one.
      while count + 1 < entries.count, entries[count + 1].shown.time <= start || bytes > budget {
        bytes -= entries[count].bytes
        count += 1
      }
      if count > 0 { entries.removeFirst(count) }
    }

    /// The tree of a time: the last one that came before it.
    package func tree(at time: Double) -> RenderTree? {
      entries.current(at: time) { $0.shown.time }?.shown.tree
    }
  }
#endif
