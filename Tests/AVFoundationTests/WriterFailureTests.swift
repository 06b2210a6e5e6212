#if Media
  import AVFoundation
  import Foundation
  import Glibc
  import StrataTesting
  import Testing

  /// Writers that do not make a film.
  @Suite(.serialized) struct WriterFailureTests {
    @Test func aFileThatExistsIsAnError() throws {
      let film = try WrittenFilm("film.mp4", .mp4)
      try Data("mine".utf8).write(to: film.url)
      _ = film.pictures()
      #expect(!film.writer.startWriting())
      #expect(film.writer.status == .failed)
      #expect((film.writer.error as? AVError)?.code == .fileAlreadyExists)
      #expect(try Data(contentsOf: film.url) == Data("mine".utf8))
    }

    @Test func aFolderThatIsMissingIsAnError() throws {
      let film = try WrittenFilm("none/film.mp4", .mp4)
      _ = film.pictures()
      #expect(!film.writer.startWriting())
      let error = try #require(film.writer.error as? AVError)
      #expect(error.localizedDescription.contains("does not exist"))
    }

    @Test func aWriterOfNothingFails() async throws {
      let film = try WrittenFilm("film.mp4", .mp4)
      _ = film.pictures()
      try film.start()
      await film.writer.finishWriting()
      #expect(film.writer.status == .failed)
      #expect(film.files.isEmpty)
      let empty = try WrittenFilm("film.mp4", .mp4)
      #expect(!empty.writer.startWriting())
    }

    @Test(.timeLimit(.minutes(1))) func aPictureThatIsNotLaterIsAnError() async throws {
      let film = try WrittenFilm("film.mp4", .mp4)
      let adaptor = film.pictures()
      try film.start()
      let time = CMTime(value: 1, timescale: 25)
      #expect(adaptor.append(try NumberedAsset.buffer(0), withPresentationTime: time))
      #expect(!adaptor.append(try NumberedAsset.buffer(1), withPresentationTime: time))
      #expect(film.writer.status == .failed)
      let error = try #require(film.writer.error as? AVError)
      #expect(error.localizedDescription.contains("0.04"))
      // Nobody waits for room that never comes.
      #expect(adaptor.assetWriterInput.isReadyForMoreMediaData)
      #expect(!adaptor.append(try NumberedAsset.buffer(2), withPresentationTime: .positiveInfinity))
      await film.writer.finishWriting()
      #expect(film.writer.status == .failed)
      #expect(film.files.isEmpty)
    }

    @Test(.timeLimit(.minutes(1))) func aWriterThatIsCancelledLeavesNothing() async throws {
      let film = try WrittenFilm("film.mp4", .mp4)
      let adaptor = film.pictures()
      try film.start()
      try await film.append((0..<20).map { CMTime(value: $0, timescale: 25) }, to: adaptor)
      film.writer.cancelWriting()
      #expect(film.writer.status == .cancelled)
      #expect(
        !adaptor.append(try NumberedAsset.buffer(0), withPresentationTime: CMTime(value: 1, timescale: 1))
      )
      await film.writer.finishWriting()
      #expect(film.writer.status == .cancelled)
      #expect(film.writer.error == nil)
      #expect(film.files.isEmpty)
    }

    @Test(.timeLimit(.minutes(1))) func aWriterThatIsReleasedLeavesNothing() async throws {
      let folder = try TemporaryFolder()
      do {
        let writer = try AVAssetWriter(url: folder.url.appending(path: "film.mp4"), fileType: .mp4)
        writer.directoryForTemporaryFiles = folder.url
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenFilm.settings())
        writer.add(input)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        #expect(adaptor.append(try NumberedAsset.buffer(0), withPresentationTime: .zero))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path()).isEmpty)
    }

    /// The children of this process whose arguments contain a text.
    private func children(_ text: String) -> [pid_t] {
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { pid_t($0) }
      return (numbers ?? []).filter { number in
        guard number != getpid(), let words = FileManager.default.contents(atPath: "/proc/\(number)/cmdline")
        else { return false }
        return String(decoding: words, as: UTF8.self).contains(text)
      }
    }

    @Test(.timeLimit(.minutes(1))) func anEncoderThatIsKilledIsAnError() async throws {
      let film = try WrittenFilm("film.mp4", .mp4)
      let adaptor = film.pictures()
      try film.start()
      let input = adaptor.assetWriterInput
      var (number, isKilled) = (0, false)
      while film.writer.status == .writing {
        guard input.isReadyForMoreMediaData else {
          try await Task.sleep(for: .milliseconds(1))
          continue
        }
        let time = CMTime(value: Int64(number), timescale: 25)
        number += 1
        guard adaptor.append(try NumberedAsset.buffer(number % 4096), withPresentationTime: time) else {
          break
        }
        if !isKilled, let child = children(film.folder.url.path()).first {
          isKilled = kill(child, SIGKILL) == 0
        }
      }
      #expect(film.writer.status == .failed)
      let error = try #require(film.writer.error as? AVError)
      #expect(error.localizedDescription.contains("signal 9"), "\(error)")
      await film.writer.finishWriting()
      #expect(film.files.isEmpty)
    }

    @Test func settingsDecideWhatAWriterTakes() throws {
      let (mp4, mov) = (try WrittenFilm("a.mp4", .mp4).writer, try WrittenFilm("a.mov", .mov).writer)
      let sound = try WrittenFilm("a.m4a", .m4a).writer
      let h264 = WrittenFilm.settings(.h264)
      let aac: [String: Any] = [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
      ]
      #expect(mp4.canApply(outputSettings: h264, forMediaType: .video))
      #expect(!mp4.canApply(outputSettings: WrittenFilm.settings(.proRes4444), forMediaType: .video))
      #expect(mov.canApply(outputSettings: WrittenFilm.settings(.proRes4444), forMediaType: .video))
      #expect(!sound.canApply(outputSettings: h264, forMediaType: .video))
      #expect(sound.canApply(outputSettings: aac, forMediaType: .audio))
      for rate in [12_345, 50_000, 176_400, 192_000] {
        let other = aac.merging([AVSampleRateKey: rate]) { $1 }
        #expect(!sound.canApply(outputSettings: other, forMediaType: .audio))
      }
      #expect(!mp4.canApply(outputSettings: nil, forMediaType: .audio))
      #expect(mov.canApply(outputSettings: nil, forMediaType: .audio))
      #expect(!mov.canApply(outputSettings: nil, forMediaType: .video))
      #expect(!mov.canApply(outputSettings: ["AVVideoWidth": 3], forMediaType: .video))
      #expect(!mov.canApply(outputSettings: h264.merging(["Codec": 3]) { $1 }, forMediaType: .video))
      #expect(sound.availableMediaTypes == [.audio])
    }

    @Test func misuseEndsTheProgram() async {
      let settings = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = AVAssetWriterInput(mediaType: .video, outputSettings: [AVVideoCodecKey: "none"])
      }
      let refusal = String(decoding: settings?.standardErrorContent ?? [], as: UTF8.self)
      #expect(refusal.contains("AVVideoCodecKey"))
      let early = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let film = try WrittenFilm()
        let adaptor = film.pictures()
        _ = adaptor.append(try NumberedAsset.buffer(0), withPresentationTime: .zero)
      }
      let order = String(decoding: early?.standardErrorContent ?? [], as: UTF8.self)
      #expect(order.contains("startWriting"))
      await #expect(processExitsWith: .failure) {
        let film = try WrittenFilm("a.mp4", .mp4)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenFilm.settings(.proRes4444))
        film.writer.add(input)
      }
    }
  }
#endif
