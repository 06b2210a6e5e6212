import Foundation
import StrataDocuments
import StrataCAML
import Testing

/// A folder of its own for one test, removed afterwards.
final class Scratch {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "strata-documents-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  @discardableResult
  func file(_ path: String, _ data: Data) throws -> URL {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try data.write(to: file)
    return file
  }

  @discardableResult
  func file(_ path: String, _ text: String) throws -> URL { try file(path, Data(text.utf8)) }
}

@Suite struct PackageTests {
  private let manifest = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>rootDocument</key><string>tree.caml</string>
      <key>geometryFlipped</key><true/>
      <key>documentWidth</key><real>390</real>
      <key>documentHeight</key><integer>844</integer>
      <key>loopingEnabled</key><true/>
      <key>loopEnd</key><real>+infinity</real>
      <key>plugins</key><array/>
      <key>touchesColor</key><string>1 1 0 &amp; 0.8</string>
    </dict>
    </plist>
    """

  /// A binary property list may hold any character in its texts.
  @Test func textsOfAManifestComeBack() throws {
    let written = PropertyListText.text(of: .array([.string("1\r2\t3\n<4>&\"\u{1}\u{1F}5")]))
    let limits = ReadingOptions().limits
    let read = try PropertyListText.read(Data(written.utf8), file: "Wallpaper.plist", limits: limits)
    #expect(read == .array([.string("1\r2\t3\n<4>&\"5")]))
  }

  @Test func aManifestIsReadAndKeepsEveryEntryWhenWritten() throws {
    let read = try PackageManifest.read(Data(manifest.utf8), file: "index.xml", limits: ReadingLimits())
    #expect(read.rootDocument == "tree.caml" && read.isGeometryFlipped)
    #expect(read.documentSize?.width == 390 && read.documentSize?.height == 844)
    #expect(read.loop == 0...Double.infinity)
    let again = try PackageManifest.read(Data(read.text.utf8), file: "index.xml", limits: ReadingLimits())
    #expect(Set(again.entries) == Set(read.entries))
    #expect(again["touchesColor"]?.text == "1 1 0 & 0.8")
  }

  /// Build systems make binary lists of all.
  @Test func aBinaryManifestIsReadAsTheOther() throws {
    let entries: [String: any Sendable] = [
      "rootDocument": "tree.caml", "geometryFlipped": true, "documentWidth": 390.5, "documentHeight": 844,
      "plugins": [String](),
    ]
    func read(_ format: PropertyListSerialization.PropertyListFormat) throws -> PackageManifest {
      let data = try PropertyListSerialization.data(fromPropertyList: entries, format: format, options: 0)
      return try PackageManifest.read(data, file: "index.xml", limits: ReadingLimits())
    }
    let (text, binary) = (try read(.xml), try read(.binary))
    #expect(binary.rootDocument == "tree.caml" && binary.isGeometryFlipped)
    #expect(Set(binary.entries) == Set(text.entries))
  }

  @Test(arguments: [
    "<plist><dict><key>a</key></dict></plist>", "<plist><dict><string>a</string></dict></plist>",
    "<plist><dict><key>a</key><b><c/></b></dict></plist>", "<plist><array/></plist>", "<plist><dict>",
  ])
  func aBrokenManifestIsAnErrorWithItsPlace(text: String) {
    #expect(throws: DocumentError.self) {
      try PackageManifest.read(Data(text.utf8), file: "index.xml", limits: ReadingLimits())
    }
  }

  /// caml 1.2: entries that the reader does not need never refuse a document.
  @Test(arguments: [
    "<integer>18446744073709551615</integer>", "<integer>0xFF</integer>", "<integer/>", "<real>x</real>",
    "<date>2024</date>", "<uuid>1</uuid>", "<array><integer>9223372036854775808</integer></array>",
  ])
  func anEntryThatIsNotNeededIsKeptAsItStands(value: String) throws {
    let text = "<plist><dict><key>fileID</key>\(value)<key>geometryFlipped</key><true/></dict></plist>"
    let read = try PackageManifest.read(Data(text.utf8), file: "index.xml", limits: ReadingLimits())
    #expect(read.isGeometryFlipped)
    #expect(read.unreadable.isEmpty)
    let again = try PackageManifest.read(Data(read.text.utf8), file: "index.xml", limits: ReadingLimits())
    #expect(Set(again.entries) == Set(read.entries))
  }

  @Test func anEntryThatIsNeededAndUnreadableIsReported() throws {
    let scratch = try Scratch()
    try scratch.file(
      "a.ca/index.xml",
      "<plist><dict><key>geometryFlipped</key><integer>x</integer><key>documentWidth</key><real>?</real></dict></plist>"
    )
    try scratch.file("a.ca/main.caml", "<caml><CALayer bounds=\"0 0 4 3\"/></caml>")
    let read = try Document(contentsOf: scratch.url.appending(path: "a.ca"))
    #expect(read.canvasSize.width == 4)
    #expect(
      read.warnings(.badValue).map(\.message) == [
        "geometryFlipped is not a truth value; ignored", "documentWidth is not a number; ignored",
      ]
    )
  }

  /// A picture that was there when the document was read is not left out without a word.
  @Test(arguments: ["b.ca", "b.caml"]) func aPictureThatCannotBeCopiedIsAnError(target: String) throws {
    let scratch = try Scratch()
    let contents = "<contents type=\"CGImage\" src=\"assets/a.png\"/>"
    try scratch.file("a.ca/main.caml", "<caml><CALayer bounds=\"0 0 4 3\">\(contents)</CALayer></caml>")
    let picture = try scratch.file("a.ca/assets/a.png", "picture")
    let read = try Document(contentsOf: scratch.url.appending(path: "a.ca"))
    try FileManager.default.removeItem(at: picture)
    try FileManager.default.createDirectory(at: picture, withIntermediateDirectories: false)
    let place = scratch.url.appending(path: "out/\(target)")
    #expect(throws: DocumentError.self) { try read.write(to: place) }
    #expect(!FileManager.default.fileExists(atPath: place.path(percentEncoded: false)))
  }

  @Test func largeIntegersKeepTheirDigits() throws {
    let text = "<plist><dict><key>fileID</key><integer>9007199254740993</integer></dict></plist>"
    let read = try PackageManifest.read(Data(text.utf8), file: "index.xml", limits: ReadingLimits())
    #expect(read["fileID"] == .integer(9_007_199_254_740_993))
  }

  @Test func aBundleABareFileAndAFolderWithoutManifestAreFound() throws {
    let scratch = try Scratch()
    try scratch.file("a.ca/index.xml", manifest)
    try scratch.file("a.ca/tree.caml", "<caml/>")
    try scratch.file("b.ca/main.caml", "<caml/>")
    let limits = ReadingLimits()
    func package(_ path: String) throws -> DocumentPackage {
      let source = try DocumentSource.locate(scratch.url.appending(path: path), limits: limits)
      guard case .document(let package) = source else {
        throw DocumentError(.notADocument, path, "a container")
      }
      return package
    }
    let bundle = try package("a.ca")
    #expect(bundle.rootFile.name == "tree.caml" && bundle.isBundle)
    let bare = try package("b.ca")
    #expect(bare.rootFile.name == "main.caml" && bare.diagnostics.count == 1)
    let file = try package("b.ca/main.caml")
    #expect(!file.isBundle && file.folder.name == "b.ca")
  }

  @Test func whatIsNoDocumentIsNamedWithAWayOut() throws {
    let scratch = try Scratch()
    try scratch.file("empty.ca/readme", "")
    try scratch.file("out.ca/index.xml", manifest.replacing("tree.caml", with: "../x.caml"))
    func kind(_ path: String) -> DocumentError? {
      do throws(DocumentError) {
        _ = try DocumentSource.locate(scratch.url.appending(path: path), limits: ReadingLimits())
        return nil
      } catch {
        return error
      }
    }
    #expect(kind("absent.ca")?.kind == .missing)
    #expect(kind("empty.ca")?.kind == .notADocument)
    #expect(kind("out.ca")?.kind == .notADocument)
    for path in ["absent.ca", "empty.ca", "out.ca"] { #expect(kind(path)?.advice.isEmpty == false) }
  }

  /// Reading a pipe would wait for ever, also behind a link, and as an image.
  @Test(.timeLimit(.minutes(1))) func aPipeIsNotRead() throws {
    let scratch = try Scratch()
    let pipe = scratch.url.appending(path: "a.ca/pipe.caml")
    try scratch.file(
      "a.ca/main.caml",
      "<caml><CALayer><contents type=\"CGImage\" src=\"link.caml\"/></CALayer></caml>"
    )
    #expect(mkfifo(pipe.path(percentEncoded: false), 0o600) == 0)
    let link = scratch.url.appending(path: "a.ca/link.caml")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: pipe)
    for url in [pipe, link] {
      do throws(DocumentError) {
        _ = try Document(contentsOf: url)
        Issue.record("it was read")
      } catch {
        #expect(error.kind == .unreadable)
        #expect(error.reason == "this is not a regular file")
      }
    }
    let read = try Document(contentsOf: scratch.url.appending(path: "a.ca"))
    #expect(read.diagnostics.contains { $0.message.contains("not a regular file") })
  }

  @Test func aPackageBelowALinkIsRead() throws {
    let scratch = try Scratch()
    try scratch.file("real/a.ca/main.caml", "<caml><CALayer name=\"root\"/></caml>")
    let link = scratch.url.appending(path: "link")
    let target = scratch.url.appending(path: "real")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    let document = try Document(contentsOf: link.appending(path: "a.ca"))
    #expect(document.rootLayer != nil)
  }

  @Test func referencesReachOnlyFilesOfThePackage() throws {
    let scratch = try Scratch()
    let folder = scratch.url.appending(path: "a.ca")
    try scratch.file("a.ca/assets/Planet-2 1.png", "x")
    try scratch.file("a.ca/assets/100%.png", "x")
    try scratch.file("secret.png", "x")
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "assets/link.png"),
      withDestinationURL: scratch.url.appending(path: "secret.png")
    )
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "up"),
      withDestinationURL: scratch.url
    )
    func file(_ reference: String) -> String? {
      if case .file(let file) = AssetLocator.resolve(reference, in: .disk(folder)) {
        file.name
      } else {
        nil
      }
    }
    #expect(file("assets/Planet-2%201.png") == "Planet-2 1.png")
    #expect(file("assets/100%25.png") == "100%.png")
    #expect(file("assets/100%.png") == "100%.png")
    #expect(file("./assets/../assets/new.png") == "new.png")
    for bad in [
      "../secret.png", "assets/../../secret.png", "%2e%2e/secret.png", "/etc/passwd", "file:///etc/passwd",
      "http://example.com/a.png", "assets/link.png", "up/secret.png", "", "~/x.png", "..", "C:\\x.png",
    ] {
      #expect(file(bad) == nil || bad.hasPrefix("C:"), "\(bad)")
    }
    guard case .data(let data) = AssetLocator.resolve("data:image/png;base64,AQID", in: .disk(folder)) else {
      Issue.record("a data URL was refused")
      return
    }
    #expect(Array(data) == [1, 2, 3])
  }
}
