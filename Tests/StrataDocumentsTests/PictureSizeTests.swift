import CoreGraphics
import Foundation
import QuartzCore
import StrataDocuments
import StrataRenderServer
import Testing

@Suite struct PictureSizeTests {
  /// 126 2/3 points at three pixels each are 380 pixels, however many digits of the thirds are written.
  @Test func aSizeWrittenWithSomeDigitsMakesNoPixelOfTheRest() {
    let layer = CALayer()
    let size = CGSize(width: 126.666666666667, height: 112.666666666667)
    let renderer = OfflineRenderer(layer: layer, size: size, scale: 3, threads: 1)
    #expect(renderer.pixelWidth == 380 && renderer.pixelHeight == 338)
    let half = OfflineRenderer(layer: layer, size: CGSize(width: 10.5, height: 10), scale: 1, threads: 1)
    #expect(half.pixelWidth == 11 && half.pixelHeight == 10)
  }
}
