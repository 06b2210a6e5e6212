import CoreGraphics
import Foundation
import QuartzCore
import StrataDocuments
import Testing

/// Nothing of a document is ignored in silence.
@Suite struct SilenceTests {
  /// The warnings about a layer of a class with these attributes and contents.
  private func warnings(_ body: String = "", _ attributes: String = "", tag: String = "CALayer") throws
    -> [String]
  {
    try document(body, attributes: attributes, tag: tag).diagnostics.filter { $0.severity != .note }.map(
      \.message
    )
  }

  private func animation(_ attributes: String, _ body: String = "", type: String = "CABasicAnimation")
    -> String
  {
    "<animations><a type=\"\(type)\" \(attributes)>\(body)</a></animations>"
  }

  @Test(arguments: [
    ("CALayer", "contentsGravity", "resizeAspect", "middle"),
    ("CALayer", "cornerCurve", "continuous", "round"),
    ("CALayer", "minificationFilter", "trilinear", "bicubic"),
    ("CALayer", "magnificationFilter", "nearest", "neareast"),
    ("CALayer", "fillMode", "both", "always"), ("CAShapeLayer", "fillRule", "even-odd", "evenodd"),
    ("CAShapeLayer", "lineCap", "square", "flat"), ("CAShapeLayer", "lineJoin", "bevel", "bevl"),
    ("CATextLayer", "alignmentMode", "center", "centre"), ("CATextLayer", "truncationMode", "none", "last"),
    ("CAScrollLayer", "scrollMode", "both", "sideways"), ("CAEmitterLayer", "emitterShape", "circle", "oval"),
    ("CAEmitterLayer", "emitterMode", "volume", "all"), ("CAEmitterLayer", "renderMode", "additive", "add"),
  ])
  func namesWithoutAMeaningAreReported(tag: String, key: String, good: String, bad: String) throws {
    #expect(try warnings("", "\(key)=\"\(good)\"", tag: tag).isEmpty)
    #expect(try warnings("", "\(key)=\"\"", tag: tag).isEmpty)
    #expect(try warnings("", "\(key)=\"\(bad)\"", tag: tag) == ["\(key)=\"\(bad)\" is not a known name"])
  }

  @Test func namesOfOtherObjectsAreReportedToo() throws {
    #expect(try warnings("<type value=\"spiral\"/>", tag: "CAGradientLayer").count == 1)
    for key in ["particleType", "contentsFrameMode", "minificationFilter"] {
      let cell = "<emitterCells><CAEmitterCell \(key)=\"cube\"/></emitterCells>"
      #expect(try warnings(cell, tag: "CAEmitterLayer").count == 1)
    }
    let path = "keyPath=\"position\" duration=\"1\" path=\"0 0 m 1 1 l\""
    #expect(try warnings(animation("\(path) rotationMode=\"auto\"", type: "CAKeyframeAnimation")).isEmpty)
    #expect(try warnings(animation("\(path) rotationMode=\"on\"", type: "CAKeyframeAnimation")).count == 1)
    #expect(try warnings(animation("keyPath=\"opacity\" toValue=\"0\" fillMode=\"always\"")).count == 1)
    #expect(try warnings(animation("", "<type value=\"push\"/>", type: "CATransition")).isEmpty)
    #expect(try warnings(animation("", "<type value=\"explode\"/>", type: "CATransition")).count == 1)
    #expect(try warnings(animation("subtype=\"nowhere\"", type: "CATransition")).count == 1)
  }

  @Test func inputsOfFiltersAreChecked() throws {
    func filter(_ text: String) throws -> [String] { try warnings("<filters>\(text)</filters>") }
    let fine =
      "<CAFilter filter=\"gaussianBlur\" inputRadius=\"3\" inputNormalizeEdges=\"1\" inputQuality=\"low\"/>"
    #expect(try filter(fine).isEmpty)
    #expect(try filter("<CAFilter filter=\"gaussianBlur\" inputRadiu=\"3\"/>").count == 1)
    #expect(try filter("<CAFilter filter=\"gaussianBlur\" inputRadius=\"big\"/>").count == 1)
    #expect(try filter("<CAFilter filter=\"colorAdd\" inputColor=\"big\"/>").count == 1)
    let child = "<CAFilter filter=\"gaussianBlur\"><inputRadius type=\"string\" value=\"x\"/></CAFilter>"
    #expect(try filter(child).count == 1)
    let unknown = "<CIFilter filter=\"CISepiaTone\"><inputIntensit type=\"real\" value=\"1\"/></CIFilter>"
    #expect(try filter(unknown).count == 1)
    let wrong = "<CIFilter filter=\"CIGaussianBlur\"><inputRadius type=\"string\" value=\"big\"/></CIFilter>"
    #expect(try filter(wrong).count == 1)
    let behavior = "<emitterBehaviors><CAEmitterBehavior behavior=\"drag\" dragg=\"3\"/></emitterBehaviors>"
    #expect(try warnings(behavior, tag: "CAEmitterLayer").count == 1)
  }

