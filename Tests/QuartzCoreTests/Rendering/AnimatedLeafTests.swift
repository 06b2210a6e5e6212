import CoreGraphics
import Foundation
import QuartzCore
import StrataBase
import StrataRenderServer
import StrataRenderTree
import Testing

/// Layers with nothing but a colour are drawn by a shorter way than others, with animations, too.
@Suite struct AnimatedLeafTests {
  /// The shorter way is closed to a layer that ever had another radius of its shadow, though it has no shadow.
  @Test("animated layers look the same by the short way and by the long one", arguments: 1...30)
  func bothWays(seed: UInt64) throws {
    let (short, long) = (renderer(seed: seed, isLong: false), renderer(seed: seed, isLong: true))
    for time in [0, 0.21, 0.5, 0.83, 1.4, 2] {
      let isSame = try Shot(short, at: time) == Shot(long, at: time)
      #expect(isSame, "seed \(seed), time \(time)")
    }
  }

  @Test("an animation of position and opacity does not make its layer one with depth")
  func order() throws {
    let renderer = renderer(seed: 3, isLong: false, paths: ["position.x", "opacity"])
    let tree = try #require(renderer.tree(at: 0))
    let root = try #require(tree.root)
    #expect(tree.traits(of: tree[root]?.children ?? []) == [])
    let turned = self.renderer(seed: 3, isLong: false, paths: ["transform.rotation.y", "zPosition"])
    let other = try #require(turned.tree(at: 0))
    let otherRoot = try #require(other.root)
    #expect(other.traits(of: other[otherRoot]?.children ?? []) == .hasDepth)
  }

  private static let paths = [
    "position", "position.x", "opacity", "backgroundColor", "cornerRadius", "bounds.size", "bounds",
    "zPosition",
    "transform.rotation.z", "transform.rotation.y", "anchorPoint", "hidden", "borderWidth", "shadowOpacity",
  ]

  private func renderer(seed: UInt64, isLong: Bool, paths: [String] = paths) -> OfflineRenderer {
    var random = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<CGFloat>) -> CGFloat {
      range.lowerBound + CGFloat(random.unitFloat()) * (range.upperBound - range.lowerBound)
    }
    func color() -> CGColor {
      CGColor(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: number(0.3...1))
    }
    func value(_ path: String) -> Any {
      switch path {
      case "position": CGPoint(x: number(0...80), y: number(0...60))
      case "position.x": number(0...80)
      case "backgroundColor": color()
      case "cornerRadius", "borderWidth": number(0...9)
      case "bounds.size": CGSize(width: number(1...30), height: number(1...30))
      case "bounds": CGRect(x: number(-3...3), y: 0, width: number(1...30), height: number(1...30))
      case "anchorPoint": CGPoint(x: number(0...1), y: number(0...1))
      case "hidden": number(0...1) > 0.5
      default: number(0...1)
      }
    }
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 80, height: 60)
    let renderer = OfflineRenderer(layer: root, size: root.bounds.size)
    renderer.change(at: 0) {
      for _ in 0..<12 {
        let layer = CALayer()
        layer.frame = CGRect(
          x: number(0...60),
          y: number(0...40),
          width: number(2...30),
          height: number(2...30)
        )
        layer.backgroundColor = color()
        if random.next() % 3 == 0 { layer.opacity = Float(number(0.2...1)) }
        if isLong { layer.shadowRadius = 4 }
        for path in paths where random.next() % 3 == 0 {
          let animation = CABasicAnimation(keyPath: path)
          (animation.fromValue, animation.toValue) = (value(path), value(path))
          (animation.duration, animation.beginTime) = (1, Double(number(0...0.8)))
          animation.fillMode = random.next() % 2 == 0 ? .both : .removed
          animation.isAdditive = path == "position.x" && random.next() % 2 == 0
          layer.add(animation, forKey: path)
        }
        root.addSublayer(layer)
      }
    }
    return renderer
  }
}
