package import StrataCAML

extension Document {
  /// A warning about the document as a whole, as those of the reader.
  ///
  /// - Parameters:
  ///   - file: The document's name in the warning.
  ///   - message: The warning as a sentence.
  /// - Returns: The warning alone.
  package static func geometryWarning(in file: String, _ message: String) -> [Diagnostic] {
    let log = DiagnosticLog(file: file)
    log.add(.warning, .badGeometry, at: nil, message)
    return log.entries
  }
}
