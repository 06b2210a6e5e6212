import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// A tree that changes at random, as commits: all kinds of items and surfaces occur.
struct RandomTree {
  private(set) var tree = RenderTree()
  private var random: SplitMix64
  private var states: [UInt32: LayerState] = [:]
  private var children: [UInt32: [LayerID]] = [:]
  private var masks: [UInt32: LayerID] = [:]
  private var parents: [UInt32: LayerID] = [:]
  private var alive: [LayerID] = []
  private var next: UInt32 = 0
  private var sequence: UInt64 = 0
  private let images: [CGImage]
  /// True if planes are tilted and backdrops are blurred, too.
  private let isWild: Bool

  static let width = 96.0
  static let height = 80.0

  init(seed: UInt64, layers: Int, isWild: Bool) {
    random = SplitMix64(seed: seed)
    self.isWild = isWild
    images = (0..<3).map { Self.image($0) }
    var commit = begin()
    let root = make(in: nil, &commit)
    commit.root = root
    for i in 1..<layers {
      // Most layers are siblings, so that there are long lists among them.
      let parent =
        i % 4 == 0 ? alive[pick(alive.count)] : i < layers / 2 ? root : alive[pick(min(3, alive.count))]
      _ = make(in: parent, &commit)
    }
    for (parent, list) in children { commit.children.append(link(parent, list)) }
    commit.children.sort { $0.parent.index < $1.parent.index }
    tree.apply(commit)
  }

  var viewport: Viewport {
    Viewport(width: Int(Self.width), height: Int(Self.height), background: SIMD4(0.9, 0.9, 1, 1))
  }

