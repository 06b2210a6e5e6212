import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Masks, rasterisation, shadows and filters in pixels (rendering sections 6.4 to 6.7).
@Suite struct EffectTests {
  @Test("rendering R-20, R-21, E-280: the mask's alpha multiplies, with everything the mask tree paints")
  func maskAlpha() throws {
    let layer = box(0, 0, 40, 10, red)
    let mask = box(0, 0, 10, 10, color(0, 1, 0, 0.5))
    mask.opacity = 0.5
    mask.addSublayer(box(20, 0, 10, 10, white))
    layer.mask = mask
    layer.sublayerTransform = CATransform3DMakeTranslation(0, 100, 0)
    let shot = try Shot(stage(40, 10, layer), 40, 10)
    #expect(close(shot[5, 5], [64, 0, 0, 64]) && close(shot[25, 5], [128, 0, 0, 128]))
    #expect(shot[15, 5] == [0, 0, 0, 0] && shot[35, 5] == [0, 0, 0, 0])
    layer.backgroundColor = color(1, 0, 0, 0.75)
    (mask.opacity, mask.backgroundColor, layer.opacity) = (1, color(0, 0, 0, 0.5), 0.5)
    #expect(close([try Shot(stage(40, 10, layer), 40, 10).alpha(5, 5)], [48]))
    layer.mask = CALayer()
    #expect(try Shot(stage(40, 10, layer), 40, 10).painted == 0)
  }

  @Test("rendering R-22: a mask has the masked layer above it, is no sublayer, and leaves where it was")
  func maskOwnership() {
    let (layer, other, mask) = (CALayer(), CALayer(), CALayer())
    other.addSublayer(mask)
    layer.mask = mask
    #expect(mask.superlayer === layer)
    #expect(layer.sublayers == nil)
    #expect(other.sublayers == nil)
    other.mask = mask
    #expect(mask.superlayer === other && layer.mask == nil)
    other.mask = nil
    #expect(mask.superlayer == nil)
    layer.mask = mask
    mask.removeFromSuperlayer()
    #expect(layer.mask == nil && mask.superlayer == nil)
  }

  @Test("rendering R-23, R-24: a mask's blending is not used, its own mask is, and a hidden mask hides all")
  func maskDetails() throws {
    let layer = box(0, 0, 20, 10, red)
    let mask = box(0, 0, 20, 10, black)
    mask.compositingFilter = "clear"
    mask.backgroundFilters = [CAFilter(type: "colorInvert")]
    layer.mask = mask
    #expect(try Shot(stage(20, 10, layer), 20, 10).area == 200)
    mask.mask = box(5, 0, 5, 10, black)
    #expect(try Shot(stage(20, 10, layer), 20, 10).box == [5, 0, 10, 10])
    mask.isHidden = true
    #expect(try Shot(stage(20, 10, layer), 20, 10).painted == 0)
  }

  @Test("rendering R-25, R-26: a bitmap of the display's scale changes nothing, one of a point's is soft")
  func rasterization() throws {
    func card(_ scale: CGFloat?) throws -> Shot {
      let layer = box(4, 4, 20, 20, blue)
      layer.addSublayer(box(2.5, 2.5, 8, 8, red))
      (layer.cornerRadius, layer.opacity) = (6, 0.75)
      (layer.shadowOpacity, layer.shadowRadius) = (0.5, 2)
      if let scale { (layer.shouldRasterize, layer.rasterizationScale) = (true, scale) }
      return try Shot(stage(30, 30, layer), 60, 60, scale: 2)
    }
    #expect(CALayer().rasterizationScale == 1 && !CALayer().shouldRasterize)
    let plain = try card(nil)
    #expect((try card(2).distance(to: plain) ?? 255) <= 1)
    // The red square's edge at 6.5 points is crisp at two pixels a point, and half a pixel of a bitmap at one.
    #expect(plain[12, 20][2] == 191 && plain[13, 20][2] == 0)
    let soft = try card(1)
    #expect(soft[12, 20][0] > 20 && soft[13, 20][2] > 20)
    // Opacity is applied to the bitmap.
    #expect(close([soft.alpha(30, 30)], [191]))
  }

