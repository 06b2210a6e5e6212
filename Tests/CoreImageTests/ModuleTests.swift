import CoreImage
import Testing

/// This file imports Core Image alone, and knows what programs expect of that.
@Suite struct ModuleTests {
  @Test func theModuleBringsFoundationCoreGraphicsAndPixelBuffersAlong() throws {
    let rect = CGRect(origin: CGPoint(x: 0, y: 0), size: CGSize(width: 2, height: 1))
    let color = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let picture = CIImage(color: CIColor(cgColor: color)).cropped(to: rect)
    let image: CGImage = try #require(CIContext().createCGImage(picture, from: rect))
    #expect(image.width == 2)
    #expect(Data([1]).count == 1 && URL(filePath: "/a.png").lastPathComponent == "a.png")
    #expect(picture.oriented(CGImagePropertyOrientation.left).extent.height == 2)
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, 2, 1, kCVPixelFormatType_32BGRA, nil, &buffer) == kCVReturnSuccess)
  }
}
