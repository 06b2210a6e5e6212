import Foundation
import Synchronization

/// The program `LayerProbe`, which runs beside the tests; its lines are kept.
final class ProbeProcess: Sendable {
  private let process: Mutex<Process>
  private let input: FileHandle
  private let output = Mutex<[String]>([])
  let number: Int32

  /// Starts the program; nil if it was not built.
  init?(_ arguments: [String], environment: [String: String] = [:]) {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    let name = "LayerProbe"
    // The test bundle may stand some folders below the products.
    for _ in 0..<4 where !FileManager.default.isExecutableFile(atPath: folder.appending(path: name).path) {
      folder.deleteLastPathComponent()
    }
    let process = Process()
    process.executableURL = folder.appending(path: name)
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
          let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
          self?.output.withLock { $0.append(line) }
          rest = Data(rest[(end + 1)...])
        }
      }
    }.start()
  }

  deinit { kill() }

  /// All lines so far.
  var lines: [String] { output.withLock { $0 } }

  var isRunning: Bool { process.withLock { $0.isRunning } }

  /// Ends the program at once, as a crash would.
  func kill() {
    if isRunning { _ = Foundation.kill(number, SIGKILL) }
  }

  /// Waits for the program's end; returns its status, or -1 if it does not end in time.
  func end() async -> Int32 {
    for _ in 0..<3000 where isRunning { try? await Task.sleep(for: .milliseconds(10)) }
    // The reader may still be behind.
    try? await Task.sleep(for: .milliseconds(50))
    return isRunning ? -1 : process.withLock { $0.terminationStatus }
  }

  /// Writes a command, and waits until the program has obeyed it.
  func obey(_ command: String) {
    let count = lines.count
    // A pipe that nobody reads would end the tests.
    guard isRunning else { return }
    try? input.write(contentsOf: Data((command + "\n").utf8))
    for _ in 0..<2000 where !lines.dropFirst(count).contains("done \(command)") {
      Thread.sleep(forTimeInterval: 0.005)
    }
  }

  /// Waits for the number of the program's client; 0 if there is none.
  func client() -> UInt32 {
    for _ in 0..<4000 {
      if let line = lines.first(where: { $0.hasPrefix("client ") }) { return UInt32(line.dropFirst(7)) ?? 0 }
      Thread.sleep(forTimeInterval: 0.005)
    }
    return 0
  }
}
