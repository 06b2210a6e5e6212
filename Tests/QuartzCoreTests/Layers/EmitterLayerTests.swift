import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Rendering EM-18 through the public classes: emission stops, particles live on.
@Suite struct EmitterLayerTests {
  @Test func particlesOutliveAStop() throws {
    let root = box(0, 0, 20, 20)
    let emitter = CAEmitterLayer()
    let cell = CAEmitterCell()
    cell.birthRate = 10
    cell.lifetime = 1
    cell.contents = solid([0, 255, 0, 255], 10)
    emitter.emitterCells = [cell]
    emitter.emitterPosition = CGPoint(x: 10, y: 10)
    root.addSublayer(emitter)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 20, height: 20))
    renderer.change(at: 2) {
      CATransaction.setDisableActions(true)
      emitter.birthRate = 0
    }
    #expect(try pixel(renderer, at: 2.9, 10, 10) == [0, 255, 0, 255])
    #expect(try pixel(renderer, at: 3.1, 10, 10) == [0, 0, 0, 0])
    #expect(try pixel(renderer, at: 1.5, 10, 10) == [0, 255, 0, 255])
  }

  /// Rendering EM-3: the array is copied, the cells are not; through the layer they change by name.
  @Test func cellsChangeByName() throws {
    let emitter = CAEmitterLayer()
    let cell = CAEmitterCell()
    cell.name = "spark"
    emitter.emitterCells = [cell]
    emitter.setValue(7, forKeyPath: "emitterCells.spark.birthRate")
    #expect(cell.birthRate == 7 && emitter.emitterCells?.first === cell)
    #expect(emitter.value(forKeyPath: "emitterCells.spark.birthRate") as? Float == 7)
  }
}
