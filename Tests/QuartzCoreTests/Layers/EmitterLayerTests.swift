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

  @Test("A cell's style can be taken back, is what it was when it was set, and survives an archive")
  func stylesOfCells() throws {
    let cell = CAEmitterCell()
    cell.scale = 3
    cell.style = ["birthRate": 5, "scale": 2, "lifetime": 4]
    #expect(cell.birthRate == 5)
    #expect(cell.scale == 3)
    let data = try NSKeyedArchiver.archivedData(withRootObject: cell, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CAEmitterCell.self, from: data)
    let restored = try #require(read)
    #expect(restored.birthRate == 5)
    #expect(restored.scale == 3)
    #expect(restored.style?["lifetime"] as? Int == 4)
    for cell in [cell, restored] {
      cell.style = ["lifetime": 7]
      #expect(cell.birthRate == 0)
      #expect(cell.lifetime == 7)
      cell.style = nil
      #expect(cell.lifetime == 0)
      #expect(cell.scale == 3)
    }
  }
}
