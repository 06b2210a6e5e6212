import Foundation
import Testing

/// A failure prints one line with the cause, exits with a code other than zero and leaves no file.
@Suite struct BadInputTests {
  /// Runs `render` on a document and checks the way it fails.
  private func expectFailure(
    _ document: String,
    in place: Workplace,
    status: Int32,
    mentions: [String],
    _ more: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = place.names
    var run: ToolRun
    switch more.count {
    case 0: run = try ToolRun("render", document, "-o", place.path("out.png"))
    case 1: run = try ToolRun("render", document, "-o", place.path("out.png"), more[0])
    default: run = try ToolRun("render", document, "-o", place.path("out.png"), more[0], more[1])
    }
    #expect(run.status == status, "\(run.errors)", sourceLocation: sourceLocation)
    let last = run.errors.split(separator: "\n").last ?? ""
    for word in mentions {
      #expect(run.errors.contains(word), "\(run.errors)", sourceLocation: sourceLocation)
    }
    #expect(last.hasPrefix("strata: "), "\(run.errors)", sourceLocation: sourceLocation)
    #expect(place.names == before, sourceLocation: sourceLocation)
  }

  @Test func aMissingFileIsNamed() throws {
    let place = try Workplace()
    try expectFailure(place.path("absent.ca"), in: place, status: 66, mentions: ["absent.ca"])
  }

  @Test(.enabled(if: ToolRun.withoutPrivilege != nil)) func anUnreadableFileIsNamed() throws {
    let place = try Workplace()
    let document = try place.document("")
    chmod(document, 0)
    let before = place.names
    let run = try ToolRun("render", document, "-o", place.path("out.png"), prefix: ToolRun.withoutPrivilege)
    #expect(run.status == 66, "\(run.errors)")
    #expect(run.errors.contains("document.caml") && run.errors.hasPrefix("strata: "), "\(run.errors)")
    #expect(place.names == before)
  }

  @Test(.enabled(if: ToolRun.withoutPrivilege != nil)) func anUnreadableFolderIsNamed() throws {
    let place = try Workplace()
    let made = try ToolRun("convert", try place.document(""), place.path("Card.ca"))
    #expect(made.status == 0, "\(made.errors)")
    chmod(place.path("Card.ca"), 0)
    defer { chmod(place.path("Card.ca"), 0o755) }
    let run = try ToolRun(["check", place.path("Card.ca")], prefix: ToolRun.withoutPrivilege)
    #expect(run.status == 66, "\(run.errors)")
    #expect(run.errors.contains("Card.ca") && run.errors.contains("permission"), "\(run.errors)")
  }

