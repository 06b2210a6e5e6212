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
}
