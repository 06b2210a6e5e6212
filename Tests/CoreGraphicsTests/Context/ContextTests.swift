import CoreGraphics
import StrataRaster
import Testing

/// A context of RGBA bytes.
func makeContext(_ width: Int, _ height: Int) throws -> CGContext {
  try #require(
    CGContext(
      data: nil,
      width: width,
      height: height,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
  )
}

/// The bytes of a pixel counted from the bottom left.
func pixelFromBottom(_ context: CGContext, _ x: Int, _ y: Int) -> [UInt8] {
  guard let data = context.data else { return [] }
  let offset = (context.height - 1 - y) * context.bytesPerRow + x * 4
  return (0..<4).map { data.load(fromByteOffset: offset + $0, as: UInt8.self) }
}

/// The bytes of a pixel; y counts from the top.
private func pixel(_ context: CGContext, _ x: Int, _ y: Int) -> [UInt8] {
  let data = context.data
  return (0..<4).map { data?.load(fromByteOffset: y * context.bytesPerRow + x * 4 + $0, as: UInt8.self) ?? 0 }
}

private func near(_ a: [UInt8], _ b: [UInt8], _ tolerance: Int = 1) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
}

private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
private let green = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
private let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
private let empty: [UInt8] = [0, 0, 0, 0]
private let redBytes: [UInt8] = [255, 0, 0, 255]
private let blueBytes: [UInt8] = [0, 0, 255, 255]

@Suite struct ContextTests {
  @Test func theOriginIsAtTheBottomLeftAndRowZeroOnTop() throws {
    let c = try makeContext(4, 4)
    c.setFillColor(red)
    c.fill(CGRect(x: 0, y: 0, width: 1, height: 2))
    #expect(pixel(c, 0, 3) == redBytes && pixel(c, 0, 2) == redBytes)
    #expect(pixel(c, 0, 1) == empty && pixel(c, 1, 3) == empty)
  }

  @Test func edgesBetweenPixelsCoverByArea() throws {
    let c = try makeContext(4, 4)
    c.setFillColor(red)
    c.fill(CGRect(x: 0.5, y: 0, width: 1, height: 0.5))
    // A quarter of 255 is 63.75.
    #expect(near(pixel(c, 0, 3), [64, 0, 0, 64]) && near(pixel(c, 1, 3), [64, 0, 0, 64]))
    c.clear(CGRect(x: 0, y: 0, width: 4, height: 4))
    c.setShouldAntialias(false)
    c.fill(CGRect(x: 0.5, y: 0, width: 1.2, height: 0.6))
    #expect(pixel(c, 1, 3) == redBytes && pixel(c, 3, 3) == empty)
  }

  @Test func theTransformAppliesInReverseOrder() throws {
    let c = try makeContext(10, 10)
    c.translateBy(x: 2, y: 3)
    c.scaleBy(x: 2, y: 2)
    #expect(c.ctm == CGAffineTransform(2, 0, 0, 2, 2, 3))
    #expect(c.convertToDeviceSpace(CGPoint(x: 1, y: 1)) == CGPoint(x: 4, y: 5))
    c.setFillColor(red)
    c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(pixel(c, 2, 6) == redBytes)
    #expect(pixel(c, 3, 5) == redBytes)
    #expect(pixel(c, 4, 6) == empty)
  }

  @Test func statesAreSavedAndThePathIsNot() throws {
    let c = try makeContext(4, 4)
    c.setFillColor(red)
    c.saveGState()
    c.setFillColor(blue)
    c.scaleBy(x: 2, y: 2)
    c.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
    c.restoreGState()
    c.restoreGState()
    #expect(c.ctm.isIdentity)
    c.fillPath()
    #expect(pixel(c, 1, 2) == redBytes && pixel(c, 2, 3) == empty)
  }

