import Foundation
import Testing

/// Parts that do not make a film are refused with their names and the missing frames, and no film is left.
@Suite(.enabled(if: ToolRun.hasImageCodecs)) struct UnjoinableTests {
  /// Parts of raw frames, 0-9, 10-19 and 20-29, in a workplace.
  private func parts(in place: Workplace, options: [String] = []) throws -> [String] {
    let document = try place.document("")
    return try (1...3).map { try part($0, of: document, in: place, options: options) }
  }

  private func part(
    _ number: Int,
    of document: String,
    in place: Workplace,
    options: [String] = []
  ) throws -> String {
    let path = place.path("part\(number).rgba")
    let film = ["--fps", "10", "--duration", "3", "-q"]
    let run = try ToolRun(["render", document, "-o", path, "--chunk", "\(number)/3"] + film + options)
    #expect(run.status == 0, "\(run.errors)")
    return path
  }

  private func expectRefusal(
    of parts: [String],
    in place: Workplace,
    mentions: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let run = try ToolRun(["join"] + parts + ["-o", place.path("film.rgba")])
    #expect(run.status == 65, sourceLocation: sourceLocation)
    for text in mentions {
      #expect(run.errors.contains(text), "\(run.errors)", sourceLocation: sourceLocation)
    }
    #expect(!place.names.contains { $0.contains("film") }, sourceLocation: sourceLocation)
  }

  @Test func aMissingPartIsNamedByItsFrames() throws {
    let place = try Workplace()
    let parts = try parts(in: place)
    try expectRefusal(of: [parts[0], parts[2]], in: place, mentions: ["of 30 frames, 10-19 are missing"])
    try FileManager.default.removeItem(atPath: parts[1])
    try expectRefusal(of: parts, in: place, mentions: ["part2.rgba: the part is missing"])
  }

  @Test func aPartOfAnotherFilmIsRefused() throws {
    let place = try Workplace()
    var parts = try parts(in: place)
    let other = try place.document("", attributes: "opacity=\"0.5\"", name: "other.caml")
    parts[1] = try part(2, of: other, in: place)
    try expectRefusal(
      of: parts,
      in: place,
      mentions: ["part2.rgba: it is a part of another film", "its document, state or background"]
    )
    parts[1] = try part(2, of: place.path("document.caml"), in: place, options: ["--scale", "2"])
    try expectRefusal(of: parts, in: place, mentions: ["part2.rgba", "its size is 40x20, not 20x10"])
  }

  @Test func aTruncatedOrChangedPartIsRefused() throws {
    let place = try Workplace()
    let parts = try parts(in: place)
    let url = URL(filePath: parts[2])
    let bytes = try Data(contentsOf: url)
    try bytes.dropLast(100).write(to: url)
    try expectRefusal(
      of: parts,
      in: place,
      mentions: ["20-29 are missing", "part3.rgba is cut short: it has 7900 of 8000 bytes"]
    )
    var changed = bytes
    changed[4000] ^= 1
    try changed.write(to: url)
    try expectRefusal(of: parts, in: place, mentions: ["20-29 are missing", "is not what was written"])
  }

  @Test func frameThatIsInTwoPartsIsRefused() throws {
    let place = try Workplace()
    var parts = try parts(in: place)
    let run = try ToolRun(
      [
        "render", place.path("document.caml"), "-o", place.path("more.rgba"), "--frames", "8-19", "--fps",
        "10",
        "--duration", "3", "-q",
      ]
    )
    #expect(run.status == 0, "\(run.errors)")
    parts[1] = place.path("more.rgba")
    try expectRefusal(of: parts, in: place, mentions: ["more.rgba: frame 8 is also in", "part1.rgba"])
  }

  @Test func aPartThatIsGivenTwiceIsRefused() throws {
    let place = try Workplace()
    let parts = try parts(in: place)
    try expectRefusal(of: parts + [parts[0]], in: place, mentions: ["part1.rgba: the part is given twice"])
  }

  @Test func aFilmDoesNotReplaceAPartOfIt() throws {
    let place = try Workplace()
    let parts = try parts(in: place)
    let bytes = try Data(contentsOf: URL(filePath: parts[0]))
    let link = place.path("link.rgba")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: parts[0])
    for output in [parts[0], link] {
      let run = try ToolRun(["join"] + parts + ["-o", output])
      #expect(run.status == 64, "\(run.errors)")
      #expect(run.errors.contains("would replace"), "\(run.errors)")
      #expect(try Data(contentsOf: URL(filePath: parts[0])) == bytes)
    }
  }

  /// The digest says whether a file is the one of its record, not the name.
  @Test func aPartMayBeRenamedWithItsRecord() throws {
    let place = try Workplace()
    var parts = try parts(in: place)
    let whole = try ToolRun(["join"] + parts + ["-o", place.path("whole.rgba"), "-q"])
    #expect(whole.status == 0, "\(whole.errors)")
    let renamed = place.path("first.rgba")
    for suffix in ["", ".strata"] {
      try FileManager.default.moveItem(atPath: parts[0] + suffix, toPath: renamed + suffix)
    }
    parts[0] = renamed
    let run = try ToolRun(["join"] + parts + ["-o", place.path("again.rgba"), "-q"])
    #expect(run.status == 0, "\(run.errors)")
    let films = try ["whole", "again"].map { try Data(contentsOf: URL(filePath: place.path("\($0).rgba"))) }
    #expect(films[0] == films[1])
    // Another file beside the record is not the part.
    try Data(count: 100).write(to: URL(filePath: renamed))
    try expectRefusal(of: parts, in: place, mentions: ["first.rgba is cut short", "0-9 are missing"])
  }

  @Test func aPartWithoutItsRecordIsRefused() throws {
    let place = try Workplace()
    let parts = try parts(in: place)
    try FileManager.default.removeItem(atPath: parts[1] + ".strata")
    try expectRefusal(
      of: parts,
      in: place,
      mentions: ["part2.rgba.strata: the record of the part is missing"]
    )
    try "nonsense\n".write(toFile: parts[1] + ".strata", atomically: true, encoding: .utf8)
    try expectRefusal(of: parts, in: place, mentions: ["part2.rgba.strata: line 1 is not a line of a record"])
  }

  /// Changes a record as another machine would have written it.
  private func edit(_ part: String, _ change: (String) -> String) throws {
    let record = part + ".strata"
    let text = try String(contentsOfFile: record, encoding: .utf8)
    let changed = change(text)
    #expect(changed != text)
    try changed.write(toFile: record, atomically: true, encoding: .utf8)
  }

  @Test(arguments: [
    ("\"last\":19", "\"last\":9223372036854775807"), ("\"first\":10", "\"first\":-10"),
    ("\"first\":10", "\"first\":20"),
  ])
  func framesThatNoFilmHasAreRefused(right: String, wrong: String) throws {
    let place = try Workplace()
    let parts = try parts(in: place)
    try edit(parts[1]) { $0.replacing(right, with: wrong) }
    try expectRefusal(of: parts, in: place, mentions: ["line 2 has frames that are not in the film"])
  }

  @Test(arguments: [
    ("\"width\":", "\"width\":-"), ("\"frameCount\":", "\"frameCount\":-"),
    ("\"width\":20", "\"width\":9223372036854775807"), ("\"height\":10", "\"height\":32769"),
  ])
  func filmsThatCannotBeAreRefused(right: String, wrong: String) throws {
    let place = try Workplace()
    let parts = try parts(in: place)
    for part in parts { try edit(part) { $0.replacing(right, with: wrong) } }
    try expectRefusal(of: parts, in: place, mentions: ["the record is of a film that cannot be"])
  }

  /// A record may say that one picture has all frames, whose lines are cut off.
  @Test func severalFramesInOnePictureAreRefused() throws {
    let place = try Workplace()
    let document = try place.document("")
    let pictures = place.path("%04d.png")
    let run = try ToolRun([
      "render", document, "-o", pictures, "--frames", "0-2", "--fps", "10", "--duration", "0.3", "-q",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let record = place.path("0000-0002.png.strata")
    let lines = try String(contentsOfFile: record, encoding: .utf8).split(separator: "\n")
    let first = try #require(lines.firstIndex { $0.contains("\"first\":0") })
    let changed = lines[...first].joined(separator: "\n").replacing("\"last\":0", with: "\"last\":2")
    try (changed + "\n").write(toFile: record, atomically: true, encoding: .utf8)
    try expectRefusal(of: [pictures], in: place, mentions: ["has several frames in one picture"])
  }

  @Test func partsOfTwoVersionsAreRefusedUnlessAllowed() throws {
    let place = try Workplace()
    let parts = try parts(in: place)
    try edit(parts[1]) { $0.replacing("\"version\":\"", with: "\"version\":\"9.") }
    try expectRefusal(of: parts, in: place, mentions: ["part2.rgba: it was drawn by version 9.", "unlike"])
    let allowed = try ToolRun(["join"] + parts + ["-o", place.path("film.rgba"), "--allow-mixed"])
    #expect(allowed.status == 0, "\(allowed.errors)")
    #expect(allowed.errors.contains("joined all the same"), "\(allowed.errors)")
  }

  /// Versions are rare, and what is built between two of them has the version of the former one.
  @Test func partsOfTwoBuildsAreRefusedUnlessAllowed() throws {
    let place = try Workplace()
    let parts = try parts(in: place)
    try edit(parts[1]) { $0.replacing("\"build\":\"", with: "\"build\":\"0123456789ab") }
    try expectRefusal(
      of: parts,
      in: place,
      mentions: ["part2.rgba: it was drawn by build 0123456789ab of version 0.1.0, not by build ", "unlike"]
    )
    try edit(parts[1]) { $0.replacing(/"build":"[^"]*",/, with: "") }
    try expectRefusal(
      of: parts,
      in: place,
      mentions: ["part2.rgba: it was drawn by an unknown build of version"]
    )
    let allowed = try ToolRun(["join"] + parts + ["-o", place.path("film.rgba"), "--allow-mixed"])
    #expect(allowed.status == 0, "\(allowed.errors)")
    #expect(allowed.errors.contains("joined all the same"), "\(allowed.errors)")
    // A build that goes on with a part keeps nothing of another one.
    _ = try part(2, of: place.path("document.caml"), in: place, options: ["--resume"])
    let joined = try ToolRun(["join"] + parts + ["-o", place.path("film.rgba")])
    #expect(joined.status == 0, "\(joined.errors)")
  }

  /// A folder with one font file and the settings that make it the only one.
  private func environment(withFont file: String, in place: Workplace, name: String) throws -> [String:
    String]
  {
    let folder = place.folder.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: file, toPath: folder.appending(path: "Font.ttf").path)
    let settings = """
      <?xml version="1.0"?><fontconfig><dir>\(folder.path)</dir><cachedir>\(folder.path)/cache</cachedir></fontconfig>
      """
    let path = folder.appending(path: "fonts.conf").path
    try settings.write(toFile: path, atomically: true, encoding: .utf8)
    return ["FONTCONFIG_FILE": path]
  }

  private static let fonts = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map {
    "/usr/share/fonts/truetype/dejavu/\($0)"
  }

  @Test(.enabled(if: fonts.allSatisfy { FileManager.default.fileExists(atPath: $0) }))
  func partsWithOtherFontsAreRefused() throws {
    let place = try Workplace()
    let document = try place.document(
      "<sublayers><CATextLayer bounds=\"0 0 20 10\" position=\"10 5\" string=\"Text\" fontSize=\"8\"/></sublayers>"
    )
    let parts = try Self.fonts.enumerated().map { index, font in
      let path = place.path("text\(index).rgba")
      let run = try ToolRun(
        ["render", document, "-o", path, "--chunk", "\(index + 1)/2", "--duration", "1", "-q"],
        environment: try environment(withFont: font, in: place, name: "fonts\(index)")
      )
      #expect(run.status == 0, "\(run.errors)")
      return path
    }
    try expectRefusal(of: parts, in: place, mentions: ["text1.rgba: it was drawn with other fonts: Font.ttf"])
  }

  @Test(arguments: ["gif", "apng", "awebp"], [["--chunk", "1/2"], ["--frames", "0-9"]])
  func partsThatCannotBeJoinedAreNotRendered(_ format: String, _ part: [String]) throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun(["render", document, "-o", place.path("a.\(format)"), "--duration", "1"] + part)
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains("render numbered pictures in PNG"), "\(run.errors)")
    #expect(place.names == ["document.caml"])
  }

  /// A GIF that is gone on with is whole, and has a record.
  @Test(.enabled(if: Encoder.isInstalled)) func aGIFWithARecordIsNotJoined() throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun([
      "render", document, "-o", place.path("a.gif"), "--duration", "1", "--resume", "-q",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let join = try ToolRun("join", place.path("a.gif"), "-o", place.path("film.gif"))
    #expect(join.status == 65)
    #expect(join.errors.contains("render numbered pictures in PNG"), "\(join.errors)")
  }

  @Test(
    .enabled(if: FilmTests.canMount),
    arguments: Encoder.isInstalled ? ["rgba", "mp4", "mov", "webm"] : ["rgba"]
  )
  func aFullDiskLeavesNoJoinedFilm(_ format: String) throws {
    let place = try Workplace()
    let document = try FilmTests.stripes(in: place)
    let parts = try (1...2).map { number in
      let path = place.path("part\(number).\(format)")
      let run = try ToolRun(
        "render",
        document,
        "-o",
        path,
        "--chunk",
        "\(number)/2",
        "--duration",
        "1",
        "--scale",
        "10",
        "-q"
      )
      #expect(run.status == 0, "\(run.errors)")
      return path
    }
    let disk = place.folder.appending(path: "disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    let run = try ToolRun(
      ["join"] + parts + ["-o", disk.appending(path: "film.\(format)").path, "-q"],
      prefix: FilmTests.onSmallDisk(disk.path)
    )
    #expect(run.status == 73, "\(run.errors)")
    #expect(String(decoding: run.output, as: UTF8.self).isEmpty, "something is left on the disk")
    #expect(run.errors.contains("film.\(format)"), "\(run.errors)")
  }
}
