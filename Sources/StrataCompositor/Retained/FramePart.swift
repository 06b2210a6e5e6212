import StrataBase
import StrataRenderTree

/// A stretch of the frame that is built and kept as one.
final class FramePart {
  /// Its own small frame, whose last pass belongs to the target, as plans share it.
  private(set) var shared = CopyOnWrite(Frame())
  var frame: Frame {
    _read { yield shared.value }
    _modify { yield &shared.value }
  }
  /// What its items say.
  var list = DamageList()
  var bounds = PixelRect.empty
  var backdrops: [Backdrop] = []
  /// Where it is in the list of all parts; negative before it is.
  var place = -1
}

/// A place in the retained frame: neighbouring layers that are drawn together, or an open layer with nodes of its own.
final class FrameNode {
  unowned let parent: FrameNode?
  let depth: Int
  /// The layers, each with everything below it; one where the node is open.
  let layers: [LayerID]
  /// What the layers paint; of an open one what lies below its sublayers.
  let part = FramePart()
  /// What is below an open layer.
  var inside: OpenNode?

  /// It is no longer part of the frame.
  var isRetired = false
  /// It must be built anew.
  var isDirty = true
  /// It is in its parent's list of nodes with news.
  var isListed = false
  /// Its picture may differ at another time.
  var isTimed = false
  var isListedAsTimed = false
  /// It is a single layer with so much below it that it should be open.
  var mayOpen = false
  /// The sizes of what is below its layers may have changed.
  var mustBeLinked = false
  /// By how many pixels its picture moves and does not change otherwise; nil where it must be built.
  var shift: SIMD2<Int32>?
  /// What was built for it on another thread and is not shown yet.
  var ahead: BuiltPart?
  /// Memory for what its items will say.
  var spareList: DamageList?
  /// What it paints may be built by the thread that draws only.
  var mustAskOwner = false
  /// What it may paint, in its superlayer's plane.
  var extent = LayerExtent.unknown
  /// The only layer that changed since the node was built, and the one before that.
  var changed: LayerID?
  var changedBefore: LayerID?

  init(parent: FrameNode?, layers: [LayerID]) {
    (self.parent, self.layers) = (parent, layers)
    depth = parent.map { $0.depth + 1 } ?? 0
  }

  /// Notes that a layer of the node, or one below it, has news.
  func note(_ layer: LayerID) {
    if !isDirty {
      changed = layer
    } else if changed != layer {
      changed = nil
    }
    isDirty = true
    shift = nil
    extent = .unknown
  }

  /// Whether several of its layers have news, so that further ones tell nothing.
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

/// What a builder made of a node.
struct BuiltPart {
  var frame: Frame
  /// What the items say, if that was read already.
  var list: DamageList?
  /// Its picture may differ at another time.
  var isTimed: Bool
  /// It is what the node showed before, elsewhere.
  var isMoved = false
}

/// What is inside an open layer.
final class OpenNode {
  var inner: Surroundings
  /// What the layer paints over its sublayers.
  var above: FramePart?
  /// In painting order.
  var children: [FrameNode] = []
  /// Children with news, or with news below them.
  var listed: [FrameNode] = []
  /// The sublayers must be distributed among nodes anew.
  var mustLink = true
  /// Depths may have changed.
  var mustSort = false
  /// Sublayers that may have a depth, and how deep they are.
  var depths: [Depth] = []
  var deep: Set<LayerID> = []
  var family: FrameBuilder.Family?
  /// Sublayers that change so often that each has a node of its own.
  var busy: Set<LayerID> = []

  struct Depth: Equatable {
    var layer: LayerID
    var z: Double
  }

  init(inner: Surroundings) { self.inner = inner }
}
