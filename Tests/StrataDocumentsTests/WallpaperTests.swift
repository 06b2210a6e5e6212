import CoreGraphics
import Foundation
import QuartzCore
import StrataBase
import StrataDocuments
import StrataCAML
import StrataRenderServer
import Testing

/// caml 1.4: wallpapers of several documents, as folders and as archives.
@Suite struct WallpaperTests {
  private static let square =
    "<sublayers><CALayer id=\"dot\" bounds=\"0 0 4 4\" position=\"2 5\" backgroundColor=\"1 0 0\"/></sublayers>"

  /// Red, green and blue at a pixel of the document's first picture, from the top left.
  private func pixel(_ document: Document, _ x: Int, _ y: Int) throws -> [UInt8] {
    let renderer = OfflineRenderer(document: document)
    var bytes = [UInt8](repeating: 0, count: renderer.pixelWidth * renderer.pixelHeight * 4)
    try bytes.withUnsafeMutableBytes { try renderer.render(at: 0, into: $0) }
    let at = (y * renderer.pixelWidth + x) * 4
    return Array(bytes[at..<at + 3])
  }

  @Test(.enabled(if: buildHasImageCodecs)) func anArchiveOfADeviceIsOneStack() throws {
    let scratch = try Scratch()
    let read = try Document(contentsOf: try scratch.file("sea.tendies", packedWallpaper))
    #expect(read.parts.count == 2)
    #expect(read.canvasSize == CGSize(width: 20, height: 10))
    #expect(read.stateNames == ["Locked", "Unlock"])
    #expect(read.diagnostics.filter { $0.severity != .note }.isEmpty, "\(read.diagnostics)")
    #expect(try pixel(read, 1, 5) == [255, 0, 0])
    #expect(try pixel(read, 18, 5) == [0, 0, 255])
    try read.setState("Unlock", transitionSpeed: 0)
    #expect(try pixel(read, 18, 5) == [255, 0, 0])
    #expect(throws: DocumentError.self) { try read.setState("Sleep") }
  }

  @Test func theListSaysTheOrder() throws {
    let scratch = try Scratch()
    let list = """
      <plist version="1.0"><dict><key>assets</key><dict><key>lockAndHome</key><dict><key>default</key><dict>
      <key>floatingAnimationFileNameKey</key><string>a.ca</string>
      <key>backgroundAnimationFileName</key><string>b.ca</string>
      <key>foregroundAnimationFileName</key><string>lost.ca</string>
      </dict></dict></dict></dict></plist>
      """
    try scratch.file("x.wallpaper/Wallpaper.plist", list)
    try scratch.file("x.wallpaper/a.ca/main.caml", smallDocument("", Self.square))
    try scratch.file("x.wallpaper/b.ca/main.caml", smallDocument("backgroundColor=\"0 1 0\""))
    let read = try Document(contentsOf: scratch.url.appending(path: "x.wallpaper"))
    #expect(try pixel(read, 1, 5) == [255, 0, 0])
    #expect(try pixel(read, 10, 5) == [0, 255, 0])
    let lost = read.warnings(.resource)
    #expect(lost.count == 1)
    #expect(lost.first?.message.contains("lost.ca") == true)
  }

  @Test func withoutAListTheNamesSayTheOrder() throws {
    let scratch = try Scratch()
    for (name, color) in [("Foreground", "1 0 0"), ("Floating", "0 1 0"), ("Background", "0 0 1")] {
      try scratch.file("w/\(name).ca/main.caml", smallDocument("backgroundColor=\"\(color)\" opacity=\"1\""))
    }
    let read = try Document(contentsOf: scratch.url.appending(path: "w"))
    #expect(try pixel(read, 10, 5) == [255, 0, 0])
    #expect(read.rootLayer?.sublayers?.map(\.name) == ["Background.ca", "Floating.ca", "Foreground.ca"])
  }

  @Test func documentsOfOtherSizesAndAxesShareTheMiddle() throws {
    let scratch = try Scratch()
    try scratch.file("w/Background.ca/main.caml", smallDocument("backgroundColor=\"0 0 1\""))
    let inner = "<CALayer bounds=\"0 0 2 2\" position=\"1 1\" backgroundColor=\"1 0 0\"/>"
    try scratch.file(
      "w/Floating.ca/main.caml",
      "<caml><CALayer bounds=\"0 0 10 10\" position=\"5 5\"><sublayers>\(inner)</sublayers></CALayer></caml>"
    )
    try scratch.file(
      "w/Floating.ca/index.xml",
      "<plist><dict><key>geometryFlipped</key><true/></dict></plist>"
    )
    let read = try Document(contentsOf: scratch.url.appending(path: "w"))
    // Five points from the left, and at the top, because y points down there.
    #expect(try pixel(read, 5, 0) == [255, 0, 0])
    #expect(try pixel(read, 5, 9) == [0, 0, 255])
    #expect(try pixel(read, 4, 0) == [0, 0, 255])
  }

