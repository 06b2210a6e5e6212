import CoreGraphics
import CoreImage
import Foundation
import Testing

@Suite struct CIImageTests {
  private let pattern = Picture.pattern

  @Test func theExtentIsThatOfThePixels() {
    #expect(pattern.extent == CGRect(x: 0, y: 0, width: 24, height: 20))
    #expect(CIImage.empty().extent.isNull)
    #expect(CIImage.red.extent.isInfinite)
  }

  @Test func theLowerLeftPixelIsTheLastRowsFirst() {
    let picture = Picture(pattern)
    #expect(picture[0, 0].distance(to: SIMD4(0, 0, 80, 255) / 255) < 1e-6)
    #expect(picture[1, 0].distance(to: SIMD4(37, 7, 91, 255) / 255) < 1e-6)
    #expect(picture[0, 1].distance(to: SIMD4(91, 29, 85, 255) / 255) < 1e-6)
  }

  @Test func aCropKeepsItsPlace() {
    let part = pattern.cropped(to: CGRect(x: 3.5, y: 4, width: 5, height: 6.2))
    #expect(part.extent == CGRect(x: 3, y: 4, width: 6, height: 7))
    let all = CGRect(x: 0, y: 0, width: 24, height: 20)
    #expect(Picture(part, all)[4, 5] == Picture(pattern)[4, 5])
    #expect(Picture(part, all)[2, 5] == .zero)
  }

  @Test func aTranslationByWholePixelsIsExact() {
    let moved = pattern.transformed(by: CGAffineTransform(translationX: 7, y: -3))
    #expect(moved.extent == CGRect(x: 7, y: -3, width: 24, height: 20))
    #expect(Picture(moved).pixels == Picture(pattern).pixels)
  }

  @Test func aQuarterTurnMovesEachPixel() {
    let turned = pattern.transformed(by: CGAffineTransform(0, 1, -1, 0, 20, 0))
    #expect(turned.extent == CGRect(x: 0, y: 0, width: 20, height: 24))
    let (from, to) = (Picture(pattern), Picture(turned))
    for (x, y) in Oracle.points { #expect(to[19 - y, x].distance(to: from[x, y]) < 1e-5) }
  }

  @Test func halfAPixelMixesNeighbours() {
    let picture = Picture(pattern)
    let moved = Picture(pattern.transformed(by: CGAffineTransform(translationX: 0.5, y: 0)))
    #expect(moved[5, 5].distance(to: (picture[4, 5] + picture[5, 5]) / 2) < 1e-6)
    #expect(moved[0, 5].distance(to: picture[0, 5] / 2) < 1e-6)
  }

  @Test func aTransformWithoutInverseGivesNothing() {
    #expect(pattern.transformed(by: CGAffineTransform(scaleX: 0, y: 1)).extent.isNull)
    #expect(pattern.transformed(by: CGAffineTransform(translationX: .nan, y: 0)).extent.isNull)
    #expect(pattern.transformed(by: CGAffineTransform(translationX: .infinity, y: 0)).extent.isNull)
  }

  @Test func clampingRepeatsTheEdges() {
    let clamped = pattern.clampedToExtent()
    #expect(clamped.extent.isInfinite)
    let (far, picture) = (Picture(clamped, CGRect(x: -50, y: 30, width: 3, height: 3)), Picture(pattern))
    #expect(far[-50, 30] == picture[0, 19])
    let inside = Picture(clamped, pattern.extent)
    #expect(inside.pixels == picture.pixels)
  }

  @Test func compositingFollowsPorterAndDuff() {
    let image = Picture.dot(1, 0, 0, 0.5).composited(over: Picture.dot(0, 0, 1))
    #expect(Picture(image)[0, 0].distance(to: SIMD4(0.5, 0, 0.5, 1)) < 1e-6)
  }

  @Test func anUnknownFilterGivesAnEmptyImage() {
    #expect(pattern.applyingFilter("CINothing").extent.isNull)
  }

  @Test func filtersApplyByName() {
    let image = pattern.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
    #expect(Picture(image)[5, 5].x == Picture(pattern)[5, 5].x * 2)
  }

  @Test func alphaIsMultipliedAndDivided() {
    let image = Picture.dot(0.8, 0.4, 0.2, 0.5)
    #expect(Picture(image.unpremultiplyingAlpha())[0, 0].distance(to: SIMD4(0.8, 0.4, 0.2, 0.5)) < 1e-6)
    #expect(Picture(image.premultiplyingAlpha())[0, 0].distance(to: SIMD4(0.2, 0.1, 0.05, 0.5)) < 1e-6)
    let opaque = image.settingAlphaOne(in: CGRect(x: 0, y: 0, width: 2, height: 1))
    #expect(Picture(opaque)[1, 0] == SIMD4(0, 0, 0, 1))
  }

  #if ImageCodecs
    @Test func filesGiveImages() throws {
      let context = CIContext.plain
      let space = CGColorSpaceCreateDeviceRGB()
      let data = try #require(context.pngRepresentation(of: pattern, format: .RGBA8, colorSpace: space))
      let image = try #require(CIImage(data: data))
      #expect(Picture(image).pixels == Picture(pattern).pixels)
      #expect(CIImage(data: Data([1, 2, 3])) == nil)
      #expect(context.pngRepresentation(of: .red, format: .RGBA8, colorSpace: space) == nil)
    }
  #endif
}
