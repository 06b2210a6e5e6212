import Foundation
import QuartzCore
import StrataDocuments
import StrataCAML
import Testing

/// caml 10: writing, and reading what was written.
@Suite struct WritingTests {
  private func markup(_ text: String) throws -> MarkupElement {
    try #require(try MarkupReader.read(Data(text.utf8), file: "written").root)
  }

  /// Reads, writes and reads again; what was not changed stays to the letter.
  private func expectUnchanged(_ document: Document) throws {
    let before = try #require(document.markup)
    let after = try markup(try document.markupText())
    #expect(MarkupComparison.differences(before, after) == [])
  }

  @Test func unknownPartsAreKept() throws {
    let read = try document(
      """
      <delegate/><delegate/>
      <UICALayerRenderID type="real" value="1.217864238043e19"/>
      <sublayers><CALayer nuggetId="7" custom="x"><unknown a="b"><deeper/></unknown></CALayer><CAStrange/></sublayers>
      <modules type="NSArray"/><scriptObject src="assets/x.js"/>
      <states><LKState name="a" nextDelay="3"/></states><stateTransitions/>
      """,
      attributes: "bounds=\"0 0 1.50 2\" mica_x=\"1\" position=\"abc\" transform=\"\""
    )
    try expectUnchanged(read)
    #expect(read.warnings(.badValue).count == 1)
  }

  @Test func statesInEffectAreNotWrittenIntoTheBase() throws {
    let read = try document(
      """
      <states><CAState name="on"><elements><CAStateSetValue targetId="r" keyPath="opacity"><value type="real" value="0.5"/>
      </CAStateSetValue></elements></CAState></states>
      """,
      attributes: "id=\"r\" opacity=\"0.9\""
    )
    try read.setState("on", transitionSpeed: 0)
    try expectUnchanged(read)
    let root = try read.root
    #expect(root.opacity == 0.5 && read.state() == "on")
  }

