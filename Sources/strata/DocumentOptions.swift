import ArgumentParser
import Foundation
import StrataDocuments

/// The options for reading a document, shared by all commands.
struct DocumentOptions: ParsableArguments {
  /// The help of the argument that names a document.
  static let documentHelp: ArgumentHelp =
    "The document: a .ca folder, a .caml or .caar file, or a wallpaper (a .wallpaper folder or a .tendies archive)."
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

  /// Reads the document and prints its warnings.
  func open(_ path: String, quietly: Bool) throws -> Document {
    var options = ReadingOptions()
    if let maxDepth { options.limits.depth = maxDepth }
    if let maxElements { options.limits.elements = maxElements }
    if let maxImagePixels { options.limits.imagePixels = maxImagePixels }
    options.isStrict = strict
    options.state = state
    options.assetFolders = assets.map(\.folder)
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
