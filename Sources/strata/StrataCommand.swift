import ArgumentParser

/// The command line: renders, inspects, checks and converts documents.
@main
struct StrataCommand: ParsableCommand {
  /// The version of the package, as in the newest heading of CHANGELOG.md.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "strata",
    abstract: "Renders Core Animation documents, without a screen or a GPU.",
    discussion: """
      A document is a .ca folder, a bare .caml file, a keyed archive (.caar), or a wallpaper of several documents (a \
      .wallpaper folder or a .tendies archive), which are shown as one stack. Results go to the output file or to standard output. Messages go \
      to standard error.

      Exit codes: 0 done; 1 check found something, or --strict met a warning; 64 wrong arguments; 65 the document \
      is broken; 66 it cannot be read; 69 the encoder is missing; 70 the encoder failed; 73 the output cannot be \
      written; 130 interrupted.
      """,
    version: version,
    subcommands: [RenderCommand.self, InspectCommand.self, CheckCommand.self, ConvertCommand.self]
  )
}
