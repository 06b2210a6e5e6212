import Foundation
import QuartzCore
import StrataBase
import StrataRenderServer
import StrataRenderTree
import Testing

/// Commits hold moves apart from other changes, and moves give the same tree as whole states.
@Suite struct MoveCommitTests {
  @Test func movesAreToldApart() throws {
    let (root, a, b) = (CALayer(), CALayer(), CALayer())
    root.addSublayer(a)
    root.addSublayer(b)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 10, height: 10))
    func news(_ change: () -> Void) throws -> ChangeHistory.Difference {
      let before = try #require(renderer.tree(at: 0)).history
      renderer.change(at: 0) {
        CATransaction.setDisableActions(true)
        change()
      }
      let tree = try #require(renderer.tree(at: 0))
      return try #require(tree.history.difference(from: before))
    }
    func committed(_ index: Int) throws -> LayerState {
      let tree = try #require(renderer.tree(at: 0))
      return try #require(tree[tree.layers[index]]).state
    }
    var difference = try news {
      a.position = CGPoint(x: 3, y: 4)
      a.opacity = 0.5
      b.opacity = 0.25
    }
    #expect(difference.moved.count == 2 && difference.changed.isEmpty)
    #expect(try committed(1).position == CGPoint(x: 3, y: 4))
    #expect(try committed(1).opacity == 0.5 && committed(2).opacity == 0.25)
    // With anything else the whole state travels.
    difference = try news {
      a.position.x = 9
      a.zPosition = 1
      b.position.x = 5
    }
    #expect(difference.moved.count == 1 && difference.changed.count == 1)
    #expect(try committed(1).position.x == 9)
    #expect(try committed(1).zPosition == 1)
    #expect(try committed(2).position.x == 5)
    difference = try news {
      a.position.x = 10
      a.add(CABasicAnimation(keyPath: "opacity"), forKey: "fade")
      let c = CALayer()
      c.position = CGPoint(x: 1, y: 1)
      b.addSublayer(c)
      c.position = CGPoint(x: 2, y: 2)
    }
    #expect(difference.moved.isEmpty && difference.changed.count == 3)
    #expect(try committed(1).position.x == 10 && committed(3).position.x == 2)
  }

  @Test func aMoveThatAnimatesByItselfTravelsWithItsAnimation() throws {
    let (root, layer) = (CALayer(), CALayer())
    root.addSublayer(layer)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 10, height: 10))
    renderer.change(at: 1) { layer.position = CGPoint(x: 8, y: 0) }
    let tree = try #require(renderer.tree(at: 1))
    let node = try #require(tree[tree.layers[1]])
    #expect(node.animations.count == 1 && node.state.position.x == 8)
    let moment = try #require(tree.moment(of: node.id, parentTime: 1))
    #expect(abs(moment.state.position.x) < 1e-9)
  }

  /// However many layers there are, in an order that changes from one transaction to the next.
  @Test(arguments: [3, 100, 20_000])
  func allMovesAreCommittedAndLayersLiveNoLonger(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    let root = CALayer()
    var layers = (0..<count).map { _ in CALayer() }
    root.sublayers = layers
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 10, height: 10))
    func change(_ body: () -> Void) {
      renderer.change(at: 0) {
        CATransaction.setDisableActions(true)
        body()
      }
    }
    for round in 1...4 {
      let order = layers.shuffled(using: &random).dropLast(round % 2 * count / 3)
      change { for (i, layer) in order.enumerated() { layer.position = CGPoint(x: i, y: round) } }
      let tree = try #require(renderer.tree(at: 0))
      let committed = try tree.layers.dropFirst().map { try #require(tree[$0]).state.position }
      #expect(committed == layers.map(\.position))
      #expect(committed.count { Int($0.y) == round } == order.count)
    }
    let lost = layers.prefix(count / 2).map { Weak(layer: $0) }
    change {
      for layer in layers.prefix(count / 2) {
        layer.position = .zero
        layer.removeFromSuperlayer()
      }
      layers.removeFirst(count / 2)
      #expect(lost.allSatisfy { $0.layer != nil })
    }
    #expect(lost.allSatisfy { $0.layer == nil })
  }

  private struct Weak {
    weak var layer: CALayer?
  }
}
