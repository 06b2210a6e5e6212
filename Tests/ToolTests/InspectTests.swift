import Foundation
import Testing

@Suite struct InspectTests {
  private static let inner = """
    <sublayers><CALayer name="dot" bounds="0 0 4 4" position="2 5"><animations>
    <move type="CABasicAnimation" keyPath="position.x" beginTime="1e-100" duration="1" removedOnCompletion="0" \
    fillMode="both"><fromValue type="real" value="2"/><toValue type="real" value="18"/></move>
    </animations></CALayer></sublayers>
    """

  @Test func aLayerIsALineWithItsValuesAndAnimations() throws {
    let place = try Workplace()
    let run = try ToolRun("inspect", try place.document(Self.inner))
    let lines = String(decoding: run.output, as: UTF8.self).split(separator: "\n")
    #expect(run.status == 0 && lines.count == 2)
    #expect(lines[0].hasPrefix("CALayer ") && lines[0].contains("backgroundColor=\"1 0 0\""), "\(lines[0])")
    #expect(lines[1].hasPrefix("  CALayer \"dot\"") && lines[1].contains("position=\"2 5\""), "\(lines[1])")
    #expect(lines[1].contains("[move: CABasicAnimation of position.x"), "\(lines[1])")
  }

  @Test func valuesAreThoseOnShowAtTheMoment() throws {
    let place = try Workplace()
    let document = try place.document(Self.inner)
    let run = try ToolRun("inspect", document, "--at", "0.5")
    #expect(String(decoding: run.output, as: UTF8.self).contains("position=\"10 5\""))
    let json = try ToolRun("inspect", document, "--at", "0.5", "--json")
    let layers = try #require(try JSONSerialization.jsonObject(with: json.output) as? [[String: Any]])
    #expect(layers.count == 2)
    #expect(layers[1]["name"] as? String == "dot")
  }

  @Test func aConvertedDocumentDrawsTheSamePicture() throws {
    let place = try Workplace()
    let document = try place.document(Self.inner)
    #expect(try ToolRun("convert", document, place.path("again.caml")).status == 0)
    let frames = try [document, place.path("again.caml")].map {
      try ToolRun("render", $0, "-o", "-", "--fps", "3", "--duration", "1", "-q").output
    }
    #expect(frames[0].count == 3 * 20 * 10 * 4)
    #expect(frames[0] == frames[1])
  }

  @Test func helpAndCompletionAreThere() throws {
    #expect(String(decoding: try ToolRun("help", "render").output, as: UTF8.self).contains("--transition"))
    let completion = try ToolRun("--generate-completion-script", "bash").output
    #expect(String(decoding: completion, as: UTF8.self).contains("_strata"))
  }
}