  @Test("rendering R-27, R-28: edges are antialiased unless the mask or the layer says no")
  func edges() throws {
    let layer = box(2.4, 2.4, 10, 10, red)
    #expect(layer.allowsEdgeAntialiasing && layer.edgeAntialiasingMask.rawValue == 15)
    func alphas() throws -> [UInt8] {
      let shot = try Shot(stage(20, 20, layer), 20, 20)
      return [shot.alpha(2, 7), shot.alpha(12, 7), shot.alpha(7, 2), shot.alpha(7, 12)]
    }
    #expect(close(try alphas(), [153, 102, 153, 102]))
    let bits: [(CAEdgeAntialiasingMask, UInt32)] = [
      (.layerLeftEdge, 1), (.layerRightEdge, 2), (.layerBottomEdge, 4), (.layerTopEdge, 8),
    ]
    for (index, (edge, raw)) in bits.enumerated() {
      #expect(edge.rawValue == raw)
      layer.edgeAntialiasingMask = edge
      // Without antialiasing the pixels' centres decide: 2.5 is inside, 12.5 is not.
      var expected = [255, 0, 255, 0]
      expected[index] = index % 2 == 0 ? 153 : 102
      #expect(close(try alphas(), expected), "\(raw)")
    }
    layer.edgeAntialiasingMask = CAEdgeAntialiasingMask(rawValue: 15)
    layer.allowsEdgeAntialiasing = false
    #expect(try alphas() == [255, 0, 255, 0])
  }

  @Test("rendering R-27: so are the edges of turned layers, each by itself")
  func edgesOfTurnedLayers() throws {
    func alphas(_ mask: CAEdgeAntialiasingMask) throws -> (
      across: Set<UInt8>, along: Set<UInt8>, area: Double
    ) {
      let layer = box(10, 10, 40, 40, red)
      var transform = CATransform3DMakeRotation(0.2, 0, 0, 1)
      transform.m34 = -1.0 / 200
      layer.transform = CATransform3DRotate(transform, 0.3, 1, 0, 0)
      layer.edgeAntialiasingMask = mask
      let shot = try Shot(stage(60, 60, layer), 60, 60)
      let middle = 25..<35
      let across = Set(middle.flatMap { y in (0..<60).map { shot.alpha($0, y) } })
      return (across, Set(middle.flatMap { x in (0..<60).map { shot.alpha(x, $0) } }), shot.area)
    }
    let sides: CAEdgeAntialiasingMask = [.layerLeftEdge, .layerRightEdge]
    let ends: CAEdgeAntialiasingMask = [.layerTopEdge, .layerBottomEdge]
    let (byAll, bySides, byEnds) = (try alphas([sides, ends]), try alphas(sides), try alphas(ends))
    #expect(byAll.across.count > 4 && byAll.along.count > 4)
    #expect(bySides.across == byAll.across && bySides.along == [0, 255])
    #expect(byEnds.across == [0, 255])
    #expect(abs(bySides.area - byAll.area) < 8 && abs(byEnds.area - byAll.area) < 8)
  }

  private func caster(_ edit: (CALayer) -> Void = { _ in }) -> CALayer {
    let layer = box(0, 0, 10, 10, red)
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (1, 0, CGSize(width: 20, height: 0))
    edit(layer)
    return layer
  }

  @Test("rendering R-30, E-304: a shadow's alpha is its colour's times its opacity times the layer's")
  func shadowAlpha() throws {
    let layer = caster {
      $0.shadowColor = color(0, 0, 1, 0.8)
      $0.shadowOpacity = 0.5
    }
    #expect(close(try Shot(stage(40, 10, layer), 40, 10)[25, 5], [0, 0, 102, 102]))
    layer.opacity = 0.5
    #expect(close(try Shot(stage(40, 10, layer), 40, 10)[25, 5], [0, 0, 51, 51]))
    layer.shadowOpacity = 0
    #expect(try Shot(stage(40, 10, layer), 40, 10).box == [0, 0, 10, 10])
  }

