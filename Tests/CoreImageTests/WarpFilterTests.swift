import CoreGraphics
import CoreImage
import Foundation
import Testing

/// Closed forms, and other ways to calculate them, of filters that bend an image.
@Suite struct WarpFilterTests {
  private static let frame = CGRect(x: 0, y: 0, width: 128, height: 128)

  private func check(
    _ name: String,
    _ values: [String: Any],
    in rect: CGRect = frame,
    tolerance: Double = 0.02,
    _ expected: (SIMD2<Double>) -> SIMD2<Double>?
  ) {
    let shown = PlacePicture.places(name, values, rect)
    var checked = 0
    for y in stride(from: Int(rect.minY) + 1, to: Int(rect.maxY), by: 7) {
      for x in stride(from: Int(rect.minX) + 1, to: Int(rect.maxX), by: 6) {
        let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
        guard let source = expected(place), source.min() > 1, source.max() < PlacePicture.size - 1 else {
          continue
        }
        #expect(shown(x, y).map { distance($0, source) < tolerance } == true, "\(name) \(x) \(y)")
        checked += 1
      }
    }
    #expect(checked > 40)
  }

  // MARK: Glass

  /// Where a ray from above meets the plane below glass that is half round: the law of refraction for vectors (Glassner 1989).
  private func refracted(_ t: Double, _ index: Double) -> Double {
    let normal = SIMD2(t, (1 - t * t).squareRoot())
    let ray = SIMD2(0.0, -1.0)
    let ratio = 1 / index
    let cosine = -(normal * ray).sum()
    let below = (1 - ratio * ratio * (1 - cosine * cosine)).squareRoot()
    let inside = ray * ratio + normal * (ratio * cosine - below)
    return t + normal.y * inside.x / -inside.y
  }

  @Test(arguments: [1, 1.3, 1.7, 4]) func aLozengeRefracts(index: Double) {
    let (start, end) = (SIMD2(40.0, 50.0), SIMD2(80.0, 70.0))
    let values: [String: Any] = [
      "inputPoint0": CIVector(x: 40, y: 50), "inputPoint1": CIVector(x: 80, y: 70), "inputRadius": 30,
      "inputRefraction": index,
    ]
    check("CIGlassLozenge", values) { p in
      let line = end - start
      let along = min(max(((p - start) * line).sum() / (line * line).sum(), 0), 1)
      let middle = start + line * along
      let t = distance(p, middle) / 30
      return t < 0.98 ? middle + (p - middle) * (refracted(t, index) / t) : t > 1.02 ? p : nil
    }
  }

  @Test func aTorusRefracts() {
    let center = SIMD2(64.0, 60.0)
    let values: [String: Any] = [
      "inputCenter": CIVector(x: 64, y: 60), "inputRadius": 50, "inputWidth": 30, "inputRefraction": 1.5,
    ]
    check("CITorusLensDistortion", values) { p in
      let length = distance(p, center)
      let t = abs(length - 35) / 15
      guard t < 0.98 else { return t > 1.02 ? p : nil }
      let side = length > 35 ? 1.0 : -1.0
      return center + (p - center) * ((35 + side * 15 * refracted(t, 1.5)) / length)
    }
  }

  @Test func displacementsFollowTheLuminance() {
    for (level, shift) in [(UInt8(255), 10.0), (0, -10), (51, -6)] {
      let map = Picture.image(128, 128) { _, _ in SIMD4(level, level, level, 255) }
      check("CIDisplacementDistortion", ["inputDisplacementImage": map, "inputScale": 20]) { $0 + shift }
    }
    // Nothing moves where there is no map.
    let small = Picture.image(10, 10) { _, _ in SIMD4(255, 255, 255, 255) }
    check("CIDisplacementDistortion", ["inputDisplacementImage": small, "inputScale": 20]) {
      $0.max() > 10 ? $0 : nil
    }
  }

