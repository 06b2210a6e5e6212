import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Contents in pixels (rendering section 7).
@Suite struct ContentsPixelTests {
  private let corners = picture(2, 2) { x, y in
    x == 0 ? (y == 0 ? (255, 0, 0, 255) : (0, 255, 0, 255)) : (y == 0 ? (0, 0, 255, 255) : (255, 255, 0, 255))
  }

  private func card(
    _ width: Double,
    _ height: Double,
    _ image: CGImage?,
    _ edit: (CALayer) -> Void = { _ in }
  )
    -> CALayer
  {
    let layer = box(0, 0, width, height)
    layer.contents = image
    (layer.magnificationFilter, layer.minificationFilter) = (.nearest, .nearest)
    edit(layer)
    return layer
  }

  @Test("rendering C-1: objects that are no pictures are kept and not drawn")
  func otherObjects() throws {
    let layer = box(0, 0, 10, 10)
    layer.contents = NSString("text")
    #expect(layer.contents as? String == "text")
    #expect(try Shot(stage(10, 10, layer), 10, 10).painted == 0)
    layer.contents = nil
    #expect(layer.contents == nil)
    layer.contents = corners
    #expect(layer.contents as? CGImage === corners)
    #expect(try Shot(stage(10, 10, layer), 10, 10).painted == 100)
  }

  /// Bounds 80×60 and contents of 20×10 points.
  static let gravities: [(String, [Int])] = [
    ("resize", [0, 0, 80, 60]), ("resizeAspect", [0, 10, 80, 50]), ("resizeAspectFill", [-20, 0, 100, 60]),
    ("center", [30, 25, 50, 35]), ("top", [30, 50, 50, 60]), ("bottom", [30, 0, 50, 10]),
    ("left", [0, 25, 20, 35]),
    ("right", [60, 25, 80, 35]), ("topLeft", [0, 50, 20, 60]), ("topRight", [60, 50, 80, 60]),
    ("bottomLeft", [0, 0, 20, 10]), ("bottomRight", [60, 0, 80, 10]), ("sideways", [30, 25, 50, 35]),
  ]

