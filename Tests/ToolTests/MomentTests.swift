import Foundation
import Testing

/// Moments are numbers of any sign, and times of films are not those of pictures.
@Suite struct MomentTests {
  @Test(arguments: [["--duration", "3"], ["--fps", "30"], ["--from", "1"]])
  func aPictureHasNoTimesOfAFilm(_ option: [String]) throws {
    let place = try Workplace()
    let document = try place.document("")
    for output in [["a.png"], ["a.svg", "--at", "1"], ["%d.png", "--at", "1"]] {
      let run = try ToolRun(["render", document, "-o"] + output + option, folder: place.folder)
      #expect(run.status == 64, "\(output): \(run.errors)")
      #expect(run.errors.contains("\(option[0]) is for films"), "\(output): \(run.errors)")
    }
    #expect(place.names == ["document.caml"])
  }

  @Test func aContactSheetHasNoRate() throws {
    let run = try ToolRun("render", "a.ca", "-o", "a.png", "--contact-sheet", "2x2", "--fps", "30")
    #expect(run.status == 64)
    #expect(run.errors.contains("--fps is for films"), "\(run.errors)")
  }

  @Test func aMomentMayLieBeforeTheBeginning() throws {
    let place = try Workplace()
    let document = try place.document("")
    let frames = ["-o", "-", "--from", "-1", "--fps", "2", "--duration", "1", "-q"]
    let film = try ToolRun(["render", document] + frames)
    #expect(film.status == 0, "\(film.errors)")
    #expect(film.output.count == 2 * 20 * 10 * 4)
    let picture = try ToolRun("render", document, "-o", place.path("a.svg"), "--at", "-1")
    #expect(picture.status == 0, "\(picture.errors)")
    let tree = try ToolRun("inspect", document, "--at", "-0.5")
    #expect(tree.status == 0, "\(tree.errors)")
  }

  @Test(arguments: [["--fps", "-30"], ["--scale", "-1"], ["--duration", "-2"], ["--size", "-5x5"]])
  func aNegativeNumberIsAValue(_ option: [String]) throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun(["render", document, "-o", "-"] + option)
    #expect(run.status == 64, "\(run.errors)")
    #expect(!run.errors.contains("Missing value"), "\(run.errors)")
  }
}
