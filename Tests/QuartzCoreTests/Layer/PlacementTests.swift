import CoreGraphics
import Foundation
import QuartzCore
import StrataBase
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderServer
import Testing

/// A tree whose layers are turned, bent, flipped and nested at random; the red of a layer's background is its number.
private struct PlacedTree {
  let root: CALayer
  private(set) var layers: [CALayer] = []
  private let chance: Chance

  static let side = 200

  init(_ seed: UInt64) {
    chance = Chance(seed)
    root = box(0, 0, Double(Self.side), Double(Self.side))
    add(root)
    for _ in 0..<14 {
      guard let parent = chance.element(of: layers) else { continue }
      let layer: CALayer = chance.happens(0.2) ? CATransformLayer() : CALayer()
      add(layer)
      place(layer)
      if !(parent is CATransformLayer), parent.mask == nil, chance.happens(0.1) {
        parent.mask = layer
      } else {
        parent.addSublayer(layer)
      }
    }
  }

  private mutating func add(_ layer: CALayer) {
    layer.backgroundColor = color(CGFloat(layers.count) / 64, 0, 0)
    layers.append(layer)
  }

  private func place(_ layer: CALayer) {
    layer.bounds = CGRect(
      x: chance.number(-9, 9),
      y: chance.number(-9, 9),
      width: chance.number(10, 90) + 0.1,
      height: chance.number(10, 90) + 0.3
    )
    layer.anchorPoint = CGPoint(x: chance.number(-1, 2) + 0.1, y: chance.number(-1, 2) + 0.2)
    layer.position = CGPoint(x: chance.number(0, 120) + 0.7, y: chance.number(0, 120))
    if chance.happens(0.3) { layer.zPosition = chance.number(-40, 40) }
    if chance.happens(0.2) { layer.anchorPointZ = chance.number(-20, 20) }
    layer.isGeometryFlipped = chance.happens(0.25)
    if chance.happens(0.5) { layer.transform = matrix() }
    if chance.happens(0.3) { layer.sublayerTransform = matrix() }
  }

  private func matrix() -> CATransform3D {
    let turn = chance.number(-3, 3)
    switch chance.below(5) {
    case 0: return CATransform3DMakeRotation(turn, 0, 0, 1)
    case 1: return CATransform3DMakeScale(chance.number(1, 2) - 0.3, -1, 1)
    case 2: return CATransform3DMakeTranslation(turn, 4, chance.number(-30, 30))
    case 3: return CATransform3DMakeRotation(turn / 2, 1, chance.number(0, 2), 0)
    default:
      var result = CATransform3DMakeRotation(turn / 4, 0, 1, 0)
      (result.m34, result.m41) = (-1 / 500, 3)
      return result
    }
  }
}

/// There is one place of a layer: where it is drawn it is converted to, and hit.
@Suite struct PlacementTests {
  /// A point and its images, drawn and converted, in pixels of the picture.
  private struct Pair {
    let layer: Int
    let drawn: CGPoint
    let converted: CGPoint

    var distance: CGFloat { max(abs(drawn.x - converted.x), abs(drawn.y - converted.y)) }
  }

  /// The corners of all backgrounds in the frame of a tree that are well in front of the viewer.
  private func corners(of tree: PlacedTree, _ viewport: Viewport) throws -> [Pair] {
    let size = CGSize(width: PlacedTree.side, height: PlacedTree.side)
    let renderer = OfflineRenderer(
      layer: tree.root,
      size: size,
      origin: viewport.origin == .topLeft ? .topLeft : .bottomLeft
    )
    let frame = renderer.frame(at: 0)
    let host = try #require(FrameBuilder.hostToDevice(viewport))
    var result: [Pair] = []
    for item in frame.items {
      guard case .fill(let rect, let color) = item.payload else { continue }
      let number = Int((color.x * 64).rounded())
      let layer = tree.layers[number]
      for (x, y) in [(rect.minX, rect.minY), (rect.minX + rect.width, rect.minY + rect.height)] {
        let p = frame[item.space].toDevice.apply(x, y)
        guard p.w > 0.2 else { continue }
        let inside = tree.root.convert(CGPoint(x: x, y: y), from: layer)
        let outside = tree.root.convert(inside, to: nil)
        let q = host.apply(Double(outside.x), Double(outside.y))
        result.append(
          Pair(
            layer: number,
            drawn: CGPoint(x: p.x / p.w, y: p.y / p.w),
            converted: CGPoint(x: q.x / q.w, y: q.y / q.w)
          )
        )
      }
    }
    return result
  }

