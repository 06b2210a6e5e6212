import Foundation
import StrataExport
import Testing

@Suite struct PixelPackingTests {
  private func packed(
    _ pixel: [UInt8],
    _ pack: (UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer) -> Void
  )
    -> [UInt8]
  {
    var result = [UInt8](repeating: 7, count: pixel.count)
    pixel.withUnsafeBytes { source in result.withUnsafeMutableBytes { pack(source, $0) } }
    return result
  }

  @Test func colourIsDividedByAlpha() {
    #expect(packed([128, 64, 0, 128]) { PixelPacking.unpremultiply($0, into: $1) } == [255, 128, 0, 128])
    #expect(packed([9, 8, 7, 255]) { PixelPacking.unpremultiply($0, into: $1) } == [9, 8, 7, 255])
    #expect(packed([0, 0, 0, 0]) { PixelPacking.unpremultiply($0, into: $1) } == [0, 0, 0, 0])
  }

  /// For every alpha and every straight value, premultiplying by rounding and dividing again gives the value back within
  /// the half step that premultiplying lost.
  @Test func everyPairComesBackWithinWhatRoundingLost() {
    for alpha in 1...255 {
      for value in stride(from: 0, through: 255, by: 5) {
        let product = UInt8((Double(value * alpha) / 255).rounded())
        let result = packed([product, 0, 0, UInt8(alpha)]) { PixelPacking.unpremultiply($0, into: $1) }
        let lost = 127.5 / Double(alpha) + 0.5
        #expect(abs(Double(result[0]) - Double(value)) <= lost, "\(value) at alpha \(alpha) is \(result[0])")
      }
    }
  }

  @Test func transparencyLetsTheMatteThrough() {
    let white: (red: UInt8, green: UInt8, blue: UInt8) = (255, 255, 255)
    let half = packed([128, 0, 0, 128]) { PixelPacking.flatten($0, over: white, into: $1) }
    #expect(half == [255, 127, 127, 255])
    let none = packed([0, 0, 0, 0]) { PixelPacking.flatten($0, over: (10, 20, 30), into: $1) }
    #expect(none == [10, 20, 30, 255])
  }
}

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
