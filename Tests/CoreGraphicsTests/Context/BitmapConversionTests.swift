import CoreGraphics
import Foundation
import Testing

/// The law: drawn pixels have the components that `CGColor` converts their colour to, in every format.
@Suite struct BitmapConversionTests {
  /// Colours of which some follow one another twice, and some are gray.
  private static let colors: [[CGFloat]] = (0..<64).map { index in
    let value = index / 2 * 2
    let levels = value % 6 == 0 ? [value * 4, value * 4, value * 4] : [value * 37, value * 101, value * 4]
    return levels.map { CGFloat($0 % 256) / 255 }
  }

  /// A bitmap of one row with one pixel of each colour.
  private func row(_ name: String, bits: Int, _ info: UInt32, alpha: CGFloat = 1) throws -> CGContext {
    let space = try #require(CGColorSpace(name: NSString(string: name)))
    let context = try #require(
      CGContext(
        data: nil,
        width: Self.colors.count,
        height: 1,
        bitsPerComponent: bits,
        bytesPerRow: 0,
        space: space,
        bitmapInfo: info
      )
    )
    let picture = try image(Self.colors.count, 1) { x, _ in
      let levels = Self.colors[x].map { UInt8(($0 * alpha * 255).rounded()) }
      return SIMD4(levels[0], levels[1], levels[2], UInt8((alpha * 255).rounded()))
    }
    context.interpolationQuality = .none
    context.draw(picture, in: CGRect(x: 0, y: 0, width: Self.colors.count, height: 1))
    return context
  }

  private func converted(_ color: [CGFloat], _ name: String) throws -> [CGFloat] {
    let space = try #require(CGColorSpace(name: NSString(string: name)))
    let color = CGColor(srgbRed: color[0], green: color[1], blue: color[2], alpha: 1)
    let result = try #require(color.converted(to: space, intent: .defaultIntent, options: nil))
    return try #require(result.components)
  }

  @Test(
    "Bytes are the nearest to the components",
    arguments: [
      CGColorSpace.displayP3, CGColorSpace.linearSRGB, CGColorSpace.adobeRGB1998, CGColorSpace.itur_2020,
      CGColorSpace.itur_2100_PQ, CGColorSpace.itur_2100_HLG,
    ].map { $0 as String }
  )
  func bytes(name: String) throws {
    let context = try row(name, bits: 8, CGImageAlphaInfo.premultipliedFirst.rawValue)
    let bytes = try #require(context.data).assumingMemoryBound(to: UInt8.self)
    for (x, color) in Self.colors.enumerated() {
      let expected = try converted(color, name).prefix(3).map { UInt8(($0 * 255).rounded()) }
      let found = (0..<4).map { bytes[x * 4 + $0] }
      #expect(found == [255] + expected, "\(name), pixel \(x)")
    }
  }

  @Test(
    "Bytes of gray are the nearest to the luminance",
    arguments: [CGColorSpace.genericGrayGamma2_2, CGColorSpace.linearGray].map { $0 as String }
  )
  func grays(name: String) throws {
    let context = try row(name, bits: 8, CGImageAlphaInfo.none.rawValue)
    let bytes = try #require(context.data).assumingMemoryBound(to: UInt8.self)
    for (x, color) in Self.colors.enumerated() {
      let gray = try #require(try converted(color, name).first)
      #expect(bytes[x] == UInt8((gray * 255).rounded()), "\(name), pixel \(x)")
    }
  }

  @Test(
    "Floating-point components are those of the colour",
    arguments: [CGColorSpace.extendedLinearSRGB, CGColorSpace.displayP3].map { $0 as String }
  )
  func floats(name: String) throws {
    let info =
      CGImageAlphaInfo.premultipliedLast.rawValue | CGBitmapInfo.floatComponents.rawValue
      | CGBitmapInfo.byteOrder32Little.rawValue
    let context = try row(name, bits: 32, info)
    let values = try #require(context.data).assumingMemoryBound(to: Float.self)
    for (x, color) in Self.colors.enumerated() {
      let expected = try converted(color, name)
      for index in 0..<4 {
        let difference = abs(Double(values[x * 4 + index]) - Double(expected[index]))
        #expect(difference < 1e-5, "\(name), pixel \(x), component \(index)")
      }
    }
  }

  @Test("Components of translucent pixels are multiplied by alpha after their conversion")
  func translucent() throws {
    let name = CGColorSpace.displayP3 as String
    let context = try row(name, bits: 8, CGImageAlphaInfo.premultipliedLast.rawValue, alpha: 0.8)
    let bytes = try #require(context.data).assumingMemoryBound(to: UInt8.self)
    for (x, color) in Self.colors.enumerated() {
      let straight = color.map { ($0 * 0.8 * 255).rounded() / 204 }
      let expected = try converted(straight, name).prefix(3).map { Double($0) * 204 }
      let found = (0..<3).map { Double(bytes[x * 4 + $0]) }
      let difference = zip(found, expected).map { abs($0 - $1) }.max() ?? 255
      #expect(difference <= 0.51, "pixel \(x): \(found), not \(expected)")
      #expect(bytes[x * 4 + 3] == 204)
    }
  }
}