  @Test func anEmptyPartIsValidAndABrokenOneIsNamed() throws {
    let scratch = try Scratch()
    let archive = ZipFixture([
      ("Background.ca/main.caml", "<caml/>"), ("Floating.ca/main.caml", smallDocument("", Self.square)),
    ])
    let read = try Document(contentsOf: try scratch.file("a.tendies", archive.data))
    #expect(read.parts.count == 2)
    #expect(try pixel(read, 1, 5) == [255, 0, 0])
    let broken = ZipFixture([
      ("Background.ca/main.caml", "<caml/>"), ("Floating.ca/main.caml", "<caml>\n<CALayer>"),
    ])
    let error = failure(try scratch.file("b.tendies", broken.data))
    #expect(error?.kind == .malformed)
    #expect(error?.file.hasSuffix("b.tendies/Floating.ca/main.caml") == true)
    #expect(error?.line != nil)
  }

  @Test func severalWallpapersAreReportedAndTheFirstIsShown() throws {
    let scratch = try Scratch()
    let archive = ZipFixture([
      ("descriptors/1/versions/0/contents/A.wallpaper/Floating.ca/main.caml", smallDocument("", Self.square)),
      ("descriptors/2/versions/0/contents/B.wallpaper/Floating.ca/main.caml", smallDocument()),
    ])
    let read = try Document(contentsOf: try scratch.file("two.tendies", archive.data))
    #expect(try pixel(read, 1, 5) == [255, 0, 0])
    #expect(
      read.warnings(.resource).map(\.message) == [
        "there are 2 wallpapers; descriptors/1/versions/0/contents/A.wallpaper is shown, "
          + "not descriptors/2/versions/0/contents/B.wallpaper"
      ]
    )
  }

  @Test(.enabled(if: buildHasImageCodecs)) func aWallpaperIsWrittenAsAFolder() throws {
    let scratch = try Scratch()
    let read = try Document(contentsOf: try scratch.file("sea.tendies", packedWallpaper))
    let target = scratch.url.appending(path: "out.wallpaper")
    try read.write(to: target)
    let again = try Document(contentsOf: target)
    #expect(again.stateNames == ["Locked", "Unlock"])
    #expect(try pixel(again, 1, 5) == [255, 0, 0])
    #expect(try pixel(again, 18, 5) == [0, 0, 255])
    #expect(throws: DocumentError.self) { try read.write(to: scratch.url.appending(path: "out.caml")) }
  }

  /// However far the writing has come, what was there stays and nothing is added.
  @Test(.enabled(if: buildHasImageCodecs)) func aWallpaperWhoseWritingIsCancelledLeavesNothing() throws {
    let scratch = try Scratch()
    let read = try Document(contentsOf: try scratch.file("sea.tendies", packedWallpaper))
    let target = scratch.url.appending(path: "deep/out.wallpaper")
    func names() throws -> [String] { try FileManager.default.subpathsOfDirectory(atPath: scratch.url.path) }
    let before = try names().sorted()
    var (questions, limit) = (0, 0)
    repeat {
      #expect(try names().sorted() == before)
      limit += 1
      questions = 0
      try? read.write(to: target) {
        questions += 1
        return questions == limit
      }
    } while questions == limit
    // Two documents, each with its markup and manifest, and their list.
    #expect(limit > 5)
    #expect(try names().filter { $0.contains(".strata-") } == [])
    #expect(try Document(contentsOf: target).stateNames == ["Locked", "Unlock"])
  }

  /// An archive that was unpacked, alone or in a folder of its own, and any folder inside down to the wallpaper.
  @Test(arguments: [
    "in", "in/Sea", "in/Sea/descriptors", "in/Sea/descriptors/A1", "in/Sea/descriptors/A1/versions",
    "in/Sea/descriptors/A1/versions/0", "in/Sea/descriptors/A1/versions/0/contents",
    "in/Sea/descriptors/A1/versions/0/contents/W.wallpaper",
  ])
  func anUnpackedArchiveIsFound(_ folder: String) throws {
    let scratch = try Scratch()
    let place = "in/Sea/descriptors/A1/versions/0/contents/W.wallpaper"
    try scratch.file("\(place)/Floating.ca/main.caml", smallDocument("", Self.square))
    let read = try Document(contentsOf: scratch.url.appending(path: folder))
    #expect(read.parts.count == 1)
  }

  /// Any other folder is no document, whatever lies far below.
  @Test func aFolderFarAboveIsNoWallpaper() throws {
    let scratch = try Scratch()
    try scratch.file("a/b/c/Floating.ca/main.caml", smallDocument())
    #expect(failure(scratch.url.appending(path: "a"))?.kind == .notADocument)
    try scratch.file("a/b/descriptors/1/Floating.ca/main.caml", smallDocument())
    #expect(failure(scratch.url)?.kind == .notADocument)
  }

  // MARK: Hostile archives

  @Test func entriesThatLeadOutAreSkippedAndReported() throws {
    let scratch = try Scratch()
    var archive = ZipFixture([
      ("Floating.ca/main.caml", smallDocument("", "<contents type=\"CGImage\" src=\"../../secret.png\"/>")),
      ("../secret.png", "x"), ("/etc/passwd", "x"),
    ])
    archive.entries.append(
      .init(name: "Floating.ca/link.png", data: Data("/etc/passwd".utf8), mode: 0o120777)
    )
    let zip = try ZipArchive(archive.data, file: "a.zip", limits: ReadingLimits())
    #expect(zip.diagnostics.count == 3)
    #expect(!zip.holdsFile("secret.png"))
    #expect(!zip.holdsFile("Floating.ca/link.png"))
    let read = try Document(contentsOf: try scratch.file("a.tendies", archive.data))
    #expect(read.warnings(.resource).count == 4, "\(read.diagnostics)")
  }

  @Test func sizesRatiosAndCountsAreLimited() throws {
    let scratch = try Scratch()
    var bomb = ZipFixture([("Floating.ca/main.caml", "x")])
    bomb.entries[0].method = 8
    bomb.entries[0].claimedSize = 512 << 20
    #expect(failure(try scratch.file("bomb.tendies", bomb.data))?.kind == .limit)
    let many = ZipFixture((0..<20).map { ("Floating.ca/\($0).png", "x") })
    var options = ReadingOptions()
    options.limits.archiveEntries = 10
    #expect(failure(try scratch.file("many.tendies", many.data), options)?.kind == .limit)
    options = ReadingOptions()
    options.limits.totalBytes = 4_000
    let long = ZipFixture([
      ("Floating.ca/main.caml", smallDocument("name=\"\(String(repeating: "x", count: 5_000))\""))
    ])
    #expect(failure(try scratch.file("long.tendies", long.data), options)?.kind == .limit)
  }

  /// The limit is of what is unpacked, not of how often.
  @Test func filesOfAnArchiveAreReadAsOftenAsAsked() throws {
    var limits = ReadingLimits()
    limits.totalBytes = 700
    let files = ZipFixture(["a", "b"].map { ($0, String(repeating: $0, count: 400)) })
    let zip = try ZipArchive(files.data, file: "a.zip", limits: limits)
    for _ in 0..<10 { #expect(try zip.contents(of: "a", limits: limits).count == 400) }
    #expect(throws: DocumentError.self) { try zip.contents(of: "b", limits: limits) }
    #expect(try zip.contents(of: "a", limits: limits).count == 400)
  }

  /// What was read says whether it can be saved, whatever its name.
  @Test func archivesAreReadOnlyUnderAnyName() throws {
    let scratch = try Scratch()
    let packed = ZipFixture([("main.caml", smallDocument())])
    let wallpaper = ZipFixture([("Floating.ca/main.caml", smallDocument())])
    for (name, data) in [("card.zip", packed.data), ("card.ca", packed.data), ("sea.bin", wallpaper.data)] {
      let url = try scratch.file(name, data)
      let read = try Document(contentsOf: url)
      #expect(read.readOnlyReason?.contains("read only") == true, "\(name)")
      #expect(throws: DocumentError.self) { try read.save() }
      #expect(try Data(contentsOf: url) == data)
    }
    let text = try scratch.file("card.txt", smallDocument())
    let read = try Document(contentsOf: text)
    #expect(read.readOnlyReason == nil)
    read.rootLayer?.opacity = 0.25
    try read.save()
    #expect(try Document(contentsOf: text).rootLayer?.opacity == 0.25)
  }

  @Test func brokenArchivesAreErrors() throws {
    let scratch = try Scratch()
    let whole = ZipFixture([("Floating.ca/main.caml", smallDocument())]).data
    #expect(failure(try scratch.file("cut.tendies", whole.prefix(60)))?.kind == .malformed)
    var changed = whole
    changed[60] ^= 1
    // The checksum comes with the library that unpacks; without it, the changed markup may still be read.
    if buildHasImageCodecs {
      #expect(failure(try scratch.file("changed.tendies", changed))?.kind == .malformed)
    }
    var encrypted = ZipFixture([("Floating.ca/main.caml", smallDocument())])
    encrypted.entries[0].flags = 1
    #expect(failure(try scratch.file("locked.tendies", encrypted.data))?.kind == .unreadable)
    var other = encrypted
    (other.entries[0].flags, other.entries[0].method) = (0, 14)
    #expect(failure(try scratch.file("other.tendies", other.data))?.reason.contains("method 14") == true)
    #expect(
      failure(try scratch.file("none.tendies", ZipFixture([("readme", "x")]).data))?.kind == .notADocument
    )
  }

  /// Any byte of an archive may be wrong: an error or a document, never a crash.
  @Test func archivesWithChangedBytesDoNotCrash() throws {
    var random = SplitMix64(seed: 7)
    for round in 0..<2_000 {
      var bytes = packedWallpaper
      for _ in 0...random.next() % 4 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if round % 5 == 0 { bytes = bytes.prefix(Int(random.next() % UInt64(bytes.count))) }
      guard let zip = try? ZipArchive(bytes, file: "a.zip", limits: ReadingLimits()) else { continue }
      let container = try? WallpaperContainer.find(in: .archive(zip, path: ""), limits: ReadingLimits())
      for part in container?.parts ?? [] {
        _ = try? part.file(at: "main.caml")?.contents(limits: ReadingLimits())
      }
    }
  }
}
