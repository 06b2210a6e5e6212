import Foundation
import QuartzCore
import StrataDocuments
import Testing

/// caml 12: what real files get wrong, and what hostile ones try.
@Suite struct RobustnessTests {
  @Test func filesThatAreNoDocumentsAreErrors() throws {
    let scratch = try Scratch()
    #expect(failure(scratch.url.appending(path: "none.caml"))?.kind == .missing)
    #expect(failure(scratch.url)?.kind == .notADocument)
    let text = try scratch.file("a.caml", "<caml><CALayer></caml>")
    let error = try #require(failure(text))
    #expect(error.kind == .malformed)
    #expect(error.line == 1)
    #expect(error.column == 16)
    let secret = try scratch.file("s.caml", "<caml/>")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0],
      ofItemAtPath: secret.path(percentEncoded: false)
    )
    // The administrator reads every file.
    if getuid() != 0 { #expect(failure(secret)?.kind == .unreadable) }
    #expect(failure(URL(string: "https://example.com/a.caml") ?? scratch.url)?.kind == .unreadable)
  }

  @Test func missingAndBrokenImagesAreWarningsUnlessReadingIsStrict() throws {
    let scratch = try Scratch()
    let png = try #require(Data(base64Encoded: String(pixelURL.split(separator: ",")[1])))
    try scratch.file("a.ca/assets/cut.png", png.prefix(50))
    try scratch.file("a.ca/assets/text.png", "no image")
    for (source, part) in [
      ("assets/none.png", "missing"), ("assets/cut.png", "decoded"), ("assets/text.png", "decoded"),
      ("../out.png", "leaves the package"), ("/etc/passwd", "absolute"), ("http://example.com/x.png", "http"),
      ("file:///etc/passwd", "file"), ("data:image/png;base64,AAAA", "decoded"),
    ] {
      let file = try scratch.file(
        "a.ca/main.caml",
        "<caml>\n<CALayer>\n  <contents type=\"CGImage\" src=\"\(source)\"/></CALayer></caml>"
      )
      let folder = file.deletingLastPathComponent()
      let read = try Document(contentsOf: folder)
      let warnings = read.warnings(.resource)
      #expect(warnings.count == 1, "\(warnings)")
      #expect(warnings.first?.line == 3, "\(warnings)")
      #expect(warnings.first?.message.contains(part) == true, "\(warnings)")
      #expect(try read.root.contents == nil)
      var strict = ReadingOptions()
      strict.isStrict = true
      #expect(failure(folder, strict)?.kind == .resource)
    }
  }

  @Test func geometryThatIsNoneIsReplaced() throws {
    let read = try document(
      "",
      attributes: """
        bounds="-53370.66 -30.8 -20 10" position="inf 3" zPosition="inf" cornerRadius="nan" opacity="-inf"
        anchorPoint="0.5 x" repeatDuration="inf" shadowOffset="inf 1"
        """
    )
    let root = try read.root
    #expect(root.bounds == CGRect(x: -53390.66, y: -30.8, width: 20, height: 10))
    #expect(root.position == CGPoint(x: 0, y: 3))
    #expect(root.zPosition == 0)
    #expect(root.cornerRadius == 0)
    #expect(root.opacity == 0)
    #expect(root.repeatDuration == .infinity)
    #expect(root.shadowOffset == CGSize(width: 0, height: 1))
    #expect(root.anchorPoint == CGPoint(x: 0.5, y: 0.5))
    #expect(
      read.warnings(.badGeometry).count == 5 && read.warnings(.badValue).count == 2,
      "\(read.diagnostics)"
    )
  }

  @Test func emptyPartsAreNoMistakes() throws {
    let read = try document(
      "<sublayers/><animations/><filters/><states/><stateTransitions/><states><LKState name=\"a\" basedOn=\"\"><elements/></LKState></states><contents/><emitterCells/>",
      attributes: "transform=\"\" bounds=\"0 0 0 0\"",
      tag: "CAEmitterLayer"
    )
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
    #expect(read.stateNames == ["a"])
  }

  @Test func theFirstOwnerOfAnIdentifierWins() throws {
    let read = try document(
      """
      <sublayers><CALayer id="1759593210393" name="second"/></sublayers>
      <states><LKState name="s"><elements><LKStateSetValue targetId="1759593210393" keyPath="opacity">
      <value type="real" value="0.5"/></LKStateSetValue></elements></LKState></states>
      """,
      attributes: "id=\"1759593210393\""
    )
    try read.setState("s", transitionSpeed: 0)
    let root = try read.root
    #expect(root.opacity == 0.5 && root.sublayers?.first?.opacity == 1)
  }

  @Test func objectsThatContainThemselvesAreCut() throws {
    let read = try document(
      """
      <sublayers><CALayer id="a"><sublayers><CALayer object="a"/><CALayer object="r"/></sublayers><mask object="r"/></CALayer></sublayers>
      <style><loop id="l" type="NSArray"><NSArray object="l"/></loop></style>
      <animations><g id="g" type="CAAnimationGroup"><animations><CAAnimationGroup object="g"/></animations></g></animations>
      """,
      attributes: "id=\"r\""
    )
    #expect(read.warnings(.circularReference).count >= 4, "\(read.diagnostics)")
    #expect(try read.root.sublayers?.first?.sublayers == nil)
  }

  /// Each level names the one before twice: 2⁴⁰ values, and as many animations and cells, of a short text.
  @Test(arguments: ["NSArray", "NSDictionary", "CAAnimationGroup", "CAEmitterCell"])
  func referencesThatMultiplyAreCut(type: String) throws {
    var options = ReadingOptions()
    options.limits.elements = 10_000
    let levels = (1...40).map { (level: Int) -> String in
      let twice = "<a object=\"x\(level - 1)\"/><b object=\"x\(level - 1)\"/>"
      let members =
        switch type {
        case "CAAnimationGroup": "<animations>\(twice)</animations>"
        case "CAEmitterCell": "<emitterCells>\(twice)</emitterCells>"
        default: twice
        }
      let tag = type == "CAEmitterCell" ? type : "x\(level)"
      return "<\(tag) type=\"\(type)\" id=\"x\(level)\">\(members)</\(tag)>"
    }
    let first = "<\(type == "CAEmitterCell" ? type : "x0") type=\"\(type)\" id=\"x0\"/>"
    let body =
      switch type {
      case "CAAnimationGroup": "<animations>\(first)\(levels.joined())</animations>"
      case "CAEmitterCell": "<emitterCells>\(first)\(levels.joined())</emitterCells>"
      default: "<style type=\"NSDictionary\">\(first)\(levels.joined())</style>"
      }
    let tag = type == "CAEmitterCell" ? "CAEmitterLayer" : "CALayer"
    let read = try document(body, tag: tag, options: options)
    let cut = read.warnings(.badValue).filter { $0.message.contains("more than 10000") }
    #expect(cut.count == 1, "\(read.diagnostics.prefix(3))")
  }

  @Test func aLimitMayBeTheGreatestNumber() throws {
    var options = ReadingOptions()
    options.limits.elements = .max
    let read = try document("<style><a type=\"NSArray\"><real value=\"1\"/></a></style>", options: options)
    #expect(read.diagnostics.isEmpty)
    var archive = ArchiveFixture()
    let root = archive.add("CALayer", [("bounds", archive.rect(0, 0, 8, 8))])
    #expect(failure(archive.data(rootLayer: root), options) == nil)
  }

  @Test func referencesThatLeadToThemselvesAreCut() throws {
    let read = try document(
      """
      <sublayers>
        <CALayer id="a" object="a"/>
        <CAShapeLayer id="b" object="c"/><CATextLayer id="c" object="b"/>
        <CALayer object="d" id="e"/><CALayer id="d" name="target"/>
        <CALayer object="e"/>
      </sublayers>
      """
    )
    #expect(read.warnings(.circularReference).count >= 3, "\(read.diagnostics)")
    #expect(try read.root.sublayers?.map(\.name) == ["target"])
  }

  @Test func basedOnMayGoInCircles() throws {
    let read = try document(
      """
      <states><LKState name="a" basedOn="b"><elements><LKStateSetValue targetId="r" keyPath="opacity"><value type="real" value="0.5"/></LKStateSetValue></elements></LKState>
      <LKState name="b" basedOn="a"/></states>
      """,
      attributes: "id=\"r\""
    )
    try read.setState("b", transitionSpeed: 0)
    #expect(try read.root.opacity == 0.5)
  }

  @Test func aHundredThousandNestedLayersAreRefusedByTheDepthLimit() throws {
    let count = 100_000
    let text =
      "<caml>" + String(repeating: "<CALayer><sublayers>", count: count)
      + String(repeating: "</sublayers></CALayer>", count: count) + "</caml>"
    do throws(DocumentError) {
      _ = try Document(data: Data(text.utf8))
      Issue.record("it was read")
    } catch {
      #expect(error.kind == .limit && error.advice.contains("depth"))
    }
  }

  @Test func deepTreesWithinTheLimitAreReadWrittenAndFreed() throws {
    let count = 500
    let text =
      "<caml>" + String(repeating: "<CALayer><sublayers>", count: count)
      + String(repeating: "</sublayers></CALayer>", count: count) + "</caml>"
    let read = try Document(data: Data(text.utf8))
    #expect(LayerDescription.describe(try read.root).count == count)
    #expect(try read.markupText().contains("</caml>"))
  }

  @Test func valuesNestedWithoutEndAreCut() throws {
    let text = String(repeating: "<NSArray>", count: 400) + String(repeating: "</NSArray>", count: 400)
    let read = try document("<style><deep type=\"NSArray\">\(text)</deep></style>")
    #expect(read.warnings(.badValue).count == 1)
  }

  @Test(.enabled(if: buildHasImageCodecs)) func imagesBeyondTheLimitsAreRefused() throws {
    var options = ReadingOptions()
    options.limits.imagePixels = 1
    let read = try document("<contents type=\"CGImage\" src=\"\(pixelURL)\"/>", options: options)
    let warnings = read.warnings(.resource)
    #expect(warnings.count == 1)
    #expect(warnings.first?.message.contains("--max-image-pixels") == true)
  }

  @Test(
    "caml 10.13: the pixels of all images have a limit, and the message names image and option",
    .enabled(if: buildHasImageCodecs)
  )
  func pixelsOfDocumentsAreLimited() throws {
    var options = ReadingOptions()
    // Three layers show an image of two by one pixels, each by an address of its own; a row takes four in memory.
    options.limits.documentPixels = 8
    let layers = (1...3).map { number in
      let address = pixelURL.replacing(";base64", with: ";number=\(number);base64")
      return "<CALayer><contents type=\"CGImage\" src=\"\(address)\"/></CALayer>"
    }
    let read = try document("<sublayers>\(layers.joined())</sublayers>", options: options)
    let warnings = read.warnings(.resource)
    #expect(warnings.count == 1)
    #expect(warnings.first?.message.contains("data:image") == true)
    #expect(warnings.first?.message.contains("--max-document-pixels") == true)
    #expect(try read.root.sublayers?.count { $0.contents != nil } == 2)
  }

  @Test func longDescriptionsAndOddNamesAreKept() throws {
    let read = try document(
      "<animations><a type=\"CABasicAnimation\" keyPath=\"opacity\" duration=\"1\" debugDescription=\"\(String(repeating: "x", count: 8000))\"/></animations>",
      attributes: "name=\"a.b/c (d) &lt;e&gt; &quot;f&quot;\""
    )
    #expect(try read.root.name == "a.b/c (d) <e> \"f\"")
    #expect(try read.markupText().contains("a.b/c (d) &lt;e&gt; &quot;f&quot;"))
  }

  @Test func diagnosticsAreWrittenAsLinesAndAsJSON() throws {
    let read = try document("<junk x=\"1\"/>")
    let diagnostic = try #require(read.diagnostics.first)
    #expect(
      diagnostic.description
        == "document:1:\(diagnostic.column): warning: CALayer has no key junk; its value is kept"
    )
    let json = Diagnostic.json(read.diagnostics)
    let parsed = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(parsed.first?["severity"] as? String == "warning" && parsed.first?["line"] as? Int == 1)
    let layers = LayerDescription.json(LayerDescription.describe(try read.root))
    #expect((try JSONSerialization.jsonObject(with: Data(layers.utf8)) as? [[String: Any]])?.count == 1)
  }
}
