import CoreGraphics
import Foundation
import QuartzCore
import StrataCAML
import StrataDocuments
import StrataRenderTree
import Testing

/// Edits of a document that was read are written, of whatever kind they are.
@Suite struct EditWritingTests {
  /// The document that is read from what is written of another one.
  private func written(_ document: Document) throws -> Document {
    try Document(data: Data(try document.markupText().utf8))
  }

  // MARK: Nil

  /// A layer of each class.
  private static var layers: [CALayer] { LayerClass.allCases.map { $0.makeLayer() } }

  /// The keys of a layer whose value is not nil, and that take nil.
  private func keysOfNil(_ layer: CALayer) -> [String] {
    layer.propertyTable.rows.map(\.key).filter { key in
      guard key != "contents", layer.value(forKey: key) != nil else { return false }
      let copy = LayerClass.allCases.first { $0 == layer.layerClass }?.makeLayer()
      guard let copy, (try? copy.setChecked(nil, forKeyPath: key)) != nil else { return false }
      return copy.value(forKey: key) == nil
    }
  }

  @Test func aPropertyThatIsNilStaysNil() throws {
    var count = 0
    for layer in Self.layers {
      let keys = keysOfNil(layer)
      for key in keys { layer.setValue(nil, forKey: key) }
      let again = try written(Document(rootLayer: layer))
      for key in keys { #expect(try again.root.value(forKey: key) == nil, "\(layer.layerClass.name).\(key)") }
      #expect(again.diagnostics.isEmpty, "\(again.diagnostics)")
      count += keys.count
    }
    #expect(count > LayerClass.allCases.count)
  }

  @Test func theColourOfACellThatIsNilStaysNil() throws {
    let (emitter, cell) = (CAEmitterLayer(), CAEmitterCell())
    cell.color = nil
    emitter.emitterCells = [cell]
    let again = try #require(try written(Document(rootLayer: emitter)).root as? CAEmitterLayer)
    let read = try #require(again.emitterCells?.first)
    #expect(read.color == nil)
  }

  @Test(arguments: ["fillColor=\"1 0 0\"/>", "><fillColor value=\"1 0 0\"/></CAShapeLayer>", "/>"])
  func aReadPropertyThatBecomesNilIsWritten(rest: String) throws {
    let document = try Document(data: Data("<caml><CAShapeLayer \(rest)</caml>".utf8))
    (try document.root as? CAShapeLayer)?.fillColor = nil
    let again = try #require(try written(document).root as? CAShapeLayer)
    #expect(again.fillColor == nil)
  }

  @Test(arguments: ["null", "NSNull"]) func nilIsReadInBothSpellings(type: String) throws {
    let read = try document("<fillColor type=\"\(type)\"/>", tag: "CAShapeLayer")
    #expect((try read.root as? CAShapeLayer)?.fillColor == nil)
    #expect(read.diagnostics.isEmpty)
  }

  // MARK: Animations, actions, styles

  @Test func anEndlessAnimationThatWasRemovedGoes() throws {
    let read = try document(
      """
      <animations><a type="CABasicAnimation" keyPath="opacity" repeatCount="inf" duration="1"/>
      <b type="CABasicAnimation" keyPath="opacity" duration="1"/></animations>
      """
    )
    let root = try read.root
    root.removeAllAnimations()
    // The other one may have ended.
    #expect(try written(read).root.animationKeys() == ["b"])
  }

  @Test func changedActionsAreWritten() throws {
    let read = try document("<actions><opacity type=\"CABasicAnimation\" keyPath=\"opacity\"/></actions>")
    let root = try read.root
    let action = CABasicAnimation(keyPath: "position")
    action.duration = 3
    root.actions = ["opacity": NSNull(), "two words": action]
    let again = try #require(try written(read).root.actions)
    #expect(again.count == 2)
    #expect(again["opacity"] is NSNull)
    #expect((again["two words"] as? CABasicAnimation)?.duration == 3)
    root.actions = nil
    #expect(try written(read).root.actions?.isEmpty ?? true)
  }

  @Test func aChangedStyleIsWritten() throws {
    let read = try document("")
    let root = try read.root
    root.style = ["cornerRadius": 4.5, "style": ["borderWidth": 2]]
    let text = try read.markupText()
    #expect(text.contains("<cornerRadius type=\"real\" value=\"4.5\"/>"), "\(text)")
    #expect(!text.contains("cornerRadius=\""), "\(text)")
    let again = try written(read).root
    #expect(again.cornerRadius == 4.5)
    #expect(again.borderWidth == 2)
  }

  @Test func aChangedValueWithoutAPropertyIsWritten() throws {
    let read = try document(
      "<b type=\"real\" value=\"1.5\"/><c type=\"string\" value=\"x\"/>",
      attributes: "a=\"x\""
    )
    let root = try read.root
    root.setValue("y", forKey: "a")
    root.setValue(2.5, forKey: "b")
    let again = try written(read).root
    #expect(["a", "b", "c"].map { "\(again.value(forKey: $0) ?? "nil")" } == ["y", "2.5", "x"])
  }
}
