import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import StrataRenderTree
import StrataTesting
import Testing

/// The invariants of all layers, values, trees and times.
@Suite struct PropertyTests {
  /// Sets some properties of a layer.
  private func dress(_ layer: CALayer, _ chance: Chance, share: Double) {
    for row in LayerSchema.table(of: LayerClass(of: layer)).rows where chance.happens(share) {
      guard let sample = row.accept(SampleMaker<LayerState>(chance: chance)) else { continue }
      layer.setValue(sample, forKey: row.key)
    }
  }

  private func randomTree(_ chance: Chance, depth: Int) -> CALayer {
    let layer = (chance.element(of: LayerClass.allCases) ?? .plain).newLayer
    dress(layer, chance, share: 0.3)
    layer.name = "layer \(chance.below(100))"
    if chance.happens(0.3) { layer.setValue(chance.number(0, 9), forKey: "own") }
    if chance.happens(0.3) { layer.setValue(CGPoint(x: 1, y: chance.number(0, 9)), forKey: "handle") }
    for (key, values) in ReadAfterWriteTests.ownKeys
    where key != "frame" && key != "name" && chance.happens(0.1) {
      layer.setValue(chance.element(of: values), forKey: key)
    }
    if chance.happens(0.3) {
      let animation = CABasicAnimation(keyPath: "position.x")
      (animation.byValue, animation.duration) = (chance.number(1, 9), chance.number(1, 9))
      animation.isRemovedOnCompletion = false
      layer.add(animation, forKey: "move")
    }
    guard depth > 0 else { return layer }
    for _ in 0..<chance.below(4) { layer.addSublayer(randomTree(chance, depth: depth - 1)) }
    if chance.happens(0.25) { layer.mask = randomTree(chance, depth: depth - 1) }
    return layer
  }

  /// True if archives can hold images, which they store as PNG.
  #if ImageCodecs
    private static let archivesImages = true
  #else
    private static let archivesImages = false
  #endif

  private func expectEqual(_ a: CALayer, _ b: CALayer) {
    #expect(type(of: a) == type(of: b) && a.name == b.name)
    for row in LayerSchema.table(of: LayerClass(of: a)).rows {
      let (old, new) = (a.value(forKey: row.key), b.value(forKey: row.key))
      if row.key == "contents", !Self.archivesImages { continue }
      let isSame = old == nil && new == nil || row.accept(SameToRow<LayerState>(a: old, b: new))
      #expect(isSame, "\(row.key): \(String(describing: old)) came back as \(String(describing: new))")
      #expect(a.shouldArchiveValue(forKey: row.key) == b.shouldArchiveValue(forKey: row.key), "\(row.key)")
    }
    for (key, _) in ReadAfterWriteTests.ownKeys where !["frame", "wantsDynamicContentScaling"].contains(key) {
      #expect(isSame(a.value(forKey: key), b.value(forKey: key)), "\(key)")
    }
    #expect(a.value(forKey: "own") as? Double == b.value(forKey: "own") as? Double)
    #expect(a.value(forKey: "handle") as? CGPoint == b.value(forKey: "handle") as? CGPoint)
    #expect(a.animationKeys() == b.animationKeys())
    let (old, new) = (a.animation(forKey: "move"), b.animation(forKey: "move"))
    #expect(old?.duration == new?.duration)
    #expect((old as? CABasicAnimation)?.byValue as? Double == (new as? CABasicAnimation)?.byValue as? Double)
    #expect(a.sublayers?.count == b.sublayers?.count && (a.mask == nil) == (b.mask == nil))
    for (x, y) in zip(a.sublayers ?? [], b.sublayers ?? []) { expectEqual(x, y) }
    if let x = a.mask, let y = b.mask { expectEqual(x, y) }
  }

