import CoreGraphics
import CoreImage
import Foundation
import StrataBase
import Testing

/// Colours that go through tables are those that colours of Core Graphics give, one by one.
@Suite struct ColorTableTests {
  private static let spaces = [
    CGColorSpace.sRGB, CGColorSpace.linearSRGB, CGColorSpace.displayP3, CGColorSpace.linearDisplayP3,
    CGColorSpace.displayP3_HLG, CGColorSpace.displayP3_PQ, CGColorSpace.dcip3, CGColorSpace.adobeRGB1998,
    CGColorSpace.itur_709, CGColorSpace.itur_2020, CGColorSpace.extendedITUR_2020, CGColorSpace.itur_2100_HLG,
    CGColorSpace.itur_2100_PQ,
  ].map { $0 as String }

  /// The largest error of a component: less than half a level of 16 bits, but where the curve of BT.709 jumps: its constants are
  /// rounded.
  private func tolerance(_ name: String) -> Float {
    let hasJump = [CGColorSpace.itur_709, CGColorSpace.itur_2020, CGColorSpace.extendedITUR_2020]
      .contains { $0 as String == name }
    return hasJump ? 2e-4 : 0.5 / 65535
  }

  /// Premultiplied pixels of which many are dark, some opaque and some beyond 0 … 1, in a row.
  private func pixels(_ count: Int, beyond: Float) -> [SIMD4<Float>] {
    var random = SplitMix64(seed: 7)
    let fixed: [SIMD4<Float>] = [
      SIMD4(0, 0, 0, 1), SIMD4(1, 1, 1, 1), SIMD4(1, 0, 0, 1), SIMD4(0, 1, 0, 1), SIMD4(0, 0, 1, 1), .zero,
    ]
    return fixed
      + (0..<count).map { i in
        func component() -> Float {
          let value = Float.random(in: 0...1, using: &random)
          return i % 3 == 0 ? value * value * value * value : value * (1 + 2 * beyond) - beyond
        }
        let alpha: Float = i % 2 == 0 ? 1 : Float.random(in: 0.1...1, using: &random)
        return SIMD4(component() * alpha, component() * alpha, component() * alpha, alpha)
      }
  }

  private func row(_ pixels: [SIMD4<Float>], in space: CGColorSpace? = nil) -> CIImage {
    let size = CGSize(width: pixels.count, height: 1)
    let data = pixels.withUnsafeBytes { Data($0) }
    return CIImage(bitmapData: data, bytesPerRow: data.count, size: size, format: .RGBAf, colorSpace: space)
  }

  private func straight(_ p: SIMD4<Float>) -> SIMD4<Float> {
    p.w > 0 ? SIMD4(p.x / p.w, p.y / p.w, p.z / p.w, p.w) : .zero
  }

  private func encoded(_ light: Double) -> Double {
    let size = abs(light)
    let value = size <= 0.0031308 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055
    return light < 0 ? -value : value
  }

  /// The straight components of a colour of Core Graphics in a space; gray ones three times.
  private func components(_ color: SIMD4<Float>, in space: CGColorSpace, isLinear: Bool) throws
    -> SIMD4<Float>
  {
    let numbers = (0..<3).map { CGFloat(isLinear ? encoded(Double(color[$0])) : Double(color[$0])) }
    let extended = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    let made = try #require(CGColor(colorSpace: extended, components: numbers + [CGFloat(color.w)]))
    let values = try #require(made.converted(to: space, intent: .defaultIntent, options: nil)?.components)
    let c = values.map { Float($0) }
    return c.count == 2 ? SIMD4(c[0], c[0], c[0], c[1]) : SIMD4(c[0], c[1], c[2], c[3])
  }

