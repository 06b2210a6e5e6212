import Logging
import Synchronization

/// Writes the library's log to standard error, each message as a line that begins with the path of the document.
///
/// Messages that the reader has reported, with their place in the document, are not repeated.
struct ToolLog: LogHandler {
  /// The document that is being read or drawn.
  private struct Subject {
    var path = ""
    var reported: Set<String> = []
    var level = Logger.Level.notice
  }

  private static let subject = Mutex(Subject())
  /// The log of the process can be set once.
  private static let isInstalled: Bool = {
    LoggingSystem.bootstrap { _ in ToolLog() }
    return true
  }()

  var logLevel: Logger.Level {
    get { Self.subject.withLock { $0.level } }
    set { Self.subject.withLock { $0.level = newValue } }
  }
  var metadata: Logger.Metadata = [:]

  /// Sends the library's messages here, from now on as those of a document.
  ///
  /// - Parameters:
  ///   - path: The path of the document.
  ///   - quietly: True to write errors only.
  ///   - reported: Messages that the reader has reported.
  static func start(for path: String, quietly: Bool, reported: Set<String>) {
    subject.withLock { $0 = Subject(path: path, reported: reported, level: quietly ? .error : .notice) }
    _ = isInstalled
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let path = Self.subject.withLock { $0.reported.contains("\(event.message)") ? nil : $0.path }
    guard let path else { return }
    say("\(path): \(event.level >= .error ? "error" : "warning"): \(event.message)\(details(of: event))")
  }

  /// What a message says beside its words, such as `: no such kernel (filter sepia)`.
  private func details(of event: LogEvent) -> String {
    var facts = metadata.merging(event.metadata ?? [:]) { $1 }
    let reason = facts.removeValue(forKey: "reason").map { ": \($0)" } ?? ""
    guard !facts.isEmpty else { return reason }
    let words = facts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return "\(reason) (\(words.joined(separator: ", ")))"
  }
}
