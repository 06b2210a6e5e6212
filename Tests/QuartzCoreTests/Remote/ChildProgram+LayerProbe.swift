import Foundation
import StrataTesting

extension ChildProgram {
  /// Starts the program `LayerProbe`; nil if it was not built.
  convenience init?(layerProbe arguments: [String], environment: [String: String] = [:]) {
    self.init(Self.built("LayerProbe"), arguments, environment: environment)
  }

  /// Waits for the program's end; returns its status, or nil if it does not end in time.
  func statusAtEnd() async -> Int32? {
    guard await eventually(for: 30, { !isRunning }) else { return nil }
    // The reader may still be behind.
    try? await Task.sleep(for: .milliseconds(50))
    return status
  }

  /// Writes a command, and waits until the program has obeyed it.
  func obey(_ command: String) {
    let count = output.count
    write(command)
    for _ in 0..<2000 where isRunning && !output.dropFirst(count).contains("done \(command)") {
      Thread.sleep(forTimeInterval: 0.005)
    }
  }

  /// Waits for the number of the program's client; 0 if there is none.
  func client() -> UInt32 {
    for _ in 0..<4000 {
      if let line = output.first(where: { $0.hasPrefix("client ") }) { return UInt32(line.dropFirst(7)) ?? 0 }
      Thread.sleep(forTimeInterval: 0.005)
    }
    return 0
  }
}
