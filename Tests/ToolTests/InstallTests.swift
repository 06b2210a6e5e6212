import Foundation
import Testing

/// What `make install` puts beside the tool.
@Suite struct InstallTests {
  private static let scripts = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "scripts")

  /// Runs a shell command with the tool, the scripts' folder and a place as its arguments.
  private func output(of command: String, in place: Workplace) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command, "sh", ToolRun.tool.path, Self.scripts.path, place.folder.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }

  @Test func theManualHoldsEveryCommand() throws {
    let manual = try output(of: "\"$2/manual\" \"$1\"", in: try Workplace())
    for heading in ["NAME", "STRATA RENDER", "STRATA INSPECT", "STRATA CHECK", "STRATA CONVERT"] {
      #expect(manual.contains(".SH \(heading)\n"))
    }
    #expect(manual.contains("strata \\- Renders Core Animation documents"))
    #expect(manual.contains("\\-\\-contact\\-sheet"))
    // A line that began with a dot would be a command of roff.
    let commands = Set(
      manual.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != " " } }
    )
    #expect(commands == [".TH", ".SH", ".nf", ".fi"])
  }

  @Test func everythingLandsUnderThePrefix() throws {
    let place = try Workplace()
    _ = try output(
      of:
        "\"$2/manual\" \"$1\" > \"$3/page\" && DESTDIR=\"$3\" \"$2/install\" \"$1\" \"$3/page\" /opt/strata",
      in: place
    )
    let files = try FileManager.default.subpathsOfDirectory(atPath: place.path("opt/strata"))
      .filter { URL(filePath: place.path("opt/strata/\($0)")).hasDirectoryPath == false }
    let expected = [
      "bin/strata", "share/man/man1/strata.1", "share/bash-completion/completions/strata",
      "share/zsh/site-functions/_strata", "share/fish/vendor_completions.d/strata.fish",
    ]
    for name in expected {
      #expect(files.contains(name))
      let size = try FileManager.default.attributesOfItem(atPath: place.path("opt/strata/\(name)"))[.size]
      #expect((size as? NSNumber)?.intValue ?? 0 > 1000, "\(name)")
    }
    #expect(FileManager.default.isExecutableFile(atPath: place.path("opt/strata/bin/strata")))
  }
}
