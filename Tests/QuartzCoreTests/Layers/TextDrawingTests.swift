import CoreGraphics
import CoreText
import Foundation
import QuartzCore
import StrataRenderServer
import StrataText
import Testing

/// Text in the middle between top and bottom, as many programs have it.
private final class CentredText: CATextLayer {
  var draws = 0

  override func draw(in ctx: CGContext) {
    model().draws += 1
    ctx.saveGState()
    let room = (bounds.height - preferredFrameSize().height) / 2
    ctx.translateBy(x: 0, y: contentsAreFlipped() ? room : -room)
    super.draw(in: ctx)
    ctx.restoreGState()
  }
}

private func text<Layer: CATextLayer>(_ layer: Layer, _ string: String = "Tag") -> Layer {
  place(layer, 0, 0, 60, 60) { ($0.string, $0.fontSize) = (string, 20) }
}

private final class Painter: NSObject, CALayerDelegate {
  var draws = 0
  func draw(_ layer: CALayer, in ctx: CGContext) { draws += 1 }
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }
}

@Suite(.enabled(if: TextLayoutEngine.metrics(of: FontDescription(name: "Helvetica", size: 10)).ascent > 0))
struct TextDrawingTests {
  init() { CATransaction.flush() }

  /// What a layer's own method draws into a context of 60 by 60 points.
  private func drawn(_ layer: CALayer, flipped: Bool = false) throws -> Shot {
    try Shot(drawing: CALayer(), 60, 60) { context in
      if flipped { context.concatenate(CGAffineTransform(1, 0, 0, -1, 0, 60)) }
      layer.draw(in: context)
    }
  }

  // MARK: Drawing

  @Test(
    "rendering TX-9: a text layer draws what it shows, upright in every context",
    arguments: [false, true]
  )
  func drawsItself(flipped: Bool) throws {
    let layer = text(CATextLayer(), "A few words")
    (layer.isWrapped, layer.alignmentMode, layer.truncationMode) = (true, .right, .end)
    let shown = try Shot(drawing: layer, 60, 60)
    let drawn = try drawn(layer, flipped: flipped)
    #expect(shown.painted > 100)
    #expect((drawn.distance(to: shown) ?? 255) <= 8)
  }

  @Test("rendering TX-9: colours of the text and bounds that begin elsewhere")
  func coloursAndOrigin() throws {
    let layer = text(CATextLayer())
    layer.foregroundColor = green
    layer.bounds.origin = CGPoint(x: -7, y: 100)
    let drawn = try Shot(drawing: CALayer(), 60, 60) { context in
      context.translateBy(x: 7, y: -100)
      layer.draw(in: context)
    }
    let shown = try Shot(drawing: layer, 60, 60) { $0.translateBy(x: 7, y: -100) }
    #expect(shown.painted > 50)
    #expect((drawn.distance(to: shown) ?? 255) <= 8)
  }

  @Test(
    "rendering TX-9: a subclass moves the text, which shows once",
    arguments: [OfflineRenderer.Origin.topLeft, .bottomLeft]
  )
  func centred(origin: OfflineRenderer.Origin) throws {
    let top = try #require(try Shot(stage(60, 60, text(CATextLayer())), 60, 60, origin: origin).box)
    let layer = text(CentredText())
    let middle = try #require(try Shot(stage(60, 60, layer), 60, 60, origin: origin).box)
    #expect(abs(middle[1] - top[1] - 20) <= 2)
    #expect(abs((middle[3] - middle[1]) - (top[3] - top[1])) <= 1)
    #expect(layer.draws == 1)
  }

