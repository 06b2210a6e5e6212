public import Foundation

/// The reason why an export did not produce its file.
///
/// No partial file is left under the final name.
public enum ExportError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The output's name has no known extension.
  case unknownFormat(path: String)
  /// The output cannot be created or written.
  case cannotWrite(path: String, reason: String)
  /// The encoder is not installed.
  case encoderMissing(name: String, format: String)
  /// The encoder ended with an error.
  case encoderFailed(name: String, reason: String)
  /// A moment could not be drawn.
  case cannotRender(reason: String)
  /// A file of this format cannot be written to a pipe.
  case cannotStream(format: String)
  /// The parts do not make a film: one is missing, broken, or of another film or machine.
  case cannotJoin(path: String, reason: String)
  /// The export was cancelled.
  case cancelled
  /// A setting is out of its range.
  case invalidSetting(name: String, reason: String)

  /// The error and its remedy in one line.
  public var description: String {
    switch self {
    case .unknownFormat(let path):
      "\(path): the name has no known extension; use one of \(ExportFormat.names { _ in true })"
    case .cannotWrite(let path, let reason):
      "\(path): cannot write: \(reason)"
    case .encoderMissing(let name, let format):
      "\(name) is not installed, and \(format) needs it; install it with: sudo apt-get install \(name)"
    case .encoderFailed(let name, let reason):
      "\(name) failed: \(reason)"
    case .cannotRender(let reason):
      "cannot render: \(reason)"
    case .cannotStream(let format):
      "\(format) cannot be written to a pipe; write it to a file, or use one of "
        + ExportFormat.names(where: \.canStream)
    case .cannotJoin(let path, let reason):
      "\(path): \(reason)"
    case .cancelled:
      "the export was interrupted; no unfinished file is left"
    case .invalidSetting(let name, let reason):
      "\(name): \(reason)"
    }
  }
}

extension ExportError: LocalizedError {
  /// The same line that ``description`` gives.
  public var errorDescription: String? { description }
}
