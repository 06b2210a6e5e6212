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

  @Test func theLongestFolderCountsAndNoneIsFollowedWithoutOne() throws {
    let folders = ["/var/mobile": "here", "/var/mobile/W/x": "other"]
    #expect(try warnings("/var/mobile/W/x/deep.png", folders).isEmpty)
    #expect(try warnings("/var/mobile/assets/100%25.png", folders).isEmpty)
    #expect(try warnings("/var/mobile/assets/100%25.png", [:]).count == 1)
    #expect(try warnings("/var/mobile/W/assets/lost.png").first?.contains("is missing") == true)
  }
}
