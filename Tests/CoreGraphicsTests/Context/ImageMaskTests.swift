import CoreGraphics
import Foundation
import Testing

/// What images that clip and images that keep their pixels leave in a context.
@Suite struct ImageMaskTests {
  private let redBytes: [UInt8] = [255, 0, 0, 255]

  /// A black picture on a transparent ground is the usual mask of a tint.
  @Test func theAlphaOfAPictureSaysHowMuchRemains() throws {
    let c = try makeContext(2, 1)
    let mask = try #require(bitmap([0, 0, 0, 255, 0, 0, 0, 51], width: 2, .premultipliedLast))
    c.interpolationQuality = .none
    c.clip(to: CGRect(x: 0, y: 0, width: 2, height: 1), mask: mask)
    c.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
    c.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
    #expect(pixelFromBottom(c, 0, 0) == redBytes)
    #expect(zip(pixelFromBottom(c, 1, 0), [51, 0, 0, 51]).allSatisfy { abs(Int($0) - $1) <= 1 })
  }

  @Test func anImageThatShouldNotBeInterpolatedIsNot() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    for interpolates in [true, false] {
      let provider = try #require(CGDataProvider(data: Data([255, 0, 0, 255, 0, 0, 255, 255]) as CFData))
      let image = try #require(
        CGImage(
          width: 2,
          height: 1,
          bitsPerComponent: 8,
          bitsPerPixel: 32,
          bytesPerRow: 8,
          space: space,
          bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
          provider: provider,
          decode: nil,
          shouldInterpolate: interpolates,
          intent: .defaultIntent
        )
      )
      let c = try makeContext(20, 1)
      c.draw(image, in: CGRect(x: 0, y: 0, width: 20, height: 1))
      #expect((pixelFromBottom(c, 9, 0) == redBytes) == !interpolates)
    }
  }
}
