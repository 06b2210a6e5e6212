import CoreGraphics
import Foundation
import StrataBase
import StrataRenderTree
import StrataTesting
import Testing

/// A slow and obvious tree: dictionaries of what layers are.
private struct Model {
  var states: [LayerID: CGFloat] = [:]
  var children: [LayerID: [LayerID]] = [:]

  func subtree(_ top: LayerID) -> [LayerID] {
    [top] + (children[top] ?? []).flatMap { subtree($0) }
  }

  func parent(of child: LayerID) -> LayerID? {
    children.first { $0.value.contains(child) }?.key
  }

  mutating func remove(_ top: LayerID) {
    if let parent = parent(of: top) { children[parent]?.removeAll { $0 == top } }
    for id in subtree(top) {
      states[id] = nil
      children[id] = nil
    }
  }
}

@Suite struct CommitHistoryTests {
  @Test(
    "Any history of commits leaves the tree that one full commit makes",
    arguments: 0..<150 as Range<UInt64>
  )
  func history(seed: UInt64) throws {
    var random = SeededRandom(seed)
    var slots = SlotAllocator()
    let root = slots.allocate()
    var model = Model(states: [root: 0], children: [root: []])
    var tree = RenderTree()
    tree.apply(Commit(sequence: 1, time: 0, root: root, updates: [update(root)]))

    for sequence in 2..<40 as Range<UInt64> {
      var commit = Commit(sequence: sequence, time: Double(sequence))
      var touched: Set<LayerID> = []
      for _ in 0...random.below(4) {
        let known = model.states.keys.sorted()
        let one = known[random.below(known.count)]
        switch random.below(4) {
        case 0:
          let fresh = slots.allocate()
          model.states[fresh] = CGFloat(random.below(100))
          model.children[fresh] = []
          model.children[one, default: []].insert(
            fresh,
            at: random.below((model.children[one]?.count ?? 0) + 1)
          )
          touched.insert(one)
          commit.updates.append(update(fresh, x: model.states[fresh] ?? 0))
        case 1:
          model.states[one] = CGFloat(random.below(100))
          commit.updates.append(update(one, x: model.states[one] ?? 0, .geometry))
        case 2 where one != root:
          // Moves a subtree; its new place is not inside of it.
          let outside = known.filter { !model.subtree(one).contains($0) }
          guard let target = outside.randomElement(using: &random.bits), let old = model.parent(of: one)
          else { break }
          model.children[old]?.removeAll { $0 == one }
          model.children[target, default: []].append(one)
          touched.formUnion([old, target])
        case 3 where one != root && !commit.updates.contains { $0.id == one } && random.below(2) == 0:
          if let parent = model.parent(of: one) { touched.insert(parent) }
          for gone in model.subtree(one) { slots.free(gone) }
          commit.updates.removeAll { model.subtree(one).contains($0.id) }
          commit.removed.append(one)
          model.remove(one)
        default: break
        }
      }
      for parent in touched.sorted() where model.states[parent] != nil {
        commit.children.append(ChildrenUpdate(parent: parent, children: model.children[parent] ?? []))
      }
      commit.updates.removeAll { model.states[$0.id] == nil }
      tree.apply(commit)
    }

    #expect(tree.count == model.states.count)
    #expect(tree.layers == model.subtree(root))
    for (layer, x) in model.states {
      let node = try #require(tree[layer])
      #expect(node.state.position.x == x && node.children == model.children[layer])
      #expect(node.parent == model.parent(of: layer))
    }
    var again = RenderTree()
    again.apply(tree.fullCommit(time: 0))
    #expect(again.layers == tree.layers)
    #expect(again.count == tree.count)
    #expect(again.root == tree.root)
    for layer in tree.layers {
      #expect(again[layer]?.state == tree[layer]?.state && again[layer]?.children == tree[layer]?.children)
    }
  }
}
