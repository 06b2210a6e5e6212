#if Media
  import AVFoundation
  import CoreGraphics
  import Foundation
  import StrataMedia
  import StrataTesting
  import Testing

  /// Films that cannot be shown, as players and exports see them: a status, and an error that names the file.
  @Suite(.serialized) struct BadFilmTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func url(_ name: String) -> URL { folder.url.appending(path: name) }

    private func item(_ url: URL) -> AVPlayerItem {
      let item = AVPlayerItem(url: url)
      item.prepareForTests()
      return item
    }

    private func expectFailure(_ item: AVPlayerItem, _ code: AVError.Code, _ url: URL) throws {
      #expect(item.status == .failed)
      let error = try #require(item.error as? AVError)
      #expect(error.code == code, "\(error)")
      // Programs that do not know the type see the reason, too.
      for text in [error.localizedDescription, (error as any Error).localizedDescription] {
        #expect(text.contains(url.path()), "\(text)")
      }
      let object = error as NSError
      #expect(object.localizedDescription == error.localizedDescription)
      #expect(object.domain == AVFoundationErrorDomain && object.code == code.rawValue)
    }

    /// Other errors that come out of the modules for films.
    @Test func errorsHaveTextsOfTheirOwn() {
      let film: any Error = MediaError.noFrames(path: "empty.mp4")
      #expect(film.localizedDescription == "empty.mp4: the video has no frames")
      #expect((film as NSError).localizedDescription == film.localizedDescription)
      let sample: any Error = SampleError.formatMismatch
      #expect(sample.localizedDescription == "\(sample)")
    }

    @Test func encryptedFilmsAreProtected() async throws {
      let clear = try NumberedAsset.make("clear.mp4", in: folder)
      let words = ["-i", clear.path(), "-c", "copy", "-encryption_scheme", "cenc-aes-ctr"]
      let keys = [
        "-encryption_key", "76a6c65c5ea762046bd749a2e632ccbb", "-encryption_kid",
        "a7e61c373e219033c21091fa607bf3b8",
      ]
      try run(["ffmpeg", "-v", "error"] + words + keys + [url("locked.mp4").path()])
      let locked = AVURLAsset(url: url("locked.mp4"))
      try expectFailure(item(locked.url), .contentIsProtected, locked.url)
      #expect(locked.hasProtectedContent && !locked.isPlayable)
      #expect(throws: MediaError.protected(path: locked.url.path())) { try VideoClip(contentsOf: locked.url) }
      let session = try #require(
        AVAssetExportSession(asset: locked, presetName: AVAssetExportPresetHighestQuality)
      )
      await #expect(throws: AVError.self) { try await session.export(to: self.url("out.mp4"), as: .mp4) }
      #expect((session.error as? AVError)?.code == .contentIsProtected)
      #expect(!FileManager.default.fileExists(atPath: url("out.mp4").path()))
    }

    @Test func aVideoWithoutFramesHasNoContent() throws {
      let film = url("none.mp4")
      let sources = ["-f", "lavfi", "-i", "testsrc2=size=64x48:duration=1", "-f", "lavfi", "-i", "sine=d=1"]
      let options = ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-frames:v", "0", "-movflags", "empty_moov"]
      try run(["ffmpeg", "-v", "error"] + sources + options + [film.path()])
      #expect(throws: MediaError.noFrames(path: film.path())) { try VideoClip(contentsOf: film) }
      try expectFailure(item(film), .contentIsUnavailable, film)
    }

    /// What a film is does not depend on its name.
    @Test func aWrongSuffixDoesNotMatter() throws {
      let film = try NumberedAsset.make("film.mp4", in: folder)
      for name in ["film.png", "film.txt", "film"] {
        try FileManager.default.copyItem(at: film, to: url(name))
        let clip = try VideoClip(contentsOf: url(name))
        #expect(NumberedAsset.number(in: try clip.image(ofFrame: 23)) == 23)
      }
      let text = url("text.mp4")
      try Data("a picture of 1000 words".utf8).write(to: text)
      try expectFailure(item(text), .fileFormatNotRecognized, text)
    }

    /// Bytes in the middle are not those of a film: frames before them are shown, those within are an error or what the decoder
    /// makes of them, and nothing hangs.
    @Test(.timeLimit(.minutes(2))) func damageInTheMiddleStaysThere() throws {
      let film = try NumberedAsset.make("film.mp4", in: folder, count: 100)
      var bytes = try Data(contentsOf: film)
      let media = try #require(bytes.range(of: Data("mdat".utf8))).upperBound
      let table = try #require(bytes.range(of: Data("moov".utf8))).lowerBound
      for place in (media + (table - media) / 2)..<(table - 200) { bytes[place] = UInt8(place * 131 % 251) }
      let damaged = url("damaged.mp4")
      try bytes.write(to: damaged)
      let clip = try VideoClip(contentsOf: damaged)
      #expect(clip.frameCount == 100)
      #expect(NumberedAsset.number(in: try clip.image(ofFrame: 5)) == 5)
      for frame in stride(from: 60, to: 100, by: 8) {
        do throws(MediaError) {
          _ = try clip.image(ofFrame: frame)
        } catch {
          guard case .missingFrame(damaged.path(), _, _) = error else {
            Issue.record("\(error)")
            continue
          }
        }
      }
      #expect(NumberedAsset.number(in: try clip.image(ofFrame: 11)) == 11)
    }

    @Test(.timeLimit(.minutes(1))) func programsThatAreMissingAreNamed() throws {
      let film = try NumberedAsset.make("film.mp4", in: folder)
      let asset = AVURLAsset(url: film, tools: MediaTools(prober: "no-such-prober"))
      let item = AVPlayerItem(asset: asset)
      item.prepareForTests()
      #expect(item.status == .failed)
      #expect((item.error as? AVError)?.code == .decoderNotFound)
      #expect((item.error as? AVError)?.localizedDescription.contains("apt-get install ffmpeg") == true)
    }

    @Test func aRateOfZeroStandsStill() throws {
      let player = AVPlayer(url: try NumberedAsset.make("film.mp4", in: folder))
      player.rate = 2
      player.rate = 0
      let time = player.currentTime()
      usleep(30_000)
      #expect(player.currentTime() == time && player.timeControlStatus == .paused)
    }
  }
#endif
