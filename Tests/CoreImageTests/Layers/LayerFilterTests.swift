import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Filters of Core Image on layers: what is drawn, where, and what key paths, animations and archives do with them.
@Suite struct LayerFilterTests {
  /// The filters that need no other image than the layer's.
  static let single = CIFilter.filterNames(inCategory: nil).filter { name in
    guard let filter = CIFilter(name: name) else { return false }
    let images = filter.inputKeys.filter {
      (filter.attributes[$0] as? [String: Any])?[kCIAttributeClass] as? String == "CIImage"
    }
    return images == [kCIInputImageKey]
  }

  /// The picture that a filter makes of a stage's layer: its output, cut at the bounds if it is endless.
  static func expected(_ filter: CIFilter, of stage: FilteredStage) throws -> CGImage? {
    filter.setValue(try stage.picture(), forKey: kCIInputImageKey)
    // A filter that makes nothing leaves the picture.
    guard let output = filter.outputImage else { return stage.stage(try stage.picture()) }
    return stage.stage(output.extent.isInfinite ? output.cropped(to: stage.bounds) : output)
  }

  /// Compares what a layer draws with the expected picture: to a level, but for the Gaussian, which the compositor draws by
  /// three boxes; it differs at sharp edges, and in the mean by about a level.
  private static func check(_ name: String, _ drawn: CGImage, _ expected: CGImage?) {
    guard name == "CIGaussianBlur" else {
      #expect(difference(drawn, expected) <= 1)
      return
    }
    #expect(difference(drawn, expected) <= 12)
    #expect(meanDifference(drawn, expected) < 1.25)
  }

  @Test(arguments: single, [OfflineRenderer.Origin.bottomLeft, .topLeft])
  func aLayersFilterIsThatOfItsPicture(name: String, origin: OfflineRenderer.Origin) throws {
    let stage = FilteredStage(origin: origin)
    let filter = try #require(CIFilter(name: name))
    filter.fit()
    stage.layer.filters = [filter]
    let drawn = try stage.drawn()
    let expected = try Self.expected(filter.copy() as? CIFilter ?? filter, of: stage)
    Self.check(name, drawn, expected)
  }

  /// Lengths and places are points, so that a picture of twice the pixels shows the same.
  @Test(arguments: [
    "CIBoxBlur", "CIGaussianBlur", "CIMotionBlur", "CITwirlDistortion", "CIPixellate", "CIAffineTransform",
    "CIMorphologyRectangleMaximum", "CICrop", "CIPerspectiveTransform", "CIVignetteEffect", "CIToneCurve",
  ])
  func lengthsArePoints(name: String) throws {
    let stage = FilteredStage(scale: 2)
    let filter = try #require(CIFilter(name: name))
    filter.fit()
    stage.layer.filters = [filter]
    let drawn = try stage.drawn()
    let double = try #require(CIFilter(name: name))
    double.fit(2)
    for key in ["inputWidth", "inputHeight"] where name.hasPrefix("CIMorphology") {
      double.setValue(10, forKey: key)
    }
    Self.check(name, drawn, try Self.expected(double, of: stage))
  }

  @Test func turnedLayersAreFilteredInTheirOwnPlane() throws {
    let stage = FilteredStage()
    stage.layer.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 2))
    let crop = try #require(CIFilter(name: "CICrop"))
    crop.setValue(CIVector(x: 0, y: 0, z: 24, w: 40), forKey: "inputRectangle")
    stage.layer.contents = nil
    stage.layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    stage.layer.filters = [crop]
    let drawn = CIImage(cgImage: try stage.drawn())
    let picture = Picture(drawn)
    // A quarter turn to the left carries the left half of the layer to the lower half of the place.
    #expect(picture[44, 34] == SIMD4(1, 0, 0, 1))
    #expect(picture[44, 54] == SIMD4(0, 0, 0, 0))
  }

  @Test func filtersFollowEachOther() throws {
    let stage = FilteredStage()
    let first = try #require(CIFilter(name: "CIPixellate"))
    first.fit()
    let second = try #require(CIFilter(name: "CIColorInvert"))
    let third = try #require(CIFilter(name: "CITwirlDistortion"))
    third.fit()
    stage.layer.filters = [first, second, third]
    let drawn = try stage.drawn()
    var image = try stage.picture()
    for filter in [first, second, third] {
      filter.setValue(image, forKey: kCIInputImageKey)
      image = try #require(filter.outputImage)
    }
    #expect(difference(drawn, stage.stage(image)) <= 2)
    second.isEnabled = false
    stage.layer.filters = [second]
    #expect(difference(try stage.drawn(), stage.stage(try stage.picture())) == 0)
  }

  @Test func otherImagesLieAtTheLayersOrigin() throws {
    let stage = FilteredStage()
    let filter = try #require(CIFilter(name: "CIBlendWithMask"))
    let mask = CIImage.white.cropped(to: CGRect(x: 0, y: 0, width: 10, height: 12))
    filter.setValue(mask, forKey: kCIInputMaskImageKey)
    stage.layer.filters = [filter]
    let shown = Picture(CIImage(cgImage: try stage.drawn()))
    let whole = Picture(CIImage(cgImage: try #require(stage.stage(try stage.picture()))))
    #expect(shown[24, 30] == whole[24, 30])
    #expect(shown[20 + 11, 30] == .zero)
    #expect(shown[24, 24 + 13] == .zero)
  }

  @Test func aFilterWithoutAnImageThatItNeedsLeavesThePicture() throws {
    let stage = FilteredStage()
    stage.layer.filters = [try #require(CIFilter(name: "CIColorMap"))]
    #expect(difference(try stage.drawn(), stage.stage(try stage.picture())) == 0)
  }

  /// A change of the object itself has no effect: the layer took its values.
  @Test func layersTakeValues() throws {
    let stage = FilteredStage()
    let filter = try #require(CIFilter(name: "CIPixellate"))
    filter.fit()
    stage.layer.filters = [filter]
    let renderer = OfflineRenderer(layer: stage.root, size: FilteredStage.size)
    let before = try renderer.image(at: 0)
    filter.setValue(20, forKey: kCIInputScaleKey)
    #expect(difference(try renderer.image(at: 1), before) == 0)
  }

  /// Layers with senseless numbers draw something in bounded memory.
  @Test(arguments: [0, -1, 1e9, 1e300, Double.nan] as [Double])
  func senselessNumbersAreBounded(value: Double) throws {
    for name in [
      "CITwirlDistortion", "CIAffineTile", "CIBoxBlur", "CIPixellate", "CIStripesGenerator", "CIZoomBlur",
    ] {
      let stage = FilteredStage()
      let filter = try #require(CIFilter(name: name))
      for key in filter.inputKeys {
        filter.setValue(value, forKey: key)
        filter.setValue(CIVector(x: value, y: -value), forKey: key)
      }
      stage.layer.filters = [filter, filter]
      if value.isFinite, abs(value) < 1e200 { stage.layer.bounds.origin.x = value }
      stage.layer.setAffineTransform(CGAffineTransform(scaleX: value == 1e9 ? 1e5 : 1.5, y: 1))
      _ = try stage.drawn()
    }
  }
}
