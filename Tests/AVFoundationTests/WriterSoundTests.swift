#if Media
  import AVFoundation
  import Foundation
  import StrataTesting
  import Testing

  /// Films with sound that a writer makes.
  @Suite(.serialized) struct WriterSoundTests {
    private static var aac: [String: Any] {
      [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: Tone.rate, AVNumberOfChannelsKey: 1,
        AVEncoderBitRateKey: 96_000,
      ]
    }

    @Test(.timeLimit(.minutes(1))) func aToneIsHeardBesideItsPictures() async throws {
      let film = try WrittenFilm("film.mp4", .mp4)
      let adaptor = film.pictures()
      let sound = film.sound(Self.aac)
      try film.start()
      for second in 0..<2 {
        let levels = Tone.sine(second * Tone.rate..<(second + 1) * Tone.rate)
        #expect(sound.append(try Tone.sample(levels, at: second * Tone.rate)))
      }
      try await film.append((0..<50).map { CMTime(value: $0, timescale: 25) }, to: adaptor)
      try await film.finish()
      #expect(try film.probe("stream=codec_name", stream: "a:0") == ["aac"])
      #expect(try film.duration() == 2)
      #expect(try film.duration(stream: "a:0") == 2)
      // The middle is the sine itself, up to what the codec loses.
      let levels = try film.levels(channels: 1).map { Double($0) }
      let expected = Tone.sine(0..<2 * Tone.rate).map { Double($0) }
      let differences = (20_000..<70_000).map { pow(levels[$0] - expected[$0], 2) }
      #expect((differences.reduce(0, +) / 50_000).squareRoot() < 200)
    }

    @Test(.timeLimit(.minutes(1)), arguments: [false, true])
    func levelsAreKeptInQuickTime(planar: Bool) async throws {
      let film = try WrittenFilm()
      let sound = film.sound(nil)
      try film.start()
      let (left, right) = (Tone.sine(0..<1000), Tone.sine(300..<1300))
      let mixed = zip(left, right).flatMap { [$0, $1] }
      let levels = planar ? left + right : mixed
      #expect(sound.append(try Tone.sample(levels, at: 0, channels: 2, planar: planar)))
      try await film.finish()
      #expect(try film.probe("stream=codec_name", stream: "a:0") == ["pcm_s16le"])
      #expect(try film.levels(channels: 2) == mixed)
    }

    @Test(.timeLimit(.minutes(1))) func levelsComeAtTheirTimes() async throws {
      let film = try WrittenFilm("film.m4a", .m4a)
      let lossless: [String: Any] = [
        AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: Double(Tone.rate),
        AVNumberOfChannelsKey: 1,
      ]
      let sound = film.sound(lossless)
      try film.start(at: CMTime(value: 100, timescale: Int32(Tone.rate)))
      // 200 frames of silence; the third sample begins 50 frames before the second one ends.
      #expect(sound.append(try Tone.sample(Tone.sine(0..<1000), at: 100)))
      #expect(sound.append(try Tone.sample(Tone.sine(1000..<2000), at: 1300)))
      #expect(sound.append(try Tone.sample(Tone.sine(2000..<3000), at: 2250)))
      film.writer.endSession(atSourceTime: CMTime(value: 3000, timescale: Int32(Tone.rate)))
      try await film.finish()
      let silence = [Int16](repeating: 0, count: 200)
      let expected = Tone.sine(0..<1000) + silence + Tone.sine(1000..<2000) + Tone.sine(2050..<2750)
      #expect(try film.levels(channels: 1).prefix(expected.count) == expected[...])
      #expect(abs(try film.duration() - Double(expected.count) / Double(Tone.rate)) < 0.0001)
    }

    /// Appends the sine in pieces, whose times are made of their seconds.
    private func append(
      _ count: Int,
      of frames: Int,
      to sound: AVAssetWriterInput,
      _ time: (Double) -> CMTime
    ) throws -> [Int16] {
      for piece in 0..<count {
        let levels = Tone.sine(piece * frames..<(piece + 1) * frames)
        let seconds = Double(piece * frames) / Double(Tone.rate)
        #expect(sound.append(try Tone.sample(levels, at: 0, time: time(seconds))))
      }
      return Tone.sine(0..<count * frames)
    }

    @Test(.timeLimit(.minutes(1)), arguments: [600, 1000, 48_000, 1_000_000_000] as [CMTimeScale])
    func roundedTimesLeaveSoundWhole(timescale: CMTimeScale) async throws {
      let film = try WrittenFilm()
      let sound = film.sound(nil)
      try film.start()
      let expected = try append(100, of: 1024, to: sound) {
        CMTime(seconds: $0, preferredTimescale: timescale)
      }
      try await film.finish()
      #expect(try film.levels(channels: 1) == expected)
    }

    @Test(.timeLimit(.minutes(1))) func timesOfAClockLeaveSoundWhole() async throws {
      let film = try WrittenFilm()
      let sound = film.sound(nil)
      sound.expectsMediaDataInRealTime = true
      try film.start()
      var late = 0.0
      let expected = try append(100, of: 1024, to: sound) { seconds in
        // Up to four milliseconds.
        late = (late + 0.0017).truncatingRemainder(dividingBy: 0.004)
        return CMTime(seconds: seconds + (seconds > 0 ? late : 0), preferredTimescale: 1_000_000_000)
      }
      try await film.finish()
      #expect(try film.levels(channels: 1) == expected)
    }

    @Test(.timeLimit(.minutes(1))) func gapsBetweenWholeSecondsAreSilent() async throws {
      let film = try WrittenFilm()
      let sound = film.sound(nil)
      try film.start()
      let half = Tone.rate / 2
      for second in 0..<3 {
        let time = CMTime(value: Int64(second), timescale: 1)
        #expect(sound.append(try Tone.sample(Tone.sine(0..<half), at: 0, time: time)))
      }
      try await film.finish()
      let silence = [Int16](repeating: 0, count: half)
      let second = Tone.sine(0..<half) + silence
      #expect(try film.levels(channels: 1) == second + second + Tone.sine(0..<half))
    }

    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func soundOutsideOfTheSessionMakesNoTrack(early: Bool) async throws {
      let film = try WrittenFilm("film.mp4", .mp4)
      let adaptor = film.pictures()
      let sound = film.sound(Self.aac)
      try film.start(at: CMTime(value: 1, timescale: 1))
      let start = Tone.rate + (early ? -1000 : 10)
      #expect(sound.append(try Tone.sample(Tone.sine(0..<1000), at: start)))
      try await film.append((25..<30).map { CMTime(value: $0, timescale: 25) }, to: adaptor)
      if !early { film.writer.endSession(atSourceTime: CMTime(value: 1, timescale: 1)) }
      try await film.finish()
      #expect(try film.probe("stream=codec_type", stream: "a").isEmpty)
      #expect(try film.probe("stream=codec_type") == ["video"])
    }

    @Test func timesThatAreTooLargeAreErrors() throws {
      let film = try WrittenFilm()
      let sound = film.sound(nil)
      try film.start()
      let time = CMTime(value: .max, timescale: 1)
      #expect(!sound.append(try Tone.sample(Tone.sine(0..<100), at: 0, time: time)))
      #expect((film.writer.error as? AVError)?.code == .encodeFailed)
    }

    @Test(.timeLimit(.minutes(1))) func anEndThatIsTooLateIsNone() async throws {
      let film = try WrittenFilm()
      let adaptor = film.pictures()
      let sound = film.sound(nil)
      // No number that is there is changed.
      adaptor.assetWriterInput.transform = CGAffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0)
      try film.start()
      #expect(sound.append(try Tone.sample(Tone.sine(0..<4800), at: 0)))
      try await film.append([.zero, CMTime(value: 1, timescale: 10)], to: adaptor)
      film.writer.endSession(atSourceTime: CMTime(value: .max, timescale: 1))
      try await film.finish()
      #expect(try film.duration() == 0.2)
      #expect(try film.levels(channels: 1) == Tone.sine(0..<4800))
      let track = try #require(AVURLAsset(url: film.url).tracks(withMediaType: .video).first)
      #expect(track.preferredTransform == .identity)
    }

    @Test func soundThatGoesOnInAnotherLayoutIsAnError() async throws {
      let film = try WrittenFilm()
      let sound = film.sound(nil)
      try film.start()
      #expect(sound.append(try Tone.sample(Tone.sine(0..<100), at: 0)))
      #expect(!sound.append(try Tone.sample(Tone.sine(0..<100), at: 100, channels: 2)))
      #expect(film.writer.status == .failed)
      let error = try #require(film.writer.error as? AVError)
      #expect(error.code == .encodeFailed)
      #expect(error.localizedDescription.contains(film.url.path()))
      #expect(film.files.isEmpty)
    }
  }
#endif
