import Foundation
import Testing

/// Results that do not arrive are errors; messages that do not arrive are not.
@Suite struct StreamTests {
  #if Text
    /// A message of the library is written with the facts that it carries.
    @Test func aMessageHasItsFacts() throws {
      let place = try Workplace()
      let text = "a" + String(repeating: "&#x301;", count: 130)
      let layer = "<CATextLayer bounds=\"0 0 20 10\" position=\"10 5\" string=\"\(text)\" fontSize=\"8\"/>"
      let document = try place.document("<sublayers>\(layer)</sublayers>")
      let run = try ToolRun("render", document, "-o", place.path("a.svg"))
      #expect(run.errors.contains("are not drawn. (count 2)\n"), "\(run.errors)")
    }
  #endif

  /// A command that runs another one with a redirection of the shell.
  private static func redirecting(_ redirection: String) -> [String] {
    ["/bin/bash", "-c", "exec \"$@\" \(redirection)", "bash"]
  }

  @Test(
    .enabled(if: Encoder.isInstalled),
    arguments: ["2>&-", "2>/dev/full", "2> >(exec true)", "1>&-", "0<&- 1>&- 2>&-"]
  )
  func aFilmIsWrittenWhateverBecomesOfMessages(_ redirection: String) throws {
    let place = try Workplace()
    let document = try place.document("<contents type=\"CGImage\" src=\"assets/lost.png\"/>")
    let film = place.path("film.mp4")
    let run = try ToolRun(
      ["render", document, "-o", film, "--fps", "10", "--duration", "1"],
      prefix: Self.redirecting(redirection)
    )
    #expect(run.status == 0, "\(run.errors)")
    #expect(try Encoder.frameCount(of: film) == 10)
  }

  @Test(arguments: [
    ("1>&-", Int32(73), "Bad file descriptor"), ("1>/dev/full", 73, "No space left on device"),
    ("1> >(exec true)", 0, ""),
  ])
  func printedResultsArriveOrFail(_ redirection: String, status: Int32, reason: String) throws {
    let place = try Workplace()
    // More than the buffers of pipes and of the C library.
    let layers = String(repeating: "<CALayer name=\"a layer\" bounds=\"0 0 3 3\"/>", count: 4000)
    let document = try place.document("<sublayers>\(layers)</sublayers>")
    let run = try ToolRun(["inspect", document], prefix: Self.redirecting(redirection))
    #expect(run.status == status, "\(run.errors)")
    #expect(reason.isEmpty ? run.errors.isEmpty : run.errors.contains(reason), "\(run.errors)")
  }

  #if Inspector
    /// Nobody could know the address of the page.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func anAddressThatDoesNotArriveEndsThePreview() throws {
      let place = try Workplace()
      let run = try ToolRun(
        ["preview", try place.document("")],
        prefix: ["/usr/bin/timeout", "20"] + Self.redirecting("1>/dev/full")
      )
      #expect(run.status == 73, "\(run.errors)")
      #expect(run.errors.contains("No space left on device"), "\(run.errors)")
    }
  #endif

  @Test func rawFramesToAClosedOutputAreAnError() throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun(["render", document, "-o", "-"], prefix: Self.redirecting("1>&-"))
    #expect(run.status == 73, "\(run.errors)")
  }

  @Test(.enabled(if: Encoder.isInstalled), arguments: ["mp4", "webm", "gif", "apng"])
  func filmsThatCanStreamGoToStandardOutput(format: String) throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun(
      ["render", document, "-o", "-", "--format", format, "--fps", "5", "--duration", "1", "-q"]
    )
    #expect(run.status == 0, "\(run.errors)")
    let film = place.path("film.\(format)")
    try run.output.write(to: URL(filePath: film))
    #expect(try Encoder.frameCount(of: film) == 5)
    if format == "mp4" { #expect(run.output.range(of: Data("moof".utf8)) != nil) }
    if format == "apng" {
      // The chunk of the animation begins with the number of frames, big-endian (PNG third edition, 11.3.6.1).
      let head = try #require(run.output.range(of: Data("acTL".utf8)))
      #expect(Array(run.output[head.upperBound..<head.upperBound + 4]) == [0, 0, 0, 5])
    }
  }

  @Test(arguments: ["mov", "awebp"]) func otherFilmsNameTheFormatsThatCanStream(format: String) throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun(["render", document, "-o", "-", "--format", format])
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.output.isEmpty)
    for name in ["mp4", "webm", "gif", "apng", "rgba"] {
      #expect(run.errors.contains(name), "\(run.errors)")
    }
  }

  @Test(.enabled(if: Encoder.isInstalled), arguments: ["rgba", "mp4", "apng", "gif"])
  func aReaderMayLeaveEarly(format: String) throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun(
      ["render", document, "-o", "-", "--format", format, "--duration", "2", "--scale", "8", "-q"],
      prefix: Self.redirecting("1> >(exec head -c 10 > /dev/null)")
    )
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
  }

  @Test(
    .enabled(if: Encoder.isInstalled && FileManager.default.isExecutableFile(atPath: "/usr/bin/script")),
    arguments: [200, 80, 40, 30, 20, 8]
  )
  func theProgressBarFitsTheTerminal(columns: Int) throws {
    let place = try Workplace()
    let document = try place.document("")
    let film = place.path("film.mp4")
    // The shell's arguments are the tool, the document and the film.
    let command = "stty cols \(columns); '$0' render '$1' -o '$2' --duration 2 --scale 8"
    let run = try ToolRun(
      [document, film],
      environment: ["COLUMNS": ""],
      prefix: ["/bin/sh", "-c", "exec script -qec \"\(command)\" /dev/null"]
    )
    let bars = String(decoding: run.output, as: UTF8.self).split(separator: "\r")
      .filter { $0.contains("\u{1B}[K") }.map { $0.prefix { $0 != "\u{1B}" } }
    #expect(!bars.isEmpty)
    for bar in bars { #expect(bar.count < columns, "\(bar)") }
    if columns >= 80 { #expect(bars.contains { $0.hasPrefix("[") && $0.contains("] ") }, "\(bars)") }
  }
}