  /// The lines of a document that differ after its colour was changed and it was written where it was read from.
  private func changedLines(tab: String) throws -> [String] {
    let layers = ["a", "b", "c", "d", "e"]
    let root = "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\">"
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "", root]
    for (level, name) in layers.enumerated() {
      lines.append(String(repeating: " ", count: level * 4 + 2) + "<CALayer name=\"\(name)\">")
      lines.append(String(repeating: " ", count: level * 4 + 4) + "<sublayers>")
    }
    lines.append(String(repeating: " ", count: 22) + "<CALayer backgroundColor=\"1 0 0\"/>")
    for level in layers.indices.reversed() {
      lines.append(String(repeating: " ", count: level * 4 + 4) + "</sublayers>")
      lines.append(String(repeating: " ", count: level * 4 + 2) + "</CALayer>")
    }
    lines = lines.map { $0.replacingOccurrences(of: "        ", with: tab) } + ["</caml>", ""]
    let entries = "<key>rootDocument</key><string>m.caml</string><key>geometryFlipped</key><true/>"
    let manifest = "<plist><dict>\(entries)</dict></plist>"
    let name = "strata-write-\(UUID().uuidString).ca"
    let folder = FileManager.default.temporaryDirectory.appending(path: name)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (file, list) = (folder.appending(path: "m.caml"), folder.appending(path: "index.xml"))
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    try manifest.write(to: list, atomically: true, encoding: .utf8)
    let read = try Document(contentsOf: folder)
    var layer = try read.root
    while let next = layer.sublayers?.first { layer = next }
    layer.backgroundColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    try read.write(to: folder)
    #expect(try String(contentsOf: list, encoding: .utf8) == manifest)
    let written = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    #expect(written.count == lines.count)
    return zip(written, lines).filter { $0 != $1 }.map(\.0)
  }

  @Test(arguments: ["        ", "\t"])
  func aDocumentThatIsWrittenInPlaceDiffersInWhatWasChanged(tab: String) throws {
    let indentation = String(repeating: tab, count: 2) + "      "
    #expect(try changedLines(tab: tab) == [indentation + "<CALayer backgroundColor=\"0 1 0\"/>"])
  }

  @Test func whatChangedIsWrittenAndNothingElse() throws {
    let read = try document(
      "<backgroundColor opacity=\"0.5\" value=\"1 0 0\"/><sublayers><CALayer name=\"a\"/><CALayer name=\"b\"/></sublayers>",
      attributes:
        "bounds=\"0 0 10.000 10\" position=\"1 2\" transform=\"rotate(0deg)\" transform.rotation.z=\"0\""
    )
    let root = try read.root
    root.position = CGPoint(x: 3, y: 2)
    root.backgroundColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    root.transform = CATransform3DMakeScale(2, 2, 1)
    root.cornerRadius = 4
    root.sublayers?.first?.removeFromSuperlayer()
    let added = CAShapeLayer()
    added.path = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
    added.fillColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5)
    root.addSublayer(added)
    let layer = try #require(try markup(try read.markupText()).children.first)
    #expect(layer["bounds"] == "0 0 10.000 10")
    #expect(layer["position"] == "3 2")
    #expect(layer["cornerRadius"] == "4")
    #expect(layer["transform"] == "scale(2, 2, 1)" && layer["transform.rotation.z"] == nil)
    #expect(layer.children.first?.name == "backgroundColor" && layer.children.first?["value"] == "0 1 0")
    let sublayers = try #require(layer.children.first { $0.name == "sublayers" })
    #expect(sublayers.children.map(\.name) == ["CALayer", "CAShapeLayer"])
    #expect(sublayers.children[1]["path"] == "0 0 m 1 0 l 1 1 l 0 1 l h")
    #expect(sublayers.children[1].children.first?["opacity"] == "0.5")
  }

  @Test func aTreeMadeInMemoryIsWrittenAndReadBack() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 390, height: 844)
    root.name = "root"
    root.backgroundColor = CGColor(srgbRed: 6.0 / 11, green: 0, blue: 0, alpha: 1)
    let text = CATextLayer()
    text.string = "Hi"
    text.fontSize = 14
    let gradient = CAGradientLayer()
    gradient.colors = [
      CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5),
    ]
    gradient.locations = [0, 0.75]
    gradient.type = .radial
    let emitter = CAEmitterLayer()
    let cell = CAEmitterCell()
    cell.name = "spark"
    cell.birthRate = 4
    cell.color = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 0.25)
    emitter.emitterCells = [cell]
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(3, forKey: "inputRadius")
    emitter.filters = [blur]
    gradient.mask = CALayer()
    root.sublayers = [text, gradient, emitter]
    let spin = CABasicAnimation(keyPath: "transform.rotation.z")
    spin.toValue = 6.0
    spin.duration = 2
    spin.repeatCount = .infinity
    root.add(spin, forKey: "spin")
    let scratch = try Scratch()
    let target = scratch.url.appending(path: "made.ca")
    try Document(rootLayer: root, isGeometryFlipped: true).write(to: target)
    let read = try Document(contentsOf: target)
    #expect(read.isGeometryFlipped && read.canvasSize == CGSize(width: 390, height: 844))
    let again = try read.root
    #expect(again.name == "root" && again.sublayers?.count == 3)
    #expect((again.sublayers?[0] as? CATextLayer)?.string as? String == "Hi")
    let readGradient = try #require(again.sublayers?[1] as? CAGradientLayer)
    #expect(readGradient.colors?.count == 2)
    #expect(readGradient.locations == [0, 0.75])
    #expect(readGradient.type == .radial)
    #expect(readGradient.mask != nil)
    let readEmitter = try #require(again.sublayers?[2] as? CAEmitterLayer)
    #expect(
      readEmitter.emitterCells?.first?.birthRate == 4 && readEmitter.emitterCells?.first?.color?.alpha == 0.25
    )
    #expect((readEmitter.filters?.first as? CAFilter)?.value(forKey: "inputRadius") as? NSNumber == 3)
    let readSpin = try #require(again.animation(forKey: "spin") as? CABasicAnimation)
    #expect((readSpin.toValue as? NSNumber)?.doubleValue == 6)
    #expect(readSpin.repeatCount == .infinity)
    #expect(readSpin.duration == 2)
    #expect(read.warnings(.unknownKey).isEmpty && read.warnings(.badValue).isEmpty, "\(read.diagnostics)")
    try expectUnchanged(read)
  }

  @Test(.enabled(if: buildHasImageCodecs)) func imagesAreCopiedAndNewOnesAreNamed() throws {
    let scratch = try Scratch()
    let png = try #require(Data(base64Encoded: String(pixelURL.split(separator: ",")[1])))
    try scratch.file("in.ca/assets/a b.png", png)
    try scratch.file(
      "in.ca/main.caml",
      "<caml><CALayer><contents type=\"CGImage\" src=\"assets/a%20b.png\"/><sublayers><CALayer name=\"x\"/></sublayers></CALayer></caml>"
    )
    let read = try Document(contentsOf: scratch.url.appending(path: "in.ca"))
    let image = try #require(try read.root.contents as? CGImage)
    read.rootLayer?.sublayers?.first?.contents = image
    let target = scratch.url.appending(path: "out.ca")
    try read.write(to: target)
    let again = try Document(contentsOf: target)
    #expect((again.rootLayer?.contents as? CGImage)?.width == 2)
    #expect((again.rootLayer?.sublayers?.first?.contents as? CGImage)?.width == 2)
    #expect(again.warnings(.resource).isEmpty)
    let bare = scratch.url.appending(path: "plain/tree.caml")
    try read.write(to: bare)
    #expect((try Document(contentsOf: bare).rootLayer?.contents as? CGImage)?.width == 2)
  }

  @Test func animationsThatCameOrWentAreFollowed() throws {
    let read = try document(
      """
      <animations>
        <keep type="CABasicAnimation" keyPath="opacity" duration="1" removedOnCompletion="0"><fromValue type="integer" value="0"/></keep>
        <drop type="CABasicAnimation" keyPath="zPosition" duration="1" removedOnCompletion="0"/>
      </animations>
      """
    )
    let root = try read.root
    root.removeAnimation(forKey: "drop")
    let added = CABasicAnimation(keyPath: "cornerRadius")
    added.fromValue = 3.5
    root.add(added, forKey: "two words")
    let list = try #require(try markup(try read.markupText()).children.first?.children.first)
    #expect(list.children.map(\.name) == ["keep", "p"] && list.children[1]["key"] == "two words")
    #expect(list.children[0].children.first?["type"] == "integer")
    #expect(list.children[1].children.first?["value"] == "3.5")
  }

  @Test func aPlaceThatCannotBeWrittenIsAnError() throws {
    let scratch = try Scratch()
    let file = try scratch.file("file", "x")
    #expect(throws: DocumentError.self) {
      try Document(rootLayer: CALayer()).write(to: file.appending(path: "inside.ca"))
    }
  }
}
