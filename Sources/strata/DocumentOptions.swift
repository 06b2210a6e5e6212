import ArgumentParser
import StrataDocuments

/// The options for reading a document that is shown.
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

  @OptionGroup var source: SourceOptions

  /// The options of a reading, as the arguments say.
  var reading: ReadingOptions {
    var options = source.reading
    options.state = state
    return options
  }

  /// Reads the document, goes to its state and prints its warnings.
  func open(_ path: String, quietly: Bool) throws -> Document {
    try source.open(path, reading, quietly: quietly)
  }
}
