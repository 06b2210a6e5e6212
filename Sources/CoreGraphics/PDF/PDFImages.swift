import Foundation
import StrataRaster

/// The image objects of a PDF (ISO 32000-1, 8.9); each image is written once.
final class PDFImages {
  private struct Key: Hashable {
    var image: UInt64
    /// The colour in which the image's alpha is drawn; nil for the image's colours.
    var tint: SIMD4<Float>?
    var interpolates: Bool
  }

  private let document: PDFDocument
  private var known: [Key: Int] = [:]

  init(_ document: PDFDocument) { self.document = document }

  /// Returns the object of an image, or of its alpha in one colour.
  func object(of image: CGImage, tint: SIMD4<Float>?, interpolates: Bool) -> Int {
    let key = Key(image: image.id, tint: tint, interpolates: interpolates)
    if let number = known[key] { return number }
    let number: Int
    if let tint {
      number = addStencil(image.maskAlpha, tint, interpolates)
    } else if let file = image.file, file.format == .jpeg, !file.isAlpha, isPlainJPEG(file.data, image) {
      let gray = (try? ImageCodec.header(of: file.data))?.isGray ?? false
      number = document.addStream(
        entries(image.width, image.height, gray ? "/DeviceGray" : "/DeviceRGB", interpolates),
        file.data,
        filter: "/DCTDecode"
      )
    } else {
      number = add(image.pixels, interpolates)
    }
    known[key] = number
    return number
  }

  private func entries(_ width: Int, _ height: Int, _ space: String, _ interpolates: Bool) -> String {
    "/Type /XObject /Subtype /Image /Width \(width) /Height \(height) /ColorSpace \(space)"
      + " /BitsPerComponent 8 /Interpolate \(interpolates)"
  }

  /// Returns whether PDF readers decode the file to the same pixels: 8 bits, one component for gray or three for RGB, and
  /// no profile that changes colours.
  private func isPlainJPEG(_ data: Data, _ image: CGImage) -> Bool {
    guard let frame = JPEGFrame(data) else { return false }
    let profile = ColorProfile.firstSegment(ofJPEG: data)
    if let profile, ColorProfile.isDisplayP3(profile) { return false }
    return (frame.width, frame.height, frame.depth) == (image.width, image.height, 8)
      && [1, 3].contains(frame.componentCount)
  }

  /// Writes one pixel of a colour with a soft mask.
  private func addStencil(_ alpha: PixelBuffer, _ tint: SIMD4<Float>, _ interpolates: Bool) -> Int {
    var samples = Data(capacity: alpha.width * alpha.height)
    for y in 0..<alpha.height {
      samples.append(Data(bytes: alpha.row(y), count: alpha.width))
    }
    let mask = document.addStream(entries(alpha.width, alpha.height, "/DeviceGray", interpolates), samples)
    let color = tint.clamped(lowerBound: .zero, upperBound: .one)
    let bytes = Data([color.x, color.y, color.z].map { UInt8(($0 * 255).rounded()) })
    return document.addStream(entries(1, 1, "/DeviceRGB", false) + " /SMask \(mask) 0 R", bytes)
  }

  /// Writes the straight colours and, unless all pixels are opaque, their alpha as a soft mask.
  private func add(_ pixels: PixelBuffer, _ interpolates: Bool) -> Int {
    let count = pixels.width * pixels.height
    var (colors, alphas) = ([UInt8](repeating: 0, count: count * 3), [UInt8](repeating: 0, count: count))
    var isOpaque = true
    var place = 0
    for y in 0..<pixels.height {
      for x in 0..<pixels.width {
        let pixel = Self.pixel(pixels, x, y)
        let alpha = pixel.w
        isOpaque = isOpaque && alpha == 255
        for channel in 0..<3 {
          let straight = alpha == 0 ? 0 : min((pixel[channel] * 255 + alpha / 2) / alpha, 255)
          colors[place * 3 + channel] = UInt8(straight)
        }
        alphas[place] = UInt8(alpha)
        place += 1
      }
    }
    var extra = ""
    if !isOpaque {
      let mask = document.addStream(
        entries(pixels.width, pixels.height, "/DeviceGray", interpolates),
        Data(alphas)
      )
      extra = " /SMask \(mask) 0 R"
    }
    return document.addStream(
      entries(pixels.width, pixels.height, "/DeviceRGB", interpolates) + extra,
      Data(colors)
    )
  }

  /// Returns a premultiplied pixel in levels from 0 to 255.
  private static func pixel(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> SIMD4<UInt32> {
    let row = pixels.row(y)
    switch pixels.format {
    case .rgba8: return SIMD4<UInt32>(truncatingIfNeeded: row.assumingMemoryBound(to: SIMD4<UInt8>.self)[x])
    case .alpha8: return SIMD4(0, 0, 0, UInt32(row.assumingMemoryBound(to: UInt8.self)[x]))
    case .rgba16f:
      let value = SIMD4<Float>(row.assumingMemoryBound(to: SIMD4<Float16>.self)[x])
      let safe = value.replacing(with: 0, where: value .!= value).clamped(lowerBound: .zero, upperBound: .one)
      return SIMD4<UInt32>((safe * 255).rounded(.toNearestOrAwayFromZero))
    }
  }
}
