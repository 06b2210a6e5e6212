import Foundation
import QuartzCore
import StrataDocuments
import Testing

/// caml 2 and 4: objects, properties and layers.
@Suite struct ReadingTests {
  @Test func attributesBecomeProperties() throws {
    let layer = try document(
      "",
      attributes: """
        bounds="1 2 30 40" position="195 422" anchorPoint="0 1" zPosition="-3" opacity="0.25" hidden="1"
        masksToBounds="true" cornerRadius="4" cornerCurve="continuous" maskedCorners="12" geometryFlipped="1"
        backgroundColor="1.078 0 0" borderWidth="2" shadowOffset="0 -5" shadowRadius="7" shadowOpacity="0.5"
        contentsGravity="resizeAspect" contentsScale="3" contentsRect="0 0 .5 1" contentsSwizzle="AAAA"
        contentsTransform="matrix(0.78 0 0 0.45 2 1)" contentsMultiplyColor="1 1 1" speed="2" name="root (1)"
        fillMode="both" repeatCount="inf" doubleSided="0" shouldRasterize="1" rasterizationScale="2"
        minificationFilter="nearest" sublayerTransform="perspective(500)" shadowPath="0 0 m 1 0 l 1 1 l h"
        """
    ).root
    #expect(layer.bounds == CGRect(x: 1, y: 2, width: 30, height: 40))
    #expect(layer.position == CGPoint(x: 195, y: 422) && layer.anchorPoint == CGPoint(x: 0, y: 1))
    #expect(layer.zPosition == -3)
    #expect(layer.opacity == 0.25)
    #expect(layer.isHidden)
    #expect(layer.masksToBounds)
    #expect(layer.cornerRadius == 4)
    #expect(layer.cornerCurve == .continuous)
    #expect(layer.maskedCorners.rawValue == 12)
    #expect(
      layer.isGeometryFlipped
        && layer.backgroundColor?.components?.first.map { abs($0 - 1.078) < 1e-6 } == true
    )
    #expect(layer.borderWidth == 2 && layer.shadowOffset == CGSize(width: 0, height: -5))
    #expect(layer.shadowRadius == 7)
    #expect(layer.shadowOpacity == 0.5)
    #expect(layer.shadowPath != nil)
    #expect(layer.contentsGravity == .resizeAspect && layer.contentsScale == 3)
    #expect(layer.contentsRect == CGRect(x: 0, y: 0, width: 0.5, height: 1))
    #expect(layer.value(forKey: "contentsSwizzle") as? String == "AAAA")
    #expect(
      layer.value(forKey: "contentsTransform") as? CGAffineTransform
        == CGAffineTransform(a: 0.78, b: 0, c: 0, d: 0.45, tx: 2, ty: 1)
    )
    #expect(layer.value(forKey: "contentsMultiplyColor") is CGColor)
    #expect(layer.speed == 2)
    #expect(layer.name == "root (1)")
    #expect(layer.fillMode == .both)
    #expect(layer.repeatCount == .infinity)
    #expect(!layer.isDoubleSided)
    #expect(layer.shouldRasterize)
    #expect(layer.rasterizationScale == 2)
    #expect(layer.minificationFilter == .nearest && layer.sublayerTransform.m34 == -1.0 / 500)
  }

  @Test(arguments: [
    ("CALayer", "CALayer"), ("CATransformLayer", "CATransformLayer"), ("CAShapeLayer", "CAShapeLayer"),
    ("CAGradientLayer", "CAGradientLayer"), ("CATextLayer", "CATextLayer"),
    ("CAReplicatorLayer", "CAReplicatorLayer"), ("CAEmitterLayer", "CAEmitterLayer"),
    ("CAScrollLayer", "CAScrollLayer"), ("CATiledLayer", "CATiledLayer"),
    ("CABackdropLayer", "CABackdropLayer"),
    ("CASDFLayer", "CALayer"), ("MyOwnLayer", "CALayer"),
  ])
  func everyLayerClassIsRead(tag: String, type: String) throws {
    let read = try document("<sublayers><CALayer name=\"child\"/></sublayers>", tag: tag)
    #expect(String(describing: Swift.type(of: try read.root)) == type)
    #expect(try read.root.sublayers?.first?.name == "child")
    #expect(read.warnings(.unknownElement).isEmpty == (tag == type))
  }

  @Test func elementsBecomePropertiesByTypeByChildrenOrByTheDeclaredType() throws {
    let layer = try document(
      """
      <backgroundColor opacity="0.5" value="1 0 0"/>
      <borderColor type="CGColor" value="0 0 1"/>
      <transform type="CATransform3D" value="rotate(90deg)"/>
      <p key="cornerRadius" type="integer" value="9"/>
      <position value="5 6"/>
      <mask bounds="0 0 10 10" type="CAShapeLayer" path="0 0 m 9 0 l 9 9 l h"><sublayers><CALayer name="deep"/></sublayers></mask>
      <actions><bounds type="null"/><onOrderIn type="null"/></actions>
      <style><parallax type="NSArray"><NSDictionary><axis type="string" value="x"/></NSDictionary></parallax></style>
      """
    ).root
    #expect(layer.backgroundColor?.alpha == 0.5 && layer.borderColor?.components?[2] == 1)
    #expect(abs(layer.transform.m12 - 1) < 1e-12 && layer.cornerRadius == 9)
    #expect(layer.position == CGPoint(x: 5, y: 6))
    let mask = try #require(layer.mask as? CAShapeLayer)
    #expect(mask.path != nil && mask.sublayers?.first?.name == "deep")
    #expect(layer.actions?.keys.sorted() == ["bounds", "onOrderIn"] && layer.actions?["bounds"] is NSNull)
    #expect(((layer.style?["parallax"] as? [Any])?.first as? [String: Any])?["axis"] as? String == "x")
  }

  /// caml 3.2: attributes go through key-value coding, in document order.
  @Test func keyPathsInAttributesReplaceTheirComponent() throws {
    let layer = try document(
      "",
      attributes: "transform=\"rotate(90deg) scale(2, 3, 1)\" transform.rotation.z=\"0\" position.x=\"7\""
    ).root
    #expect(abs(layer.transform.m11 - 2) < 1e-9 && abs(layer.transform.m22 - 3) < 1e-9)
    #expect(layer.position.x == 7)
  }

  @Test func shapeGradientTextAndReplicatorLayersHaveTheirKeys() throws {
    let root = try document(
      """
      <sublayers>
        <CAShapeLayer path="0 0 m 10 0 l 10 5 l h" fillColor="1 1 1" fillRule="even-odd" lineWidth="2" lineCap="round"
          lineJoin="bevel" miterLimit="4" lineDashPhase="1" strokeStart="0.25" strokeEnd="0.75">
          <strokeColor opacity="0.5" value="0 0 0"/>
          <lineDashPattern><integer value="4"/><real value="2.5"/></lineDashPattern>
        </CAShapeLayer>
        <CAGradientLayer startPoint="0 0.5" endPoint="1 0.5">
          <colors><CGColor value="1 0 0"/><CGColor opacity="0.5" value="0 0 1"/></colors>
          <locations><integer value="0"/><real value="0.8"/></locations>
          <type value="conic"/>
        </CAGradientLayer>
        <CATextLayer fontSize="14" foregroundColor="1 0 0" alignmentMode="center" truncationMode="end" wrapped="1">
          <string type="string" value="Hi &amp; ho"/><font type="string" value="Helvetica"/>
        </CATextLayer>
        <CAReplicatorLayer instanceCount="14" instanceDelay="0.2" instanceTransform="translate(1, 2, 3)"
          instanceRedOffset="-0.1" preservesDepth="1"><instanceColor opacity="0.671" value="1 1 1"/></CAReplicatorLayer>
      </sublayers>
      """
    ).root
    let layers = try #require(root.sublayers)
    let shape = try #require(layers[0] as? CAShapeLayer)
    #expect(shape.fillRule == .evenOdd)
    #expect(shape.lineWidth == 2)
    #expect(shape.lineCap == .round)
    #expect(shape.lineJoin == .bevel)
    #expect(shape.miterLimit == 4)
    #expect(shape.strokeStart == 0.25)
    #expect(shape.strokeEnd == 0.75)
    #expect(shape.strokeColor?.alpha == 0.5)
    #expect(shape.lineDashPattern == [4, 2.5])
    #expect(shape.lineDashPhase == 1)
    let gradient = try #require(layers[1] as? CAGradientLayer)
    #expect(gradient.colors?.count == 2)
    #expect(gradient.locations == [0, 0.8])
    #expect(gradient.type == .conic)
    #expect(gradient.startPoint == CGPoint(x: 0, y: 0.5))
    let text = try #require(layers[2] as? CATextLayer)
    #expect(text.string as? String == "Hi & ho")
    #expect(text.fontSize == 14)
    #expect(text.isWrapped)
    #expect(text.alignmentMode == .center && text.truncationMode == .end)
    let replicator = try #require(layers[3] as? CAReplicatorLayer)
    #expect(replicator.instanceCount == 14)
    #expect(replicator.instanceDelay == 0.2)
    #expect(replicator.preservesDepth)
    #expect(
      replicator.instanceTransform.m43 == 3 && abs((replicator.instanceColor?.alpha ?? 0) - 0.671) < 1e-6
    )
  }

  @Test(.enabled(if: buildHasImageCodecs)) func contentsComeInBothFormsAsMaskAndTinted() throws {
    let root = try document(
      """
      <sublayers>
        <CALayer><contents type="CGImage" src="\(pixelURL)"/></CALayer>
        <CALayer><contents><CGImage src="\(pixelURL)"/></contents></CALayer>
        <CALayer><contents type="CGImage" A8asL8="1" src="\(grayURL)"/></CALayer>
        <CALayer><contents type="CATintedImage" tint="1 0 0"><image A8asL8="1" src="\(grayURL)"/></contents></CALayer>
        <CALayer><contents type="CATintedImage"/></CALayer>
      </sublayers>
      """
    )
    let layers = try #require(try root.root.sublayers)
    #expect((layers[0].contents as? CGImage)?.width == 2 && (layers[1].contents as? CGImage)?.height == 1)
    #expect(
      (layers[2].contents as? CGImage)?.alphaInfo == .alphaOnly
        || (layers[2].contents as? CGImage)?.isMask == true
    )
    let tinted = try #require(layers[3].contents as? CATintedImage)
    #expect(tinted.image?.width == 2 && tinted.tint?.components?.first == 1)
    #expect((layers[4].contents as? CATintedImage)?.image == nil)
    #expect(root.diagnostics.isEmpty, "\(root.diagnostics)")
  }

  @Test func filtersAreObjectsWithInputs() throws {
    let read = try document(
      """
      <filters>
        <CAFilter filter="gaussianBlur" name="blur" inputRadius="20" enabled="0"/>
        <CAFilter filter="colorMatrix" name="m" inputColorMatrix="matrix(1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0)"/>
        <CAFilter filter="colorAdd" inputColor="1 0 0"/>
        <CAFilter filter="luminanceCurveMap" name="l"><inputValues><real value="0"/><real value="1"/></inputValues></CAFilter>
      </filters>
      <compositingFilter type="CAFilter" filter="xor" name="xor"/>
      <sublayers><CALayer><compositingFilter type="string" value="normalBlendMode"/></CALayer>
      <CALayer><compositingFilter type="string" value="sparkle"/></CALayer></sublayers>
      """
    )
    let layer = try read.root
    let filters = try #require(layer.filters as? [CAFilter])
    #expect(filters.map(\.type) == ["gaussianBlur", "colorMatrix", "colorAdd", "luminanceCurveMap"])
    #expect(filters[0].name == "blur" && !filters[0].isEnabled)
    #expect((filters[0].value(forKey: "inputRadius") as? NSNumber)?.doubleValue == 20)
    #expect((filters[1].value(forKey: "inputColorMatrix") as? [Any])?.count == 20)
    #expect(filters[2].value(forKey: "inputColor") is CGColor)
    #expect((filters[3].value(forKey: "inputValues") as? [Any])?.count == 2)
    #expect((layer.compositingFilter as? CAFilter)?.type == "xor")
    #expect(layer.sublayers?[0].compositingFilter as? String == "normalBlendMode")
    #expect(read.warnings(.notHonoured).count == 1)
  }

  @Test(.enabled(if: buildHasImageCodecs)) func emitterCellsNestAndKeepPrivateKeys() throws {
    let read = try document(
      """
      <emitterCells>
        <CAEmitterCell name="spark" birthRate="20" lifetime="100" velocity="114" emissionLongitude="-1.57" beginTime="-15"
          contentsScale="0.5" color="1 0 0" massRange="1">
          <contents><CGImage src="\(pixelURL)"/></contents>
          <emitterCells><CAEmitterCell name="trail" birthRate="5"><color opacity="0.5" value="1 1 1"/></CAEmitterCell></emitterCells>
        </CAEmitterCell>
      </emitterCells>
      """,
      attributes:
        "emitterShape=\"rectangle\" emitterSize=\"200 50\" renderMode=\"additive\" seed=\"7\" birthRate=\"2\"",
      tag: "CAEmitterLayer"
    )
    let layer = try #require(try read.root as? CAEmitterLayer)
    #expect(layer.emitterShape == .rectangle)
    #expect(layer.emitterSize.width == 200)
    #expect(layer.renderMode == .additive)
    #expect(layer.seed == 7 && layer.birthRate == 2)
    let cell = try #require(layer.emitterCells?.first)
    #expect(cell.name == "spark")
    #expect(cell.birthRate == 20)
    #expect(cell.velocity == 114)
    #expect(cell.beginTime == -15)
    #expect((cell.contents as? CGImage)?.width == 2 && cell.emitterCells?.first?.color?.alpha == 0.5)
    #expect((cell.value(forKey: "massRange") as? NSNumber)?.doubleValue == 1)
  }

  /// caml 2.2: references may point backwards and forwards.
  @Test func objectsAreReferredToBackwardsAndForwards() throws {
    let root = try document(
      """
      <mask object="#9"/>
      <sublayers><CALayer name="a"><contents id="i" type="CGImage" src="\(pixelURL)"/></CALayer></sublayers>
      <style><shape id="#9" type="CAShapeLayer" name="late"/></style>
      """
    ).root
    #expect(root.mask?.name == "late")
  }

  /// caml 4.2: the root's bounds fill the canvas, whatever its position says.
  @Test func theCanvasShowsTheRootsBoundsAndLeavesThePositionAlone() throws {
    let read = try document(
      "",
      attributes: "bounds=\"5 7 200 100\" position=\"150 147\" anchorPoint=\"0.25 0.5\""
    )
    #expect(read.canvasSize == CGSize(width: 200, height: 100) && !read.isGeometryFlipped)
    let canvas = read.canvasLayer
    let root = try read.root
    #expect(root.position == CGPoint(x: 150, y: 147))
    let corner = root.convert(CGPoint(x: 5, y: 7), to: canvas)
    #expect(corner == canvas.bounds.origin && canvas.bounds.size == read.canvasSize)
    read.start(at: 3)
    #expect(canvas.beginTime == 3)
  }

  @Test func anEmptyDocumentHasNoLayer() throws {
    let read = try Document(data: Data("<caml/>".utf8))
    #expect(read.rootLayer == nil)
    #expect(read.canvasSize == .zero)
    #expect(read.stateNames.isEmpty)
    #expect(read.canvasLayer.sublayers == nil)
    #expect(try read.markupText().contains("<caml/>"))
  }

  @Test func aRootThatIsALayerItselfIsADocument() throws {
    let read = try Document(data: Data("<CALayer bounds='0 0 3 4'/>".utf8))
    #expect(try read.root.bounds.size == CGSize(width: 3, height: 4))
  }

  @Test("CAML 2.2: type is no property where the tag is a class, and that is said")
  func aTypeBesideATagIsNoProperty() throws {
    let read = try document(
      "<sublayers><CAGradientLayer type=\"radial\"/><CALayer type=\"CALayer\"/>"
        + "<CAGradientLayer><type value=\"radial\"/></CAGradientLayer></sublayers>"
    )
    let kinds = try read.root.sublayers?.map { ($0 as? CAGradientLayer)?.type }
    #expect(kinds == [.axial, nil, .radial])
    #expect(read.warnings(.notHonoured).count == 1)
  }

  @Test func anObjectElementNamesAClassThatIsNoTag() throws {
    let read = try document(
      "<sublayers><o type=\"SwiftUI.GradientLayer\" name=\"x\"/><o type=\"App.View\" name=\"y\"/><junk/></sublayers>"
    )
    #expect(try read.root.sublayers?.map(\.name) == ["x", "y"])
    #expect(read.warnings(.unknownElement).count == 3)
  }

  /// caml 4.1: names are text, whatever they look like.
  @Test(arguments: ["1", "inf", "1e5", "-0", "007", "true", " 2 "])
  func aNameThatLooksLikeANumberStays(name: String) throws {
    let read = try document(
      """
      <sublayers><CALayer name="\(name)"/><CALayer><name value="\(name)"/></CALayer>
      <CATextLayer string="\(name)"/><CATextLayer><string value="\(name)"/></CATextLayer>
      <CAEmitterLayer name="\(name)"><emitterCells><CAEmitterCell name="\(name)"/></emitterCells></CAEmitterLayer>
      </sublayers>
      """
    )
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
    let layers = try #require(read.rootLayer?.sublayers)
    #expect([0, 1, 4].map { layers[$0].name } == [name, name, name])
    #expect([2, 3].map { (layers[$0] as? CATextLayer)?.string as? String } == [name, name])
    #expect((layers[4] as? CAEmitterLayer)?.emitterCells?.first?.name == name)
    let again = try Document(data: Data(try read.markupText().utf8))
    #expect(again.rootLayer?.sublayers?[1].name == name)
  }
}
