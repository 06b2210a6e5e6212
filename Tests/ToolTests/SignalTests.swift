import Foundation
import Testing

/// A signal ends the tool with 128 and its number, whatever the tool does, and leaves no unfinished file.
@Suite struct SignalTests {
  /// A tool that runs while a test sends signals to it.
  private final class RunningTool {
    private let process = Process()

    init(
      _ arguments: [String],
      input: Any = FileHandle.nullDevice,
      output: Any = FileHandle.nullDevice,
      prefix: [String] = []
    ) throws {
      let command = prefix + [ToolRun.tool.path] + arguments
      process.executableURL = URL(filePath: command[0])
      process.arguments = Array(command.dropFirst())
      process.standardInput = input
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Sends a signal to the tool and to all its children, as a terminal does.
    func sendToGroup(_ signal: Int32) {
      let group = getpgid(process.processIdentifier)
      if group > 0, group != getpgrp() { kill(-group, signal) } else { send(signal) }
    }

    /// The exit code; nil if the tool does not end within ten seconds, or if it is killed by the signal.
    func end() -> Int32? {
      for _ in 0..<500 where process.isRunning { usleep(20_000) }
      guard !process.isRunning, process.terminationReason == .exit else { return nil }
      return process.terminationStatus
    }
  }

  struct Output: CustomTestStringConvertible, Sendable {
    let name: String
    var options: [String] = []
    var testDescription: String { "\(name) \(options.first ?? "")" }

    static let film = ["--duration", "600", "--scale", "20"]
    static let all = [
      Output(name: "film.mp4", options: film), Output(name: "film.webm", options: film),
      Output(name: "film.gif", options: film), Output(name: "film.apng", options: film),
      Output(name: "film.rgba", options: film), Output(name: "%04d.png", options: film),
      Output(
        name: "a.png",
        options: (0..<200).flatMap { ["--at", String($0)] } + ["--scale", "64"]
      ),
    ]
  }

  @Test(
    .enabled(if: Encoder.isInstalled && ToolRun.hasImageCodecs),
    arguments: Output.all,
    [SIGINT, SIGQUIT, SIGTERM]
  )
  func anExportEndsWithTheSignalsCode(_ output: Output, signal: Int32) throws {
    let place = try Workplace()
    let document = try place.document("")
    let tool = try RunningTool(["render", document, "-o", place.path(output.name), "-q"] + output.options)
    // The first hidden file, or the first picture of a list, shows that the export has started.
    for _ in 0..<500 where place.names.count < 2 { usleep(20_000) }
    usleep(100_000)
    tool.sendToGroup(signal)
    #expect(tool.end() == 128 + signal)
    #expect(place.names.filter { $0.hasPrefix(".") } == [])
    if output.options == Output.film { #expect(place.names == ["document.caml"]) }
  }

  @Test(
    .enabled(if: Encoder.isInstalled && ToolRun.hasImageCodecs),
    arguments: ["rgba", "mp4", "webm"],
    [SIGINT, SIGQUIT, SIGTERM, SIGHUP]
  )
  func aStalledReaderDoesNotKeepTheToolAlive(format: String, signal: Int32) throws {
    let place = try Workplace()
    let document = try place.document("")
    let reader = Pipe()
    let tool = try RunningTool(
      ["render", document, "-o", "-", "--format", format] + Output.film,
      output: reader
    )
    usleep(1_000_000)
    tool.send(signal)
    #expect(tool.end() == 128 + signal)
    #expect(place.names == ["document.caml"])
  }

  /// Shadows of many large layers: one frame that takes far longer than a user waits.
  private func slowDocument(in place: Workplace) throws -> String {
    let layers = (0..<400).map { i in
      """
      <CALayer bounds="0 0 1800 1800" position="\(i) 0" cornerRadius="300" backgroundColor="0 0.\(i % 10) 1" \
      opacity="0.5" shadowOpacity="0.8" shadowRadius="\(40 + i % 7)"/>
      """
    }
    return try place.document("<sublayers>\(layers.joined())</sublayers>")
  }

  @Test(.enabled(if: ToolRun.hasImageCodecs), arguments: [SIGINT, SIGQUIT, SIGTERM, SIGHUP])
  func aFrameThatTakesLongDoesNotKeepTheToolAlive(signal: Int32) throws {
    let place = try Workplace()
    let document = try slowDocument(in: place)
    let tool = try RunningTool(["render", document, "-o", place.path("a.png"), "--size", "2000x2000"])
    usleep(1_500_000)
    tool.send(signal)
    #expect(tool.end() == 128 + signal)
    #expect(place.names == ["document.caml"])
  }

  @Test(arguments: [["convert", "-", "out.ca"], ["pack", "-", "-o", "out.zip"]], [SIGINT, SIGTERM])
  func aCommandThatWaitsForItsDocumentLeavesNothing(_ command: [String], signal: Int32) throws {
    let place = try Workplace()
    let arguments = command.map { $0.hasPrefix("out") ? place.path($0) : $0 }
    let document = Pipe()
    let tool = try RunningTool(arguments, input: document)
    usleep(1_000_000)
    tool.send(signal)
    #expect(tool.end() == 128 + signal)
    #expect(place.names == [])
  }

  /// Commands that run another one with a signal ignored.
  private static let ignoring: [Int32: [String]] = [
    SIGHUP: ["/usr/bin/nohup"],
    SIGINT: ["/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh"],
  ]

  @Test(.enabled(if: Encoder.isInstalled), arguments: [SIGHUP, SIGINT])
  func aSignalThatWasIgnoredStaysIgnored(signal: Int32) throws {
    let place = try Workplace()
    let document = try place.document("")
    let film = place.path("film.mp4")
    let tool = try RunningTool(
      ["render", document, "-o", film, "--duration", "2", "--scale", "20", "-q"],
      prefix: try #require(Self.ignoring[signal])
    )
    for _ in 0..<500 where place.names.count < 2 { usleep(20_000) }
    tool.send(signal)
    #expect(tool.end() == 0)
    #expect(try Encoder.frameCount(of: film) == 120)
  }

  #if Inspector
    @Test(arguments: [SIGHUP, SIGINT])
    func aPageIsServedWhenASignalThatWasIgnoredComes(signal: Int32) throws {
      let place = try Workplace()
      let output = Pipe()
      let tool = try RunningTool(
        ["preview", try place.document("")],
        output: output,
        prefix: try #require(Self.ignoring[signal])
      )
      // The address of the page.
      _ = output.fileHandleForReading.readData(ofLength: 1)
      usleep(1_000_000)
      tool.send(signal)
      usleep(500_000)
      tool.send(SIGTERM)
      #expect(tool.end() == 128 + SIGTERM)
    }
  #endif
}
