import CoreGraphics
import Foundation
import StrataRenderTree
import Testing

private func value(_ path: String, in state: LayerState) -> Any? {
  LayerSchema.table(of: state.kind.layerClass)[path]?.value(in: state)
}

private func write(_ value: Any?, _ path: String, in state: inout LayerState) -> Bool {
  LayerSchema.table(of: state.kind.layerClass).assign(value, at: path, to: &state)
}

@Suite struct KeyValueTests {
  @Test("animation #14 to #17, #27: parts of structures (K-6, K-8)")
  func structures() {
    var state = layer(rect(1, 2, 30, 40), at: point(5, 6))
    #expect(value("bounds.size.width", in: state) as? CGFloat == 30)
    #expect(write(9, "bounds.origin.y", in: &state))
    #expect(state.bounds == rect(1, 9, 30, 40))
    #expect(write(CGSize(width: 5, height: 6), "bounds.size", in: &state))
    #expect(state.bounds == rect(1, 9, 5, 6))
    #expect(write(-1, "position.x", in: &state))
    #expect(state.position == point(-1, 6))
    #expect(value("shadowOffset.height", in: state) as? Double == -3)
  }

  @Test("animation #18 to #26: parts of transforms (K-6, K-9)")
  func transforms() throws {
    var state = LayerState()
    state.transform = CATransform3DMakeScale(2, 3, 4)
    #expect(value("transform.scale", in: state) as? CGFloat == 3)
    #expect(write(5, "transform.scale.y", in: &state))
    #expect(state.transform == CATransform3DMakeScale(2, 5, 4))
    state.transform = CATransform3DMakeRotation(.pi / 3, 0, 0, 1)
    #expect(abs(try #require(value("transform.rotation", in: state) as? Double) - 1.047198) < 1e-6)
    state.transform = CATransform3DMakeRotation(0.5, 1, 0, 0)
    #expect(abs(try #require(value("transform.rotation.x", in: state) as? Double) - 0.5) < 1e-12)
    state.transform = CATransform3DMakeScale(2, 3, 1)
    #expect(write(Float(0.5), "transform.rotation.z", in: &state))
    let m = state.transform
    for (a, b) in [(m.m11, 1.755165), (m.m12, 0.958851), (m.m21, -1.438277), (m.m22, 2.632748)] {
      #expect(abs(a - CGFloat(b)) < 1e-6)
    }
    state.transform = CATransform3DMakeTranslation(1, 2, 3)
    #expect(value("transform.translation", in: state) as? CGSize == CGSize(width: 1, height: 2))
    #expect(write(point(10, 20), "transform.translation", in: &state))
    #expect(state.transform == CATransform3DMakeTranslation(10, 20, 3))
    #expect(write(2, "sublayerTransform.scale", in: &state))
    #expect(state.sublayerTransform == CATransform3DMakeScale(2, 2, 2))
  }

  @Test("caml 6.1: shear, of which x moves by so much for each unit of y")
  func shear() throws {
    var state = LayerState()
    #expect(value("transform.shear.x", in: state) as? CGFloat == 0)
    state.transform = CATransform3DMakeScale(2, 3, 1)
    #expect(write(0.25, "transform.shear.x", in: &state))
    let t = state.transform
    #expect([t.m11, t.m12, t.m21, t.m22].map { ($0 * 1e9).rounded() / 1e9 } == [2, 0, 0.75, 3])
    #expect(abs(try #require(value("transform.shear.x", in: state) as? Double) - 0.25) < 1e-12)
    #expect(abs(try #require(value("transform.scale.x", in: state) as? Double) - 2) < 1e-12)
  }

  @Test("animation K-4, SC-29: numbers read as number objects, names as strings, objects as themselves")
  func wrapping() throws {
    var state = LayerSchema.table(of: .gradient).initial
    let opacity = try #require(value("opacity", in: state))
    #expect(opacity is NSNumber)
    #expect(opacity as? CGFloat == 1)
    #expect(opacity as? Float == 1)
    #expect(opacity as? Double == 1)
    #expect(value("hidden", in: state) as? Bool == false)
    let gravity = try #require(value("contentsGravity", in: state))
    #expect(gravity as? String == "resize")
    #expect(gravity as? CALayerContentsGravity == .resize)
    #expect(value("fillMode", in: state) as? CAMediaTimingFillMode == .removed)
    #expect(value("backgroundColor", in: state) == nil)
    #expect(value("borderColor", in: state) is CGColor)
    #expect(value("shadowPath", in: state) == nil)
    let position = try #require(value("position", in: state))
    #expect(position as? CGPoint == .zero && position as? NSValue != nil)
    #expect(value("transform", in: state) as? CATransform3D == CATransform3DIdentity)
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    #expect(write([red, red], "colors", in: &state))
    #expect((value("colors", in: state) as? [CGColor])?.count == 2)
    #expect(write([0, 0.5 as CGFloat, Float(1)] as [Any], "locations", in: &state))
    #expect(value("locations", in: state) as? [CGFloat] == [0, 0.5, 1])
    #expect(value("locations", in: state) as? [NSNumber] == [0, 0.5, 1])
  }

