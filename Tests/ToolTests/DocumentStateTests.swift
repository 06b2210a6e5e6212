import Foundation
import StrataDocuments
import StrataRenderServer
import Testing

/// The tool shows the states of a document as the library does.
@Suite struct DocumentStateTests {
  /// A square that jumps after two seconds, on a root without transparency.
  private static let inner = """
    <sublayers><CALayer id="dot" name="dot" bounds="0 0 4 4" position="2 5" backgroundColor="0 0 1"/></sublayers>
    <states>
    <LKState name="a" initial="1" nextDelay="2"/>
    <LKState name="b"><elements><LKStateSetValue targetId="dot" keyPath="position.x">
    <value type="real" value="18"/></LKStateSetValue></elements></LKState>
    </states>
    """

  /// The pictures of a document one second apart; opaque, so that premultiplied and straight colours are equal.
  private func pictures(of path: String, _ pixelSize: (width: Int, height: Int)?, count: Int) throws -> [Data]
  {
    let document = try Document(contentsOf: URL(filePath: path))
    let renderer = OfflineRenderer(document: document, pixelSize: pixelSize)
    return try (0..<count).map { second in
      var data = Data(count: renderer.pixelWidth * renderer.pixelHeight * 4)
      try data.withUnsafeMutableBytes { try renderer.render(at: Double(second), into: $0) }
      return data
    }
  }

  @Test func aStateThatFollowsAfterADelayIsShown() throws {
    let place = try Workplace()
    let path = try place.document(Self.inner)
    let run = try ToolRun("render", path, "-o", "-", "--fps", "1", "--duration", "4", "-q")
    #expect(run.status == 0, "\(run.errors)")
    let expected = try pictures(of: path, nil, count: 4)
    #expect(expected[0] == expected[1])
    #expect(expected[1] != expected[2])
    #expect(run.output == expected.reduce(Data(), +))
  }

  @Test func aPictureOfAnotherSizeShowsTheSameStates() throws {
    let place = try Workplace()
    let path = try place.document(Self.inner)
    let size = ["--size", "40x20"]
    let run = try ToolRun("render", path, "-o", "-", "--fps", "1", "--duration", "4", "-q", size[0], size[1])
    #expect(run.status == 0, "\(run.errors)")
    let expected = try pictures(of: path, (40, 20), count: 4)
    #expect(run.output == expected.reduce(Data(), +))
  }

  @Test func inspectShowsTheStateOfTheMoment() throws {
    let place = try Workplace()
    let path = try place.document(Self.inner)
    let output = try ["1", "3"].map {
      String(decoding: try ToolRun("inspect", path, "--at", $0).output, as: UTF8.self)
    }
    #expect(output[0].contains("position=\"2 5\""))
    #expect(output[1].contains("position=\"18 5\""))
  }

  @Test func aTransitionWithADurationRunsEvenly() throws {
    let place = try Workplace()
    let path = try place.document(Self.inner)
    let output = try ["1", "2"].map {
      let run = try ToolRun(
        "render",
        path,
        "--transition",
        "b@0.5:1",
        "-o",
        "-",
        "--from",
        $0,
        "--fps",
        "1",
        "--duration",
        "1",
        "-q"
      )
      #expect(run.status == 0, "\(run.errors)")
      return run.output
    }
    // Half the way from 2 to 18 and its end: the column of the blue square in the middle row.
    let blue = output.map { data in (0..<20).filter { data[(5 * 20 + $0) * 4 + 2] == 255 } }
    #expect(blue == [[8, 9, 10, 11], [16, 17, 18, 19]])
  }

  @Test func aTransitionNamesTheStatesThatExist() throws {
    let place = try Workplace()
    let path = try place.document(Self.inner)
    let unknown = try ToolRun("render", path, "--transition", "Sleep@1:1", "-o", place.path("out.png"))
    #expect(unknown.status == 65)
    #expect(unknown.errors.contains("no state \"Sleep\"") && unknown.errors.contains("states are a, b"))
    for text in ["b", "b@", "b@x", "b@1:", "b@1:-1", "b@1:2:3"] {
      #expect(
        try ToolRun("render", path, "--transition", text, "-o", place.path("out.png")).status == 64,
        "\(text)"
      )
    }
  }
}
