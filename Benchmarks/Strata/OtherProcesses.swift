import Foundation

/// Processes that keep processors busy, as other programs do.
final class OtherProcesses {
  private let processes: [(process: Process, input: Pipe)]

  /// Starts processes that never wait.
  init(count: Int) throws {
    processes = try (0..<count).map { _ in
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      // It ends with this program, whose pipe it reads from in the background.
      process.arguments = ["-c", "exec 3<&0; (read line <&3; kill $$) & while :; do :; done"]
      let input = Pipe()
      process.standardInput = input
      try process.run()
      return (process, input)
    }
  }

  func end() {
    for (process, input) in processes {
      // The end of its input ends the shell and the one that reads, for which Foundation waits, too.
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
  }
}