  @Test("SC-24, SC-34, rendering K-4: any number fits any numeric property, structures come either way")
  func accepting() {
    var state = LayerState()
    for number in [0.5 as CGFloat, 0.5 as Double, 0.5 as Float, NSNumber(value: 0.5)] as [Any] {
      state.opacity = 0
      #expect(write(number, "opacity", in: &state) && state.opacity == 0.5)
    }
    #expect(write(1, "hidden", in: &state) && state.isHidden)
    #expect(write(NSNumber(value: false), "hidden", in: &state) && !state.isHidden)
    #expect(write(UInt8(3), "zPosition", in: &state) && state.zPosition == 3)
    #expect(write(NSValue(cgPoint: point(7, 8)), "position", in: &state) && state.position == point(7, 8))
    #expect(write(CATransform3DMakeScale(2, 2, 2), "transform", in: &state) && state.transform.m33 == 2)
    #expect(write("center", "contentsGravity", in: &state) && state.contentsGravity == .center)
    #expect(write(CALayerContentsGravity.top, "contentsGravity", in: &state) && state.contentsGravity == .top)
    let none: String? = nil
    #expect(write(none as Any, "compositingFilter", in: &state) && state.compositingFilter == nil)
    #expect(write("screenBlendMode", "compositingFilter", in: &state))
    #expect(state.compositingFilter?.type == "screenBlendMode")
  }

  @Test("animation K-11, Z-9: nil restores the default, a wrong type changes nothing")
  func nilAndWrongTypes() {
    var state = layer(at: point(1, 2))
    #expect(!write("text", "position", in: &state) && state.position == point(1, 2))
    #expect(!write(CGColor(gray: 0, alpha: 1), "opacity", in: &state) && state.opacity == 1)
    #expect(write(nil, "position", in: &state) && state.position == .zero)
    state.shadowRadius = 9
    #expect(write(nil, "shadowRadius", in: &state) && state.shadowRadius == 3)
    #expect(write(nil, "borderColor", in: &state) && state.borderColor == nil)
    #expect(LayerSchema.table["position.z"] == nil)
  }

  @Test("SC-7, animation K-1: both spellings lead to the property")
  func spellings() {
    for (key, alias) in [
      ("hidden", "isHidden"), ("opaque", "isOpaque"), ("doubleSided", "isDoubleSided"),
      ("geometryFlipped", "isGeometryFlipped"),
    ] {
      #expect(LayerSchema.table[key] === LayerSchema.table[alias])
      #expect(LayerSchema.table[alias]?.key == key)
    }
    #expect(LayerSchema.table(of: .text)["isWrapped"]?.key == "wrapped")
    #expect(EmitterCellSchema.table["isEnabled"]?.key == "enabled")
  }

  @Test("animation D-4, rendering C-6, C-14: names and bits that do not exist")
  func unknownNames() {
    var state = LayerState()
    #expect(write(255, "maskedCorners", in: &state) && state.maskedCorners.rawValue == 15)
    #expect(write("squircle", "cornerCurve", in: &state) && state.cornerCurve == .circular)
    #expect(write("diagonal", "contentsGravity", in: &state) && state.contentsGravity == .center)
    #expect(write("RGB565", "contentsFormat", in: &state) && state.contentsFormat == .RGBA8Uint)
  }

  @Test("Inputs of filters by the filter's name (animation K-10)")
  func filterPaths() throws {
    var state = LayerState()
    state.filters = [
      FilterValue(type: "gaussianBlur", name: "blur", inputs: ["inputRadius": .number(2)]),
      FilterValue(type: "colorMatrix", name: "tint", inputs: ["inputColorMatrix": .numbers([1, 0])]),
    ]
    func row(_ path: String) throws -> any PropertyRow<LayerState> {
      try #require(LayerSchema.row(at: path, of: .plain))
    }
    let radius = try row("filters.blur.inputRadius")
    #expect(radius.value(in: state) as? CGFloat == 2)
    #expect(radius.assign(5, to: &state) && state.filters[0].number("inputRadius") == 5)
    let enabled = try row("filters.blur.enabled")
    #expect(enabled.assign(false, to: &state) && !state.filters[0].isEnabled)
    let matrix = try row("filters.tint.inputColorMatrix")
    #expect(matrix.assign([0.5, 1] as [Any], to: &state))
    #expect(state.filters[1].inputs["inputColorMatrix"] == .numbers([0.5, 1]))
    let before = state
    #expect(try row("filters.other.inputRadius").assign(9, to: &state))
    #expect(state == before)
    state.filters = []
    #expect(radius.assign(7, to: &state) && state.filters.isEmpty)
  }

  @Test("Properties of emitter cells by the cell's name, nested ones too (animation K-10)")
  func cellPaths() throws {
    var state = LayerSchema.table(of: .emitter).initial
    var (spark, smoke) = (EmitterCellState(), EmitterCellState())
    (spark.name, smoke.name) = ("spark", "smoke")
    spark.cells = [EmitterCellState(), smoke]
    state.emitter.cells = [spark]
    func row(_ path: String) -> (any PropertyRow<LayerState>)? { LayerSchema.row(at: path, of: .emitter) }
    let rate = try #require(row("emitterCells.spark.birthRate"))
    #expect(rate.assign(40, to: &state) && state.emitter.cells[0].birthRate == 40)
    let scale = try #require(row("emitterCells.spark.emitterCells.smoke.scale"))
    #expect(scale.value(in: state) as? CGFloat == 1)
    #expect(scale.assign(0.25, to: &state) && state.emitter.cells[0].cells[1].scale == 0.25)
    let before = state
    let none = try #require(row("emitterCells.spark.emitterCells.rain.scale"))
    #expect(none.assign(3, to: &state) && state == before)
    #expect(row("emitterCells.spark.emitterCells.smoke") == nil)
    #expect(row("emitterCells.spark.emitterCells.smoke.none") == nil)
  }

  @Test("A value that is read is accepted again, and changes nothing", arguments: LayerClass.allCases)
  func readBack(layerClass: LayerClass) {
    let table = LayerSchema.table(of: layerClass)
    for path in table.keys {
      guard let row = table[path] else { continue }
      var state = table.initial
      guard let value = row.value(in: state) else { continue }
      #expect(row.assign(value, to: &state), "\(path)")
      #expect(row.isEqual(state, table.initial), "\(path)")
    }
  }
}
