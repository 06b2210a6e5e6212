import Logging

/// Writes the library's log to standard error, each message as a line that begins with the path of the document.
///
/// Messages that the reader has reported, with their place in the document, are not repeated.
struct ToolLog: LogHandler {
  private let path: String
  private let reported: Set<String>
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  /// Sends all further messages of the library here; call once.
  ///
  /// - Parameters:
  ///   - path: The path of the document.
  ///   - quietly: True to write errors only.
  ///   - reported: Messages that the reader has reported.
  static func start(for path: String, quietly: Bool, reported: Set<String>) {
    LoggingSystem.bootstrap { _ in
      ToolLog(path: path, reported: reported, logLevel: quietly ? .error : .notice)
    }
  }

  private init(path: String, reported: Set<String>, logLevel: Logger.Level) {
    (self.path, self.reported, self.logLevel) = (path, reported, logLevel)
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(
    level: Logger.Level,
    message: Logger.Message,
    metadata: Logger.Metadata?,
    source: String,
    file: String,
    function: String,
    line: UInt
  ) {
    guard !reported.contains("\(message)") else { return }
    let reason = metadata?["reason"].map { ": \($0)" } ?? ""
    say("\(path): \(level >= .error ? "error" : "warning"): \(message)\(reason)")
  }
}
