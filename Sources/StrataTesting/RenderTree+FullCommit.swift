package import StrataRenderTree

extension RenderTree {
  /// The commit that makes an empty tree equal to this one.
  package func fullCommit(time: Double) -> Commit {
    var commit = Commit(sequence: sequence, time: time, root: root)
    for id in layers {
      guard let node = self[id] else { continue }
      commit.updates.append(
        LayerUpdate(id: id, aspects: .all, state: node.state, animations: node.animations)
      )
      if !node.children.isEmpty || node.mask != nil {
        commit.children.append(ChildrenUpdate(parent: id, children: node.children, mask: node.mask))
      }
    }
    return commit
  }
}