  /// Far above a document, a folder is none.
  @Test func aFolderFarAboveIsNoDocument() throws {
    let place = try Workplace()
    let made = try ToolRun("convert", try place.document(""), place.path("a/b/c/Card.ca"))
    #expect(made.status == 0, "\(made.errors)")
    let run = try ToolRun("check", place.path("a"))
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains("has no main.caml"), "\(run.errors)")
    #expect(try ToolRun("check", place.path("a/b/c")).status == 0)
  }

  /// A source must not be lost by a wrong output.
  @Test(arguments: ["Card.ca/main.caml", "Card.ca/index.xml", "link.png"])
  func aPictureDoesNotReplaceItsDocument(_ output: String) throws {
    let place = try Workplace()
    let made = try ToolRun("convert", try place.document(""), place.path("Card.ca"))
    #expect(made.status == 0, "\(made.errors)")
    let link = place.path("link.png")
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: place.path("Card.ca/main.caml")
    )
    let before = try Data(contentsOf: URL(filePath: place.path(output)))
    for format in ["png", "rgba"] {
      let times = format == "png" ? [] : ["--duration", "0.1"]
      let words = ["render", place.path("Card.ca"), "--format", format, "-o", place.path(output)]
      let run = try ToolRun(words + times)
      #expect(run.status == 64, "\(run.errors)")
      #expect(run.errors.contains("would replace"), "\(run.errors)")
    }
    #expect(try Data(contentsOf: URL(filePath: place.path(output))) == before)
  }

  /// Of many documents one cannot be drawn; the message says which.
  @Test func aDocumentThatCannotBeDrawnIsNamed() throws {
    let place = try Workplace()
    let sizes = ["none": "", "huge": "bounds=\"0 0 1e9 1e9\""]
    for (name, bounds) in sizes {
      let text = "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\"><CALayer \(bounds)/></caml>"
      try text.write(toFile: place.path("\(name).caml"), atomically: true, encoding: .utf8)
    }
    let documents = sizes.keys.sorted().map { place.path("\($0).caml") }
    let run = try ToolRun(["render"] + documents + ["-o", place.path("{name}.rgba"), "-q"])
    #expect(run.status == 65, "\(run.errors)")
    let lines = run.errors.split(separator: "\n")
    for (line, document) in zip(lines, documents) {
      #expect(line.hasPrefix("strata: \(document): cannot render: "), "\(line)")
    }
    #expect(lines.count == 2)
    for document in documents {
      let check = try ToolRun("check", document)
      #expect(check.status == 1)
      let text = String(decoding: check.output, as: UTF8.self)
      #expect(text.contains("cannot be rendered"), "\(text)")
    }
  }

  @Test(arguments: ["a.png", "a.gif", "a.apng", "a.mp4", "a.rgba"])
  func anEnormousDocumentIsRefusedInAnyFormat(_ name: String) throws {
    let place = try Workplace()
    let text = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 1e300 1e300"/></caml>
      """
    try text.write(toFile: place.path("huge.caml"), atomically: true, encoding: .utf8)
    let times = name == "a.png" ? [] : ["--duration", "0.1"]
    let run = try ToolRun(["render", place.path("huge.caml"), "-o", place.path(name)] + times)
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains("is too large"), "\(run.errors)")
    #expect(place.names == ["huge.caml"])
  }

  @Test func aPartOfAnEndlessFilmIsRefused() throws {
    let place = try Workplace()
    let document = try place.document("")
    let options = ["--duration", "1e14", "--fps", "60", "--chunk", "99999/100000"]
    let run = try ToolRun(["render", document, "-o", place.path("a.mp4")] + options)
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains("more than ten million frames"), "\(run.errors)")
    #expect(place.names == ["document.caml"])
  }

  @Test func aFolderThatIsNoPackageIsRefused() throws {
    let place = try Workplace()
    try FileManager.default.createDirectory(atPath: place.path("folder"), withIntermediateDirectories: true)
    try expectFailure(place.path("folder"), in: place, status: 65, mentions: ["folder"])
  }

  @Test func malformedMarkupIsShownWithLineAndColumn() throws {
    let place = try Workplace()
    let document = try place.document("<sublayers><CALayer></sublayers>")
    try expectFailure(document, in: place, status: 65, mentions: ["document.caml:4:"])
  }

  @Test(.enabled(if: ToolRun.hasImageCodecs)) func aMissingImageIsReportedAndStrictFails() throws {
    let place = try Workplace()
    let document = try place.document("<contents type=\"CGImage\" src=\"assets/lost.png\"/>")
    let run = try ToolRun("render", document, "-o", place.path("out.png"))
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("lost.png") && run.errors.contains(":4"), "\(run.errors)")
    #expect(place.names.contains("out.png"))
    try FileManager.default.removeItem(atPath: place.path("out.png"))
    try expectFailure(document, in: place, status: 1, mentions: ["lost.png"], "--strict")
  }

  @Test(.enabled(if: ToolRun.hasImageCodecs)) func aTruncatedImageIsReported() throws {
    let place = try Workplace()
    let header: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 8, 0, 0,
      0, 8, 8,
      6, 0, 0, 0,
    ]
    try Data(header).write(to: URL(filePath: place.path("cut.png")))
    let document = try place.document("<contents type=\"CGImage\" src=\"cut.png\"/>")
    let run = try ToolRun("render", document, "-o", place.path("out.png"))
    #expect(run.status == 0)
    #expect(run.errors.contains("cut.png"), "\(run.errors)")
  }

  @Test(.enabled(if: ToolRun.hasImageCodecs)) func aHugeImageIsRefusedAndTheLimitCanBeRaised() throws {
    let place = try Workplace()
    // A header that claims 60,000 x 60,000 pixels.
    let header: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0xEA, 0x60,
      0, 0, 0xEA,
      0x60, 8, 6, 0, 0, 0, 0x5E, 0x44, 0x20, 0x5C,
    ]
    try Data(header).write(to: URL(filePath: place.path("huge.png")))
    let document = try place.document("<contents type=\"CGImage\" src=\"huge.png\"/>")
    let run = try ToolRun("render", document, "-o", place.path("out.png"))
    #expect(run.status == 0)
    #expect(run.errors.contains("huge.png"), "\(run.errors)")
  }

  @Test(.enabled(if: ToolRun.hasImageCodecs)) func numbersThatAreNoneAreReportedAndDrawn() throws {
    let place = try Workplace()
    let document = try place.document(
      "<sublayers><CALayer bounds=\"0 0 nan 4\" position=\"inf 5\" backgroundColor=\"0 0 1\"/></sublayers>"
    )
    let run = try ToolRun("render", document, "-o", place.path("out.png"))
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("document.caml:4"), "\(run.errors)")
  }

  @Test func aNegativeSizeIsDrawnStandardised() throws {
    let place = try Workplace()
    let document = try place.document(
      "<sublayers><CALayer bounds=\"0 0 -4 -4\" position=\"10 5\" backgroundColor=\"0 0 1\"/></sublayers>"
    )
    let run = try ToolRun("render", document, "-o", "-", "--fps", "1", "--duration", "1")
    #expect(run.status == 0, "\(run.errors)")
    let at = (5 * 20 + 10) * 4
    #expect(Array(run.output[at..<at + 4]) == [0, 0, 255, 255])
  }

  @Test(.enabled(if: ToolRun.hasImageCodecs)) func aCircularReferenceIsReported() throws {
    let place = try Workplace()
    let document = try place.document(
      "<sublayers><CALayer object=\"root\"/></sublayers>",
      attributes: "id=\"root\""
    )
    let run = try ToolRun("render", document, "-o", place.path("out.png"))
    #expect(run.status == 0 || run.status == 65, "\(run.errors)")
    #expect(run.errors.contains("document.caml:4"), "\(run.errors)")
  }

  @Test func standardInputIsNotNamedAsAFileOfTheFolder() throws {
    let place = try Workplace()
    let document = try place.document("<sublayers><CALayer></sublayers>")
    let run = try ToolRun(["inspect", "-"], input: document, folder: place.folder)
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("strata: standard input:4:"), "\(run.errors)")
  }

  @Test(arguments: [("--max-elements", "1"), ("--max-bytes", "10"), ("--max-depth", "1")])
  func aLimitNamesItsOption(option: String, value: String) throws {
    let place = try Workplace()
    let document = try place.document("<sublayers><CALayer/></sublayers>")
    let run = try ToolRun("inspect", document, option, value)
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains("raise \(option)"), "\(run.errors)")
    #expect(!run.errors.contains("ReadingLimits"), "\(run.errors)")
  }

  @Test func aHundredThousandNestedLayersEndWithOneLine() throws {
    let place = try Workplace()
    let depth = 100_000
    let inner =
      String(repeating: "<sublayers><CALayer>", count: depth)
      + String(repeating: "</CALayer></sublayers>", count: depth)
    let document = try place.document(inner)
    try expectFailure(document, in: place, status: 65, mentions: ["document.caml"])
  }

  @Test func anUnknownAnimationKeyPathIsFoundByCheck() throws {
    let place = try Workplace()
    let document = try place.document(
      "<animations><a type=\"CABasicAnimation\" keyPath=\"wobble.factor\" duration=\"1\"/></animations>"
    )
    let run = try ToolRun("check", document)
    #expect(run.status == 1)
    let output = String(decoding: run.output, as: UTF8.self)
    #expect(output.contains("wobble.factor") && output.contains(":4"), "\(output)")
  }

  @Test func anOutputThatCannotBeWrittenIsNamed() throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun("render", document, "-o", place.path("no/such/folder/out.png"))
    #expect(run.status == 73, "\(run.errors)")
    #expect(run.errors.contains("no/such/folder/out.png"))
    #expect(run.errors.contains("no/such/folder does not exist"), "\(run.errors)")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func aFullDiskIsAnError() throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun(
      "render",
      document,
      "-o",
      "-",
      "--fps",
      "30",
      "--duration",
      "4",
      "--scale",
      "4",
      output: "/dev/full"
    )
    #expect(run.status == 73, "\(run.errors)")
    #expect(run.errors.contains("No space left"), "\(run.errors)")
  }

  @Test func aMissingEncoderIsNamedWithTheLineThatInstallsIt() throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun(
      "render",
      document,
      "-o",
      place.path("film.mp4"),
      environment: ["PATH": place.path("empty")]
    )
    #expect(run.status == 69, "\(run.errors)")
    #expect(run.errors.contains("apt-get install ffmpeg"))
    #expect(place.names == ["document.caml"])
  }

  @Test func anUnknownFormatAndAnUnknownStateAreNamed() throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun("render", document, "-o", place.path("out.xyz"))
    #expect(run.status == 64 && run.errors.contains("out.xyz"), "\(run.errors)")
    try expectFailure(document, in: place, status: 65, mentions: ["Sleep"], "--state", "Sleep")
  }
}
