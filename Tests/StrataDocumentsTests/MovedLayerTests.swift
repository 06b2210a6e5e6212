import Foundation
import QuartzCore
import StrataDocuments
import Testing

/// Layers that changed their places since they were read, and references to layers, in written documents.
@Suite struct MovedLayerTests {
  private func written(_ document: Document) throws -> Document {
    try Document(data: Data(try document.markupText().utf8))
  }

  private let path = "path=\"0 0 m 4 0 l 4 4 l h\""

  /// The path of a mask or of a sublayer, which only a shape layer has.
  private func hasPath(_ layer: CALayer?) -> Bool { (layer as? CAShapeLayer)?.path != nil }

  @Test(arguments: ["", "<mask bounds=\"0 0 9 9\"/>", "<mask><CALayer name=\"old\"/></mask>"])
  func aSublayerThatBecomesAMaskKeepsItsClass(mask: String) throws {
    let read = try document("\(mask)<sublayers><CAShapeLayer name=\"s\" \(path)/></sublayers>")
    let root = try read.root
    let shape = try #require(root.sublayers?.first)
    shape.removeFromSuperlayer()
    root.mask = shape
    let again = try written(read)
    #expect(again.diagnostics.isEmpty, "\(again.diagnostics)")
    #expect(hasPath(try again.root.mask))
    #expect(try again.root.mask?.name == "s")
    #expect(try again.root.sublayers == nil)
    #expect(try again.markupText() == read.markupText())
  }

  @Test(arguments: ["CAShapeLayer", "CALayer"])
  func aMaskThatBecomesASublayerKeepsItsClass(name: String) throws {
    let read = try document("<mask type=\"\(name)\" name=\"m\" \(name == "CALayer" ? "" : path)/>")
    let root = try read.root
    let mask = try #require(root.mask)
    root.mask = nil
    root.addSublayer(mask)
    let again = try written(read)
    #expect(again.diagnostics.isEmpty, "\(again.diagnostics)")
    let layer = try #require(try again.root.sublayers?.first)
    #expect(layer.name == "m")
    #expect(hasPath(layer) == (name == "CAShapeLayer"))
    #expect(try again.root.mask == nil)
  }

  @Test func aMaskThatMovesToAnotherLayerKeepsItsClass() throws {
    let read = try document("<mask type=\"CAShapeLayer\" \(path)/><sublayers><CALayer/></sublayers>")
    let root = try read.root
    let mask = try #require(root.mask)
    root.mask = nil
    let child = try #require(root.sublayers?.first)
    child.mask = mask
    #expect(hasPath(try written(read).root.sublayers?.first?.mask))
  }

  // MARK: References

  private static let places = [
    "<sublayers><CALayer name=\"before\"/><CALayer object=\"x\"/><CALayer name=\"after\"/></sublayers>",
    "<mask object=\"x\"/>", "<mask><CALayer object=\"x\"/></mask>",
  ]
  private static let style =
    "<style><shape id=\"x\" type=\"CAShapeLayer\" name=\"s\" path=\"0 0 m 4 0 l 4 4 l h\"/></style>"

  private func referred(_ document: Document) throws -> CALayer? {
    let root = try document.root
    return root.mask ?? root.sublayers?.first { $0.name == "s" }
  }

  @Test(arguments: places, [true, false])
  func aReferenceStaysAsItIs(place: String, isLate: Bool) throws {
    let read = try document(isLate ? place + Self.style : Self.style + place)
    let text = try read.markupText()
    let body = "object=\"x\""
    #expect(text.components(separatedBy: body).count == 2, "\(text)")
    #expect(text.components(separatedBy: "id=\"x\"").count == 2, "\(text)")
    let again = try written(read)
    #expect(again.diagnostics.isEmpty, "\(again.diagnostics)")
    #expect(hasPath(try referred(again)))
    #expect(try again.markupText() == text)
  }

  @Test(arguments: places)
  func aChangedLayerIsWrittenInPlaceOfItsReference(place: String) throws {
    let read = try document(place + Self.style)
    try #require(try referred(read)).opacity = 0.5
    let again = try written(read)
    #expect(hasPath(try referred(again)))
    #expect(try referred(again)?.opacity == 0.5)
    #expect(try again.root.sublayers?.count == read.root.sublayers?.count)
    #expect(try again.markupText() == read.markupText())
  }

  @Test(arguments: places)
  func aRemovedLayerTakesItsReferenceAlong(place: String) throws {
    let read = try document(place + Self.style)
    let layer = try #require(try referred(read))
    layer.removeFromSuperlayer()
    try read.root.mask = nil
    #expect(try referred(try written(read)) == nil)
  }

  @Test func aReferenceToALayerWithAPlaceOfItsOwnIsCopied() throws {
    let read = try document(
      "<sublayers><CAShapeLayer id=\"x\" \(path)/><CALayer object=\"x\"/></sublayers>"
    )
    let text = try read.markupText()
    #expect(text.components(separatedBy: "object=\"x\"").count == 2)
    #expect(try written(read).root.sublayers?.count == 1)
    #expect(try written(read).markupText() == text)
  }

  @Test func aSublayerThatIsNoLayerIsReported() throws {
    let read = try document(
      "<sublayers><CALayer object=\"a\"/></sublayers><animations><a id=\"a\" type=\"CABasicAnimation\" keyPath=\"opacity\"/></animations>"
    )
    #expect(read.warnings(.unknownElement).count == 1, "\(read.diagnostics)")
  }
}
