import CoreGraphics
import Foundation
import StrataBase
package import StrataRenderTree

/// A render tree that grows and changes at random, as a function of its seed.
///
/// Layers are of every class, and every row of the property table is set sooner or later: what values a row takes is found
/// by offering it values, so that a new property takes part without being named here. Most values are such as programs
/// use; a few are enormous, tiny or no numbers at all.
package struct GrowingTree {
  /// The tree after all commits.
  package private(set) var tree = RenderTree()
  /// The rows that were given a value, by class and key.
  package private(set) var rowsSet: Set<String> = []
  private var random: SplitMix64
  private var values: RandomValues
  private var sequence: UInt64 = 0
  private var time = 0.0
  private var next: UInt32 = 0
  private var layers: [LayerID] = []
  private var model: [LayerID: Node] = [:]

  private struct Node {
    var state: LayerState
    var parent: LayerID?
    var children: [LayerID] = []
    var mask: LayerID?
  }

  /// The root's side, in points.
  package static let side = 48.0

  package init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    values = RandomValues(seed: seed ^ 0x5eed)
    var state = LayerState()
    state.bounds = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
    state.anchorPoint = .zero
    let root = name()
    model[root] = Node(state: state)
    layers = [root]
    var commit = self.commit(root: root)
    commit.updates = [LayerUpdate(id: root, aspects: .all, state: state, animations: [])]
    apply(commit)
    let count = 1 + below(8)
    grow(by: count)
  }

  private mutating func name() -> LayerID {
    defer { next += 1 }
    return LayerID(index: next, generation: 1)
  }

  private mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }

  private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  private mutating func commit(root: LayerID? = nil) -> Commit {
    sequence += 1
    time += 0.25
    return Commit(sequence: sequence, time: time, root: root)
  }

  private mutating func apply(_ commit: Commit) { tree.apply(commit) }

  // MARK: Growing and changing

  private mutating func grow(by count: Int) {
    var commit = self.commit()
    for _ in 0..<count { add(to: &commit) }
    apply(commit)
  }

  private mutating func add(to commit: inout Commit) {
    let id = name()
    let kinds = LayerClass.allCases
    let parent = layers[below(layers.count)]
    var state = LayerState(kind: kinds[chance(40) ? 0 : below(kinds.count)].initialKind)
    let (w, h) = (values.length(40), values.length(40))
    state.bounds = CGRect(x: 0, y: 0, width: w, height: h)
    state.position = CGPoint(x: values.length(Self.side), y: values.length(Self.side))
    if chance(70) { state.backgroundColor = values.color() }
    for _ in 0..<below(7) { vary(&state) }
    model[id] = Node(state: state, parent: parent)
    layers.append(id)
    commit.updates.append(LayerUpdate(id: id, aspects: .all, state: state, animations: []))
    if chance(12), model[parent]?.mask == nil {
      model[parent]?.mask = id
    } else {
      let place = below((model[parent]?.children.count ?? 0) + 1)
      model[parent]?.children.insert(id, at: place)
    }
    tell(parent, &commit)
  }

  /// Sets one property, of any row that the layer's class has.
  private mutating func vary(_ state: inout LayerState) {
    let kind = state.kind.layerClass
    let rows = LayerSchema.table(of: kind).rows
    let row = rows[below(rows.count)]
    if values.assign(row, to: &state) { rowsSet.insert("\(kind.rawValue).\(row.key)") }
  }

  private mutating func tell(_ parent: LayerID, _ commit: inout Commit) {
    guard let node = model[parent] else { return }
    commit.children.removeAll { $0.parent == parent }
    commit.children.append(ChildrenUpdate(parent: parent, children: node.children, mask: node.mask))
  }

  /// Commits a few changes: properties, new layers, moves within the tree, removals.
  package mutating func change() {
    var commit = self.commit()
    for _ in 0...below(4) {
      switch below(10) {
      case 0: add(to: &commit)
      case 1: move(&commit)
      case 2: remove(&commit)
      default:
        let id = layers[below(layers.count)]
        guard var state = model[id]?.state else { continue }
        for _ in 0...below(3) { vary(&state) }
        if id == layers[0] {
          state.bounds = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
        }
        model[id]?.state = state
        commit.updates.removeAll { $0.id == id && $0.animations == nil }
        let isNew = commit.updates.contains { $0.id == id }
        commit.updates.removeAll { $0.id == id }
        commit.updates.append(LayerUpdate(id: id, aspects: .all, state: state, animations: isNew ? [] : nil))
      }
    }
    apply(commit)
  }

  private mutating func move(_ commit: inout Commit) {
    guard layers.count > 2 else { return }
    let id = layers[1 + below(layers.count - 1)]
    let target = layers[below(layers.count)]
    guard let old = model[id]?.parent, !isAbove(id, target), !commit.updates.contains(where: { $0.id == id })
    else {
      return
    }
    unlink(id, from: old)
    model[target]?.children.append(id)
    model[id]?.parent = target
    tell(old, &commit)
    tell(target, &commit)
  }

  private func isAbove(_ id: LayerID, _ other: LayerID) -> Bool {
    var next: LayerID? = other
    while let current = next {
      if current == id { return true }
      next = model[current]?.parent
    }
    return false
  }

  private mutating func unlink(_ id: LayerID, from parent: LayerID) {
    model[parent]?.children.removeAll { $0 == id }
    if model[parent]?.mask == id { model[parent]?.mask = nil }
  }

  private mutating func remove(_ commit: inout Commit) {
    guard layers.count > 3 else { return }
    let id = layers[1 + below(layers.count - 1)]
    guard let parent = model[id]?.parent else { return }
    var gone: Set<LayerID> = []
    var pending = [id]
    while let current = pending.popLast() {
      gone.insert(current)
      pending += model[current]?.children ?? []
      if let mask = model[current]?.mask { pending.append(mask) }
    }
    guard !commit.updates.contains(where: { gone.contains($0.id) }),
      !commit.children.contains(where: { gone.contains($0.parent) || !gone.isDisjoint(with: $0.children) })
    else { return }
    unlink(id, from: parent)
    tell(parent, &commit)
    for lost in gone { model[lost] = nil }
    layers.removeAll { gone.contains($0) }
    commit.removed.append(id)
  }

  /// The tree that one commit of everything gives.
  package var afresh: RenderTree {
    var commit = Commit(sequence: 1, time: time, root: layers[0])
    for id in layers {
      guard let node = model[id] else { continue }
      commit.updates.append(LayerUpdate(id: id, aspects: .all, state: node.state, animations: []))
      if !node.children.isEmpty || node.mask != nil {
        commit.children.append(ChildrenUpdate(parent: id, children: node.children, mask: node.mask))
      }
    }
    var tree = RenderTree()
    tree.apply(commit)
    return tree
  }

  /// What sets this tree apart, for the message of a failure.
  package var description: String {
    layers.compactMap { id in
      model[id].map { node in
        let kin = node.parent.map { " in \($0)" + (model[$0]?.mask == id ? " as mask" : "") } ?? ""
        return "\(id) \(node.state.kind.layerClass.rawValue)\(kin): "
          + node.state.differences.joined(separator: "; ")
      }
    }.joined(separator: "\n")
  }
}

