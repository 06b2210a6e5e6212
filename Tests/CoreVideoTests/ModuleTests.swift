import CoreVideo
import Testing

/// This file imports Core Video alone, and knows what programs expect of that.
@Suite struct ModuleTests {
  @Test func theModuleBringsFoundationAndCoreGraphicsAlong() throws {
    var buffer: CVPixelBuffer?
    let attributes: [String: Any] = [kCVPixelBufferBytesPerRowAlignmentKey as String: 16]
    let format = kCVPixelFormatType_32BGRA
    CVPixelBufferCreate(kCFAllocatorDefault, 3, 2, format, attributes as CFDictionary, &buffer)
    let made = try #require(buffer)
    #expect(CVImageBufferGetEncodedSize(made) == CGSize(width: 3, height: 2))
    let space = CGColorSpaceCreateDeviceRGB()
    CVBufferSetAttachment(made, kCVImageBufferCGColorSpaceKey, space, .shouldPropagate)
    #expect(Data(count: CVPixelBufferGetDataSize(made)).count == 32)
  }
}
