import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Filters of Core Image as those of transitions, of backdrops, and of the composition of a layer.
@Suite struct LayerTransitionTests {
  private func other() -> CGImage? {
    Picture.image(48, 40) { x, y in SIMD4(UInt8(x * 5), UInt8(255 - y * 6), UInt8(x * y % 256), 255) }.cgImage
  }

  @Test(
    "rendering TN-7: old picture, new picture, progress and bounds",
    arguments: CIFilter.filterNames(inCategory: kCICategoryTransition),
    [0.25, 0.5, 0.75]
  )
  func transitions(name: String, progress: Double) throws {
    let stage = FilteredStage()
    let filter = try #require(CIFilter(name: name))
    filter.fit()
    let mask = Picture.ramp.transformed(by: CGAffineTransform(scaleX: 2, y: 2))
    if filter.inputKeys.contains(kCIInputMaskImageKey) { filter.setValue(mask, forKey: kCIInputMaskImageKey) }
    let old = try stage.picture()
    let renderer = OfflineRenderer(layer: stage.root, size: FilteredStage.size, origin: .bottomLeft)
    renderer.change(at: 1) {
      CATransaction.setDisableActions(true)
      let transition = CATransition()
      (transition.duration, transition.filter) = (1, filter)
      transition.timingFunction = CAMediaTimingFunction(name: .linear)
      stage.layer.contents = other()
      stage.layer.add(transition, forKey: nil)
    }
    let drawn = try renderer.image(at: 1 + progress)
    let expected = try #require(CIFilter(name: name))
    expected.fit()
    expected.setValue(old, forKey: kCIInputImageKey)
    expected.setValue(CIImage(cgImage: try #require(other())), forKey: kCIInputTargetImageKey)
    expected.setValue(progress, forKey: kCIInputTimeKey)
    if expected.inputKeys.contains(kCIInputMaskImageKey) {
      expected.setValue(mask, forKey: kCIInputMaskImageKey)
    }
    if expected.inputKeys.contains(kCIInputExtentKey) {
      expected.setValue(CIVector(cgRect: stage.bounds), forKey: kCIInputExtentKey)
    }
    #expect(difference(drawn, stage.stage(try #require(expected.outputImage))) <= 1)
  }

  @Test("rendering R-40: the backdrop inside of the layer's bounds")
  func backdrops() throws {
    let stage = FilteredStage()
    let glass = CALayer()
    glass.frame = CGRect(x: 30, y: 34, width: 20, height: 16)
    glass.masksToBounds = true
    let mosaic = try #require(CIFilter(name: "CIPixellate"))
    (mosaic.name) = "mosaic"
    mosaic.setValue(CIVector(x: 0, y: 0), forKey: kCIInputCenterKey)
    mosaic.setValue(4, forKey: kCIInputScaleKey)
    glass.backgroundFilters = [mosaic]
    let whole = CIImage(cgImage: try stage.drawn())
    stage.root.addSublayer(glass)
    let shown = Picture(CIImage(cgImage: try stage.drawn()))
    let place = CGRect(x: 30, y: 34, width: 20, height: 16)
    mosaic.setValue(
      whole.cropped(to: place).transformed(by: CGAffineTransform(translationX: -30, y: -34)),
      forKey: kCIInputImageKey
    )
    let inside = Picture(
      try #require(mosaic.outputImage).transformed(by: CGAffineTransform(translationX: 30, y: 34)),
      place
    )
    let outside = Picture(whole)
    var greatest: Float = 0
    for y in 0..<88 {
      for x in 0..<96 {
        let expected = place.contains(CGPoint(x: x, y: y)) ? inside[x, y] : outside[x, y]
        greatest = max(greatest, shown[x, y].distance(to: expected))
      }
    }
    #expect(greatest <= 1.01 / 255)
    glass.setValue(8, forKeyPath: "backgroundFilters.mosaic.inputScale")
    #expect(difference(Picture(CIImage(cgImage: try stage.drawn())), shown) > 0.02)
  }

  /// Over an opaque backdrop the compositor's modes are those of Core Image, but for a product that it takes for the blend
  /// mode of that name.
  @Test(
    "rendering R-41, R-44: a compositing filter is found by its name",
    arguments: CIFilter.filterNames(inCategory: kCICategoryCompositeOperation)
      .filter { $0 != "CIMultiplyCompositing" }
  )
  func composites(name: String) throws {
    let stage = FilteredStage()
    let behind = CALayer()
    behind.frame = stage.root.bounds
    behind.contents = other()
    let filter = try #require(CIFilter(name: name))
    stage.root.insertSublayer(behind, at: 0)
    stage.layer.isHidden = true
    let backdrop = CIImage(cgImage: try stage.drawn())
    behind.isHidden = true
    stage.layer.isHidden = false
    let source = CIImage(cgImage: try stage.drawn())
    behind.isHidden = false
    stage.layer.compositingFilter = filter
    let drawn = Picture(CIImage(cgImage: try stage.drawn()), FilteredStage.frame)
    filter.setValue(source, forKey: kCIInputImageKey)
    filter.setValue(backdrop, forKey: kCIInputBackgroundImageKey)
    var expected = Picture(try #require(filter.outputImage), FilteredStage.frame)
    expected.pixels = expected.pixels.map { $0.clamped(lowerBound: .zero, upperBound: .one) }
    #expect(difference(drawn, expected) <= 2.01 / 255)
  }
}
