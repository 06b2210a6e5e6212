import Foundation
import Testing

/// Parts of a film: their bytes depend on the film and the range alone, and what is complete is not drawn again.
@Suite struct PartTests {
  /// A document in which everything moves: a spring, particles and a state that follows by itself.
  static let moving = """
    <sublayers>
    <CALayer bounds="0 0 4 4" position="2 5" backgroundColor="0 0 1"><animations>
    <move type="CASpringAnimation" keyPath="position.x" duration="4" removedOnCompletion="0" fillMode="both" \
    mass="1" stiffness="60" damping="2"><fromValue type="real" value="2"/><toValue type="real" value="14"/></move>
    </animations></CALayer>
    <CAEmitterLayer bounds="0 0 20 10" position="10 5" emitterPosition="10 5" emitterSize="20 10" seed="7">
    <emitterCells><CAEmitterCell name="a" birthRate="20" lifetime="2" velocity="6" emissionRange="6.28" \
    scale="1"><contents type="CGImage" src="data:image/png;base64,\(pixel)"/></CAEmitterCell></emitterCells>
    </CAEmitterLayer>
    </sublayers>
    """
  /// A PNG of one white pixel.
  private static let pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=="

  private func data(_ place: Workplace, _ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: place.path(name)))
  }

  @Test func anyCutOfRawFramesGivesTheFramesOfTheWhole() throws {
    let place = try Workplace()
    let document = try place.document(Self.moving)
    let film = ["--fps", "24000/1001", "--duration", "3.7", "--scale", "3", "-q"]
    let whole = try ToolRun(["render", document, "-o", "-"] + film)
    try #require(whole.status == 0, "\(whole.errors)")
    // ⌈3.7 s · 24000/1001⌉ frames.
    #expect(whole.output.count == 89 * 60 * 30 * 4)
    for cuts in [["0-88"], ["0-0", "1-30", "31-88"], ["0-43", "44-44", "45-88"]] {
      var joined = Data()
      for cut in cuts {
        joined += try ToolRun(["render", document, "-o", "-", "--frames", cut] + film).output
      }
      #expect(joined == whole.output, "\(cuts)")
    }
    var joined = Data()
    for part in 1...7 {
      joined += try ToolRun(["render", document, "-o", "-", "--chunk", "\(part)/7"] + film).output
    }
    #expect(joined == whole.output)
  }

  @Test(.enabled(if: ToolRun.hasImageCodecs)) func picturesOfAPartKeepTheirNumbers() throws {
    let place = try Workplace()
    let document = try place.document(Self.moving)
    let film = ["--fps", "10", "--duration", "1", "-q"]
    let all = try ToolRun(["render", document, "-o", place.path("a%02d.png")] + film)
    let part = try ToolRun(["render", document, "-o", place.path("b%02d.png"), "--frames", "3-5"] + film)
    #expect(all.status == 0, "\(all.errors)")
    #expect(part.status == 0, "\(part.errors)")
    let names = place.names.filter { $0.hasPrefix("b") }
    #expect(names == ["b03-05.png.strata", "b03.png", "b04.png", "b05.png"])
    for number in 3...5 { #expect(try data(place, "a0\(number).png") == data(place, "b0\(number).png")) }
  }

  @Test(.enabled(if: Encoder.isInstalled), arguments: ["mp4", "webm", "mov"])
  func theBytesOfAPartDoNotDependOnProcessors(_ format: String) throws {
    let place = try Workplace()
    let document = try place.document(Self.moving)
    let options = ["--duration", "2", "--fps", "30", "--scale", "8", "--frames", "10-39", "-q"]
    let wide = try ToolRun(["render", document, "-o", place.path("a.\(format)")] + options)
    let narrow = try ToolRun(
      ["render", document, "-o", place.path("b.\(format)"), "--threads", "1"] + options,
      prefix: ["/usr/bin/taskset", "-c", "0"]
    )
    try #require(wide.status == 0 && narrow.status == 0, "\(wide.errors)\(narrow.errors)")
    #expect(try data(place, "a.\(format)") == data(place, "b.\(format)"))
    #expect(try Encoder.frameCount(of: place.path("a.\(format)")) == 30)
  }

  @Test(.enabled(if: ToolRun.hasImageCodecs)) func resumingDrawsWhatIsMissingOrBroken() throws {
    let place = try Workplace()
    let document = try place.document(Self.moving)
    let options = ["render", document, "-o", place.path("%03d.png"), "--duration", "2", "--fps", "10"]
    let first = try ToolRun(options + ["--chunk", "1/2"])
    try #require(first.status == 0, "\(first.errors)")
    let expected = try data(place, "004.png")
    // Missing, cut short, and changed without a change of size.
    try FileManager.default.removeItem(atPath: place.path("002.png"))
    try expected.prefix(40).write(to: URL(filePath: place.path("004.png")))
    var changed = try data(place, "006.png")
    changed[changed.endIndex - 20] ^= 1
    try changed.write(to: URL(filePath: place.path("006.png")))
    let again = try ToolRun(options + ["--resume"])
    #expect(again.status == 0)
    #expect(again.errors.contains("7 frames were complete"), "\(again.errors)")
    #expect(again.errors.contains("13 frames of 20x10"), "\(again.errors)")
    #expect(try data(place, "004.png") == expected)
    let third = try ToolRun(options + ["--resume"])
    #expect(third.errors.contains("20 frames were complete"), "\(third.errors)")
    // Another film keeps nothing.
    let other = try ToolRun(options + ["--resume", "--background", "white"])
    #expect(!other.errors.contains("complete"), "\(other.errors)")
  }

  @Test(.enabled(if: Encoder.isInstalled)) func aCompleteFilmIsKept() throws {
    let place = try Workplace()
    let document = try place.document(Self.moving)
    let options = [
      "render", document, "-o", place.path("a.mp4"), "--duration", "1", "--chunk", "2/2", "--resume",
    ]
    #expect(try ToolRun(options).status == 0)
    let kept = try ToolRun(options)
    #expect(kept.errors.contains("30 frames were complete"), "\(kept.errors)")
    try (try data(place, "a.mp4")).dropLast(9).write(to: URL(filePath: place.path("a.mp4")))
    let again = try ToolRun(options)
    #expect(again.errors.contains("30 frames of 20x10"), "\(again.errors)")
  }

  /// A GIF says how often it plays, and has a palette with transparency or without.
  @Test(.enabled(if: Encoder.isInstalled), arguments: [["--loop", "3"], ["--dither-alpha"]])
  func aFilmWithOtherChoicesIsMadeAgain(_ choice: [String]) throws {
    let place = try Workplace()
    let document = try place.document("", attributes: "opacity=\"0.5\"")
    func render(_ name: String, _ options: [String]) throws -> String {
      let film = ["render", document, "-o", place.path(name), "--duration", "0.1", "--resume"]
      let run = try ToolRun(film + options)
      #expect(run.status == 0, "\(run.errors)")
      return run.errors
    }
    _ = try render("a.gif", [])
    #expect(try render("a.gif", []).contains("5 frames were complete"))
    #expect(try !render("a.gif", choice).contains("complete"))
    _ = try render("fresh.gif", choice)
    #expect(try data(place, "a.gif") == data(place, "fresh.gif"))
    #expect(try render("a.gif", choice).contains("5 frames were complete"))
  }

  struct Mistake: CustomTestStringConvertible, Sendable {
    let options: [String]
    let mentions: String
    var testDescription: String { options.joined(separator: " ") }

    static let all = [
      Mistake(options: ["--frames", "5-4"], mentions: "--frames"),
      Mistake(options: ["--frames", "0-30"], mentions: "frames 0-30 of a film of 30 frames, 0-29"),
      Mistake(options: ["--frames", "-3"], mentions: "frames"),
      Mistake(options: ["--chunk", "0/4"], mentions: "--chunk"),
      Mistake(options: ["--chunk", "5/4"], mentions: "--chunk"),
      Mistake(options: ["--chunk", "31/31", "--frames", "1-2"], mentions: "both name a part"),
      Mistake(options: ["--chunk", "1/31"], mentions: "too few for so many parts"),
    ]
  }

  @Test(arguments: Mistake.all) func aPartThatIsNotThereIsAnError(_ mistake: Mistake) throws {
    let place = try Workplace()
    let document = try place.document("")
    let options = ["render", document, "-o", place.path("a.rgba"), "--duration", "1", "--fps", "30", "-q"]
    let run = try ToolRun(options + mistake.options)
    #expect(run.status == 64)
    #expect(run.errors.contains(mistake.mentions), "\(run.errors)")
    #expect(place.names == ["document.caml"])
  }

  @Test func onlyFilmsHaveParts() throws {
    let place = try Workplace()
    let document = try place.document("")
    let picture = try ToolRun("render", document, "-o", place.path("a.png"), "--frames", "0-1")
    #expect(picture.status == 64)
    let stream = try ToolRun("render", document, "-o", "-", "--resume")
    #expect(stream.status == 64)
  }
}
