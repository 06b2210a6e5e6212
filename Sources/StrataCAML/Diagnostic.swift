/// One remark about a document that was read.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// The effect of a diagnostic on the picture.
  public enum Severity: String, Hashable, Sendable, Comparable {
    /// The picture is the same.
    case note
    /// The picture may differ from the author's intent.
    case warning
    /// Part of the document is unusable.
    case error

    /// Orders severities from note to error.
    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

    private var rank: Int { self == .note ? 0 : self == .warning ? 1 : 2 }
  }

  /// The subject of a diagnostic.
  public enum Kind: String, Hashable, Sendable {
    /// An element that names neither a class nor a property.
    case unknownElement
    /// An attribute or key that the class does not have.
    case unknownKey
    /// A value of the wrong kind for its place.
    case badValue
    /// Geometry that is not a number, not finite, or negative where it must not be.
    case badGeometry
    /// A key that is read and kept but does not change the picture.
    case notHonoured
    /// A reference or target that names no object of the document.
    case danglingReference
    /// Objects that contain each other.
    case circularReference
    /// An image or another file that is absent, broken or outside the package.
    case resource
    /// Data of an editor without meaning for drawing.
    case editorData
  }

  /// The effect on the picture.
  public var severity: Severity
  /// The subject.
  public var kind: Kind
  /// The path of the file that the diagnostic is about.
  public var file: String
  /// The line, counted from 1; 0 if unknown.
  public var line: Int
  /// The column in characters, counted from 1; 0 if unknown.
  public var column: Int
  /// The diagnostic as a sentence without the place.
  public var message: String

  /// The diagnostic as one line: place, severity, message.
  public var description: String {
    (line > 0 ? "\(file):\(line):\(column): " : "\(file): ") + "\(severity.rawValue): \(message)"
  }
}

/// The diagnostics of one reading, without duplicates.
package final class DiagnosticLog {
  package private(set) var entries: [Diagnostic] = []
  private var known: Set<Diagnostic> = []
  /// Further entries are dropped, so that a document with a mistake in every element stays cheap.
  private let limit = 10_000
  /// How many entries are notes, which have a limit of their own: they must not push out warnings.
  private var noteCount = 0
  package let file: String

  package init(file: String) {
    self.file = file
  }

  package func add(
    _ severity: Diagnostic.Severity,
    _ kind: Diagnostic.Kind,
    at element: MarkupElement?,
    _ message: String
  ) {
    guard (severity == .note ? noteCount : entries.count - noteCount) < limit else { return }
    let entry = Diagnostic(
      severity: severity,
      kind: kind,
      file: file,
      line: element?.line ?? 0,
      column: element?.column ?? 0,
      message: message
    )
    guard known.insert(entry).inserted else { return }
    entries.append(entry)
    if severity == .note { noteCount += 1 }
  }

  package func warn(_ kind: Diagnostic.Kind, at element: MarkupElement?, _ message: String) {
    add(.warning, kind, at: element, message)
  }
}
