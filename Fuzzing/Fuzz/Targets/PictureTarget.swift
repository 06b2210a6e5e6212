import CoreGraphics
import Foundation
import ImageIO
import StrataBase

/// Picture files: all that a source tells of them, decoded, drawn and made small.
struct PictureTarget: FuzzTarget {
  static let name = "picture"
  let weight = 22
  let seeds: [[UInt8]]
  /// Pixels take four bytes each and more for smaller copies, however few bytes of the file there are.
  private static let mostPixels = 1 << 24

  init(seeds: SeedFolder) throws { self.seeds = PictureSeeds.all }

  func mutant(_ random: inout SplitMix64) -> [UInt8] {
    random.element(of: seeds).map { changed($0, &random) } ?? []
  }

  func changed(_ seed: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    if PNGFile.isPNG(seed), !random.once(in: 4) {
      var file = PNGFile(seed)
      for _ in 0..<random.smallCount(limit: 6) { file.change(&random) }
      return file.bytes
    }
    return ByteMutator.mutant(of: seed, &random)
  }

  func run(_ input: [UInt8]) throws {
    let data = Data(input) as CFData
    readInParts(input)
    guard let source = CGImageSourceCreateWithData(data, nil) else { throw Refused() }
    _ = (CGImageSourceGetStatus(source), CGImageSourceGetCount(source), CGImageSourceGetType(source))
    _ = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
    guard let image = CGImageSourceCreateImageAtIndex(source, 0, nil),
      image.pixelsInMemory <= Self.mostPixels
    else { throw Refused() }
    _ = CGImageSourceCreateThumbnailAtIndex(
      source,
      0,
      [
        kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 8,
        kCGImageSourceCreateThumbnailWithTransform: true,
      ] as NSDictionary
    )
    let context = CGContext(
      data: nil,
      width: 16,
      height: 16,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    context?.draw(image, in: CGRect(x: 0, y: 0, width: 16, height: 16))
  }

  private func readInParts(_ input: [UInt8]) {
    let source = CGImageSourceCreateIncremental(nil)
    for end in [input.count / 3, input.count] {
      CGImageSourceUpdateData(source, Data(input[..<end]) as CFData, end == input.count)
      _ = (CGImageSourceGetStatus(source), CGImageSourceCreateImageAtIndex(source, 0, nil))
    }
  }
}
