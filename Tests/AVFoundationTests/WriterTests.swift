#if Media
  import AVFoundation
  import Foundation
  import StrataTesting
  import Testing

  /// Films that a writer makes of pictures.
  @Suite(.serialized) struct WriterTests {
    /// Times of a variable rate, in fractions of several units, not from zero on.
    private static let times = [
      CMTime(value: 1, timescale: 30), CMTime(value: 1001, timescale: 24_000),
      CMTime(value: 1, timescale: 10),
      CMTime(value: 31, timescale: 100), CMTime(value: 1, timescale: 2), CMTime(value: 1, timescale: 1),
      CMTime(value: 4, timescale: 3), CMTime(value: 7, timescale: 5), CMTime(value: 3, timescale: 1),
      CMTime(value: 1860, timescale: 600), CMTime(value: 32, timescale: 10),
    ]

    @Test(
      .timeLimit(.minutes(2)),
      arguments: [AVVideoCodecType.h264, .hevc, .proRes4444, .proRes422, .jpeg]
    )
    func picturesAreShownAtTheirTimes(codec: AVVideoCodecType) async throws {
      let film = try WrittenFilm()
      let adaptor = film.pictures(codec)
      try film.start()
      try await film.append(Self.times, to: adaptor)
      try await film.finish()
      #expect(try film.times() == Self.times)
      #expect(try film.numbers() == Array(0..<Self.times.count))
      // The last picture lasts as long as the one before it: 3.2 s and 0.1 s.
      #expect(try film.duration() == 3.3)
      #expect(film.files == ["film.mov"])
    }

    /// The last picture takes up as much of the track as the others.
    @Test(.timeLimit(.minutes(1))) func aFilmOfAConstantRateSaysSo() async throws {
      let film = try WrittenFilm("film.mp4", .mp4)
      let adaptor = film.pictures()
      try film.start()
      try await film.append((0..<60).map { CMTime(value: $0, timescale: 30) }, to: adaptor)
      try await film.finish()
      #expect(try film.probe("stream=avg_frame_rate") == ["30/1"])
      #expect(try film.duration(stream: "v:0") == 2)
    }

    @Test(.timeLimit(.minutes(1))) func timesFinerThanAMicrosecondAreRounded() async throws {
      let film = try WrittenFilm("film.mp4", .mp4)
      let adaptor = film.pictures()
      try film.start()
      let nanoseconds: [Int64] = [0, 33_333_333, 66_666_667, 100_000_000]
      try await film.append(nanoseconds.map { CMTime(value: $0, timescale: 1_000_000_000) }, to: adaptor)
      try await film.finish()
      let expected = [Int64(0), 33_333, 66_667, 100_000].map { CMTime(value: $0, timescale: 1_000_000) }
      #expect(try film.times() == expected)
    }

    @Test(.timeLimit(.minutes(1))) func timesCountFromTheStartOfTheSession() async throws {
      let film = try WrittenFilm()
      let adaptor = film.pictures()
      let start = CMTime(value: 12_345, timescale: 600)
      try film.start(at: start)
      let times = [0, 3, 4, 9].map { CMTimeAdd(start, CMTime(value: $0, timescale: 25)) }
      try await film.append(times, to: adaptor)
      film.writer.endSession(atSourceTime: CMTimeAdd(start, CMTime(value: 2, timescale: 1)))
      try await film.finish()
      #expect(try film.times() == [0, 3, 4, 9].map { CMTime(value: $0, timescale: 25) })
      #expect(try film.duration() == 2)
    }

    @Test(.timeLimit(.minutes(1))) func ofEarlierPicturesTheLastIsShownFromTheStart() async throws {
      let film = try WrittenFilm()
      let adaptor = film.pictures()
      try film.start(at: CMTime(value: 5, timescale: 10))
      try await film.append([1, 3, 7, 9].map { CMTime(value: $0, timescale: 10) }, to: adaptor)
      try await film.finish()
      #expect(try film.times() == [0, 2, 4].map { CMTime(value: $0, timescale: 10) })
      #expect(try film.numbers() == [1, 2, 3])
    }

    @Test(.timeLimit(.minutes(1))) func picturesAfterTheEndAreNotShown() async throws {
      let film = try WrittenFilm()
      let adaptor = film.pictures()
      try film.start()
      try await film.append((0..<50).map { CMTime(value: $0, timescale: 25) }, to: adaptor)
      film.writer.endSession(atSourceTime: CMTime(value: 30, timescale: 25))
      try await film.finish()
      #expect(try film.numbers() == Array(0..<30))
      #expect(try film.duration() == 1.2)
    }

    @Test(.timeLimit(.minutes(1))) func aPictureLastsAsLongAsItSays() async throws {
      let film = try WrittenFilm()
      let input = film.pictures(.h264, [AVVideoCompressionPropertiesKey: [AVVideoQualityKey: 0.5]])
        .assetWriterInput
      try film.start()
      let buffer = try NumberedAsset.buffer(7)
      let sample = try CMSampleBuffer(
        imageBuffer: buffer,
        formatDescription: CMFormatDescription(imageBuffer: buffer),
        sampleTiming: CMSampleTimingInfo(
          duration: CMTime(value: 400, timescale: 1),
          presentationTimeStamp: .zero,
          decodeTimeStamp: .invalid
        )
      )
      #expect(input.append(sample))
      try await film.finish()
      #expect(try film.duration() == 400)
      #expect(try film.numbers() == [7])
    }

    @Test(.timeLimit(.minutes(1))) func onePictureLastsAsLongAsOneOfTheExpectedRate() async throws {
      let film = try WrittenFilm()
      let properties = [AVVideoExpectedSourceFrameRateKey: 8]
      let adaptor = film.pictures(.h264, [AVVideoCompressionPropertiesKey: properties])
      try film.start()
      try await film.append([.zero], to: adaptor)
      try await film.finish()
      #expect(try film.duration() == 0.125)
    }

    @Test(.timeLimit(.minutes(1))) func aBlockIsCalledWhileThereIsRoom() async throws {
      let film = try WrittenFilm("film.mp4", .mp4)
      let adaptor = film.pictures()
      let input = adaptor.assetWriterInput
      #expect(adaptor.pixelBufferPool == nil)
      #expect(!input.isReadyForMoreMediaData)
      try film.start()
      let pool = try #require(adaptor.pixelBufferPool)
      let queue = DispatchQueue(label: "pictures")
      nonisolated(unsafe) var number = 0
      await withCheckedContinuation { continuation in
        input.requestMediaDataWhenReady(on: queue) {
          while input.isReadyForMoreMediaData {
            var buffer: CVPixelBuffer?
            CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer)
            guard number < 200, let buffer, (try? NumberedAsset.fill(buffer, number)) != nil,
              adaptor.append(buffer, withPresentationTime: CMTime(value: Int64(number), timescale: 30))
            else {
              input.markAsFinished()
              return continuation.resume()
            }
            number += 1
          }
        }
      }
      try await film.finish()
      #expect(try film.numbers() == Array(0..<200))
      #expect(adaptor.pixelBufferPool == nil)
    }

    @Test(.timeLimit(.minutes(2))) func anEncoderThatIsBehindHasNoRoom() async throws {
      let film = try WrittenFilm("film.mp4", .mp4)
      let settings: [String: Any] = [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 3840, AVVideoHeightKey: 2160,
      ]
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
      film.writer.add(input)
      let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
      try film.start()
      var buffer: CVPixelBuffer?
      CVPixelBufferCreate(nil, 3840, 2160, kCVPixelFormatType_32BGRA, nil, &buffer)
      let picture = try #require(buffer)
      var waits = 0
      for number in 0..<8 {
        while !input.isReadyForMoreMediaData {
          waits += 1
          try await Task.sleep(for: .milliseconds(1))
        }
        #expect(adaptor.append(picture, withPresentationTime: CMTime(value: Int64(number), timescale: 30)))
      }
      try await film.finish()
      #expect(waits > 0)
      #expect(try film.times().count == 8)
    }

    @Test(.timeLimit(.minutes(1))) func aBufferMayBeUsedAgain() async throws {
      let film = try WrittenFilm()
      let adaptor = film.pictures(.proRes4444)
      try film.start()
      let buffer = try NumberedAsset.buffer(0)
      for number in 0..<20 {
        try NumberedAsset.fill(buffer, number)
        #expect(adaptor.append(buffer, withPresentationTime: CMTime(value: Int64(number), timescale: 30)))
      }
      try await film.finish()
      #expect(try film.numbers() == Array(0..<20))
    }

    @Test(.timeLimit(.minutes(1))) func theTransformIsThatOfTheTrack() async throws {
      let film = try WrittenFilm("film.mp4", .mp4)
      film.writer.shouldOptimizeForNetworkUse = true
      let adaptor = film.pictures()
      let turn = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: CGFloat(NumberedAsset.height), ty: 0)
      adaptor.assetWriterInput.transform = turn
      try film.start()
      try await film.append([.zero, CMTime(value: 1, timescale: 25)], to: adaptor)
      try await film.finish()
      #expect(try film.probe("stream_side_data=rotation") == ["-90"])
      let track = try #require(AVURLAsset(url: film.url).tracks(withMediaType: .video).first)
      #expect(track.preferredTransform == turn)
      let bytes = try Data(contentsOf: film.url)
      let table = try #require(bytes.range(of: Data("moov".utf8)))
      let content = try #require(bytes.range(of: Data("mdat".utf8)))
      #expect(table.lowerBound < content.lowerBound)
    }
  }
#endif