  private mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }
  private mutating func number(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(random.unitFloat())
  }
  private mutating func chance(_ one: Int) -> Bool { pick(one) == 0 }

  private mutating func begin() -> Commit {
    sequence += 1
    return Commit(sequence: sequence, time: 0)
  }

  private func link(_ parent: UInt32, _ list: [LayerID]) -> ChildrenUpdate {
    ChildrenUpdate(parent: LayerID(index: parent, generation: 1), children: list, mask: masks[parent])
  }

  private static func image(_ n: Int) -> CGImage {
    let pixels = PixelBuffer(width: 9 + n, height: 7, format: .rgba8)
    for y in 0..<7 {
      for x in 0..<(9 + n) {
        let alpha = UInt32(n == 0 ? 255 : (x * 37 + y * 11) % 256)
        let v = UInt32((x * 91 + y * 53) % 256) * alpha / 255
        pixels.row(y).storeBytes(
          of: alpha << 24 | v << 16 | v / 2 << 8 | v,
          toByteOffset: x * 4,
          as: UInt32.self
        )
      }
    }
    return CGImage(pixels: pixels)
  }

  private mutating func color(_ alpha: Double? = nil) -> CGColor {
    let a = alpha ?? (chance(3) ? number(0.1, 1) : 1)
    return CGColor(srgbRed: number(0, 1), green: number(0, 1), blue: number(0, 1), alpha: a)
  }

  private mutating func make(in parent: LayerID?, _ commit: inout Commit) -> LayerID {
    let id = LayerID(index: next, generation: 1)
    next += 1
    var state = LayerState()
    if parent == nil {
      state.anchorPoint = .zero
      state.bounds = CGRect(x: 0, y: 0, width: Self.width, height: Self.height)
      state.backgroundColor = color(1)
    } else {
      if chance(24) { state = LayerState(kind: kind()) }
      state.bounds = CGRect(x: 0, y: 0, width: number(2, 30).rounded(), height: number(2, 30).rounded())
      place(&state)
      if !chance(5) { state.backgroundColor = color() }
      if chance(3) { decorate(&state) }
    }
    states[id.index] = state
    alive.append(id)
    if let parent {
      parents[id.index] = parent
      children[parent.index, default: []].append(id)
    }
    let animations = parent != nil && chance(30) ? [animation()] : []
    commit.updates.append(LayerUpdate(id: id, aspects: .all, state: state, animations: animations))
    return id
  }

  private mutating func kind() -> LayerKind {
    switch pick(4) {
    case 0:
      var gradient = GradientState()
      gradient.colors = [color(), color(0.5)]
      return .gradient(CopyOnWrite(gradient))
    case 1:
      var shape = ShapeState()
      shape.path = CGPath(ellipseIn: CGRect(x: 1, y: 1, width: number(3, 20), height: 11), transform: nil)
      shape.fillColor = color()
      shape.strokeColor = chance(2) ? color() : nil
      return .shape(CopyOnWrite(shape))
    case 2:
      var replicator = ReplicatorState()
      replicator.instanceCount = 3
      replicator.instanceTransform = CATransform3D(translationX: 9, y: 4, z: 0)
      return .replicator(CopyOnWrite(replicator))
    default: return isWild ? .transform : .plain
    }
  }

  private mutating func place(_ state: inout LayerState) {
    let (x, y) = (number(-10, Self.width), number(-10, Self.height))
    state.position = chance(2) ? CGPoint(x: x.rounded(), y: y.rounded()) : CGPoint(x: x, y: y)
  }

  private mutating func decorate(_ state: inout LayerState) {
    switch pick(isWild ? 18 : 14) {
    case 0: state.opacity = Float(number(0, 1))
    case 1: state.cornerRadius = number(0, 9)
    case 2: state.masksToBounds.toggle()
    case 3: state.borderWidth = number(0, 4)
    case 4: state.contents = chance(4) ? .none : .image(images[pick(3)])
    case 5:
      state.shadowOpacity = chance(3) ? 0 : 0.6
      state.shadowRadius = number(0, 4)
    case 6:
      state.filters =
        chance(2) ? [] : [FilterValue(type: "gaussianBlur", inputs: ["inputRadius": .number(1.5)])]
    case 7: state.zPosition = chance(3) ? 0 : CGFloat(pick(3) - 1)
    case 8: state.isHidden.toggle()
    case 9: state.backgroundColor = color()
    case 10: state.transform = CATransform3DMakeRotation(number(0, 3), 0, 0, 1)
    case 11: state.shouldRasterize.toggle()
    case 12: state.bounds.origin = CGPoint(x: number(-5, 5).rounded(), y: number(-5, 5))
    case 13: state.bounds.size = CGSize(width: number(1, 40), height: number(1, 40))
    case 14:
      state.backgroundFilters =
        chance(2) ? [] : [FilterValue(type: "gaussianBlur", inputs: ["inputRadius": .number(2)])]
    case 15: state.compositingFilter = chance(2) ? nil : FilterValue(type: "multiplyBlendMode")
    case 16: state.transform = CATransform3DMakeRotation(number(0, 3), 0, 1, 0)
    default: state.sublayerTransform = CATransform3DMakeScale(number(0.5, 1.5), 1, 1)
    }
  }

  private mutating func animation() -> AnimationRecord {
    AnimationRecord(
      key: "a",
      id: random.next(),
      timing: TimingState(beginTime: number(0, 2), duration: number(0.5, 3)),
      body: .track(Move(kind: pick(3)))
    )
  }

  /// Changes a few layers, or the order of some, or which there are.
  mutating func step() {
    var commit = begin()
    for _ in 0...pick(3) {
      guard alive.count > 4 else { break }
      let id = alive[pick(alive.count)]
      switch pick(14) {
      case 0..<6:
        guard var state = states[id.index], parents[id.index] != nil else { continue }
        place(&state)
        update(id, state, &commit)
      case 6..<10:
        guard var state = states[id.index] else { continue }
        decorate(&state)
        update(id, state, &commit)
      case 10:
        let added = make(in: id, &commit)
        _ = added
        commit.children.append(link(id.index, children[id.index] ?? []))
      case 11:
        guard let parent = parents[id.index], var list = children[parent.index] else { continue }
        list.removeAll { $0 == id }
        list.insert(id, at: pick(list.count + 1))
        children[parent.index] = list
        commit.children.append(link(parent.index, list))
      case 12:
        guard let parent = parents[id.index] else { continue }
        children[parent.index]?.removeAll { $0 == id }
        if masks[parent.index] == id { masks[parent.index] = nil }
        commit.children.append(link(parent.index, children[parent.index] ?? []))
        forget(id)
      default:
        // The last sublayer becomes the mask, or the mask a sublayer.
        if let mask = masks.removeValue(forKey: id.index) {
          children[id.index, default: []].append(mask)
        } else if isWild, let last = children[id.index]?.popLast() {
          masks[id.index] = last
        }
        commit.children.append(link(id.index, children[id.index] ?? []))
      }
    }
    tree.apply(commit)
  }

  private mutating func update(_ id: LayerID, _ state: LayerState, _ commit: inout Commit) {
    states[id.index] = state
    let animations: [AnimationRecord]? = chance(20) ? (chance(2) ? [] : [animation()]) : nil
    commit.moves.removeAll { $0.id == id }
    if animations == nil, !commit.updates.contains(where: { $0.id == id }), var known = tree[id]?.state {
      (known.position, known.opacity) = (state.position, state.opacity)
      if known == state {
        commit.moves.append(LayerMove(id: id, position: state.position, opacity: state.opacity))
        return
      }
    }
    commit.updates.removeAll { $0.id == id }
    commit.updates.append(LayerUpdate(id: id, aspects: .all, state: state, animations: animations))
  }

  private mutating func forget(_ id: LayerID) {
    alive.removeAll { $0 == id }
    parents[id.index] = nil
    let below =
      (children.removeValue(forKey: id.index) ?? [])
      + (masks.removeValue(forKey: id.index).map { [$0] } ?? [])
    for child in below { forget(child) }
  }
}

/// Moves a layer, fades it, or lifts it over its siblings.
private struct Move: Track {
  let kind: Int
  func apply(at moment: TrackMoment, to root: inout LayerState) {
    switch kind {
    case 0: root.position.x += 20 * moment.progress
    case 1: root.opacity *= Float(1 - moment.progress)
    default: root.zPosition += moment.progress > 0.5 ? 1 : 0
    }
  }
}
