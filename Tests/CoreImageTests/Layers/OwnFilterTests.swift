import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// A program's own filter: the image mixed with its blur, tinted; it declares its inputs in attributes.
private final class Haze: CIFilter {
  override class func customAttributes() -> [String: Any]? {
    [
      kCIAttributeFilterDisplayName: "Haze",
      "inputImage": [kCIAttributeClass: "CIImage"],
      "inputRadius": [
        kCIAttributeClass: "NSNumber", kCIAttributeDefault: 3, kCIAttributeType: kCIAttributeTypeDistance,
      ],
      "inputColor": [
        kCIAttributeClass: "CIColor", kCIAttributeDefault: CIColor(red: 1, green: 0.5, blue: 0.25),
      ],
    ]
  }

  override var outputImage: CIImage? {
    guard let image = value(forKey: "inputImage") as? CIImage,
      let radius = value(forKey: "inputRadius") as? Double,
      let color = value(forKey: "inputColor") as? CIColor
    else { return nil }
    return image.applyingGaussianBlur(sigma: radius)
      .applyingFilter("CIWhitePointAdjust", parameters: ["inputColor": color])
      .applyingFilter("CIMix", parameters: ["inputBackgroundImage": image, "inputAmount": 0.5])
  }
}

/// A program's own transition, which keeps its values in properties.
private final class Curtain: CIFilter {
  private var image: CIImage?
  private var target: CIImage?
  private var time = 0.0
  private var extent = CIVector(x: 0)

  override var inputKeys: [String] { ["inputImage", "inputTargetImage", "inputTime", "inputExtent"] }

  override func value(forKey key: String) -> Any? {
    switch key {
    case "inputImage": image
    case "inputTargetImage": target
    case "inputTime": time
    case "inputExtent": extent
    default: super.value(forKey: key)
    }
  }

  override func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "inputImage": image = value as? CIImage
    case "inputTargetImage": target = value as? CIImage
    case "inputTime": time = (value as? NSNumber)?.doubleValue ?? 0
    case "inputExtent": extent = value as? CIVector ?? CIVector(x: 0)
    default: super.setValue(value, forKey: key)
    }
  }

  override var outputImage: CIImage? {
    guard let image, let target else { return nil }
    var part = extent.cgRectValue
    part.size.width *= CGFloat(time)
    return target.cropped(to: part).composited(over: image)
  }
}

/// A program's own composition: the difference of both, and the image where that is dark.
private final class Clash: CIFilter {
  override var inputKeys: [String] { ["inputImage", "inputBackgroundImage", "inputShare"] }

  override var outputImage: CIImage? {
    guard let image = value(forKey: "inputImage") as? CIImage,
      let background = value(forKey: "inputBackgroundImage") as? CIImage
    else { return nil }
    let share = value(forKey: "inputShare") as? Double ?? 0.5
    return image.applyingFilter("CIDifferenceBlendMode", parameters: ["inputBackgroundImage": background])
      .applyingFilter("CIMix", parameters: ["inputBackgroundImage": background, "inputAmount": share])
      .cropped(to: background.extent)
  }
}

/// A program's own filters on layers: drawn as a context draws them, from values that the layer took.
@Suite struct OwnFilterTests {
  private func haze(_ radius: Double = 3) -> Haze {
    let filter = Haze()
    filter.name = "haze"
    filter.setValue(radius, forKey: "inputRadius")
    return filter
  }

