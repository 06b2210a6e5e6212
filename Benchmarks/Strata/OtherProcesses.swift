import Foundation

/// Processes that keep processors busy, as other programs do.
final class OtherProcesses {
  private let processes: [Process]

  /// Starts processes that never wait.
  init(count: Int) throws {
    processes = try (0..<count).map { _ in
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      // It ends with this program, whose pipe it reads from in the background.
      process.arguments = ["-c", "exec 3<&0; (read line <&3; kill $$) & while :; do :; done"]
      process.standardInput = Pipe()
      try process.run()
      return process
    }
  }

  func end() {
    for process in processes {
      process.terminate()
      process.waitUntilExit()
    }
  }
}
