import Foundation
import Testing

/// Films that are joined of parts are those of one machine, and parts that do not belong together are refused.
@Suite(.enabled(if: Encoder.isInstalled && ToolRun.hasImageCodecs)) struct JoinTests {
  private static let film = ["--fps", "24000/1001", "--duration", "3", "--scale", "8", "-q"]
  /// The frames that begin within 3 s: 71.9, rounded up.
  private static let frameCount = 72

  /// Renders parts of a film; returns their paths.
  private func parts(
    _ count: Int,
    of place: Workplace,
    _ format: String,
    options: [String] = []
  ) throws -> [String] {
    let document = try place.document(PartTests.moving)
    return try (1...count).map { number in
      let path = place.path("part\(number).\(format)")
      let run = try ToolRun(
        ["render", document, "-o", path, "--chunk", "\(number)/\(count)"] + Self.film + options
      )
      #expect(run.status == 0, "\(run.errors)")
      return path
    }
  }

  private func probe(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// The digests of the decoded frames, with alpha, in the order of their times.
  private func frames(of film: String) throws -> [String] {
    let decoder = film.hasSuffix(".webm") ? ["-c:v", "libvpx-vp9"] : []
    let text = try probe(
      ["ffmpeg", "-v", "error"] + decoder + ["-i", film, "-map", "0:v", "-f", "framemd5", "-"]
    )
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) } }
  }

  /// The times of the frames, in ticks of the film, in the order in which they are shown.
  private func times(of film: String) throws -> [Int] {
    try probe([
      "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts", "-of", "csv=p=0", film,
    ])
    .split(separator: "\n").compactMap { Int($0.trimmingCharacters(in: CharacterSet(charactersIn: ", "))) }
    .sorted()
  }

  @Test(arguments: ["mp4", "webm", "mov"]) func aJoinedFilmHasEvenTimesAndAllFramesOfItsParts(
    _ format: String
  ) throws {
    let place = try Workplace()
    let parts = try parts(5, of: place, format)
    let film = place.path("film.\(format)")
    let run = try ToolRun(["join"] + parts.reversed() + ["-o", film, "-q"])
    try #require(run.status == 0, "\(run.errors)")
    #expect(try frames(of: film) == parts.flatMap { try frames(of: $0) })
    let whole = place.path("whole.\(format)")
    let one = try ToolRun(["render", place.path("document.caml"), "-o", whole] + Self.film)
    #expect(one.status == 0, "\(one.errors)")
    let found = try times(of: film)
    #expect(found.count == Self.frameCount)
    #expect(try found == times(of: whole))
    // An encoder of single frames gives each frame the same bytes in a part as in the whole.
    if format == "mov" { #expect(try frames(of: film) == frames(of: whole)) }
  }

  @Test func aFilmDoesNotDependOnTheOrderOfItsParts() throws {
    let place = try Workplace()
    let parts = try parts(3, of: place, "mp4")
    let films = try [parts, parts.reversed()].enumerated().map { index, parts in
      let film = place.path("film\(index).mp4")
      #expect(try ToolRun(["join"] + parts + ["-o", film, "-q"]).status == 0)
      return try Data(contentsOf: URL(filePath: film))
    }
    #expect(films[0] == films[1])
  }

  @Test(arguments: ["gif", "apng", "awebp", "rgba", "mp4"]) func filmsOfPicturesAreThoseOfOneMachine(
    _ format: String
  ) throws {
    let place = try Workplace()
    let document = try place.document(PartTests.moving, attributes: "opacity=\"0.6\"")
    let film = ["--fps", "25", "--duration", "1", "--scale", "4", "-q"]
    for part in 1...3 {
      let run = try ToolRun(
        ["render", document, "-o", place.path("%03d.png"), "--chunk", "\(part)/3"] + film
      )
      #expect(run.status == 0, "\(run.errors)")
    }
    let joined = try ToolRun(
      ["join", place.path("%03d.png"), "-o", place.path("joined.\(format)"), "-q"]
    )
    #expect(joined.status == 0, "\(joined.errors)")
    let whole = try ToolRun(["render", document, "-o", place.path("whole.\(format)")] + film)
    #expect(whole.status == 0, "\(whole.errors)")
    let films = try ["joined", "whole"].map {
      try Data(contentsOf: URL(filePath: place.path("\($0).\(format)")))
    }
    #expect(films[0] == films[1])
  }

  @Test func rawPartsArePutTogether() throws {
    let place = try Workplace()
    let parts = try parts(4, of: place, "rgba")
    let run = try ToolRun(["join"] + parts + ["-o", place.path("film.rgba"), "-q"])
    #expect(run.status == 0, "\(run.errors)")
    let whole = try ToolRun(["render", place.path("document.caml"), "-o", "-"] + Self.film)
    #expect(try Data(contentsOf: URL(filePath: place.path("film.rgba"))) == whole.output)
  }

  @Test(arguments: ["mp4", "webm", "mov"]) func soundIsAddedOnce(_ format: String) throws {
    let place = try Workplace()
    let parts = try parts(2, of: place, format)
    let sound = place.path("sound.wav")
    _ = try probe([
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:duration=9", "-y", sound,
    ])
    let film = place.path("film.\(format)")
    let run = try ToolRun(["join"] + parts + ["-o", film, "--audio", sound, "-q"])
    try #require(run.status == 0, "\(run.errors)")
    let streams = try probe([
      "ffprobe", "-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", film,
    ])
    #expect(streams.split(separator: "\n").map { $0.filter(\.isLetter) } == ["video", "audio"])
    let length = try probe([
      "ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", film,
    ])
    let seconds = try #require(Double(length.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(abs(seconds - 3.003) < 0.05)
    #expect(try frames(of: film).count == Self.frameCount)
  }
}