  @Test(arguments: spaces, [true, false])
  func componentsOfASpaceAreThoseOfColors(name: String, isLinear: Bool) throws {
    let space = try #require(CGColorSpace(name: name as CFString))
    let context = isLinear ? CIContext() : .plain
    let pixels = pixels(3000, beyond: 0.1)
    let matched = Picture(try #require(row(pixels).matchedFromWorkingSpace(to: space)), in: context)
    var most: Float = 0
    for (i, pixel) in pixels.enumerated() {
      let expected = try components(straight(pixel), in: space, isLinear: isLinear)
      most = max(most, straight(matched[i, 0]).distance(to: expected))
    }
    #expect(most < tolerance(name), "\(name)")
  }

  @Test(arguments: spaces + [CGColorSpace.genericGrayGamma2_2 as String, "kCGColorSpaceDeviceGray"])
  func writtenLevelsAreThoseOfColors(name: String) throws {
    let space = try #require(CGColorSpace(name: name as CFString))
    let pixels = pixels(3000, beyond: 0)
    var written = [UInt16](repeating: 0, count: pixels.count * 4)
    written.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let image = row(pixels)
      CIContext().render(
        image,
        toBitmap: base,
        rowBytes: bytes.count,
        bounds: image.extent,
        format: .RGBA16,
        colorSpace: space
      )
    }
    var most = 0
    for (i, pixel) in pixels.enumerated() {
      let color = try components(straight(pixel), in: space, isLinear: true)
      for j in 0..<3 {
        let level = min(max(color[j] * color.w, 0), 1) * 65535
        most = max(most, abs(Int(written[i * 4 + j]) - Int(level.rounded())))
      }
    }
    #expect(Float(most) < 65536 * tolerance(name) + 1, "\(name)")
  }

  @Test(arguments: spaces) func lightOfASpaceIsThatOfColors(name: String) throws {
    let space = try #require(CGColorSpace(name: name as CFString))
    let pixels = pixels(3000, beyond: 0.1)
    let matched = Picture(row(pixels, in: space), in: .plain)
    var most: Float = 0
    for (i, pixel) in pixels.enumerated() {
      let color = straight(pixel)
      let numbers = (0..<4).map { CGFloat(color[$0]) }
      let made = try #require(CGColor(colorSpace: space, components: numbers))
      let expected = try components(of: made)
      let scale = max(1, abs(expected.x), abs(expected.y), abs(expected.z))
      most = max(most, straight(matched[i, 0]).distance(to: expected) / scale)
    }
    #expect(most < 4e-4, "\(name)")
  }

  private func components(of color: CGColor) throws -> SIMD4<Float> {
    let extended = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    let c = try #require(color.converted(to: extended, intent: .defaultIntent, options: nil)?.components)
    return SIMD4(Float(c[0]), Float(c[1]), Float(c[2]), Float(c[3]))
  }

  /// Each level of 16 bits of sRGB has the light of the same number as a float, to the bit.
  @Test(arguments: [1, 0.5] as [Float]) func levelsHaveTheLightOfTheirNumber(alpha: Float) throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let opacity = UInt16(alpha * 65535)
    let words = (0..<65536).map { SIMD4(UInt16($0), 65535 - UInt16($0), UInt16($0) / 2, opacity) }
    let data = words.withUnsafeBytes { Data($0) }
    let size = CGSize(width: 65536, height: 1)
    let levels = CIImage(
      bitmapData: data,
      bytesPerRow: data.count,
      size: size,
      format: .RGBA16,
      colorSpace: space
    )
    let numbers = words.map {
      SIMD4<Float>(Float($0.x), Float($0.y), Float($0.z), Float($0.w)) / 65535
    }
    let expected = Picture(row(numbers, in: space), in: CIContext())
    #expect(Picture(levels, in: CIContext()).pixels == expected.pixels)
  }

  /// An image that two filters read has the pixels of two images of the same bytes.
  @Test(arguments: [CIContext(), .plain]) func sharedImagesAreLikeTwo(context: CIContext) throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let pixels = pixels(500, beyond: 0)
    func picture(_ a: CIImage, _ b: CIImage) -> Picture {
      Picture(a.applyingGaussianBlur(sigma: 2).cropped(to: b.extent).composited(over: b), in: context)
    }
    let shared = row(pixels, in: space)
    #expect(picture(shared, shared).pixels == picture(row(pixels, in: space), row(pixels, in: space)).pixels)
  }
}
