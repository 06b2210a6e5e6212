import Foundation
import StrataRaster

/// The orientation and the resolution that an image file states.
package struct ImageMetadata: Hashable, Sendable {
  /// The orientation of the picture, 1 to 8 as in Exif 2.3, 4.6.4; 1 is upright.
  package var orientation = 1
  /// Pixels per inch along x and y; nil if the file does not state them.
  package var resolution: SIMD2<Double>?

  /// Creates metadata to be written.
  package init(orientation: Int = 1, resolution: SIMD2<Double>? = nil) {
    self.orientation = orientation
    self.resolution = resolution
  }

  /// Reads a PNG, JPEG or WebP file; damaged metadata counts as absent.
  package init(_ data: Data) {
    let bytes = ByteReader(data)
    switch ImageHeader.format(of: data) {
    case .png: readPNG(bytes)
    case .jpeg: readJPEG(bytes)
    case .webP: readWebP(bytes)
    case nil: break
    }
  }

  private mutating func readPNG(_ bytes: ByteReader) {
    var place = 8
    while place + 12 <= bytes.count {
      let (length, kind, start) = (bytes.big32(place), bytes.tag(place + 4), place + 8)
      guard length <= bytes.count - start - 4 else { return }
      switch kind {
      case "pHYs" where length >= 9 && Int(bytes[start + 8]) == 1:
        resolution = SIMD2(Self.perInch(bytes.big32(start)), Self.perInch(bytes.big32(start + 4)))
      case "eXIf": readTIFF(bytes, start..<start + length)
      case "IEND": return
      default: break
      }
      place = start + length + 4
    }
  }

  /// Returns the pixels per inch of a number per metre: the whole number that is written as it, if there is one.
  private static func perInch(_ perMetre: Int) -> Double {
    let exact = Double(perMetre) * 0.0254
    return (exact.rounded() / 0.0254).rounded() == Double(perMetre) ? exact.rounded() : exact
  }

  private mutating func readJPEG(_ bytes: ByteReader) {
    for segment in JPEGSegments(bytes) {
      let (start, end) = (segment.body.lowerBound, segment.body.upperBound)
      guard end <= bytes.count else { return }
      if segment.marker == 0xE0, segment.body.count >= 12, bytes.tag(start) == "JFIF" {
        let unit = Int(bytes[start + 7])
        let density = SIMD2(Double(bytes.big16(start + 8)), Double(bytes.big16(start + 10)))
        if unit == 1 { resolution = density } else if unit == 2 { resolution = density * 2.54 }
      } else if segment.marker == 0xE1, segment.body.count >= 6, bytes.tag(start) == "Exif" {
        readTIFF(bytes, start + 6..<end)
      }
    }
  }

  private mutating func readWebP(_ bytes: ByteReader) {
    var place = 12
    while place + 8 <= bytes.count {
      let (kind, start) = (bytes.tag(place), place + 8)
      let length = (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << (8 * $1) }
      guard length <= bytes.count - start else { return }
      if kind == "EXIF" {
        let hasName = length > 6 && bytes.tag(start) == "Exif"
        readTIFF(bytes, (hasName ? start + 6 : start)..<start + length)
      }
      place = start + length + length % 2
    }
  }

  /// Reads the orientation (tag 274) from the first directory (TIFF 6.0, section 2), and the resolution (tags 282, 283
  /// and 296) unless the file has it in its own form.
  private mutating func readTIFF(_ bytes: ByteReader, _ range: Range<Int>) {
    guard range.count >= 14 else { return }
    let isLittle = Int(bytes[range.lowerBound]) == 0x49
    func number(_ offset: Int, _ size: Int) -> Int? {
      guard offset >= 0, offset + size <= range.count else { return nil }
      return (0..<size).reduce(0) { sum, index in
        let byte = Int(bytes[range.lowerBound + offset + (isLittle ? size - 1 - index : index)])
        return sum << 8 | byte
      }
    }
    func fraction(_ entry: Int) -> Double? {
      guard let place = number(entry + 8, 4), let above = number(place, 4), let below = number(place + 4, 4),
        above > 0, below > 0
      else { return nil }
      return Double(above) / Double(below)
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return }
    var (x, y): (Double?, Double?) = (nil, nil)
    var unitsPerInch = Self.unitsPerInch(2)
    for index in 0..<min(count, 1000) {
      let entry = directory + 2 + 12 * index
      guard let tag = number(entry, 2), let value = number(entry + 8, 2) else { break }
      switch tag {
      case 274 where (1...8).contains(value): orientation = value
      case 282: x = fraction(entry)
      case 283: y = fraction(entry)
      case 296: unitsPerInch = Self.unitsPerInch(Double(value))
      default: break
      }
    }
    if resolution == nil, let x, let y, let unitsPerInch { resolution = SIMD2(x, y) * unitsPerInch }
  }

  /// Returns how many units of resolution (TIFF 6.0, tag 296) an inch has: 2 is the inch, 3 the centimetre.
  ///
  /// Returns nil for 1, no unit: the numbers then only tell the shape of a pixel.
  package static func unitsPerInch(_ unit: Double) -> Double? { unit == 3 ? 2.54 : unit == 1 ? nil : 1 }
}

extension CGImage {
  /// Returns the image turned upright, given its Exif orientation; 5 to 8 also exchange width and height.
  package func upright(from orientation: Int) -> CGImage {
    guard (2...8).contains(orientation) else { return self }
    let source = pixels
    let swaps = orientation >= 5
    let (right, bottom) = (source.width - 1, source.height - 1)
    let result = PixelBuffer(
      width: swaps ? source.height : source.width,
      height: swaps ? source.width : source.height,
      format: source.format
    )
    let size = source.format.bytesPerPixel
    for y in 0..<result.height {
      let target = result.row(y)
      for x in 0..<result.width {
        let (column, row) =
          switch orientation {
          case 2: (right - x, y)
          case 3: (right - x, bottom - y)
          case 4: (x, bottom - y)
          case 5: (y, x)
          case 6: (y, bottom - x)
          case 7: (right - y, bottom - x)
          default: (right - y, x)
          }
        (target + x * size).copyMemory(from: source.row(row) + column * size, byteCount: size)
      }
    }
    return CGImage(pixels: result)
  }
}
