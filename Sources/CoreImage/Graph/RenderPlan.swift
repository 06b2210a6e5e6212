import StrataBase

/// Evaluates a graph: each node once, for all pixels that its consumers need together.
///
/// 1. Nodes are put in order, inputs first.
/// 2. From the root down, each node asks its inputs for their regions of interest; the regions of several consumers
///    are united.
/// 3. In order, each node makes its tile, or a reader of rows; a tile is released after its last consumer.
///
/// Nodes that need their inputs once for each pixel, and have one consumer, are one pass over the pixels.
struct RenderPlan {
  /// The largest number of pixels of a tile: half a gigabyte.
  static let mostPixels = 1 << 25

  /// The largest number of readers that a row goes through: each takes a frame of the stack, and a row of memory.
  private static let mostDepth = 32

  private var order: [any ImageNode] = []
  private var demand: [ObjectIdentifier: PixelRect] = [:]
  private var consumers: [ObjectIdentifier: Int] = [:]
  /// The nodes that other bands of the picture have made.
  private var made: [ObjectIdentifier: RowReader] = [:]

  /// Returns the pixels of a rectangle; nil if an intermediate image would have more than ``mostPixels``.
  static func render(_ root: any ImageNode, _ rect: PixelRect, _ pass: RenderPass) -> RowReader? {
    var alone = BandTiles()
    return render(root, rect, pass, &alone)
  }

  /// Returns the pixels of a band; nil if an intermediate image would have more than ``mostPixels``.
  ///
  /// What both the band and the `next` one need as a whole is kept in `tiles`, and what the band does not need is
  /// dropped, so that tiles take no more memory than those of one band.
  static func render(
    _ root: any ImageNode,
    _ band: PixelRect,
    next: PixelRect = .empty,
    _ pass: RenderPass,
    _ tiles: inout BandTiles
  ) -> RowReader? {
    var plan = RenderPlan()
    plan.made = tiles.made
    plan.sort(from: root)
    guard plan.spread(band, from: root) else { return nil }
    if plan.made.contains(where: { !$1.rect.contains(plan.demand[$0] ?? .empty) }) {
      // A rounded place lies beyond the whole.
      plan = RenderPlan()
      plan.sort(from: root)
      guard plan.spread(band, from: root) else { return nil }
    }
    tiles.made = tiles.made.filter { plan.demand[$0.key]?.isEmpty == false }
    let shared = plan.sharedNodes(tiles, root, next)
    return plan.evaluate(root, pass) { key, reader in
      guard shared.contains(key) else { return nil }
      let tile = RowReader(reader.tile(pass))
      tiles.made[key] = tile
      return tile
    }
  }

  /// What neighbouring bands of a picture share: intermediate images that both need as a whole, such as an average.
  struct BandTiles {
    /// The number of images.
    var count: Int { made.count }
    /// The rectangle that each node must make for the whole picture.
    fileprivate var demand: [ObjectIdentifier: PixelRect] = [:]
    fileprivate var made: [ObjectIdentifier: RowReader] = [:]

    /// Creates tiles of a picture that is made at once.
    init() {}

    /// Creates tiles for the bands of a rectangle.
    init(_ root: any ImageNode, _ rect: PixelRect) {
      var plan = RenderPlan()
      plan.sort(from: root)
      if plan.spread(rect, from: root, most: .max) { demand = plan.demand }
    }
  }

  /// The nodes that this band and the next one would make as a whole, and that a node made band by band reads.
  private func sharedNodes(
    _ tiles: BandTiles,
    _ root: any ImageNode,
    _ next: PixelRect
  ) -> Set<ObjectIdentifier> {
    guard !tiles.demand.isEmpty, !next.isEmpty else { return [] }
    var later = self
    later.demand = [:]
    guard later.spread(next, from: root, most: .max) else { return [] }
    func isWhole(_ node: any ImageNode) -> Bool {
      let key = ObjectIdentifier(node)
      guard let whole = tiles.demand[key], !whole.isEmpty else { return false }
      return demand[key] == whole && later.demand[key] == whole
    }
    var result: Set<ObjectIdentifier> = []
    for user in order where !isWhole(user) {
      for input in inputs(of: user) where made[ObjectIdentifier(input)] == nil && isWhole(input) {
        // What is read from bytes takes less time than memory.
        if !input.hasReadyRows { result.insert(ObjectIdentifier(input)) }
      }
    }
    return result
  }

