import Foundation
import StrataExport
import Testing

@Suite struct OutputFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "strata-output-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

  @Test func aFileAppearsWhenItIsFinished() throws {
    let url = folder.appending(path: "a.bin")
    do {
      let file = try OutputFile(url)
      try file.write(Data([1, 2, 3]))
      #expect(!FileManager.default.fileExists(atPath: url.path))
      try file.finish()
    }
    #expect(names == ["a.bin"])
    #expect(try Data(contentsOf: url) == Data([1, 2, 3]))
    try FileManager.default.removeItem(at: folder)
  }

  @Test func anUnfinishedFileLeavesNothingAndTheFormerOneAlone() throws {
    let url = folder.appending(path: "a.bin")
    try Data([9]).write(to: url)
    do {
      let file = try OutputFile(url)
      try file.write(Data([1, 2, 3]))
    }
    #expect(names == ["a.bin"])
    #expect(try Data(contentsOf: url) == Data([9]))
    try FileManager.default.removeItem(at: folder)
  }

  @Test func aFolderInTheWayIsAnError() throws {
    #expect(throws: ExportError.cannotWrite(path: folder.path, reason: "it is a folder")) {
      _ = try OutputFile(folder)
    }
    try FileManager.default.removeItem(at: folder)
  }

  @Test func framesAreNumberedAsThePatternSays() throws {
    let padded = try #require(FramePattern(URL(filePath: "/x/%04d.png")))
    #expect(padded.url(ofFrame: 7).path == "/x/0007.png")
    #expect(padded.url(ofFrame: 12345).path == "/x/12345.png")
    let plain = try #require(FramePattern(URL(filePath: "/x/f-%d.png")))
    #expect(plain.url(ofFrame: 7).path == "/x/f-7.png")
    #expect(FramePattern(URL(filePath: "/x/f.png")) == nil)
  }
}
