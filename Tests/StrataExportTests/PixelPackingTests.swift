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
}
