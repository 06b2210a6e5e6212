import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import StrataBase
import StrataRenderServer
import Testing

/// Laws of trees with filters of Core Image at random: a history of frames, and each frame made afresh, have the same
/// bytes; so have any number of threads, and drawing into a context.
@Suite struct LayerFilterLawTests {
  private static let size = CGSize(width: 120, height: 100)

  /// A tree of a few layers that move, with filters on them and on what is behind them.
  private static func tree(_ seed: UInt64) -> CALayer {
    var random = SplitMix64(seed: seed)
    func number(_ low: Double, _ high: Double) -> Double {
      low + (high - low) * Double(random.next() >> 11) * 0x1p-53
    }
    let root = CALayer()
    root.frame = CGRect(origin: .zero, size: size)
    root.backgroundColor = CGColor(srgbRed: 0.9, green: 0.8, blue: 0.3, alpha: 1)
    let names = LayerFilterTests.single
    func filter() -> CIFilter? {
      let filter = CIFilter(name: names[Int(number(0, Double(names.count) - 0.001))])
      filter?.fit(number(0.3, 1.2))
      return filter
    }
    for _ in 0..<4 {
      let layer = CALayer()
      layer.frame = CGRect(
        x: number(-20, 80).rounded(),
        y: number(-20, 70).rounded(),
        width: number(10, 60),
        height: number(10, 60)
      )
      layer.backgroundColor = CGColor(
        srgbRed: number(0, 1),
        green: number(0, 1),
        blue: number(0, 1),
        alpha: number(0.3, 1)
      )
      let child = CALayer()
      child.frame = CGRect(x: 4, y: 6, width: number(4, 30), height: 12)
      child.backgroundColor = CGColor(srgbRed: number(0, 1), green: 0, blue: 1, alpha: 1)
      layer.addSublayer(child)
      if number(0, 1) < 0.7, let filter = filter() { layer.filters = [filter] }
      if number(0, 1) < 0.3, let filter = filter() {
        (layer.backgroundFilters, layer.masksToBounds) = ([filter], true)
      }
      if number(0, 1) < 0.2 { layer.setAffineTransform(CGAffineTransform(rotationAngle: number(0, 6))) }
      let moving = number(0, 1) < 0.5 ? layer : child
      let animation = CABasicAnimation(keyPath: "position")
      animation.toValue = CGPoint(x: number(0, 60).rounded(), y: number(0, 60))
      (animation.duration, animation.beginTime) = (number(0.5, 2), number(0, 1))
      moving.add(animation, forKey: nil)
      root.addSublayer(layer)
    }
    return root
  }

  private static func renderer(_ root: CALayer, threads: Int = 1) -> OfflineRenderer {
    OfflineRenderer(layer: root, size: size, origin: .bottomLeft, threads: threads)
  }

  @Test(
    "rendering RM-6, RM-7: damage is enough, and threads change nothing",
    arguments: 1...60 as ClosedRange<UInt64>
  )
  func historiesShowTheirMoments(seed: UInt64) throws {
    let root = Self.tree(seed)
    let history = Self.renderer(root, threads: 2)
    let times = [0, 0.4, 0.8, 1.2, 1.6, 2.4, 3.2]
    let shown = try times.map { try history.image(at: $0) }
    for (time, image) in zip(times, shown) {
      let fresh = try Self.renderer(Self.tree(seed)).image(at: time)
      #expect(difference(fresh, image) == 0, "seed \(seed) at \(time)")
    }
  }

