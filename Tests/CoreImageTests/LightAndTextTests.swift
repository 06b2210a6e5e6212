import CoreGraphics
import CoreImage
import CoreText
import Foundation
import Testing

/// Closed forms of generators: lights, colour wheels, meshes and text.
@Suite struct LightAndTextTests {
  private func generate(_ name: String, _ values: [String: Any], _ rect: CGRect) throws -> Picture {
    Picture(try #require(CIFilter(name: name, parameters: values)?.outputImage), rect)
  }

  private let frame = CGRect(x: 0, y: 0, width: 200, height: 200)

  // MARK: Lights

  /// A disc that falls to nothing at its radius, and four arms of one shape.
  @Test func starsShine() throws {
    let values: [String: Any] = [
      "inputCenter": CIVector(x: 100.5, y: 100.5), "inputRadius": 40, "inputCrossAngle": 0,
      "inputColor": CIColor(red: 1, green: 0.5, blue: 0),
    ]
    let picture = try generate("CIStarShineGenerator", values, frame)
    #expect(picture[100, 100].distance(to: SIMD4(1, 1, 1, 1)) < 1e-5)
    // On a diagonal there is the disc alone: (1 − 10√2 / 40)².
    let cover = pow(1 - 10 * Float(2).squareRoot() / 40, 2)
    #expect(abs(picture[110, 110].w - cover) < 1e-5)
    #expect(abs(picture[110, 110].z - cover * cover * cover) < 1e-5)
    #expect(picture[140, 140] == .zero)
    // At the distance 60, beyond the disc: e⁻² · (15 e² / 60 − 1).
    let arm = Float(exp(-2.0) * (15 * exp(2.0) / 60 - 1))
    for (x, y) in [(160, 100), (40, 100), (100, 160), (100, 40)] {
      #expect(abs(picture[x, y].w - arm) < 1e-5)
    }
    // A bell of deviation 1.25 across.
    #expect(abs(picture[160, 102].w - arm * Float(exp(-4 / (2 * 1.5625)))) < 1e-5)
    var turned = values
    turned["inputCrossAngle"] = Double.pi / 2
    #expect(difference(try generate("CIStarShineGenerator", turned, frame), picture) < 1e-5)
  }

  @Test func sunsHaveBeams() throws {
    var values: [String: Any] = [
      "inputCenter": CIVector(x: 100, y: 100), "inputSunRadius": 20, "inputMaxStriationRadius": 4,
    ]
    let picture = try generate("CISunbeamsGenerator", values, frame)
    func ring(_ picture: Picture, _ radius: Double) -> [Float] {
      (0..<90).map { i in
        let angle = Double(i) * .pi / 45
        return picture[Int(100 + radius * cos(angle)), Int(100 + radius * sin(angle))].w
      }
    }
    #expect(ring(picture, 15).allSatisfy { $0 == 1 })
    #expect(ring(picture, 82).allSatisfy { $0 == 0 })
    // Beams differ by direction; without contrast they do not. Half way the strength of ½ has faded to ⅛.
    let beams = ring(picture, 40)
    #expect((beams.max() ?? 0) - (beams.min() ?? 0) > 0.1)
    values["inputStriationContrast"] = 0
    let plain = try generate("CISunbeamsGenerator", values, frame)
    #expect(ring(plain, 50).allSatisfy { abs($0 - 0.125) < 0.012 })
    values["inputStriationContrast"] = 1.375
    values["inputTime"] = 0.3
    #expect(difference(try generate("CISunbeamsGenerator", values, frame), picture) > 0.05)
  }

  /// Three rings of 24 pixels from 30 on, each 12 after the one before: blue, green, red.
  @Test func halosHaveRings() throws {
    var values: [String: Any] = [
      "inputCenter": CIVector(x: 100.5, y: 100.5), "inputHaloRadius": 30, "inputHaloWidth": 48,
      "inputHaloOverlap": 0.5, "inputStriationContrast": 0, "inputColor": CIColor.white,
    ]
    let picture = try generate("CILenticularHaloGenerator", values, frame)
    let wave = { (t: Double) in t > 0 && t < 1 ? Float(pow(sin(.pi * t), 2)) : 0 }
    for d in [20.0, 33, 42, 50, 54, 61, 66, 72, 79] {
      let t = (d - 30) / 24
      let colors = SIMD4(wave(t - 1), wave(t - 0.5), wave(t), 0)
      let expected = SIMD4(colors.x, colors.y, colors.z, colors.max())
      #expect(picture[100 + Int(d), 100].distance(to: expected) < 1e-4, "\(d)")
      #expect(picture[100, 100 - Int(d)].distance(to: expected) < 1e-4, "\(d)")
    }
    values["inputHaloOverlap"] = 1
    let white = try generate("CILenticularHaloGenerator", values, frame)
    #expect(white.pixels.allSatisfy { abs($0.x - $0.w) < 1e-6 && abs($0.z - $0.w) < 1e-6 })
  }

  // MARK: Colours

  /// Red, green and blue as Python's `colorsys` converts hue, saturation and value.
  @Test func wheelsHaveAllHues() throws {
    let values: [String: Any] = ["inputRadius": 32, "inputValue": 0.8, "inputDither": 0]
    let filter = try #require(CIFilter(name: "CIHueSaturationValueGradient", parameters: values))
    let image = try #require(filter.outputImage)
    #expect(image.extent == CGRect(x: 0, y: 0, width: 64, height: 64))
    let picture = Picture(image)
    for (x, y, r, g, b) in Self.wheel {
      #expect(picture[x, y].distance(to: SIMD4(r, g, b, 1)) < 1e-5, "\(x) \(y)")
    }
    #expect(picture[1, 1] == .zero)
    filter.setValue(3, forKey: "inputDither")
    let noisy = Picture(try #require(filter.outputImage))
    #expect(difference(noisy, picture) > 0.003)
    #expect(difference(noisy, picture) <= 1.5 / 255 + 1e-5)
  }

  private static let wheel: [(Int, Int, Float, Float, Float)] = [
    (60, 30, 0.800000, 0.086514, 0.122340),
    (31, 55, 0.494246, 0.800000, 0.212367),
    (5, 40, 0.104254, 0.800000, 0.593782),
    (12, 20, 0.234038, 0.512023, 0.800000),
    (33, 31, 0.800000, 0.760472, 0.772617),
    (44, 50, 0.800000, 0.762361, 0.241822),
  ]

  // MARK: Lines

  @Test func meshesAreLines() throws {
    let lines = [CIVector(x: 10, y: 20.5, z: 50, w: 20.5), CIVector(x: 30.5, y: 5, z: 30.5, w: 60)]
    let values: [String: Any] = [
      "inputMesh": lines, "inputWidth": 3, "inputColor": CIColor(red: 1, green: 0, blue: 0, alpha: 0.5),
    ]
    let filter = try #require(CIFilter(name: "CIMeshGenerator", parameters: values))
    let image = try #require(filter.outputImage)
    #expect(image.extent == CGRect(x: 8, y: 3, width: 44, height: 59))
    let picture = Picture(image)
    let tone = SIMD4<Float>(0.5, 0, 0, 0.5)
    // The line covers the rows 19 to 21; where lines cross, they do not add up.
    for (x, y, cover) in [(20, 18, 0.0), (20, 19, 1), (20, 20, 1), (20, 21, 1), (20, 22, 0), (30, 20, 1)]
      as [(Int, Int, Float)]
    {
      #expect(picture[x, y].distance(to: tone * cover) < 1e-5, "\(x) \(y)")
    }
    filter.setValue(1.5, forKey: "inputWidth")
    let thin = Picture(try #require(filter.outputImage))
    #expect(thin[20, 19].distance(to: tone * 0.25) < 1e-5)
    filter.setValue([CIVector(x: 1, y: 2), CIVector(x: .nan, y: 0, z: 1, w: 1)], forKey: "inputMesh")
    #expect(filter.outputImage?.extent.isNull == true)
    filter.setValue(["a"], forKey: "inputMesh")
    #expect((filter.value(forKey: "inputMesh") as? [CIVector])?.count == 2)
    filter.setValue(lines, forKey: "inputMesh")
    let archive = try NSKeyedArchiver.archivedData(withRootObject: filter, requiringSecureCoding: true)
    let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: CIFilter.self, from: archive)
    #expect(copy?.value(forKey: "inputMesh") as? [CIVector] == lines)
  }

  #if Text
    // MARK: Text

    private func text(_ values: [String: Any]) throws -> CIImage? {
      try #require(CIFilter(name: "CITextImageGenerator", parameters: values)).outputImage
    }

    @Test func textHasItsSize() throws {
      let image = try #require(try text(["inputText": "Hill", "inputFontSize": 40]))
      let font = CTFontCreateWithName("HelveticaNeue", 40, nil)
      let line = CTLineCreateWithAttributedString(
        NSAttributedString(string: "Hill", attributes: [.font: font])
      )
      var (ascent, descent, leading) = (CGFloat(0), CGFloat(0), CGFloat(0))
      let width = CTLineGetTypographicBounds(line, &ascent, &descent, &leading)
      #expect(abs(image.extent.width - CGFloat(width)) <= 1)
      #expect(abs(image.extent.height - ascent - descent) <= 2)
      let picture = Picture(image)
      // White on nothing; the first letter begins with an upright stem.
      #expect(picture.pixels.contains { $0 == SIMD4(1, 1, 1, 1) })
      #expect(picture.pixels.allSatisfy { abs($0.x - $0.w) < 0.01 })
      let twice = try #require(
        try text(["inputText": "Hill", "inputFontSize": 40, "inputScaleFactor": 2, "inputPadding": 7])
      )
      #expect(twice.extent.width == image.extent.width * 2 + 14)
      let rect = CGRect(x: 7, y: 7, width: twice.extent.width - 14, height: twice.extent.height - 14)
      let inner = Picture(twice, rect).pixels.reduce(Float(0)) { $0 + $1.w }
      let all = Picture(twice).pixels.reduce(Float(0)) { $0 + $1.w }
      #expect(abs(all - inner) < all * 0.02)
      #expect(abs(all / picture.pixels.reduce(Float(0)) { $0 + $1.w } - 4) < 0.1)
      #expect(try text([:]) == nil)
      #expect(try text(["inputText": ""]) == nil)
      #expect(try text(["inputText": "a", "inputFontSize": 0]) == nil)
    }

    @Test func attributedTextKeepsItsColours() throws {
      let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
      let attributes: [NSAttributedString.Key: Any] = [
        .font: CTFontCreateWithName("HelveticaNeue", 30, nil), .foregroundColor: red,
      ]
      let string = NSMutableAttributedString(string: "II", attributes: attributes)
      string.addAttribute(
        .foregroundColor,
        value: CGColor(gray: 1, alpha: 1),
        range: NSRange(location: 1, length: 1)
      )
      let filter = CIFilter.attributedTextImageGenerator()
      #expect(filter.outputImage == nil)
      filter.text = string
      // The filter keeps the text that it was given.
      string.deleteCharacters(in: NSRange(location: 0, length: 2))
      let picture = Picture(try #require(filter.outputImage))
      let (width, middle) = (Int(picture.rect.width), Int(picture.rect.height) / 2)
      let row = (0..<width).map { picture[$0, middle] }
      #expect(row.prefix(width / 2).contains { $0.distance(to: SIMD4(1, 0, 0, 1)) < 0.02 })
      #expect(row.suffix(width / 2).contains { $0.distance(to: SIMD4(1, 1, 1, 1)) < 0.02 })
      #expect(filter.text.string == "II")
    }
  #endif
}
