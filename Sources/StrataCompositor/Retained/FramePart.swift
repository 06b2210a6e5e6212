import StrataBase
import StrataFrame
import StrataRenderTree

/// A small frame of neighbouring items that is built and kept as one.
final class FramePart {
  /// Its own small frame, whose last pass belongs to the target, as plans share it.
  private(set) var shared = CopyOnWrite(Frame())
  var frame: Frame {
    _read { yield shared.value }
    _modify { yield &shared.value }
  }
  /// The signatures of its items as they are, which is read here if items only moved since.
  var list: DamageList {
    _read {
      catchUp()
      yield record
    }
    _modify {
      catchUp()
      yield &record
    }
  }
  private var record = DamageList()
  /// True if items moved since the signatures were read.
  private var isBehind = false
  /// The keys of the surface pixels that items use, by the items' indices.
  var keys: [Int32: SurfaceKey] { record.keys }
  var bounds = PixelRect.empty
  /// The pixels that items moved over and that are not in the damage yet.
  var movedOver: [PixelRect] = []
  var backdrops: [Backdrop] = []
  /// Where it is in the list of all parts; negative before it is.
  var place = -1

  private func catchUp() {
    guard isBehind else { return }
    isBehind = false
    record.catchUp(with: frame)
  }

  /// Calls `body` with what gives items other places.
  ///
  /// Their signatures are not read: the next frame mostly moves them again.
  func moveItems(_ body: (inout ItemMover) -> Void) {
    bounds = frame.moveItems(&movedOver, body)
    isBehind = true
  }

  /// Takes the frame, so that the next one may reuse its memory.
  func takeFrame() -> Frame {
    catchUp()
    var taken = Frame()
    swap(&taken, &frame)
    return taken
  }
}

/// A place in the retained frame: neighbouring layers that are drawn together, or an open layer with nodes of its own.
final class FrameNode {
  unowned let parent: FrameNode?
  let depth: Int
  /// The layers, each with everything below it; one where the node is open.
  let layers: [LayerID]
  /// The items of the layers; of an open one the items below its sublayers.
  let part = FramePart()
  /// The nodes inside an open layer; nil if the node is not open.
  var inside: OpenNode?

  /// True if it is not part of the frame any more.
  var isRetired = false
  /// True if it must be built anew.
  private(set) var isDirty = true
  /// True if it must be built because its layers moved or faded, and for no other reason.
  private(set) var hasOnlyMoved = false
  /// Its leaves, if they have moved before and can be moved without building the node.
  var movable: MovableLeaves?
  /// True if it is in its parent's list of changed nodes.
  var isListed = false
  /// True if its picture may differ at another time.
  var isTimed = false
  /// True if its picture may also differ at the same time of the same tree.
  var isLive = false
  var isListedAsTimed = false
  /// True if it is a single layer with so many layers below it that it should be open.
  var mayOpen = false
  /// True if the sizes of the subtrees of its layers may have changed.
  var mustBeLinked = false
  /// The pixels by which its picture moves without another change; nil if it must be built.
  var shift: SIMD2<Int32>?
  /// True if another thread has moved its leaves, which is not shown yet.
  var isMovedAhead = false
  /// The part that another thread built for it and that is not shown yet.
  var prebuilt: BuiltPart?
  /// Memory for the signatures of its next items.
  var spareList: DamageList?
  /// Only the thread that draws may build it.
  var needsOwnerThread = false
  /// The extent of its layers, in their superlayer's plane.
  var extent = LayerExtent.unknown
  /// The only layer that changed since the node was built.
  var changed: LayerID?
  var changedBefore: LayerID?

  init(parent: FrameNode?, layers: [LayerID]) {
    (self.parent, self.layers) = (parent, layers)
    depth = parent.map { $0.depth + 1 } ?? 0
  }

  /// Notes that the node must be built anew.
  func markDirty() { (isDirty, hasOnlyMoved) = (true, false) }

  /// Notes that the node is built, or about to be.
  func markBuilt() { (isDirty, hasOnlyMoved) = (false, false) }

  /// Notes that a layer of the node, or one below it, changed; `moves` is true if one of its own layers only moved.
  func note(_ layer: LayerID, moves: Bool = false) {
    if !isDirty {
      changed = layer
    } else if changed != layer {
      changed = nil
    }
    hasOnlyMoved = moves && (!isDirty || hasOnlyMoved)
    isDirty = true
    shift = nil
    extent = .unknown
  }

  /// True if several of its layers changed, so that further changes make no difference.
  var isCrowd: Bool {
    guard inside == nil, isDirty, isListed, changed == nil, case .unknown = extent else { return false }
    return true
  }

  /// Calls `body` with the parts of the node in painting order.
  func forEachPart(_ body: (FramePart) -> Void) {
    body(part)
    guard let inside else { return }
    for child in inside.children { child.forEachPart(body) }
    if let above = inside.above { body(above) }
  }
}

/// The frame that a builder made of a node.
struct BuiltPart {
  var frame: Frame
  /// The signatures of the items, if they were read already.
  var list: DamageList?
  /// What is known of its layers.
  var traits = FrameTraits()
  /// True if it is the node's former frame, moved.
  var isMoved = false
}

/// The inside of an open layer.
final class OpenNode {
  var inner: Surroundings
  /// The items of the layer over its sublayers.
  var above: FramePart?
  /// In painting order.
  var children: [FrameNode] = []
  /// Children that changed, or below which something changed.
  var listed: [FrameNode] = []
  /// True if the sublayers must be distributed among nodes anew.
  var mustLink = true
  /// True if depths may have changed.
  var mustSort = false
  /// Sublayers that may have a depth, and how deep they are.
  var depths: [Depth] = []
  var deep: Set<LayerID> = []
  var sublayers: SublayerTraits?
  /// Sublayers that change so often that each has a node of its own, with the number of the update that last built it.
  var busy: [LayerID: Int] = [:]

  struct Depth: Equatable {
    var layer: LayerID
    var z: Double
  }

  init(inner: Surroundings) { self.inner = inner }
}
