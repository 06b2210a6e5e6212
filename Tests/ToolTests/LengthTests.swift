import Foundation
import Testing

/// The length of a film matters to films only, and a long one is pointed out.
@Suite struct LengthTests {
  private func document(of seconds: Double, in place: Workplace) throws -> String {
    try place.document(
      """
      <animations><a type="CABasicAnimation" keyPath="opacity" duration="\(seconds)"><fromValue type="real" value="0"/>\
      </a></animations>
      """
    )
  }

  @Test(.enabled(if: ToolRun.hasImageCodecs)) func aPictureDoesNotAskForTheLengthOfAFilm() throws {
    let place = try Workplace()
    let document = try document(of: 604_800, in: place)
    let run = try ToolRun("render", document, "-o", place.path("a.png"))
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
    #expect(place.names.contains("a.png"))
  }

  @Test func aFilmThatIsTooLongIsRefusedAndNamesTheOption() throws {
    let place = try Workplace()
    let document = try document(of: 604_800, in: place)
    let run = try ToolRun("render", document, "-o", place.path("a.rgba"))
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains("--duration") && run.errors.contains("ten million frames"), "\(run.errors)")
  }

  @Test(arguments: [(601.0, true), (600, false)])
  func aLongFilmThatNobodyAskedForIsPointedOut(seconds: Double, isLong: Bool) throws {
    let place = try Workplace()
    let document = try document(of: seconds, in: place)
    let arguments = ["render", document, "-o", "-", "--fps", "0.01"]
    let run = try ToolRun(arguments)
    #expect(run.status == 0)
    #expect(run.errors.contains("601 seconds, 7 frames; --duration") == isLong, "\(run.errors)")
    #expect(try ToolRun(arguments + ["--duration", "700"]).errors.isEmpty)
  }
}
