import Foundation
import Glibc
import StrataText
import Synchronization

/// A record that grows with each picture, so that what is complete counts whenever the machine ends.
final class PartJournal: Sendable {
  private struct State {
    let descriptor: Int32
    /// The number of fonts in the record's last list.
    var fontCount = 0
    /// The installed files among them, by their paths.
    var fontFiles: [String: FontFile] = [:]
  }

  private let url: URL
  private let state: Mutex<State>

  /// Writes a record with the pictures that are complete already, and opens it for others.
  init(_ record: PartRecord) throws(ExportError) {
    let file = try OutputFile(record.url)
    try file.write(record.text)
    try file.finish()
    let descriptor = open(record.url.path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotWrite(path: record.url.path, reason: lastSystemError()) }
    url = record.url
    state = Mutex(State(descriptor: descriptor))
  }

  deinit { state.withLock { _ = close($0.descriptor) } }

  /// Adds a picture that is complete under its name, and the fonts if more have been used.
  func add(_ file: PartFile) throws(ExportError) {
    let failure: Result<Void, ExportError> = state.withLock { state in
      Result { () throws(ExportError) in
        var text = Data()
        let fonts = FontFiles.openedCount
        if fonts != state.fontCount, let used = try FontSet.used(&state.fontFiles) {
          text += PartRecord.Line(fonts: used).text
        }
        state.fontCount = fonts
        text += PartRecord.Line(file: file).text
        if let problem = text.withUnsafeBytes({ writeAll($0, to: state.descriptor) }) {
          throw .cannotWrite(path: url.path, reason: problem.reason)
        }
      }
    }
    try failure.get()
  }
}
