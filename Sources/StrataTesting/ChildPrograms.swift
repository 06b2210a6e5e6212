package import Foundation
import Synchronization

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

/// Runs a program to its end.
///
/// - Parameters:
///   - words: The program, by its path or by a name on the PATH, and its arguments.
///   - environment: Variables beside those of the tests.
///   - errors: Where its standard error goes.
/// - Returns: What it wrote to its standard output.
/// - Throws: A ``ProgramFailure`` unless the program exits with 0.
@discardableResult
package func run(
  _ words: [String],
  environment: [String: String] = [:],
  errors: FileHandle = .standardError
) throws -> Data {
  let (process, pipe) = (Process(), Pipe())
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = words
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, pipe)
  process.standardError = errors
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw ProgramFailure(words: words, status: process.terminationStatus)
  }
  return output
}

/// A program that runs beside the tests: its lines are kept, and a test waits for those that it expects.
package final class ChildProgram: Sendable {
  private let process: Mutex<Process>
  private let input: FileHandle
  private let lines = Mutex<[String]>([])
  /// The number of the process.
  package let number: Int32

  /// Starts a program; nil if it is not there.
  package init?(_ program: URL, _ arguments: [String] = [], environment: [String: String] = [:]) {
    guard FileManager.default.isExecutableFile(atPath: program.path) else { return nil }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (output, input) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError, process.standardInput) = (output, output, input)
    guard (try? process.run()) != nil else { return nil }
    number = process.processIdentifier
    self.process = Mutex(process)
    self.input = input.fileHandleForWriting
    let reader = output.fileHandleForReading
    Thread { [weak self] in
      var rest = Data()
      while true {
        let piece = reader.availableData
        guard !piece.isEmpty else { return }
        rest += piece
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          self?.add(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
          rest = Data(rest[(end + 1)...])
        }
      }
    }.start()
  }

  deinit { end() }

  private func add(_ line: String) { lines.withLock { $0.append(line) } }

  /// All lines so far.
  package var output: [String] { lines.withLock { $0 } }

  /// True until the program has ended.
  package var isRunning: Bool { process.withLock { $0.isRunning } }

  /// The exit code; nil while the program runs.
  package var status: Int32? { process.withLock { $0.isRunning ? nil : $0.terminationStatus } }

  /// Ends the program at once.
  package func end() {
    if isRunning { kill(number, SIGKILL) }
  }

  /// Writes a line to the program.
  package func write(_ line: String) {
    // A pipe that nobody reads would end the tests.
    guard isRunning else { return }
    try? input.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Waits for a line that begins with a text, after those seen before; nil if none comes in time.
  package func line(_ start: String, after count: Int = 0, for seconds: Double = 60) async -> String? {
    var found: String?
    _ = await eventually(for: seconds) {
      found = self.output.dropFirst(count).first { $0.hasPrefix(start) }
      return found != nil
    }
    return found
  }

  /// Writes a command and waits for the answer.
  package func ask(_ command: String, for answer: String) async -> String? {
    let count = output.count
    write(command)
    return await line(answer, after: count)
  }

  /// A program that was built with the tests.
  package static func built(_ name: String) -> URL {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    // The test bundle may stand some folders below the products.
    for _ in 0..<4 where !FileManager.default.isExecutableFile(atPath: folder.appending(path: name).path) {
      folder.deleteLastPathComponent()
    }
    return folder.appending(path: name)
  }

  /// A program of the system; nil if it is not installed.
  package static func installed(_ name: String) -> URL? {
    let path = URL(filePath: "/usr/bin").appending(path: name)
    return FileManager.default.isExecutableFile(atPath: path.path) ? path : nil
  }

  /// Runs a program to its end for a test that asks again until it sees what it waits for.
  ///
  /// - Returns: What it printed; nothing if it is not there or failed, as while there is no window yet.
  @discardableResult package static func run(
    _ name: String,
    _ arguments: [String],
    environment: [String: String]
  ) async -> Data {
    (try? StrataTesting.run([name] + arguments, environment: environment, errors: .nullDevice)) ?? Data()
  }
}

/// Looks every few milliseconds whether a condition holds; returns false if it did not in time.
package func eventually(for seconds: Double = 60, _ condition: () async -> Bool) async -> Bool {
  let end = Date(timeIntervalSinceNow: seconds)
  while Date() < end {
    if await condition() { return true }
    try? await Task.sleep(for: .milliseconds(20))
  }
  return await condition()
}