  @Test("rendering RC-6: a context shows what a host shows", arguments: 1...20 as ClosedRange<UInt64>)
  func contextsShowFilters(seed: UInt64) throws {
    let root = Self.tree(seed)
    root.sublayers?.forEach { $0.removeAllAnimations() }
    let context = try #require(
      CGContext(
        data: nil,
        width: Int(Self.size.width),
        height: Int(Self.size.height),
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    root.render(in: context)
    let hosted = try Self.renderer(root).image(at: 0)
    #expect(difference(context.makeImage(), hosted) == 0, "seed \(seed)")
  }

  /// Turned and stretched layers are sampled on the way to a filter and back, so that single pixels depend on their neighbours.
  @Test(arguments: [
    CGAffineTransform(rotationAngle: 0.3), CGAffineTransform(rotationAngle: 5.5),
    CGAffineTransform(3, 0, 0, 1, 0, 0),
    CGAffineTransform(1, 0.4, 0, 1, 0, 0),
  ])
  func coloursOfSampledLayersAreDrawnAgainWithTheirNeighbours(transform: CGAffineTransform) throws {
    func tree() throws -> CALayer {
      let root = CALayer()
      root.frame = CGRect(origin: .zero, size: Self.size)
      root.backgroundColor = CGColor(srgbRed: 0.9, green: 0.8, blue: 0.3, alpha: 1)
      let layer = CALayer()
      layer.frame = CGRect(x: 40, y: 25, width: 35, height: 42)
      layer.backgroundColor = CGColor(srgbRed: 0.4, green: 0.2, blue: 0.7, alpha: 0.6)
      let child = CALayer()
      child.frame = CGRect(x: 4, y: 6, width: 20, height: 12)
      child.backgroundColor = CGColor(srgbRed: 0.4, green: 0, blue: 1, alpha: 1)
      let animation = CABasicAnimation(keyPath: "position")
      animation.toValue = CGPoint(x: 30, y: 29.5)
      animation.duration = 1
      child.add(animation, forKey: nil)
      layer.addSublayer(child)
      layer.filters = [try #require(CIFilter(name: "CIExposureAdjust", parameters: ["inputEV": 0.5]))]
      layer.setAffineTransform(transform)
      root.addSublayer(layer)
      return root
    }
    let history = Self.renderer(try tree())
    for time in [0, 0.3, 0.6, 1.1] {
      let image = try history.image(at: time)
      #expect(difference(try Self.renderer(try tree()).image(at: time), image) == 0, "\(time)")
    }
  }

  /// A small layer moves over a blurred one: only what the blur reaches is drawn again.
  @Test func damageEndsAtTheReach() throws {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 400, height: 300)
    let pane = CALayer()
    pane.frame = root.bounds
    pane.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    let dot = CALayer()
    dot.frame = CGRect(x: 40, y: 40, width: 10, height: 10)
    dot.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
    pane.addSublayer(dot)
    root.addSublayer(pane)
    let blur = CIFilter.gaussianBlur()
    (blur.name, blur.radius) = ("blur", 3)
    pane.filters = [blur]
    let renderer = OfflineRenderer(layer: root, size: root.bounds.size)
    renderer.change(at: 0) {
      let animation = CABasicAnimation(keyPath: "position.x")
      (animation.toValue, animation.duration) = (65, 1)
      dot.add(animation, forKey: nil)
    }
    _ = try renderer.image(at: 0)
    _ = try renderer.image(at: 0.5)
    // Both places of the dot, and three deviations and two pixels around them.
    #expect(renderer.redrawnPixels > 0)
    #expect(renderer.redrawnPixels <= (10 + 10 + 22) * (10 + 22))
  }

  /// A blur that animates behind a small moving layer, and a box under a small moving one: only what they reach is drawn.
  @Test(arguments: [true, false])
  func animatedFiltersDrawTheirReach(isBackdrop: Bool) throws {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 400, height: 300)
    let pane = CALayer()
    pane.frame = root.bounds
    pane.contents = FilteredStage.picture(400, 300)
    let dot = CALayer()
    dot.frame = CGRect(x: 40, y: 40, width: 12, height: 12)
    root.addSublayer(pane)
    let filter = isBackdrop ? CIFilter.gaussianBlur() : CIFilter(name: "CIBoxBlur")
    filter?.name = "soft"
    filter?.setValue(3, forKey: kCIInputRadiusKey)
    if isBackdrop {
      (dot.backgroundFilters, dot.masksToBounds) = (filter.map { [$0] }, true)
      root.addSublayer(dot)
    } else {
      pane.filters = filter.map { [$0] }
      dot.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
      pane.addSublayer(dot)
    }
    let renderer = OfflineRenderer(layer: root, size: root.bounds.size)
    renderer.change(at: 0) {
      let move = CABasicAnimation(keyPath: "position.x")
      (move.toValue, move.duration) = (70, 1)
      dot.add(move, forKey: "move")
      guard isBackdrop else { return }
      let blur = CABasicAnimation(keyPath: "backgroundFilters.soft.inputRadius")
      (blur.fromValue, blur.toValue, blur.duration) = (1, 4, 1)
      dot.add(blur, forKey: "blur")
    }
    _ = try renderer.image(at: 0)
    _ = try renderer.image(at: 0.5)
    // Both places of the dot, and three deviations of at most 4 pixels and two pixels more around them.
    #expect(renderer.redrawnPixels > 0)
    #expect(renderer.redrawnPixels <= (12 + 12 + 28) * (12 + 28))
  }
}
