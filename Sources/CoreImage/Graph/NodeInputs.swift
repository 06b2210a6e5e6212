/// The inputs of a node, which are freed without recursion: a long recipe must not need a deep stack.
///
/// The inputs of the inputs are held while nodes go, so that no node is freed by one that it feeds.
///
/// - Thread: Any.
final class NodeInputs: Sendable {
  /// The nodes; taken out only if this object has no other owner.
  nonisolated(unsafe) private(set) var nodes: [any ImageNode]

  init(_ nodes: [any ImageNode]) { self.nodes = nodes }

  /// The inputs of a node without any.
  static let none = NodeInputs([])

  deinit {
    var orphans = takeNodes()
    while var orphan = orphans.popLast() {
      // A node that stays has its inputs.
      if isKnownUniquelyReferenced(&orphan) { orphans += orphan.takeNodes() }
    }
  }

  /// Lets the nodes go, and returns their inputs.
  private func takeNodes() -> [NodeInputs] {
    let sources = nodes.map(\.sources)
    nodes = []
    return sources
  }
}

extension ImageNode {
  /// The nodes that this one reads.
  var inputs: [any ImageNode] { sources.nodes }
}
