import CoreGraphics
import Testing

@Suite struct ColorTests {
  private func components(_ color: CGColor?) -> [Double] { color?.components?.map(Double.init) ?? [] }

  private func near(_ a: [Double], _ b: [Double], _ tolerance: Double = 1e-4) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
  }

  @Test("SC-38: colours and spaces are equal by content")
  func equality() {
    let a = CGColor(srgbRed: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
    let b = CGColor(srgbRed: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
    #expect(a !== b)
    #expect(a != CGColor(srgbRed: 0.1, green: 0.2, blue: 0.3, alpha: 0.5))
    #expect(CGColorSpace(name: CGColorSpace.sRGB) == CGColorSpace(name: CGColorSpace.sRGB))
    #expect(CGColorSpace(name: CGColorSpace.sRGB) != CGColorSpaceCreateDeviceRGB())
    #expect(CGColor.white == CGColor(gray: 1, alpha: 1))
  }

  @Test("SC-39: components pass as an array literal; the last one is alpha")
  func componentsAsPointer() {
    let color = CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: [1, 0.5, 0.25, 0.75])
    #expect(color?.components == [1, 0.5, 0.25, 0.75])
    #expect(color?.numberOfComponents == 4 && color?.alpha == 0.75)
    #expect(
      CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [0.5, 1])?.numberOfComponents == 2
    )
    #expect(color?.copy(alpha: 0.5)?.components == [1, 0.5, 0.25, 0.5])
  }

  @Test func unknownNamesGiveNoSpaceAndKnownOnesKeepTheirs() {
    #expect(CGColorSpace(name: "kCGColorSpaceNothing") == nil)
    let space = CGColorSpace(name: CGColorSpace.displayP3)
    #expect(space?.name as String? == "kCGColorSpaceDisplayP3")
    #expect(space?.model == .rgb)
    #expect(space?.numberOfComponents == 3)
    #expect(space?.isWideGamutRGB == true)
    #expect(CGColorSpaceCreateDeviceGray().model == .monochrome)
  }

  @Test(arguments: ["RGB", "Gray", "CMYK"]) func deviceSpacesHaveNames(kind: String) {
    let spaces = [
      "RGB": CGColorSpaceCreateDeviceRGB(), "Gray": CGColorSpaceCreateDeviceGray(),
      "CMYK": CGColorSpaceCreateDeviceCMYK(),
    ]
    let name = "kCGColorSpaceDevice\(kind)"
    #expect(spaces[kind]?.name as String? == name)
    #expect(CGColorSpace(name: name as CFString) == spaces[kind])
  }

  // The transfer function of IEC 61966-2-1: 0.5 encodes 0.2140411 of light.
  @Test("SC-44: conversion to linear sRGB follows the transfer function")
  func transferFunction() {
    let linear = CGColorSpace(name: CGColorSpace.linearSRGB)
    let color = CGColor(srgbRed: 0.5, green: 0, blue: 1, alpha: 0.5)
    let result = linear.flatMap { color.converted(to: $0, intent: .defaultIntent, options: nil) }
    #expect(near(components(result), [0.2140411, 0, 1, 0.5], 1e-6))
    let back = CGColorSpace(name: CGColorSpace.sRGB).flatMap {
      result?.converted(to: $0, intent: .defaultIntent, options: nil)
    }
    #expect(near(components(back), [0.5, 0, 1, 0.5], 1e-9))
  }

  // Display P3's red in linear sRGB is (1.2249, -0.0421, -0.0196), from both primaries at the white point D65.
  @Test("SC-44: wide colours become extended numbers, or are clamped without an extended range")
  func gamut() throws {
    let wide = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let red = try #require(CGColor(colorSpace: wide, components: [1, 0, 0, 1]))
    let linear = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let light = components(red.converted(to: linear, intent: .defaultIntent, options: nil))
    #expect(near(light, [1.2249, -0.0421, -0.0196, 1]))
    let standard = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    #expect(components(red.converted(to: standard, intent: .defaultIntent, options: nil)) == [1, 0, 0, 1])
    #expect(red.extendedSRGB.x > 1.09 && red.extendedSRGB.y < -0.22)
    // White is white in every space with the same white point.
    let white = try #require(CGColor(colorSpace: wide, components: [1, 1, 1, 1]))
    #expect(
      near(
        components(white.converted(to: standard, intent: .defaultIntent, options: nil)),
        [1, 1, 1, 1],
        1e-12
      )
    )
    let again = red.converted(to: linear, intent: .defaultIntent, options: nil)?
      .converted(to: wide, intent: .defaultIntent, options: nil)
    #expect(near(components(again), [1, 0, 0, 1], 1e-6))
  }

  @Test func grayIsNeutralAndInksAbsorb() {
    let gray = CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [0.25, 1])
    #expect(gray?.extendedSRGB == SIMD4(0.25, 0.25, 0.25, 1))
    // pow(0.5, 2.2) of light is 0.21764, which sRGB encodes as 0.50391.
    #expect(abs(CGColor(gray: 0.5, alpha: 1).extendedSRGB.x - 0.50391) < 1e-4)
    let magenta = CGColor(genericCMYKCyan: 0, magenta: 1, yellow: 0, black: 0.5, alpha: 1)
    #expect(magenta.extendedSRGB == SIMD4(0.5, 0, 0.5, 1))
    let inks = CGColor(srgbRed: 0.5, green: 0, blue: 0.5, alpha: 1)
      .converted(to: CGColorSpaceCreateDeviceCMYK(), intent: .defaultIntent, options: nil)
    #expect(near(components(inks), [0, 1, 0, 0.5, 1], 1e-9))
  }

  @Test func everyNamedSpaceConvertsWhiteAndBack() throws {
    for name in CGColorSpaceNames.all {
      let space = try #require(CGColorSpace(name: name))
      let standard = try #require(CGColorSpace(name: CGColorSpace.sRGB))
      let color = CGColor(srgbRed: 0.75, green: 0.75, blue: 0.75, alpha: 1)
      let there = try #require(color.converted(to: space, intent: .defaultIntent, options: nil))
      let back = there.converted(to: standard, intent: .defaultIntent, options: nil)
      #expect(near(components(back), [0.75, 0.75, 0.75, 1], 1e-6), "\(name)")
    }
  }

  /// The drawn colours of components outside of the screen's range.
  @Test func numbersOfAColorStayFinite() {
    let color = CGColor(red: .infinity, green: -1e300, blue: .nan, alpha: 2)
    #expect(color.extendedSRGB == SIMD4(65504, -65504, 0, 2))
    #expect(color.components?[1] == -1e300)
    #expect(!color.isFinite && CGColor.black.isFinite)
  }

  @Test("SC-39: a gradient takes colours as CFArray and sorts its stops")
  func gradients() {
    let colors = [CGColor.black, CGColor.white, CGColor.clear] as CFArray
    let even = CGGradient(colorsSpace: nil, colors: colors, locations: nil)
    #expect(even?.stops.map(\.location) == [0, 0.5, 1])
    let placed = CGGradient(colorsSpace: nil, colors: colors, locations: [1, 0, 0.5])
    #expect(placed?.stops.map(\.location) == [0, 0.5, 1])
    #expect(placed?.stops.first?.color == SIMD4(1, 1, 1, 1))
    #expect(CGGradient(colorsSpace: nil, colors: ["red"] as CFArray, locations: nil) == nil)
    let raw = CGGradient(
      colorSpace: CGColorSpaceCreateDeviceGray(),
      colorComponents: [0, 1, 1, 1],
      locations: nil,
      count: 2
    )
    #expect(raw?.stops.map(\.color) == [SIMD4(0, 0, 0, 1), SIMD4(1, 1, 1, 1)])
  }
}

private enum CGColorSpaceNames {
  static var all: [CFString] {
    [
      CGColorSpace.sRGB, CGColorSpace.extendedSRGB, CGColorSpace.linearSRGB, CGColorSpace.extendedLinearSRGB,
      CGColorSpace.displayP3, CGColorSpace.adobeRGB1998, CGColorSpace.itur_709, CGColorSpace.itur_2020,
      CGColorSpace.itur_2100_PQ, CGColorSpace.itur_2100_HLG, CGColorSpace.dcip3,
      CGColorSpace.genericGrayGamma2_2,
      CGColorSpace.linearGray, CGColorSpace.genericCMYK,
    ]
  }
}