  /// The nodes that a node reads to make its pixels.
  private func inputs(of node: any ImageNode) -> [any ImageNode] {
    made.isEmpty || made[ObjectIdentifier(node)] == nil ? node.inputs : []
  }

  /// Returns the pixels of a node that are needed for a rectangle of the image of another one; all of the plane if any
  /// node needs more than `most`.
  static func region(
    of node: any ImageNode,
    for rect: PixelRect,
    of root: any ImageNode,
    most: Int = mostPixels
  ) -> PixelRect {
    var plan = RenderPlan()
    plan.sort(from: root)
    guard plan.spread(rect, from: root, most: most) else { return .world }
    return plan.demand[ObjectIdentifier(node)] ?? .empty
  }

  /// Returns the largest distance, in pixels, of a pixel of a node from one of another image that depends on it, while all
  /// extents stay; 0 if none does, nil if there is no such bound.
  static func reach(of node: any ImageNode, in root: any ImageNode) -> Int? {
    var plan = RenderPlan()
    plan.sort(from: root)
    var reaches = [ObjectIdentifier(node): 0]
    for user in plan.order where user !== node {
      let farthest = user.inputs.compactMap { reaches[ObjectIdentifier($0)] }.max()
      guard let farthest else { continue }
      guard let own = user.reach else { return nil }
      reaches[ObjectIdentifier(user)] = farthest + own
    }
    return reaches[ObjectIdentifier(root)] ?? 0
  }

  /// Lists the nodes, inputs before consumers, with a stack of its own: graphs may be deep.
  private mutating func sort(from root: any ImageNode) {
    var done: Set<ObjectIdentifier> = []
    var stack: [(node: any ImageNode, next: Int)] = [(root, 0)]
    done.insert(ObjectIdentifier(root))
    while let (node, next) = stack.last {
      let inputs = inputs(of: node)
      guard next < inputs.count else {
        order.append(node)
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next += 1
      consumers[ObjectIdentifier(inputs[next]), default: 0] += 1
      if done.insert(ObjectIdentifier(inputs[next])).inserted { stack.append((inputs[next], 0)) }
    }
  }

  /// Finds the rectangle that each node must make; false if one has more pixels than `most`.
  private mutating func spread(_ rect: PixelRect, from root: any ImageNode, most: Int = mostPixels) -> Bool {
    demand[ObjectIdentifier(root)] = rect.intersection(root.extent)
    for node in order.reversed() {
      let wanted = demand[ObjectIdentifier(node)] ?? .empty
      guard wanted.area <= most else { return false }
      guard !wanted.isEmpty else { continue }
      for (i, input) in inputs(of: node).enumerated() {
        let part = node.region(of: i, for: wanted).intersection(input.extent)
        let key = ObjectIdentifier(input)
        demand[key] = (demand[key] ?? .empty).union(part)
      }
    }
    return true
  }

  /// Evaluates all nodes; `keep` returns what stands for a reader that it keeps.
  private mutating func evaluate(
    _ root: any ImageNode,
    _ pass: RenderPass,
    keep: (ObjectIdentifier, RowReader) -> RowReader?
  ) -> RowReader? {
    var readers = made
    for node in order where made[ObjectIdentifier(node)] == nil {
      let key = ObjectIdentifier(node)
      let rect = demand[key] ?? .empty
      let sources = node.inputs.map { readers[ObjectIdentifier($0)] ?? RowReader(Tile(.empty)) }
      if rect.isEmpty {
        readers[key] = RowReader(Tile(.empty))
      } else {
        var reader = node.rows(rect, sources, pass)
        let isShared = (consumers[key] ?? 0) > 1 && !node.hasReadyRows
        if !reader.isTile, isShared || reader.depth > Self.mostDepth {
          reader = RowReader(reader.tile(rect, pass))
        }
        readers[key] = keep(key, reader) ?? reader
      }
      for input in node.inputs {
        let key = ObjectIdentifier(input)
        consumers[key, default: 0] -= 1
        if consumers[key] == 0 { readers[key] = nil }
      }
    }
    return readers[ObjectIdentifier(root)]
  }
}