  @Test func compositingFiltersAreCheckedAsAttributesToo() throws {
    #expect(try warnings("", "compositingFilter=\"multiplyBlendMode\"").isEmpty)
    #expect(try warnings("", "compositingFilter=\"zork\"").count == 1)
  }

  @Test(arguments: [
    ("CAGradientLayer", "<colors><string value=\"red\"/><CGColor value=\"1 0 0\"/></colors>"),
    ("CAGradientLayer", "<colors type=\"NSArray\"><real value=\"1\"/></colors>"),
    ("CALayer", "<filters><real value=\"1\"/></filters>"),
    ("CAShapeLayer", "<lineDashPattern><string value=\"x\"/></lineDashPattern>"),
    ("CAShapeLayer", "<lineDashPattern value=\"a b\"/>"),
    ("CALayer", "<mask type=\"CGColor\" value=\"1 0 0\"/>"),
    ("CALayer", "<mask bounds=\"0 0 1 1\"/><mask bounds=\"0 0 2 2\"/>"),
    ("CALayer", "<contents type=\"string\" value=\"x\"/>"),
    ("CAEmitterLayer", "<emitterCells><CALayer/></emitterCells>"),
    (
      "CALayer",
      "<animations><g type=\"CAAnimationGroup\"><animations><real value=\"1\"/></animations></g></animations>"
    ),
    ("CALayer", "<animations><a type=\"CASpinAnimation\" duration=\"1\"/></animations>"),
    ("CALayer", "<opacity>0.5</opacity>"), ("CATextLayer", "<string>Hello</string>"),
  ])
  func partsThatAreDroppedAreReportedOnce(tag: String, body: String) throws {
    #expect(try warnings(body, tag: tag).count == 1)
  }

  @Test func curvesThatAreNoneAreReported() throws {
    let frames = """
      <values><real value="0"/><real value="1"/></values><timingFunctions><real value="1"/></timingFunctions>
      """
    let found = try warnings(
      animation("keyPath=\"opacity\" duration=\"1\"", frames, type: "CAKeyframeAnimation")
    )
    #expect(found == ["<real> is not a timing function; ignored"])
  }

  @Test func numbersThatNoSpringHasAreReported() throws {
    let basic = "keyPath=\"opacity\" toValue=\"0\""
    #expect(try warnings(animation("\(basic) duration=\"-1\"")).count == 1)
    let spring = "\(basic) duration=\"1\" mass=\"-1\" stiffness=\"0\" damping=\"-3\""
    #expect(try warnings(animation(spring, type: "CASpringAnimation")).count == 3)
    let free = "\(basic) duration=\"1\" damping=\"0\""
    #expect(try warnings(animation(free, type: "CASpringAnimation")).isEmpty)
  }

  @Test func anAnimationThatIsOffDoesNotRunAndIsWritten() throws {
    let read = try document(
      """
      <animations><off type="CABasicAnimation" enabled="0" keyPath="opacity" toValue="0" duration="1"/>
      <on type="CABasicAnimation" enabled="1" keyPath="opacity" toValue="0" duration="1"/>
      <g type="CAAnimationGroup" duration="1"><animations><CABasicAnimation keyPath="opacity" toValue="0" enabled="0"/>
      <CABasicAnimation keyPath="zPosition" toValue="0"/></animations></g></animations>
      """
    )
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
    let root = try read.root
    #expect(root.animationKeys() == ["on", "g"])
    #expect((root.animation(forKey: "g") as? CAAnimationGroup)?.animations?.count == 1)
    #expect(try read.markupText().contains("<off type=\"CABasicAnimation\" enabled=\"0\""))
  }

  @Test func aFrameIsAProperty() throws {
    let read = try document("<sublayers><CALayer frame=\"1 2 3 4\"/></sublayers>")
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
    #expect(try read.root.sublayers?.first?.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(try warnings("", "frame=\"1 2\"") == ["frame=\"1 2\" is not a rect; ignored"])
  }

  @Test func messagesNameTheKindOfValue() throws {
    #expect(try warnings("", "contents=\"a.png\"") == ["contents=\"a.png\" is not an image; ignored"])
    let found = try warnings("<locations value=\"a b\"/>", tag: "CAGradientLayer")
    #expect(found == ["\"a b\" is not a list of numbers; ignored"])
  }
}
