import CoreGraphics
import Foundation
import Testing

/// The bytes of a pixel counted from the bottom left.
private func pixel(_ context: CGContext, _ x: Int, _ y: Int) -> [UInt8] {
  guard let data = context.data else { return [] }
  let offset = (context.height - 1 - y) * context.bytesPerRow + x * 4
  return (0..<4).map { data.load(fromByteOffset: offset + $0, as: UInt8.self) }
}

private func pattern(
  matrix: CGAffineTransform = .identity,
  step: CGFloat = 4,
  isColored: Bool = true,
  draw: @escaping CGPatternDrawPatternCallback
) throws -> CGPattern {
  var callbacks = CGPatternCallbacks(version: 0, drawPattern: draw, releaseInfo: nil)
  return try #require(
    CGPattern(
      info: nil,
      bounds: CGRect(x: 0, y: 0, width: 4, height: 4),
      matrix: matrix,
      xStep: step,
      yStep: step,
      tiling: .constantSpacing,
      isColored: isColored,
      callbacks: &callbacks
    )
  )
}

private let red: [UInt8] = [255, 0, 0, 255]
private let nothing: [UInt8] = [0, 0, 0, 0]

@Suite struct PatternTests {
  @Test func cellsRepeatFromTheOriginOfTheContext() throws {
    let context = try makeContext(16, 16)
    let space = try #require(CGColorSpace(patternBaseSpace: nil))
    #expect(space.model == .pattern && space.numberOfComponents == 0)
    let cells = try pattern { _, cell in
      cell.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      cell.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    }
    context.setFillColorSpace(space)
    context.setFillPattern(cells, colorComponents: [1])
    // The transform of the moment does not move a pattern.
    context.translateBy(x: 1, y: 1)
    context.fill(CGRect(x: 0, y: 0, width: 14, height: 14))
    for (x, y) in [(1, 1), (4, 4), (5, 9), (13, 12)] { #expect(pixel(context, x, y) == red, "\(x) \(y)") }
    for (x, y) in [(0, 0), (2, 1), (3, 3), (4, 6), (15, 15)] {
      #expect(pixel(context, x, y) == nothing, "\(x) \(y)")
    }
  }

  @Test func phaseAndMatrixPlaceThePattern() throws {
    let context = try makeContext(16, 16)
    let cells = try pattern(matrix: CGAffineTransform(scaleX: 2, y: 2)) { _, cell in
      cell.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      cell.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    context.setFillColorSpace(try #require(CGColorSpace(patternBaseSpace: nil)))
    context.setFillPattern(cells, colorComponents: [1])
    context.setPatternPhase(CGSize(width: 3, height: 1))
    context.fill(CGRect(x: 0, y: 0, width: 16, height: 16))
    for (x, y) in [(3, 1), (4, 2), (11, 9), (12, 10)] { #expect(pixel(context, x, y) == red, "\(x) \(y)") }
    for (x, y) in [(2, 1), (5, 1), (3, 3), (3, 8)] { #expect(pixel(context, x, y) == nothing, "\(x) \(y)") }
  }

  @Test func aStencilTakesTheColourOfTheMoment() throws {
    let context = try makeContext(8, 8)
    let stencil = try pattern(isColored: false) { _, cell in
      cell.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
    }
    let space = try #require(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB()))
    let color = try #require(CGColor(patternSpace: space, pattern: stencil, components: [0, 0, 1, 1]))
    #expect(color.pattern == stencil && color.numberOfComponents == 4)
    context.setFillColor(color)
    context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
    #expect(pixel(context, 1, 1) == [0, 0, 255, 255])
    #expect(pixel(context, 5, 7) == [0, 0, 255, 255])
    #expect(pixel(context, 2, 1) == nothing)
    // Strokes take patterns, too.
    let other = try makeContext(8, 8)
    other.setStrokeColorSpace(space)
    other.setStrokePattern(stencil, colorComponents: [1, 0, 0, 1])
    other.stroke(CGRect(x: 0, y: 3, width: 8, height: 2), width: 2)
    #expect(pixel(other, 0, 3) == red)
    #expect(pixel(other, 2, 5) == nothing)
  }

  @Test func cellsLargerThanTheirDistanceOverlap() throws {
    let context = try makeContext(8, 8)
    let cells = try pattern(step: 2) { _, cell in
      cell.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      cell.fill(CGRect(x: 3, y: 3, width: 1, height: 1))
    }
    context.setFillColorSpace(try #require(CGColorSpace(patternBaseSpace: nil)))
    context.setFillPattern(cells, colorComponents: [1])
    context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
    #expect(pixel(context, 1, 1) == red && pixel(context, 7, 7) == red)
    #expect(pixel(context, 0, 1) == nothing)
  }

  @Test func wrongPatternsAreRefusedAndPatternsInsideThemselvesEnd() throws {
    var callbacks = CGPatternCallbacks()
    let bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    func make(_ step: CGFloat) -> CGPattern? {
      CGPattern(
        info: nil,
        bounds: bounds,
        matrix: .identity,
        xStep: step,
        yStep: 4,
        tiling: .noDistortion,
        isColored: true,
        callbacks: &callbacks
      )
    }
    #expect(make(4) == nil)
    callbacks.drawPattern = { _, _ in }
    #expect(make(4) != nil)
    #expect(make(0) == nil)
    #expect(make(.nan) == nil)
    let plain = try #require(make(4))
    #expect(CGColor(patternSpace: CGColorSpaceCreateDeviceRGB(), pattern: plain, components: [1]) == nil)

    final class Box { var color: CGColor? }
    let box = Box()
    let inside = try pattern { _, cell in
      if let color = box.color { cell.setFillColor(color) }
      cell.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    }
    let space = try #require(CGColorSpace(patternBaseSpace: nil))
    box.color = CGColor(patternSpace: space, pattern: inside, components: [1])
    let context = try makeContext(8, 8)
    context.setFillColor(try #require(box.color))
    context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
  }

  @Test func infoIsReleasedOnce() {
    nonisolated(unsafe) var count = 0
    var callbacks = CGFunctionCallbacks(
      version: 0,
      evaluate: { _, _, _ in },
      releaseInfo: { _ in count += 1 }
    )
    _ = CGFunction(
      info: nil,
      domainDimension: 1,
      domain: nil,
      rangeDimension: 4,
      range: nil,
      callbacks: &callbacks
    )
    #expect(count == 1)
  }
}

@Suite struct ShadingTests {
  private func function(_ evaluate: @escaping CGFunctionEvaluateCallback, _ domain: [CGFloat]) -> CGFunction?
  {
    var callbacks = CGFunctionCallbacks(version: 0, evaluate: evaluate, releaseInfo: nil)
    let range: [CGFloat] = [0, 1, 0, 1, 0, 1, 0, 1]
    return CGFunction(
      info: nil,
      domainDimension: 1,
      domain: domain,
      rangeDimension: 4,
      range: range,
      callbacks: &callbacks
    )
  }

  @Test func anAxialShadingCallsItsFunctionBetweenItsEnds() throws {
    // The square of the place from 0 to 2 as red; outputs are clamped to the range.
    let square = try #require(
      function({ _, x, out in (out[0], out[1], out[2], out[3]) = (x[0] * x[0] / 4, -3, 0, 7) }, [0, 2])
    )
    let shading = try #require(
      CGShading(
        axialSpace: CGColorSpaceCreateDeviceRGB(),
        start: CGPoint(x: 10, y: 0),
        end: CGPoint(x: 110, y: 0),
        function: square,
        extendStart: false,
        extendEnd: true
      )
    )
    let context = try makeContext(120, 2)
    context.drawShading(shading)
    #expect(pixel(context, 5, 0) == nothing)
    #expect(pixel(context, 115, 0) == red)
    for x in [20, 50, 75, 100] {
      let share = (Double(x) + 0.5 - 10) / 100
      let expected = share * share * 255
      #expect(abs(Double(pixel(context, x, 0)[0]) - expected) <= 1, "column \(x)")
      #expect(pixel(context, x, 0)[1...] == [0, 0, 255])
    }
  }

  @Test func aRadialShadingLiesBetweenItsCircles() throws {
    let ramp = try #require(
      function({ _, x, out in (out[0], out[1], out[2], out[3]) = (x[0], 0, 0, 1) }, [0, 1])
    )
    let middle = CGPoint(x: 20, y: 20)
    let shading = try #require(
      CGShading(
        radialSpace: CGColorSpaceCreateDeviceRGB(),
        start: middle,
        startRadius: 0,
        end: middle,
        endRadius: 10,
        function: ramp,
        extendStart: false,
        extendEnd: false
      )
    )
    let context = try makeContext(40, 40)
    context.drawShading(shading)
    let distance = 5.5 * 5.5 + 0.5 * 0.5
    #expect(abs(Double(pixel(context, 25, 20)[0]) - distance.squareRoot() / 10 * 255) <= 1)
    #expect(pixel(context, 35, 20) == nothing)
  }

  @Test func functionsThatDoNotFitASpaceMakeNoShading() throws {
    let ramp = try #require(function({ _, _, _ in }, [0, 1]))
    #expect(
      CGShading(
        axialSpace: CGColorSpaceCreateDeviceGray(),
        start: .zero,
        end: .zero,
        function: ramp,
        extendStart: true,
        extendEnd: true
      ) == nil
    )
    var none = CGFunctionCallbacks()
    #expect(
      CGFunction(
        info: nil,
        domainDimension: 1,
        domain: nil,
        rangeDimension: 1,
        range: nil,
        callbacks: &none
      ) == nil
    )
  }
}

@Suite struct VocabularyTests {
  @Test func consumersTakeBytes() throws {
    let data = NSMutableData()
    let consumer = try #require(CGDataConsumer(data: data))
    consumer.write(Data([1, 2]))
    consumer.write(Data([3]))
    #expect(data as Data == Data([1, 2, 3]))

    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "consumer-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("file")
    let file = try #require(CGDataConsumer(url: url as NSURL))
    file.write(Data([7, 8]))
    #expect(!FileManager.default.fileExists(atPath: url.path))
    file.finish()
    #expect(try Data(contentsOf: url) == Data([7, 8]))
    #expect(CGDataConsumer(url: NSURL(fileURLWithPath: folder.path + "/missing/file")) == nil)

    var taken: [UInt8] = []
    var callbacks = CGDataConsumerCallbacks(
      putBytes: { _, bytes, count in
        taken += UnsafeRawBufferPointer(start: bytes, count: count)
        return count
      },
      releaseConsumer: nil
    )
    let program = try #require(CGDataConsumer(info: nil, cbks: &callbacks))
    program.write(Data([9]))
    #expect(taken == [9])
  }

