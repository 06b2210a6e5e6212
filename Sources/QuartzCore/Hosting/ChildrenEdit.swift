import StrataBase
import StrataRenderTree

/// What displays changed in the sublayers and the mask of a layer, apart from what the program changes there.
///
/// It applies to the sublayers of any time: those that the program adds and removes are left alone.
struct ChildrenEdit {
  /// The sublayers after the last change, from back to front.
  private var order: [LayerID] = []
  /// Those that were added or moved.
  private var placed: Set<LayerID> = []
  private var removed: Set<LayerID> = []
  /// The new mask, or none; nil if the mask stays.
  private var mask: LayerID??

  /// No change.
  init() {}

  /// The change from one state of a layer to another.
  init(from former: ChildrenUpdate, to entry: ChildrenUpdate) { add(entry, after: former) }

  /// Adds a change.
  mutating func add(_ entry: ChildrenUpdate, after former: ChildrenUpdate) {
    let (listed, known) = (Set(entry.children), Set(former.children))
    placed.formUnion(listed.subtracting(known))
    let (before, after) = (former.children.filter(listed.contains), entry.children.filter(known.contains))
    if before != after {
      for case .insert(_, let id, _) in after.difference(from: before) { placed.insert(id) }
    }
    placed.formIntersection(listed)
    removed.formUnion(known.subtracting(listed))
    removed.subtract(listed)
    order = entry.children
    if entry.mask != former.mask { mask = .some(entry.mask) }
  }

  /// Gives up what a change of the program replaces.
  mutating func refresh(_ entry: ChildrenUpdate, after former: ChildrenUpdate) {
    let (listed, known) = (Set(entry.children), Set(former.children))
    placed.subtract(known.subtracting(listed))
    removed.subtract(listed.subtracting(known))
    if placed.isSubset(of: listed) { order = entry.children }
    if mask != nil, entry.mask != former.mask { mask = .some(entry.mask) }
  }

  /// Returns what a layer has after the changes; what was added lies above the same neighbour as far as that exists.
  func applied(to former: ChildrenUpdate) -> ChildrenUpdate {
    let others = former.children.filter { !placed.contains($0) && !removed.contains($0) }
    let known = Set(others)
    var above: [LayerID?: [LayerID]] = [:]
    var neighbour: LayerID?
    for id in order {
      if placed.contains(id) {
        above[neighbour, default: []].append(id)
      } else if known.contains(id) {
        neighbour = id
      }
    }
    var children = above[nil] ?? []
    for id in others { children += [id] + (above[id] ?? []) }
    return ChildrenUpdate(parent: former.parent, children: children, mask: mask ?? former.mask)
  }
}

extension RenderTree {
  /// The sublayers and the mask of a layer; none if the tree does not hold it.
  func childrenUpdate(of id: LayerID) -> ChildrenUpdate {
    ChildrenUpdate(parent: id, children: children(of: id), mask: withNode(id) { $0.mask } ?? nil)
  }
}
