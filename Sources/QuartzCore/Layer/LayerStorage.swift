import CoreGraphics
import Foundation
import StrataBase
import StrataRenderTree

/// The values of one layer, behind the single stored property of ``CALayer``.
///
/// Owned by the thread that uses the layer. Fields that every change touches have no checks of exclusive access,
/// which would cost more than the access itself: code reads or stores one value and calls nothing meanwhile.
final class LayerStorage {
  // What every change and commit reads lies together, as layers are many and caches small.
  @exclusivity(unchecked) var flags: LayerFlags = []
  @exclusivity(unchecked) var id: LayerID?
  /// The changes since the last commit; not empty exactly while a transaction has the layer on its list.
  @exclusivity(unchecked) var changes: Aspect = []
  /// The host that shows the tree; nil unless the layer is attached to a hosted tree.
  @exclusivity(unchecked) var host: LayerHost?
  /// The rows that the program set, to any value: archives hold these, and styles leave them alone.
  @exclusivity(unchecked) private var setRows = RowSet()
  /// The values that the render side needs.
  @exclusivity(unchecked) var state: LayerState
  private(set) var setNames: Set<String> = []

  /// The parent, or the masked layer; not retained, and cleared when it is destroyed.
  @exclusivity(unchecked) unowned(unsafe) var superlayer: CALayer? {
    didSet { host?.eventsMayMove(below: self) }
  }
  var sublayers: [CALayer] = []
  var mask: CALayer?

  /// The rectangle marked for display, in layer coordinates; nil while the whole layer is.
  var pendingDisplay: CGRect?
  var animations = AttachedAnimations()
  /// Animations of layers above that apply to this layer.
  var forwarded: [ForwardedAnimation] = []
  weak var delegate: (any CALayerDelegate)?

  /// Set on copies made for presentation.
  var presentation: PresentationOrigin?

  /// Rare values that no renderer needs.
  var extras: LayerExtras {
    _read {
      if let rareExtras { yield rareExtras.value } else { yield LayerExtras.initial }
    }
    _modify {
      let box = rareExtras ?? ExtrasBox(LayerExtras.initial)
      rareExtras = box
      yield &box.value
    }
  }
  @exclusivity(unchecked) private var rareExtras: ExtrasBox?

  /// True if no rare value was ever set.
  var hasUntouchedExtras: Bool { rareExtras == nil }

  private final class ExtrasBox {
    var value: LayerExtras
    init(_ value: LayerExtras) { self.value = value }
  }

  /// Storage of a new layer of `type`.
  init(for type: CALayer.Type) {
    let initial = LayerDefaults.initial(of: type)
    state = initial.state
    rareExtras = initial.extras.map { ExtrasBox($0) }
    if case .emitter = state.kind { flags.insert(.hasCells) }
  }

  /// Storage of a presentation copy of `layer`.
  init(copying layer: CALayer) {
    let original = layer.storage
    state = original.state
    setRows = original.setRows
    setNames = original.setNames
    rareExtras = original.rareExtras.map { ExtrasBox($0.value) }
    rareExtras?.value.observers = []
    rareExtras?.value.committedCustom = nil
    delegate = original.delegate
    flags = original.flags.intersection(.isCommitted).union(.isCopy)
    presentation = PresentationOrigin(model: original.presentation?.model ?? layer)
  }

  /// The rows of the layer's class.
  var table: PropertyTable<LayerState> { LayerSchema.table(of: state.kind.layerClass) }

  /// The object of the `contents` property, as the program set it.
  var contentsObject: Any? {
    if let object = extras.contents { return object }
    return state.contents.wrapped
  }

  /// The values under undeclared keys at the start of the open transaction.
  var committedCustom: [String: Any] { formerCustom ?? extras.custom }

  /// Those that the open transaction has replaced; nil if it changed none.
  var formerCustom: [String: Any]? { rareExtras?.value.committedCustom }

  /// Keeps the values under undeclared keys, before the first change of one, for presentations until the next commit.
  func keepCommittedCustom() {
    guard host != nil, flags.contains(.isCommitted), extras.committedCustom == nil else { return }
    extras.committedCustom = extras.custom
  }

  /// Drops the former values under undeclared keys: a commit has taken the new ones, or the layer has left its host.
  func dropCommittedCustom() {
    if formerCustom != nil { rareExtras?.value.committedCustom = nil }
  }

  /// The animations that a presentation of the layer shows, by the numbers of their frozen forms.
  var attachedIDs: Set<UInt64> {
    var ids = Set(animations.map(\.id))
    for attached in animations { if let replaced = attached.replaced { ids.insert(replaced.id) } }
    for entry in forwarded where entry.attached.isOnScreen { ids.insert(entry.attached.id) }
    return ids
  }

  /// Notes that a program set the property of a row.
  @inline(__always)
  func noteSet(_ number: UInt8?, _ key: String) {
    if let number { setRows.insert(number) } else { noteSet(name: key) }
  }