/// Values of every type that properties have.
private struct RandomValues {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }

  private mutating func unit() -> Double { Double(random.unitFloat()) }

  private mutating func pick<Value>(_ list: [Value]) -> Value { list[below(list.count)] }

  /// Between nothing and a length, often a whole number.
  mutating func length(_ most: Double) -> Double {
    let x = unit() * most
    return below(2) == 0 ? x.rounded() : x
  }

  private mutating func number() -> Double {
    switch below(24) {
    case 0: 0
    case 1, 2: 1
    case 3: -1
    case 4: 0.5
    case 5...9: unit()
    case 10...13: Double(below(24))
    case 14...18: unit() * 60 - 12
    case 19: unit() * 7 - 3.5
    case 20: 1e-9
    case 21: pick([1e5, -1e5, 300])
    case 22: Double(below(5))
    default: pick([.infinity, -.infinity, .nan, 1e30, 1e300, 1e9, -0.0])
    }
  }

  /// A number that is finite and of the size of a layer.
  private mutating func mild() -> Double { unit() * 60 - 10 }

  mutating func color() -> CGColor {
    func channel(_ x: Double) -> CGFloat { CGFloat(x) }
    let alpha = below(3) == 0 ? unit() : 1
    return CGColor(red: channel(unit()), green: channel(unit()), blue: channel(unit()), alpha: channel(alpha))
  }

  private mutating func transform() -> CATransform3D {
    var m = CATransform3DIdentity
    for _ in 0...below(3) {
      switch below(6) {
      case 0: m = CATransform3DTranslate(m, mild() / 4, mild() / 4, below(2) == 0 ? 0 : mild())
      case 1: m = CATransform3DScale(m, unit() * 3 - 1, unit() * 2, 1)
      case 2: m = CATransform3DRotate(m, pick([.pi / 2, .pi, -.pi / 2]), 0, 0, 1)
      case 3: m = CATransform3DRotate(m, unit() * 6, 0, 0, 1)
      case 4: m = CATransform3DRotate(m, unit() * 6, unit(), unit(), unit())
      default: m.m34 = -1 / CGFloat(pick([50.0, 100, 500]))
      }
    }
    if below(12) == 0 { m.m11 = number() }
    if below(12) == 0 { m.m42 = number() }
    return m
  }

  private mutating func path() -> CGPath {
    let path = CGMutablePath()
    for _ in 0...below(3) {
      switch below(4) {
      case 0: path.addRect(CGRect(x: mild(), y: mild(), width: mild(), height: mild()))
      case 1: path.addEllipse(in: CGRect(x: mild(), y: mild(), width: length(40), height: length(40)))
      default:
        path.move(to: CGPoint(x: mild(), y: mild()))
        for _ in 0...below(4) {
          if below(2) == 0 {
            path.addLine(to: CGPoint(x: mild(), y: below(30) == 0 ? number() : mild()))
          } else {
            path.addCurve(
              to: CGPoint(x: mild(), y: mild()),
              control1: CGPoint(x: mild(), y: mild()),
              control2: CGPoint(x: mild(), y: mild())
            )
          }
        }
        if below(2) == 0 { path.closeSubpath() }
      }
    }
    return path
  }

  private static let images: [CGImage] = [(1, 1), (4, 4), (13, 7), (40, 32)].compactMap { (width, height) in
    var bytes: [UInt8] = []
    for i in 0..<width * height {
      let alpha = i % 3 == 0 ? 255 : (i * 37) % 256
      bytes += [
        (i * 53) % 256 * alpha / 255, (i * 29) % 256 * alpha / 255, (i * 11) % 256 * alpha / 255, alpha,
      ]
      .map { UInt8($0) }
    }
    return CGDataProvider(data: Data(bytes) as CFData).flatMap {
      CGImage(
        width: width,
        height: height,
        bitsPerComponent: 8,
        bitsPerPixel: 32,
        bytesPerRow: width * 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
        provider: $0,
        decode: nil,
        shouldInterpolate: true,
        intent: .defaultIntent
      )
    }
  }

  private static let blendNames = [
    "multiplyBlendMode", "screenBlendMode", "overlayBlendMode", "softLightBlendMode", "luminosityBlendMode",
    "xor",
    "destOut", "sourceIn", "destIn", "sourceOut", "destAtop", "copy", "clear", "plusL", "plusD", "maximum",
    "minimum",
    "CIDifferenceBlendMode", "nonsense",
  ]

  private mutating func filter() -> FilterValue {
    switch below(5) {
    case 0: FilterValue(type: "gaussianBlur", name: "blur", inputs: ["inputRadius": .number(unit() * 5)])
    case 1: FilterValue(type: "colorInvert", isEnabled: below(4) > 0)
    case 2: FilterValue(type: "colorSaturate", inputs: ["inputAmount": .number(number())])
    case 3: FilterValue(type: "multiplyColor", inputs: ["inputColor": .color(color())])
    default: FilterValue(type: pick(["nonsense", "CISepiaTone", "colorHueRotate", "colorMonochrome"]))
    }
  }

  private mutating func cell(_ depth: Int) -> EmitterCellState {
    var cell = EmitterCellState()
    let rows = EmitterCellSchema.table.rows
    (cell.birthRate, cell.lifetime) = (Float(1 + below(20)), Float(unit() * 3))
    cell.contents = .image(pick(Self.images))
    cell.velocity = CGFloat(mild())
    for _ in 0..<below(6) {
      let row = rows[below(rows.count)]
      guard row.key != "emitterCells" else { continue }
      _ = row.assign(candidate(for: row.value(in: cell)), to: &cell)
    }
    cell.birthRate = cell.birthRate.isFinite ? min(cell.birthRate, 60) : cell.birthRate
    if depth < 2, below(5) == 0 { cell.cells = [self.cell(depth + 1)] }
    return cell
  }

  private mutating func text() -> TextState.Run {
    TextState.Run(text: pick(["", "Strata", "fi ffl\nb", "ا ب", "日本語", "a b c d e f g"]))
  }

  private static let names: [String] =
    [
      "nonsense", "center", "top", "bottomRight", "resize", "resizeAspect", "resizeAspectFill", "nearest",
      "linear",
      "trilinear", "continuous", "circular", "even-odd", "non-zero", "butt", "round", "square", "miter",
      "bevel",
      "axial", "radial", "conic", "left", "right", "justified", "natural", "start", "middle", "end", "none",
      "vertically", "horizontally", "both", "point", "line", "rectangle", "cuboid", "circle", "sphere",
      "points",
      "outline", "surface", "volume", "oldestFirst", "oldestLast", "backToFront", "additive", "RGBA8",
      "Gray8", "AAAA",
      "RGBA", "repeat", "stretch", "forwards", "removed", "sprite", "plane", "random", "sequential",
    ]

  /// A value of the type that a property has now, or, as that says nothing of what is absent, of any type.
  private mutating func candidate(for value: Any?) -> Any? {
    switch value {
    case is CGPoint: return CGPoint(x: below(9) == 0 ? number() : mild(), y: mild())
    case is CGSize: return CGSize(width: number(), height: below(3) == 0 ? number() : length(30))
    case is CGRect:
      if below(2) == 0 { return CGRect(x: unit() - 0.3, y: unit() - 0.3, width: unit(), height: unit()) }
      return CGRect(x: mild(), y: mild(), width: length(50), height: below(9) == 0 ? number() : length(50))
    case is CATransform3D: return transform()
    case is CGAffineTransform:
      let m = transform()
      return CGAffineTransform(a: m.m11, b: m.m12, c: m.m21, d: m.m22, tx: m.m41, ty: m.m42)
    case is NSNumber: return NSNumber(value: number())
    case is CGColor: return color()
    case is String: return pick(Self.names)
    default:
      switch below(10) {
      case 0: return color()
      case 1: return path()
      case 2: return pick(Self.images)
      case 3: return (0..<below(5)).map { _ in color() }
      case 4: return (0..<below(5)).map { _ in NSNumber(value: unit() * 8) }
      case 5: return (0...below(2)).map { _ in filter() }
      case 6: return pick(Self.blendNames)
      case 7: return [cell(0)]
      case 8: return [text()]
      default: return NSNumber(value: number())
      }
    }
  }

  /// Gives a row a value that it takes; false if it took none of those offered.
  mutating func assign(_ row: any PropertyRow<LayerState>, to state: inout LayerState) -> Bool {
    // Copies without number are drawn without end.
    if row.key == "instanceCount" { return row.assign(NSNumber(value: below(6) - 1), to: &state) }
    let now = row.value(in: state)
    for attempt in 0..<24 {
      if let value = candidate(for: attempt < 4 ? now : nil), row.assign(value, to: &state) { return true }
    }
    return false
  }
}
