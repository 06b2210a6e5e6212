import CoreGraphics
import Testing

/// A format of bitmaps, with the bytes of its pixels.
private enum BitmapKind: CaseIterable {
  case rgba, argb, bgra, rgbx, xrgb, bgrx, gray, gammaGray, alphaOnly, halfFloats, floats, displayP3

  var space: CGColorSpace {
    switch self {
    case .gray: CGColorSpaceCreateDeviceGray()
    case .gammaGray: CGColorSpace(name: CGColorSpace.genericGrayGamma2_2) ?? CGColorSpaceCreateDeviceGray()
    case .displayP3: CGColorSpace(name: CGColorSpace.displayP3) ?? CGColorSpaceCreateDeviceRGB()
    default: CGColorSpaceCreateDeviceRGB()
    }
  }

  var info: UInt32 {
    let little = CGBitmapInfo.byteOrder32Little.rawValue
    return switch self {
    case .rgba, .displayP3: CGImageAlphaInfo.premultipliedLast.rawValue
    case .argb: CGImageAlphaInfo.premultipliedFirst.rawValue
    case .bgra: CGImageAlphaInfo.premultipliedFirst.rawValue | little
    case .rgbx: CGImageAlphaInfo.noneSkipLast.rawValue
    case .xrgb: CGImageAlphaInfo.noneSkipFirst.rawValue
    case .bgrx: CGImageAlphaInfo.noneSkipFirst.rawValue | little
    case .gray, .gammaGray: CGImageAlphaInfo.none.rawValue
    case .alphaOnly: CGImageAlphaInfo.alphaOnly.rawValue
    case .halfFloats:
      CGImageAlphaInfo.premultipliedLast.rawValue | CGBitmapInfo.floatComponents.rawValue
        | CGBitmapInfo.byteOrder16Little.rawValue
    case .floats:
      CGImageAlphaInfo.premultipliedLast.rawValue | CGBitmapInfo.floatComponents.rawValue | little
    }
  }

  var bits: Int {
    switch self {
    case .halfFloats: 16
    case .floats: 32
    default: 8
    }
  }

  /// The bytes of opaque white; ignored ones are 7.
  var white: [UInt8] {
    switch self {
    case .rgba, .argb, .bgra, .displayP3: [255, 255, 255, 255]
    case .rgbx, .bgrx: [255, 255, 255, 7]
    case .xrgb: [7, 255, 255, 255]
    case .gray, .gammaGray, .alphaOnly: [255]
    // 1 is 0x3C00 and 0x3F800000.
    case .halfFloats: [0, 0x3C, 0, 0x3C, 0, 0x3C, 0, 0x3C]
    case .floats: [0, 0, 0x80, 0x3F, 0, 0, 0x80, 0x3F, 0, 0, 0x80, 0x3F, 0, 0, 0x80, 0x3F]
    }
  }
}

/// A bitmap of 8 by 4 pixels.
private struct Bitmap {
  enum Rows: CaseIterable { case best, own, ofTheProgram }

  let kind: BitmapKind
  let context: CGContext
  let memory: UnsafeMutableRawPointer

  init(_ kind: BitmapKind, _ rows: Rows) throws {
    let rowBytes = 8 * kind.white.count + 20
    let owned =
      rows == .ofTheProgram ? UnsafeMutableRawPointer.allocate(byteCount: rowBytes * 4, alignment: 16) : nil
    owned?.initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes * 4)
    self.kind = kind
    context = try #require(
      CGContext(
        data: owned,
        width: 8,
        height: 4,
        bitsPerComponent: kind.bits,
        bytesPerRow: rows == .best ? 0 : rowBytes,
        space: kind.space,
        bitmapInfo: kind.info,
        releaseCallback: { _, data in data?.deallocate() },
        releaseInfo: nil
      )
    )
    memory = try #require(context.data)
  }

  /// Writes a pixel as a program does; y counts from the top.
  func write(_ bytes: [UInt8], x: Int, y: Int) {
    let place = memory + y * context.bytesPerRow + x * kind.white.count
    for (index, byte) in bytes.enumerated() {
      place.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
  }

  func read(x: Int, y: Int) -> [UInt8] {
    let place = memory + y * context.bytesPerRow + x * kind.white.count
    return (0..<kind.white.count).map { place.load(fromByteOffset: $0, as: UInt8.self) }
  }

  func writeWhite() { for y in 0..<4 { for x in 0..<8 { write(kind.white, x: x, y: y) } } }

  /// Draws the image into RGBA; returns a pixel, y from the top.
  func shown(x: Int, y: Int) throws -> [UInt8] {
    let target = try makeContext(8, 4)
    target.interpolationQuality = .none
    target.draw(try #require(context.makeImage()), in: CGRect(x: 0, y: 0, width: 8, height: 4))
    return pixelFromBottom(target, x, 3 - y)
  }
}

private func near(_ a: [UInt8], _ b: [UInt8]) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
}

