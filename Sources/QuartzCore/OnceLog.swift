import Logging
import Synchronization

/// Says once what is ignored because it makes no sense.
enum OnceLog {
  private static let logger = Logger(label: "strata.layers")
  private static let said = Mutex<Set<String>>([])

  static func note(_ message: String) {
    let isNew = said.withLock { said in
      // A program that makes up key paths does not fill the memory.
      said.count < 1000 && said.insert(message).inserted
    }
    if isNew { logger.notice("\(message)") }
  }
}
