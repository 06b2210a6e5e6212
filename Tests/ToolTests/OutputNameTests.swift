import Foundation
import Testing

/// Where results go is settled before any work.
@Suite(.enabled(if: ToolRun.hasImageCodecs)) struct OutputNameTests {
  @Test func severalDocumentsAreRenderedUnderTheirNames() throws {
    let place = try Workplace()
    let documents = try ["a.caml", "b.caml"].map { try place.document("", name: $0) }
    let run = try ToolRun(["render"] + documents + ["-o", place.path("{name}-x.png")])
    #expect(run.status == 0, "\(run.errors)")
    #expect(place.names == ["a-x.png", "a.caml", "b-x.png", "b.caml"])
  }

  @Test func oneFailureDoesNotStopTheOthers() throws {
    let place = try Workplace()
    let first = try place.document("<sublayers><CALayer></sublayers>", name: "a.caml")
    let last = try place.document("", name: "c.caml")
    let run = try ToolRun(["render", first, place.path("b.caml"), last, "-o", place.path("{name}.png")])
    // The code of the first failure: a broken document.
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains("b.caml: there is no such file"), "\(run.errors)")
    #expect(place.names == ["a.caml", "c.caml", "c.png"])
  }

  @Test(arguments: [
    ("one.png", "{name}"), ("-", "{name}"), ("%s-{name}.png", "%s"), ("{name}-%5d.png", "%5d"),
    ("{name}-%04x.png", "%04x"), ("{name}-%d-%d.png", "more than one"), ("%d/{name}.png", "folder"),
    ("{name}-%d.mp4", "a film is one file"),
  ])
  func anOutputThatCannotWorkIsRefusedBeforeAnyWork(name: String, mention: String) throws {
    let place = try Workplace()
    // The documents do not exist, which would be reported first if they were read.
    let output = name == "-" ? name : place.path(name)
    let run = try ToolRun(["render", place.path("a.ca"), place.path("b.ca"), "-o", output])
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains(mention), "\(run.errors)")
    #expect(place.names.isEmpty)
  }

  @Test func documentsOfOneNameAreRefused() throws {
    let run = try ToolRun(["render", "a/card.ca", "b/card.ca", "-o", "{name}.png"])
    #expect(run.status == 64)
    #expect(run.errors.contains("would both be written to card.png"), "\(run.errors)")
  }

  @Test func aPercentSignWithoutALetterIsPartOfTheName() throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun(["render", document, "-o", place.path("100%.png")])
    #expect(run.status == 0, "\(run.errors)")
    #expect(place.names == ["100%.png", "document.caml"])
  }

  @Test func momentsAreNumberedByAPattern() throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun(["render", document, "-o", place.path("%02d.png"), "--at", "3", "--at", "7"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(place.names == ["00.png", "01.png", "document.caml"])
  }

  @Test func aDocumentIsReadFromStandardInputAndItsImagesFromTheFolder() throws {
    let place = try Workplace()
    let picture = try place.document("", name: "picture.caml")
    #expect(try ToolRun(["render", picture, "-o", place.path("assets.png")]).status == 0)
    let document = try place.document("<contents type=\"CGImage\" src=\"assets.png\"/>")
    let run = try ToolRun(
      ["render", "-", "-o", "{name}.png", "--strict"],
      input: document,
      folder: place.folder
    )
    #expect(run.status == 0, "\(run.errors)")
    #expect(place.names.contains("stdin.png"))
    let lost = try place.document("<contents type=\"CGImage\" src=\"lost.png\"/>")
    let check = try ToolRun(["check", "-"], input: lost, folder: place.folder)
    #expect(check.status == 1)
    #expect(String(decoding: check.output, as: UTF8.self).hasPrefix("standard input:4"))
  }
}
