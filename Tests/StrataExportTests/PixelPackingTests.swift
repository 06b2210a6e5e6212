import Foundation
import StrataExport
import Testing

@Suite struct PixelPackingTests {
  private func packed(
    _ pixel: [UInt8],
    _ pack: (UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer) -> Void
  )
    -> [UInt8]
  {
    var result = [UInt8](repeating: 7, count: pixel.count)
    pixel.withUnsafeBytes { source in result.withUnsafeMutableBytes { pack(source, $0) } }
    return result
  }

  @Test func colourIsDividedByAlpha() {
    #expect(packed([128, 64, 0, 128]) { PixelPacking.unpremultiply($0, into: $1) } == [255, 128, 0, 128])
    #expect(packed([9, 8, 7, 255]) { PixelPacking.unpremultiply($0, into: $1) } == [9, 8, 7, 255])
    #expect(packed([0, 0, 0, 0]) { PixelPacking.unpremultiply($0, into: $1) } == [0, 0, 0, 0])
  }

  /// For every alpha and every straight value, premultiplying by rounding and dividing again gives the value back within
  /// the half step that premultiplying lost.
  @Test func everyPairComesBackWithinWhatRoundingLost() {
    for alpha in 1...255 {
      for value in stride(from: 0, through: 255, by: 5) {
        let product = UInt8((Double(value * alpha) / 255).rounded())
        let result = packed([product, 0, 0, UInt8(alpha)]) { PixelPacking.unpremultiply($0, into: $1) }
        let lost = 127.5 / Double(alpha) + 0.5
        #expect(abs(Double(result[0]) - Double(value)) <= lost, "\(value) at alpha \(alpha) is \(result[0])")
      }
    }
  }

  @Test func transparencyLetsTheMatteThrough() {
    let white: (red: UInt8, green: UInt8, blue: UInt8) = (255, 255, 255)
    let half = packed([128, 0, 0, 128]) { PixelPacking.flatten($0, over: white, into: $1) }
    #expect(half == [255, 127, 127, 255])
    let none = packed([0, 0, 0, 0]) { PixelPacking.flatten($0, over: (10, 20, 30), into: $1) }
    #expect(none == [10, 20, 30, 255])
  }

  /// Of 64 pixels, the nearest number to the share that alpha states is opaque.
  @Test func aShareOfPixelsEqualToAlphaStays() {
    for alpha in 0...255 {
      var frame = [UInt8](repeating: 0, count: 8 * 8 * 4)
      for i in 0..<64 { frame.replaceSubrange(i * 4..<i * 4 + 4, with: [9, 8, 7, UInt8(alpha)]) }
      frame.withUnsafeMutableBytes { PixelPacking.ditherAlpha(of: $0, width: 8) }
      let pixels = (0..<64).map { Array(frame[$0 * 4..<$0 * 4 + 4]) }
      let opaque = pixels.count { $0 == [9, 8, 7, 255] }
      #expect(abs(Double(opaque) - Double(alpha) * 64 / 255) <= 0.5, "alpha \(alpha): \(opaque)")
      // A transparent pixel keeps its colour only if it was transparent before.
      let transparent = pixels.count { $0 == (alpha == 0 ? [9, 8, 7, 0] : [0, 0, 0, 0]) }
      #expect(opaque + transparent == 64)
    }
  }
}