private let all = CGRect(x: 0, y: 0, width: 8, height: 4)

/// The law of bitmap contexts: the memory is the bitmap.
@Suite struct BitmapMemoryTests {
  @Test(arguments: BitmapKind.allCases, Bitmap.Rows.allCases)
  fileprivate func imagesHaveTheBytesThatTheProgramWrote(kind: BitmapKind, rows: Bitmap.Rows) throws {
    let bitmap = try Bitmap(kind, rows)
    bitmap.writeWhite()
    let expected: [UInt8] = kind == .alphaOnly ? [0, 0, 0, 255] : [255, 255, 255, 255]
    #expect(near(try bitmap.shown(x: 5, y: 2), expected), "\(kind) \(rows)")
    #expect(bitmap.read(x: 5, y: 2) == kind.white)
  }

  @Test(arguments: BitmapKind.allCases, Bitmap.Rows.allCases)
  fileprivate func drawingMeetsTheBytesThatTheProgramWrote(kind: BitmapKind, rows: Bitmap.Rows) throws {
    let bitmap = try Bitmap(kind, rows)
    bitmap.writeWhite()
    bitmap.context.setFillColor(red: 0, green: 0, blue: 0, alpha: 0.5)
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    let half: [UInt8] = kind == .alphaOnly ? [0, 0, 0, 255] : [128, 128, 128, 255]
    #expect(near(try bitmap.shown(x: 1, y: 1), half), "\(kind) \(rows)")
    #expect(bitmap.read(x: 6, y: 1) == kind.white, "\(kind) \(rows)")
    // A second round, after the first drawing.
    bitmap.write(kind.white, x: 1, y: 1)
    #expect(bitmap.read(x: 1, y: 1) == kind.white)
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(near(try bitmap.shown(x: 1, y: 1), half), "\(kind) \(rows)")
    let quarter: [UInt8] = kind == .alphaOnly ? [0, 0, 0, 255] : [64, 64, 64, 255]
    #expect(near(try bitmap.shown(x: 2, y: 1), quarter), "\(kind) \(rows)")
  }

  @Test(arguments: BitmapKind.allCases, Bitmap.Rows.allCases)
  fileprivate func whatIsDrawnIsInTheMemoryAtOnce(kind: BitmapKind, rows: Bitmap.Rows) throws {
    let bitmap = try Bitmap(kind, rows)
    bitmap.context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
    bitmap.context.fill(CGRect(x: 2, y: 0, width: 2, height: 4))
    // Ignored bytes are any.
    let ignored = [BitmapKind.rgbx, .bgrx].contains(kind) ? 3 : kind == .xrgb ? 0 : -1
    let drawn = bitmap.read(x: 3, y: 2).enumerated().filter { $0.offset != ignored }.map(\.element)
    let white = kind.white.enumerated().filter { $0.offset != ignored }.map(\.element)
    #expect(drawn == white, "\(kind) \(rows)")
    bitmap.context.beginTransparencyLayer(auxiliaryInfo: nil)
    bitmap.context.fill(CGRect(x: 5, y: 0, width: 1, height: 4))
    bitmap.context.endTransparencyLayer()
    let grouped = bitmap.read(x: 5, y: 0).enumerated().filter { $0.offset != ignored }.map(\.element)
    #expect(grouped == white, "\(kind) \(rows)")
  }

  /// The box of a diagonal line is the bitmap, but its corners are not drawn.
  @Test(arguments: [BitmapKind.bgrx, .xrgb, .halfFloats, .floats, .displayP3, .gammaGray])
  fileprivate func pixelsThatAreNotDrawnKeepTheirBytes(kind: BitmapKind) throws {
    let bitmap = try Bitmap(kind, .own)
    let odd = kind.white.map { $0 &* 3 / 4 }
    bitmap.write(odd, x: 0, y: 0)
    bitmap.context.setStrokeColor(red: 1, green: 0, blue: 0, alpha: 1)
    bitmap.context.strokeLineSegments(between: [.zero, CGPoint(x: 8, y: 4)])
    #expect(bitmap.read(x: 0, y: 0) == odd, "\(kind)")
  }

