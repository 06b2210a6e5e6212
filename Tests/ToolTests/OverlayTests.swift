#if Media
  import Foundation
  import StrataTesting
  import Testing

  /// `strata overlay`, and documents that show films, pixel by pixel.
  @Suite(.enabled(if: Encoder.isInstalled), .serialized) struct OverlayTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws { temporary = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    @discardableResult
    private func ffmpeg(_ words: [String]) throws -> [UInt8] {
      let (process, pipe) = (Process(), Pipe())
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["ffmpeg", "-v", "error", "-y"] + words
      (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, pipe)
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      return [UInt8](output)
    }

    /// A film of 20 gray frames of 64 × 48 pixels.
    private func film(_ name: String = "film.mp4", _ options: [String] = []) throws -> String {
      let encoder = ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-qp", "0"]
      let source = "color=gray:size=64x48:rate=10:duration=2"
      try ffmpeg(["-f", "lavfi", "-i", source] + (options.isEmpty ? encoder : options) + [path(name)])
      return path(name)
    }

    /// A document of a red square that fills 16 × 16 points.
    private func document() throws -> String {
      let text = """
        <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
          <CALayer bounds="0 0 16 16" position="8 8" backgroundColor="1 0 0 1"/>
        </caml>
        """
      try Data(text.utf8).write(to: folder.appending(path: "Red.caml"))
      return path("Red.caml")
    }

    /// The frames of a film in red, green and blue.
    private func frames(_ file: String) throws -> [[UInt8]] {
      let bytes = try ffmpeg(["-i", file, "-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1"])
      let size = 64 * 48 * 3
      return (0..<bytes.count / size).map { Array(bytes[$0 * size..<($0 + 1) * size]) }
    }

    private func isRed(_ frame: [UInt8], _ x: Int, _ y: Int) -> Bool {
      let at = (y * 64 + x) * 3
      return frame[at] > 240 && frame[at + 1] < 16 && frame[at + 2] < 16
    }

    private func isGray(_ frame: [UInt8], _ x: Int, _ y: Int) -> Bool {
      let at = (y * 64 + x) * 3
      return (0..<3).allSatisfy { abs(Int(frame[at + $0]) - 128) <= 3 }
    }

    @Test func aDocumentIsSeenAtItsPlaceAndTime() throws {
      let output = path("over.mp4")
      let times = ["--begin", "0.5", "--duration", "1", "--lossless", "-q"]
      let run = try ToolRun(
        ["overlay", film(), document(), "-o", output, "--place", "24,8", "--size", "32x16"] + times
      )
      #expect(run.status == 0, "\(run.errors)")
      let frames = try frames(output)
      try #require(frames.count == 20)
      for (index, frame) in frames.enumerated() {
        // It is centred in its 32 × 16 pixels.
        let isShown = (5..<15).contains(index)
        #expect(isRed(frame, 40, 16) == isShown, "frame \(index)")
        #expect(isGray(frame, 40, 16) == !isShown)
        for (x, y) in [(28, 16), (40, 30), (4, 4)] { #expect(isGray(frame, x, y)) }
      }
    }

    @Test func severalDocumentsFade() throws {
      let (output, red) = (path("two.mp4"), try document())
      let places = ["--place", "0,0", "--place", "40,24", "--fade", "0", "--fade", "1", "--lossless", "-q"]
      let run = try ToolRun(["overlay", film(), red, red, "-o", output] + places)
      #expect(run.status == 0, "\(run.errors)")
      let frames = try frames(output)
      try #require(frames.count == 20)
      for (index, frame) in frames.enumerated() {
        #expect(isRed(frame, 8, 8))
        // Red rises from gray to full over ten frames.
        let at = (32 * 64 + 48) * 3
        let part = min(Double(index) / 10, 1)
        #expect(abs(Double(frame[at]) - (128 + 127 * part)) < 8, "frame \(index)")
      }
    }

    /// A fade that is longer than half of the time rises, and falls from where it is.
    @Test func aLongFadeRisesAndFalls() throws {
      let output = path("long.mp4")
      let times = ["--duration", "1", "--fade", "3", "--lossless", "-q"]
      let run = try ToolRun(["overlay", film(), document(), "-o", output, "--place", "0,0"] + times)
      #expect(run.status == 0, "\(run.errors)")
      let frames = try frames(output)
      try #require(frames.count == 20)
      for (index, frame) in frames.enumerated() {
        let part = max(min(Double(index), 10 - Double(index)) / 5, 0)
        let red = Double(frame[(8 * 64 + 8) * 3])
        #expect(abs(red - (128 + 127 * part)) < 8, "frame \(index)")
      }
    }

    @Test func aDocumentLiesBehindAFilmWithAlpha() throws {
      let hole = "format=yuva420p,geq=lum='lum(X,Y)':cb=128:cr=128:a='if(lt(X,32),0,255)'"
      let options = ["-vf", hole, "-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p", "-b:v", "1M"]
      let alpha = try film("alpha.webm", options)
      let output = path("behind.mp4")
      let words = ["--behind", "--place", "0,0", "--size", "64x48", "-q"]
      let run = try ToolRun(["overlay", alpha, document(), "-o", output] + words)
      #expect(run.status == 0, "\(run.errors)")
      let frame = try #require(try frames(output).last)
      #expect(frame[(24 * 64 + 20) * 3] > 230 && frame[(24 * 64 + 20) * 3 + 1] < 30)
      #expect(isGray(frame, 44, 24))
      let opaque = try ToolRun(["overlay", film(), document(), "-o", output, "--behind", "-q"])
      #expect(opaque.status == 64 && opaque.errors.contains("has no alpha"))
    }

    @Test func wrongArgumentsAndFilesSaySo() throws {
      let (video, red, output) = (try film(), try document(), path("never.mp4"))
      for words in [
        ["overlay", video, red, "-o", path("x.gif")], ["overlay", video, red, "-o", output, "--fade", "-1"],
        ["overlay", video, red, red, red, "-o", output, "--begin", "1", "--begin", "2"],
        ["overlay", video, red, "-o", output, "--place", "left"],
      ] {
        #expect(try ToolRun(words).status == 64)
      }
      let missing = try ToolRun(["overlay", path("none.mp4"), red, "-o", output])
      #expect(missing.status == 66 && missing.errors.contains("none.mp4"))
      let text = try ToolRun(["overlay", red, red, "-o", output])
      #expect(text.status == 66 && text.errors.contains("Red.caml"))
      let here = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      let unwanted = here.filter { $0.hasPrefix(".") || ["never.mp4", "x.gif"].contains($0) }
      #expect(unwanted.isEmpty)
    }

    @Test func aFilmIsNotReplacedByWhatIsMadeOfIt() throws {
      let (video, red) = (try film(), try document())
      let before = try Data(contentsOf: URL(filePath: video))
      let run = try ToolRun("overlay", video, red, "-o", video, "-q")
      #expect(run.status == 64, "\(run.errors)")
      #expect(run.errors.contains("would replace"), "\(run.errors)")
      #expect(try Data(contentsOf: URL(filePath: video)) == before)
    }

    /// The film is at fault, not the encoder.
    @Test(arguments: [("mp4", "libx264"), ("webm", "libvpx-vp9")])
    func aFilmThatIsCutShortIsNamed(_ suffix: String, _ codec: String) throws {
      let source = "testsrc2=size=160x120:rate=25:duration=3"
      let words = ["-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", "-c:v", codec]
      let name = "whole.\(suffix)"
      try ffmpeg(words + (suffix == "mp4" ? ["-bf", "3", "-movflags", "faststart"] : []) + [path(name)])
      let whole = try Data(contentsOf: URL(filePath: path(name)))
      for percent in [50, 60, 65, 70, 75, 80] {
        let cut = "cut\(percent).\(suffix)"
        try whole.prefix(whole.count * percent / 100).write(to: URL(filePath: path(cut)))
        let run = try ToolRun("overlay", path(cut), try document(), "-o", path("never.mp4"), "-q")
        #expect(run.status == 65, "\(percent) %: \(run.errors)")
        #expect(run.errors.contains(cut), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: path("never.mp4")))
      }
    }

    @Test func aDocumentShowsAFilm() throws {
      let ramp = "color=black:size=64x48:rate=10:duration=2,geq=lum='16+N*10':cb=128:cr=128"
      try ffmpeg([
        "-f", "lavfi", "-i", ramp, "-pix_fmt", "yuv420p", "-c:v", "libx264", "-qp", "0", path("ramp.mp4"),
      ])
      let text = """
        <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
          <CALayer bounds="0 0 32 24" position="16 12">
            <contents type="CGImage" src="ramp.mp4"/>
          </CALayer>
        </caml>
        """
      try Data(text.utf8).write(to: folder.appending(path: "Film.caml"))
      let run = try ToolRun([
        "render", path("Film.caml"), "-o", path("film.rgba"), "--duration", "2", "--fps", "20", "--strict",
        "-q",
      ])
      #expect(run.status == 0, "\(run.errors)")
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "film.rgba")))
      try #require(bytes.count == 40 * 32 * 24 * 4)
      for index in 0..<40 {
        let level = Double(bytes[(index * 32 * 24 + 12 * 32 + 16) * 4])
        #expect(abs(level - Double(index / 2 * 10) * 255 / 219) <= 2, "frame \(index)")
      }
    }
  }
#endif
