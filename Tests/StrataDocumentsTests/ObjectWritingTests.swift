import CoreGraphics
import Foundation
import QuartzCore
import StrataDocuments
import StrataCAML
import Testing

/// caml 10: objects inside of layers that were edited after reading.
@Suite struct ObjectWritingTests {
  private func layer(_ document: Document) throws -> MarkupElement {
    let text = try document.markupText()
    let root = try #require(try MarkupReader.read(Data(text.utf8), file: "written").root)
    return try #require(root.children.first)
  }

  private func child(_ element: MarkupElement, _ name: String) throws -> MarkupElement {
    try #require(element.children.first { $0.name == name })
  }

  @Test func anEditedInputIsWrittenAndTheRestOfTheFilterStays() throws {
    let read = try document(
      """
      <filters><CAFilter filter="gaussianBlur" name="blur" inputRadius="2.50" inputQuality="low" mica_x="1"/>
      <CIFilter filter="CISepiaTone" name="old"><inputIntensity type="real" value="1.0"/></CIFilter></filters>
      """
    )
    let root = try read.root
    root.setValue(7, forKeyPath: "filters.blur.inputRadius")
    let filters = try child(try layer(read), "filters")
    #expect(filters.children.map(\.name) == ["CAFilter", "CIFilter"])
    let blur = filters.children[0]
    #expect(blur["inputRadius"] == "7")
    #expect(blur["inputQuality"] == "low")
    #expect(blur["mica_x"] == "1")
    #expect(try child(filters.children[1], "inputIntensity")["value"] == "1.0")

    root.setValue(0.25, forKeyPath: "filters.old.inputIntensity")
    root.setValue(false, forKeyPath: "filters.blur.enabled")
    let again = try child(try layer(read), "filters")
    #expect(try child(again.children[1], "inputIntensity")["value"] == "0.25")
    #expect(again.children[0]["enabled"] == "0")
  }