  func noteSet(name: String) { setNames.insert(name) }

  func wasSet(_ row: any PropertyRow<LayerState>) -> Bool {
    row.number.map { setRows.contains($0) } ?? setNames.contains(row.key)
  }

  /// Returns the move of a committed layer that only moved since, and marks it as committed; nil for any other layer.
  @inline(__always)
  func takeMove(as id: LayerID) -> LayerMove? {
    guard changes.isSubset(of: .moving),
      flags.intersection([.isCommitted, .childrenChanged]) == .isCommitted
    else { return nil }
    changes = []
    return LayerMove(id: id, position: state.position, opacity: state.opacity)
  }

  /// A commit of moves reads the first so many bytes of an object.
  static let bytesOfMoves = 96

  /// Detaches a layer that is destroyed, without recursion: a deep tree must not need a deep stack.
  func dismantle() {
    if let host, let id { host.forget(id) }
    for attached in animations.removeAll() { attached.layerIsGone() }
    forwarded = []
    var orphans = sublayers
    sublayers = []
    if let mask { orphans.append(mask) }
    mask = nil
    for orphan in orphans { orphan.storage.superlayer = nil }
    while var orphan = orphans.popLast() {
      guard isKnownUniquelyReferenced(&orphan) else { continue }
      let storage = orphan.storage
      for child in storage.sublayers {
        child.storage.superlayer = nil
        orphans.append(child)
      }
      storage.sublayers = []
      if let mask = storage.mask {
        mask.storage.superlayer = nil
        orphans.append(mask)
        storage.mask = nil
      }
    }
  }
}

/// Flags of a layer.
struct LayerFlags: OptionSet {
  let rawValue: UInt32

  static let needsLayout = LayerFlags(rawValue: 1 << 0)
  static let needsDisplay = LayerFlags(rawValue: 1 << 1)
  static let isInLayout = LayerFlags(rawValue: 1 << 2)
  static let isCopy = LayerFlags(rawValue: 1 << 3)
  /// A commit of its host included the layer.
  static let isCommitted = LayerFlags(rawValue: 1 << 4)
  /// Children or mask changed since the last commit.
  static let childrenChanged = LayerFlags(rawValue: 1 << 5)
  /// Left a hosted tree in the open transaction.
  static let isLeaving = LayerFlags(rawValue: 1 << 6)
  /// The layer is the mask of its superlayer.
  static let isMask = LayerFlags(rawValue: 1 << 7)
  /// The contents are a backing store of the layer's own.
  static let ownsContents = LayerFlags(rawValue: 1 << 8)
  static let isEnlisted = LayerFlags(rawValue: 1 << 9)
  /// The commit under way has laid the layer out in this round.
  static let wasLaidOut = LayerFlags(rawValue: 1 << 10)
  /// Stands for a layer that has left the model and fades out.
  static let isDeparting = LayerFlags(rawValue: 1 << 11)
  /// Observers are notified of changes.
  static let isObserved = LayerFlags(rawValue: 1 << 12)
  /// What provides the contents follows the host that shows the layer.
  static let followsHost = LayerFlags(rawValue: 1 << 13)
  /// An emitter, whose cells a program may change without notifying the layer.
  static let hasCells = LayerFlags(rawValue: 1 << 14)
  /// The layer of a view whose y axis points down: without a host, its tree stands as in one whose y points down.
  static let pointsDown = LayerFlags(rawValue: 1 << 15)
  /// The backing store was drawn with the y axis pointing down.
  static let drewFlipped = LayerFlags(rawValue: 1 << 16)
  static let ofDrawing: LayerFlags = [.ownsContents, .drewFlipped]
}

/// The values of a layer that no renderer needs; few layers have any.
struct LayerExtras {
  var name: String?
  var actions: [String: any CAAction]?
  var style: [AnyHashable: Any]?
  var layoutManager: (any CALayoutManager)?
  var constraints: [CAConstraint]?
  var autoresizingMask: CAAutoresizingMask = []
  var needsDisplayOnBoundsChange = false
  var drawsAsynchronously = false
  var wantsDynamicContentScaling = false
  var wantsExtendedDynamicRangeContent = false
  var preferredDynamicRange = CALayer.DynamicRange.standard
  var contentsHeadroom = CGFloat(0)
  var toneMapMode = CALayer.ToneMapMode.automatic

  /// Objects whose frozen form is in the state, as the program gave them.
  var contents: Any?
  var filters: [Any]?
  var backgroundFilters: [Any]?
  var compositingFilter: Any?
  var kindObjects: [String: Any] = [:]
  /// Values under undeclared keys that are objects; those that can be animated are in the state.
  var custom: [String: Any] = [:]
  /// Those at the start of the open transaction; nil if it changed none.
  var committedCustom: [String: Any]?

  var observers: [LayerObserver] = []
  /// What provides the contents outside of transactions.
  var follower: (any HostFollower)?

  nonisolated(unsafe) static let initial = LayerExtras()  // A constant without objects in it.
}