  @Test func redOverWrittenBlueIsPurple() throws {
    let bitmap = try Bitmap(.bgra, .best)
    for y in 0..<4 { for x in 0..<8 { bitmap.write([255, 0, 0, 255], x: x, y: y) } }
    bitmap.context.setFillColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    bitmap.context.fill(all)
    #expect(near(bitmap.read(x: 4, y: 2), [127, 0, 128, 255]))
    #expect(near(try bitmap.shown(x: 4, y: 2), [128, 0, 127, 255]))
  }

  /// A program that turns red into green in the memory of a drawn picture.
  @Test(arguments: [BitmapKind.rgba, .bgra], Bitmap.Rows.allCases)
  fileprivate func pixelsAreProcessedInPlace(kind: BitmapKind, rows: Bitmap.Rows) throws {
    let bitmap = try Bitmap(kind, rows)
    bitmap.context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    bitmap.context.fill(all)
    let red: [UInt8] = kind == .rgba ? [255, 0, 0, 255] : [0, 0, 255, 255]
    for y in 0..<4 {
      for x in 0..<8 where bitmap.read(x: x, y: y) == red { bitmap.write([0, 255, 0, 255], x: x, y: y) }
    }
    #expect(try bitmap.shown(x: 7, y: 3) == [0, 255, 0, 255])
    let image = try #require(bitmap.context.makeImage())
    let bytes = try #require(image.dataProvider?.data as Data?)
    #expect(Array(bytes[0..<4]) == [0, 255, 0, 255])
  }

  /// The byte that a bitmap without alpha ignores has no meaning, whatever the program writes there.
  @Test func ignoredBytesDoNotMakePixelsTransparent() throws {
    let bitmap = try Bitmap(.rgbx, .best)
    for y in 0..<4 { for x in 0..<8 { bitmap.write([10, 20, 30, 0], x: x, y: y) } }
    #expect(try bitmap.shown(x: 3, y: 1) == [10, 20, 30, 255])
    let hue = try Bitmap(.gray, .best)
    hue.context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    hue.context.fill(all)
    let level = hue.read(x: 0, y: 0)[0]
    hue.context.setBlendMode(.difference)
    hue.context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
    hue.context.fill(all)
    #expect(near(hue.read(x: 0, y: 0), [255 - level]))
  }

  /// Nothing tells whether a program asks for the memory before it draws or after.
  @Test(arguments: BitmapKind.allCases, [0, 52])
  fileprivate func theMemoryHasWhatWasDrawnWheneverItIsAskedFor(kind: BitmapKind, padding: Int) throws {
    func makeContext() throws -> CGContext {
      try #require(
        CGContext(
          data: nil,
          width: 20,
          height: 12,
          bitsPerComponent: kind.bits,
          bytesPerRow: padding == 0 ? 0 : 20 * kind.white.count + padding,
          space: kind.space,
          bitmapInfo: kind.info
        )
      )
    }
    let (early, late) = (try makeContext(), try makeContext())
    #expect(early.data != nil)
    func draw(_ number: CGFloat) {
      for context in [early, late] {
        context.setFillColor(red: number / 3, green: 0.4, blue: 0.7, alpha: 0.6)
        context.fillEllipse(in: CGRect(x: number * 5, y: number * 2, width: 6, height: 4))
        context.setBlendMode(.difference)
        context.fill(CGRect(x: 1.5, y: 9, width: number, height: 2))
      }
    }
    func bytes(_ context: CGContext) -> [UInt8] {
      let image = context.makeImage()
      return image?.dataProvider.map { Array($0.bytes) } ?? []
    }
    draw(0)
    draw(1)
    #expect(bytes(early) == bytes(late), "\(kind)")
    #expect(!bytes(late).allSatisfy { $0 == 0 }, "\(kind)")
    draw(2)
    let (memory, other) = (try #require(early.data), try #require(late.data))
    #expect(memcmp(memory, other, early.bytesPerRow * 12) == 0, "\(kind)")
    draw(3)
    #expect(memcmp(memory, other, early.bytesPerRow * 12) == 0, "\(kind)")
    #expect(bytes(early) == bytes(late), "\(kind)")
  }
}
