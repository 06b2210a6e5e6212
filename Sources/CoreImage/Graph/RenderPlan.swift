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

  /// Returns the pixels of a rectangle; nil if an intermediate image would have more than ``mostPixels``.
  static func render(_ root: any ImageNode, _ rect: PixelRect, _ pass: RenderPass) -> RowReader? {
    var plan = RenderPlan()
    plan.sort(from: root)
    guard plan.spread(rect, from: root) else { return nil }
    return plan.evaluate(root, pass)
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
      let inputs = node.inputs
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
      for (i, input) in node.inputs.enumerated() {
        let part = node.region(of: i, for: wanted).intersection(input.extent)
        let key = ObjectIdentifier(input)
        demand[key] = (demand[key] ?? .empty).union(part)
      }
    }
    return true
  }

  private mutating func evaluate(_ root: any ImageNode, _ pass: RenderPass) -> RowReader? {
    var readers: [ObjectIdentifier: RowReader] = [:]
    for node in order {
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
        readers[key] = reader
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
