import StrataBase
import StrataRaster
import StrataRenderTree

/// A step of the walk through a tree; an explicit stack of them takes the place of recursion.
enum Step {
  case visit(Visit)
  /// All sublayers of a pending layer are drawn, or its mask is.
  case leave(Int32)
  /// The mask of a pending layer is drawn, from this open item on.
  case closeMask(Int32, start: Int)
  /// The next copy of a replicator.
  case replica(Int32)
  /// A member of an arrangement is drawn.
  case endMember(Int32)
  /// All members of an arrangement are drawn.
  case arrange(Int32)
  /// The particles of an emitter that keeps their depth.
  case particles(Int32)
  /// The picture of a rasterized layer is drawn.
  case showBitmap(Int32)
  /// The mask of a layer in transition is drawn, which limits its filtered backdrop.
  case closeTransitionMask(Int32)
  /// The picture that a transition comes from is drawn.
  case closeOldPicture(Int32)
  /// Both pictures of a transition are drawn.
  case showTransition(Int32)
}

/// The steps still to take, the scopes that layers inherit from, and the trees that the layers are in.
///
/// A step remembers how many scopes there were when it was pushed. When it is popped, the scopes that were entered since
/// then are dropped. So a scope lasts exactly as long as the steps that were pushed after it, and none is dropped by
/// hand. (Flutter's `LayerStateStack` restores inherited state in the same way.)
struct TreeWalk {
  private struct Entry {
    var step: Step
    var scopeCount: Int32
  }

  private var steps: [Entry] = []
  private(set) var scopes: [Scope] = []
  private var trees: [RenderTree] = []
  /// Layers visited so far, copies of replicators counted.
  private(set) var visits = 0

  /// Starts a walk without steps and scopes; the trees stay.
  mutating func begin() {
    steps.removeAll(keepingCapacity: true)
    scopes.removeAll(keepingCapacity: true)
    visits = 0
  }

  // MARK: Steps and scopes

  mutating func push(_ step: Step) {
    steps.append(Entry(step: step, scopeCount: Int32(truncatingIfNeeded: scopes.count)))
  }

  /// The next step; scopes entered since it was pushed are dropped.
  mutating func pop() -> Step? {
    guard let entry = steps.popLast() else { return nil }
    let count = Int(entry.scopeCount)
    if scopes.count > count { scopes.removeLast(scopes.count - count) }
    return entry.step
  }

  /// Adds a scope for the steps that are pushed from now on, and returns its index.
  mutating func enter(_ scope: Scope) -> Int32 {
    scopes.append(scope)
    return Int32(scopes.count - 1)
  }

  func scope(_ index: Int32) -> Scope { scopes[Int(index)] }

  /// Counts a visit; false if there were too many.
  mutating func countVisit() -> Bool {
    visits += 1
    return visits <= FrameBuilder.visitLimit
  }

  // MARK: Trees

  /// Adds a tree and returns its index.
  mutating func add(_ tree: RenderTree) -> Int32 {
    trees.append(tree)
    return Int32(trees.count - 1)
  }

  /// Drops all trees but the first ones.
  mutating func keepTrees(_ count: Int) { trees.removeSubrange(min(count, trees.count)...) }

  func tree(_ index: Int32) -> RenderTree { trees[Int(index)] }

  /// Calls `body` with the place of one of the trees, which must not be kept.
  @inline(__always) func withTree<Result>(_ index: Int32, _ body: (UnsafePointer<RenderTree>) -> Result?)
    -> Result?
  {
    trees.withUnsafeBufferPointer { trees in
      trees.indices.contains(Int(index)) ? trees.baseAddress.flatMap { body($0 + Int(index)) } : nil
    }
  }

  /// The states that an emitter had while the particles that can be seen at a local time were born (rendering EM-18).
  func spans(of emitter: EmitterState, _ id: LayerID, tree: Int32, at time: Double) -> [EmitterSpan] {
    trees[Int(tree)].withNode(id) { EmitterCourse($0).spans(until: time) } ?? [EmitterSpan(state: emitter)]
  }
}
