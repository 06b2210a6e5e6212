import Foundation
import Testing

/// A GIF looks as the document does in the readers there are.
@Suite(.enabled(if: Encoder.isInstalled)) struct GIFTests {
  /// A blue square that appears within a second.
  private static let fade = """
    <sublayers><CALayer bounds="0 0 20 10" position="10 5" backgroundColor="0 0 1"><animations>
    <fade type="CABasicAnimation" keyPath="opacity" beginTime="1e-100" duration="1"><fromValue type="real" value="0"/>\
    <toValue type="real" value="1"/></fade></animations></CALayer></sublayers>
    """

  private func film(_ options: String..., format: String = "gif") throws -> (data: Data, errors: String) {
    let place = try Workplace()
    let document = try place.document(Self.fade, attributes: "opacity=\"1\"")
    var text = try String(contentsOfFile: document, encoding: .utf8)
    text.replace("backgroundColor=\"1 0 0\" ", with: "")
    try text.write(toFile: document, atomically: true, encoding: .utf8)
    let film = place.path("film.\(format)")
    let run = try ToolRun(["render", document, "-o", film, "--duration", "1"] + options)
    #expect(run.status == 0, "\(run.errors)")
    return (try Data(contentsOf: URL(filePath: film)), run.errors)
  }

  /// The straight colours of all pixels of a frame, four bytes each.
  private func pixels(of film: Data, frame: Int) throws -> [UInt8] {
    let place = try Workplace()
    try film.write(to: URL(filePath: place.path("film.gif")))
    let decoder = Process()
    decoder.executableURL = URL(filePath: "/usr/bin/ffmpeg")
    decoder.arguments = [
      "-v", "error", "-i", place.path("film.gif"), "-vf", "select=eq(n\\,\(frame))", "-frames:v", "1",
      "-f", "rawvideo", "-pix_fmt", "rgba", place.path("frame.raw"),
    ]
    decoder.standardInput = FileHandle.nullDevice
    try decoder.run()
    decoder.waitUntilExit()
    return Array(try Data(contentsOf: URL(filePath: place.path("frame.raw"))))
  }

  /// The delays of all frames in hundredths of a second: those of the graphic control extensions (GIF89a, 23).
  private func delays(of film: Data) -> [Int] {
    let bytes = Array(film)
    return bytes.indices.dropLast(7).filter { bytes[$0..<$0 + 3] == [0x21, 0xF9, 4] && bytes[$0 + 7] == 0 }
      .map { Int(bytes[$0 + 4]) + Int(bytes[$0 + 5]) << 8 }
  }

  @Test(arguments: [
    (["--background", "white"], [255.0, 255, 255]), ([], [255, 255, 255]),
    (["--background", "#ff0"], [255, 255, 0]),
  ])
  func aFadeShowsOverTheMatteFromItsBeginning(options: [String], matte: [Double]) throws {
    let film = options.isEmpty ? try film() : try film(options[0], options[1])
    for frame in [5, 10, 25, 45] {
      let pixel = try pixels(of: film.data, frame: frame).prefix(4).map { Double($0) }
      let opacity = Double(frame) / 50
      let expected = zip(matte, [0.0, 0, 255]).map { $0 * (1 - opacity) + $1 * opacity } + [255]
      let error = zip(pixel, expected).map { abs($0 - $1) }.max() ?? 255
      #expect(error <= 3, "frame \(frame): \(pixel), not \(expected)")
    }
  }

  @Test func alphaIsDitheredWhereItIsAskedFor() throws {
    let film = try film("--dither-alpha").data
    let pixels = try pixels(of: film, frame: 25)
    let alphas = stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] }
    #expect(Set(alphas) == [0, 255])
    let share = Double(alphas.count { $0 == 255 }) / Double(alphas.count)
    #expect(abs(share - 0.5) < 0.05, "\(share)")
  }

  /// Browsers play delays of less than two hundredths as ten.
  @Test(arguments: [
    ("60", 2, "50"), ("100", 2, "50"), ("50", 2, ""), ("30", 3, "33.33"), ("30000/1001", 3, "33.33"),
    ("25", 4, ""), ("24", 4, "25"), ("10", 10, ""), ("100/3", 3, ""),
  ])
  func everyFrameLastsTheSameWholeHundredths(rate: String, delay: Int, reported: String) throws {
    let (film, errors) = try film("--fps", rate)
    #expect(Set(delays(of: film)) == [delay])
    let note = "\(reported) frames per second instead of \(rate)"
    #expect(errors.contains("instead of") == !reported.isEmpty, "\(errors)")
    #expect(reported.isEmpty || errors.contains(note), "\(errors)")
  }

  /// The application extension holds repetitions; a GIF without it plays once.
  @Test(arguments: [("0", 0), ("1", nil), ("3", 2)]) func aGIFPlaysAsOftenAsAskedFor(
    plays: String,
    repetitions: Int?
  ) throws {
    let film = try film("--loop", plays, "--fps", "10").data
    let block = film.range(of: Data("NETSCAPE2.0".utf8))
    #expect(block.map { Int(film[$0.upperBound + 2]) } == repetitions)
  }

  /// The chunk holds the number of frames, then the number of plays (PNG third edition, 11.3.6.1).
  @Test(arguments: ["0", "3"]) func anAnimatedPNGPlaysAsOftenAsAskedFor(plays: String) throws {
    let film = try film("--loop", plays, "--fps", "10", format: "apng").data
    let block = try #require(film.range(of: Data("acTL".utf8)))
    #expect(Int(film[block.upperBound + 7]) == Int(plays))
  }

  @Test func otherFilmsDoNotCountPlays() throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun("render", document, "-o", place.path("a.mp4"), "--loop", "2")
    #expect(run.status == 64)
    #expect(run.errors.contains("--loop"))
  }
}
