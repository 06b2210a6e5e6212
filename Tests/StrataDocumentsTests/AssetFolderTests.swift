import CoreGraphics
import Foundation
import QuartzCore
import StrataDocuments
import Testing

/// caml 3.5: absolute paths of another machine, and folders here that stand for its folders.
@Suite(.enabled(if: buildHasImageCodecs)) struct AssetFolderTests {
  private let scratch: Scratch
  private static let pixel =
    Data(base64Encoded: String(pixelURL.dropFirst("data:image/png;base64,".count))) ?? Data()

  init() throws {
    scratch = try Scratch()
    try scratch.file("here/assets/sea 1.png", Self.pixel)
    try scratch.file("here/assets/100%.png", Self.pixel)
    try scratch.file("other/deep.png", Self.pixel)
    try scratch.file("secret.png", Self.pixel)
    try FileManager.default.createSymbolicLink(
      at: scratch.url.appending(path: "here/out.png"),
      withDestinationURL: scratch.url.appending(path: "secret.png")
    )
  }

  /// The warnings about an image; empty if it was read.
  private func warnings(_ source: String, _ folders: [String: String] = ["/var/mobile/W": "here"]) throws
    -> [String]
  {
    var options = ReadingOptions()
    options.assetFolders = folders.sorted { $0.key < $1.key }
      .map { AssetFolder($0.key, folder: scratch.url.appending(path: $0.value)) }
    let read = try document("<contents type=\"CGImage\" src=\"\(source)\"/>", options: options)
    #expect((try read.root.contents == nil) == !read.diagnostics.isEmpty)
    return read.diagnostics.map(\.message)
  }

  @Test(arguments: [
    "/var/mobile/W/assets/sea%201.png", "/var/mobile/W/assets/sea 1.png", "/var//mobile/./W/assets/sea 1.png",
    "file:///var/mobile/W/assets/sea%201.png", "file://localhost/var/mobile/W/assets/sea%201.png",
    "/var/mobile/W/assets/100%.png", "/var/mobile/W/assets/100%25.png", "/var/mob%69le/W/assets/100%25.png",
  ])
  func aPathOfTheOtherMachineIsFound(_ source: String) throws {
    #expect(try warnings(source).isEmpty)
  }

  @Test(arguments: [
    "/var/mobile/W/../secret.png", "/var/mobile/W/assets/../../secret.png", "/var/mobile/W/%2e%2e/secret.png",
    "/var/mobile/W/..%2fsecret.png", "/var/mobile/W/out.png", "/var/mobile/Wx/assets/sea%201.png",
    "/var/mobile/W",
    "/etc/passwd", "file:///etc/passwd", "http://localhost/var/mobile/W/assets/sea%201.png",
  ])
  func aPathThatLeadsElsewhereIsRefused(_ source: String) throws {
    #expect(try warnings(source).count == 1)
  }

  /// Whoever mends the first line would believe to be done.
  @Test func aMissingFileIsReportedAtEachReference() throws {
    let layer = "<CALayer><contents type=\"CGImage\" src=\"lost.png\"/></CALayer>"
    let read = try document("<sublayers>\n\(layer)\n\(layer)\n</sublayers>")
    let warnings = read.diagnostics.filter { $0.message.contains("lost.png") }
    #expect(warnings.count == 2)
    #expect(Set(warnings.map(\.line)).count == 2)
    #expect(Set(warnings.map(\.message)).count == 1)
  }

  /// A picture of another folder is copied, by a name that is free, and two references share it.
  @Test(arguments: ["out/new.ca", "out/new.caml", "here/new.caml"])
  func aPictureFromElsewhereIsWritten(_ name: String) throws {
    try scratch.file("here/assets/deep.png", Self.pixel + Data([0]))
    let layers = ["assets/deep.png", "/var/x/deep.png", "/var/x/./deep.png"].map {
      "<CALayer bounds=\"0 0 1 1\"><contents type=\"CGImage\" src=\"\($0)\"/></CALayer>"
    }
    let text = "<caml><CALayer bounds=\"0 0 9 9\"><sublayers>\(layers.joined())</sublayers></CALayer></caml>"
    let source = try scratch.file("here/main.caml", text)
    var options = ReadingOptions()
    options.assetFolders = [AssetFolder("/var/x", folder: scratch.url.appending(path: "other"))]
    let target = scratch.url.appending(path: name)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Document(contentsOf: source, options: options).write(to: target)
    let again = try Document(contentsOf: target)
    #expect(again.diagnostics.filter { $0.severity != .note }.isEmpty, "\(again.diagnostics)")
    let home = name.hasSuffix("caml") ? target.deletingLastPathComponent() : target
    let files = try FileManager.default.contentsOfDirectory(atPath: home.appending(path: "assets").path())
    #expect(files.filter { $0.hasPrefix("deep") }.sorted() == ["deep-2.png", "deep.png"])
    #expect(try Data(contentsOf: home.appending(path: "assets/deep-2.png")) == Self.pixel)
    // Where it was read from, the document stays as it is.
    try Document(contentsOf: source, options: options).save()
    #expect(try Document(contentsOf: source).diagnostics.count == 2)
  }

  @Test func theLongestFolderCountsAndNoneIsFollowedWithoutOne() throws {
    let folders = ["/var/mobile": "here", "/var/mobile/W/x": "other"]
    #expect(try warnings("/var/mobile/W/x/deep.png", folders).isEmpty)
    #expect(try warnings("/var/mobile/assets/100%25.png", folders).isEmpty)
    #expect(try warnings("/var/mobile/assets/100%25.png", [:]).count == 1)
    #expect(try warnings("/var/mobile/W/assets/lost.png").first?.contains("is missing") == true)
  }
}
