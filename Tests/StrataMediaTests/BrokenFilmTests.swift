#if Media
  import CoreGraphics
  import CoreMedia
  import Foundation
  import StrataMedia
  import StrataTesting
  import Testing

  /// Files and programs that fail: an error that names the file and the reason, and no process that stays.
  @Suite(.serialized) struct BrokenFilmTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let h264 = [
      "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "10", "-g", "10",
    ]

    private func film(_ name: String, count: Int = 40, options: [String] = h264) throws -> NumberedFilm {
      try NumberedFilm(name, in: folder, count: count, rate: "25", options: options)
    }

    private func file(_ name: String, _ bytes: Data) throws -> URL {
      let url = folder.url.appending(path: name)
      try bytes.write(to: url)
      return url
    }

    /// A program that does what a script says.
    private func script(_ name: String, _ text: String) throws -> String {
      let url = try file(name, Data(("#!/bin/sh\n" + text + "\n").utf8))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path())
      return url.path()
    }

    private func error(opening url: URL, tools: MediaTools = MediaTools(), timeout: Double = 30)
      -> MediaError?
    {
      do throws(MediaError) {
        _ = try VideoClip(contentsOf: url, timeout: timeout, tools: tools)
        return nil
      } catch { return error }
    }

    private func error(decoding frame: Int, of clip: VideoClip) -> MediaError? {
      do throws(MediaError) {
        _ = try clip.image(ofFrame: frame)
        return nil
      } catch { return error }
    }

    @Test func filesThatAreNoFilmsSayWhatTheyAre() throws {
      let missing = folder.url.appending(path: "missing.mp4")
      #expect(
        error(opening: missing) == .cannotRead(path: missing.path(), reason: "No such file or directory")
      )
      let empty = try file("empty.mp4", Data())
      #expect(error(opening: empty) == .cannotRead(path: empty.path(), reason: "it is empty"))
      let path = folder.url.path(percentEncoded: false)
      #expect(error(opening: folder.url) == .cannotRead(path: path, reason: "it is a folder"))
      let text = try file("text.mp4", Data("no film at all".utf8))
      guard case .cannotRead(text.path(), let reason) = error(opening: text) else {
        Issue.record("a text was opened")
        return
      }
      #expect(reason.contains("Invalid data"))
    }

    @Test func aFilmWithoutItsTableIsDamaged() throws {
      let whole = try Data(contentsOf: film("whole.mp4").url)
      let half = try file("half.mp4", whole.prefix(whole.count / 2))
      guard case .cannotRead(half.path(), let reason) = error(opening: half) else {
        Issue.record("half a film was opened")
        return
      }
      #expect(reason.contains("moov atom not found"))
    }

    @Test func framesBeyondACutAreErrors() throws {
      let whole = try Data(
        contentsOf: film("fast.mp4", options: Self.h264 + ["-movflags", "+faststart"]).url
      )
      let cut = try file("cut.mp4", whole.prefix(whole.count * 3 / 4))
      let clip = try VideoClip(contentsOf: cut)
      #expect(NumberPattern.number(in: try clip.image(ofFrame: 3)) == 3)
      // Frames are listed up to the one that the cut goes through.
      let last = clip.frameCount - 1
      try #require((4..<39).contains(last))
      guard case .missingFrame(cut.path(), _, _) = error(decoding: last, of: clip) else {
        Issue.record("a frame beyond the end was decoded")
        return
      }
      #expect(NumberPattern.number(in: try clip.image(ofFrame: 2)) == 2)
    }

    @Test func soundHasNoVideo() throws {
      let url = folder.url.appending(path: "sound.wav")
      try run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=0.1", url.path()])
      #expect(error(opening: url) == .noVideo(path: url.path(), reason: "it holds audio only"))
    }

    @Test func rawStreamsHaveNoTimes() throws {
      let source = try film("source.mp4")
      let url = folder.url.appending(path: "raw.h264")
      try run(["ffmpeg", "-v", "error", "-i", source.url.path(), "-c", "copy", url.path()])
      #expect(error(opening: url) == .noTimes(path: url.path()))
    }

    /// A frame that the decoder leaves out shows the one before it, also where that one was not to come through the pipe.
    @Test func aDamagedFrameShowsTheOneBefore() throws {
      let options = [
        "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "10", "-g", "20",
      ]
      let whole = try film("whole.mp4", options: options + ["-bf", "0"])
      let words = [
        "ffprobe", "-v", "error", "-show_entries", "packet=pos", "-of", "csv=p=0", whole.url.path(),
      ]
      let places = String(decoding: try run(words), as: UTF8.self).split(separator: "\n").compactMap {
        Int($0.filter(\.isNumber))
      }
      #expect(places.count == 40)
      var bytes = try Data(contentsOf: whole.url)
      // After the length of four bytes: a unit of filling, which decoders pass over.
      bytes[places[30] + 4] = 12
      let clip = try VideoClip(contentsOf: file("hole.mp4", bytes))
      // Frames after the hole refer to it.
      for (frame, shown) in [(30, 29), (29, 29), (30, 29), (3, 3), (30, 29)] {
        #expect(NumberPattern.number(in: try clip.image(ofFrame: frame)) == shown, "\(frame)")
      }
    }

    @Test func aVideoThatChangesItsSizeStopsThere() throws {
      let first = try film("first.ts", count: 10)
      let url = folder.url.appending(path: "second.ts")
      let words = [
        "ffmpeg", "-v", "error", "-i", first.url.path(), "-vf", "scale=96:48", "-output_ts_offset", "0.4",
      ]
      try run(words + Self.h264 + [url.path()])
      let joined = try file("joined.ts", Data(contentsOf: first.url) + Data(contentsOf: url))
      let clip = try VideoClip(contentsOf: joined)
      #expect(NumberPattern.number(in: try clip.image(ofFrame: 3)) == 3)
      guard case .sizeChanged(joined.path(), _, 96, 48) = error(decoding: clip.frameCount - 1, of: clip)
      else {
        Issue.record("\(String(describing: error(decoding: clip.frameCount - 1, of: clip)))")
        return
      }
    }

    @Test func aFileThatVanishesOrGrowsIsNoticed() throws {
      let source = try film("gone.mp4")
      let clip = try VideoClip(contentsOf: source.url, cacheBudget: 0)
      #expect(NumberPattern.number(in: try clip.image(ofFrame: 30)) == 30)
      let bytes = try Data(contentsOf: source.url)
      try FileManager.default.removeItem(at: source.url)
      let missing = MediaError.cannotRead(path: source.url.path(), reason: "No such file or directory")
      #expect(error(decoding: 1, of: clip) == missing)
      try (bytes + Data([0])).write(to: source.url)
      #expect(error(decoding: 1, of: clip) == .changed(path: source.url.path()))
    }

    @Test func programsThatAreMissingHaveARemedy() throws {
      let source = try film("tools.mp4")
      let prober = MediaTools(prober: "no-such-prober")
      #expect(error(opening: source.url, tools: prober) == .toolMissing(name: "no-such-prober"))
      let clip = try VideoClip(contentsOf: source.url, tools: MediaTools(decoder: "no-such-decoder"))
      #expect(error(decoding: 0, of: clip) == .toolMissing(name: "no-such-decoder"))
      #expect("\(MediaError.toolMissing(name: "x"))".contains("apt-get install ffmpeg"))
    }

    @Test(.timeLimit(.minutes(1))) func programsThatHangAreStopped() throws {
      let source = try film("hang.mp4")
      let hanging = try script("hang", "exec sleep 600")
      #expect(
        error(opening: source.url, tools: MediaTools(prober: hanging), timeout: 0.3)
          == .noAnswer(tool: hanging, path: source.url.path(), seconds: 0.3)
      )
      // The prober, which lists the frames before, may be slow.
      let clip = try VideoClip(contentsOf: source.url, timeout: 4, tools: MediaTools(decoder: hanging))
      #expect(error(decoding: 0, of: clip) == .noAnswer(tool: hanging, path: source.url.path(), seconds: 4))
    }

    @Test(.timeLimit(.minutes(1))) func aDecoderThatDiesIsAnError() throws {
      let source = try film("die.mp4")
      let dying = try script("die", "head -c 5000 /dev/zero; echo '[error] out of cheese' >&2; exit 3")
      let clip = try VideoClip(contentsOf: source.url, tools: MediaTools(decoder: dying))
      let expected = MediaError.missingFrame(path: source.url.path(), time: 0, reason: "out of cheese")
      #expect(error(decoding: 0, of: clip) == expected)
    }

    /// What a prober listed before it was ended is not the whole film.
    @Test(.timeLimit(.minutes(1))) func aProberThatDiesIsAnError() throws {
      let source = try film("probe.mp4")
      let dying = try script("probe", "ffprobe \"$@\"; kill -KILL $$")
      let expected = MediaError.cannotRead(
        path: source.url.path(),
        reason: "\(dying) was ended by signal 9"
      )
      #expect(error(opening: source.url, tools: MediaTools(prober: dying)) == expected)
      let text = try file("no-program", Data("no program".utf8))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: text.path())
      let broken = MediaTools(prober: text.path())
      guard case .cannotRead(source.url.path(), _) = error(opening: source.url, tools: broken) else {
        Issue.record("a prober that does not start gave a list")
        return
      }
    }

    /// A decoder that loses some frames of a film, which its table lists.
    private func decoder(losing condition: String) throws -> MediaTools {
      let words = """
        for word; do
          shift
          set -- "$@" "$(printf %s "$word" | sed "s/showinfo/select='not(\(condition))',showinfo/")"
        done
        exec ffmpeg "$@"
        """
      return MediaTools(decoder: try script("losing", words))
    }

    /// Frames before the one that is asked for are left out only until one turns out to be missing.
    @Test func aFrameThatTheDecoderSkipsShowsTheOneBeforeIt() throws {
      let source = try film("skips.mp4", options: Self.h264 + ["-g", "40", "-keyint_min", "40", "-bf", "0"])
      // Frames 25 to 27 of 25 a second.
      let clip = try VideoClip(contentsOf: source.url, tools: decoder(losing: "between(t,0.99,1.09)"))
      for (frame, shown) in [(26, 24), (28, 28), (25, 24), (24, 24), (39, 39), (27, 24)] {
        clip.releaseResources()
        let starts = clip.decoderStarts
        #expect(NumberPattern.number(in: try clip.image(ofFrame: frame)) == shown, "\(frame)")
        // The first time shows that frames are missing; from then on none is left out.
        #expect(clip.decoderStarts == starts + (frame == 26 ? 2 : 1), "\(frame)")
      }
      for frame in 0..<40 {
        let shown = NumberPattern.number(in: try clip.image(ofFrame: frame))
        #expect(shown == ((25...27).contains(frame) ? 24 : frame))
      }
    }

    /// No frame follows the lost ones, so that the end of the film is what tells.
    @Test func aLostEndIsAnError() throws {
      let source = try film("end.mp4", options: Self.h264 + ["-g", "40", "-keyint_min", "40", "-bf", "0"])
      let clip = try VideoClip(contentsOf: source.url, tools: decoder(losing: "gt(t,1.41)"))
      #expect(NumberPattern.number(in: try clip.image(ofFrame: 35)) == 35)
      guard case .missingFrame(source.url.path(), _, _) = error(decoding: 38, of: clip) else {
        Issue.record("a lost frame was shown")
        return
      }
    }

    /// The processes whose command line names a path.
    private func processes(naming path: String) -> Int {
      let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return all.count { name in
        Int(name) != nil && Int32(name) != ProcessInfo.processInfo.processIdentifier
          && String(
            decoding: FileManager.default.contents(atPath: "/proc/\(name)/cmdline") ?? Data(),
            as: UTF8.self
          )
          .contains(path)
      }
    }

    @Test(.timeLimit(.minutes(1))) func aReleasedClipLeavesNoProcess() throws {
      let source = try film("leave.mp4", count: 400)
      var clip: VideoClip? = try VideoClip(contentsOf: source.url)
      _ = try clip?.image(ofFrame: 5)
      #expect(processes(naming: source.url.path()) == 1)
      clip?.releaseResources()
      while processes(naming: source.url.path()) > 0 { usleep(10_000) }
      _ = try clip?.image(ofFrame: 5)
      #expect(processes(naming: source.url.path()) == 1)
      clip = nil
      while processes(naming: source.url.path()) > 0 { usleep(10_000) }
    }

    /// The program that decodes a frame and waits; it stands beside the test bundle or some folders above it.
    private static var probe: URL? {
      var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent()
      for _ in 0..<4 {
        let program = folder.appending(path: "ClipProbe")
        if FileManager.default.isExecutableFile(atPath: program.path()) { return program }
        folder.deleteLastPathComponent()
      }
      return nil
    }

    @Test(.timeLimit(.minutes(1))) func aKilledProgramLeavesNoProcess() throws {
      // More frames than the pipe holds, so that the decoder waits for its reader.
      let source = try film("killed.mp4", count: 400)
      let (process, pipe) = (Process(), Pipe())
      let program = try #require(Self.probe)
      process.executableURL = program
      (process.arguments, process.standardOutput) = ([source.url.path()], pipe)
      try process.run()
      let line = pipe.fileHandleForReading.availableData
      #expect(String(decoding: line, as: UTF8.self) == "decoded")
      #expect(processes(naming: source.url.path()) == 2)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      while processes(naming: source.url.path()) > 0 { usleep(10_000) }
    }
  }
#endif
