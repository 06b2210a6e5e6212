import QuartzCore
import Testing

// What client code relies on between a change and the frame that shows it.

/// Draws itself and counts.
final class CaptionLayer: CALayer {
  var draws = 0
  var layouts = 0
  override func draw(in ctx: CGContext) { draws += 1 }
  override func layoutSublayers() {
    layouts += 1
    super.layoutSublayers()
  }
}

/// Builds the animations of everything below it when it is displayed.
final class BuilderLayer: CALayer {
  var captions: [CaptionLayer] = []
  override func display() {
    func build(_ layer: CALayer) {
      let fade = CABasicAnimation(keyPath: "opacity")
      fade.fromValue = 0
      fade.toValue = 1
      fade.duration = 10
      layer.add(fade, forKey: "build")
      layer.sublayers?.forEach(build)
      if let mask = layer.mask { build(mask) }
    }
    sublayers?.forEach(build)
    for caption in captions {
      caption.setNeedsLayout()
      caption.setNeedsDisplay()
    }
  }
}

@Suite struct FrameIdiomTests {
  private func layer(_ x: CGFloat, _ width: CGFloat, _ color: CGColor? = nil) -> CALayer {
    let layer = CALayer()
    layer.anchorPoint = .zero
    layer.bounds = CGRect(x: 0, y: 0, width: width, height: 4)
    layer.position = CGPoint(x: x, y: 0)
    layer.backgroundColor = color
    return layer
  }

  private func rgb(_ r: CGFloat, _ g: CGFloat, _ b: CGFloat) -> CGColor {
    CGColor(srgbRed: r / 255, green: g / 255, blue: b / 255, alpha: 1)
  }

  /// The bytes of one pixel of a picture of 16 by 4.
  private func drawn(_ layer: CALayer?, _ x: Int) throws -> [UInt8] {
    let context = try #require(
      CGContext(
        data: nil,
        width: 16,
        height: 4,
        bitsPerComponent: 8,
        bytesPerRow: 64,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    try #require(layer).render(in: context)
    let bytes = try #require(context.data).assumingMemoryBound(to: UInt8.self)
    return (0..<4).map { bytes[2 * 64 + x * 4 + $0] }
  }

  @Test("SC-56: what a display changes below it, in masks too, is served before the same commit ends")
  func displaysThatBuild() {
    let renderer = CARenderer()
    let player = BuilderLayer()
    let (shown, masking) = (CaptionLayer(), CaptionLayer())
    let card = layer(0, 8, rgb(255, 0, 0))
    let mask = layer(0, 8)
    for caption in [shown, masking] { caption.bounds = CGRect(x: 0, y: 0, width: 4, height: 4) }
    mask.addSublayer(masking)
    card.mask = mask
    card.addSublayer(shown)
    player.addSublayer(card)
    player.captions = [shown, masking]
    renderer.layer = player
    renderer.beginFrame(atTime: 1, timeStamp: nil)
    renderer.endFrame()
    let before = [shown.draws, masking.draws, shown.layouts, masking.layouts]
    player.setNeedsDisplay()
    CATransaction.flush()
    #expect([shown.draws, masking.draws, shown.layouts, masking.layouts] == before.map { $0 + 1 })
    #expect(!shown.needsDisplay())
    #expect(!masking.needsDisplay())
    #expect(!masking.needsLayout())
    // The commit froze the animations, so that the very next frame shows them.
    renderer.beginFrame(atTime: 6, timeStamp: nil)
    for layer in [card, mask, shown, masking] {
      #expect(layer.animation(forKey: "build") != nil)
      #expect((layer.presentation()?.opacity ?? 9) < 1)
    }
    renderer.endFrame()
  }

  @Test("SC-57: values set by key before the first commit do not animate")
  func valuesBeforeTheFirstCommit() {
    let renderer = CARenderer()
    let root = layer(0, 8)
    renderer.layer = root
    renderer.beginFrame(atTime: 1, timeStamp: nil)
    renderer.endFrame()
    let fresh = CALayer()
    fresh.setValue(0.5, forKey: "opacity")
    root.addSublayer(fresh)
    fresh.setValue(CGPoint(x: 3, y: 4), forKey: "position")
    fresh.setValue(5, forKeyPath: "bounds.size.width")
    #expect(fresh.animationKeys() == ["onOrderIn"])
    CATransaction.flush()
    renderer.beginFrame(atTime: 2, timeStamp: nil)
    #expect(fresh.presentation()?.position == CGPoint(x: 3, y: 4))
    fresh.setValue(0.75, forKey: "opacity")
    #expect(fresh.animationKeys() == ["opacity"])
    renderer.endFrame()
  }

  @Test("SC-60: a presentation copy draws what is presented, with masks, shadows and blend filters")
  func presentationCopiesDraw() throws {
    let renderer = CARenderer()
    let root = layer(0, 16, rgb(255, 252, 65))
    let mover = layer(0, 4, rgb(255, 64, 19))
    mover.compositingFilter = "multiplyBlendMode"
    root.addSublayer(mover)
    let masked = layer(12, 4, rgb(0, 0, 255))
    masked.mask = layer(0, 2, rgb(0, 0, 0))
    root.addSublayer(masked)
    renderer.layer = root
    renderer.beginFrame(atTime: 1, timeStamp: nil)
    renderer.endFrame()
    let move = CABasicAnimation(keyPath: "position.x")
    move.fromValue = 0
    move.toValue = 8
    move.duration = 2
    mover.add(move, forKey: "move")
    CATransaction.flush()
    let begin = try #require(mover.animation(forKey: "move")?.beginTime)
    renderer.beginFrame(atTime: begin + 1, timeStamp: nil)
    let shown = root.presentation()
    #expect(try drawn(shown, 5) == [255, 63, 5, 255])
    #expect(try drawn(shown, 1) == [255, 252, 65, 255])
    #expect(try drawn(root, 1) == [255, 63, 5, 255])
    #expect(try drawn(shown, 13) == [0, 0, 255, 255])
    #expect(try drawn(shown, 15) == [255, 252, 65, 255])
    renderer.endFrame()
    let casting = layer(0, 16)
    let card = layer(0, 4, rgb(255, 255, 255))
    card.shadowOpacity = 1
    card.shadowRadius = 0
    card.shadowOffset = CGSize(width: 6, height: 0)
    casting.addSublayer(card)
    #expect(try drawn(casting, 8) == [0, 0, 0, 255])
  }

  @Test("SC-60, rendering RC-6: transforms that are not affine are drawn as on screen")
  func transformsOfSpace() throws {
    let root = layer(0, 16)
    let turned = layer(0, 8, rgb(255, 0, 0))
    turned.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
    root.addSublayer(turned)
    // Half as wide, by the cosine of the angle.
    #expect(try drawn(root, 2) == [255, 0, 0, 255])
    #expect(try drawn(root, 5) == [0, 0, 0, 0])
    turned.transform = CATransform3DMakeRotation(1e-7, 0, 1, 0)
    #expect(try drawn(root, 6) == [255, 0, 0, 255])
  }
}
