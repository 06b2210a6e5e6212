import CoreImage
import Foundation
import StrataBase
import Testing

/// Pixels of every format are read and written component by component.
@Suite struct PixelLayoutTests {
  /// The order of the components by the rest of a format's number: r, g, b, a, luminance, or a filler.
  private static let orders: [(Int32, String)] = [
    (1, "r"), (2, "rg"), (4, "rgbx"), (5, "a"), (6, "la"), (7, "l"), (8, "rgba"), (9, "argb"), (10, "bgra"),
    (11, "abgr"),
  ]

  /// The types of components by their part of a format's number.
  private static let kinds: [Int32] = [256, 2048, 8192, 8448]

  private static let pixelCount = 257

  /// The bytes of a component, whose value is a number.
  private func component(_ kind: Int32, _ random: inout SplitMix64) -> (bytes: [UInt8], value: Float) {
    let word = UInt16.random(in: 0...65535, using: &random)
    switch kind {
    case 256: return ([UInt8(word >> 8)], Float(word >> 8) / 255)
    case 2048: return (bytes(word), Float(word) / 65535)
    case 8192:
      let half = Float16(bitPattern: word)
      return (bytes(word), half.isNaN ? 0 : Float(half))
    default:
      let value = Float.random(in: -4...4, using: &random)
      return (bytes(value), value)
    }
  }

  private func bytes<T>(_ value: T) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

  @Test(arguments: kinds, orders) func componentsAreReadInTheirOrder(kind: Int32, order: (Int32, String)) {
    var random = SplitMix64(seed: UInt64(kind + order.0))
    var (data, expected): (Data, [SIMD4<Float>]) = (Data(), [])
    for _ in 0..<Self.pixelCount {
      var pixel = SIMD4<Float>(0, 0, 0, 1)
      for name in order.1 {
        let (bytes, value) = component(kind, &random)
        data.append(contentsOf: bytes)
        switch name {
        case "r": pixel.x = value
        case "g": pixel.y = value
        case "b": pixel.z = value
        case "a": pixel.w = value
        case "l": (pixel.x, pixel.y, pixel.z) = (value, value, value)
        default: break
        }
      }
      expected.append(pixel)
    }
    let image = CIImage(
      bitmapData: data,
      bytesPerRow: data.count,
      size: CGSize(width: Self.pixelCount, height: 1),
      format: CIFormat(rawValue: kind + order.0),
      colorSpace: nil
    )
    let pixels = Picture(image).pixels
    let wrong = pixels.indices.first { pixels[$0] != expected[$0] }
    #expect(wrong == nil, "\(wrong.map { "\(pixels[$0]) is not \(expected[$0])" } ?? "")")
  }

  /// The bytes of a component of a premultiplied pixel.
  private func bytes(_ kind: Int32, _ name: Character, _ p: SIMD4<Float>) -> [UInt8] {
    let luminance = (p * SIMD4(0.2126, 0.7152, 0.0722, 0)).sum()
    let values: [Character: Float] = ["r": p.x, "g": p.y, "b": p.z, "a": p.w, "l": luminance]
    let value = values[name] ?? 1
    switch kind {
    case 256: return [UInt8(min(max(value, 0), 1) * 255 + 0.5)]
    case 2048: return bytes(UInt16(min(max(value, 0), 1) * 65535 + 0.5))
    case 8192: return bytes(Float16(min(max(value, -65504), 65504)))
    default: return bytes(value)
    }
  }

  @Test(arguments: kinds, orders) func componentsAreWrittenInTheirOrder(kind: Int32, order: (Int32, String)) {
    var random = SplitMix64(seed: UInt64(kind + order.0))
    let pixels = (0..<Self.pixelCount).map { _ in
      func number() -> Float { Float.random(in: -0.5...1.5, using: &random) }
      return SIMD4(number(), number(), number(), number())
    }
    let source = pixels.withUnsafeBytes { Data($0) }
    let size = CGSize(width: Self.pixelCount, height: 1)
    let image = CIImage(
      bitmapData: source,
      bytesPerRow: source.count,
      size: size,
      format: .RGBAf,
      colorSpace: nil
    )
    let expected = pixels.flatMap { pixel in order.1.flatMap { bytes(kind, $0, pixel) } }
    var written = [UInt8](repeating: 0, count: expected.count)
    written.withUnsafeMutableBytes { memory in
      guard let base = memory.baseAddress else { return }
      CIContext.plain.render(
        image,
        toBitmap: base,
        rowBytes: memory.count,
        bounds: CGRect(origin: .zero, size: size),
        format: CIFormat(rawValue: kind + order.0),
        colorSpace: nil
      )
    }
    let wrong = zip(written, expected).map { $0 == $1 }.firstIndex(of: false)
    #expect(wrong == nil, "byte \(wrong ?? 0)")
  }

  /// The alpha of a histogram's columns is that of the picture's pixels: where none has the level, it is 0.
  @Test func aHistogramCanBeReadAsBytes() {
    let black = CIImage(color: .black).cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))
    let image = CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 4, height: 8)).composited(
      over: black
    )
    let histogram = image.applyingFilter(
      "CIAreaHistogram",
      parameters: [kCIInputExtentKey: image.extent, kCIInputCountKey: 16, kCIInputScaleKey: 1]
    )
    var bytes = [UInt8](repeating: 0, count: 64)
    bytes.withUnsafeMutableBytes { memory in
      guard let base = memory.baseAddress else { return }
      CIContext.plain.render(
        histogram,
        toBitmap: base,
        rowBytes: 64,
        bounds: CGRect(x: 0, y: 0, width: 16, height: 1),
        format: .RGBA8,
        colorSpace: nil
      )
    }
    #expect(bytes[..<3] == [128, 128, 128])
    #expect(bytes[60..<63] == [128, 128, 128])
  }

  /// A bitmap has colours above alpha; what is an image again is limited to it.
  @Test func imagesHaveNoColoursAboveAlpha() throws {
    var pixel: [Float] = [0.8, 0.2, 0.4, 0.4]
    let area = CGRect(x: 0, y: 0, width: 1, height: 1)
    let bright = CIImage(
      bitmapData: Data(bytes: &pixel, count: 16),
      bytesPerRow: 16,
      size: area.size,
      format: .RGBAf,
      colorSpace: nil
    )
    func bytes(_ image: CIImage) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 4)
      let context = CIContext.plain
      context.render(image, toBitmap: &bytes, rowBytes: 4, bounds: area, format: .RGBA8, colorSpace: nil)
      return bytes
    }
    #expect(bytes(bright) == [204, 51, 102, 102])
    var made: CVPixelBuffer?
    CVPixelBufferCreate(nil, 1, 1, kCVPixelFormatType_32RGBA, nil, &made)
    let buffer = try #require(made)
    CIContext.plain.render(bright, to: buffer)
    #expect(bytes(CIImage(cvPixelBuffer: buffer)) == [102, 51, 102, 102])
    let canvas = try #require(CIImageAccumulator(extent: area, format: .RGBA8))
    canvas.setImage(bright)
    let kept = bytes(canvas.image())
    #expect(kept[0] == kept[3] && kept[3] == 102)
  }
}