  @Test("rendering R-31: the shadow is the silhouette of all that the layer paints, as light as that is")
  func silhouettes() throws {
    let outline = caster { layer in
      layer.backgroundColor = nil
      (layer.borderWidth, layer.borderColor) = (2, green)
    }
    let ring = try Shot(stage(40, 10, outline), 40, 10)
    #expect(ring[21, 5] == [0, 0, 0, 255] && ring.alpha(25, 5) == 0)
    let sticking = caster { $0.addSublayer(box(10, 3, 4, 4, blue)) }
    #expect(try Shot(stage(40, 10, sticking), 40, 10).box == [0, 0, 34, 10])
    let empty = caster { $0.backgroundColor = nil }
    #expect(try Shot(stage(40, 10, empty), 40, 10).painted == 0)
    let light = caster { $0.backgroundColor = color(1, 0, 0, 0.5) }
    #expect(close(try Shot(stage(40, 10, light), 40, 10)[25, 5], [0, 0, 0, 128]))
    let pictured = caster { layer in
      layer.backgroundColor = nil
      layer.contents = picture(2, 1) { x, _ in (255, 255, 255, x == 0 ? 255 : 0) }
      layer.magnificationFilter = .nearest
    }
    #expect(try Shot(stage(40, 10, pictured), 40, 10).box == [0, 0, 25, 10])
  }

