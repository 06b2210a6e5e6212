import CoreGraphics
import Foundation
import ImageIO
import StrataBase

/// Small pictures of all formats, with and without alpha, colour tables, interlacing, profiles and orientation.
enum PictureSeeds {
  static let all: [[UInt8]] =
    encoded + [
      PNGFile.made(kind: 0, bits: 1), PNGFile.made(kind: 0, bits: 16), PNGFile.made(kind: 2, bits: 8),
      PNGFile.made(kind: 3, bits: 4), PNGFile.made(kind: 4, bits: 8), PNGFile.made(kind: 6, bits: 16),
      PNGFile.made(kind: 6, bits: 8, isInterlaced: true), gif,
    ]

  /// The formats that can be written.
  private static var encoded: [[UInt8]] {
    guard let image = picture else { return [] }
    return ["public.png", "public.jpeg", "org.webmproject.webp"].flatMap { type in
      [0.4, 1].compactMap { quality in file(of: image, type: type, quality: quality) }
    }
  }

  private static var picture: CGImage? {
    let context = CGContext(
      data: nil,
      width: 13,
      height: 9,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    context?.setFillColor(CGColor(red: 0.9, green: 0.3, blue: 0.1, alpha: 0.7))
    context?.fillEllipse(in: CGRect(x: 1, y: 1, width: 10, height: 7))
    return context?.makeImage()
  }

  private static func file(of image: CGImage, type: String, quality: Double) -> [UInt8]? {
    let data = NSMutableData()
    guard let destination = CGImageDestinationCreateWithData(data, type as CFString, 1, nil) else {
      return nil
    }
    let properties: NSDictionary = [
      kCGImageDestinationLossyCompressionQuality: quality, kCGImagePropertyOrientation: 6,
    ]
    CGImageDestinationAddImage(destination, image, properties)
    return CGImageDestinationFinalize(destination) ? [UInt8](data as Data) : nil
  }

  /// A GIF of two by one pixels, which no codec here reads.
  private static let gif: [UInt8] =
    Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
    + [0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x44, 0x0A, 0, 0x3B]
}

/// A PNG file as its chunks, whose checksums are written anew.
struct PNGFile {
  private struct Chunk {
    var type: [UInt8]
    var content: [UInt8]
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private var chunks: [Chunk] = []

  static func isPNG(_ bytes: [UInt8]) -> Bool { bytes.starts(with: signature) }

  init(_ bytes: [UInt8]) {
    var rest = bytes.dropFirst(Self.signature.count)
    while rest.count >= 12 {
      let length = min(rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }, rest.count - 12)
      let body = rest.dropFirst(4)
      chunks.append(Chunk(type: Array(body.prefix(4)), content: Array(body.dropFirst(4).prefix(length))))
      rest = rest.dropFirst(12 + length)
    }
  }

  /// A picture of 6 by 5 pixels; `kind` and `bits` are those of the format's header.
  static func made(kind: UInt8, bits: UInt8, isInterlaced: Bool = false) -> [UInt8] {
    var file = PNGFile([])
    let samples: [UInt8: Int] = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]
    let rowBytes = (6 * (samples[kind] ?? 1) * Int(bits) + 7) / 8
    var random = SplitMix64(seed: UInt64(kind) << 8 | UInt64(bits))
    // Interlaced pictures have more and shorter rows; missing bytes are allowed to be missing.
    let rows = (0..<5).flatMap { row in
      [UInt8(isInterlaced ? 0 : row)] + (0..<rowBytes).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
    file.add("IHDR", [0, 0, 0, 6, 0, 0, 0, 5, bits, kind, 0, 0, isInterlaced ? 1 : 0])
    file.add("gAMA", [0, 0, 0xB1, 0x8F])
    file.add(
      "eXIf",
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    )
    if kind == 3 { file.add("PLTE", (0..<48).map { UInt8($0 * 5) }) }
    if kind != 4, kind != 6 { file.add("tRNS", kind == 2 ? [0, 9, 0, 9, 0, 9] : [0, 9]) }
    file.add("IDAT", stored(rows))
    file.add("IEND", [])
    return file.bytes
  }

  private mutating func add(_ type: String, _ content: [UInt8]) {
    chunks.append(Chunk(type: Array(type.utf8), content: content))
  }

  /// Bytes as a stream that is not compressed.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var (a, b) = (UInt32(1), UInt32(0))
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    let count = UInt16(bytes.count)
    let length = [UInt8(truncatingIfNeeded: count), UInt8(count >> 8)]
    return [0x78, 0x01, 0x01] + length + length.map { ~$0 } + bytes + bigEndian(b << 16 | a)
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  mutating func change(_ random: inout SplitMix64) {
    guard let place = chunks.indices.randomElement(using: &random) else { return }
    switch random.index(8) {
    case 0: chunks.remove(at: place)
    case 1: chunks.insert(chunks[place], at: random.index(chunks.count))
    case 2: chunks.swapAt(place, random.index(chunks.count))
    default: chunks[place].content = ByteMutator.mutant(of: chunks[place].content, &random)
    }
  }

  /// The file, with the checksums that its chunks must have.
  var bytes: [UInt8] {
    Self.signature
      + chunks.flatMap { chunk in
        let body = chunk.type + chunk.content
        return Self.bigEndian(UInt32(chunk.content.count)) + body + Self.bigEndian(Self.checksum(of: body))
      }
  }

  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
