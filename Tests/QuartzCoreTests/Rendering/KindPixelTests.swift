import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

private func at(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

/// Text layers as objects and in pixels (rendering section 10.3).
@Suite struct TextPixelTests {
  @Test("rendering TX-1: a new text layer")
  func defaults() {
    let layer = CATextLayer()
    #expect(layer.string == nil)
    #expect(layer.font as? String == "Helvetica")
    #expect(layer.fontSize == 36)
    #expect(layer.foregroundColor == white)
    #expect(!layer.isWrapped)
    #expect(layer.truncationMode == .none)
    #expect(layer.alignmentMode == .natural && !layer.allowsFontSubpixelQuantization)
  }

  @Test(
    "rendering TX-2: strings and attributed strings; unknown names are kept and act like none and natural"
  )
  func strings() throws {
    let layer = place(CATextLayer(), 0, 0, 120, 40) { ($0.string, $0.fontSize) = ("Text", 24) }
    #expect(layer.string as? String == "Text")
    let plain = try Shot(stage(120, 40, layer), 120, 40)
    layer.alignmentMode = CATextLayerAlignmentMode(rawValue: "sideways")
    layer.truncationMode = CATextLayerTruncationMode(rawValue: "sideways")
    #expect(layer.alignmentMode.rawValue == "sideways" && layer.truncationMode.rawValue == "sideways")
    #expect(try Shot(stage(120, 40, layer), 120, 40) == plain)
    #if Text
      #expect(plain.painted > 50)
      layer.foregroundColor = red
      #expect(try Shot(stage(120, 40, layer), 120, 40) != plain)
      // Attributes of the string win: the layer's colour and size do not count.
      layer.string = NSAttributedString(string: "Text")
      let attributed = try Shot(stage(120, 40, layer), 120, 40)
      (layer.foregroundColor, layer.fontSize) = (blue, 9)
      #expect(try Shot(stage(120, 40, layer), 120, 40) == attributed && attributed.painted > 0)
    #endif
  }

  #if Text
    @Test("rendering TX-3, TX-4: text stands at the visual top, on either host, and is cut at the bounds")
    func topAndClip() throws {
      let layer = place(CATextLayer(), 0, 0, 60, 60) { ($0.string, $0.fontSize) = ("HHHHHH\nH", 20) }
      for origin in [.topLeft, .bottomLeft] as [OfflineRenderer.Origin] {
        let shot = try Shot(stage(100, 60, layer), 100, 60, origin: origin)
        let box = try #require(shot.box)
        #expect((1...10).contains(box[1]), "\(origin)")
        #expect(box[2] == 60, "\(origin)")
        #expect((26..<60).contains(box[3]), "\(origin)")
      }
      layer.bounds.size.height = 12
      #expect((try Shot(stage(100, 60, layer), 100, 60).box ?? [])[3] <= 12)
    }

    @Test("rendering TX-7: glyphs are grey, never coloured at their edges")
    func greyGlyphs() throws {
      let layer = place(CATextLayer(), 0, 0, 120, 40) { ($0.string, $0.fontSize) = ("Waves", 24) }
      layer.isOpaque = true
      layer.allowsFontSubpixelQuantization = true
      let shot = try Shot(stage(120, 40, layer), 120, 40, over: black)
      for x in 0..<120 {
        for y in 0..<40 { #expect(shot[x, y][0] == shot[x, y][1] && shot[x, y][1] == shot[x, y][2]) }
      }
      #expect((0..<4800).contains { (1..<255).contains(shot[$0 % 120, $0 / 120][0]) })
    }
  #endif

  @Test("rendering TX-8: nothing and empty text paint nothing")
  func empty() throws {
    let layer = place(CATextLayer(), 0, 0, 60, 60)
    #expect(try Shot(stage(60, 60, layer), 60, 60).painted == 0)
    layer.string = ""
    #expect(try Shot(stage(60, 60, layer), 60, 60).painted == 0)
  }
}

/// Replicators and emitters as objects and in pixels (rendering sections 10.4 and 10.5).
@Suite struct CopiesAndParticlesTests {
  @Test("rendering RP-1: a new replicator")
  func replicatorDefaults() {
    let layer = CAReplicatorLayer()
    #expect(layer.instanceCount == 1)
    #expect(layer.instanceDelay == 0)
    #expect(CATransform3DIsIdentity(layer.instanceTransform))
    #expect(layer.instanceColor == white && !layer.preservesDepth)
    #expect(layer.instanceRedOffset == 0 && layer.instanceGreenOffset == 0)
    #expect(layer.instanceBlueOffset == 0 && layer.instanceAlphaOffset == 0)
  }

  @Test("rendering RP-2, RP-3, RP-6, E-350: copies of the sublayers alone, the first at the back")
  func copiesInOrder() throws {
    let copies = place(CAReplicatorLayer(), 0, 0, 10, 10) { layer in
      (layer.instanceCount, layer.instanceTransform) = (3, CATransform3DMakeTranslation(6, 0, 0))
      layer.instanceColor = color(1, 1, 1)
      (layer.instanceRedOffset, layer.instanceGreenOffset) = (-0.5, -0.25)
      (layer.backgroundColor, layer.borderWidth) = (blue, 1)
    }
    copies.addSublayer(box(0, 20, 10, 10, white))
    copies.addSublayer(box(2, 20, 2, 10, black))
    let shot = try Shot(stage(40, 40, copies), 40, 40)
    #expect(shot[5, 5] == [0, 0, 255, 255] && shot[15, 5] == [0, 0, 0, 0])
    #expect(shot[1, 25] == [255, 255, 255, 255] && close(shot[7, 25], [128, 191, 255, 255]))
    #expect(close(shot[13, 25], [0, 128, 255, 255]) && shot[8, 25] == [0, 0, 0, 255])
    copies.instanceCount = 0
    #expect(try Shot(stage(40, 40, copies), 40, 40).box == [0, 0, 10, 10])
  }

  @Test("rendering RP-4, E-354: the colour of a copy multiplies what is in it, alpha included")
  func modulation() throws {
    let copies = place(CAReplicatorLayer(), 0, 0, 10, 10) { $0.instanceColor = color(0.6, 0.6, 1, 0.5) }
    copies.addSublayer(box(0, 0, 10, 10, color(0.5, 1, 1)))
    #expect(close(try Shot(stage(10, 10, copies), 10, 10)[5, 5], [38, 77, 128, 128]))
  }

  @Test("rendering EM-1: a new emitter layer")
  func emitterDefaults() {
    let layer = CAEmitterLayer()
    #expect(layer.emitterCells == nil)
    #expect(layer.birthRate == 1)
    #expect(layer.lifetime == 1)
    #expect(layer.velocity == 1)
    #expect(layer.scale == 1)
    #expect(layer.spin == 1)
    #expect(layer.emitterPosition == .zero)
    #expect(layer.emitterZPosition == 0)
    #expect(layer.emitterSize == .zero)
    #expect(layer.emitterDepth == 0)
    #expect(layer.emitterShape == .point)
    #expect(layer.emitterMode == .volume)
    #expect(layer.renderMode == .unordered)
    #expect(layer.seed == 0)
    #expect(!layer.preservesDepth)
  }

  @Test("rendering EM-2: a new cell")
  func cellDefaults() {
    let cell = CAEmitterCell()
    #expect(cell.birthRate == 0)
    #expect(cell.lifetime == 0)
    #expect(cell.lifetimeRange == 0)
    #expect(cell.velocity == 0 && cell.velocityRange == 0)
    #expect(cell.xAcceleration == 0)
    #expect(cell.yAcceleration == 0)
    #expect(cell.zAcceleration == 0)
    #expect(cell.spin == 0)
    #expect(cell.spinRange == 0)
    #expect(cell.scale == 1)
    #expect(cell.scaleRange == 0)
    #expect(cell.scaleSpeed == 0)
    #expect(cell.emissionLatitude == 0)
    #expect(cell.emissionLongitude == 0)
    #expect(cell.emissionRange == 0)
    #expect(cell.redRange == 0)
    #expect(cell.greenRange == 0)
    #expect(cell.blueRange == 0)
    #expect(cell.alphaRange == 0)
    #expect(cell.redSpeed == 0)
    #expect(cell.greenSpeed == 0)
    #expect(cell.blueSpeed == 0)
    #expect(cell.alphaSpeed == 0)
    #expect(cell.color == white)
    #expect(cell.contents == nil)
    #expect(cell.contentsScale == 1)
    #expect(cell.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(cell.minificationFilter == "linear" && cell.magnificationFilter == "linear")
    #expect(cell.isEnabled && cell.duration == .infinity)
  }

  private func cell(_ edit: (CAEmitterCell) -> Void = { _ in }) -> CAEmitterCell {
    let cell = CAEmitterCell()
    (cell.name, cell.birthRate, cell.lifetime) = ("dot", 1, 100)
    cell.contents = picture(4, 4) { _, _ in (255, 255, 255, 255) }
    edit(cell)
    return cell
  }

  private func emitter(_ cells: [CAEmitterCell], _ edit: (CAEmitterLayer) -> Void = { _ in })
    -> CAEmitterLayer
  {
    place(CAEmitterLayer(), 0, 0, 40, 40) {
      $0.emitterPosition = at(20, 20)
      $0.emitterCells = cells
      edit($0)
    }
  }

  @Test(
    "rendering EM-3: the array of cells is the layer's, the cells are the program's; they move by key paths"
  )
  func cellArrays() throws {
    var cells = [cell()]
    let layer = emitter(cells)
    cells.append(cell())
    #expect(layer.emitterCells?.count == 1 && layer.emitterCells?.first === cells[0])
    let renderer = OfflineRenderer(layer: stage(40, 40, layer), size: CGSize(width: 40, height: 40))
    // A particle of one second stands in the middle, unless its velocity is animated.
    #expect(try Shot(renderer, at: 1.5).box == [18, 18, 22, 22])
    renderer.change(at: 0) {
      let push = CABasicAnimation(keyPath: "emitterCells.dot.velocity")
      (push.fromValue, push.toValue, push.duration) = (20, 20, 100)
      layer.add(push, forKey: nil)
    }
    #expect(try Shot(renderer, at: 1.5).box == [28, 18, 32, 22])
  }

  @Test("rendering EM-3: what a program sets in a cell counts from the next commit of its layer on")
  func cellsThatAreSetLater() throws {
    let (dot, spark) = (cell(), cell { $0.contents = nil })
    dot.emitterCells = [spark]
    let layer = emitter([dot])
    // Neither the array nor the layer is touched again.
    (dot.velocity, spark.contents) = (20, picture(4, 4) { _, _ in (255, 0, 0, 255) })
    spark.birthRate = 4
    let renderer = OfflineRenderer(layer: stage(40, 40, layer), size: CGSize(width: 40, height: 40))
    let shot = try Shot(renderer, at: 1.5)
    #expect(shot.box == [23, 18, 32, 22] && shot[24, 20] == [255, 0, 0, 255])
    // What is drawn changes with the layer.
    renderer.change(at: 2) {
      dot.isEnabled = false
      spark.isEnabled = false
      layer.opacity = 0.5
    }
    #expect(try Shot(renderer, at: 2.5).painted == 0)
  }

  @Test("rendering EM-9, EM-10, E-367, E-368: particles start towards +x and turn by the longitude")
  func directions() throws {
    for (longitude, dx, dy) in [(0.0, 10, 0), (-Double.pi / 2, 0, -10), (.pi, -10, 0)] {
      let layer = emitter([cell { ($0.velocity, $0.emissionLongitude) = (10, CGFloat(longitude)) }])
      let box = try Shot(stage(40, 40, layer), 40, 40, at: 2.0001 - 0.0001).box
      // Born at one: the second particle is at the emitter, the first one a second away.
      #expect(box == [min(18, 18 + dx), min(18, 18 + dy), max(22, 22 + dx), max(22, 22 + dy)])
    }
    // A latitude of a quarter turn leaves the plane: nothing moves in it.
    let up = emitter([cell { ($0.velocity, $0.emissionLatitude) = (10, .pi / 2) }])
    #expect(try Shot(stage(40, 40, up), 40, 40, at: 1.5).box == [18, 18, 22, 22])
  }

  @Test("rendering EM-11, EM-12: size, turn and colour of a particle follow its age")
  func ageing() throws {
    let grows = emitter([cell { ($0.scale, $0.scaleSpeed) = (1, 2) }])
    #expect(try Shot(stage(40, 40, grows), 40, 40, at: 1.5).box == [16, 16, 24, 24])
    let fades = emitter([cell { ($0.color, $0.redSpeed, $0.alphaSpeed) = (color(0.5, 1, 1), 1, -1) }])
    #expect(close(try Shot(stage(40, 40, fades), 40, 40, at: 1.25)[20, 20], [143, 191, 191, 191], within: 2))
    let turns = emitter([
      cell { ($0.spin, $0.contents) = (.pi, picture(8, 2) { _, _ in (255, 255, 255, 255) }) }
    ])
    #expect(try Shot(stage(40, 40, turns), 40, 40, at: 1.5).box == [19, 16, 21, 24])
    #expect(try Shot(stage(40, 40, emitter([cell { $0.contents = nil }])), 40, 40, at: 1.5).painted == 0)
  }

  @Test(
    "rendering EM-14, EM-16: particles lie above the border, in the layer's coordinates, clipped when it masks"
  )
  func particlesAboveTheLayer() throws {
    let layer = emitter([cell()]) {
      ($0.backgroundColor, $0.borderWidth, $0.borderColor) = (red, 4, blue)
      $0.bounds = CGRect(x: 5, y: 5, width: 20, height: 20)
      ($0.emitterPosition, $0.position) = (at(25, 15), at(10, 10))
    }
    // (25, 15) of the bounds is the middle of the right edge.
    let shot = try Shot(stage(40, 40, layer), 40, 40, at: 1.5)
    #expect(shot[29, 20] == [255, 255, 255, 255] && shot[31, 20] == [255, 255, 255, 255])
    layer.masksToBounds = true
    #expect(try Shot(stage(40, 40, layer), 40, 40, at: 1.5)[31, 20] == [0, 0, 0, 0])
    layer.emitterCells?.first?.isEnabled = false
    layer.emitterCells = layer.emitterCells
    #expect(try Shot(stage(40, 40, layer), 40, 40, at: 1.5)[29, 20] == [0, 0, 255, 255])
  }

  @Test("rendering EM-18, EM-17: the same seed and cells give the same particles at the same time")
  func repeatable() throws {
    func shown(seed: UInt32) throws -> Shot {
      let layer = emitter([
        cell {
          ($0.birthRate, $0.lifetime, $0.lifetimeRange, $0.velocity, $0.velocityRange) = (40, 1, 0.5, 20, 10)
          ($0.emissionRange, $0.scaleRange, $0.spinRange, $0.redRange) = (2 * .pi, 1, 3, 1)
        }
      ]) { $0.seed = seed }
      return try Shot(stage(40, 40, layer), 40, 40, at: 3.3)
    }
    #expect(try shown(seed: 3) == shown(seed: 3) && shown(seed: 3) != shown(seed: 4))
  }
}

/// Transitions in pixels (rendering section 11).
@Suite struct TransitionPixelTests {
  /// Red becomes blue at second one, in two seconds at even pace.
  private func shown(
    _ time: Double,
    _ type: CATransitionType,
    _ subtype: CATransitionSubtype? = nil,
    _ edit: (CATransition) -> Void = { _ in }
  ) throws -> Shot {
    let layer = box(10, 10, 40, 20, red)
    let renderer = OfflineRenderer(layer: stage(60, 40, layer), size: CGSize(width: 60, height: 40))
    renderer.change(at: 1) {
      CATransaction.setDisableActions(true)
      layer.backgroundColor = blue
      let transition = CATransition()
      (transition.type, transition.subtype, transition.duration) = (type, subtype, 2)
      transition.timingFunction = CAMediaTimingFunction(name: .linear)
      edit(transition)
      layer.add(transition, forKey: "whatever")
      #expect(layer.animationKeys() == ["transition"])
    }
    return try Shot(renderer, at: time)
  }

  @Test(
    "rendering TN-1, TN-2, TN-3, TN-8, E-404, E-405: a fade from what was shown, between its two progresses"
  )
  func fades() throws {
    #expect(try shown(0.9, .fade)[20, 20] == [255, 0, 0, 255])
    #expect(close(try shown(1.5, .fade)[20, 20], [191, 0, 64, 255]))
    #expect(try shown(3.1, .fade)[20, 20] == [0, 0, 255, 255])
    #expect(CATransition().startProgress == 0 && CATransition().endProgress == 1)
    let part = try shown(2, .fade) { ($0.startProgress, $0.endProgress) = (0.25, 0.75) }
    #expect(close(part[20, 20], [128, 0, 128, 255]))
    let early = try shown(1, .fade) { ($0.startProgress, $0.endProgress) = (0.25, 0.75) }
    #expect(close(early[20, 20], [191, 0, 64, 255]))
    let stored = CATransition()
    (stored.startProgress, stored.endProgress) = (-3, 7)
    #expect(stored.startProgress == -3 && stored.endProgress == 7)
  }

  @Test("rendering TN-1: both pictures take the layer's present place")
  func presentGeometry() throws {
    let layer = box(10, 10, 20, 20, red)
    let renderer = OfflineRenderer(layer: stage(80, 80, layer), size: CGSize(width: 80, height: 80))
    renderer.change(at: 1) {
      CATransaction.setDisableActions(true)
      (layer.backgroundColor, layer.position) = (blue, at(30, 30))
      layer.bounds.size = CGSize(width: 40, height: 40)
      let transition = CATransition()
      (transition.duration, transition.timingFunction) = (2, CAMediaTimingFunction(name: .linear))
      layer.add(transition, forKey: nil)
    }
    let shot = try Shot(renderer, at: 2)
    #expect(shot.box == [30, 30, 70, 70] && close(shot[32, 68], [128, 0, 128, 255]))
  }

  @Test(
    "rendering TN-1: a transition that interrupts another one comes from what was shown, that one included"
  )
  func interruptedTransitions() throws {
    let layer = box(0, 0, 20, 20, red)
    layer.addSublayer(box(0, 0, 5, 5, white))
    let renderer = OfflineRenderer(layer: stage(20, 20, layer), size: CGSize(width: 20, height: 20))
    func change(at time: Double, to color: CGColor) {
      renderer.change(at: time) {
        CATransaction.setDisableActions(true)
        layer.backgroundColor = color
        let fade = CATransition()
        (fade.duration, fade.timingFunction) = (2, CAMediaTimingFunction(name: .linear))
        layer.add(fade, forKey: nil)
      }
    }
    change(at: 1, to: blue)
    #expect(close(try Shot(renderer, at: 2)[10, 10], [128, 0, 128, 255]))
    change(at: 2, to: green)
    #expect(close(try Shot(renderer, at: 2)[10, 10], [128, 0, 128, 255]))
    #expect(close(try Shot(renderer, at: 3)[10, 10], [64, 128, 64, 255]))
    #expect(close(try Shot(renderer, at: 3)[2, 2], [255, 255, 255, 255]))
    // Half of the way three times: an eighth of what was there before the first one.
    change(at: 3, to: black)
    #expect(close(try Shot(renderer, at: 4)[10, 10], [32, 64, 32, 255]))
    #expect(try Shot(renderer, at: 5.1)[10, 10] == [0, 0, 0, 255])
  }

  @Test("rendering TN-4, TN-5, TN-6, E-400 to E-403, E-409: a push moves and fades both, within the bounds")
  func pushes() throws {
    // A quarter of the way: 10 of 40, 5 of 20. Where the new one has come, and how much of the old one is left.
    let right = try shown(1.5, .push, .fromRight)
    #expect(right.box == [10, 10, 50, 30])
    #expect(close(right[45, 20], [0, 0, 64, 64]) && close(right[35, 20], [191, 0, 0, 191]))
    let left = try shown(1.5, .push, .fromLeft)
    #expect(close(left[15, 20], [0, 0, 64, 64]) && close(left[25, 20], [191, 0, 0, 191]))
    #expect(try shown(1.5, .push) == left)
    // Top is the largest y: the bottom of this screen.
    let top = try shown(1.5, .push, .fromTop)
    #expect(close(top[30, 27], [0, 0, 64, 64]) && close(top[30, 22], [191, 0, 0, 191]))
    let bottom = try shown(1.5, .push, .fromBottom)
    #expect(close(bottom[30, 12], [0, 0, 64, 64]) && close(bottom[30, 17], [191, 0, 0, 191]))
  }

  @Test("rendering TN-5, E-407, E-408: moving in goes over the old picture, revealing takes it away")
  func coversAndReveals() throws {
    let move = try shown(1.5, .moveIn, .fromRight)
    #expect(move[45, 20] == [0, 0, 255, 255])
    #expect(move[35, 20] == [255, 0, 0, 255])
    #expect(move.box == [10, 10, 50, 30])
    let reveal = try shown(2, .reveal, .fromRight)
    #expect(reveal[25, 20] == [255, 0, 0, 255] && reveal[35, 20] == [0, 0, 255, 255])
    #expect(reveal.box == [10, 10, 50, 30])
  }

  @Test(
    "rendering TN-8: a layer that is unhidden comes from an empty picture, one that is hidden goes to one"
  )
  func ordering() throws {
    for hides in [false, true] {
      let layer = box(0, 0, 10, 10, red)
      layer.isHidden = !hides
      let renderer = OfflineRenderer(layer: stage(10, 10, layer), size: CGSize(width: 10, height: 10))
      renderer.change(at: 1) {
        let transition = CATransition()
        (transition.duration, transition.timingFunction) = (2, CAMediaTimingFunction(name: .linear))
        CATransaction.setDisableActions(true)
        layer.isHidden = hides
        layer.add(transition, forKey: nil)
      }
      #expect(close([try Shot(renderer, at: 1.5).alpha(5, 5)], [hides ? 191 : 64]), "\(hides)")
    }
  }
}
