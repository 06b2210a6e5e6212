import ArgumentParser
import Foundation
import StrataDocuments

/// How a document is read; the same for every command.
struct DocumentOptions: ParsableArguments {
  @Option(help: "Show the document in this state from the start.")
  var state: String?

  @Flag(help: "Fail when anything in the document is not honoured, such as a missing image.")
  var strict = false

  @Option(help: "How many elements may be inside each other.")
  var maxDepth: Int?

  @Option(help: "How many elements the document may have.")
  var maxElements: Int?

  @Option(help: "How many pixels an image may have.")
  var maxImagePixels: Int?

  /// Reads the document and says its warnings.
  func open(_ path: String, quietly: Bool) throws -> Document {
    var options = ReadingOptions()
    if let maxDepth { options.limits.depth = maxDepth }
    if let maxElements { options.limits.elements = maxElements }
    if let maxImagePixels { options.limits.imagePixels = maxImagePixels }
    options.isStrict = strict
    options.state = state
    let document = try Document(contentsOf: URL(filePath: path), options: options)
    if !quietly {
      for diagnostic in document.diagnostics where diagnostic.severity != .note { say("\(diagnostic)") }
    }
    guard document.rootLayer != nil else {
      if !quietly { say("\(path): the document is empty: it has no layer") }
      return document
    }
    if strict, document.diagnostics.contains(where: { $0.severity != .note }) {
      say("strata: \(path): --strict, and the document has warnings")
      throw ExitStatus.findings
    }
    return document
  }
}
