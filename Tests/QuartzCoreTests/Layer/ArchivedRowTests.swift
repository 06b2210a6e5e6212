import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderTree
import Testing

/// An archive holds every value of every property.
@Suite struct ArchivedRowTests {
  private func copy<Object: NSObject & NSCoding>(of object: Object) throws -> Object {
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
  }

  #if ImageCodecs
    private static let keysWithoutArchive: Set<String> = []
  #else
    private static let keysWithoutArchive: Set = ["contents"]
  #endif

  @Test(
    "animation Y-2, Y-3, Y-5: each property comes back with each value, nil and its default included",
    arguments: LayerClass.allCases
  )
  func valuesComeBack(layerClass: LayerClass) throws {
    for row in LayerSchema.table(of: layerClass).rows where !Self.keysWithoutArchive.contains(row.key) {
      let sample = row.accept(SampleMaker<LayerState>(chance: Chance(7)))
      for value in [nil, sample, layerClass.newLayer.value(forKey: row.key)] {
        let layer = layerClass.newLayer
        layer.setValue(sample, forKey: row.key)
        layer.setValue(value, forKey: row.key)
        let (old, new) = (layer.value(forKey: row.key), try copy(of: layer).value(forKey: row.key))
        let isSame = old == nil && new == nil || row.accept(SameToRow<LayerState>(a: old, b: new))
        #expect(isSame, "\(layerClass.name) \(row.key): \(String(describing: old))")
      }
    }
  }

  @Test("animation Y-3: a key that was set to nil counts as set")
  func nilCountsAsSet() throws {
    let layer = CAShapeLayer()
    (layer.fillColor, layer.name) = (nil, nil)
    let copy = try copy(of: layer)
    #expect(copy.fillColor == nil)
    #expect(copy.shouldArchiveValue(forKey: "fillColor"))
    #expect(copy.shouldArchiveValue(forKey: "name"))
    #expect(!copy.shouldArchiveValue(forKey: "strokeColor"))
  }

  @Test("animation Y-2: each property of a cell comes back with each value, nil included")
  func valuesOfCellsComeBack() throws {
    for row in EmitterCellSchema.table.rows where !Self.keysWithoutArchive.contains(row.key) {
      for value in [nil, row.accept(SampleMaker<EmitterCellState>(chance: Chance(7)))] {
        let cell = CAEmitterCell()
        cell.setValue(value, forKey: row.key)
        let (old, new) = (cell.value(forKey: row.key), try copy(of: cell).value(forKey: row.key))
        let isSame = old == nil && new == nil || row.accept(SameToRow<EmitterCellState>(a: old, b: new))
        #expect(isSame, "\(row.key): \(String(describing: old))")
      }
    }
  }
}