  /// A slope of 2/255 to the right, and of 4/255 to the left beyond the crest.
  @Test func glassBendsByItsSlope() {
    let texture = Picture.image(64, 64) { x, _ in
      let level = UInt8(x < 40 ? 2 * x : 80 - 4 * (x - 40) > 0 ? 80 - 4 * (x - 40) : 0)
      return SIMD4(level, level, level, 255)
    }
    let values: [String: Any] = [
      "inputTexture": texture, "inputScale": 255, "inputCenter": CIVector(x: 64, y: 64),
    ]
    check("CIGlassDistortion", values) { p in
      // The texture begins at 32, and again at 96.
      let x = (p.x - 32 + 64).truncatingRemainder(dividingBy: 64).rounded(.down)
      if x >= 1, x < 40 { return p + SIMD2(2, 0) }
      if x > 41, x < 58 { return p + SIMD2(-4, 0) }
      return nil
    }
  }

  // MARK: Bends

  @Test(arguments: [-0.6, 0.4, 1]) func linearBumpsEndAtTheirRadius(scale: Double) {
    let normal = SIMD2(-sin(0.5), cos(0.5))
    let values: [String: Any] = [
      "inputCenter": CIVector(x: 60, y: 66), "inputRadius": 40, "inputAngle": 0.5, "inputScale": scale,
    ]
    check("CIBumpDistortionLinear", values) { p in
      let u = ((p - SIMD2(60, 66)) * normal).sum()
      return abs(u) < 40 ? p - normal * (u * scale * (1 - u * u / 1600)) : p
    }
  }

  /// In polar coordinates, clockwise from the bottom.
  @Test func wrapsGoOnceAround() {
    let values: [String: Any] = ["inputCenter": CIVector(x: 0, y: 0), "inputRadius": 30, "inputAngle": 0.4]
    check("CICircularWrap", values, in: CGRect(x: -150, y: -150, width: 300, height: 300)) { p in
      let length = distance(p, .zero)
      var turn = (-.pi / 2 + 0.4 - atan2(p.y, p.x)) / (2 * .pi)
      turn -= turn.rounded(.down)
      // Near the seam two ends of the image meet.
      return turn > 0.01 && turn < 0.99 && length > 31 && length < 156 ? SIMD2(turn * 128, length - 30) : nil
    }
    let image = PlacePicture.image.applyingFilter("CICircularWrap", parameters: values)
    #expect(image.extent == CGRect(x: -158, y: -158, width: 316, height: 316))
    #expect(Picture(image, CGRect(x: -10, y: -10, width: 20, height: 20)).pixels.allSatisfy { $0.w == 0 })
  }

  @Test func tunnelsTurnWithTheLogarithm() {
    let center = SIMD2(64.0, 64.0)
    var values: [String: Any] = [
      "inputCenter": CIVector(x: 64, y: 64), "inputRadius": 20, "inputRotation": 1.2,
    ]
    check("CILightTunnel", values, in: CGRect(x: -100, y: -100, width: 300, height: 300)) { p in
      let d = p - center
      let length = distance(p, center)
      guard length > 20 else { return p }
      let direction = atan2(d.y, d.x) - 1.2 * log(length / 20)
      return center + SIMD2(cos(direction), sin(direction)) * 20
    }
    values["inputRotation"] = 0
    let straight = PlacePicture.image.applyingFilter("CILightTunnel", parameters: values)
    values["inputRotation"] = nil
    let splash = PlacePicture.image.applyingFilter("CICircleSplashDistortion", parameters: values)
    #expect(difference(Picture(straight, Self.frame), Picture(splash, Self.frame)) < 1e-6)
  }

  // MARK: Droste

  /// The place that a power of a complex number shows, scaled step by step until it lies around the copy.
  private func nested(
    _ p: SIMD2<Double>,
    strands: Double,
    periodicity: Double,
    zoom: Double,
    rotation: Double
  )
    -> SIMD2<Double>?
  {
    // The copy from 40 to 72 along both axes is a quarter of the picture; both have the fixed point 40 · 4 / 3.
    let (ratio, center) = (0.25, SIMD2(repeating: 160.0 / 3))
    let d = p - center
    let (real, imaginary) = (log(distance(p, center)) - log(zoom), atan2(d.y, d.x) - rotation)
    let beta = (periodicity, strands * log(ratio) / (2 * .pi))
    let power = (beta.0 * real - beta.1 * imaginary, beta.0 * imaginary + beta.1 * real)
    var q = SIMD2(cos(power.1), sin(power.1)) * exp(power.0)
    func isInside(_ q: SIMD2<Double>) -> Bool {
      (q + center).min() >= 0 && (q + center).max() <= PlacePicture.size
    }
    while !isInside(q) { q *= ratio }
    while isInside(q / ratio) { q /= ratio }
    // Near the edges of picture and copy a sample is mixed.
    let source = q + center
    let isClear = source.min() > 2 && source.max() < 126 && !isInside((q * 0.96) / ratio)
    return isClear ? source : nil
  }

