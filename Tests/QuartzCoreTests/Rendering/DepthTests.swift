import CoreGraphics
import Foundation
import QuartzCore

import Testing

/// Flattening and three-dimensional space, in pixels (rendering section 5).
@Suite struct DepthTests {
  private func perspective(_ distance: CGFloat) -> CATransform3D {
    var m = CATransform3DIdentity
    m.m34 = -1 / distance
    return m
  }

  @Test("rendering Z-1, Z-2: depth decides among siblings and ends at the layer that holds them")
  func flattening() throws {
    let (low, high) = (box(0, 0, 20, 20, red), box(0, 0, 20, 20, blue))
    low.zPosition = -1
    let deep = box(0, 0, 20, 20, green)
    deep.zPosition = 100
    low.addSublayer(deep)
    #expect(try Shot(stage(20, 20, high, low), 20, 20)[5, 5] == [0, 0, 255, 255])
    low.zPosition = 1
    #expect(try Shot(stage(20, 20, high, low), 20, 20)[5, 5] == [0, 255, 0, 255])
  }

  /// Each face covers the pixels whose centres are in it: no pixel between two faces shows the layers behind.
  @Test("rendering R-27: faces of a cube whose edges are not smoothed meet without seams")
  func facesMeet() throws {
    func shot(_ edges: CAEdgeAntialiasingMask) throws -> Shot {
      let cube = CATransformLayer()
      cube.position = CGPoint(x: 30, y: 30)
      let sides: [(CGColor, CATransform3D)] = [
        (red, CATransform3DIdentity), (blue, CATransform3DMakeRotation(.pi / 2, 0, 1, 0)),
        (red, CATransform3DMakeRotation(.pi / 2, 1, 0, 0)),
      ]
      for (color, side) in sides {
        for depth in [-12.0, 12] {
          let face = CALayer()
          face.bounds = CGRect(x: 0, y: 0, width: 24, height: 24)
          (face.backgroundColor, face.edgeAntialiasingMask) = (color, edges)
          face.transform = CATransform3DConcat(CATransform3DMakeTranslation(0, 0, depth), side)
          cube.addSublayer(face)
        }
      }
      cube.transform = CATransform3DRotate(CATransform3DMakeRotation(-0.5, 1, 0, 0), 0.7, 0, 1, 0)
      let root = stage(60, 60, cube)
      root.backgroundColor = green
      root.anchorPoint = CGPoint(x: 0.5, y: 0.5)
      root.position = CGPoint(x: 30, y: 30)
      root.sublayerTransform = perspective(200)
      return try Shot(root, 60, 60)
    }
    func isFace(_ pixel: [UInt8]) -> Bool { pixel == [255, 0, 0, 255] || pixel == [0, 0, 255, 255] }
    let (hard, smooth) = (
      try shot([]), try shot([.layerLeftEdge, .layerRightEdge, .layerTopEdge, .layerBottomEdge])
    )
    var mixed = 0
    for y in 0..<60 {
      let row = (0..<60).map { hard[$0, y] }
      guard let first = row.firstIndex(where: isFace), let last = row.lastIndex(where: isFace) else {
        continue
      }
      for x in first...last { #expect(isFace(row[x]), "\(x) \(y)") }
      mixed += (0..<60).count { !isFace(smooth[$0, y]) && smooth[$0, y] != [0, 255, 0, 255] }
    }
    #expect((0..<60).contains { isFace(hard[$0, 30]) } && mixed > 60)
  }

  @Test("rendering Z-4: which plane is nearer is asked before the projection")
  func depthBeforeProjection() throws {
    // Crossing planes under perspective: they meet where their heights are equal, at the anchor's vertical line.
    let flat = box(0, 0, 100, 100, red)
    let turned = CALayer()
    turned.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    turned.backgroundColor = blue
    turned.transform = CATransform3DMakeRotation(.pi / 6, 0, 1, 0)
    let root = stage(100, 100, flat, turned)
    root.anchorPoint = CGPoint(x: 0.5, y: 0.5)
    root.position = CGPoint(x: 50, y: 50)
    root.sublayerTransform = perspective(300)
    let shot = try Shot(root, 100, 100)
    for x in [30, 47] { #expect(shot[x, 50] == [0, 0, 255, 255], "\(x)") }
    for x in [52, 70] { #expect(shot[x, 50] == [255, 0, 0, 255], "\(x)") }
  }

  @Test(
    "rendering Z-5, Z-13: perspective of the superlayer has one vanishing point, a layer's own is at its anchor"
  )
  func vanishingPoints() throws {
    let (left, right) = (box(0, 40, 20, 20, red), box(80, 40, 20, 20, blue))
    let root = stage(100, 100, left, right)
    root.anchorPoint = CGPoint(x: 0.5, y: 0.5)
    root.position = CGPoint(x: 50, y: 50)
    for layer in [left, right] {
      layer.anchorPoint = CGPoint(x: 0.5, y: 0.5)
      layer.position = CGPoint(x: layer.position.x + 10, y: 50)
    }
    root.sublayerTransform = perspective(500)
    (left.zPosition, right.zPosition) = (-500, -500)
    // Twice as far: half as large, towards the middle of the superlayer.
    let shared = try Shot(root, 100, 100)
    #expect(shared.box == [25, 45, 75, 55])
    #expect(shared[30, 50] == [255, 0, 0, 255] && shared[70, 50] == [0, 0, 255, 255])
    root.sublayerTransform = CATransform3DIdentity
    for layer in [left, right] {
      layer.zPosition = 0
      layer.transform = CATransform3DConcat(CATransform3DMakeTranslation(0, 0, -500), perspective(500))
    }
    // Each shrinks towards its own middle.
    let own = try Shot(root, 100, 100)
    #expect(own.box == [5, 45, 95, 55])
  }

  @Test("rendering Z-6: sublayerTransform leaves the layer's own parts alone")
  func sublayerTransformOfOwnParts() throws {
    func card() -> CALayer {
      let layer = box(10, 10, 40, 30, red)
      layer.borderWidth = 3
      layer.borderColor = blue
      layer.contents = picture(4, 4) { x, y in (0, x * 60, y * 60, 255) }
      (layer.shadowOpacity, layer.shadowRadius) = (1, 2)
      layer.cornerRadius = 5
      return layer
    }
    let moved = card()
    moved.sublayerTransform = CATransform3DConcat(CATransform3DMakeScale(0.2, 3, 1), perspective(40))
    #expect(try Shot(stage(60, 60, moved), 60, 60) == Shot(stage(60, 60, card()), 60, 60))
  }

  @Test(
    "rendering Z-7, Z-8: a transform layer has no picture of its own, and its sublayers live in the space around"
  )
  func transformLayers() throws {
    let space = place(CATransformLayer(), 5, 5, 20, 20) { layer in
      layer.backgroundColor = red
      (layer.borderWidth, layer.cornerRadius, layer.masksToBounds) = (4, 10, true)
      layer.contents = picture(2, 2) { _, _ in (255, 255, 0, 255) }
      (layer.shadowOpacity, layer.shadowRadius) = (1, 0)
      layer.filters = [CAFilter(type: "colorInvert")]
      layer.mask = box(0, 0, 1, 1, black)
      layer.compositingFilter = "multiplyBlendMode"
    }
    #expect(try Shot(stage(40, 40, space), 40, 40).painted == 0)
    let (a, b) = (box(-5, 0, 10, 10, blue), box(0, 0, 10, 10, blue))
    space.sublayers = [a, b]
    let plain = try Shot(stage(40, 40, space), 40, 40)
    // Not clipped, not filtered, not masked.
    #expect(plain.box == [0, 5, 15, 15] && plain[2, 6] == [0, 0, 255, 255])
    space.opacity = 0.5
    // No group: where both overlap a half is laid over a half.
    let half = try Shot(stage(40, 40, space), 40, 40)
    #expect(close([half.alpha(2, 6), half.alpha(7, 6)], [128, 191]))
    space.isHidden = true
    #expect(try Shot(stage(40, 40, space), 40, 40).painted == 0)
    (space.isHidden, space.opacity) = (false, 1)
    a.zPosition = -5
    b.zPosition = 5
    let between = box(0, 0, 40, 40, green)
    let shot = try Shot(stage(40, 40, space, between), 40, 40)
    #expect(shot[2, 6] == [0, 255, 0, 255] && shot[12, 6] == [0, 0, 255, 255])
  }

  @Test("rendering Z-9: copies keep their depth where asked")
  func copiesInDepth() throws {
    for preserves in [false, true] {
      let copies = place(CAReplicatorLayer(), 0, 0, 20, 20) { layer in
        (layer.instanceCount, layer.preservesDepth) = (2, preserves)
        layer.instanceTransform = CATransform3DMakeTranslation(0, 0, 10)
        layer.backgroundColor = red
      }
      copies.addSublayer(box(0, 0, 10, 20, green))
      let between = box(0, 0, 20, 20, blue)
      between.zPosition = 5
      let shot = try Shot(stage(20, 20, copies, between), 20, 20)
      #expect(shot[5, 5] == (preserves ? [0, 255, 0, 255] : [0, 0, 255, 255]))
      #expect(shot[15, 5] == [0, 0, 255, 255])
    }
  }

  /// One white particle of 16 points, whose centre is at (20, 20) and at a height.
  private func particle(height: CGFloat, at x: CGFloat = 20) -> CAEmitterLayer {
    place(CAEmitterLayer(), 0, 0, 40, 40) { emitter in
      let cell = CAEmitterCell()
      (cell.birthRate, cell.lifetime) = (1, 100)
      cell.contents = picture(16, 16) { _, _ in (255, 255, 255, 255) }
      (emitter.emitterCells, emitter.preservesDepth) = ([cell], true)
      (emitter.emitterPosition, emitter.emitterZPosition) = (CGPoint(x: x, y: 20), height)
      // Neither is drawn of a layer that does not flatten.
      (emitter.backgroundColor, emitter.masksToBounds) = (black, true)
    }
  }

  private func plane(_ color: CGColor, z: CGFloat, width: CGFloat = 40, turn: CGFloat = 0) -> CALayer {
    let layer = box(0, 0, width, 40, color)
    layer.anchorPoint = CGPoint(x: 0.5, y: 0.5)
    layer.position = CGPoint(x: width / 2, y: 20)
    (layer.zPosition, layer.transform) = (z, CATransform3DMakeRotation(turn, 0, 1, 0))
    return layer
  }

  @Test("rendering Z-9, Z-2: a particle lies between parallel planes by its own depth")
  func particlesBetweenParallelPlanes() throws {
    // The near plane ends at 22, right of the particle's centre.
    for (height, left, right) in [
      (-5.0, green, blue), (10, green, blue), (30, green, white), (50, white, white),
    ] {
      for isFirst in [false, true] {
        for distance in [nil, 200] as [CGFloat?] {
          let planes = [plane(red, z: 0), plane(blue, z: 20), plane(green, z: 40, width: 22)]
          let emitter = particle(height: height)
          let root = stage(40, 40)
          root.sublayers = isFirst ? [emitter] + planes : planes + [emitter]
          root.anchorPoint = CGPoint(x: 0.5, y: 0.5)
          root.position = CGPoint(x: 20, y: 20)
          if let distance { root.sublayerTransform = perspective(distance) }
          let shot = try Shot(root, 40, 40, at: 1.5)
          #expect(shot[15, 20] == left.bytes && shot[25, 20] == right.bytes, "\(height) \(isFirst)")
        }
      }
    }
  }

  @Test("rendering Z-9, Z-3: a particle as deep as a plane is before or after it as its emitter is")
  func particlesAsDeepAsAPlane() throws {
    for turn in [0, 0.5] as [CGFloat] {
      let slanted = plane(red, z: -50, turn: turn)
      let before = try Shot(stage(40, 40, particle(height: 0), plane(blue, z: 0), slanted), 40, 40, at: 1.5)
      #expect(before[20, 20] == [0, 0, 255, 255])
      let after = try Shot(stage(40, 40, plane(blue, z: 0), particle(height: 0), slanted), 40, 40, at: 1.5)
      #expect(after[20, 20] == [255, 255, 255, 255])
    }
  }

  @Test(
    "rendering Z-9, Z-3: a particle lies before or behind a slanted plane by the plane's depth at its centre"
  )
  func particlesBesideASlantedPlane() throws {
    // Turned about the vertical line through 20: the part left of it comes nearer, by the tangent of the angle.
    for (x, height, isSeen) in [(12.0, 7.0, false), (12, 9, true), (28, -9, false), (28, -7, true)] {
      let slanted = plane(red, z: 0, turn: .pi / 4)
      slanted.bounds.size.width = 80
      // The card that both are flattened into is turned itself: its points at 12 and 28 are seen at 13.2 and 26.5.
      for (turn, column) in [(0.0, Int(x)), (0.6, x < 20 ? 13 : 26)] {
        for layers in [
          [slanted, particle(height: height, at: x)], [particle(height: height, at: x), slanted],
        ] {
          let card = box(0, 0, 40, 40)
          (card.anchorPoint, card.position) = (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 20, y: 20))
          card.transform = CATransform3DMakeRotation(turn, 0, 1, 0)
          card.sublayers = layers
          let root = stage(40, 40, card)
          (root.anchorPoint, root.position) = (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 20, y: 20))
          root.sublayerTransform = perspective(200)
          let expected = isSeen ? white : red
          let shot = try Shot(root, 40, 40, at: 1.5)
          #expect(shot[column, 20] == expected.bytes, "\(x) \(height) \(turn)")
        }
      }
    }
  }

  @Test(
    "rendering Z-9, Z-3: a particle lies between planes that cross, inside a transform layer, in perspective"
  )
  func particlesBetweenCrossingPlanes() throws {
    for distance in [nil, 500] as [CGFloat?] {
      for (x, height, expected) in [
        // Left of the middle the blue plane is in front of the red one, right of it behind.
        (12.0, 4.0, blue), (12, 12, white), (12, -4, blue), (28, 4, white), (28, -4, red), (28, -12, red),
      ] {
        let space = CATransformLayer()
        let slanted = plane(blue, z: 0, turn: .pi / 4)
        slanted.bounds.size.width = 80
        space.sublayers = [slanted, particle(height: height, at: x), plane(red, z: 0)]
        let root = stage(40, 40, space)
        root.anchorPoint = CGPoint(x: 0.5, y: 0.5)
        root.position = CGPoint(x: 20, y: 20)
        if let distance { root.sublayerTransform = perspective(distance) }
        let shot = try Shot(root, 40, 40, at: 1.5)
        #expect(shot[Int(x), 20] == expected.bytes, "\(x) \(height) \(shot[Int(x), 20])")
      }
    }
  }

  @Test("rendering Z-9, EM-16: an emitter's sublayers and its particles lie in the same space")
  func particlesBetweenSublayersOfTheirEmitter() throws {
    for (height, expected) in [(-5.0, blue), (0, white), (5, white), (15, white), (9, white)] {
      let emitter = particle(height: height)
      emitter.sublayers = [plane(blue, z: 0), plane(green, z: 10, width: 10)]
      let shot = try Shot(stage(40, 40, emitter), 40, 40, at: 1.5)
      #expect(shot[20, 20] == expected.bytes && shot[5, 20] == [0, 255, 0, 255], "\(height)")
    }
  }

  @Test("rendering Z-9, RP-6: particles of copies lie between planes of other copies")
  func particlesOfCopies() throws {
    for (step, expected) in [(5.0, white), (20, blue)] as [(CGFloat, CGColor)] {
      let copies = place(CAReplicatorLayer(), 0, 0, 40, 40) { layer in
        (layer.instanceCount, layer.preservesDepth) = (2, true)
        layer.instanceTransform = CATransform3DMakeTranslation(12, 0, step)
        (layer.instanceRedOffset, layer.instanceGreenOffset) = (-1, -1)
      }
      copies.sublayers = [plane(white, z: 0, width: 22), particle(height: 10)]
      // The white particle, at a height of 10, lies over or under the blue plane of the second copy.
      let shot = try Shot(stage(40, 40, copies), 40, 40, at: 1.5)
      #expect(shot[20, 20] == expected.bytes && shot[32, 20] == [0, 0, 255, 255])
      #expect(shot[5, 20] == [255, 255, 255, 255])
    }
  }

  @Test("rendering Z-9, EM-15: particles of emitters that sort theirs are sorted with each other")
  func particlesOfTwoEmitters() throws {
    func emitter(_ color: CGColor, heights: [CGFloat]) -> CAEmitterLayer {
      let layer = particle(height: 0)
      layer.renderMode = .backToFront
      // One particle each: they fly straight up for different times.
      layer.emitterCells = heights.map { height in
        let cell = CAEmitterCell()
        (cell.birthRate, cell.lifetime, cell.color) = (1, 100, color)
        (cell.velocity, cell.emissionLatitude) = (height * 2, .pi / 2)
        cell.contents = picture(16, 16) { _, _ in (255, 255, 255, 255) }
        return cell
      }
      return layer
    }
    for (first, second, expected) in [
      ([10.0, 30], [20.0], red), ([10, 20], [30], blue), ([40, 20], [30], red),
    ] as [([CGFloat], [CGFloat], CGColor)] {
      let layers = [emitter(red, heights: first), emitter(blue, heights: second)]
      for order in [layers, layers.reversed()] {
        let root = stage(40, 40)
        root.sublayers = order
        #expect(try Shot(root, 40, 40, at: 1.5)[20, 20] == expected.bytes)
      }
    }
  }

  @Test("rendering Z-10: an ordinary layer inside a transform layer is one plane")
  func planesInsideTransformLayers() throws {
    let space = place(CATransformLayer(), 0, 0, 20, 20)
    let plane = box(0, 0, 20, 20, red)
    let deep = box(0, 0, 20, 20, green)
    deep.zPosition = 100
    plane.addSublayer(deep)
    space.addSublayer(plane)
    let above = box(0, 0, 20, 20, blue)
    above.zPosition = 1
    #expect(try Shot(stage(20, 20, space, above), 20, 20)[5, 5] == [0, 0, 255, 255])
    plane.zPosition = 2
    #expect(try Shot(stage(20, 20, space, above), 20, 20)[5, 5] == [0, 255, 0, 255])
  }

  @Test("rendering Z-11, Z-12, H-17: turned away and edge-on layers are not drawn")
  func facing() throws {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    layer.backgroundColor = red
    layer.isDoubleSided = false
    let root = stage(20, 20, layer)
    #expect(try Shot(root, 20, 20).painted == 400)
    layer.transform = CATransform3DMakeScale(-1, 1, 1)
    #expect(try Shot(root, 20, 20).painted == 0)
    layer.isDoubleSided = true
    #expect(try Shot(root, 20, 20).painted == 400)
    layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
    layer.addSublayer(box(0, 0, 20, 20, blue))
    #expect(try Shot(root, 20, 20).painted == 0)
  }
}

extension CGColor {
  /// Its pixels where it is opaque.
  fileprivate var bytes: [UInt8] { (components ?? []).map { UInt8($0 * 255) } }
}
