import Foundation
import Testing

/// A document is written again where its name says in which form, and nowhere else.
@Suite struct ConvertTests {
  @Test(arguments: ["out.png", "out.tendies", "out", "-"]) func otherNamesAreRefused(_ name: String) throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun(["convert", document, name], folder: place.folder)
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains(".caml, .ca or .wallpaper"), "\(run.errors)")
    #expect(place.names == ["document.caml"])
  }

  @Test func oneDocumentIsNoWallpaper() throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun("convert", document, place.path("out.wallpaper"))
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains("is not a wallpaper"), "\(run.errors)")
    #expect(place.names == ["document.caml"])
  }

  @Test func aFolderIsNotReplacedByAFileNorAFileByAFolder() throws {
    let place = try Workplace()
    let document = try place.document("")
    try FileManager.default.createDirectory(atPath: place.path("a.caml"), withIntermediateDirectories: false)
    try "text".write(toFile: place.path("b.ca"), atomically: true, encoding: .utf8)
    for (name, reason) in [("a.caml", "it is a folder"), ("b.ca", "it is not a folder")] {
      let run = try ToolRun("convert", document, place.path(name))
      #expect(run.status == 73, "\(run.errors)")
      #expect(run.errors.contains("\(name): cannot write: \(reason)"), "\(run.errors)")
    }
    #expect(try String(contentsOfFile: place.path("b.ca"), encoding: .utf8) == "text")
  }

  @Test(.enabled(if: FilmTests.canMount)) func nothingIsLeftOnAFullDisk() throws {
    let place = try Workplace()
    let document = try place.document("<contents type=\"CGImage\" src=\"assets/a.png\"/>")
    try FileManager.default.createDirectory(
      atPath: place.path("assets"),
      withIntermediateDirectories: false
    )
    try Data(count: 1 << 16).write(to: URL(filePath: place.path("assets/a.png")))
    let disk = place.folder.appending(path: "disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
    let output = disk.appending(path: "deep/Card.ca").path
    let run = try ToolRun(["convert", document, output], prefix: FilmTests.onSmallDisk(disk.path))
    #expect(run.status == 73, "\(run.errors)")
    #expect(run.output.isEmpty, "\(String(decoding: run.output, as: UTF8.self))")
  }

  /// The message names the option that the tool has.
  @Test func adviceIsInTheWordsOfTheTool() throws {
    let place = try Workplace()
    let document = try place.document("<contents type=\"CGImage\" src=\"lost.png\"/>")
    let run = try ToolRun("convert", document, place.path("out.ca"), "--strict")
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.errors.contains("without --strict"), "\(run.errors)")
    #expect(place.names == ["document.caml"])
  }

  /// What is written has all states, and begins with the one that the document begins with.
  @Test(arguments: [["convert", "out.caml"], ["pack", "-o", "out.zip"]])
  func aStateIsForShowing(_ command: [String]) throws {
    let place = try Workplace()
    let document = try place.document("<states><LKState name=\"a\"/></states>")
    let arguments = [command[0], document] + command.dropFirst() + ["--state", "a"]
    let run = try ToolRun(arguments, folder: place.folder)
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains("--state"), "\(run.errors)")
    #expect(place.names == ["document.caml"])
  }
}