  private func expected(_ filter: CIFilter, of stage: FilteredStage) throws -> CGImage? {
    let copy = try #require(filter.copy() as? CIFilter)
    copy.setValue(try stage.picture(), forKey: "inputImage")
    return stage.stage(try #require(copy.outputImage))
  }

  @Test func inputsAreThoseOfTheAttributes() {
    let filter = Haze()
    #expect(filter.inputKeys == ["inputImage", "inputColor", "inputRadius"])
    #expect(filter.value(forKey: "inputRadius") as? Double == 3)
    filter.setValue(5, forKey: "inputRadius")
    filter.setValue("wide", forKey: "inputRadius")
    filter.setValue(1, forKey: "inputNothing")
    #expect(filter.value(forKey: "inputRadius") as? Double == 5)
    #expect(filter.value(forKey: "inputNothing") == nil)
    #expect((filter.copy() as? Haze)?.value(forKey: "inputRadius") as? Double == 5)
    filter.setDefaults()
    #expect(filter.value(forKey: "inputRadius") as? Double == 3)
    #expect(filter.outputImage == nil)
  }

  @Test(arguments: [OfflineRenderer.Origin.bottomLeft, .topLeft])
  func layersDrawThem(origin: OfflineRenderer.Origin) throws {
    let stage = FilteredStage(origin: origin)
    let filter = haze()
    stage.layer.filters = [filter]
    #expect(difference(try stage.drawn(), try expected(filter, of: stage)) <= 1)
    #expect(difference(try stage.drawn(), stage.stage(try stage.picture())) > 20)
  }

  @Test func lengthsArePoints() throws {
    let stage = FilteredStage(scale: 2)
    stage.layer.filters = [haze()]
    #expect(difference(try stage.drawn(), try expected(haze(6), of: stage)) <= 1)
  }

  @Test("a context shows what a host shows") func contextsDrawThem() throws {
    let stage = FilteredStage()
    stage.layer.filters = [haze()]
    let context = try #require(
      CGContext(
        data: nil,
        width: Int(FilteredStage.size.width),
        height: Int(FilteredStage.size.height),
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    stage.root.render(in: context)
    #expect(difference(context.makeImage(), try stage.drawn()) == 0)
  }

  @Test func layersTakeTheirValues() throws {
    let stage = FilteredStage()
    let filter = haze()
    stage.layer.filters = [filter]
    let before = try stage.drawn()
    filter.setValue(9, forKey: "inputRadius")
    #expect(difference(try stage.drawn(), before) == 0)
    stage.layer.setValue(6, forKeyPath: "filters.haze.inputRadius")
    #expect(stage.layer.value(forKeyPath: "filters.haze.inputRadius") as? Double == 6)
    #expect(difference(try stage.drawn(), try expected(haze(6), of: stage)) <= 1)
  }

  @Test func theirInputsAnimate() throws {
    let stage = FilteredStage()
    stage.layer.filters = [haze()]
    let renderer = OfflineRenderer(layer: stage.root, size: FilteredStage.size, origin: .bottomLeft)
    renderer.change(at: 0) {
      let animation = CABasicAnimation(keyPath: "filters.haze.inputRadius")
      (animation.fromValue, animation.toValue, animation.duration) = (2, 6, 2)
      stage.layer.add(animation, forKey: nil)
    }
    let middle = try renderer.image(at: 1)
    var shown: Haze?
    renderer.change(at: 1) { shown = stage.layer.presentation()?.filters?.first as? Haze }
    #expect(shown?.value(forKey: "inputRadius") as? Double == 4)
    stage.layer.removeAllAnimations()
    #expect(difference(middle, try expected(haze(4), of: stage)) <= 1)
  }

  @Test func backdropsAreFilteredByThem() throws {
    let stage = FilteredStage()
    let glass = CALayer()
    glass.frame = CGRect(x: 30, y: 34, width: 20, height: 16)
    (glass.masksToBounds, glass.backgroundFilters) = (true, [haze(0)])
    let before = Picture(CIImage(cgImage: try stage.drawn()))
    stage.root.addSublayer(glass)
    let after = Picture(CIImage(cgImage: try stage.drawn()))
    // Half of the colour's factors, and nothing outside of the glass.
    let (p, q) = (before[40, 42], after[40, 42])
    let factors = SIMD4<Float>(1, 0.75, 0.625, 1)
    #expect(q.distance(to: p * factors) < 2.5 / 255)
    #expect(after[25, 30] == before[25, 30])
  }

  @Test(arguments: [0.25, 0.5, 0.75]) func theyAreTransitions(progress: Double) throws {
    let stage = FilteredStage()
    let old = try stage.picture()
    let other = Picture.image(48, 40) { x, y in SIMD4(UInt8(x * 5), UInt8(255 - y * 6), 40, 255) }
    let renderer = OfflineRenderer(layer: stage.root, size: FilteredStage.size, origin: .bottomLeft)
    renderer.change(at: 1) {
      CATransaction.setDisableActions(true)
      let transition = CATransition()
      (transition.duration, transition.filter) = (1, Curtain())
      transition.timingFunction = CAMediaTimingFunction(name: .linear)
      stage.layer.contents = other.cgImage
      stage.layer.add(transition, forKey: nil)
    }
    let drawn = try renderer.image(at: 1 + progress)
    let curtain = Curtain()
    curtain.setValue(old, forKey: "inputImage")
    curtain.setValue(other, forKey: "inputTargetImage")
    curtain.setValue(NSNumber(value: progress), forKey: "inputTime")
    curtain.setValue(CIVector(cgRect: stage.bounds), forKey: "inputExtent")
    #expect(difference(drawn, stage.stage(try #require(curtain.outputImage))) <= 1)
  }

  /// A stage with something behind the layer, and both pictures.
  private func stageOverAnother() throws -> (stage: FilteredStage, source: CIImage, backdrop: CIImage) {
    let stage = FilteredStage()
    let behind = CALayer()
    behind.frame = stage.root.bounds
    behind.contents = FilteredStage.picture(96, 88)
    stage.root.insertSublayer(behind, at: 0)
    stage.layer.isHidden = true
    let backdrop = CIImage(cgImage: try stage.drawn())
    (behind.isHidden, stage.layer.isHidden) = (true, false)
    let source = CIImage(cgImage: try stage.drawn())
    behind.isHidden = false
    return (stage, source, backdrop)
  }

  @Test(arguments: [1, 0.5] as [Float]) func theyCompositeLayers(opacity: Float) throws {
    let (stage, source, backdrop) = try stageOverAnother()
    let filter = Clash()
    filter.name = "clash"
    filter.setValue(0.25, forKey: "inputShare")
    stage.layer.compositingFilter = filter
    stage.layer.opacity = opacity
    let drawn = Picture(CIImage(cgImage: try stage.drawn()))
    filter.setValue(source, forKey: "inputImage")
    filter.setValue(backdrop, forKey: "inputBackgroundImage")
    let (whole, below) = (Picture(try #require(filter.outputImage), backdrop.extent), Picture(backdrop))
    var greatest: Float = 0
    for y in 0..<88 {
      for x in 0..<96 {
        let isInside = FilteredStage.frame.contains(CGPoint(x: x, y: y))
        let expected = isInside ? below[x, y] + (whole[x, y] - below[x, y]) * opacity : below[x, y]
        greatest = max(greatest, drawn[x, y].distance(to: expected))
      }
    }
    #expect(greatest < 2.01 / 255)
    stage.layer.setValue(1, forKeyPath: "compositingFilter.inputShare")
    #expect(difference(Picture(CIImage(cgImage: try stage.drawn())), drawn) > 0.1)
  }

  /// A layer with filters and a mask is composited as it is after them; a history shows each moment.
  @Test func finishedPicturesAreComposited() throws {
    func tree() throws -> CALayer {
      let (stage, _, _) = try stageOverAnother()
      let mask = CALayer()
      mask.frame = CGRect(x: 4, y: 4, width: 30, height: 30)
      mask.backgroundColor = CGColor(gray: 0, alpha: 1)
      (stage.layer.mask, stage.layer.filters) = (mask, CIFilter(name: "CIColorInvert").map { [$0] })
      stage.layer.compositingFilter = Clash()
      let move = CABasicAnimation(keyPath: "position.x")
      (move.fromValue, move.toValue, move.duration) = (40, 60, 1)
      stage.layer.add(move, forKey: nil)
      return stage.root
    }
    func renderer() throws -> OfflineRenderer {
      OfflineRenderer(layer: try tree(), size: FilteredStage.size, origin: .bottomLeft)
    }
    let history = try renderer()
    for time in [0, 0.25, 0.5, 1] {
      let shown = try history.image(at: time)
      #expect(difference(shown, try renderer().image(at: time)) == 0)
      let colors = Set(Picture(CIImage(cgImage: shown)).pixels.map { $0.x })
      #expect(colors.count > 20)
    }
  }

  @Test func archivesHoldTheirValues() throws {
    let filter = haze(7)
    filter.isEnabled = false
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    filter.encode(with: archiver)
    archiver.finishEncoding()
    let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    let read = try #require(Haze(coder: reader))
    #expect(read.value(forKey: "inputRadius") as? Double == 7)
    #expect(read.name == "haze")
    #expect(!read.isEnabled)
  }

  /// A filter without an image, and one without inputs, leave the picture as it is.
  @Test func filtersWithoutAnImageLeaveThePicture() throws {
    final class Nothing: CIFilter {}
    let stage = FilteredStage()
    let plain = try stage.drawn()
    stage.layer.filters = [Nothing()]
    #expect(difference(try stage.drawn(), plain) == 0)
    stage.layer.filters = [Curtain()]
    #expect(difference(try stage.drawn(), plain) == 0)
  }
}
