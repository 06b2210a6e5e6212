public import Foundation

/// The reason why a document cannot be read or written, with the place and advice.
public struct DocumentError: Error, Hashable, Sendable {
  /// The classes of failure.
  public enum Kind: String, Hashable, Sendable {
    /// The location has no file or folder.
    case missing
    /// The file at the location cannot be read.
    case unreadable
    /// The location holds something that is not a layer document.
    case notADocument
    /// The text is not well-formed XML.
    case malformed
    /// The document is larger or deeper than the limits allow.
    case limit
    /// An image or another resource is absent or broken, and the reading is strict.
    case resource
    /// The document has no layer, or no state of the given name.
    case absent
    /// The document could not be written.
    case unwritable
  }

  /// The class of the failure.
  public var kind: Kind
  /// The path of the file that the failure is about.
  public var file: String
  /// The line of the failure, counted from 1; nil if unknown.
  public var line: Int?
  /// The column of the failure in characters, counted from 1; nil if unknown.
  public var column: Int?
  /// The problem.
  public var reason: String
  /// Advice for the reader of the error; may be empty.
  public var advice: String

  package init(
    _ kind: Kind,
    _ file: String,
    line: Int? = nil,
    column: Int? = nil,
    _ reason: String,
    advice: String = ""
  ) {
    (self.kind, self.file, self.line, self.column) = (kind, file, line, column)
    (self.reason, self.advice) = (reason, advice)
  }
}

extension DocumentError: CustomStringConvertible, LocalizedError {
  /// The failure as one line: place, reason, advice.
  public var description: String {
    var place = file
    if let line { place += ":\(line)" }
    if line != nil, let column { place += ":\(column)" }
    return "\(place): \(reason)\(advice.isEmpty ? "" : " (\(advice))")"
  }

  /// The same line that ``description`` gives.
  public var errorDescription: String? { description }
}
