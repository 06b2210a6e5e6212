import CoreGraphics
import CoreImage
import Foundation
import Testing

/// What transitions show in between: bars, holes, folds, rings and a page.
@Suite struct TransitionShapeTests {
  private let area = CGRect(x: 0, y: 0, width: 120, height: 80)
  private let red = SIMD4<Float>(1, 0, 0, 1)
  private let blue = SIMD4<Float>(0, 0, 1, 1)

  private func shown(_ name: String, _ time: Double, _ values: [String: Any] = [:]) throws -> Picture {
    let filter = try #require(CIFilter(name: name))
    filter.setValue(CIImage.red.cropped(to: area), forKey: kCIInputImageKey)
    filter.setValue(CIImage.blue.cropped(to: area), forKey: kCIInputTargetImageKey)
    filter.setValue(time, forKey: kCIInputTimeKey)
    if filter.inputKeys.contains("inputExtent") {
      filter.setValue(CIVector(cgRect: area), forKey: "inputExtent")
    }
    for (key, value) in values { filter.setValue(value, forKey: key) }
    return Picture(try #require(filter.outputImage), area)
  }

  /// With angle 0 bars leave to the right; the first one is ahead by the offsets of all others.
  @Test func barsLeaveOneAfterTheOther() throws {
    let values: [String: Any] = ["inputAngle": 0, "inputWidth": 20, "inputBarOffset": 10]
    let picture = try shown("CIBarsSwipeTransition", 0.5, values)
    // Four bars travel 120 and three offsets of 10: at half time the first one has gone 75.
    for (row, moved) in [(10, 75), (30, 65), (50, 55), (70, 45)] {
      #expect(picture[moved - 2, row] == blue)
      #expect(picture[moved + 1, row] == red)
    }
  }

  @Test func aFlashCoversBothPicturesWithItsColour() throws {
    let values: [String: Any] = ["inputCenter": CIVector(x: 60, y: 40)]
    let picture = try shown("CIFlashTransition", 0.5, values)
    #expect(picture[60, 40].distance(to: SIMD4(1, 0.8, 0.6, 1)) < 1e-5)
    let early = try shown("CIFlashTransition", 0.02, values)
    #expect(early[1, 1].distance(to: red) < 0.05)
  }

  @Test func holesOfTheTargetGrow() throws {
    let values: [String: Any] = ["inputRadius": 30, "inputCenter": CIVector(x: 60, y: 40)]
    var last = 0
    for time in [0.2, 0.4, 0.6, 0.8] {
      let holes = try shown("CIModTransition", time, values).pixels.count { $0 == blue }
      #expect(holes > last)
      last = holes
    }
    #expect(last < 120 * 80)
    // The deepest place opens first.
    #expect(try shown("CIModTransition", 0.2, values)[60, 40] == blue)
  }

  @Test func whatTheMaskLeavesThrowsAShadow() throws {
    let mask = Picture.image(120, 80) { x, _ in
      let level: UInt8 = x < 60 ? 0 : 255
      return SIMD4(level, level, level, 255)
    }
    let values: [String: Any] = [
      "inputMaskImage": mask, "inputShadowOffset": CIVector(x: -6, y: 0), "inputShadowRadius": 0,
      "inputShadowDensity": 0.5,
    ]
    let picture = try shown("CIDisintegrateWithMaskTransition", 0.5, values)
    #expect(picture[80, 40] == red)
    #expect(picture[20, 40] == blue)
    #expect(picture[56, 40].distance(to: SIMD4(0, 0, 0.5, 1)) < 1e-5)
    let noMask = try #require(CIFilter(name: "CIDisintegrateWithMaskTransition"))
    noMask.setValue(CIImage.red, forKey: kCIInputImageKey)
    noMask.setValue(CIImage.blue, forKey: kCIInputTargetImageKey)
    #expect(noMask.outputImage == nil)
  }

  @Test func aRingRunsOutward() throws {
    let values: [String: Any] = ["inputCenter": CIVector(x: 60, y: 40), "inputWidth": 20, "inputScale": 10]
    let picture = try shown("CIRippleTransition", 0.5, values)
    #expect(picture[60, 40] == blue)
    #expect(picture[2, 2] == red)
    // Half way from the middle of the farthest corner and the ring's own width: 46 pixels out, and 26 inwards.
    #expect(picture[60 + 22, 40] == blue)
    #expect(picture[60 + 50, 40] == red)
  }

  @Test func foldsChangeTheHeight() throws {
    let filter = try #require(CIFilter(name: "CIAccordionFoldTransition"))
    filter.setValue(CIImage.red.cropped(to: area), forKey: kCIInputImageKey)
    let low = CGRect(x: 0, y: 0, width: 120, height: 40)
    filter.setValue(CIImage.blue.cropped(to: low), forKey: kCIInputTargetImageKey)
    filter.setValue(0.5, forKey: kCIInputTimeKey)
    filter.setValue(10, forKey: "inputBottomHeight")
    filter.setValue(1, forKey: "inputFoldShadowAmount")
    let image = try #require(filter.outputImage)
    #expect(image.extent == CGRect(x: 0, y: 0, width: 120, height: 60))
    let picture = Picture(image)
    #expect(picture[60, 4].distance(to: SIMD4(0.5, 0, 0.5, 1)) < 1e-5)
    // The far side of each of the three folds is in shadow, most at the crease.
    let lights = (10..<58).map { picture[60, $0].x }
    #expect(lights.min() ?? 1 < 0.1)
    #expect(lights.count { abs($0 - 0.5) < 1e-5 } >= 20)
  }

  @Test(arguments: ["CIPageCurlTransition", "CIPageCurlWithShadowTransition"])
  func aPageRollsOff(name: String) throws {
    let back = CIImage.green.cropped(to: area)
    let values: [String: Any] = ["inputBacksideImage": back, "inputRadius": 10, "inputAngle": 0]
    let picture = try shown(name, 0.5, values)
    let row = (0..<120).map { picture[$0, 40] }
    // From the left: the target, the back of the page on the roll, and the page that still lies.
    let (uncovered, curled) = (row.firstIndex { $0.y > 0.3 } ?? 0, row.lastIndex { $0.y > 0.3 } ?? 0)
    #expect(uncovered > 30)
    #expect(row[0] == blue)
    #expect(row[119] == red)
    // The page's free part, less half a turn of the roll, lies back over itself.
    #expect(curled > uncovered + 10)
    #expect(row[curled + 2] == red)
  }
}
