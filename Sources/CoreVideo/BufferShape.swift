import CoreGraphics
import Foundation
import StrataRaster

/// The attributes that count, of a dictionary of a program.
struct BufferAttributes: Sendable {
  var width: Int?
  var height: Int?
  /// The formats in the order of preference.
  var formats: [OSType] = []
  var alignment: Int?

  init(_ dictionary: CFDictionary?) {
    let values = entries(of: dictionary)
    func number(_ key: CFString) -> Int? { (values[key as String] as? NSNumber)?.intValue }
    (width, height) = (number(kCVPixelBufferWidthKey), number(kCVPixelBufferHeightKey))
    alignment = number(kCVPixelBufferBytesPerRowAlignmentKey)
    let format = values[kCVPixelBufferPixelFormatTypeKey as String]
    let list = format as? [Any] ?? format.map { [$0] } ?? []
    formats = list.compactMap { ($0 as? NSNumber)?.uint32Value }
  }
}

/// A code of an error as an error.
struct BufferError: Error {
  let code: CVReturn
}

/// The format, size and planes of a buffer, checked.
struct BufferShape: Sendable {
  let format: PixelFormatRow
  let width: Int
  let height: Int
  var planes: [PlaneLayout]

  /// The longest side in pixels.
  static let longestSide = 16384

  /// The shape of a buffer, or what is wrong.
  static func make(
    _ type: OSType,
    _ width: Int,
    _ height: Int,
    _ attributes: BufferAttributes
  ) -> Result<BufferShape, BufferError> {
    guard (1...longestSide).contains(width), (1...longestSide).contains(height) else {
      return .failure(BufferError(code: kCVReturnInvalidSize))
    }
    guard let format = PixelFormatRow.row(of: type) else {
      return .failure(BufferError(code: kCVReturnInvalidPixelFormat))
    }
    let alignment = attributes.alignment ?? PixelFormatRow.usualAlignment
    guard alignment > 0, alignment & (alignment - 1) == 0, alignment <= 1 << 16 else {
      return .failure(BufferError(code: kCVReturnInvalidPixelBufferAttributes))
    }
    let planes = format.layout(width: width, height: height, alignment: alignment)
    return .success(BufferShape(format: format, width: width, height: height, planes: planes))
  }

  /// Memory of zeros: pixels that the renderer can draw, if the rows lie as it wants them; nil if there is not enough.
  func makeMemory() -> BufferMemory? {
    if format.type == kCVPixelFormatType_32RGBA {
      let pixels = PixelBuffer(width: width, height: height, format: .rgba8)
      if pixels.rowBytes == planes[0].bytesPerRow { return BufferMemory(pixels) }
    }
    return MemoryBlock(byteCount: planes.reduce(0) { $0 + $1.byteCount }).map { BufferMemory($0) }
  }

  /// A buffer of the shape over memory of its size.
  func buffer(over memory: BufferMemory, pool: CVPixelBufferPool? = nil) -> CVBuffer {
    CVBuffer(format, size: (width, height), planes: planes, memory: memory, pool: pool)
  }
}
