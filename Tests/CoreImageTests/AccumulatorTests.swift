import CoreGraphics
import CoreImage
import Foundation
import Testing

@Suite struct AccumulatorTests {
  private let extent = CGRect(x: -2, y: 3, width: 4, height: 2)

  @Test(arguments: [CIFormat.RGBA8, .RGBAh, .RGBAf])
  func rectanglesReplaceTheirPixels(format: CIFormat) throws {
    let canvas = try #require(CIImageAccumulator(extent: extent, format: format))
    canvas.setImage(.red)
    let before = canvas.image()
    canvas.setImage(.green, dirtyRect: CGRect(x: -2, y: 4, width: 1, height: 9))
    let (old, new) = (Picture(before), Picture(canvas.image()))
    #expect(new.rect == extent)
    #expect(old[-2, 4].distance(to: SIMD4(1, 0, 0, 1)) < 1e-3)
    #expect(new[-2, 4].distance(to: SIMD4(0, 1, 0, 1)) < 1e-3)
    #expect(new[-2, 3].distance(to: SIMD4(1, 0, 0, 1)) < 1e-3)
    canvas.clear()
    #expect(Picture(canvas.image()).pixels.allSatisfy { $0 == .zero })
  }

  @Test func floatsKeepColoursBrighterThanWhite() throws {
    let canvas = try #require(CIImageAccumulator(extent: extent, format: .RGBAf))
    canvas.setImage(CIImage.white.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 2]))
    #expect(Picture(canvas.image(), in: CIContext())[0, 3].distance(to: SIMD4(4, 4, 4, 1)) < 1e-4)
  }

  @Test(arguments: [CGRect.infinite, .null, .zero, CGRect(x: 0, y: 0, width: 1e9, height: 1e9)])
  func extentsWithoutOrWithTooManyPixelsGiveNothing(rect: CGRect) {
    #expect(CIImageAccumulator(extent: rect, format: .RGBA8) == nil)
    #expect(CIImageAccumulator(extent: extent, format: CIFormat(rawValue: 1)) == nil)
  }
}