  @Test(arguments: [(0.0, 1.0), (1, 1), (-2, 1), (1, 2), (2, 3)])
  func drostesNestThePicture(strands: Double, periodicity: Double) {
    let values: [String: Any] = [
      "inputInsetPoint0": CIVector(x: 40, y: 40), "inputInsetPoint1": CIVector(x: 72, y: 72),
      "inputStrands": strands, "inputPeriodicity": periodicity, "inputZoom": 1.5, "inputRotation": 0.3,
    ]
    check("CIDroste", values, tolerance: 0.05) {
      nested($0, strands: strands, periodicity: periodicity, zoom: 1.5, rotation: 0.3)
    }
  }

  @Test(arguments: [
    (-10.0, 30.0, false), (0, 128, false), (20, 20, false), (200, 400, false), (40, 72, true),
  ])
  func aCopyMustLieInside(low: Double, high: Double, isNested: Bool) {
    let values: [String: Any] = [
      "inputInsetPoint0": CIVector(x: low, y: low), "inputInsetPoint1": CIVector(x: high, y: high),
    ]
    let image = PlacePicture.image.applyingFilter("CIDroste", parameters: values)
    #expect(image.extent.isInfinite == isNested)
  }

  // MARK: Sizes

  /// The middle from 5 to 15 becomes 24 pixels: two and two fifths of it.
  @Test(arguments: [true, false]) func tiledPartsRepeat(isFlipped: Bool) {
    let values: [String: Any] = [
      "inputBreakpoint0": CIVector(x: 5, y: 5), "inputBreakpoint1": CIVector(x: 15, y: 15),
      "inputGrowAmount": CIVector(x: 14, y: 14), "inputFlipYTiles": isFlipped,
    ]
    let image = Picture.pattern.applyingFilter("CINinePartTiled", parameters: values)
    #expect(image.extent == CGRect(x: 0, y: 0, width: 38, height: 34))
    let (result, original) = (Picture(image), Picture(Picture.pattern))
    func source(_ p: Int, _ isFlipped: Bool) -> Int {
      if p < 5 { return p }
      if p >= 29 { return p - 14 }
      let (tile, offset) = ((p - 5) / 10, (p - 5) % 10)
      return 5 + (isFlipped && tile == 1 ? 9 - offset : offset)
    }
    for y in 0..<34 {
      for x in 0..<38 {
        #expect(result[x, y].distance(to: original[source(x, false), source(y, isFlipped)]) < 1e-5)
      }
    }
  }

  @Test func stretchedImagesFillTheirSize() throws {
    let wide: [String: Any] = ["inputSize": CIVector(x: 256, y: 64), "inputCenterStretchAmount": 1]
    var values = wide
    values["inputCropAmount"] = 0
    let rect = CGRect(x: 0, y: 0, width: 256, height: 64)
    check("CIStretchCrop", values, in: rect) { SIMD2($0.x / 2, $0.y * 2) }
    values["inputCropAmount"] = 1
    check("CIStretchCrop", values, in: rect) { SIMD2($0.x / 2, 64 + ($0.y - 32) / 2) }
    // Between both, a crop of a half: the scale across is 0.5 + (2 − 0.5) / 2.
    values["inputCropAmount"] = 0.5
    check("CIStretchCrop", values, in: rect) { SIMD2($0.x / 2, 64 + ($0.y - 32) / 1.25) }
    // Without stretching the middle, it has the scale across along the other axis, too.
    values["inputCenterStretchAmount"] = 0
    let shown = PlacePicture.places("CIStretchCrop", values, rect)
    let (a, b) = (try #require(shown(127, 32)), try #require(shown(128, 32)))
    #expect(abs(b.x - a.x - 1 / 1.25) < 0.01)
    let (left, right) = (try #require(shown(8, 32)), try #require(shown(247, 32)))
    #expect(abs(left.x + right.x - 128) < 0.02)
    let image = PlacePicture.image.applyingFilter("CIStretchCrop", parameters: values)
    #expect(image.extent == rect)
  }
}