  @Test func aContextGivesItsMemoryBack() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
    nonisolated(unsafe) var released: UnsafeMutableRawPointer?
    do {
      let context = CGContext(
        data: memory,
        width: 4,
        height: 4,
        bitsPerComponent: 8,
        bytesPerRow: 16,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue,
        releaseCallback: { _, data in released = data },
        releaseInfo: nil
      )
      context?.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
      #expect(context?.setEDRTargetHeadroom(2) == false)
    }
    #expect(released == memory)
    #expect(memory.load(fromByteOffset: 3, as: UInt8.self) == 255)
    memory.deallocate()
  }

  @Test func imagesTellTheirDecodeNumbersAndHeadroom() throws {
    let provider = try #require(CGDataProvider(data: NSData(bytes: [10, 20, 30, 255] as [UInt8], length: 4)))
    func image(_ headroom: Float, _ name: CFString) throws -> CGImage? {
      CGImage(
        headroom: headroom,
        width: 1,
        height: 1,
        bitsPerComponent: 8,
        bitsPerPixel: 32,
        bytesPerRow: 4,
        space: try #require(CGColorSpace(name: name)),
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue),
        provider: provider,
        decode: [1, 0, 1, 0, 1, 0],
        shouldInterpolate: false,
        intent: .defaultIntent
      )
    }
    let inverted = try #require(try image(1, CGColorSpace.sRGB))
    #expect(inverted.contentHeadroom == 1 && !inverted.shouldToneMap)
    #expect(!inverted.containsImageSpecificToneMappingMetadata)
    #expect((0..<6).map { inverted.decode?[$0] } == [1, 0, 1, 0, 1, 0])
    #expect(try image(4, CGColorSpace.sRGB) == nil)
    let bright = try #require(try image(4, CGColorSpace.extendedSRGB))
    #expect(bright.contentHeadroom == 4 && bright.shouldToneMap)
  }

  @Test func pointsAndRectanglesDescribeThemselves() {
    #expect(CGPoint(x: 1, y: 2.5).debugDescription == "(1.0, 2.5)")
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(rect.debugDescription == "(1.0, 2.0, 3.0, 4.0)")
    #expect(rect.customMirror.children.compactMap(\.label) == ["origin", "size"])
  }
}

