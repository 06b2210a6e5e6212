import Foundation
import Testing

/// The workflow of Distribution/github, as far as it runs without GitHub.
@Suite struct WorkflowTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let workflow = Result {
    try String(
      contentsOf: root.appending(path: "Distribution/github/render-documents.yml"),
      encoding: .utf8
    )
  }

  /// The value of a line such as `RENDER_OPTIONS: --fps 25`.
  private func value(of name: String) throws -> String {
    let lines = try Self.workflow.get().components(separatedBy: "\n")
    let line = try #require(lines.first { $0.hasPrefix("  \(name): ") })
    return String(line.dropFirst(name.count + 4))
  }

  /// The lines of a step's shell program, without the step's indentation.
  private func program(of step: String) throws -> String {
    let lines = try Self.workflow.get().components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: "      - name: \(step)"))
    let run = try #require(lines[start...].firstIndex(of: "        run: |"))
    let body = lines[(run + 1)...].prefix { $0.isEmpty || $0.hasPrefix("          ") }
    return body.map { String($0.dropFirst(10)) }.joined(separator: "\n")
  }

  private func run(_ program: String, in place: Workplace, options: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-eo", "pipefail", "-c", program]
    process.currentDirectoryURL = place.folder
    let path = ToolRun.tool.deletingLastPathComponent().path + ":/usr/local/bin:/usr/bin:/bin"
    process.environment = ["PATH": path, "RENDER_OPTIONS": options]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test(.enabled(if: ToolRun.hasImageCodecs))
  func everyDocumentOfARepositoryIsRendered() throws {
    let place = try Workplace()
    let demo = Self.root.appending(path: "Examples/Demo.ca")
    let inside = place.folder.appending(path: "a folder/deep")
    try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: demo, to: inside.appending(path: "Card.ca"))
    try FileManager.default.copyItem(
      at: demo.appending(path: "main.caml"),
      to: place.folder.appending(path: "Plain.caml")
    )
    let options = try value(of: "RENDER_OPTIONS") + " --duration 0.1 --scale 0.1"
    #expect(try run(program(of: "Render"), in: place, options: options) == 0)
    let films = ["films/a folder/deep/Card.ca.gif", "films/Plain.caml.gif"]
    for film in films {
      let data = try? Data(contentsOf: URL(filePath: place.path(film)))
      #expect(data?.prefix(6) == Data("GIF89a".utf8), "\(film)")
    }
  }

  @Test(.enabled(if: ToolRun.hasImageCodecs))
  func aBrokenDocumentFailsTheRunAndKeepsTheOthers() throws {
    let place = try Workplace()
    try Data("broken".utf8).write(to: place.folder.appending(path: "A.caml"))
    try FileManager.default.copyItem(
      at: Self.root.appending(path: "Examples/Demo.ca"),
      to: place.folder.appending(path: "B.ca")
    )
    let status = try run(program(of: "Render"), in: place, options: "--fps 25 --duration 0.1 --scale 0.1")
    #expect(status == 1)
    #expect(FileManager.default.fileExists(atPath: place.path("films/B.ca.gif")))
    #expect(!FileManager.default.fileExists(atPath: place.path("films/A.caml.gif")))
  }

  @Test func theToolIsBuiltWithTheTargetAndTheTraitsThatThereAre() throws {
    let text = try program(of: "Build the tool")
    #expect(text.contains("install PREFIX=/opt/strata TRAITS=Text,ImageCodecs,Media,Inspector"))
    let makefile = try String(contentsOf: Self.root.appending(path: "Makefile"), encoding: .utf8)
    #expect(makefile.contains("\ninstall: "))
    #expect(makefile.contains("$(if $(TRAITS),--traits $(TRAITS))"))
    let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    for trait in ["Text", "ImageCodecs", "Media", "Inspector"] {
      #expect(manifest.contains("name: \"\(trait)\""), "\(trait)")
    }
  }
}
