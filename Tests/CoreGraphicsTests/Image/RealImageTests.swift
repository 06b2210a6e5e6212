import CoreGraphics
import StrataRaster
import Testing

/// The images of real documents, where the folder of shared data is at hand.
private let realImages: [URL] = {
  let shared =
    ProcessInfo.processInfo.environment["STRATA_SHARED"].map { URL(fileURLWithPath: $0) }
    ?? URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../shared").standardized
  let files = FileManager.default.enumerator(
    at: shared.appendingPathComponent("data"),
    includingPropertiesForKeys: nil
  )
  return (files?.compactMap { $0 as? URL } ?? [])
    .filter { ImageFormat(fileExtension: $0.pathExtension) != nil }.sorted { $0.path < $1.path }
}()

@Suite(.enabled(if: hasCodecs && !realImages.isEmpty)) struct RealImageTests {
  @Test("CAML 3.5: every image of the real documents is decoded, in the size that its header says")
  func everyImageIsDecoded() throws {
    for url in realImages {
      let image = try CGImage(file: Data(contentsOf: url))
      try image.decodeNow()
      #expect(
        image.pixels.width == image.width && image.pixels.height == image.height,
        "\(url.lastPathComponent)"
      )
    }
  }
}
