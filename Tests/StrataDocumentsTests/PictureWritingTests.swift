import CoreGraphics
import Foundation
import QuartzCore
import StrataDocuments
import Testing

/// Pictures of documents that are written: no file is lost, and none takes the place of another one.
@Suite(.enabled(if: buildHasImageCodecs)) struct PictureWritingTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A picture of one colour.
  private func picture(_ red: CGFloat) throws -> CGImage {
    let context = try #require(
      CGContext(
        data: nil,
        width: 4,
        height: 4,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    context.setFillColor(CGColor(srgbRed: red, green: 0, blue: 0, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    return try #require(context.makeImage())
  }

  private func png(_ red: CGFloat) throws -> Data {
    try ImageCodec.encode(picture(red).pixels, as: .png, alphaAsGray: false)
  }

  /// The file of a layer's picture.
  private func data(_ layer: CALayer?) -> Data? { (layer?.contents as? CGImage)?.file?.data }

  private func read(_ path: String) throws -> Document {
    try Document(contentsOf: scratch.url.appending(path: path))
  }

  /// A package with one picture under the name that the writer would use, too.
  private func package(_ path: String, _ red: CGFloat, source: String = "assets/image0.png") throws
    -> Document
  {
    try scratch.file("\(path)/assets/image0.png", try png(red))
    let contents = "<contents type=\"CGImage\" src=\"\(source)\"/>"
    try scratch.file(
      "\(path)/main.caml",
      "<caml><CALayer><sublayers><CALayer>\(contents)</CALayer><CALayer/></sublayers></CALayer></caml>"
    )
    return try read(path)
  }

  @Test(arguments: ["in.ca", "out.ca", "out/a.caml"]) func aNewPictureTakesNoOthersName(_ target: String)
    throws
  {
    let document = try package("in.ca", 0.25)
    document.rootLayer?.sublayers?[1].contents = try picture(0.75)
    try document.write(to: scratch.url.appending(path: target))
    let layers = try #require(try read(target).rootLayer?.sublayers)
    #expect(try layers.map { data($0) } == [png(0.25), png(0.75)])
  }

  @Test func bareFilesOfOneFolderKeepTheirOwnPictures() throws {
    for (name, red) in [("a", 0.25), ("b", 0.75), ("c", 0.25)] {
      try package("\(name).ca", red).write(to: scratch.url.appending(path: "out/\(name).caml"))
    }
    for (name, red) in [("a", 0.25), ("b", 0.75), ("c", 0.25)] {
      #expect(try data(read("out/\(name).caml").rootLayer?.sublayers?.first) == png(red))
    }
    let assets = scratch.url.appending(path: "out/assets").path(percentEncoded: false)
    let names = try FileManager.default.contentsOfDirectory(atPath: assets)
    #expect(names.sorted() == ["image0-2.png", "image0.png"])
  }

  /// The names of the pictures in a folder.
  private func names(_ path: String) throws -> [String] {
    let assets = scratch.url.appending(path: path).path(percentEncoded: false)
    return try FileManager.default.contentsOfDirectory(atPath: assets).sorted()
  }

  @Test func aBundleThatIsWrittenAgainKeepsNoFormerPictures() throws {
    let (layer, place) = (CALayer(), scratch.url.appending(path: "out.ca"))
    let document = Document(rootLayer: layer)
    for red in [0.25, 0.5, 0.75] {
      layer.contents = try picture(red)
      try document.write(to: place)
      #expect(try data(read("out.ca").rootLayer) == png(red))
    }
    layer.contents = try picture(1)
    try Document(rootLayer: layer).write(to: place)
    #expect(try data(read("out.ca").rootLayer) == png(1))
    #expect(try names("out.ca/assets") == ["image0.png"])
  }

  @Test func aBundleThatCannotBeWrittenKeepsItsFormerDocument() throws {
    _ = try package("out.ca", 0.25)
    let place = scratch.url.appending(path: "out.ca")
    // The former markup has another name, and the new one's is that of a folder.
    try FileManager.default.moveItem(
      at: place.appending(path: "main.caml"),
      to: place.appending(path: "old.caml")
    )
    try scratch.file("out.ca/main.caml/kept", "kept")
    try scratch.file(
      "out.ca/index.xml",
      "<plist version=\"1.0\"><dict><key>rootDocument</key><string>old.caml</string></dict></plist>"
    )
    let layer = CALayer()
    layer.contents = try picture(0.75)
    #expect(throws: DocumentError.self) { try Document(rootLayer: layer).write(to: place) }
    #expect(try data(read("out.ca").rootLayer?.sublayers?.first) == png(0.25))
    #expect(try names("out.ca/assets") == ["image0.png"])
    #expect(try names("out.ca") == ["assets", "index.xml", "main.caml", "old.caml"])
  }

  @Test func filesThatAreReplacedKeepTheirPermissionsAndLinks() throws {
    let (place, manager) = (scratch.url.appending(path: "out.ca"), FileManager.default)
    _ = try package("out.ca", 0.25)
    let file = place.appending(path: "real.caml").path(percentEncoded: false)
    let link = place.appending(path: "main.caml").path(percentEncoded: false)
    try manager.moveItem(atPath: link, toPath: file)
    try manager.createSymbolicLink(atPath: link, withDestinationPath: "real.caml")
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    let layer = CALayer()
    layer.contents = try picture(0.75)
    try Document(rootLayer: layer).write(to: place)
    #expect(try data(read("out.ca").rootLayer) == png(0.75))
    #expect(try manager.destinationOfSymbolicLink(atPath: link) == "real.caml")
    let permissions = try manager.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
    #expect(permissions?.intValue == 0o640)
    #expect(try names("out.ca/assets") == ["image0.png"])
  }

  @Test func aDocumentThatIsWrittenInPlaceKeepsItsOwnPictures() throws {
    let document = try package("in.ca", 0.25)
    for red in [0.5, 0.75] {
      document.rootLayer?.sublayers?[1].contents = try picture(red)
      try document.write(to: scratch.url.appending(path: "in.ca"))
    }
    let layers = try #require(try read("in.ca").rootLayer?.sublayers)
    #expect(try layers.map { data($0) } == [png(0.25), png(0.75)])
    #expect(try names("in.ca/assets") == ["image0.png", "image1.png"])
  }

  @Test func aPictureThatNoDocumentNamesStays() throws {
    let document = try package("in.ca", 0.25)
    try scratch.file("in.ca/assets/image1.png", try png(1))
    document.rootLayer?.sublayers?[1].contents = try picture(0.5)
    try document.write(to: scratch.url.appending(path: "in.ca"))
    let kept = scratch.url.appending(path: "in.ca/assets/image1.png")
    #expect(try Data(contentsOf: kept) == png(1))
    #expect(try names("in.ca/assets") == ["image0.png", "image1.png", "image2.png"])
  }

  /// A document with pictures in a style and in an action.
  private func styled() throws -> Document {
    for (name, red) in [("a.png", 0.25), ("b.png", 0.5)] { try scratch.file("in.ca/\(name)", try png(red)) }
    try scratch.file(
      "in.ca/main.caml",
      """
      <caml><CALayer><style><!-- kept --><look type="CGImage" src="./a.png"/><odd mica_x="1" type="real" value="1.50"/>
      </style><actions><contents type="CAKeyframeAnimation" keyPath="contents" duration="1.0"><!-- kept --><values>
      <CGImage src="a.png"/><CGImage src="b.png"/></values></contents></actions></CALayer></caml>
      """
    )
    return try read("in.ca")
  }

  @Test func picturesOfStylesAndActionsStayAsTheyWereWritten() throws {
    let text = try styled().markupText()
    #expect(text.components(separatedBy: "<!-- kept -->").count == 3, "\(text)")
    #expect(text.contains("src=\"./a.png\"") && text.contains("mica_x=\"1\""), "\(text)")
    #expect(text.contains("duration=\"1.0\""), "\(text)")
  }

  @Test func otherPicturesOfStylesAndActionsAreWritten() throws {
    let document = try styled()
    let root = try document.root
    root.style?["look"] = try picture(0.75)
    let action = try #require(root.actions?["contents"] as? CAKeyframeAnimation)
    action.values?.reverse()
    try document.write(to: scratch.url.appending(path: "out.ca"))
    let again = try read("out.ca").root
    #expect(try (again.style?["look"] as? CGImage)?.file?.data == png(0.75))
    let values = (again.actions?["contents"] as? CAKeyframeAnimation)?.values
    #expect(try values?.map { ($0 as? CGImage)?.file?.data } == [png(0.5), png(0.25)])
  }

  @Test func theOtherPictureOfAnEditedLayerKeepsItsReference() throws {
    let document = try package("in.ca", 0.25)
    let layers = try #require(document.rootLayer?.sublayers)
    layers[1].contents = layers[0].contents
    #expect(try document.markupText().components(separatedBy: "src=\"assets/image0.png\"").count == 3)
  }

  @Test func theMarkupOfALayerNamesThePicturesOfTheDocument() throws {
    let document = try package("in.ca", 0.25, source: "./assets/image0.png")
    let layers = try #require(document.rootLayer?.sublayers)
    layers[1].contents = try picture(0.75)
    #expect(try document.markupText(of: layers[0]).contains("src=\"./assets/image0.png\""))
    #expect(try document.markupText(of: layers[1]).contains("src=\"assets/image1.png\""))
  }

  /// The pictures of a package as an animation, changed by `change`, and read back.
  private func animated(_ change: (CAKeyframeAnimation) throws -> Void) throws -> CAKeyframeAnimation {
    for (name, red) in [("a.png", 0.25), ("b.png", 0.5)] { try scratch.file("in.ca/\(name)", try png(red)) }
    try scratch.file(
      "in.ca/main.caml",
      """
      <caml><CALayer><animations><k type="CAKeyframeAnimation" keyPath="contents" duration="1"><values>
      <CGImage src="a.png"/><CGImage src="b.png"/></values></k></animations></CALayer></caml>
      """
    )
    let document = try read("in.ca")
    let root = try document.root
    let animation = try #require(root.animation(forKey: "k")?.copy() as? CAKeyframeAnimation)
    try change(animation)
    root.add(animation, forKey: "k")
    try document.write(to: scratch.url.appending(path: "out.ca"))
    return try #require(try read("out.ca").root.animation(forKey: "k") as? CAKeyframeAnimation)
  }

  @Test func anAnimationOfPicturesThatChangedIsWritten() throws {
    let longer = try animated { $0.duration = 3 }
    #expect(longer.duration == 3)
    let turned = try animated { $0.values?.reverse() }
    #expect(try turned.values?.map { ($0 as? CGImage)?.file?.data } == [png(0.5), png(0.25)])
    let other = try animated { $0.values?[0] = try picture(0.75) }
    #expect(try other.values?.map { ($0 as? CGImage)?.file?.data } == [png(0.75), png(0.5)])
  }

  @Test func anArchiveHasThePicturesOfAbsoluteReferences() throws {
    _ = try package("in.ca", 0.25, source: "/var/media/assets/image0.png")
    var options = ReadingOptions()
    let home = scratch.url.appending(path: "in.ca")
    options.assetFolders = [AssetFolder("/var/media", folder: home)]
    let archive = try Document(contentsOf: home, options: options).packed()
    try scratch.file("packed.zip", archive)
    let packed = try read("packed.zip")
    #expect(packed.diagnostics.isEmpty)
    #expect(try data(packed.rootLayer?.sublayers?.first) == png(0.25))
  }

  @Test func aFilmOfAnArchiveIsOpenedFromAFile() throws {
    try scratch.file("in.ca/film.mp4", "frames")
    try scratch.file(
      "in.ca/main.caml",
      "<caml><CALayer><contents type=\"CGImage\" src=\"film.mp4\"/></CALayer></caml>"
    )
    var options = ReadingOptions()
    options.openFilm = { try Film(url: $0, text: String(contentsOf: $0, encoding: .utf8)) }
    let place = scratch.url.appending(path: "packed.zip")
    let document = try Document(contentsOf: scratch.url.appending(path: "in.ca"), options: options)
    try scratch.file("packed.zip", try document.packed())
    // The document goes at once, the layer stays.
    var layer = try Document(contentsOf: place, options: options).rootLayer
    let file = try film(of: layer)
    _ = try Document(contentsOf: place)
    #expect(FileManager.default.fileExists(atPath: file))
    layer = nil
    #expect(layer == nil)
    _ = try Document(contentsOf: place)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  /// The path of the film that a layer shows.
  private func film(of layer: CALayer?) throws -> String {
    let film = try #require(layer?.contents as? Film)
    #expect(film.text == "frames" && film.url.pathExtension == "mp4")
    return film.url.path(percentEncoded: false)
  }

  /// A film whose frames are the text of its file.
  private final class Film: Sendable {
    let url: URL
    let text: String
    init(url: URL, text: String) { (self.url, self.text) = (url, text) }
  }
}