  @Test("SC-42: the path is read in the current user space")
  func pathInUserSpace() throws {
    let c = try makeContext(10, 10)
    #expect(c.path == nil && c.isPathEmpty)
    c.addRect(CGRect(x: 2, y: 2, width: 2, height: 2))
    c.scaleBy(x: 2, y: 2)
    #expect(c.path?.boundingBox == CGRect(x: 1, y: 1, width: 1, height: 1))
    #expect(c.boundingBoxOfPath == CGRect(x: 1, y: 1, width: 1, height: 1))
    #expect(c.currentPointOfPath == CGPoint(x: 1, y: 1))
    #expect(c.pathContains(CGPoint(x: 1.5, y: 1.5), mode: .fill))
    c.setLineWidth(0.5)
    #expect(!c.pathContains(CGPoint(x: 1.5, y: 1.5), mode: .stroke))
    #expect(c.pathContains(CGPoint(x: 1.2, y: 1.5), mode: .stroke))
  }

  @Test func fillRulesDecideAboutHoles() throws {
    let c = try makeContext(6, 6)
    c.setFillColor(red)
    let rects = [CGRect(x: 0, y: 0, width: 6, height: 6), CGRect(x: 2, y: 2, width: 2, height: 2)]
    c.addRects(rects)
    c.fillPath(using: .evenOdd)
    #expect(pixel(c, 3, 3) == empty && pixel(c, 1, 1) == redBytes)
    c.addRects(rects)
    c.fillPath()
    #expect(pixel(c, 3, 3) == redBytes)
  }

  @Test func strokesLieOnBothSides() throws {
    let c = try makeContext(8, 8)
    c.setStrokeColor(red)
    c.setLineWidth(2)
    c.move(to: CGPoint(x: 1, y: 4))
    c.addLine(to: CGPoint(x: 6, y: 4))
    c.strokePath()
    #expect(pixel(c, 3, 3) == redBytes)
    #expect(pixel(c, 3, 4) == redBytes)
    #expect(pixel(c, 3, 5) == empty)
    #expect(pixel(c, 0, 4) == empty && pixel(c, 6, 4) == empty)
    // The width is scaled with user space, each axis on its own.
    let s = try makeContext(8, 8)
    s.setStrokeColor(red)
    s.scaleBy(x: 1, y: 4)
    s.setLineWidth(1)
    s.move(to: CGPoint(x: 0, y: 1))
    s.addLine(to: CGPoint(x: 8, y: 1))
    s.strokePath()
    #expect((0..<8).map { pixel(s, 4, $0)[0] } == [0, 0, 255, 255, 255, 255, 0, 0])
  }

  @Test func dashesLeaveGaps() throws {
    let c = try makeContext(10, 2)
    c.setStrokeColor(red)
    c.setLineWidth(2)
    c.setLineDash(phase: 1, lengths: [3, 2])
    c.move(to: CGPoint(x: 0, y: 1))
    c.addLine(to: CGPoint(x: 10, y: 1))
    c.strokePath()
    #expect((0..<10).map { pixel(c, $0, 0)[3] } == [255, 255, 0, 0, 255, 255, 255, 0, 0, 255])
  }

  @Test("SC-42: replacePathWithStrokedPath gives the outline of the stroke")
  func strokedPath() throws {
    let c = try makeContext(8, 8)
    c.setLineWidth(2)
    c.setLineCap(.square)
    c.move(to: CGPoint(x: 2, y: 4))
    c.addLine(to: CGPoint(x: 6, y: 4))
    c.replacePathWithStrokedPath()
    #expect(c.path?.boundingBoxOfPath == CGRect(x: 1, y: 3, width: 6, height: 2))
  }

