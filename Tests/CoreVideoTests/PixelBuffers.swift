import CoreGraphics
import CoreVideo
import StrataRaster
import StrataRenderTree
import Testing

/// Creates a buffer that must be possible.
func makeBuffer(
  _ width: Int,
  _ height: Int,
  _ format: OSType,
  _ attributes: [String: Any]? = nil
) throws -> CVPixelBuffer {
  var buffer: CVPixelBuffer?
  let code = CVPixelBufferCreate(
    kCFAllocatorDefault,
    width,
    height,
    format,
    attributes.map { $0 as CFDictionary },
    &buffer
  )
  #expect(code == kCVReturnSuccess)
  return try #require(buffer)
}

extension CVBuffer {
  /// Writes the samples of a plane between lock and unlock; the closure gets the column, the row and the byte of a sample.
  func fill(plane: Int = 0, bytes: Int, _ sample: (Int, Int, Int) -> UInt8) {
    CVPixelBufferLockBaseAddress(self, [])
    defer { CVPixelBufferUnlockBaseAddress(self, []) }
    guard let base = CVPixelBufferGetBaseAddressOfPlane(self, plane) else { return }
    for y in 0..<CVPixelBufferGetHeightOfPlane(self, plane) {
      let row = base + y * CVPixelBufferGetBytesPerRowOfPlane(self, plane)
      for x in 0..<CVPixelBufferGetWidthOfPlane(self, plane) {
        for byte in 0..<bytes {
          row.storeBytes(of: sample(x, y, byte), toByteOffset: x * bytes + byte, as: UInt8.self)
        }
      }
    }
  }

  /// The image that a layer gets.
  var layerImage: CGImage? { contentsValue.image }

  /// A pixel of that image: red, green, blue, alpha.
  func shownPixel(_ x: Int, _ y: Int) -> [Int] {
    guard let pixels = layerImage?.pixels else { return [] }
    let row = UnsafeRawPointer(pixels.row(y) + x * 4)
    return (0..<4).map { Int(row.load(fromByteOffset: $0, as: UInt8.self)) }
  }
}
