import Logging
import Synchronization

/// A log of ignored mistakes that writes each message once.
enum OnceLog {
  private static let logger = Logger(label: "strata.layers")
  private static let logged = Mutex<Set<String>>([])

  static func note(_ message: String) {
    let isNew = logged.withLock { logged in
      // A program that makes up key paths must not fill the memory.
      logged.count < 1000 && logged.insert(message).inserted
    }
    if isNew { logger.notice("\(message)") }
  }
}
