#if Media
  import CoreGraphics
  import CoreMedia
  import Foundation
  import StrataBase
  import StrataMedia
  import StrataTesting
  import Testing

  /// Every time shows the frame that a table of `ffprobe` alone predicts.
  ///
  /// `STRATA_MEDIA_TIMES=10000` asks for that many random times in total.
  @Suite(.serialized) struct FrameExactnessTests {
    /// A film to make: its name, rate and options, and which of its pictures the options keep.
    struct Recipe: Sendable, CustomTestStringConvertible {
      var name: String
      var rate = "25"
      var options: [String]
      var count = 90
      var kept: [Int]?
      var testDescription: String { name }

      func film(in folder: TemporaryFolder) throws -> NumberedFilm {
        try NumberedFilm(name, in: folder, count: count, rate: rate, options: options, kept: kept)
      }
    }

    private static let h264 = ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "10"]
    private static let variable = (0..<90).filter { $0 % 7 != 2 && $0 % 5 != 4 && !(30..<45).contains($0) }

    static let recipes = [
      Recipe(name: "24.mp4", rate: "24", options: h264 + ["-g", "12", "-bf", "0"]),
      Recipe(name: "2997.mp4", rate: "30000/1001", options: h264 + ["-g", "30", "-bf", "2"]),
      Recipe(name: "60.mkv", rate: "60", options: h264 + ["-g", "20", "-bf", "2"]),
      Recipe(
        name: "variable.mp4",
        options: ["-vf", "select='not(eq(mod(n,7),2))*not(eq(mod(n,5),4))*not(between(n,30,44))'"]
          + ["-fps_mode", "vfr"] + h264 + ["-g", "15", "-bf", "2"],
        kept: variable
      ),
      Recipe(name: "bidirectional.mp4", options: h264 + ["-g", "48", "-bf", "3", "-b_strategy", "0"]),
      Recipe(
        name: "open.mp4",
        options: h264 + ["-g", "10", "-bf", "3", "-b_strategy", "0", "-x264-params", "open-gop=1:scenecut=0"]
      ),
      Recipe(name: "late.ts", options: h264 + ["-g", "10", "-bf", "2"]),
      Recipe(
        name: "mpeg2.mp4",
        options: ["-pix_fmt", "yuv420p", "-c:v", "mpeg2video", "-q:v", "2", "-g", "12", "-bf", "2"]
      ),
      Recipe(name: "intra.mov", options: ["-pix_fmt", "yuvj422p", "-c:v", "mjpeg", "-q:v", "2"]),
      Recipe(
        name: "vp9.webm",
        options: ["-pix_fmt", "yuv420p", "-c:v", "libvpx-vp9", "-speed", "8", "-b:v", "2M", "-g", "25"]
      ),
      Recipe(name: "picture.gif", options: [], count: 20),
    ]

    /// The number of random times for each film.
    private static var timesEach: Int {
      let total = ProcessInfo.processInfo.environment["STRATA_MEDIA_TIMES"].flatMap { Int($0) } ?? 330
      return max(total / (recipes.count + 3), 1)
    }

    /// A time within a film or a little outside: on a frame, just before one, or anywhere, with any timescale.
    private static func time(_ random: inout some RandomNumberGenerator, _ film: NumberedFilm) -> CMTime {
      let place = Int.random(in: film.frames.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return film.time(place)
      case 1: return film.time(place, plus: -1, of: 7)
      default:
        let timescale = Int32.random(in: 1...100_000, using: &random)
        let end = film.time(film.frames.count - 1).seconds + 0.5
        return CMTime(
          value: Int64(Double.random(in: -0.1...end, using: &random) * Double(timescale)),
          timescale: timescale
        )
      }
    }

    private static func check(
      _ clip: VideoClip,
      _ film: NumberedFilm,
      at time: CMTime,
      turnedBy quarters: Int = 0
    ) throws {
      let shown = NumberPattern.number(in: try clip.image(at: time), turnedBy: quarters)
      #expect(shown == film.number(at: time), "\(film.url.lastPathComponent) at \(time)")
    }

    private static func checkRandomTimes(_ film: NumberedFilm, seed: UInt64, turnedBy quarters: Int = 0)
      throws
    {
      let clip = try VideoClip(contentsOf: film.url)
      #expect(clip.frameCount == film.frames.count)
      var random = SplitMix64(seed: seed)
      for _ in 0..<timesEach { try check(clip, film, at: time(&random, film), turnedBy: quarters) }
    }

    @Test(arguments: recipes)
    func randomTimesShowThePredictedFrame(recipe: Recipe) throws {
      let folder = try TemporaryFolder()
      let film = try recipe.film(in: folder)
      try Self.checkRandomTimes(film, seed: UInt64(recipe.name.utf8.reduce(7) { $0 &* 31 &+ Int($1) }))
    }

    @Test func editListsCutFramesOff() throws {
      let folder = try TemporaryFolder()
      let options = Self.h264 + ["-g", "30", "-bf", "2"]
      let whole = try NumberedFilm("whole.mp4", in: folder, count: 90, rate: "25", options: options)
      let url = folder.url.appending(path: "cut.mp4")
      try run(["ffmpeg", "-v", "error", "-ss", "0.5", "-i", whole.url.path(), "-c", "copy", url.path()])
      let cut = try NumberedFilm(url, in: folder, numbers: Array(0..<90))
      try #require(cut.frames.count < 90)
      try #require(cut.frames.first?.number ?? 0 > 5)
      try Self.checkRandomTimes(cut, seed: 3)
    }

    @Test func turnedFilmsAreUpright() throws {
      let folder = try TemporaryFolder()
      let options = Self.h264 + ["-g", "30"]
      let flat = try NumberedFilm("flat.mp4", in: folder, count: 60, rate: "25", options: options)
      let url = folder.url.appending(path: "turned.mp4")
      let words = [
        "ffmpeg", "-v", "error", "-i", flat.url.path(), "-c", "copy", "-metadata:s:v:0", "rotate=90",
      ]
      try run(words + [url.path()])
      let turned = try NumberedFilm(url, in: folder, numbers: Array(0..<60))
      #expect(try VideoClip(contentsOf: url).pixelSize == CGSize(width: 48, height: 64))
      try Self.checkRandomTimes(turned, seed: 4, turnedBy: 3)
    }

    /// Frame by frame, forwards with one decoder and backwards with the ring.
    @Test func playingForwardsAndBackwards() throws {
      let folder = try TemporaryFolder()
      let options = Self.h264 + ["-g", "12", "-bf", "2"]
      let film = try NumberedFilm("play.mp4", in: folder, count: 60, rate: "24", options: options)
      let clip = try VideoClip(contentsOf: film.url)
      for place in film.frames.indices { try Self.check(clip, film, at: film.time(place)) }
      #expect(clip.decoderStarts == 1)
      for place in film.frames.indices.reversed() { try Self.check(clip, film, at: film.time(place)) }
      #expect(clip.decoderStarts == 1)
      // A ring of one frame keeps nothing: each step back starts again, and shows the same.
      let small = try VideoClip(contentsOf: film.url, cacheBudget: 0)
      for place in [40, 39, 38, 41, 0, 59] { try Self.check(small, film, at: film.time(place)) }
      #expect(small.decoderStarts > 3)
    }

    @Test func twoClipsAtOnceDoNotDisturbEachOther() throws {
      let folder = try TemporaryFolder()
      let one = try NumberedFilm(
        "one.mp4",
        in: folder,
        count: 60,
        rate: "24",
        options: Self.h264 + ["-bf", "2"]
      )
      let two = try NumberedFilm(
        "two.mkv",
        in: folder,
        count: 80,
        rate: "60",
        options: Self.h264 + ["-g", "9"]
      )
      let (a, b) = (try VideoClip(contentsOf: one.url), try VideoClip(contentsOf: two.url))
      let again = try VideoClip(contentsOf: one.url)
      var random = SplitMix64(seed: 5)
      for _ in 0..<Self.timesEach / 2 {
        let time = Self.time(&random, one)
        try Self.check(a, one, at: time)
        try Self.check(b, two, at: Self.time(&random, two))
        try Self.check(again, one, at: Self.time(&random, one))
      }
    }

    /// Packets of these films have no display times; they are decoded once for the table, and always from the start.
    @Test(arguments: [("film.avi", "mpeg4", "6"), ("film.mpg", "mpeg2video", "12")])
    func filmsWithoutTimesOfPacketsAreListedByDecoding(name: String, codec: String, group: String) throws {
      let folder = try TemporaryFolder()
      let raw = folder.url.appending(path: "raw.gray")
      try Data((0..<30).flatMap { NumberPattern.gray($0) }).write(to: raw)
      let url = folder.url.appending(path: name)
      let input = ["-f", "rawvideo", "-pix_fmt", "gray", "-s", "64x48", "-r", "25", "-i", raw.path()]
      let options = ["-pix_fmt", "yuv420p", "-c:v", codec, "-q:v", "2", "-bf", "2", "-g", group]
      try run(["ffmpeg", "-v", "error", "-y"] + input + options + [url.path()])
      let clip = try VideoClip(contentsOf: url)
      var numbers: [Int?] = []
      let frames = [3, 20, 7, 28, 29, 0]
      #expect(clip.frameCount == 30)
      for frame in frames {
        numbers.append(NumberPattern.number(in: try clip.image(ofFrame: frame)))
      }
      #expect(withExtendedLifetime(folder) { numbers } == frames)
    }

    /// The times of this program stream run backwards, in its packets and after decoding.
    @Test func timesThatRunBackwardsAreRefused() throws {
      let folder = try TemporaryFolder()
      let raw = folder.url.appending(path: "raw.gray")
      try Data((0..<30).flatMap { NumberPattern.gray($0) }).write(to: raw)
      let url = folder.url.appending(path: "back.mpg")
      let input = ["-f", "rawvideo", "-pix_fmt", "gray", "-s", "64x48", "-r", "25", "-i", raw.path()]
      let options = ["-pix_fmt", "yuv420p", "-c:v", "mpeg2video", "-q:v", "2", "-bf", "2", "-g", "6"]
      try run(["ffmpeg", "-v", "error", "-y"] + input + options + [url.path()])
      let list = ["-select_streams", "v:0", "-show_entries", "frame=best_effort_timestamp", "-of", "csv=p=0"]
      let text = String(decoding: try run(["ffprobe", "-v", "error"] + list + [url.path()]), as: UTF8.self)
      let times = text.split(separator: "\n").compactMap { Int($0.prefix { $0.isNumber }) }
      try #require(zip(times, times.dropFirst()).contains { $0 >= $1 })
      #expect(throws: MediaError.noTimes(path: url.path())) { try VideoClip(contentsOf: url) }
    }
  }
#endif
