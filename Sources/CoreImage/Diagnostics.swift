import Logging
import Synchronization

/// Reports mistakes that are ignored, each once in a process.
enum Diagnostics {
  private static let reported = Mutex<Set<String>>([])
  private static let most = 1000

  /// Logs a message unless it was logged before; after a thousand different ones, nothing more.
  static func report(_ message: String) {
    let isNew = reported.withLock { $0.count < most && $0.insert(message).inserted }
    if isNew { Logger(label: "strata.coreimage").warning("\(message)") }
  }
}
