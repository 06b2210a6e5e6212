import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

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