  @Test("rendering TX-9, D-3, D-4: a subclass draws again for other text and other bounds")
  func drawsAgain() throws {
    let layer = text(CentredText())
    let renderer = OfflineRenderer(layer: stage(60, 60, layer), size: CGSize(width: 60, height: 60))
    let first = try Shot(renderer, at: 0)
    renderer.change(at: 1) {
      CATransaction.setDisableActions(true)
      layer.string = "Other"
    }
    #expect(layer.draws == 2)
    let second = try Shot(renderer, at: 1)
    #expect(second != first)
    renderer.change(at: 2) {
      CATransaction.setDisableActions(true)
      layer.bounds.size.height = 30
    }
    #expect(layer.draws == 3)
    #expect(try Shot(renderer, at: 2) != second)
  }

  @Test("rendering TX-9, D-4: a subclass draws every frame in which its text changes")
  func drawsFrames() throws {
    let layer = text(CentredText(), "M")
    let renderer = OfflineRenderer(layer: stage(60, 60, layer), size: CGSize(width: 60, height: 60))
    let start = try #require(try Shot(renderer, at: 0).box)
    renderer.change(at: 1) {
      let grow = CABasicAnimation(keyPath: "fontSize")
      (grow.fromValue, grow.toValue, grow.duration) = (20, 40, 2)
      layer.add(grow, forKey: nil)
    }
    let (before, half) = (layer.draws, try #require(try Shot(renderer, at: 2).box))
    #expect(layer.draws == before + 1)
    let (width, wider) = (start[2] - start[0], half[2] - half[0])
    #expect(abs(Double(wider) - 1.5 * Double(width)) <= 2)
    #expect(try Shot(renderer, at: 4).box == start)
  }

  @Test("rendering TX-9: a plain text layer has no backing store, and asks no delegate to draw")
  func plainLayers() throws {
    let painter = Painter()
    let layer = text(CATextLayer())
    layer.delegate = painter
    let shot = try Shot(stage(60, 60, layer), 60, 60)
    layer.display()
    #expect(layer.contents == nil)
    #expect(painter.draws == 0)
    #expect(try shot == Shot(stage(60, 60, text(CATextLayer())), 60, 60))
  }

  @Test("animation A-12: the fade of a subclass's text is that of its contents")
  func fadeOfContents() {
    let layer = text(CentredText())
    let renderer = OfflineRenderer(layer: stage(60, 60, layer), size: CGSize(width: 60, height: 60))
    linear(renderer, at: 1) { layer.string = "Other" }
    #expect(layer.animationKeys() == ["contents"])
  }

  // MARK: Size

  @Test("rendering Y-8: a text layer prefers the size of its text")
  func preferredSizes() {
    let layer = CATextLayer()
    #expect(layer.preferredFrameSize() == .zero)
    (layer.string, layer.fontSize) = ("Some words", 20)
    let line = layer.preferredFrameSize()
    #expect(line.width > 60)
    #expect((18...30).contains(line.height))
    layer.transform = CATransform3DMakeScale(2, 3, 1)
    #expect(layer.preferredFrameSize() == CGSize(width: 2 * line.width, height: 3 * line.height))
    layer.layoutManager = CAConstraintLayoutManager.layoutManager
    #expect(layer.preferredFrameSize() == .zero)
  }

  @Test("rendering Y-8: wrapped text breaks at the width of the bounds, if there is one")
  func preferredSizesOfWrappedText() {
    let layer = CATextLayer()
    (layer.string, layer.fontSize) = ("Some words", 20)
    let line = layer.preferredFrameSize()
    layer.isWrapped = true
    #expect(layer.preferredFrameSize() == line)
    layer.bounds.size = CGSize(width: line.width - 5, height: 1)
    let block = layer.preferredFrameSize()
    #expect(block.width < line.width - 5)
    #expect(abs(block.height - 2 * line.height) < 2)
    layer.bounds.size = block
    #expect(layer.preferredFrameSize() == block)
  }

  @Test("rendering Y-8, TX-5: text in bounds of its preferred size is not truncated")
  func preferredSizeFits() throws {
    let layer = text(CATextLayer(), "Words")
    layer.bounds.size = layer.preferredFrameSize()
    let whole = try Shot(drawing: layer, 60, 60)
    layer.truncationMode = .end
    #expect(try Shot(drawing: layer, 60, 60) == whole)
  }

  // MARK: Fonts

  /// Liberation Mono under a name that nothing has; each number makes another font.
  private func foreignFont(_ number: UInt8) throws -> CGFont {
    let mono = CTFontCreateWithName("LiberationMono" as CFString, 12, nil)
    var data = CTFontCopyGraphicsFont(mono, nil).data
    for encoding in [String.Encoding.utf16BigEndian, .macOSRoman] {
      let (name, other) = ("LiberationMono".data(using: encoding), "LiberationFono".data(using: encoding))
      while let place = data.range(of: try #require(name)) {
        data.replaceSubrange(place, with: try #require(other))
      }
    }
    // Bytes behind the tables belong to none.
    data.append(number)
    let provider = try #require(CGDataProvider(data: data as CFData))
    return try #require(CGFont(provider))
  }

  @Test("rendering TX-2: layers keep their fonts, however many are not installed")
  func manyForeignFonts() throws {
    let layers = try (1...40).map { number in
      let layer = text(CATextLayer(), "iiMM")
      layer.font = try foreignFont(UInt8(number))
      return layer
    }
    let expected = text(CATextLayer(), "MMii")
    expected.font = "LiberationMono" as NSString
    layers[0].string = "MMii"
    #expect(try Shot(drawing: layers[0], 60, 60) == Shot(drawing: expected, 60, 60))
  }

  @Test("rendering TX-2: a moment keeps the fonts of its text, which layers have left")
  func foreignFontsOfMoments() throws {
    func styled(_ font: CTFont) -> NSAttributedString {
      NSAttributedString(string: "iMi", attributes: [.font: font])
    }
    func foreign(_ number: UInt8) throws -> NSAttributedString {
      styled(CTFontCreateWithGraphicsFont(try foreignFont(number), 20, nil, nil))
    }
    let (layer, plain) = (text(CATextLayer()), text(CATextLayer()))
    layer.string = try foreign(101)
    plain.string = styled(CTFontCreateWithName("LiberationMono" as CFString, 20, nil))
    let renderer = OfflineRenderer(layer: stage(60, 60, layer), size: CGSize(width: 60, height: 60))
    for number in 102...140 {
      renderer.change(at: Double(number)) { layer.string = try? foreign(UInt8(number)) }
    }
    _ = try Shot(renderer, at: 150)
    #expect(try Shot(renderer, at: 0) == Shot(stage(60, 60, plain), 60, 60))
  }

  @Test("rendering TX-2: a font that is not installed draws the text")
  func foreignFonts() throws {
    let layer = text(CATextLayer(), "iiMM")
    layer.font = try foreignFont(0)
    let drawn = try Shot(drawing: layer, 60, 60)
    layer.font = "LiberationMono" as NSString
    #expect(try Shot(drawing: layer, 60, 60) == drawn)
    layer.font = "Helvetica" as NSString
    #expect(try Shot(drawing: layer, 60, 60) != drawn)
  }

  // MARK: Transitions

  @Test("animation A-9: a change of text leaves a transition that the program added")
  func ownTransition() {
    let layer = text(CATextLayer())
    let renderer = OfflineRenderer(layer: stage(60, 60, layer), size: CGSize(width: 60, height: 60))
    func type() -> CATransitionType? { (layer.animation(forKey: kCATransition) as? CATransition)?.type }
    renderer.change(at: 1) {
      let push = CATransition()
      (push.type, push.duration) = (.push, 2)
      layer.add(push, forKey: kCATransition)
      layer.string = "New"
    }
    #expect(type() == .push)
    renderer.change(at: 2) { layer.alignmentMode = .right }
    #expect(type() == .push)
    renderer.change(at: 4) { layer.string = "Newer" }
    #expect(type() == .fade)
    renderer.change(at: 4.1) { layer.string = "Newest" }
    #expect(type() == .fade)
  }
}
