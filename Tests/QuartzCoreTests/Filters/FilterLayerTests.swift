import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Synchronization
import Testing

private func shown(_ layer: CALayer, _ x: Int, _ y: Int, at time: Double = 0) throws -> [UInt8] {
  let renderer = OfflineRenderer(layer: layer, size: layer.bounds.size)
  return try pixel(renderer, at: time, x, y)
}

/// True if bytes differ by one level at most, as halves round either way.
private func isNear(_ a: [UInt8], _ b: [UInt8]) -> Bool {
  zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
}

/// The colour of each pixel is its place in the layer.
private struct Places: PixelFilter {
  func filter(_ source: FilterPicture, into result: inout FilterPicture, _ inputs: FilterInputs) {
    for y in 0..<result.height {
      for x in 0..<result.width {
        let p = source.point(atX: Double(x) + 0.5, y: Double(y) + 0.5)
        let back = source.place(of: p)
        let isSame = abs(back.x - Double(x) - 0.5) < 1e-6 && abs(back.y - Double(y) - 0.5) < 1e-6
        result[x, y] = SIMD4(Float(p.x) / 100, Float(p.y) / 100, isSame ? 1 : 0, 1)
      }
    }
  }
}

/// Writes straight colours, which are above alpha, as bytes.
private struct StraightBytes: PixelFilter {
  func filter(_ source: FilterPicture, into result: inout FilterPicture, _ inputs: FilterInputs) {
    result.withUnsafeMutableBytes { bytes in
      for i in bytes.indices { bytes[i] = [255, 32, 255, 64][i % 4] }
    }
  }
}

@Suite struct FilterLayerTests {
  private let grey = CGColor(srgbRed: 0.5, green: 0.5, blue: 0.5, alpha: 1)

  private func filtered(_ type: String, _ inputs: [String: Any] = [:], _ color: CGColor? = nil) -> CALayer {
    let layer = box(0, 0, 20, 20, color ?? grey)
    let filter = CAFilter(type: type)
    for (key, value) in inputs { filter.setValue(value, forKey: key) }
    layer.filters = [filter]
    return layer
  }

  /// Rendering.
  @Test func colourFilters() throws {
    let half: UInt8 = 128
    #expect(try shown(filtered("colorInvert", [:], red), 5, 5) == [0, 255, 255, 255])
    #expect(try shown(filtered("colorSaturate", ["inputAmount": 0], red), 5, 5) == [54, 54, 54, 255])
    #expect(isNear(try shown(filtered("colorBrightness", ["inputAmount": -0.5]), 5, 5), [0, 0, 0, 255]))
    #expect(try shown(filtered("colorAdd", ["inputColor": blue]), 5, 5) == [half, half, 255, 255])
    #expect(try shown(filtered("colorSubtract", ["inputColor": blue]), 5, 5) == [half, half, 0, 255])
    #expect(try shown(filtered("luminanceToAlpha", [:], green), 5, 5) == [0, 0, 0, 182])
    #expect(try shown(filtered("CIColorInvert", [:], red), 5, 5) == [0, 255, 255, 255])
    // A turn by half a circle of red: the matrix of the W3C's effects, its coefficients rounded to three digits.
    let turned = try shown(filtered("colorHueRotate", ["inputAngle": Double.pi], red), 5, 5)
    #expect(turned == [0, 109, 109, 255])
  }

  /// Rendering R-43: a filter that is unknown or disabled does nothing.
  @Test func unknownAndDisabledFiltersAreSkipped() throws {
    #expect(try shown(filtered("noSuchFilter", [:], red), 5, 5) == [255, 0, 0, 255])
    #expect(try shown(filtered("colorInvert", ["enabled": false], red), 5, 5) == [255, 0, 0, 255])
  }