  @Test(
    "animation Y-2, Y-5: any tree comes back from a secure archive as it was, without actions",
    arguments: 0..<60 as Range<UInt64>
  )
  func archives(seed: UInt64) throws {
    let root = randomTree(Chance(seed), depth: 3)
    let data = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true)
    let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
    expectEqual(root, copy)
  }

  /// Adds animations of random paths and times; the same for the same chance.
  private func animate(_ layer: CALayer, _ chance: Chance) {
    let table = LayerSchema.table(of: LayerClass(of: layer))
    let paths = table.keys.filter { table[$0]?.isAnimatable ?? false }
    for number in 0..<chance.below(4) {
      guard let path = chance.element(of: paths), let row = table[path] else { continue }
      func sample() -> Any? { row.accept(SampleMaker<LayerState>(chance: chance)) }
      let animation: CAAnimation
      switch chance.below(8) {
      case 0, 1, 2:
        let basic = CABasicAnimation(keyPath: path)
        (basic.fromValue, basic.toValue) = (
          chance.happens(0.7) ? sample() : nil, chance.happens(0.7) ? sample() : nil
        )
        if chance.happens(0.3) { basic.byValue = sample() }
        animation = basic
      case 3:
        let spring = CASpringAnimation(keyPath: path)
        (spring.fromValue, spring.toValue) = (sample(), sample())
        (spring.damping, spring.initialVelocity) = (chance.number(1, 30), chance.number(-4, 4))
        animation = spring
      case 4:
        let turn = CABasicAnimation(keyPath: "transform")
        turn.valueFunction = CAValueFunction(
          name: chance.element(of: [.rotateX, .scaleY, .translateZ]) ?? .rotateZ
        )
        (turn.fromValue, turn.toValue) = (chance.number(0, 3), chance.number(0, 3))
        animation = turn
      case 5:
        let course = CAKeyframeAnimation(keyPath: "position")
        let outline = CGMutablePath()
        outline.move(to: CGPoint(x: chance.number(0, 9), y: 1))
        outline.addLine(to: CGPoint(x: 4, y: chance.number(0, 9)))
        outline.addCurve(
          to: CGPoint(x: 9, y: 1),
          control1: CGPoint(x: 2, y: 5),
          control2: CGPoint(x: 7, y: 5)
        )
        (course.path, course.rotationMode) = (outline, chance.element(of: [.rotateAuto, .rotateAutoReverse]))
        course.calculationMode = chance.element(of: [.linear, .paced, .discrete]) ?? .linear
        animation = course
      case 6:
        let group = CAAnimationGroup()
        group.animations = (0..<chance.below(4)).map { _ in
          let member = CABasicAnimation(keyPath: chance.element(of: paths))
          (member.toValue, member.beginTime) = (
            table[member.keyPath ?? ""]?.accept(SampleMaker<LayerState>(chance: chance)), chance.number(0, 1)
          )
          (member.duration, member.speed) = (chance.number(0, 3), Float(chance.number(1, 2)))
          member.fillMode = chance.element(of: [.removed, .both]) ?? .removed
          return member
        }
        animation = group
      default:
        let keyframe = CAKeyframeAnimation(keyPath: path)
        keyframe.values = [sample(), sample(), sample()].compactMap { $0 }
        keyframe.calculationMode =
          chance.element(of: [.linear, .discrete, .cubic, .paced, .cubicPaced]) ?? .linear
        if chance.happens(0.4) { keyframe.keyTimes = [0, NSNumber(value: chance.number(0, 4) / 4), 1] }
        animation = keyframe
      }
      if chance.happens(0.3) {
        animation.timingFunction = CAMediaTimingFunction(controlPoints: Float(chance.number(0, 1)), 1.5, 1, 0)
      }
      if let animation = animation as? CAPropertyAnimation {
        animation.isAdditive = chance.happens(0.3)
        animation.isCumulative = chance.happens(0.3)
      }
      animation.duration = chance.number(1, 3)
      animation.beginTime = chance.happens(0.5) ? 0 : chance.number(-1, 2)
      animation.repeatCount = Float(chance.below(3))
      animation.autoreverses = chance.happens(0.3)
      animation.fillMode = chance.element(of: [.removed, .forwards, .backwards, .both]) ?? .removed
      animation.isRemovedOnCompletion = chance.happens(0.7)
      layer.add(animation, forKey: "\(number)")
    }
  }

  private func movingTree(_ seed: UInt64) -> (root: CALayer, all: [CALayer]) {
    let chance = Chance(seed)
    let root = CALayer()
    var all = [root]
    for _ in 0..<6 {
      let layer = (chance.element(of: LayerClass.allCases) ?? .plain).newLayer
      layer.bounds = CGRect(x: 0, y: 0, width: chance.number(2, 8), height: chance.number(2, 8))
      layer.position = CGPoint(x: chance.number(0, 8), y: chance.number(0, 8))
      layer.backgroundColor = chance.color()
      layer.speed = chance.happens(0.3) ? Float(chance.number(0, 2)) : 1
      // A clock that stands still does not stand where an animation ends.
      layer.timeOffset = layer.speed == 0 || chance.happens(0.2) ? chance.number(0, 1) + 0.017 : 0
      all[chance.below(all.count)].addSublayer(layer)
      all.append(layer)
    }
    for layer in all { animate(layer, chance) }
    return (root, all)
  }

  @Test(
    "animation P-4: what a time presents does not depend on the steps that led there",
    arguments: Array(0..<120) + [70_110] as [UInt64]
  )
  func steps(seed: UInt64) throws {
    let (stepped, direct) = (movingTree(seed), movingTree(seed))
    let size = CGSize(width: 8, height: 8)
    let walking = OfflineRenderer(layer: stepped.root, size: size)
    let jumping = OfflineRenderer(layer: direct.root, size: size)
    let chance = Chance(seed &+ 1000)
    let tree = try #require(jumping.tree(at: 0))
    var time = 0.0
    for _ in 0..<8 {
      // Not where an animation ends: there it is shown, and taken off the layer.
      time += chance.number(0, 2) / 2 + 0.103
      walking.change(at: time) {
        let ids = tree.layers
        #expect(ids.count == stepped.all.count)
        // The order of names is the order of layers in the tree.
        for (id, layer) in zip(ids, Self.subtree(of: stepped.root)) {
          let parentTime = tree.parent(of: id).map { tree.localTime(of: $0, at: time) } ?? time
          guard let state = tree.moment(of: id, parentTime: parentTime)?.state,
            let shown = layer.presentation()
          else {
            Issue.record("a committed layer has a moment and a presentation")
            continue
          }
          for row in LayerSchema.table(of: state.kind.layerClass).rows where row.isAnimatable {
            let (a, b) = (row.value(in: state), shown.value(forKey: row.key))
            let isSame = a == nil && b == nil || row.accept(SameToRow<LayerState>(a: a, b: b))
            #expect(isSame, "\(row.key) at \(time): \(String(describing: a)), \(String(describing: b))")
          }
        }
      }
    }
  }

  @Test(
    "The picture of a time does not depend on whether time has been played, ends of animations included",
    arguments: 0..<40 as Range<UInt64>
  )
  func pictures(seed: UInt64) throws {
    let (played, still) = (movingTree(seed), movingTree(seed))
    let size = CGSize(width: 12, height: 12)
    let playing = OfflineRenderer(layer: played.root, size: size)
    let resting = OfflineRenderer(layer: still.root, size: size)
    let times = (0...24).map { Double($0) / 4 }
    let before = try times.map { try bytes(playing, at: $0) }
    for time in times {
      playing.play(until: time)
      #expect(try bytes(playing, at: time) == (try bytes(resting, at: time)), "at \(time)")
    }
    // And none of it changed what had been drawn.
    #expect(try times.map { try bytes(playing, at: $0) } == before)
  }

  private func bytes(_ renderer: OfflineRenderer, at time: Double) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: renderer.pixelWidth * renderer.pixelHeight * 4)
    try bytes.withUnsafeMutableBytes { try renderer.render(at: time, into: $0) }
    return bytes
  }

  private static func subtree(of layer: CALayer) -> [CALayer] {
    [layer] + (layer.sublayers ?? []).flatMap { subtree(of: $0) }
      + (layer.mask.map { subtree(of: $0) } ?? [])
  }

  @Test(
    "Any history of changes leaves the tree that hosting its last state makes",
    arguments: Array(0..<60) + [70_078] as [UInt64]
  )
  func histories(seed: UInt64) throws {
    let chance = Chance(seed)
    let root = CALayer()
    let size = CGSize(width: 8, height: 8)
    let renderer = OfflineRenderer(layer: root, size: size)
    var layers = [root]
    for step in 1...15 {
      renderer.change(at: Double(step)) {
        CATransaction.setDisableActions(true)
        for _ in 0..<4 {
          guard let one = chance.element(of: layers), let other = chance.element(of: layers) else { continue }
          switch chance.below(7) {
          case 0, 1:
            let fresh = (chance.element(of: LayerClass.allCases) ?? .plain).newLayer
            one.insertSublayer(fresh, at: UInt32(chance.below(3)))
            layers.append(fresh)
          case 2 where one !== root && other.objection(to: one) == nil: other.addSublayer(one)
          case 3 where one !== root && other.objection(to: one) == nil: other.mask = one
          case 4 where one !== root && chance.happens(0.4):
            one.removeFromSuperlayer()
            if let mask = layers.first(where: { $0.mask === one }) { mask.mask = nil }
          case 5: one.sublayers = one.sublayers?.reversed()
          case 6 where chance.happens(0.3):
            if chance.happens(0.3) { one.removeAllAnimations() } else { animate(one, chance) }
          default: dress(one, chance, share: 0.1)
          }
        }
      }
    }
    let grown = try #require(renderer.tree(at: 20))
    let shape = Self.subtree(of: root)
    #expect(grown.count == shape.count && grown.layers.count == shape.count)
    // Another host takes over the layers and sends them in one commit.
    let fresh = try #require(OfflineRenderer(layer: root, size: size).tree(at: 0))
    #expect(fresh.count == grown.count)
    let places = Dictionary(uniqueKeysWithValues: zip(grown.layers, fresh.layers))
    for (a, b) in places {
      let (x, y) = (try #require(grown[a]), try #require(fresh[b]))
      #expect(x.state == y.state && x.children.map { places[$0] } == y.children)
      #expect(x.mask.flatMap { places[$0] } == y.mask && x.parent.flatMap { places[$0] } == y.parent)
    }
    // And the tree's own words for it, in one commit, make it anew.
    var again = RenderTree()
    again.apply(grown.fullCommit(time: 20))
    #expect(again.layers == grown.layers)
    #expect(again.count == grown.count)
    #expect(again.root == grown.root)
    for id in grown.layers {
      let (x, y) = (try #require(grown[id]), try #require(again[id]))
      #expect(x.state == y.state, "\(id)")
      #expect(x.animations == y.animations, "\(id)")
      #expect(x.children == y.children, "\(id)")
      #expect(x.mask == y.mask, "\(id)")
      #expect(x.parent == y.parent, "\(id)")
    }
  }
}
