import CoreGraphics
import CoreImage
import Foundation
import Testing

/// Pictures that a context draws into one of Core Graphics.
@Suite struct DrawingTests {
  private let target: CGContext

  init() throws {
    target = try #require(
      CGContext(
        data: nil,
        width: 8,
        height: 8,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
  }

  private func picture() throws -> Picture { Picture(CIImage(cgImage: try #require(target.makeImage()))) }

  @Test func aRectangleIsScaledIntoAnother() throws {
    let context = CIContext(cgContext: target)
    context.draw(
      Picture.dot(1, 0, 0),
      in: CGRect(x: 2, y: 1, width: 4, height: 4),
      from: CGRect(x: 0, y: 0, width: 1, height: 1)
    )
    let picture = try picture()
    for (x, y) in [(2, 1), (5, 4), (3, 3)] { #expect(picture[x, y] == SIMD4(1, 0, 0, 1)) }
    for (x, y) in [(1, 1), (6, 4), (3, 0), (3, 5)] { #expect(picture[x, y] == .zero) }
  }

  @Test func nothingIsDrawnOutsideOfTheRectangle() throws {
    let context = CIContext(cgContext: target, options: nil)
    context.draw(
      .blue,
      in: CGRect(x: 0, y: 0, width: 4, height: 4),
      from: CGRect(x: 0.5, y: 0.5, width: 1, height: 1)
    )
    let picture = try picture()
    #expect(picture[3, 3] == SIMD4(0, 0, 1, 1))
    #expect(picture[5, 3] == .zero)
    #expect(picture[3, 5] == .zero)
  }

  @Test func contextsWithoutATargetAndEndlessRectanglesDrawNothing() throws {
    let rect = CGRect(x: 0, y: 0, width: 4, height: 4)
    CIContext().draw(.red, in: rect, from: rect)
    CIContext(cgContext: target).draw(.red, in: rect, from: .infinite)
    #expect(try picture()[1, 1] == .zero)
  }

  @Test func cachesCanBeEmptied() {
    let context = CIContext()
    let image = Picture.pattern.applyingGaussianBlur(sigma: 3)
    let before = Picture(image, Picture.pattern.extent, in: context)
    context.clearCaches()
    #expect(Picture(image, Picture.pattern.extent, in: context).pixels == before.pixels)
    #expect(context.workingFormat == .RGBAf)
  }

  /// Rectangles that cover nothing draw nothing, into contexts and into pixel buffers.
  @Test(arguments: [
    CGRect(x: CGFloat.nan, y: 0, width: 2, height: 2), CGRect(x: 0, y: 0, width: CGFloat.nan, height: 2),
    .null,
    .zero,
  ])
  func rectanglesThatCoverNothingDrawNothing(rect: CGRect) throws {
    let (context, whole) = (CIContext(cgContext: target), CGRect(x: 0, y: 0, width: 2, height: 2))
    context.draw(.red, in: whole, from: rect)
    context.draw(.red, in: rect, from: whole)
    #expect(try picture()[1, 1] == .zero)
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(nil, 2, 2, kCVPixelFormatType_32BGRA, nil, &buffer)
    let pixels = try #require(buffer)
    context.render(.red, to: pixels, bounds: rect, colorSpace: nil)
    CVPixelBufferLockBaseAddress(pixels, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(pixels, .readOnly) }
    let memory = try #require(CVPixelBufferGetBaseAddress(pixels)).assumingMemoryBound(to: UInt8.self)
    #expect((0..<8).allSatisfy { memory[$0] == 0 })
  }
}
