/// The layers that one round of a commit lays out: those nearest to their roots first, each at most once.
///
/// A commit visits only marked layers, however large the tree is.
struct LayoutQueue {
  /// The layers by the number of layers above them.
  private var levels: [[CALayer]] = []
  private var level = 0
  private var place = 0
  private var laidOut: [CALayer] = []
  /// Depths of layers in deep trees, so that a long path up is walked once.
  private var known: [ObjectIdentifier: Int] = [:]

  /// Depths up to this one are computed without the cache.
  private static let shallow = 32
  /// The number of layers up to which memory is kept from one round to the next.
  private static let mostKept = 1 << 10

  /// Adds a layer, unless this round has laid it out already.
  mutating func add(_ layer: CALayer) {
    guard !layer.storage.flags.contains(.wasLaidOut) else { return }
    let depth = depth(of: layer)
    while levels.count <= depth { levels.append([]) }
    levels[depth].append(layer)
    // A layer may mark one above it, which then comes next.
    if depth < level { (level, place) = (depth, levels[depth].count - 1) }
  }

  /// Removes and returns the next layer; nil if none is left.
  mutating func next() -> CALayer? {
    while level < levels.count {
      if place < levels[level].count {
        let layer = levels[level][place]
        place += 1
        guard layer.storage.flags.isDisjoint(with: .wasLaidOut) else { continue }
        layer.storage.flags.insert(.wasLaidOut)
        laidOut.append(layer)
        return layer
      }
      levels[level].removeAll(keepingCapacity: true)
      (level, place) = (level + 1, 0)
    }
    return nil
  }

  /// Ends the round: every layer may be laid out again.
  ///
  /// The memory of a small round is kept for the next one.
  mutating func finish() {
    for layer in laidOut { layer.storage.flags.remove(.wasLaidOut) }
    guard laidOut.count <= Self.mostKept, levels.count <= Self.shallow else { return self = LayoutQueue() }
    laidOut.removeAll(keepingCapacity: true)
    (level, place) = (0, 0)
    known.removeAll()
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
    // The number of layers above the highest of the path.
    let start = next.flatMap { known[ObjectIdentifier($0)] }.map { $0 + 1 } ?? 0
    for (distance, id) in path.reversed().enumerated() { known[id] = start + distance }
    return depth + start + path.count
  }
}
