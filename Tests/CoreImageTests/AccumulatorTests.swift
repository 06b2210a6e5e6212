import CoreGraphics
import CoreImage
import Foundation
import StrataBase
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

  /// Any strokes over images of the canvas give the pixels of one that has each pixel by itself, and leave those images alone.
  @Test(arguments: 0..<6 as Range<UInt64>) func strokesChangeTheirPixelsAlone(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let extent = CGRect(x: -7, y: 5, width: 900, height: 64)
    let canvas = try #require(CIImageAccumulator(extent: extent, format: .RGBAf))
    var expected = [Float](repeating: 0, count: 900 * 64)
    var shown: [(CIImage, [Float])] = []
    for _ in 0..<12 {
      let (x, y) = (Int.random(in: 0..<890, using: &random), Int.random(in: 0..<60, using: &random))
      let (width, height) = (
        Int.random(in: 1...(900 - x), using: &random), Int.random(in: 1...(64 - y), using: &random)
      )
      let level = Double.random(in: 0...1, using: &random)
      let stroke = CIImage(color: CIColor(red: level, green: 0, blue: 0))
        .applyingFilter("CISRGBToneCurveToLinear")
      let rect = CGRect(x: x - 7, y: y + 5, width: width, height: height)
      canvas.setImage(stroke.cropped(to: rect).composited(over: canvas.image()), dirtyRect: rect)
      let value = Picture(stroke, CGRect(x: 0, y: 0, width: 1, height: 1), in: CIContext()).pixels[0].x
      for line in y..<y + height {
        for column in x..<x + width { expected[(63 - line) * 900 + column] = value }
      }
      shown.append((canvas.image(), expected))
    }
    for (step, (image, pixels)) in shown.enumerated() {
      #expect(Picture(image, in: CIContext()).pixels.map(\.x) == pixels, "stroke \(step)")
    }
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