  @Test func filtersComeAndGo() throws {
    let read = try document(
      "<filters><CAFilter filter=\"colorInvert\" name=\"a\"/></filters><compositingFilter type=\"CAFilter\" filter=\"xor\" name=\"xor\" u=\"1\"/>"
    )
    let root = try read.root
    let tint = CAFilter(type: "colorAdd")
    tint.setValue(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5), forKey: "inputColor")
    root.filters = (root.filters ?? []) + [tint]
    (root.compositingFilter as? CAFilter)?.name = "cut"
    var written = try layer(read)
    #expect(try child(written, "filters").children.map { $0["filter"] } == ["colorInvert", "colorAdd"])
    #expect(try child(try child(written, "filters").children[1], "inputColor")["opacity"] == "0.5")
    let compositing = try child(written, "compositingFilter")
    #expect(compositing["name"] == "cut")
    #expect(compositing["u"] == "1")
    #expect(compositing["filter"] == "xor")
    root.filters = nil
    root.compositingFilter = "multiplyBlendMode"
    written = try layer(read)
    #expect(!written.children.contains { $0.name == "filters" })
    #expect(try child(written, "compositingFilter")["value"] == "multiplyBlendMode")
  }

  @Test func stopsAndDashesAreWrittenAsEdited() throws {
    let gradient = try document(
      """
      <sublayers><CAGradientLayer name="g"><colors><CGColor value="1 0 0"/><CGColor value="0 0 1"/></colors>
      <locations><real value="0.250"/><real value="1"/></locations></CAGradientLayer>
      <CAShapeLayer name="s"><lineDashPattern><integer value="4"/><integer value="2"/></lineDashPattern></CAShapeLayer>
      </sublayers>
      """
    )
    let root = try gradient.root
    let stops = try #require(root.sublayers?[0] as? CAGradientLayer)
    let shape = try #require(root.sublayers?[1] as? CAShapeLayer)
    stops.locations = [0.5, 1]
    shape.lineDashPattern = [3, 1, 2]
    let layers = try child(try layer(gradient), "sublayers").children
    #expect(try child(layers[0], "colors").children.map { $0["value"] } == ["1 0 0", "0 0 1"])
    #expect(try child(layers[0], "locations").children.map { $0["value"] } == ["0.5", "1"])
    #expect(try child(layers[1], "lineDashPattern").children.map { $0["value"] } == ["3", "1", "2"])
    stops.colors = nil
    #expect(
      !(try child(try layer(gradient), "sublayers").children[0].children.contains { $0.name == "colors" })
    )
  }

  @Test func editedCellsAreWrittenInTheirMarkup() throws {
    let read = try document(
      """
      <emitterCells><CAEmitterCell name="spark" birthRate="2.0" lifetime="3" nuggetId="9"><emitterCells>
      <CAEmitterCell name="tail" birthRate="5" scale="1.50"/></emitterCells></CAEmitterCell>
      <CAEmitterCell name="other" velocity="1.00"/></emitterCells>
      """,
      tag: "CAEmitterLayer"
    )
    let root = try read.root
    root.setValue(40, forKeyPath: "emitterCells.spark.birthRate")
    var cells = try child(try layer(read), "emitterCells").children
    try #require(cells.count == 2)
    #expect(cells[0]["birthRate"] == "40")
    #expect(cells[0]["nuggetId"] == "9")
    #expect(cells[0]["lifetime"] == "3" && cells[1]["velocity"] == "1.00")
    #expect(try child(cells[0], "emitterCells").children.first?["scale"] == "1.50")

    let emitter = try #require(root as? CAEmitterLayer)
    let tail = try #require(emitter.emitterCells?.first?.emitterCells?.first)
    tail.color = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 0.5)
    let fresh = CAEmitterCell()
    fresh.name = "new"
    emitter.emitterCells = (emitter.emitterCells ?? []) + [fresh]
    cells = try child(try layer(read), "emitterCells").children
    #expect(cells.map { $0["name"] } == ["spark", "other", "new"])
    let inner = try #require(try child(cells[0], "emitterCells").children.first)
    #expect(inner["scale"] == "1.50" && inner["birthRate"] == "5")
    #expect(try child(inner, "color")["opacity"] == "0.5")
  }

  /// caml 4.3: behaviours are read, act, and are written as edited.
  @Test func behavioursAreReadAndWritten() throws {
    let read = try document(
      """
      <emitterBehaviors><CAEmitterBehavior behavior="drag" name="air" drag="0.50" mica_y="2"/>
      <CAEmitterBehavior behavior="wave" name="wind" force="1 2 3" frequency="2.0"/></emitterBehaviors>
      """,
      tag: "CAEmitterLayer"
    )
    #expect(read.diagnostics.filter { $0.severity == .warning }.isEmpty)
    let emitter = try #require(try read.root as? CAEmitterLayer)
    let air = try #require(emitter.emitterBehaviors?.first as? CAEmitterBehavior)
    #expect(air.type == "drag" && air.value(forKey: "drag") as? Double == 0.5)
    #expect(emitter.value(forKeyPath: "emitterBehaviors.wind.frequency") as? Double == 2)
    let before = try child(try layer(read), "emitterBehaviors")
    #expect(before.children[0]["drag"] == "0.50" && before.children[1]["force"] == "1 2 3")
    emitter.setValue(0.75, forKeyPath: "emitterBehaviors.air.drag")
    let after = try child(try layer(read), "emitterBehaviors")
    #expect(after.children[0]["drag"] == "0.75" && after.children[0]["mica_y"] == "2")
    #expect(after.children[1]["frequency"] == "2.0")
    let unknown = try document(
      "<emitterBehaviors><CAEmitterBehavior behavior=\"light\" name=\"l\"/></emitterBehaviors>",
      tag: "CAEmitterLayer"
    )
    #expect(unknown.warnings(.notHonoured).count == 1)
  }
}
