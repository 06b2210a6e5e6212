import ArgumentParser
import Foundation
import StrataDocuments

#if Media
  import StrataMedia
#endif

/// The options for reading a document, shared by all commands.
struct DocumentOptions: ParsableArguments {
  /// The help of the argument that names a document.
  static let documentHelp = ArgumentHelp("The document: \(kinds).")
  /// The help of the argument that names several documents.
  static let documentsHelp = ArgumentHelp("The documents. Each is \(kinds).")
  private static let kinds = """
    a .ca folder, a .caml or .caar file, a wallpaper (a .wallpaper folder or a .tendies archive), or "-" for standard \
    input
    """
  static let documentCompletion = CompletionKind.file(extensions: [
    "ca", "caml", "caar", "wallpaper", "tendies",
  ])

  @Option(help: "Show the document in this state from the start.")
  var state: String?

  @Flag(help: "Fail if any part of the document is ignored, such as a missing image.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Look for pictures with absolute paths below FROM in the folder TO here. May be given several times.",
      discussion:
        "A document made for a device names its pictures by the device's folders, such as /var/mobile/....",
      valueName: "from=to"
    )
  )
  var assets: [AssetMapping] = []

  @Option(help: "The greatest nesting depth of elements.")
  var maxDepth: Int?

  @Option(help: "The greatest number of elements.")
  var maxElements: Int?

  @Option(help: "The greatest number of pixels of an image.")
  var maxImagePixels: Int?

  @Option(help: "The greatest number of pixels of all images together.")
  var maxDocumentPixels: Int?

  @Option(help: "The greatest number of bytes read in all: markup, manifest and images.")
  var maxBytes: Int?

  /// The options of a reading, as the arguments say.
  var reading: ReadingOptions {
    var options = ReadingOptions()
    if let maxDepth { options.limits.depth = maxDepth }
    if let maxElements { options.limits.elements = maxElements }
    if let maxImagePixels { options.limits.imagePixels = maxImagePixels }
    if let maxDocumentPixels { options.limits.documentPixels = maxDocumentPixels }
    if let maxBytes { options.limits.totalBytes = maxBytes }
    options.isStrict = strict
    options.state = state
    options.assetFolders = assets.map(\.folder)
    #if Media
      options.openFilm = { try VideoClip(contentsOf: $0) }
    #endif
    return options
  }

  func validate() throws {
    let limits = [
      ("max-depth", maxDepth), ("max-elements", maxElements), ("max-image-pixels", maxImagePixels),
      ("max-document-pixels", maxDocumentPixels), ("max-bytes", maxBytes),
    ]
    for (name, limit) in limits where limit ?? 1 < 1 {
      throw ValidationError("--\(name) must be at least 1.")
    }
  }

  /// Reads the document and prints its warnings; those that differ in their place only are one line.
  func open(_ path: String, quietly: Bool) throws -> Document {
    let document = try DocumentInput.read(path, options: reading)
    let warnings = document.diagnostics.filter { $0.severity != .note }
    ToolLog.start(for: path, quietly: quietly, reported: Set(warnings.map(\.message)))
    if !quietly {
      var counts: [Diagnostic.Remark: Int] = [:]
      for warning in warnings { counts[warning.remark, default: 0] += 1 }
      for warning in warnings {
        guard let count = counts.removeValue(forKey: warning.remark) else { continue }
        say("\(warning)" + (count > 1 ? " (and \(count - 1) more like it; strata check lists all)" : ""))
      }
      if document.rootLayer == nil { say("\(path): the document is empty: it has no layer") }
    }
    if strict, !warnings.isEmpty {
      say("strata: \(path): --strict, and the document has warnings")
      throw ExitStatus.findings
    }
    return document
  }
}

extension Diagnostic {
  /// A diagnostic without its place.
  fileprivate struct Remark: Hashable {
    let severity: Severity
    let message: String
  }

  fileprivate var remark: Remark { Remark(severity: severity, message: message) }
}
