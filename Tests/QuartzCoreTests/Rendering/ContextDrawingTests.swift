import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Drawing a layer into a context (rendering section 12.1).
@Suite struct ContextDrawingTests {
  @Test("rendering RC-1, RC-2, E-410 to E-415: the model, in the receiver's own coordinates")
  func ownCoordinates() throws {
    let root = box(100, 100, 40, 40, red)
    root.transform = CATransform3DMakeRotation(1, 0, 0, 1)
    root.bounds.origin = at(-5, -5)
    let child = box(10, 10, 10, 10, blue)
    child.transform = CATransform3DMakeTranslation(5, 0, 0)
    root.addSublayer(child)
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (0, 0, 100)
    root.add(fade, forKey: nil)
    let shot = try Shot(drawing: root, 60, 60)
    // Bounds from -5 to 35 are cut at the context's edge; rows count from above.
    #expect(shot.box == [0, 25, 35, 60])
    #expect(shot[15, 49] == [0, 0, 255, 255])
    #expect(shot[24, 40] == [0, 0, 255, 255])
    #expect(shot[25, 40] == [255, 0, 0, 255])
  }

  @Test("rendering RC-3: nothing is displayed for it, but vector layers draw themselves")
  func noDisplay() throws {
    final class Drawing: CALayer {
      override func draw(in ctx: CGContext) {
        ctx.setFillColor(blue)
        ctx.fill(bounds)
      }
    }
    let layer = place(Drawing(), 0, 0, 10, 10)
    layer.setNeedsDisplay()
    #expect(try Shot(drawing: layer, 10, 10).painted == 0 && layer.needsDisplay())
    layer.displayIfNeeded()
    #expect(try Shot(drawing: layer, 10, 10).painted == 100)
    let shape = place(CAShapeLayer(), 0, 0, 10, 10) {
      $0.path = CGPath(rect: CGRect(x: 0, y: 0, width: 3, height: 3), transform: nil)
    }
    #expect(try Shot(drawing: shape, 10, 10).painted == 9)
    for type in [.axial, .radial] as [CAGradientLayerType] {
      let sky = place(CAGradientLayer(), 0, 0, 10, 10) {
        ($0.colors, $0.type, $0.endPoint) = ([red, blue], type, at(1, 1))
      }
      #expect(try Shot(drawing: sky, 10, 10).painted == 100)
    }
    #if Text
      let text = place(CATextLayer(), 0, 0, 60, 40) { $0.string = "H" }
      #expect(try Shot(drawing: text, 60, 40).painted > 20)
    #endif
  }

  /// A tree with everything that a context draws.
  private func everything() -> CALayer {
    let root = box(0, 0, 60, 60, color(0.9, 0.9, 1))
    (root.cornerRadius, root.borderWidth, root.borderColor) = (8, 2, blue)
    let card = box(10, 10, 20, 20, red)
    (card.shadowOpacity, card.shadowRadius, card.opacity) = (0.5, 2, 0.8)
    card.addSublayer(box(5, 5, 30, 5, green))
    card.masksToBounds = false
    let image = box(35, 5, 20, 10)
    image.contents = picture(4, 4) { x, y in (x * 60, y * 60, 128, 255) }
    (image.contentsGravity, image.contentsScale) = (.topLeft, 0.5)
    image.masksToBounds = true
    let copies = place(CAReplicatorLayer(), 5, 40, 10, 10) {
      ($0.instanceCount, $0.instanceTransform) = (4, CATransform3DMakeTranslation(12, 0, 0))
      ($0.instanceColor, $0.instanceRedOffset) = (color(1, 1, 0), -0.2)
    }
    copies.addSublayer(box(0, 0, 8, 8, white))
    let hidden = box(0, 0, 60, 60, black)
    hidden.isHidden = true
    let clear = box(0, 0, 60, 60, black)
    clear.opacity = 0
    let turned = box(40, 25, 10, 10, green)
    turned.zPosition = -1
    root.sublayers = [card, image, copies, hidden, clear, turned]
    root.sublayerTransform = CATransform3DMakeTranslation(1, 2, 0)
    return root
  }

  @Test(
    "rendering RC-4, RC-5: what a context gets is what a host shows, opacity of groups and colours of copies included"
  )
  func sameAsHosts() throws {
    let root = everything()
    // A host enlarges pictures as this quality does.
    let drawn = try Shot(drawing: root, 60, 60) { $0.interpolationQuality = .low }
    #expect((drawn.distance(to: try Shot(root, 60, 60, origin: .bottomLeft)) ?? 255) <= 1)
  }

