import CoreGraphics
import Foundation
import QuartzCore
import StrataCAML
import StrataDocuments
import StrataRenderServer
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

  private func animated(_ animation: String) throws -> (document: Document, root: CALayer) {
    let read = try document("<animations>\(animation)</animations>", attributes: "bounds=\"0 0 4 4\"")
    return (read, try read.root)
  }

  private func animation(_ document: Document, _ key: String) throws -> CAAnimation {
    try #require(try document.root.animation(forKey: key))
  }

  @Test func theTimesOfAnAnimationThatHadNoneAreWritten() throws {
    let (read, root) = try animated("<a type=\"CABasicAnimation\" keyPath=\"opacity\"/>")
    let longer = try animation(read, "a")
    longer.duration = 3
    root.add(longer, forKey: "a")
    #expect(try animation(try written(read), "a").duration == 3)
    let later = try animation(read, "a")
    later.beginTime = 2
    root.add(later, forKey: "a")
    #expect(try animation(try written(read), "a").beginTime == 2)
  }

  @Test func theDurationOfAMemberIsWritten() throws {
    let member = "<CABasicAnimation keyPath=\"opacity\" duration=\"1\"/>"
    let (read, root) = try animated(
      "<a type=\"CAAnimationGroup\" duration=\"2\"><animations>\(member)</animations></a>"
    )
    let group = try #require(try animation(read, "a") as? CAAnimationGroup)
    group.animations?.first?.duration = 1.5
    root.add(group, forKey: "a")
    let again = try #require(try animation(try written(read), "a") as? CAAnimationGroup)
    #expect(again.animations?.first?.duration == 1.5)
  }

  @Test func aKeyframeWithoutAFormGoesWithItsTime() throws {
    let root = CALayer()
    let animation = CAKeyframeAnimation(keyPath: "contents")
    animation.values = [1, NSObject(), 3]
    animation.keyTimes = [0, 0.25, 1]
    animation.duration = 2
    root.add(animation, forKey: "a")
    let again = try #require(
      try self.animation(try written(Document(rootLayer: root)), "a") as? CAKeyframeAnimation
    )
    #expect(again.values as? [NSNumber] == [1, 3])
    #expect(again.keyTimes == [0, 1])
  }

  @Test func aShownAnimationStaysAsItWasWritten() throws {
    let endless = "<a type=\"CABasicAnimation\" keyPath=\"opacity\" repeatCount=\"inf\"/>"
    let (read, root) = try animated(endless)
    let renderer = OfflineRenderer(document: read)
    renderer.play(until: 5)
    renderer.change(at: 5) {
      let animation = CABasicAnimation(keyPath: "position")
      animation.duration = 9
      root.add(animation, forKey: "b")
    }
    #expect(root.animation(forKey: "b")?.beginTime == 5)
    let text = try read.markupText()
    #expect(text.contains(endless), "\(text)")
    #expect(!text.contains("beginTime"), "\(text)")
    let copied = try #require(root.animation(forKey: "b"))
    #expect(!Document.markupText(of: copied, key: "b").contains("beginTime"))
  }

  @Test func aTransitionIsWrittenOnce() throws {
    let (read, root) = try animated("<cut type=\"CATransition\" duration=\"2\"/>")
    #expect(root.animationKeys() == ["transition"])
    let text = try read.markupText()
    #expect(text.contains("<cut ") && text.components(separatedBy: "CATransition").count == 2, "\(text)")
    root.removeAllAnimations()
    let longer = CATransition()
    longer.duration = 3
    root.add(longer, forKey: nil)
    let again = try written(read).root
    #expect(again.animationKeys() == ["transition"])
    #expect(again.animation(forKey: "transition")?.duration == 3)
  }

  @Test func theDurationOfAnActionIsWritten() throws {
    let action = "<opacity type=\"CABasicAnimation\" keyPath=\"opacity\" duration=\"1\"/>"
    let read = try document("<actions>\(action)</actions>")
    (try read.root.actions?["opacity"] as? CAAnimation)?.duration = 3
    let again = try written(read).root.actions?["opacity"] as? CAAnimation
    #expect(again?.duration == 3)
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

  @Test func anAttributeWithoutAPropertyBecomesAnElementForAValueThatIsNone() throws {
    let read = try document("", attributes: "glow=\"x\" halo=\"y\"")
    let root = try read.root
    root.setValue(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5), forKey: "glow")
    root.setValue(nil, forKey: "halo")
    let again = try written(read).root
    let glow = again.value(forKey: "glow") as? CGColor
    #expect(glow?.alpha == 0.5)
    #expect(glow?.components?.first == 1)
    #expect(again.value(forKey: "halo") == nil)
  }

  /// A layer whose class has a property of its own.
  private final class Dial: CALayer {
    @Animatable("radius") var radius: CGFloat = 10
    @Animatable("tint") var tint: CGColor? = CGColor(gray: 1, alpha: 1)
  }

  /// Sets values under keys of a program's own.
  private func setOwnValues(of layer: CALayer) {
    layer.setValue("12", forKey: "two words")
    layer.setValue(CGPoint(x: 1, y: 2.5), forKey: "place")
    layer.setValue(CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 0.5), forKey: "type")
    layer.setValue([3, "a", ["b": 4]] as [Any], forKey: "list")
    layer.setValue(["inner": ["x", "y"]], forKey: "table")
    layer.setValue(CABasicAnimation(keyPath: "opacity"), forKey: "move")
    layer.setValue(NSObject(), forKey: "object")
  }

  private func expectOwnValues(of layer: CALayer) {
    #expect(layer.value(forKey: "two words") as? String == "12")
    #expect(layer.value(forKey: "place") as? CGPoint == CGPoint(x: 1, y: 2.5))
    #expect((layer.value(forKey: "type") as? CGColor)?.alpha == 0.5)
    let list = layer.value(forKey: "list") as? [Any] ?? []
    #expect(list.count == 3, "\(list)")
    #expect(list.first as? NSNumber == 3)
    #expect(list.dropFirst().first as? String == "a")
    #expect((list.last as? [String: Any])?["b"] as? NSNumber == 4)
    let table = layer.value(forKey: "table") as? [String: Any]
    #expect(table?["inner"] as? [String] == ["x", "y"])
    #expect((layer.value(forKey: "move") as? CABasicAnimation)?.keyPath == "opacity")
    #expect(layer.value(forKey: "object") == nil)
  }

  @Test func valuesUnderKeysOfAProgramsOwnAreWritten() throws {
    let dial = Dial()
    dial.radius = 4
    dial.tint = nil
    setOwnValues(of: dial)
    let again = try written(Document(rootLayer: dial)).root
    #expect(again.value(forKey: "radius") as? CGFloat == 4)
    #expect(again.value(forKey: "tint") == nil)
    expectOwnValues(of: again)
  }

  @Test func newKeysOfALayerThatWasReadAreWritten() throws {
    let read = try document("<list type=\"NSArray\"><string value=\"x\"/></list>", attributes: "glow=\"x\"")
    let before = try read.markupText()
    #expect(before.contains("<list type=\"NSArray\">"), "\(before)")
    setOwnValues(of: try read.root)
    let again = try written(read)
    expectOwnValues(of: try again.root)
    #expect(try again.root.value(forKey: "glow") as? String == "x")
    // What was read once more is the same.
    setOwnValues(of: try again.root)
    #expect(try again.markupText() == read.markupText())
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
