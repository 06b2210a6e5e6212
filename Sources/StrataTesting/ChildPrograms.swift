package import Foundation

/// A folder of a test, for its user alone; removed with its object.
package final class TemporaryFolder: Sendable {
  package let url = FileManager.default.temporaryDirectory.appending(path: "strata-test-\(UUID().uuidString)")

  package init() throws {
    try FileManager.default.createDirectory(
      at: url,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// A program that a test ran did not end well.
package struct ProgramFailure: Error, CustomStringConvertible {
  /// The program and its arguments.
  package let words: [String]
  package let status: Int32

  package var description: String { "status \(status): \(words.joined(separator: " "))" }
}

/// Runs a program to its end and returns what it wrote.
///
/// - Throws: A ``ProgramFailure`` unless the program exits with 0.
@discardableResult
package func run(_ words: [String]) throws -> Data {
  let (process, pipe) = (Process(), Pipe())
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = words
  (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, pipe)
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw ProgramFailure(words: words, status: process.terminationStatus)
  }
  return output
}
