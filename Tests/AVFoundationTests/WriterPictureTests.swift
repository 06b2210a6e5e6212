#if Media
  import AVFoundation
  import Foundation
  import StrataTesting
  import Testing

  /// The pixels of films that a writer makes.
  @Suite(.serialized) struct WriterPictureTests {
    /// A buffer of one colour, in the order of its bytes.
    private func plain(_ format: OSType, _ bytes: SIMD4<UInt8>, width: Int, height: Int) throws
      -> CVPixelBuffer
    {
      var made: CVPixelBuffer?
      CVPixelBufferCreate(nil, width, height, format, nil, &made)
      let buffer = try #require(made)
      CVPixelBufferLockBaseAddress(buffer, [])
      defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
      let base = try #require(CVPixelBufferGetBaseAddress(buffer))
      for y in 0..<height {
        for x in 0..<width {
          let offset = y * CVPixelBufferGetBytesPerRow(buffer) + x * 4
          base.storeBytes(of: bytes, toByteOffset: offset, as: SIMD4<UInt8>.self)
        }
      }
      return buffer
    }

    private func write(_ buffer: CVPixelBuffer, _ settings: [String: Any]) async throws -> WrittenFilm {
      let film = try WrittenFilm()
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
      film.writer.add(input)
      try film.start()
      let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
      #expect(adaptor.append(buffer, withPresentationTime: .zero))
      try await film.finish()
      return film
    }

    /// The largest difference of a pixel of a film from a colour.
    private func difference(_ bytes: [UInt8], _ pixel: Int, _ color: [Int]) -> Int {
      color.enumerated().map { abs(Int(bytes[pixel * 4 + $0.offset]) - $0.element) }.max() ?? 255
    }

    @Test(
      .timeLimit(.minutes(1)),
      arguments: [
        (kCVPixelFormatType_32BGRA, SIMD4<UInt8>(30, 100, 200, 255)),
        (kCVPixelFormatType_32RGBA, SIMD4(200, 100, 30, 255)),
        (kCVPixelFormatType_32ARGB, SIMD4(255, 200, 100, 30)),
        (kCVPixelFormatType_32ABGR, SIMD4(255, 30, 100, 200)),
      ]
    )
    func coloursAreThoseOfTheBuffer(format: OSType, bytes: SIMD4<UInt8>) async throws {
      let buffer = try plain(format, bytes, width: 64, height: 48)
      let film = try await write(buffer, WrittenFilm.settings(.h264))
      let picture = try film.decoded("rgba", ["-vf", "scale=in_color_matrix=bt709"])
      #expect(difference(picture, 64 * 20 + 30, [200, 100, 30]) <= 3)
    }

    @Test(.timeLimit(.minutes(1))) func alphaIsKeptStraight() async throws {
      // Half of red 200, premultiplied.
      let buffer = try plain(kCVPixelFormatType_32BGRA, SIMD4(0, 0, 100, 128), width: 64, height: 48)
      let film = try await write(buffer, WrittenFilm.settings(.proRes4444))
      let picture = try film.decoded("rgba", ["-vf", "scale=in_color_matrix=bt709"])
      #expect(difference(picture, 64 * 20 + 30, [199, 0, 0, 128]) <= 3)
    }

    @Test(
      .timeLimit(.minutes(1)),
      arguments: [
        (AVVideoScalingModeResize, [0, 31, 63], [true, true, true]),
        (AVVideoScalingModeResizeAspect, [4, 31, 59], [false, true, false]),
        (AVVideoScalingModeResizeAspectFill, [0, 31, 63], [true, true, true]),
      ]
    )
    func otherSizesAreScaled(mode: String, columns: [Int], isShown: [Bool]) async throws {
      // A square in a film of 64 by 48: 8 columns beside it are black, if it is shown whole.
      let buffer = try plain(kCVPixelFormatType_32BGRA, SIMD4(250, 250, 250, 255), width: 96, height: 96)
      let film = try await write(buffer, WrittenFilm.settings(.h264, [AVVideoScalingModeKey: mode]))
      let picture = try film.decoded("gray")
      #expect(picture.count == 64 * 48)
      #expect(columns.map { picture[24 * 64 + $0] > 128 } == isShown)
    }

    @Test(.timeLimit(.minutes(1))) func oddSidesAreDoubledAtTheirEdge() async throws {
      let buffer = try plain(kCVPixelFormatType_32BGRA, SIMD4(250, 250, 250, 255), width: 33, height: 17)
      let settings: [String: Any] = [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: CGFloat(33), AVVideoHeightKey: 17.0,
      ]
      let film = try await write(buffer, settings)
      #expect(try film.probe("stream=width,height") == ["34,18"])
      #expect(try film.decoded("gray").allSatisfy { $0 > 240 })
    }

    @Test(
      .timeLimit(.minutes(1)),
      arguments: [
        (
          kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVImageBufferYCbCrMatrix_ITU_R_709_2 as String,
          "tv,bt709"
        ),
        (
          kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVImageBufferYCbCrMatrix_ITU_R_601_4 as String,
          "pc,smpte170m"
        ),
      ]
    )
    func lumaAndChromaOfTheBestQualityAreKept(format: OSType, matrix: String, tags: String) async throws {
      var made: CVPixelBuffer?
      CVPixelBufferCreate(nil, 64, 48, format, nil, &made)
      let buffer = try #require(made)
      CVBufferSetAttachment(
        buffer,
        kCVImageBufferYCbCrMatrixKey,
        matrix as NSString as CFString,
        .shouldPropagate
      )
      var expected = [UInt8](repeating: 0, count: 64 * 48 * 3 / 2)
      for i in expected.indices { expected[i] = UInt8(i * i % 211 + 20) }
      CVPixelBufferLockBaseAddress(buffer, [])
      for (plane, first, rows) in [(0, 0, 48), (1, 64 * 48, 24)] {
        let base = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
        for y in 0..<rows {
          let row = base + y * CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
          expected[(first + y * 64)..<(first + y * 64 + 64)].withUnsafeBytes {
            row.copyMemory(from: $0.baseAddress!, byteCount: 64)
          }
        }
      }
      CVPixelBufferUnlockBaseAddress(buffer, [])
      let best = [AVVideoCompressionPropertiesKey: [AVVideoQualityKey: 1.0]]
      let film = try await write(buffer, WrittenFilm.settings(.h264, best))
      // The name of the format says the range: another one would change the levels.
      let planes = try film.decoded(tags.hasPrefix("pc") ? "yuvj420p" : "yuv420p")
      let (luma, half) = (64 * 48, 32 * 24)
      let pairs = (0..<half).flatMap { [planes[luma + $0], planes[luma + half + $0]] }
      let written = Array(planes[..<luma]) + pairs
      #expect(zip(written, expected).count { $0 != $1 } == 0)
      #expect(written.count == expected.count)
      #expect(try film.probe("stream=color_range,color_space") == [tags])
    }

    @Test(.timeLimit(.minutes(1))) func theEncoderTakesItsSettings() async throws {
      let film = try WrittenFilm("film.mp4", .mp4)
      let properties: [String: Any] = [
        AVVideoAverageBitRateKey: 300_000, AVVideoMaxKeyFrameIntervalKey: 5,
        AVVideoProfileLevelKey: AVVideoProfileLevelH264Main31, AVVideoAllowFrameReorderingKey: false,
        AVVideoH264EntropyModeKey: AVVideoH264EntropyModeCAVLC,
      ]
      let adaptor = film.pictures(.h264, [AVVideoCompressionPropertiesKey: properties])
      adaptor.assetWriterInput.expectsMediaDataInRealTime = true
      adaptor.assetWriterInput.mediaTimeScale = 12_000
      try film.start()
      try await film.append((0..<20).map { CMTime(value: $0, timescale: 24) }, to: adaptor)
      try await film.finish()
      #expect(
        try film.probe("stream=profile,has_b_frames,level,time_base") == ["Main,0,31,1/12000"]
      )
      let keys = try film.probe("packet=flags").enumerated().filter { $0.element.hasPrefix("K") }.map(
        \.offset
      )
      #expect(zip(keys, keys.dropFirst() + [20]).allSatisfy { $1 - $0 <= 5 })
    }
  }
#endif