  @Test func bloomVignettePixellationAndShadow() throws {
    #expect(
      try shown(filtered("bloom", ["inputRadius": 0, "inputIntensity": 1]), 5, 5) == [192, 192, 192, 255]
    )
    let dark = filtered("CIVignette", ["inputIntensity": 1], CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1))
    #expect(try shown(dark, 10, 10)[0] > 250)
    #expect(try shown(dark, 0, 0)[0] < 30)

    let board = box(0, 0, 20, 20, CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1))
    board.addSublayer(box(0, 0, 10, 20, CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)))
    let squares = CAFilter(type: "CIPixellate")
    squares.setValue(CGPoint(x: 5, y: 0), forKey: "inputCenter")
    squares.setValue(10, forKey: "inputScale")
    board.filters = [squares]
    // Half of the middle squares is white; the outer ones lie half outside of the layer.
    #expect(isNear(try shown(board, 7, 3), [128, 128, 128, 255]))
    #expect(isNear(try shown(board, 2, 3), [128, 128, 128, 128]))

    let root = box(0, 0, 40, 40)
    let lifted = filtered("dropShadow", ["inputOffset": CGSize(width: 4, height: 8), "inputRadius": 0])
    lifted.position = CGPoint(x: 10, y: 10)
    root.addSublayer(lifted)
    #expect(try shown(root, 12, 36) == [0, 0, 0, 0] && shown(root, 14, 36) == [0, 0, 0, 255])
    #expect(try shown(root, 33, 37) == [0, 0, 0, 255] && shown(root, 12, 12) == [128, 128, 128, 255])
  }

  /// Rendering R-42: inputs are changed and animated by the filter's name.
  @Test func inputsAnimateByKeyPath() throws {
    let layer = filtered("colorBrightness", ["name": "light", "inputAmount": 0])
    let animation = CABasicAnimation(keyPath: "filters.light.inputAmount")
    (animation.fromValue, animation.toValue, animation.duration) = (-0.5, 0.5, 2)
    layer.add(animation, forKey: nil)
    let renderer = OfflineRenderer(layer: layer, size: layer.bounds.size)
    #expect(isNear(try pixel(renderer, at: 0, 3, 3), [0, 0, 0, 255]))
    #expect(try pixel(renderer, at: 1, 3, 3) == [128, 128, 128, 255])
    #expect(isNear(try pixel(renderer, at: 1.5, 3, 3), [191, 191, 191, 255]))
  }

  /// Animation A-9: inputs of all filters of a layer move by themselves; another filter is a transition.
  @Test(arguments: ["filters", "backgroundFilters", "compositingFilter"])
  func inputsAnimateImplicitly(key: String) {
    let layer = box(0, 0, 20, 20, grey)
    let filter = CAFilter(type: "gaussianBlur")
    filter.name = "blur"
    filter.setValue(2.0, forKey: "inputRadius")
    layer.setValue(key == "compositingFilter" ? filter : [filter], forKey: key)
    let renderer = OfflineRenderer(layer: layer, size: layer.bounds.size)
    let path = key == "compositingFilter" ? "compositingFilter.inputRadius" : "\(key).blur.inputRadius"
    renderer.change(at: 1) {
      CATransaction.setAnimationDuration(1)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer.setValue(10.0, forKeyPath: path)
    }
    #expect(layer.animationKeys() == [key])
    renderer.change(at: 1.25) {
      let radius = layer.presentation()?.value(forKeyPath: path) as? Double
      #expect(radius.map { abs($0 - 4) < 1e-6 } == true)
    }
    renderer.play(until: 3)
    renderer.change(at: 4) {
      let other = CAFilter(type: "colorInvert")
      layer.setValue(key == "compositingFilter" ? other : [other], forKey: key)
    }
    #expect(layer.animationKeys() == [key == "filters" ? "filters" : "transition"])
  }

  @Test(arguments: ["backgroundFilters", "compositingFilter"])
  func inputsOfAllFiltersAnimateByKeyPath(key: String) {
    let layer = box(0, 0, 20, 20, grey)
    let filter = CAFilter(type: "gaussianBlur")
    filter.name = "blur"
    filter.setValue(2.0, forKey: "inputRadius")
    layer.setValue(key == "compositingFilter" ? filter : [filter], forKey: key)
    let path = key == "compositingFilter" ? "compositingFilter.inputRadius" : "\(key).blur.inputRadius"
    let animation = CABasicAnimation(keyPath: path)
    (animation.fromValue, animation.toValue, animation.duration) = (0, 8, 1)
    layer.add(animation, forKey: nil)
    let renderer = OfflineRenderer(layer: layer, size: layer.bounds.size)
    renderer.change(at: 0.25) {
      #expect(layer.presentation()?.value(forKeyPath: path) as? Double == 2)
    }
  }

  /// Rendering: plain strings, filters and Core Image's names combine with what lies behind.
  @Test func compositingFiltersByName() throws {
    func over(_ filter: Any) throws -> [UInt8] {
      let root = box(0, 0, 20, 20, red)
      let layer = box(0, 0, 20, 20, blue)
      layer.compositingFilter = filter
      root.addSublayer(layer)
      return try shown(root, 5, 5)
    }
    #expect(try over("plusL") == [255, 0, 255, 255])
    #expect(try over("multiplyBlendMode") == [0, 0, 0, 255])
    #expect(try over("CIScreenBlendMode") == [255, 0, 255, 255])
    #expect(try over(CAFilter(type: "CIAdditionCompositing")) == [255, 0, 255, 255])
    #expect(try over(CAFilter(type: "destOut")) == [0, 0, 0, 0])
    #expect(try over("no such mode") == [0, 0, 255, 255])
    let off = CAFilter(type: "destOut")
    off.isEnabled = false
    #expect(try over(off) == [0, 0, 255, 255])
  }

  /// Rendering RC-6: contexts get filters too.
  @Test func filtersAreRenderedIntoContexts() throws {
    let context = try #require(
      CGContext(
        data: nil,
        width: 20,
        height: 20,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    filtered("colorInvert", [:], red).render(in: context)
    #expect(pixel(context.makeImage(), 5, 5) == [0, 255, 255, 255])
  }

  // MARK: Filters of programs

  @Test func aProgramsFilterIsDrawnAndItsInputsAnimate() throws {
    CAFilter.register(Redder(), forType: "test.redder")
    let layer = filtered("test.redder", ["name": "r", "inputAmount": 0.25], blue)
    #expect(try shown(layer, 5, 5) == [64, 0, 255, 255])
    let animation = CABasicAnimation(keyPath: "filters.r.inputAmount")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 2)
    layer.add(animation, forKey: nil)
    #expect(try shown(layer, 5, 5, at: 1) == [128, 0, 255, 255])
  }

  @Test func aProgramsFilterMayReachAround() throws {
    CAFilter.register(Redder(), forType: "test.redder")
    let root = box(0, 0, 40, 40)
    let layer = filtered("test.redder", ["inputAmount": 1, "inputReach": 5], blue)
    layer.position = CGPoint(x: 10, y: 10)
    root.addSublayer(layer)
    #expect(try shown(root, 5, 20) == [255, 0, 0, 255] && shown(root, 4, 20) == [0, 0, 0, 0])
    #expect(try shown(root, 15, 20) == [255, 0, 255, 255])
  }

  @Test func aFilterThatThrowsLeavesThePicture() throws {
    CAFilter.register(Redder(), forType: "test.redder")
    let layer = filtered("test.redder", ["inputAmount": 1, "inputFails": 1, "inputReach": 3], blue)
    #expect(try shown(layer, 5, 5) == [0, 0, 255, 255])
  }

  @Test func placesAreTheLayersOwn() throws {
    CAFilter.register(Places(), forType: "test.places")
    let root = box(0, 0, 100, 100)
    let layer = filtered("test.places")
    layer.bounds = CGRect(x: 10, y: 30, width: 20, height: 20)
    layer.position = CGPoint(x: 40, y: 40)
    layer.transform = CATransform3DMakeScale(2, 2, 1)
    root.addSublayer(layer)
    // The pixel at (45, 50) lies 2.75 and 5.25 points from the layer's corner.
    let color = try shown(root, 45, 50)
    #expect(abs(Int(color[0]) - 33) <= 1)
    #expect(abs(Int(color[1]) - 90) <= 1)
    #expect(color[2] == 255)
  }

  @Test func builtInTypesKeepTheirMeaning() throws {
    CAFilter.register(Redder(), forType: "colorInvert")
    #expect(try shown(filtered("colorInvert", [:], red), 5, 5) == [0, 255, 255, 255])
  }

  /// Rendering R-40: what lies behind, within the layer's bounds.
  @Test func backgroundFiltersOfPrograms() throws {
    CAFilter.register(Redder(), forType: "test.redder")
    let root = box(0, 0, 40, 40, blue)
    let glass = box(10, 10, 10, 10)
    glass.masksToBounds = true
    let filter = CAFilter(type: "test.redder")
    filter.setValue(1, forKey: "inputAmount")
    glass.backgroundFilters = [filter]
    root.addSublayer(glass)
    #expect(try shown(root, 15, 15) == [255, 0, 255, 255] && shown(root, 25, 15) == [0, 0, 255, 255])
  }

  @Test func bytesThatAFilterWritesAreLimitedToAlpha() throws {
    CAFilter.register(StraightBytes(), forType: "straightBytes")
    #expect(try shown(filtered("straightBytes", [:], red), 5, 5) == [64, 32, 64, 64])
  }
}
