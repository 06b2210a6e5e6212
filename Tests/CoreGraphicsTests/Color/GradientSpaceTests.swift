import CoreGraphics
import Testing

/// The space in which colours are interpolated.
@Suite struct GradientSpaceTests {
  /// The red of a gradient from black to white, at places along 256 pixels.
  private func levels(_ space: CGColorSpace?, at places: [Int]) throws -> [Int] {
    let colors = [CGColor.black, CGColor.white] as CFArray
    let gradient = try #require(CGGradient(colorsSpace: space, colors: colors, locations: nil))
    let context = try makeContext(256, 1)
    context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 256, y: 0), options: [])
    return places.map { Int(pixelFromBottom(context, $0, 0)[0]) }
  }

  @Test func linearLightIsBrighterInTheMiddle() throws {
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    // sRGB of 1/16 and of a half: 1.055 · x^(1/2.4) − 0.055.
    let found = try levels(linear, at: [16, 128])
    #expect(abs(found[0] - 71) <= 2 && abs(found[1] - 188) <= 1)
  }

  @Test func sRGBAndNoSpaceInterpolateNumbers() throws {
    for space in [nil, CGColorSpaceCreateDeviceRGB(), CGColorSpace(name: CGColorSpace.sRGB)] {
      #expect(abs(try levels(space, at: [128])[0] - 128) <= 1)
    }
  }

  @Test func componentsAreInterpolatedInTheirSpace() throws {
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    let gradient = CGGradient(
      colorSpace: linear,
      colorComponents: [0, 0, 0, 1, 1, 1, 1, 0],
      locations: nil,
      count: 2
    )
    let stops = try #require(gradient?.stops)
    #expect(stops.count > 4 && stops.count < 80)
    let middle = try #require(stops.first { $0.location == 0.5 })
    #expect(abs(middle.color.x - 0.7354) < 0.001 && middle.color.w == 0.5)
    #expect(stops.map(\.location) == stops.map(\.location).sorted())
  }

  @Test func grayHasNoHue() throws {
    let colors = [CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor.black] as CFArray
    let gradient = CGGradient(colorsSpace: CGColorSpaceCreateDeviceGray(), colors: colors, locations: nil)
    let first = try #require(gradient?.stops.first?.color)
    #expect(first.x == first.y && first.y == first.z)
    #expect(first.x > 0.2)
    let pattern = CGColorSpace(patternBaseSpace: nil)
    #expect(CGGradient(colorsSpace: pattern, colors: colors, locations: nil) == nil)
  }
}
