import QuartzCore
import Testing

/// Trees that are much wider or deeper than usual.
@Suite struct LongListTests {
  @Test("A search begins at both ends, so that those who leave from either are found at once")
  func searchesBeginAtBothEnds() {
    var visits = 0
    func search(_ count: Int, for wanted: Int) -> Int? {
      visits = 0
      return indexFromBothEnds(of: count) { index in
        visits += 1
        return index == wanted
      }
    }
    for count in 0...7 {
      for wanted in 0..<count { #expect(search(count, for: wanted) == wanted, "\(wanted) of \(count)") }
      #expect(search(count, for: count) == nil)
    }
    for (wanted, most) in [(0, 1), (9999, 2), (3, 7), (9996, 8)] {
      #expect(search(10_000, for: wanted) == wanted)
      #expect(visits <= most, "\(visits) visits for \(wanted)")
    }
  }

  @Test("Many layers leave one by one from either end", arguments: [true, false])
  func manyLayersLeave(fromTheFront: Bool) {
    let root = CALayer()
    let layers = (0..<2000).map { _ in CALayer() }
    root.sublayers = layers
    for layer in fromTheFront ? layers : layers.reversed() { layer.removeFromSuperlayer() }
    #expect(root.sublayers == nil)
    #expect(layers.allSatisfy { $0.superlayer == nil })
  }

  @Test func theOthersStayInOrder() {
    let root = CALayer()
    let layers = (0..<9).map { _ in CALayer() }
    root.sublayers = layers
    var rest = Array(0..<9)
    for index in [4, 0, 8, 6, 1, 7, 2, 5, 3] {
      layers[index].removeFromSuperlayer()
      rest.removeAll { $0 == index }
      #expect((root.sublayers ?? []).elementsEqual(rest.map { layers[$0] }, by: ===))
    }
  }

  private final class Closed: CALayer {
    override func hitTest(_ p: CGPoint) -> CALayer? { nil }
  }

  @Test("A hit test needs no stack for the depth of a tree", arguments: [false, true])
  func deepTreesAreHit(isClosed: Bool) {
    let root = box(0, 0, 10, 10)
    var deepest = root
    for level in 0..<20_000 {
      let layer = isClosed && level == 10_000 ? Closed() : CALayer()
      (layer.anchorPoint, layer.bounds) = (.zero, CGRect(x: 0, y: 0, width: 10, height: 10))
      deepest.addSublayer(layer)
      if layer is Closed { break }
      deepest = layer
    }
    #expect(root.hitTest(CGPoint(x: 5, y: 5)) === deepest)
    #expect(root.hitTest(CGPoint(x: 50, y: 5)) == nil)
  }
}
