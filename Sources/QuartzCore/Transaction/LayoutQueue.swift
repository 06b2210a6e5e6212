/// The layers that one round of a commit lays out: those nearest to their roots first, each at most once.
///
/// A commit looks at the layers that are marked only, however large the tree is that they stand in.
struct LayoutQueue {
  /// By the number of layers above.
  private var levels: [[CALayer]] = []
  private var level = 0
  private var place = 0
  private var served: [CALayer] = []
  /// Depths of layers in deep trees, so that a long way up is taken once.
  private var known: [ObjectIdentifier: Int] = [:]

  /// Trees that are less deep are climbed without notes.
  private static let shallow = 32

  /// Adds a layer, unless this round has laid it out already.
  mutating func add(_ layer: CALayer) {
    guard !layer.storage.flags.contains(.wasLaidOut) else { return }
    let depth = depth(of: layer)
    while levels.count <= depth { levels.append([]) }
    levels[depth].append(layer)
    // A layer that marks one above it does not keep that from its turn.
    if depth < level { (level, place) = (depth, levels[depth].count - 1) }
  }

  /// Takes the next layer out; nil when all have had their turn.
  mutating func next() -> CALayer? {
    while level < levels.count {
      if place < levels[level].count {
        let layer = levels[level][place]
        place += 1
        guard layer.storage.flags.isDisjoint(with: .wasLaidOut) else { continue }
        layer.storage.flags.insert(.wasLaidOut)
        served.append(layer)
        return layer
      }
      levels[level] = []
      (level, place) = (level + 1, 0)
    }
    return nil
  }

  /// Ends the round: every layer may be laid out again.
  func finish() {
    for layer in served { layer.storage.flags.remove(.wasLaidOut) }
  }

  private mutating func depth(of layer: CALayer) -> Int {
    var depth = 0
    var next = layer.storage.superlayer
    while let above = next, depth < Self.shallow {
      depth += 1
      next = above.storage.superlayer
    }
    guard next != nil else { return depth }
    var path: [ObjectIdentifier] = []
    while let above = next, known[ObjectIdentifier(above)] == nil {
      path.append(ObjectIdentifier(above))
      next = above.storage.superlayer
    }
    // How many lie above the highest of the path.
    let start = next.flatMap { known[ObjectIdentifier($0)] }.map { $0 + 1 } ?? 0
    for (distance, id) in path.reversed().enumerated() { known[id] = start + distance }
    return depth + start + path.count
  }
}