  @Test func clipsIntersectAndEndWithTheState() throws {
    let c = try makeContext(8, 8)
    c.setFillColor(red)
    c.saveGState()
    c.clip(to: CGRect(x: 0, y: 0, width: 4, height: 8))
    c.addEllipse(in: CGRect(x: 0, y: 0, width: 8, height: 8))
    c.clip()
    let box = c.boundingBoxOfClipPath
    #expect(abs(box.width - 4) < 1e-9 && abs(box.height - 8) < 1e-9)
    c.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
    #expect(pixel(c, 3, 4) == redBytes)
    #expect(pixel(c, 4, 4) == empty)
    #expect(pixel(c, 0, 0) == empty)
    c.clip(to: CGRect(x: 6, y: 0, width: 1, height: 1))
    #expect(c.boundingBoxOfClipPath.isNull)
    c.restoreGState()
    #expect(c.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 8, height: 8))
    c.clip(to: [CGRect(x: 0, y: 0, width: 1, height: 8), CGRect(x: 7, y: 0, width: 1, height: 8)])
    c.setFillColor(blue)
    c.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
    #expect(pixel(c, 0, 0) == blueBytes)
    #expect(pixel(c, 7, 0) == blueBytes)
    #expect(pixel(c, 5, 0) == empty)
  }

  @Test("SC-42: the clip's box is in user space")
  func clipBoxInUserSpace() throws {
    let c = try makeContext(8, 8)
    c.clip(to: CGRect(x: 0.5, y: 1, width: 3, height: 2))
    c.scaleBy(x: 0.5, y: 0.5)
    #expect(c.boundingBoxOfClipPath == CGRect(x: 1, y: 2, width: 6, height: 4))
  }