  @Test("rendering RC-6: masks, shadow paths, filters and transforms of space are drawn as on a host")
  func noGaps() throws {
    let root = box(0, 0, 60, 60, white)
    let masked = box(5, 5, 20, 20, red)
    masked.mask = box(5, 5, 10, 10, black)
    let cast = box(30, 30, 10, 10, blue)
    (cast.shadowOpacity, cast.shadowPath) = (
      1, CGPath(rect: CGRect(x: 10, y: 10, width: 9, height: 9), transform: nil)
    )
    let inverted = box(30, 5, 10, 10, red)
    inverted.filters = [CAFilter(type: "colorInvert")]
    let tilted = box(5, 35, 20, 20, green)
    tilted.transform = CATransform3DMakeRotation(1, 0, 1, 0)
    tilted.transform.m34 = -1 / 100
    let blended = box(45, 5, 10, 10, color(1, 1, 0))
    blended.compositingFilter = "multiplyBlendMode"
    for layer in [masked, cast, inverted, tilted, blended] { root.addSublayer(layer) }
    #expect(
      (try Shot(drawing: root, 60, 60).distance(to: try Shot(root, 60, 60, origin: .bottomLeft)) ?? 255) <= 1
    )
  }

  @Test("rendering RC-6, X-10: a transform that is almost of the plane, and one that is not, are both drawn")
  func transformsOfSpace() throws {
    let root = box(0, 0, 40, 40)
    let child = box(10, 10, 10, 10, red)
    root.addSublayer(child)
    child.transform = CATransform3DMakeTranslation(5, 0, 0)
    child.transform.m34 = 1e-8
    #expect(try Shot(drawing: root, 40, 40).box == [15, 20, 25, 30])
    child.transform = CATransform3DMakeScale(2, 1, 3)
    #expect(try Shot(drawing: root, 40, 40).box == [10, 20, 30, 30])
  }

  /// The reds of two columns of pixels, black and white, that are drawn twice as large.
  private func enlarged(_ quality: CGInterpolationQuality?, asLayer: Bool) throws -> [UInt8] {
    let image = try #require(picture(2, 2) { x, _ in (x * 255, x * 255, x * 255, 255) })
    let layer = box(0, 0, 4, 4)
    if asLayer { layer.contents = image }
    let shot = try Shot(drawing: layer, 4, 4) { context in
      if let quality { context.interpolationQuality = quality }
      if !asLayer { context.draw(image, in: CGRect(x: 0, y: 0, width: 4, height: 4)) }
    }
    return (0..<4).map { shot[$0, 1][0] }
  }

  @Test(
    "rendering C-12: pictures enlarged in a context follow its interpolation quality",
    arguments: [true, false]
  )
  func enlargedPictures(asLayer: Bool) throws {
    // The nearer pixel weighs 0.875 by default, and 0.75 between linear weights.
    #expect(close(try enlarged(nil, asLayer: asLayer), [0, 32, 223, 255]))
    #expect(close(try enlarged(.default, asLayer: asLayer), [0, 32, 223, 255]))
    #expect(close(try enlarged(.low, asLayer: asLayer), [0, 64, 191, 255]))
    #expect(try enlarged(CGInterpolationQuality.none, asLayer: asLayer) == [0, 0, 255, 255])
  }

  @Test("rendering C-12: a layer's nearest filter stays, and a host's weights are linear")
  func enlargedByFilter() throws {
    let layer = box(0, 0, 4, 4)
    layer.contents = picture(2, 2) { x, _ in (x * 255, x * 255, x * 255, 255) }
    let shown = try Shot(stage(4, 4, layer), 4, 4)
    #expect(close([shown[1, 1][0], shown[2, 1][0]], [64, 191]))
    layer.magnificationFilter = .nearest
    let shot = try Shot(drawing: layer, 4, 4)
    #expect(shot[1, 1][0] == 0)
    #expect(shot[2, 1][0] == 255)
  }

  @Test("rendering R-41: a blend sees through containers in a context")
  func blendsInContexts() throws {
    let above = box(0, 0, 10, 10, color(0.8, 0.8, 0.8))
    above.compositingFilter = "differenceBlendMode"
    let empty = box(0, 0, 10, 10)
    empty.addSublayer(above)
    let root = box(0, 0, 10, 10)
    root.sublayers = [box(0, 0, 10, 10, color(0.8, 0.8, 0.8)), empty]
    #expect(try Shot(drawing: root, 10, 10)[5, 5] == [0, 0, 0, 255])
  }
}
