import Foundation
import Testing

/// `strata check`, and the messages of the other commands.
@Suite struct CheckTests {
  private static let inner = """
    <sublayers><CALayer wobble="1"/>
    <CALayer wobble="2"/></sublayers>
    <animations><a type="CABasicAnimation" keyPath="position" duration="1"><toValue type="string" value="far"/></a></animations>
    """

  @Test func findingsAreJSON() throws {
    let place = try Workplace()
    let run = try ToolRun("check", try place.document(Self.inner), "--json")
    #expect(run.status == 1)
    let list = try #require(try JSONSerialization.jsonObject(with: run.output) as? [[String: Any]])
    #expect(list.map { $0["line"] as? Int } == [4, 5, 6])
    #expect(list.allSatisfy { ($0["file"] as? String)?.hasSuffix("document.caml") == true })
    let good = try ToolRun("check", try place.document("", name: "good.caml"), "--json")
    #expect(good.status == 0)
    #expect(String(decoding: good.output, as: UTF8.self) == "[]\n")
  }

  @Test func checkTakesTheOptionsOfAReading() throws {
    let place = try Workplace()
    let document = try place.document("<states><LKState name=\"a\"/></states>")
    #expect(try ToolRun("check", document, "--state", "a").status == 0)
    let unknown = try ToolRun("check", document, "--state", "Sleep")
    #expect(unknown.status == 65)
    #expect(unknown.errors.contains("states are a"), "\(unknown.errors)")
    #expect(try ToolRun("check", document, "--max-depth", "2").status == 65)
    #expect(try ToolRun("check", document, "--max-elements", "2").status == 65)
    #expect(try ToolRun("check", document, "--max-bytes", "20").status == 65)
    #expect(try ToolRun("check", document, "--max-depth", "0").status == 64)
  }

  @Test func strictFailsForWhatTheRendererIgnores() throws {
    let place = try Workplace()
    let document = try place.document(Self.inner)
    let run = try ToolRun("render", document, "-o", place.path("out.png"), "--strict", "-q")
    #expect(run.status == 1)
    #expect(run.errors == "strata: \(document): --strict, and the document has warnings\n", "\(run.errors)")
  }

  @Test(.enabled(if: ToolRun.hasImageCodecs)) func messagesHaveTheirPlaceAndComeOnce() throws {
    let place = try Workplace()
    let document = try place.document(Self.inner)
    let run = try ToolRun("render", document, "-o", place.path("out.png"))
    let lines = run.errors.split(separator: "\n")
    #expect(run.status == 0)
    #expect(lines.count == 2, "\(run.errors)")
    #expect(lines.allSatisfy { $0.hasPrefix("\(document):") })
    #expect(lines.first?.contains("(and 1 more like it; strata check lists all)") == true)
    let quiet = try ToolRun("render", document, "-o", place.path("out.png"), "-q")
    #expect(quiet.errors.isEmpty, "\(quiet.errors)")
  }

  @Test(.enabled(if: ToolRun.hasImageCodecs)) func picturesOfADeviceAreFound() throws {
    let place = try Workplace()
    // Two by one pixels, red and clear.
    let png = """
      iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAD0lEQVR4nGP4z8AARAwMAAz8Af9c/RSVAAAAAElFTkSuQmCC
      """
    try #require(Data(base64Encoded: png)).write(to: URL(filePath: place.path("red.png")))
    let document = try place.document("<contents type=\"CGImage\" src=\"/var/mobile/W/red.png\"/>")
    #expect(try ToolRun("check", document).status == 1)
    let mapping = "/var/mobile/W=\(place.folder.path)"
    #expect(try ToolRun("check", document, "--assets", mapping).status == 0)
    #expect(try ToolRun("check", document, "--assets", "/var/mobile/W=/no/such/folder").status == 64)
    #expect(try ToolRun("check", document, "--assets", "W").status == 64)
  }
}