  @Test func aMaskSaysHowMuchRemains() throws {
    let c = try makeContext(2, 2)
    // Gray 255 keeps, 0 leaves out; row 0 of the mask is on top.
    let mask = try #require(
      bitmap([255, 51, 0, 255], width: 2, pixelBits: 8, space: CGColorSpaceCreateDeviceGray(), .none)
    )
    c.interpolationQuality = .none
    c.clip(to: CGRect(x: 0, y: 0, width: 2, height: 2), mask: mask)
    c.setFillColor(red)
    c.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(pixel(c, 0, 0) == redBytes)
    #expect(pixel(c, 0, 1) == empty)
    #expect(pixel(c, 1, 1) == redBytes)
    #expect(near(pixel(c, 1, 0), [51, 0, 0, 51]))
  }

  @Test func alphaAndBlendModesMix() throws {
    let c = try makeContext(4, 4)
    let all = CGRect(x: 0, y: 0, width: 4, height: 4)
    c.setFillColor(blue)
    c.fill(all)
    c.setAlpha(0.5)
    c.setFillColor(red)
    c.fill(CGRect(x: 0, y: 0, width: 1, height: 4))
    #expect(near(pixel(c, 0, 0), [128, 0, 127, 255]))
    c.setAlpha(1)
    c.setBlendMode(.destinationOut)
    c.fill(CGRect(x: 1, y: 0, width: 1, height: 4))
    #expect(pixel(c, 1, 0) == empty)
    c.setBlendMode(.plusLighter)
    c.fill(CGRect(x: 2, y: 0, width: 1, height: 4))
    #expect(pixel(c, 2, 0) == [255, 0, 255, 255])
    c.setBlendMode(.copy)
    c.setFillColor(red: 0, green: 1, blue: 0, alpha: 0.5)
    c.fill(CGRect(x: 3, y: 0, width: 1, height: 4))
    #expect(near(pixel(c, 3, 0), [0, 128, 0, 128]))
  }

  // SC-59: blending uses the encoded colour values.
  @Test("SC-59: multiply of (255,252,65) with (255,64,19) gives (255,63,5)")
  func multiply() throws {
    let c = try makeContext(1, 1)
    c.setFillColor(red: 1, green: 252 / 255, blue: 65 / 255, alpha: 1)
    c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    c.setBlendMode(.multiply)
    c.setFillColor(red: 1, green: 64 / 255, blue: 19 / 255, alpha: 1)
    c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(near(pixel(c, 0, 0), [255, 63, 5, 255]))
  }

  @Test func imagesAreDrawnUpright() throws {
    let source = try #require(bitmap([255, 0, 0, 255, 0, 0, 255, 255], width: 1, .last))  // Red above blue.
    let c = try makeContext(4, 4)
    c.interpolationQuality = .none
    c.draw(source, in: CGRect(x: 1, y: 0, width: 2, height: 4))
    #expect(pixel(c, 1, 0) == redBytes && pixel(c, 2, 1) == redBytes)
    #expect(pixel(c, 1, 2) == blueBytes)
    #expect(pixel(c, 0, 0) == empty)
    #expect(pixel(c, 3, 0) == empty)
  }

  @Test func tilesRepeatOverTheClip() throws {
    let source = try #require(bitmap([255, 0, 0, 255, 0, 0, 255, 255], width: 2, .last))
    let c = try makeContext(6, 1)
    c.interpolationQuality = .none
    c.draw(source, in: CGRect(x: 1, y: 0, width: 2, height: 1), byTiling: true)
    #expect((0..<6).map { pixel(c, $0, 0)[0] } == [0, 255, 0, 255, 0, 255])
  }

  @Test func imageMasksTakeTheFillColour() throws {
    let mask = try #require(
      CGImage(
        maskWidth: 2,
        height: 1,
        bitsPerComponent: 8,
        bitsPerPixel: 8,
        bytesPerRow: 2,
        provider: CGDataProvider(bytes: Data([0, 255])),
        decode: nil,
        shouldInterpolate: false
      )
    )
    let c = try makeContext(2, 1)
    c.interpolationQuality = .none
    c.setFillColor(blue)
    c.draw(mask, in: CGRect(x: 0, y: 0, width: 2, height: 1))
    #expect(pixel(c, 0, 0) == blueBytes && pixel(c, 1, 0) == empty)
  }

  @Test func linearGradientsFillTheClip() throws {
    let c = try makeContext(8, 2)
    let gradient = try #require(
      CGGradient(
        colorsSpace: CGColorSpaceCreateDeviceRGB(),
        colors: [red, blue] as CFArray,
        locations: [0, 1]
      )
    )
    c.drawLinearGradient(
      gradient,
      start: CGPoint(x: 2, y: 0),
      end: CGPoint(x: 6, y: 0),
      options: .drawsAfterEndLocation
    )
    #expect(pixel(c, 0, 0) == empty && pixel(c, 1, 1) == empty)
    #expect(pixel(c, 7, 0) == blueBytes)
    // Pixel centres at 2.5 and 5.5: an eighth of the way from each end.
    #expect(near(pixel(c, 2, 0), [223, 0, 32, 255], 2) && near(pixel(c, 5, 1), [32, 0, 223, 255], 2))
  }

  @Test func radialGradientsGrowFromTheCentre() throws {
    let c = try makeContext(21, 21)
    let gradient = try #require(CGGradient(colorsSpace: nil, colors: [red, blue] as CFArray, locations: nil))
    let centre = CGPoint(x: 10.5, y: 10.5)
    c.drawRadialGradient(
      gradient,
      startCenter: centre,
      startRadius: 0,
      endCenter: centre,
      endRadius: 10,
      options: []
    )
    #expect(near(pixel(c, 10, 10), redBytes, 2))
    #expect(near(pixel(c, 15, 10), [128, 0, 128, 255], 2) && near(pixel(c, 10, 5), [128, 0, 128, 255], 2))
    #expect(pixel(c, 0, 0) == empty)
  }

  @Test func shadowsFallByTheirOffsetInBaseSpace() throws {
    let c = try makeContext(12, 12)
    c.scaleBy(x: 2, y: 2)
    c.setFillColor(red)
    c.setShadow(offset: CGSize(width: 4, height: -4), blur: 0, color: blue)
    c.fill(CGRect(x: 1, y: 3, width: 1, height: 1))  // Pixels x 2 to 4, y from the top 4 to 6.
    #expect(pixel(c, 2, 4) == redBytes && pixel(c, 3, 5) == redBytes)
    #expect(pixel(c, 6, 8) == blueBytes)
    #expect(pixel(c, 7, 9) == blueBytes)
    #expect(pixel(c, 8, 8) == empty)
    // Of shapes outside the clip the shadow still falls into it.
    let far = try makeContext(8, 8)
    far.setFillColor(red)
    far.setShadow(offset: CGSize(width: 1000, height: 0), blur: 0, color: green)
    far.fill(CGRect(x: -1000, y: 0, width: 4, height: 8))
    #expect(pixel(far, 3, 3) == [0, 255, 0, 255] && pixel(far, 4, 3) == empty)
  }

  @Test func aBlurredShadowKeepsItsSum() throws {
    let c = try makeContext(60, 60)
    c.setFillColor(red)
    c.setShadow(
      offset: CGSize(width: 30, height: 0),
      blur: 8,
      color: CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
    )
    c.fill(CGRect(x: 10, y: 25, width: 10, height: 10))
    var sum = 0
    for y in 0..<60 { for x in 24..<60 where pixel(c, x, y)[0] == 0 { sum += Int(pixel(c, x, y)[3]) } }
    #expect(abs(Double(sum) / 255 - 100) < 3)
    #expect(pixel(c, 45, 30)[3] < 255 && pixel(c, 45, 30)[3] > 100)
  }

  @Test func transparencyLayersMixAsAWhole() throws {
    let c = try makeContext(4, 1)
    c.setAlpha(0.5)
    c.beginTransparencyLayer(auxiliaryInfo: nil)
    c.setFillColor(red)
    c.fill(CGRect(x: 0, y: 0, width: 3, height: 1))
    c.setFillColor(blue)
    c.fill(CGRect(x: 1, y: 0, width: 3, height: 1))
    c.restoreGState()  // Belongs to the outside and is ignored here.
    c.endTransparencyLayer()
    #expect(near(pixel(c, 0, 0), [128, 0, 0, 128]) && near(pixel(c, 1, 0), [0, 0, 128, 128]))
    c.endTransparencyLayer()
    c.setFillColor(red)
    c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(near(pixel(c, 0, 0), [191, 0, 0, 192], 2))
  }

  @Test func aLayersShadowIsThatOfItsUnion() throws {
    let c = try makeContext(8, 4)
    c.setShadow(offset: CGSize(width: 4, height: 0), blur: 0, color: green)
    c.beginTransparencyLayer(in: CGRect(x: 0, y: 0, width: 4, height: 4), auxiliaryInfo: nil)
    c.setFillColor(red)
    c.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
    c.setFillColor(blue)
    c.fill(CGRect(x: 1, y: 0, width: 2, height: 4))
    c.endTransparencyLayer()
    #expect(pixel(c, 4, 0) == [0, 255, 0, 255])
    #expect(pixel(c, 6, 3) == [0, 255, 0, 255])
    #expect(pixel(c, 7, 0) == empty)
    #expect(pixel(c, 2, 0) == blueBytes)
  }

  @Test func imagesOfAContextStayAsTheyWere() throws {
    let c = try makeContext(2, 2)
    c.setFillColor(red)
    c.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    let image = try #require(c.makeImage())
    c.clear(CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(image.pixels.base.load(as: UInt32.self) == 0xFF00_00FF && pixel(c, 0, 0) == empty)
    #expect(image.alphaInfo == .premultipliedLast)
  }

  @Test func clientsMemoryIsReadAndKeptUpToDate() {
    var memory = [UInt8](repeating: 0, count: 2 * 16)
    memory[0...3] = [9, 8, 7, 255]
    memory.withUnsafeMutableBytes { bytes in
      let c = CGContext(
        data: bytes.baseAddress,
        width: 2,
        height: 2,
        bitsPerComponent: 8,
        bytesPerRow: 16,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
      )
      c?.setFillColor(red: 1, green: 0.2, blue: 0, alpha: 1)
      c?.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    }
    #expect(Array(memory[0...3]) == [9, 8, 7, 255])
    #expect(Array(memory[20...23]) == [0, 51, 255, 255] && Array(memory[16...19]) == [0, 0, 0, 0])
  }

  @Test func grayBitmapsAndBitmapsOfAlphaAlone() throws {
    let gray = try #require(
      CGContext(
        data: nil,
        width: 2,
        height: 1,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceGray(),
        bitmapInfo: CGImageAlphaInfo.none.rawValue
      )
    )
    gray.setFillColor(gray: 0.4, alpha: 1)
    gray.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    #expect(gray.data?.load(as: UInt8.self) == 0 && gray.data?.load(fromByteOffset: 1, as: UInt8.self) == 102)
    #expect(gray.makeImage()?.colorSpace == CGColorSpaceCreateDeviceGray())
    let alpha = try #require(
      CGContext(
        data: nil,
        width: 2,
        height: 1,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceGray(),
        bitmapInfo: CGImageAlphaInfo.alphaOnly.rawValue
      )
    )
    alpha.setFillColor(red: 1, green: 1, blue: 1, alpha: 0.4)
    alpha.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    #expect(
      alpha.data?.load(as: UInt8.self) == 0 && alpha.data?.load(fromByteOffset: 1, as: UInt8.self) == 102
    )
    #expect(alpha.makeImage()?.pixels.format == .alpha8)
  }

  @Test func bitmapsWithoutAlphaBeginAndAreClearedBlack() throws {
    let c = try #require(
      CGContext(
        data: nil,
        width: 1,
        height: 1,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue
      )
    )
    #expect(pixel(c, 0, 0) == [0, 0, 0, 255])
    c.setFillColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(near(pixel(c, 0, 0), [128, 0, 0, 255]))
    c.clear(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(pixel(c, 0, 0) == [0, 0, 0, 255])
  }

  @Test func kindsThatDoNotExistGiveNoContext() {
    func make(_ width: Int, _ bits: Int, _ rowBytes: Int, _ space: CGColorSpace, _ alpha: CGImageAlphaInfo)
      -> Bool
    {
      CGContext(
        data: nil,
        width: width,
        height: 2,
        bitsPerComponent: bits,
        bytesPerRow: rowBytes,
        space: space,
        bitmapInfo: alpha.rawValue
      ) != nil
    }
    let rgb = CGColorSpaceCreateDeviceRGB()
    #expect(make(2, 8, 0, rgb, .premultipliedLast) && make(2, 8, 8, rgb, .premultipliedLast))
    #expect(!make(0, 8, 0, rgb, .premultipliedLast) && !make(-5, 8, 0, rgb, .premultipliedLast))
    #expect(!make(2, 8, 7, rgb, .premultipliedLast))
    #expect(!make(2, 8, 0, rgb, .last))
    #expect(!make(2, 8, 0, rgb, .none))
    #expect(!make(2, 5, 0, rgb, .noneSkipLast) && !make(Int.max / 8, 8, 0, rgb, .premultipliedLast))
    #expect(!make(2, 8, 0, CGColorSpaceCreateDeviceCMYK(), .none))
  }

  @Test func backingStoresHaveTheSpaceOfTheirLayer() {
    let pixels = PixelBuffer(width: 8, height: 8, format: .rgba8)
    let up = CGContext(backingStore: pixels, scale: 2, origin: CGPoint(x: 10, y: 20), isFlipped: false)
    #expect(up.boundingBoxOfClipPath == CGRect(x: 10, y: 20, width: 4, height: 4))
    up.setFillColor(red)
    up.fill(CGRect(x: 10, y: 20, width: 1, height: 1))
    #expect(pixel(up, 1, 7) == redBytes && pixel(up, 2, 7) == empty)
    let down = CGContext(
      backingStore: PixelBuffer(width: 8, height: 8, format: .rgba8),
      scale: 2,
      origin: CGPoint(x: 10, y: 20),
      isFlipped: true
    )
    #expect(down.boundingBoxOfClipPath == CGRect(x: 10, y: 20, width: 4, height: 4))
    down.setFillColor(red)
    down.setShadow(offset: CGSize(width: 0, height: 1), blur: 0, color: blue)
    down.fill(CGRect(x: 10, y: 20, width: 1, height: 1))
    #expect(pixel(down, 1, 1) == redBytes)
    #expect(pixel(down, 1, 2) == blueBytes)
    #expect(pixel(down, 1, 4) == empty)
  }

  @Test("SC-42: font setters exist, and text is drawn as the mode says")
  func textHooks() throws {
    let c = try makeContext(4, 4)
    c.setAllowsAntialiasing(true)
    c.setShouldAntialias(true)
    c.setAllowsFontSubpixelPositioning(true)
    c.setShouldSubpixelPositionFonts(false)
    #expect(!c.positionsGlyphsBetweenPixels)
    c.textMatrix = CGAffineTransform(scaleX: 2, y: 2)
    c.textPosition = CGPoint(x: 1, y: 1)
    #expect(c.textMatrix == CGAffineTransform(2, 0, 0, 2, 1, 1))
    c.setFillColor(red)
    let glyph = Outline.rect(minX: 0, minY: 0, width: 1, height: 1)
    c.drawText(glyph)
    #expect(pixel(c, 1, 2) == redBytes)
    #expect(pixel(c, 2, 1) == redBytes)
    #expect(pixel(c, 0, 3) == empty)
    c.setTextDrawingMode(.clip)
    c.drawText(glyph)
    #expect(c.boundingBoxOfClipPath == CGRect(x: 1, y: 1, width: 2, height: 2))
  }

  @Test func drawingWithNumbersThatAreNoneDoesNoHarm() throws {
    let c = try makeContext(4, 4)
    c.setFillColor(red)
    c.fill(CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1))
    c.fill(CGRect(x: -1e300, y: -1e300, width: 2e300, height: 2e300))
    c.setLineWidth(.infinity)
    c.stroke(CGRect(x: 0, y: 0, width: 2, height: 2))
    c.setShadow(offset: CGSize(width: CGFloat.nan, height: .infinity), blur: .infinity, color: red)
    c.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    c.scaleBy(x: 0, y: 0)
    c.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    c.stroke(CGRect(x: 0, y: 0, width: 2, height: 2))
    c.beginTransparencyLayer(in: .null, auxiliaryInfo: nil)
    c.endTransparencyLayer()
    c.concatenate(CGAffineTransform(a: .nan, b: 0, c: 0, d: .nan, tx: .infinity, ty: 0))
    c.clip(to: CGRect(x: 0, y: 0, width: 1, height: 1))
    c.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(c.makeImage() != nil)
  }

  @Test func layersAreDrawnWhereTheyAreAsked() throws {
    let c = try makeContext(8, 4)
    c.scaleBy(x: 2, y: 2)
    let layer = try #require(CGLayer(c, size: CGSize(width: 1, height: 1), auxiliaryInfo: nil))
    #expect(layer.context?.width == 2)
    layer.context?.setFillColor(red)
    layer.context?.fill(CGRect(x: 0, y: 0, width: 0.5, height: 1))
    c.draw(layer, at: CGPoint(x: 1, y: 0))
    c.draw(layer, at: CGPoint(x: 3, y: 1))
    #expect((0..<8).map { pixel(c, $0, 3)[0] } == [0, 0, 255, 0, 0, 0, 0, 0])
    #expect((0..<8).map { pixel(c, $0, 0)[0] } == [0, 0, 0, 0, 0, 0, 255, 0])
    #expect(CGLayer(c, size: CGSize(width: 1e9, height: 1e9), auxiliaryInfo: nil) == nil)
  }

  @Test("SC-58: huge paths cost what is visible of them")
  func hugePaths() throws {
    let c = try makeContext(8, 8)
    c.setFillColor(red)
    c.addRect(CGRect(x: -10_000_000, y: -10_000_000, width: 20_000_000, height: 20_000_000))
    c.addRect(CGRect(x: 2, y: 2, width: 4, height: 4))
    c.fillPath(using: .evenOdd)
    #expect(pixel(c, 0, 0) == redBytes && pixel(c, 3, 3) == empty)
  }
}
