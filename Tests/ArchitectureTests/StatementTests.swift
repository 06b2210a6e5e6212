import Foundation
import Testing

/// The catalogues of statements and the tests that cite them, compared by the script that also writes the tables.
@Suite struct StatementTests {
  static let script = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "scripts/statements")

  /// The script is a Python program; a machine without Python still builds and tests everything else.
  static let canRun = ["/usr/bin/python3", "/usr/local/bin/python3"]
    .contains { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(.enabled(if: canRun))
  func everyCitationIsKnownAndEveryStatementHasATestOrADecision() throws {
    let process = Process()
    process.executableURL = Self.script
    process.arguments = ["check"]
    let output = Pipe()
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
  }
}