#if Text
  private let dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

  @Suite(.enabled(if: FileManager.default.fileExists(atPath: dejaVu))) struct GlyphTests {
    private func font() throws -> CGFont {
      let bytes = try #require(CGDataProvider(filename: dejaVu))
      return try #require(CGFont(bytes))
    }

    @Test func glyphsHaveNamesAndBoxes() throws {
      let font = try font()
      let glyph = font.getGlyphWithGlyphName(name: "H" as NSString)
      #expect(glyph != 0 && font.name(for: glyph) == "H")
      #expect(font.getGlyphWithGlyphName(name: "no such glyph" as NSString) == 0)
      #expect(font.name(for: .max) == nil)
      var box = CGRect.zero
      #expect(font.getGlyphBBoxes(glyphs: [glyph], count: 1, bboxes: &box))
      // A capital H stands on the baseline; 0.73 em is what this font states as the height of capitals.
      #expect(box.minY == 0)
      #expect(box.maxY > 0.7 * CGFloat(font.unitsPerEm))
      #expect(box.maxY < 0.76 * CGFloat(font.unitsPerEm))
      #expect(!font.getGlyphBBoxes(glyphs: [.max], count: 1, bboxes: &box))
    }

    @Test func glyphsAreDrawnAtPlacesInTextSpace() throws {
      let font = try font()
      let glyph = font.getGlyphWithGlyphName(name: "I" as NSString)
      var box = CGRect.zero
      _ = font.getGlyphBBoxes(glyphs: [glyph], count: 1, bboxes: &box)
      let context = try makeContext(200, 100)
      context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      context.showGlyphs([glyph], at: [.zero])
      #expect(pixel(context, 10, 10) == nothing)
      context.setFont(font)
      context.setFontSize(64)
      context.showGlyphs([glyph, glyph], at: [CGPoint(x: 20, y: 10), CGPoint(x: 120, y: 10)])
      let scale = 64 / CGFloat(font.unitsPerEm)
      for x in [20, 120] {
        #expect(pixel(context, x + Int(box.midX * scale), 10 + Int(box.midY * scale)) == red)
        #expect(pixel(context, x + Int(box.maxX * scale) + 3, 20) == nothing)
      }
    }
  }
#endif
