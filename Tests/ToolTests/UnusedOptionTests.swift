import Foundation
import Testing

/// An option without an effect is refused, and named.
@Suite struct UnusedOptionTests {
  @Test(arguments: ["png", "pdf", "svg", "gif", "apng", "rgba"])
  func formatsWithoutAQualityRefuseIt(_ format: String) throws {
    let place = try Workplace()
    let output = place.path("a.\(format)")
    let run = try ToolRun(["render", try place.document(""), "-o", output, "--quality", "0.5"])
    #expect(run.status == 64)
    #expect(run.errors.contains("--quality: \(format) has none"), "\(run.errors)")
  }

  @Test(.enabled(if: ToolRun.hasImageCodecs)) func formatsWithAQualityTakeIt() throws {
    let place = try Workplace()
    let document = try place.document(PartTests.moving)
    for quality in ["0", "1"] {
      let options = ["--quality", quality, "--scale", "8"]
      let run = try ToolRun(["render", document, "-o", place.path("\(quality).jpg")] + options)
      #expect(run.status == 0, "\(run.errors)")
    }
    let sizes = try ["0", "1"].map { try Data(contentsOf: URL(filePath: place.path("\($0).jpg"))).count }
    #expect(sizes[0] < sizes[1])
  }

  @Test(arguments: ["render", "plan"]) func aSizeHasNoScale(_ command: String) throws {
    let place = try Workplace()
    let output = command == "render" ? ["-o", place.path("a.png")] : []
    let sizes = ["--size", "100x50", "--scale", "2"]
    let run = try ToolRun([command, try place.document("")] + output + sizes)
    #expect(run.status == 64)
    #expect(run.errors.contains("--scale and --size"), "\(run.errors)")
  }

  @Test func partsThatAreJoinedAsTheyAreHaveNoQuality() throws {
    let place = try Workplace()
    let part = place.path("part.rgba")
    let times = ["--duration", "1", "--fps", "2", "--chunk", "1/1"]
    let made = try ToolRun(["render", try place.document(""), "-o", part] + times)
    #expect(made.status == 0, "\(made.errors)")
    let run = try ToolRun("join", part, "-o", place.path("film.rgba"), "--quality", "0.5")
    #expect(run.status == 64)
    #expect(run.errors.contains("quality"), "\(run.errors)")
    // What is wrong with the format comes first.
    let other = try ToolRun("join", part, "-o", place.path("film.mp4"), "--quality", "0.5")
    #expect(other.status == 65)
    #expect(other.errors.contains("parts in rgba make a film in rgba"), "\(other.errors)")
  }

  #if Media
    @Test func anOverlayWithoutLossHasNoQuality() throws {
      let place = try Workplace()
      let words = ["overlay", place.path("film.mp4"), try place.document(""), "-o", place.path("a.mp4")]
      let run = try ToolRun(words + ["--lossless", "--quality", "0.5"])
      #expect(run.status == 64)
      #expect(run.errors.contains("--lossless has no --quality"), "\(run.errors)")
    }
  #endif
}