  @Test(
    "rendering G-16, H-1: a layer is drawn where its points are converted to",
    arguments: [Viewport.Origin.topLeft, .bottomLeft]
  )
  func layersAreDrawnWhereTheyAre(_ origin: Viewport.Origin) throws {
    let viewport = Viewport(width: PlacedTree.side, height: PlacedTree.side, origin: origin)
    var count = 0
    for seed in 1...200 as ClosedRange<UInt64> {
      for pair in try corners(of: PlacedTree(seed), viewport) {
        count += 1
        #expect(
          pair.distance < 1e-6,
          "seed \(seed), layer \(pair.layer): drawn at \(pair.drawn), converted to \(pair.converted)"
        )
      }
    }
    #expect(count > 1000, "too few layers are seen")
  }

  private static let changes: [(String, @Sendable (CALayer, CALayer) -> Void)] = [
    ("transform", { $1.transform.m22 = .nan }), ("zPosition", { $1.zPosition = .nan }),
    ("anchorPointZ", { $1.anchorPointZ = .nan }), ("anchorPoint", { $1.anchorPoint.y = .nan }),
    ("sublayerTransform", { layer, _ in layer.sublayerTransform.m11 = .nan }),
    ("depth", { ($1.zPosition, $0.sublayerTransform.m34) = (.nan, -0.01) }),
  ]

  @Test("animation Z-6: what is placed by a NaN is drawn, converted and hit where it would be without it")
  func placesThatAreNoNumbersCountAsAbsent() throws {
    for (name, change) in Self.changes {
      for holder in [CALayer(), CATransformLayer()] {
        let root = box(0, 0, 100, 100)
        holder.frame = root.bounds
        let layer = box(0, 0, 20, 20, red)
        layer.anchorPoint = CGPoint(x: 0.5, y: 0.5)
        layer.position = at(50, 50)
        root.addSublayer(holder)
        holder.addSublayer(layer)
        change(holder, layer)
        let kind = "\(name) in \(type(of: holder))"
        #expect(root.convert(at(0, 0), from: layer) == at(40, 40), "\(kind)")
        #expect(root.hitTest(at(45, 45)) === layer, "\(kind)")
        #expect(try Shot(root, 100, 100)[45, 45] == [255, 0, 0, 255], "\(kind)")
        change(root, holder)
        #expect(root.hitTest(at(45, 45)) === layer, "\(kind), twice")
        #expect(try Shot(root, 100, 100)[45, 45] == [255, 0, 0, 255], "\(kind), twice")
      }
    }
  }
  @Test("animation Z-6: among siblings with depth, what is placed by a NaN keeps its place and its order")
  func placesThatAreNoNumbersHaveAnOrder() throws {
    let root = box(0, 0, 100, 100)
    let (odd, near) = (box(40, 40, 20, 20, red), box(45, 45, 20, 20, color(0, 0, 1)))
    (odd.zPosition, odd.anchorPointZ, near.zPosition) = (10, .nan, 5)
    for layer in [odd, near] { root.addSublayer(layer) }
    #expect(root.hitTest(at(50, 50)) === odd)
    #expect(try Shot(root, 100, 100)[50, 50] == [255, 0, 0, 255])
    odd.transform.m22 = .nan
    for x in [10, 80] as [CGFloat] {
      let tilted = box(x, 10, 10, 10, color(0, 1, 0))
      tilted.transform = CATransform3DMakeRotation(0.4, 0, 1, 0)
      root.addSublayer(tilted)
    }
    #expect(root.hitTest(at(50, 50)) === odd)
    #expect(try Shot(root, 100, 100)[50, 50] == [255, 0, 0, 255])
  }
}
