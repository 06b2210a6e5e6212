import Foundation
import StrataTesting
import Testing

private enum Films {
  /// True if the library is built with films and can read them.
  static var canPlay: Bool {
    #if Media
      ChildProgram.installed("ffmpeg") != nil
    #else
      false
    #endif
  }
}

extension WindowTests {
  /// A player's layer in a window, and what is heard of it.
  @Suite(.enabled(if: Films.canPlay, "needs the trait Media, and ffmpeg"))
  struct PlayerTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws { temporary = try TemporaryFolder() }

    /// Makes a film of numbered pictures at 25 frames a second, and of noise if it is to be heard.
    private func film(frames: Int, scale: Int = 1, noise: SoundSamples? = nil) async throws -> URL {
      let (raw, film) = (folder.appending(path: "film.gray"), folder.appending(path: "film.mkv"))
      try Data((0..<frames).flatMap { BlockNumber.gray($0) }).write(to: raw)
      let size = "\(BlockNumber.width)x\(BlockNumber.height)"
      var words = [
        "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "gray", "-s", size, "-r", "25", "-i", raw.path,
      ]
      if let noise {
        let file = folder.appending(path: "noise.raw")
        try noise.bytes.write(to: file)
        words += ["-f", "f32le", "-ar", "48000", "-ac", "2", "-i", file.path, "-c:a", "pcm_f32le"]
      }
      words += ["-vf", "scale=\(BlockNumber.width * scale):-1:flags=neighbor"]
      words += ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "10", "-g", "25"]
      await ChildProgram.run("ffmpeg", words + [film.path], environment: [:])
      try #require(FileManager.default.fileExists(atPath: film.path))
      return film
    }

    private func open(_ film: URL, on display: TestDisplay, sound: URL? = nil) async throws -> ChildProgram {
      var environment = display.environment
      environment["SDL_AUDIODRIVER"] = sound == nil ? "dummy" : "disk"
      environment["SDL_DISKAUDIOFILE"] = sound?.path
      let probe = try #require(
        ChildProgram(ChildProgram.built("PlayerProbe"), [film.path], environment: environment)
      )
      try #require(await probe.line("exposed") != nil, "\(probe.output)")
      try #require(await eventually { await state(of: probe)?.status == 1 }, "\(probe.output)")
      return probe
    }

    /// What a player says of itself.
    private struct PlayerState {
      let status: Int
      let (rate, time): (Double, Double)
      let late: Int
      /// Nil in silence.
      let lag: Double?

      init?(_ line: String?) {
        let words = line?.split(separator: " ").map(String.init) ?? []
        guard words.count == 6, let status = Int(words[1]), let rate = Double(words[2]),
          let time = Double(words[3]),
          let late = Int(words[4])
        else { return nil }
        (self.status, self.rate, self.time, self.late, lag) = (status, rate, time, late, Double(words[5]))
      }
    }

    private func state(of probe: ChildProgram) async -> PlayerState? {
      PlayerState(await probe.ask("state", for: "state"))
    }

    /// The number that the film shows on the screen; nil without one.
    private func number(on display: TestDisplay, _ corner: (x: Int, y: Int)) async -> Int? {
      guard let picture = await display.picture() else { return nil }
      return BlockNumber.number { x, y in
        (picture.pixel(corner.x + x * 2, corner.y + y * 2) ?? 0) & 0xFF > 128
      }
    }

    @Test func aFilmPlaysPausesSeeksAndEnds() async throws {
      let display = try #require(await TestDisplay())
      let probe = try await open(await film(frames: 200), on: display)
      let corner = await display.corner(of: await display.window(of: probe))
      #expect(await eventually { await number(on: display, corner) == 0 })
      probe.write("play")
      var shown: [Int] = []
      while shown.count < 8 {
        let before = try #require(await state(of: probe))
        let number = try #require(await number(on: display, corner))
        let after = try #require(await state(of: probe))
        // A picture is made for the next refreshes, and may be decoded late.
        #expect(Double(number) <= (after.time + 0.05) * 25, "\(number) at \(after.time)")
        #expect(Double(number) >= min(before.time * 25, 199) - 26, "\(number) at \(before.time)")
        if number != shown.last { shown.append(number) }
        guard after.time < 6 else { break }
      }
      #expect(shown.count > 3 && shown == shown.sorted(), "\(shown)")
      probe.write("pause")
      let paused = try #require(await state(of: probe))
      #expect(paused.rate == 0)
      let still = min(Int(paused.time * 25), 199)
      #expect(await eventually { await number(on: display, corner) == still })
      try await Task.sleep(for: .milliseconds(200))
      #expect(await state(of: probe)?.time == paused.time)
      for seconds in [7.5, 1.02, 4.2] {
        probe.write("seek \(seconds)")
        #expect(
          await eventually { await number(on: display, corner) == Int(seconds * 25 + 0.01) },
          "\(seconds)"
        )
      }
      probe.write("seek 7.4")
      probe.write("play")
      #expect(await probe.line("end") != nil)
      #expect(await eventually { await number(on: display, corner) == 199 })
      #expect(await state(of: probe)?.rate == 0)
      keep(await display.picture())
    }

    /// Keeps a picture for those who want to look at it, where `STRATA_PLAYER_PICTURE` says.
    private func keep(_ picture: ScreenPicture?) {
      guard let path = ProcessInfo.processInfo.environment["STRATA_PLAYER_PICTURE"], let picture else {
        return
      }
      var bytes = Data("P6 \(picture.width) \(picture.height) 255\n".utf8)
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let color = picture.pixel(x, y) ?? 0
          bytes += [UInt8(color >> 16), UInt8(color >> 8 & 255), UInt8(color & 255)]
        }
      }
      try? bytes.write(to: URL(filePath: path))
    }

    /// A decoder that stands still holds up the picture of the film, and nothing else.
    @Test func aDecoderThatHangsDoesNotHoldUpTheWindow() async throws {
      let display = try #require(await TestDisplay())
      // A pipe holds no more than two frames of this size.
      let probe = try await open(await film(frames: 600, scale: 10), on: display)
      let corner = await display.corner(of: await display.window(of: probe))
      probe.write("play")
      #expect(await eventually { (await number(on: display, corner) ?? 0) > 5 })
      let children = await decoders(of: probe)
      try #require(!children.isEmpty)
      for child in children { kill(child, SIGSTOP) }
      defer { for child in children { kill(child, SIGCONT) } }
      // What was decoded before is used up.
      try await Task.sleep(for: .seconds(1))
      let stopped = try #require(await state(of: probe))
      let held = await number(on: display, corner)
      let clock = await probe.ask("clock", for: "clock")?.split(separator: " ").last ?? "0"
      _ = await probe.ask("slide 2", for: "sliding")
      var places: Set<Int> = []
      _ = await eventually(for: 10) {
        if let left = await display.picture()?.left(ScreenPicture.blue, corner.y + 108) {
          places.insert(left)
        }
        return places.count >= 5
      }
      #expect(places.count >= 5, "\(places)")
      let frames = await probe.ask("frames \(clock)", for: "frames")?.split(separator: " ").last.flatMap {
        Int($0)
      }
      #expect(frames ?? 0 >= 5)
      let later = try #require(await state(of: probe))
      #expect(later.time > stopped.time)
      #expect(later.late > stopped.late)
      #expect(await number(on: display, corner) == held)
      for child in children { kill(child, SIGCONT) }
      #expect(await eventually { (await number(on: display, corner) ?? 0) > (held ?? 0) + 10 })
    }

    /// The children of a program that write frames.
    private func decoders(of probe: ChildProgram) async -> [Int32] {
      let list = await ChildProgram.run("pgrep", ["-P", "\(probe.number)", "ffmpeg"], environment: [:])
      return String(decoding: list, as: UTF8.self).split(separator: "\n").compactMap { Int32($0) }
    }

    // MARK: Sound

    /// A device that is there and cannot be used is no silent failure.
    @Test func aDeviceThatFailsIsInTheLog() async throws {
      let display = try #require(await TestDisplay())
      let film = try await film(frames: 50, noise: SoundSamples(seconds: 2))
      let sound = folder.appending(path: "missing/heard.raw")
      let probe = try await open(film, on: display, sound: sound)
      probe.write("play")
      let lines = { probe.output.filter { $0.contains("sound is not heard") } }
      #expect(await eventually { !lines().isEmpty }, "\(probe.output)")
      #expect(await probe.line("end") != nil)
      #expect(lines().count == 1)
    }

    /// What is heard are the samples of the film, each at the time of its picture.
    @Test func soundFollowsThePlayer() async throws {
      let display = try #require(await TestDisplay())
      let noise = SoundSamples(seconds: 12)
      let file = folder.appending(path: "heard.raw")
      let probe = try await open(await film(frames: 300, noise: noise), on: display, sound: file)
      probe.write("play")
      #expect(await eventually { (await state(of: probe)?.time ?? 0) > 3 })
      // Less than a frame; a process that got no time catches up.
      #expect(await eventually { abs(await state(of: probe)?.lag ?? 1) < 0.04 })
      probe.write("pause")
      let paused = try #require(await state(of: probe)).time
      try await Task.sleep(for: .milliseconds(300))
      let first = try #require(HeardSound(file))
      try await Task.sleep(for: .milliseconds(200))
      // A device that stands still gets silence, so that its end is not that of the sound.
      let heard = noise.places(in: first)
      #expect(heard.wrong == 0, "\(heard)")
      let times = try #require(heard.times)
      #expect(times.lowerBound < 1.5, "\(times)")
      // The device has taken a tenth of a second ahead.
      #expect((paused - 0.2...paused + 0.16).contains(times.upperBound), "\(times) at \(paused)")
      #expect(heard.known > 48000, "\(heard)")
      // Elsewhere, at half the volume.
      probe.write("volume 0.5")
      probe.write("seek 8")
      probe.write("play")
      #expect(await eventually { (await state(of: probe)?.time ?? 0) > 9 })
      probe.write("mute 1")
      let end = try #require(await state(of: probe)).time
      try await Task.sleep(for: .milliseconds(300))
      let second = try #require(HeardSound(file, after: first.frames.count))
      let louder = noise.places(in: second.scaled(by: 2))
      #expect(louder.wrong == 0, "\(louder)")
      #expect(louder.known > 24000, "\(louder)")
      let later = try #require(louder.times)
      #expect(
        later.lowerBound >= 8 && (end - 0.3...end + 0.2).contains(later.upperBound),
        "\(later) at \(end)"
      )
      try await Task.sleep(for: .milliseconds(300))
      let muted = try #require(HeardSound(file, after: first.frames.count + second.frames.count))
      #expect(muted.frames.count > 4000 && muted.frames.allSatisfy { $0 == .zero })
    }

    /// At twice the rate, a tone of six seconds is heard for three, at its pitch.
    @Test func ratesKeepThePitch() async throws {
      let display = try #require(await TestDisplay())
      let tone = SoundSamples(tone: 440, seconds: 6)
      let file = folder.appending(path: "fast.raw")
      let probe = try await open(await film(frames: 150, noise: tone), on: display, sound: file)
      probe.write("rate 2")
      #expect(await probe.line("end") != nil)
      try await Task.sleep(for: .milliseconds(300))
      let heard = try #require(HeardSound(file)).frames.map { $0.x }
      let first = try #require(heard.firstIndex { abs($0) > 0.1 })
      let last = try #require(heard.lastIndex { abs($0) > 0.1 })
      let seconds = Double(last - first) / 48000
      #expect(seconds > 2.2 && seconds < 3.3, "\(seconds)")
      let crossings = (first..<last).filter { heard[$0] < 0 && heard[$0 + 1] >= 0 }
      let periods = zip(crossings.dropFirst(), crossings).map { $0 - $1 }.sorted()
      #expect(abs(periods[periods.count / 2] - 48000 / 440) <= 1, "\(periods[periods.count / 2])")
    }
  }
}
