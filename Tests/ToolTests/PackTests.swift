import Foundation
import Testing

/// A packed document is one file with bytes of its own, and is read like the document.
@Suite(.enabled(if: ToolRun.hasImageCodecs)) struct PackTests {
  /// A package with a picture, from a document that was converted.
  private func package(in place: Workplace, name: String = "Card.ca") throws -> String {
    let picture =
      "<sublayers><CALayer bounds=\"0 0 8 8\" position=\"9 5\"><contents type=\"CGImage\" src=\"a.png\"/></CALayer></sublayers>"
    let document = try place.document(picture)
    let made = try ToolRun(
      "render",
      try place.document("", name: "small.caml"),
      "-o",
      place.path("a.png"),
      "-q"
    )
    #expect(made.status == 0, "\(made.errors)")
    let run = try ToolRun("convert", document, place.path(name))
    #expect(run.status == 0, "\(run.errors)")
    return place.path(name)
  }

  private func data(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  @Test func aPackedDocumentShowsTheSame() throws {
    let place = try Workplace()
    let document = try package(in: place)
    let pack = try ToolRun("pack", document, "-o", place.path("card.zip"))
    try #require(pack.status == 0, "\(pack.errors)")
    let pictures = try [document, place.path("card.zip")].map { path in
      let run = try ToolRun("render", path, "-o", "-", "--scale", "4", "--duration", "0.1", "--strict")
      #expect(run.status == 0, "\(run.errors)")
      return run.output
    }
    #expect(pictures[0] == pictures[1])
    // The bytes are those of the digest that is printed.
    let digest = String(decoding: pack.output, as: UTF8.self).prefix(64)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/sha256sum")
    process.arguments = [place.path("card.zip")]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let sum = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(sum.hasPrefix(digest))
  }

  @Test func theSameDocumentGivesTheSameBytes() throws {
    let (place, other) = (try Workplace(), try Workplace())
    let first = try package(in: place)
    let second = try package(in: other, name: "Other.ca")
    for (document, place) in [(first, place), (second, other)] {
      let run = try ToolRun("pack", document, "-o", place.path("packed.zip"))
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try data(place.path("packed.zip")) == data(other.path("packed.zip")))
    // An archive packs to itself.
    let again = try ToolRun("pack", place.path("packed.zip"), "-o", place.path("again.zip"))
    #expect(again.status == 0, "\(again.errors)")
    #expect(try data(place.path("packed.zip")) == data(place.path("again.zip")))
  }

  @Test func anArchiveNeedsAFile() throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun(["pack", document, "-o", "-"], folder: place.folder)
    #expect(run.status == 64, "\(run.errors)")
    #expect(place.names == ["document.caml"])
  }

  @Test(arguments: ["document.caml", "new.caml", "new.CAAR", "new.ca", "new.wallpaper"])
  func anArchiveIsNotNamedLikeAnotherForm(_ name: String) throws {
    let place = try Workplace()
    let before = try data(try place.document(""))
    let run = try ToolRun("pack", place.path("document.caml"), "-o", place.path(name))
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains(".zip"), "\(run.errors)")
    #expect(place.names == ["document.caml"])
    #expect(try data(place.path("document.caml")) == before)
  }

  @Test func anArchiveDoesNotReplaceItsSource() throws {
    let place = try Workplace()
    let document = try package(in: place)
    let pack = try ToolRun("pack", document, "-o", place.path("card.zip"))
    #expect(pack.status == 0, "\(pack.errors)")
    try FileManager.default.createSymbolicLink(
      atPath: place.path("link.zip"),
      withDestinationPath: place.path("card.zip")
    )
    let before = try data(place.path("card.zip"))
    for output in ["card.zip", "link.zip"] {
      let run = try ToolRun("pack", place.path("card.zip"), "-o", place.path(output))
      #expect(run.status == 64, "\(run.errors)")
      #expect(run.errors.contains("would replace"), "\(run.errors)")
    }
    #expect(try data(place.path("card.zip")) == before)
  }

  @Test func aPictureOutsideOfTheDocumentComesAlong() throws {
    let place = try Workplace()
    _ = try package(in: place)
    let folder = place.folder.appending(path: "bare")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let document = try place.document(
      "<contents type=\"CGImage\" src=\"/var/media/a.png\"/>",
      name: "bare/document.caml"
    )
    let run = try ToolRun(
      "pack",
      document,
      "-o",
      place.path("packed.zip"),
      "--assets",
      "/var/media=\(place.folder.path)"
    )
    #expect(run.status == 0, "\(run.errors)")
    let check = try ToolRun("check", place.path("packed.zip"))
    #expect(check.status == 0, "\(String(decoding: check.output, as: UTF8.self))")
  }
}
