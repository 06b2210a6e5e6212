import Testing
import UIKit

/// This file imports UIKit alone, and knows what programs expect of that.
@Suite struct ModuleTests {
  @Test func theModuleBringsImagesAndFiltersAlong() {
    let blur = CIFilter.gaussianBlur()
    blur.inputImage = CIImage(color: CIColor(red: 1, green: 0, blue: 0))
      .cropped(to: CGRect(x: 0, y: 0, width: 4, height: 4))
    blur.radius = 1
    #expect(blur.outputImage.map { $0.extent.width > 4 } == true)
    let layer = CALayer()
    layer.filters = [blur]
    #expect(layer.filters?.count == 1)
  }
}
