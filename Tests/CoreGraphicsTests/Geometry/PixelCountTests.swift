import CoreGraphics
import Foundation
import Testing

@Suite struct PixelCountTests {
  @Test("A length of whole pixels takes as many, at every scale that desktops have")
  func wholePixelsStayWhole() {
    for number in 60...480 {
      let scale = CGFloat(number) / 120
      for count in 1...2000 {
        let length = CGFloat(count) / scale
        guard PixelCount.covering(length, scale: scale) == count,
          PixelCount.within(length * scale) == count
        else {
          Issue.record("\(length) points at the scale \(scale) are \(length * scale) pixels")
          return
        }
      }
    }
  }

  @Test("A product takes no pixel more than the exact one", arguments: [1.1, 1.15, 1.4, 7 / 6.0, 5 / 3.0])
  func productsAreExact(_ scale: CGFloat) {
    // All of these scales are multiples of a sixtieth.
    let sixtieths = Int((scale * 60).rounded())
    for points in 1...2000 {
      let exact = (points * sixtieths + 59) / 60
      #expect(PixelCount.covering(CGFloat(points), scale: scale) == exact, "\(points) points")
    }
  }

  @Test func partsOfPixelsCountOrNot() {
    #expect(PixelCount.covering(33.3, scale: 2) == 67)
    #expect(PixelCount.covering(0.001) == 1)
    #expect(PixelCount.within(66.6) == 66)
    #expect(PixelCount.within(100 * 1.15) == 115)
  }

  @Test(arguments: [0, -3, -.infinity, .infinity, .nan] as [CGFloat])
  func senselessLengthsHaveNoPixels(_ length: CGFloat) {
    #expect(PixelCount.covering(length, scale: 2) == 0)
    #expect(PixelCount.within(length) == 0)
    #expect(PixelCount.covering(1e300) == 1_000_000_000)
  }
}
