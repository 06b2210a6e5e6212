import CoreGraphics
import Foundation
import QuartzCore
import StrataBase
import StrataRenderServer
import StrataTesting
import Testing

/// A context that is moved shows a moved picture: `render(in:)` draws as the same tree hosted below a transform.
@Suite struct MovedContextTests {
  /// A transform of a context, by name.
  struct Placement: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let transform: CGAffineTransform

    init(_ name: String, _ transform: CGAffineTransform) {
      (testDescription, self.transform) = (name, transform)
    }

    private static func about(_ x: CGFloat, _ y: CGFloat, _ linear: CGAffineTransform) -> CGAffineTransform {
      CGAffineTransform(translationX: -x, y: -y).concatenating(linear)
        .concatenating(CGAffineTransform(translationX: x, y: y))
    }

    static let all = [
      Placement("as it is", .identity),
      Placement("moved", CGAffineTransform(translationX: 10, y: 10)),
      Placement("moved by parts of a pixel", CGAffineTransform(translationX: 7.25, y: -3.5)),
      Placement("scaled about a point", about(40, 30, CGAffineTransform(scaleX: 1.5, y: 0.75))),
      Placement("turned about a point", about(50, 50, CGAffineTransform(rotationAngle: 0.5))),
      Placement("sheared and moved", CGAffineTransform(1, 0.25, 0.5, 1, 12, -8)),
      Placement("flipped", CGAffineTransform(1, 0, 0, -1, 5, 100)),
      Placement("mirrored", CGAffineTransform(-1, 0, 0, 1, 95, 0)),
    ]
  }

  /// Where a layer's own point lies, as a layer's position and transform say it.
  private func hosted(_ layer: CALayer, _ transform: CGAffineTransform) -> CALayer {
    let holder = CALayer()
    holder.anchorPoint = .zero
    holder.position = CGPoint(x: transform.tx, y: transform.ty)
    holder.setAffineTransform(CGAffineTransform(transform.a, transform.b, transform.c, transform.d, 0, 0))
    let (bounds, anchor) = (layer.bounds, layer.anchorPoint)
    layer.position = CGPoint(
      x: bounds.minX + anchor.x * bounds.width,
      y: bounds.minY + anchor.y * bounds.height
    )
    holder.addSublayer(layer)
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    root.addSublayer(holder)
    return root
  }

  private func randomTree(_ random: inout SplitMix64, depth: Int) -> CALayer {
    func unit() -> CGFloat { CGFloat(random.unitFloat()) }
    let layer = CALayer()
    layer.bounds = CGRect(
      x: unit() * 20 - 10,
      y: unit() * 20 - 10,
      width: 10 + unit() * 50,
      height: 10 + unit() * 50
    )
    layer.position = CGPoint(x: unit() * 60, y: unit() * 60)
    layer.anchorPoint = CGPoint(x: unit(), y: unit())
    layer.backgroundColor = CGColor(srgbRed: unit(), green: unit(), blue: unit(), alpha: 0.5 + unit() / 2)
    if unit() < 0.4 { layer.cornerRadius = unit() * 10 }
    if unit() < 0.3 { layer.borderWidth = unit() * 4 }
    if unit() < 0.3 { layer.opacity = Float(unit()) }
    if unit() < 0.3 { layer.masksToBounds = true }
    if unit() < 0.3 { (layer.shadowOpacity, layer.shadowRadius) = (0.7, unit() * 4) }
    if depth > 0 {
      for _ in 0..<3 { layer.addSublayer(randomTree(&random, depth: depth - 1)) }
      if unit() < 0.3 { layer.mask = randomTree(&random, depth: 0) }
    }
    return layer
  }

  @Test func aTranslationMovesALayerOnce() throws {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let shot = try Shot(drawing: layer, 100, 100) { $0.translateBy(x: 10, y: 10) }
    #expect(shot.box == [10, 50, 50, 90])
    #expect(shot.area == 1600)
  }

  @Test func aLayerWithAShadowDoesNotLeaveTheContext() throws {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
    layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    layer.shadowOpacity = 1
    let shot = try Shot(drawing: layer, 100, 100) { $0.translateBy(x: 70, y: 70) }
    #expect(shot[80, 20] == [255, 0, 0, 255])
    #expect(shot.alpha(80, 32) > 0, "the shadow lies below the layer")
  }

  /// The law, on pixels.
  @Test(arguments: Placement.all)
  func aMovedContextShowsWhatAHostShows(_ placement: Placement) throws {
    var painted = 0
    for seed in 1...12 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let layer = randomTree(&random, depth: 2)
      let drawn = try Shot(drawing: layer, 100, 100) { $0.concatenate(placement.transform) }
      let expected = try Shot(hosted(layer, placement.transform), 100, 100, origin: .bottomLeft)
      let worst = zip(drawn.bytes, expected.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(worst <= 1, "seed \(seed)")
      painted += expected.painted
    }
    #expect(painted > 10_000)
  }

  /// What a clip leaves of the picture is unchanged, and nothing else is painted.
  @Test func aClippedContextShowsAPartOfThePicture() throws {
    var random = SplitMix64(seed: 99)
    let layer = randomTree(&random, depth: 2)
    let move = CGAffineTransform(translationX: 20, y: 30)
    let whole = try Shot(drawing: layer, 100, 100) { $0.concatenate(move) }
    let part = try Shot(drawing: layer, 100, 100) {
      $0.clip(to: CGRect(x: 10, y: 20, width: 50, height: 40))
      $0.concatenate(move)
    }
    for y in 0..<100 {
      for x in 0..<100 {
        let isInside = (10..<60).contains(x) && (40..<80).contains(y)
        #expect(part[x, y] == (isInside ? whole[x, y] : [0, 0, 0, 0]), "\(x), \(y)")
      }
    }
  }

  /// The law, on pages, as an independent reader shows them.
  @Test(.enabled(if: PrintedPage.canBeSeen), arguments: Placement.all)
  func aMovedPageShowsWhatAHostShows(_ placement: Placement) throws {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 30)
    layer.anchorPoint = CGPoint(x: 0.25, y: 0.75)
    layer.backgroundColor = CGColor(srgbRed: 0.8, green: 0.2, blue: 0.1, alpha: 1)
    layer.cornerRadius = 6
    let child = CALayer()
    child.frame = CGRect(x: 20, y: 15, width: 30, height: 30)
    child.backgroundColor = CGColor(srgbRed: 0.1, green: 0.3, blue: 0.8, alpha: 1)
    layer.addSublayer(child)

    let data = NSMutableData()
    var box = CGRect(x: 0, y: 0, width: 100, height: 100)
    let context = try #require(
      CGDataConsumer(data: data).flatMap { CGContext(consumer: $0, mediaBox: &box, nil) }
    )
    context.beginPDFPage(nil)
    context.concatenate(placement.transform)
    layer.render(in: context)
    context.closePDF()

    let renderer = OfflineRenderer(
      layer: hosted(layer, placement.transform),
      size: box.size,
      scale: 2,
      origin: .bottomLeft
    )
    renderer.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    let comparison = try PrintedPage(data as Data)
      .comparison(with: renderer.image(at: 0), name: "moved page, \(placement.testDescription)")
    #expect(comparison.meanError < 1, "\(comparison)")
  }
}