  @Test(
    "rendering C-4, C-5, C-6, C-7, E-220 to E-232: gravities, where bottom is the least y",
    arguments: gravities
  )
  func gravity(name: String, target: [Int]) throws {
    let layer = card(80, 60, picture(20, 10) { _, _ in (255, 0, 0, 255) })
    layer.contentsGravity = CALayerContentsGravity(rawValue: name)
    if name == "sideways" { #expect(layer.contentsGravity == .center) }
    layer.position = CGPoint(x: 30, y: 10)
    let box = [target[0] + 30, target[1] + 10, target[2] + 30, target[3] + 10]
    #expect(try Shot(stage(140, 80, layer), 140, 80).box == box)
    let up = [box[0], 80 - box[3], box[2], 80 - box[1]]
    #expect(try Shot(stage(140, 80, layer), 140, 80, origin: .bottomLeft).box == up)
    layer.masksToBounds = true
    let inside = [max(box[0], 30), max(box[1], 10), min(box[2], 110), min(box[3], 70)]
    #expect(try Shot(stage(140, 80, layer), 140, 80).box == inside)
  }

  @Test(
    "rendering C-2, C-3, E-237 to E-240: scale and part give the size, which scaling gravities do not ask"
  )
  func scales() throws {
    func shown(_ width: Double, _ height: Double, _ w: Int, _ h: Int, _ edit: (CALayer) -> Void) throws
      -> [Int]?
    {
      let layer = card(width, height, picture(w, h) { _, _ in (255, 0, 0, 255) }, edit)
      layer.position = CGPoint(x: 200, y: 20)
      return try Shot(stage(600, 200, layer), 600, 200).box?.enumerated().map {
        $1 - ($0 % 2 == 0 ? 200 : 20)
      }
    }
    #expect(CALayer().contentsScale == 1)
    #expect(try shown(10, 10, 30, 20) { $0.contentsGravity = .center } == [-10, -5, 20, 15])
    #expect(
      try shown(12, 12, 20, 12) {
        $0.contentsGravity = .center
        $0.contentsScale = 2
      } == [1, 3, 11, 9]
    )
    #expect(
      try shown(12, 12, 20, 12) {
        $0.contentsGravity = .resize
        $0.contentsScale = 2
      } == [0, 0, 12, 12]
    )
    #expect(try shown(100, 100, 200, 50) { $0.contentsGravity = .resizeAspectFill } == [-150, 0, 250, 100])
    // E-238: fit at y 37.5 covers half of the rows at both ends.
    #expect(try shown(100, 100, 200, 50) { $0.contentsGravity = .resizeAspect } == [0, 37, 100, 63])
  }

  @Test(
    "rendering C-8, G-12: parts of images run along the layer's axes, and beyond the image its edge goes on"
  )
  func parts() throws {
    let layer = card(4, 4, corners) { $0.contentsRect = CGRect(x: 0, y: 0, width: 0.5, height: 0.5) }
    #expect(try Shot(stage(4, 4, layer), 4, 4)[2, 2] == [255, 0, 0, 255])
    #expect(try Shot(stage(4, 4, layer), 4, 4, origin: .bottomLeft)[2, 2] == [0, 255, 0, 255])
    layer.contentsRect = CGRect(x: -1, y: 0, width: 3, height: 1)
    let wide = try Shot(stage(4, 4, layer), 4, 4)
    #expect(wide[0, 0] == [255, 0, 0, 255] && wide[3, 0] == [0, 0, 255, 255])
    layer.contentsRect = .zero
    #expect(try Shot(stage(4, 4, layer), 4, 4).painted == 0)
  }

  @Test("rendering C-9, C-10, C-11, E-241 to E-246: nine parts, in pixels")
  func nineParts() throws {
    // Columns of a 4x4 picture: red edges one pixel wide, blue middle.
    let frame = picture(4, 4) { x, y in
      x == 0 || x == 3 || y == 0 || y == 3 ? (255, 0, 0, 255) : (0, 0, 255, 255)
    }
    let layer = card(20, 12, frame) { $0.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5) }
    let shot = try Shot(stage(20, 12, layer), 20, 12)
    for (x, y) in [(0, 6), (19, 6), (10, 0), (10, 11)] { #expect(shot[x, y] == [255, 0, 0, 255]) }
    for (x, y) in [(1, 1), (18, 10), (10, 6)] { #expect(shot[x, y] == [0, 0, 255, 255]) }
    layer.contentsScale = 0.5
    #expect(try Shot(stage(20, 12, layer), 20, 12)[1, 6] == [255, 0, 0, 255])
    // Position gravities leave it alone.
    (layer.contentsScale, layer.contentsGravity) = (1, .center)
    #expect(try Shot(stage(20, 12, layer), 20, 12).box == [8, 4, 12, 8])
    // Too small for both edges: they share what there is.
    layer.contentsGravity = .resize
    layer.bounds.size = CGSize(width: 2, height: 2)
    layer.contentsScale = 0.25
    #expect(try Shot(stage(20, 12, layer), 20, 12)[1, 1] == [255, 0, 0, 255])
  }

  @Test("rendering C-12, C-13: nearest is hard, linear blends, and neither reads beyond the part")
  func sampling() throws {
    let layer = card(8, 1, picture(4, 1) { x, _ in x < 2 ? (0, 0, 0, 255) : (255, 255, 255, 255) })
    func row() throws -> [UInt8] {
      let shot = try Shot(stage(8, 1, layer), 8, 1)
      return (0..<8).map { shot[$0, 0][0] }
    }
    #expect(try row() == [0, 0, 0, 0, 255, 255, 255, 255])
    layer.magnificationFilter = .linear
    #expect(close(try row(), [0, 0, 0, 64, 191, 255, 255, 255]))
    layer.magnificationFilter = .trilinear
    #expect(close(try row(), [0, 0, 0, 64, 191, 255, 255, 255]))
    // The black half alone, without a trace of its white neighbours.
    layer.contentsRect = CGRect(x: 0, y: 0, width: 0.5, height: 1)
    #expect(try row() == [0, 0, 0, 0, 0, 0, 0, 0])
    // A fine pattern made eight times smaller is grey with mipmaps.
    let fine = card(
      8,
      8,
      picture(64, 64) { x, y in (x + y) % 2 == 0 ? (0, 0, 0, 255) : (255, 255, 255, 255) }
    )
    fine.minificationFilter = .trilinear
    let grey = try Shot(stage(8, 8, fine), 8, 8)
    for x in 0..<8 { #expect(abs(Int(grey[x, 4][0]) - 128) <= 2) }
  }

  @Test("rendering C-14: formats by their names; an unknown one is the default")
  func formats() {
    let layer = CALayer()
    #expect(layer.contentsFormat.rawValue == "RGBA8")
    for (format, name) in [
      (CALayerContentsFormat.RGBA8Uint, "RGBA8"), (.RGBA16Float, "RGBAh"), (.gray8Uint, "Gray8"),
      (.automatic, "Automatic"),
    ] {
      layer.contentsFormat = format
      #expect(layer.contentsFormat.rawValue == name)
    }
    layer.contentsFormat = CALayerContentsFormat(rawValue: "CMYK")
    #expect(layer.contentsFormat.rawValue == "RGBA8")
  }

  @Test("rendering C-15: an opaque layer's store has no alpha; that of an image stays")
  func opaqueStores() throws {
    final class Half: CALayer {
      override func draw(in ctx: CGContext) {
        ctx.setFillColor(color(1, 0, 0, 0.5))
        ctx.fill(CGRect(x: 0, y: 0, width: 5, height: 10))
      }
    }
    #expect(!CALayer().isOpaque)
    let layer = place(Half(), 0, 0, 10, 10) { $0.isOpaque = true }
    layer.setNeedsDisplay()
    let shot = try Shot(stage(10, 10, layer), 10, 10)
    #expect(close(shot[2, 5], [128, 0, 0, 255]) && shot[7, 5] == [0, 0, 0, 255])
    let image = card(10, 10, picture(1, 1) { _, _ in (255, 0, 0, 128) }) { $0.isOpaque = true }
    #expect(try Shot(stage(10, 10, image), 10, 10).alpha(5, 5) == 128)
  }

  @Test("rendering C-16, RM-8: one image serves many layers and stays one")
  func sharedImages() throws {
    let layers = (0..<5).map { i in card(4, 4, corners) { $0.position.x = CGFloat(i * 4) } }
    for layer in layers { #expect(layer.contents as? CGImage === corners) }
    let root = stage(20, 4)
    root.sublayers = layers
    let shot = try Shot(root, 20, 4)
    for i in 0..<5 {
      #expect(shot[i * 4, 0] == [255, 0, 0, 255] && shot[i * 4 + 3, 3] == [255, 255, 0, 255])
    }
  }

  @Test("rendering C-18: assigned contents take the place of what was drawn")
  func assignedContents() throws {
    final class Blue: CALayer {
      override func draw(in ctx: CGContext) {
        ctx.setFillColor(blue)
        ctx.fill(bounds)
      }
    }
    let layer = place(Blue(), 0, 0, 4, 4)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(try Shot(stage(4, 4, layer), 4, 4)[2, 2] == [0, 0, 255, 255])
    layer.contents = picture(1, 1) { _, _ in (255, 0, 0, 255) }
    #expect(try Shot(stage(4, 4, layer), 4, 4)[2, 2] == [255, 0, 0, 255])
  }

  @Test(
    "rendering C-19, C-20: dynamic range is stored, unknown names are the default, and nothing is seen of it"
  )
  func dynamicRange() throws {
    let layer = card(4, 4, corners)
    let plain = try Shot(stage(4, 4, layer), 4, 4)
    #expect(layer.preferredDynamicRange == .standard && layer.toneMapMode == .automatic)
    #expect(layer.contentsHeadroom == 0 && !layer.wantsExtendedDynamicRangeContent)
    #expect(!layer.wantsDynamicContentScaling)
    for range in [.automatic, .constrainedHigh, .high, .standard] as [CALayer.DynamicRange] {
      layer.preferredDynamicRange = range
      #expect(layer.preferredDynamicRange == range)
    }
    for mode in [.never, .ifSupported, .automatic] as [CALayer.ToneMapMode] {
      layer.toneMapMode = mode
      #expect(layer.toneMapMode == mode)
    }
    layer.preferredDynamicRange = .high
    layer.toneMapMode = .never
    (layer.contentsHeadroom, layer.wantsExtendedDynamicRangeContent, layer.wantsDynamicContentScaling) = (
      4, true, true
    )
    #expect(try Shot(stage(4, 4, layer), 4, 4) == plain)
    layer.preferredDynamicRange = CALayer.DynamicRange(rawValue: "blinding")
    layer.toneMapMode = CALayer.ToneMapMode(rawValue: "blinding")
    #expect(layer.preferredDynamicRange == .standard && layer.toneMapMode == .automatic)
  }

  @Test("rendering G-9, C-17: flipping geometry leaves pictures upright")
  func upright() throws {
    for origin in [.topLeft, .bottomLeft] as [OfflineRenderer.Origin] {
      for isFlipped in [false, true] {
        let layer = card(4, 4, corners) { $0.isGeometryFlipped = isFlipped }
        let shot = try Shot(stage(4, 4, layer), 4, 4, origin: origin)
        #expect(shot[0, 0] == [255, 0, 0, 255], "\(origin), flipped: \(isFlipped)")
        #expect(shot[0, 3] == [0, 255, 0, 255], "\(origin), flipped: \(isFlipped)")
        #expect(shot[3, 0] == [0, 0, 255, 255], "\(origin), flipped: \(isFlipped)")
      }
    }
  }

  @Test("rendering R-27, C-9: the inner edges of nine parts are not edges")
  func ninePartsWithoutSeams() throws {
    func shot(_ center: CGRect, _ angle: CGFloat, _ edit: (CALayer) -> Void = { _ in }) throws -> Shot {
      let layer = place(CALayer(), 15.5, 15.5, 20, 20) { layer in
        layer.contents = picture(20, 20) { _, _ in (255, 255, 255, 255) }
        (layer.contentsScale, layer.contentsCenter) = (3, center)
        layer.setAffineTransform(CGAffineTransform(rotationAngle: angle))
      }
      edit(layer)
      return try Shot(stage(50, 50, box(0, 0, 50, 50, color(0, 1, 0)), layer), 50, 50)
    }
    let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
    let line = CGRect(x: 0.49, y: 0, width: 0.02, height: 1)
    let middle = CGRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
    for angle in [0, 0.1, 0.35, 0.8, 2] as [CGFloat] {
      let plain = try shot(whole, angle)
      for center in [line, middle] {
        let distance = try shot(center, angle).distance(to: plain)
        #expect(distance ?? 255 <= 2, "\(center) by \(angle)")
      }
    }
  }
}