  @Test("rendering R-32, R-38: a path replaces the silhouette, whatever is painted and wherever it lies")
  func shadowPaths() throws {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 8, height: 8))
    path.addRect(CGRect(x: 2, y: 2, width: 4, height: 4))
    let layer = caster {
      $0.backgroundColor = nil
      $0.shadowPath = path
    }
    path.addRect(CGRect(x: 0, y: 0, width: 100, height: 100))
    // Copied when set, filled by the non-zero rule, drawn though the layer paints nothing.
    let shot = try Shot(stage(40, 10, layer), 40, 10)
    #expect(shot.box == [20, 0, 28, 8] && shot.painted == 64)
    layer.shadowPath = CGPath(rect: CGRect(x: 12, y: 0, width: 5, height: 5), transform: nil)
    #expect(try Shot(stage(40, 10, layer), 40, 10).box == [32, 0, 37, 5])
    layer.backgroundColor = red
    layer.shadowPath = CGMutablePath()
    #expect(try Shot(stage(40, 10, layer), 40, 10).box == [0, 0, 10, 10])
    // The outline itself as a path gives the picture that the silhouette gives; one object serves many layers.
    let shared = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
    let (a, b) = (caster { $0.shadowPath = shared }, caster { $0.shadowPath = shared })
    for layer in [a, b] { layer.shadowRadius = 2 }
    let implicit = caster { $0.shadowRadius = 2 }
    let first = try Shot(stage(40, 20, a), 40, 20)
    #expect(first == (try Shot(stage(40, 20, b), 40, 20)))
    #expect((first.distance(to: try Shot(stage(40, 20, implicit), 40, 20)) ?? 255) <= 1)
  }

  @Test("rendering R-33, R-37, E-306: the offset is in the layer's coordinates and moves with it")
  func shadowOffsets() throws {
    let layer = caster { $0.shadowOffset = CGSize(width: 0, height: -3) }
    layer.position = CGPoint(x: 5, y: 5)
    #expect(try Shot(stage(20, 20, layer), 20, 20).box == [5, 2, 15, 15])
    #expect(try Shot(stage(20, 20, layer), 20, 20, origin: .bottomLeft).box == [5, 5, 15, 18])
    layer.position = CGPoint(x: 10, y: 10)
    layer.anchorPoint = CGPoint(x: 0.5, y: 0.5)
    layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    // Turned by a quarter, up is to the right.
    #expect(try Shot(stage(20, 20, layer), 20, 20).box == [5, 5, 18, 15])
  }

  @Test("rendering R-34, E-303, E-305: a blur of five points reaches between 9.5 and 12.5 points")
  func blurReach() throws {
    let layer = box(0, 0, 40, 40, red)
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (1, 5, CGSize(width: 20, height: 20))
    let shot = try Shot(stage(100, 100, layer), 100, 100)
    #expect(shot.alpha(69, 40) > 0 && shot.alpha(72, 40) == 0)
    #expect(abs(Int(shot.alpha(69, 40)) - 7) <= 4)
  }

  @Test("rendering R-35: a translucent layer shows its shadow through itself")
  func shadowsShineThrough() throws {
    let layer = caster {
      $0.backgroundColor = color(1, 1, 1, 0.5)
      $0.shadowOffset = .zero
    }
    // White, then half black, then half white.
    #expect(close(try Shot(stage(10, 10, layer), 10, 10, over: white)[5, 5], [191, 191, 191, 255]))
  }

  @Test("rendering R-36: clip and mask cut the shadow too")
  func clippedShadows() throws {
    let layer = caster {
      $0.shadowOffset = CGSize(width: 5, height: 0)
      $0.masksToBounds = true
    }
    #expect(try Shot(stage(40, 10, layer), 40, 10).box == [0, 0, 10, 10])
    layer.masksToBounds = false
    layer.mask = box(0, 0, 12, 10, black)
    #expect(try Shot(stage(40, 10, layer), 40, 10).box == [0, 0, 12, 10])
  }

  @Test("rendering R-39: filters take layer, sublayers and border together, and may spread")
  func filtersOnComposites() throws {
    let layer = box(10, 10, 20, 20, red)
    (layer.borderWidth, layer.borderColor) = (2, green)
    layer.addSublayer(box(5, 5, 5, 5, blue))
    layer.filters = [CAFilter(type: "colorInvert")]
    let shot = try Shot(stage(40, 40, layer), 40, 40)
    #expect(shot[10, 20] == [255, 0, 255, 255] && shot[16, 16] == [255, 255, 0, 255])
    #expect(shot[25, 25] == [0, 255, 255, 255])
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(2, forKey: "inputRadius")
    layer.filters = [blur]
    let wide = try Shot(stage(40, 40, layer), 40, 40).box ?? []
    #expect((wide.first ?? 10) < 10)
    layer.masksToBounds = true
    #expect(try Shot(stage(40, 40, layer), 40, 40).box == [10, 10, 30, 30])
  }

  @Test("rendering R-40: backdrop filters replace what lies behind, within a clip or everywhere")
  func backdrops() throws {
    func shown(masks: Bool, isRoot: Bool = false) throws -> Shot {
      let glass = box(10, 0, 10, 10, color(0, 0, 0, 0.5))
      glass.backgroundFilters = [CAFilter(type: "colorInvert")]
      glass.masksToBounds = masks
      let root = stage(30, 10, box(0, 0, 30, 10, red))
      if isRoot { root.backgroundFilters = [CAFilter(type: "colorInvert")] } else { root.addSublayer(glass) }
      return try Shot(root, 30, 10)
    }
    let clipped = try shown(masks: true)
    #expect(clipped[5, 5] == [255, 0, 0, 255] && close(clipped[15, 5], [0, 128, 128, 255]))
    let wide = try shown(masks: false)
    #expect(wide[5, 5] == [0, 255, 255, 255] && close(wide[15, 5], [0, 128, 128, 255]))
    #expect(try shown(masks: true, isRoot: true)[5, 5] == [255, 0, 0, 255])
  }

  @Test(
    "rendering R-42: filters are copied in, the compositing filter is kept, and inputs are set through key paths"
  )
  func filterObjects() throws {
    let layer = box(10, 10, 10, 10, red)
    let filter = CAFilter(type: "multiplyColor")
    filter.name = "tint"
    filter.setValue(color(0, 0, 1), forKey: "inputColor")
    layer.backgroundColor = white
    layer.filters = [filter]
    #expect(try Shot(stage(30, 30, layer), 30, 30)[15, 15] == [0, 0, 255, 255])
    layer.setValue(color(0, 1, 0), forKeyPath: "filters.tint.inputColor")
    #expect(try Shot(stage(30, 30, layer), 30, 30)[15, 15] == [0, 255, 0, 255])
    layer.filters = nil
    layer.backgroundColor = nil
    layer.backgroundFilters = [filter]
    layer.masksToBounds = true
    layer.setValue(color(1, 0, 0), forKeyPath: "backgroundFilters.tint.inputColor")
    #expect(try Shot(stage(30, 30, box(0, 0, 30, 30, white), layer), 30, 30)[15, 15] == [255, 0, 0, 255])
    let blend = CAFilter(type: "multiplyBlendMode")
    layer.compositingFilter = blend
    #expect(layer.compositingFilter as? CAFilter === blend)
    layer.setValue(7, forKeyPath: "compositingFilter.inputAmount")
    #expect(layer.value(forKeyPath: "compositingFilter.inputAmount") as? Double == 7)
  }

  @Test(
    "rendering R-41, R-43: unknown and disabled filters change nothing, an unknown blend mode is source over"
  )
  func unknownFilters() throws {
    let layer = box(0, 0, 10, 10, color(1, 0, 0, 0.5))
    let plain = try Shot(stage(10, 10, layer), 10, 10, over: green)
    let off = CAFilter(type: "colorInvert")
    off.isEnabled = false
    layer.filters = [off, CAFilter(type: "sparkle")]
    layer.compositingFilter = "sparkleBlendMode"
    #expect(try Shot(stage(10, 10, layer), 10, 10, over: green) == plain)
    layer.compositingFilter = "multiplyBlendMode"
    #expect(try Shot(stage(10, 10, layer), 10, 10, over: green) != plain)
  }

  /// Source 0.25 and backdrop 0.6, opaque grey, after.
  static let blends: [(String, Double?)] = [
    ("normal", 0.25), ("multiply", 0.15), ("screen", 0.7), ("overlay", 0.4), ("darken", 0.25),
    ("lighten", 0.6),
    ("colorDodge", 0.8), ("colorBurn", 0), ("hardLight", 0.3), ("softLight", 0.48), ("difference", 0.35),
    ("exclusion", 0.55), ("hue", 0.6), ("saturation", 0.6), ("color", 0.6), ("luminosity", 0.25),
    ("subtract", 0.35),
    ("divide", nil),
  ]

  @Test(
    "rendering R-44 to R-46, E-255 to E-265: every blend mode by its plain and its CI name",
    arguments: blends
  )
  func blendModes(name: String, result: Double?) throws {
    for filter in ["\(name)BlendMode", "CI\(name.prefix(1).uppercased())\(name.dropFirst())BlendMode"] {
      let layer = box(0, 0, 1, 1, color(0.25, 0.25, 0.25))
      layer.compositingFilter = filter
      let shot = try Shot(stage(1, 1, layer), 1, 1, over: color(0.6, 0.6, 0.6))
      // Divide: backdrop over source, which is more than one here.
      let expected = Int(((result ?? 1) * 255).rounded())
      #expect(close(shot[0, 0], [expected, expected, expected, 255], within: 2), "\(filter)")
    }
  }

  /// Alphas of source 0.5 over backdrop 0.8, after.
  static let operators: [(String, Double)] = [
    ("sourceOver", 0.9), ("destOver", 0.9), ("sourceIn", 0.4), ("destIn", 0.4), ("sourceOut", 0.1),
    ("destOut", 0.4),
    ("sourceAtop", 0.8), ("destAtop", 0.5), ("xor", 0.5), ("clear", 0), ("copy", 0.5), ("plusL", 1),
    ("plusD", 1),
    ("maximum", 0.8), ("minimum", 0.5), ("multiply", 0.9),
  ]

  @Test("rendering R-44, R-47, R-48, E-270 to E-278: every operator by its name", arguments: operators)
  func compositingOperators(name: String, alpha: Double) throws {
    let layer = box(0, 0, 1, 1, color(1, 1, 1, 0.5))
    layer.compositingFilter = name
    let shot = try Shot(stage(1, 1, layer), 1, 1, over: color(1, 1, 1, 0.8))
    #expect(close([shot.alpha(0, 0)], [Int((alpha * 255).rounded())], within: 2))
  }

  @Test("rendering R-44, R-49: image filters by their names")
  func imageFilters() throws {
    func shown(_ type: String, _ inputs: [String: Any] = [:], _ source: CGColor = color(0.2, 0.4, 0.8)) throws
      -> [UInt8]
    {
      let layer = box(0, 0, 9, 9, source)
      let filter = CAFilter(type: type)
      for (key, value) in inputs { filter.setValue(value, forKey: key) }
      layer.filters = [filter]
      layer.masksToBounds = true
      return try Shot(stage(9, 9, layer), 9, 9)[4, 4]
    }
    let luma = 0.2126 * 0.2 + 0.7152 * 0.4 + 0.0722 * 0.8
    let grey = Int((luma * 255).rounded())
    #expect(close(try shown("colorInvert"), [204, 153, 51, 255]))
    #expect(close(try shown("CIColorInvert"), [204, 153, 51, 255]))
    #expect(close(try shown("colorSaturate", ["inputAmount": 0]), [grey, grey, grey, 255]))
    #expect(close(try shown("CIColorControls", ["inputSaturation": 0]), [grey, grey, grey, 255]))
    #expect(close(try shown("colorHueRotate", ["inputAngle": 0]), [51, 102, 204, 255]))
    #expect(close(try shown("CIHueAdjust", ["inputAngle": 2 * Double.pi]), [51, 102, 204, 255]))
    #expect(close(try shown("colorMonochrome"), [grey, grey, grey, 255]))
    #expect(close(try shown("colorBrightness", ["inputAmount": 0.2]), [102, 153, 255, 255]))
    #expect(close(try shown("colorContrast", ["inputAmount": 0.5]), [89, 115, 166, 255]))
    #expect(close(try shown("multiplyColor", ["inputColor": color(0.5, 1, 0)]), [26, 102, 0, 255]))
    #expect(close(try shown("lanczos"), [51, 102, 204, 255]))
    #expect(close(try shown("CISepiaTone", ["inputIntensity": 0]), [51, 102, 204, 255]))
    #expect(try shown("gaussianBlur", ["inputRadius": 0]) == shown("CIGaussianBlur", ["inputRadius": 0]))
    // Rows of a matrix: red from blue, green halved, blue plus a quarter of alpha.
    let matrix: [Double] = [0, 0, 1, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 1, 0.25, 0, 0, 0, 0, 1, 0]
    #expect(
      close(
        try shown(
          "colorMatrix",
          ["inputColorMatrix": matrix.map { NSNumber(value: $0) }],
          color(0.2, 0.4, 0.6)
        ),
        [153, 51, 217, 255]
      )
    )
    #expect(close(try shown("CIColorMatrix"), [51, 102, 204, 255]))
  }

  @Test("rendering R-27: round corners, borders, clips and shapes stay smooth without edge antialiasing")
  func roundThingsStaySmooth() throws {
    let circle = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 20, height: 20), transform: nil)
    let shape = place(CAShapeLayer(), 2, 2, 20, 20) { ($0.path, $0.fillColor) = (circle, red) }
    let disc = box(2, 2, 20, 20, red)
    disc.cornerRadius = 10
    let ring = box(2, 2, 20, 20)
    (ring.cornerRadius, ring.borderWidth, ring.borderColor) = (10, 3, red)
    let clip = box(2, 2, 20, 20)
    (clip.cornerRadius, clip.masksToBounds) = (10, true)
    clip.addSublayer(box(0, 0, 20, 20, red))
    for (name, layer) in [("shape", shape), ("disc", disc), ("ring", ring), ("clip", clip)] {
      let smooth = try Shot(stage(24, 24, layer), 24, 24)
      layer.allowsEdgeAntialiasing = false
      #expect(try Shot(stage(24, 24, layer), 24, 24) == smooth, "\(name)")
    }
  }

  @Test("rendering R-48: subtractS takes the layer away, colour and alpha, and nothing beside it")
  func subtractingCutsHoles() throws {
    func halves(_ name: String) throws -> Shot {
      let cutter = box(0, 0, 10, 20, color(1, 1, 1))
      cutter.compositingFilter = name
      let group = box(0, 0, 20, 20, color(1, 0.4, 0))
      group.addSublayer(cutter)
      return try Shot(stage(20, 20, group), 20, 20)
    }
    let cut = try halves("subtractS")
    #expect(cut[5, 5] == [0, 0, 0, 0])
    #expect(cut[15, 5] == [255, 102, 0, 255])
    let rest = try halves("subtractD")
    #expect(rest[5, 5] == [0, 0, 0, 0])
    #expect(rest[15, 5] == [0, 0, 0, 0])
  }

  @Test("rendering R-41: a blend below a transform layer stays in the flattening layer around it")
  func blendsBelowTransformLayersStayInside() throws {
    func shot(_ depth: Int) throws -> Shot {
      let hole = box(5, 5, 10, 10, red)
      hole.compositingFilter = "destOut"
      var inner: CALayer = hole
      for _ in 0..<depth {
        let volume = place(CATransformLayer(), 0, 0, 20, 20)
        volume.addSublayer(inner)
        inner = volume
      }
      let disc = box(0, 0, 20, 20, color(1, 1, 1))
      disc.addSublayer(inner)
      let root = box(0, 0, 20, 20, blue)
      root.addSublayer(disc)
      return try Shot(root, 20, 20)
    }
    let plain = try shot(0)
    #expect(plain[10, 10] == [0, 0, 255, 255])
    for depth in 1...3 { #expect(try shot(depth) == plain, "\(depth)") }
  }

  /// A grey of 0.8 over the same grey, combined by a difference that lies so many containers deep.
  private func difference(_ depth: Int, _ change: (CALayer) -> Void = { _ in }) throws -> Int {
    var inner = box(0, 0, 20, 20, color(0.8, 0.8, 0.8))
    inner.compositingFilter = "differenceBlendMode"
    for _ in 0..<depth {
      let container = box(0, 0, 20, 20)
      container.addSublayer(inner)
      inner = container
    }
    change(inner)
    let root = box(0, 0, 20, 20)
    root.sublayers = [box(0, 0, 20, 20, color(0.8, 0.8, 0.8)), inner]
    return Int(try Shot(stage(20, 20, root), 20, 20)[10, 10][0])
  }

  @Test("rendering R-41: a blend meets everything below, through containers that neither clip nor group")
  func blendsSeeThroughContainers() throws {
    for depth in 0...3 { #expect(try difference(depth) == 0, "\(depth)") }
    // The container's own picture is part of what lies below.
    #expect(try difference(1) { $0.backgroundColor = color(0.8, 0.8, 0.8) } == 0)
    #expect(try difference(2) { ($0.opacity, $0.allowsGroupOpacity) = (1, false) } == 0)
    #expect(try difference(1) { $0.cornerRadius = 4 } == 0)
  }

  @Test("rendering R-41: a blend ends at the nearest layer that clips or is a group")
  func blendsEndAtGroups() throws {
    for depth in 1...3 {
      #expect(try difference(depth) { $0.masksToBounds = true } == 204, "clip \(depth)")
      #expect(try difference(depth) { $0.mask = box(0, 0, 20, 20, black) } == 204, "mask \(depth)")
      #expect(try difference(depth) { $0.shouldRasterize = true } == 204, "raster \(depth)")
      #expect(
        try difference(depth) { $0.filters = [CAFilter(type: "colorInvert")] } == 51,
        "filter \(depth)"
      )
      // Half of 204 over 204.
      #expect(try difference(depth) { $0.opacity = 0.5 } == 204, "opacity \(depth)")
    }
  }

  @Test(
    "rendering R-41: operators that erase act within their superlayer",
    arguments: ["destOut", "subtractS"]
  )
  func erasersStayInTheirSuperlayer(name: String) throws {
    let glyph = box(5, 5, 10, 10, color(1, 1, 1))
    glyph.compositingFilter = name
    let button = box(0, 0, 20, 20)
    button.sublayers = [box(0, 0, 20, 20, color(1, 1, 1)), glyph]
    let row = box(0, 0, 20, 20)
    row.sublayers = [box(0, 0, 20, 20, blue), button]
    let shot = try Shot(stage(20, 20, row), 20, 20)
    #expect(shot[10, 10] == [0, 0, 255, 255])
    #expect(shot[2, 2] == [255, 255, 255, 255])
  }

  @Test("rendering R-41: a blend that comes, goes or is moved into a clip changes the picture at once")
  func blendsComeAndGo() throws {
    let grey = color(0.8, 0.8, 0.8)
    let (scroll, page, cell) = (box(0, 0, 20, 20), box(0, 0, 20, 20), box(0, 0, 20, 20, grey))
    page.addSublayer(cell)
    scroll.addSublayer(page)
    let root = stage(20, 20, box(0, 0, 20, 20, grey), scroll)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 20, height: 20))
    func shown(_ time: Double, _ change: @escaping () -> Void) throws -> Int {
      renderer.change(at: time) {
        CATransaction.setDisableActions(true)
        change()
      }
      return Int(try Shot(renderer, at: time + 0.5)[10, 10][0])
    }
    #expect(try shown(1) { cell.compositingFilter = "differenceBlendMode" } == 0)
    #expect(try shown(2) { scroll.masksToBounds = true } == 204)
    #expect(try shown(3) { scroll.masksToBounds = false } == 0)
    #expect(try shown(4) { cell.compositingFilter = nil } == 204)
    #expect(try shown(5) { scroll.masksToBounds = true } == 204)
    #expect(try shown(6) { cell.compositingFilter = "differenceBlendMode" } == 204)
    #expect(try shown(7) { root.addSublayer(cell) } == 0)
    #expect(try shown(8) { page.addSublayer(cell) } == 204)
  }
}
