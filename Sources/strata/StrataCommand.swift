import ArgumentParser

/// The command line: documents in, pictures and film out.
@main
struct StrataCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "strata",
    abstract: "Renders Core Animation documents, without a screen or a GPU.",
    discussion: """
      A document is a .ca folder or a bare .caml file. Results go to the output file or to standard output; \
      everything else is said on standard error.

      Exit codes: 0 done; 1 check found something, or --strict met a warning; 64 wrong arguments; 65 the document \
      is broken; 66 it cannot be read; 69 the encoder is missing; 70 the encoder failed; 73 the output cannot be \
      written; 130 interrupted.
      """,
    version: "0.1.0",
    subcommands: [RenderCommand.self, InspectCommand.self, CheckCommand.self, ConvertCommand.self]
  )
}
