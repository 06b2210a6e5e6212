#if Media
  import AVFoundation
  import CoreGraphics
  import Foundation
  import StrataRaster
  import StrataTesting
  import Testing

  /// Films of 64 × 48 pixels whose frames show their numbers in sixteen blocks, black or white.
  enum NumberedAsset {
    static let (width, height) = (64, 48)

    private static func bits(of number: Int) -> Int { number | ((number * 7 + 3) % 16) << 12 }

    /// Makes a film of a number of frames, with a tone as its sound if asked.
    static func make(
      _ name: String,
      in folder: TemporaryFolder,
      count: Int = 50,
      first: Int = 0,
      options: [String] = [],
      sound: String? = nil
    ) throws -> URL {
      var bytes: [UInt8] = []
      for number in first..<first + count {
        let bits = bits(of: number)
        for place in 0..<width * height {
          let (x, y) = (place % width, place / width)
          bytes.append(bits >> (y / 12 * 4 + x / 16) & 1 == 1 ? 235 : 20)
        }
      }
      let (raw, url) = (folder.url.appending(path: name + ".gray"), folder.url.appending(path: name))
      try Data(bytes).write(to: raw)
      let video = [
        "-f", "rawvideo", "-pix_fmt", "gray", "-s", "\(width)x\(height)", "-r", "25", "-i", raw.path(),
      ]
      let audio =
        sound.map { ["-f", "lavfi", "-i", "\($0):duration=\(Double(count) / 25)", "-c:a", "aac"] } ?? []
      let encoder = [
        "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "10", "-g", "10",
      ]
      try run(["ffmpeg", "-v", "error", "-y"] + video + audio + encoder + options + [url.path()])
      return url
    }

    /// A buffer of four bytes a pixel that shows a number; gray, so that the order of its colours does not count.
    static func buffer(_ number: Int, _ format: OSType = kCVPixelFormatType_32BGRA) throws -> CVPixelBuffer {
      var made: CVPixelBuffer?
      CVPixelBufferCreate(nil, width, height, format, nil, &made)
      let buffer = try #require(made)
      try fill(buffer, number)
      return buffer
    }

    /// Draws a number into a buffer of four bytes a pixel.
    static func fill(_ buffer: CVPixelBuffer, _ number: Int) throws {
      CVPixelBufferLockBaseAddress(buffer, [])
      defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
      let base = try #require(CVPixelBufferGetBaseAddress(buffer))
      let bits = bits(of: number)
      let isFirst = [kCVPixelFormatType_32ARGB, kCVPixelFormatType_32ABGR]
        .contains(CVPixelBufferGetPixelFormatType(buffer))
      for y in 0..<height {
        for x in 0..<width {
          let level: UInt8 = bits >> (y * 4 / height * 4 + x * 4 / width) & 1 == 1 ? 235 : 20
          let pixel = isFirst ? SIMD4(255, level, level, level) : SIMD4(level, level, level, 255)
          let offset = y * CVPixelBufferGetBytesPerRow(buffer) + x * 4
          base.storeBytes(of: pixel, toByteOffset: offset, as: SIMD4<UInt8>.self)
        }
      }
    }

    /// A picture of bytes of gray.
    static func gray(_ bytes: ArraySlice<UInt8>) throws -> CGImage {
      let provider = try #require(CGDataProvider(data: Data(bytes) as NSData as CFData))
      let image = CGImage(
        width: width,
        height: height,
        bitsPerComponent: 8,
        bitsPerPixel: 8,
        bytesPerRow: width,
        space: CGColorSpaceCreateDeviceGray(),
        bitmapInfo: [],
        provider: provider,
        decode: nil,
        shouldInterpolate: false,
        intent: .defaultIntent
      )
      return try #require(image)
    }

    /// The number that a picture of four by four equal blocks shows; nil if it shows none.
    static func number(in image: CGImage?, within rect: CGRect? = nil) -> Int? {
      guard let pixels = image?.pixels else { return nil }
      let box = rect ?? CGRect(x: 0, y: 0, width: pixels.width, height: pixels.height)
      var bits = 0
      for row in 0..<4 {
        for column in 0..<4 {
          let x = Int(box.minX + box.width * (CGFloat(column) + 0.5) / 4)
          let y = Int(box.minY + box.height * (CGFloat(row) + 0.5) / 4)
          if UnsafeRawPointer(pixels.row(y) + x * 4).load(as: UInt8.self) > 128 {
            bits |= 1 << (row * 4 + column)
          }
        }
      }
      let number = bits & 4095
      return Self.bits(of: number) == bits ? number : nil
    }
  }

  extension CMTime {
    /// A time in hundredths of a frame of 25 frames a second.
    static func frame(_ number: Int, plus hundredths: Int = 50) -> CMTime {
      CMTime(value: Int64(number * 100 + hundredths), timescale: 2500)
    }
  }
#endif
