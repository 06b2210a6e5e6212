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
