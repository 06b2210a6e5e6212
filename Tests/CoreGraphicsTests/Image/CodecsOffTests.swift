import CoreGraphics
import StrataBase
import StrataRaster
import Testing

@Suite(.enabled(if: !hasCodecs)) struct CodecsOffTests {
  @Test func readingAndWritingSaySo() throws {
    #expect(throws: ImageError.codecsAreOff(.png)) { try ImageCodec.decode(ImageFixtures.gray8) }
    #expect(throws: ImageError.codecsAreOff(.jpeg)) {
      try ImageCodec.encode(PixelBuffer(width: 1, height: 1, format: .rgba8), as: .jpeg)
    }
    // Black, as it has no alpha.
    let image = try CGImage(file: ImageFixtures.gray8)
    #expect(image.width == 2 && pixel(image, 0, 0) == [0, 0, 0, 255])
    #expect("\(ImageError.codecsAreOff(.png))".contains("ImageCodecs"))
  }
}
