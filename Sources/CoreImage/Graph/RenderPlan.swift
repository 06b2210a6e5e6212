import StrataBase

/// Evaluates a graph: each node once, for all pixels that its consumers need together.
///
/// 1. Nodes are put in order, inputs first.
/// 2. From the root down, each node asks its inputs for their regions of interest; the regions of several consumers
///    are united.
/// 3. In order, each node makes its tile; a tile is released after its last consumer.
///
/// A chain of point filters, each with one consumer, is one pass over the pixels.
struct RenderPlan {
  /// The largest number of pixels of a tile: half a gigabyte.
  static let mostPixels = 1 << 25

  private var order: [any ImageNode] = []
  private var demand: [ObjectIdentifier: PixelRect] = [:]
  private var consumers: [ObjectIdentifier: Int] = [:]

  /// Returns the pixels of a rectangle; nil if an intermediate image would have more than ``mostPixels``.
  static func render(_ root: any ImageNode, _ rect: PixelRect, _ pass: RenderPass) -> Tile? {
    var plan = RenderPlan()
    plan.sort(from: root)
    guard plan.spread(rect, from: root) else { return nil }
    return plan.evaluate(root, pass)
  }

  /// Returns the pixels of a node that are needed for a rectangle of the image of another one.
  static func region(of node: any ImageNode, for rect: PixelRect, of root: any ImageNode) -> PixelRect {
    var plan = RenderPlan()
    plan.sort(from: root)
    guard plan.spread(rect, from: root) else { return .world }
    return plan.demand[ObjectIdentifier(node)] ?? .empty
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

  /// Finds the rectangle that each node must make; false if one is too large.
  private mutating func spread(_ rect: PixelRect, from root: any ImageNode) -> Bool {
    demand[ObjectIdentifier(root)] = rect.intersection(root.extent)
    for node in order.reversed() {
      let wanted = demand[ObjectIdentifier(node)] ?? .empty
      guard wanted.area <= Self.mostPixels else { return false }
      guard !wanted.isEmpty else { continue }
      for (i, input) in node.inputs.enumerated() {
        let part = node.region(of: i, for: wanted).intersection(input.extent)
        let key = ObjectIdentifier(input)
        demand[key] = (demand[key] ?? .empty).union(part)
      }
    }
    return true
  }

  private mutating func evaluate(_ root: any ImageNode, _ pass: RenderPass) -> Tile? {
    var tiles: [ObjectIdentifier: Tile] = [:]
    let absorbed = absorbedNodes(root)
    for node in order where !absorbed.contains(ObjectIdentifier(node)) {
      let key = ObjectIdentifier(node)
      let rect = demand[key] ?? .empty
      var kernels: [RowKernel] = []
      var inputs = node.inputs
      if let point = node as? PointNode {
        kernels = [point.kernel(pass.space)]
        while let below = inputs[0] as? PointNode, absorbed.contains(ObjectIdentifier(below)) {
          kernels.insert(below.kernel(pass.space), at: 0)
          inputs = below.inputs
        }
      }
      let sources = inputs.map { tiles[ObjectIdentifier($0)] ?? Tile(.empty) }
      if rect.isEmpty {
        tiles[key] = Tile(.empty)
      } else if kernels.isEmpty {
        tiles[key] = node.tile(rect, sources, pass)
      } else {
        tiles[key] = PointNode.tile(rect, sources[0], kernels, pass)
      }
      for input in inputs {
        let key = ObjectIdentifier(input)
        consumers[key, default: 0] -= 1
        if consumers[key] == 0 { tiles[key] = nil }
      }
    }
    return tiles[ObjectIdentifier(root)]
  }

  /// The point nodes that run as a part of their only consumer, itself a point node.
  private func absorbedNodes(_ root: any ImageNode) -> Set<ObjectIdentifier> {
    var result: Set<ObjectIdentifier> = []
    for node in order {
      guard node is PointNode, let input = node.inputs[0] as? PointNode else { continue }
      if consumers[ObjectIdentifier(input)] == 1 { result.insert(ObjectIdentifier(input)) }
    }
    return result
  }
}
