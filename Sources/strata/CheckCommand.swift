import ArgumentParser
import StrataDocuments

/// `strata check`: everything in a document that is not honoured.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "List everything in a document that is not honoured, with its line.",
    discussion: """
      Exits with 0 when the document is honoured wholly, with 1 when anything is listed. Notes, such as an editor's own \
      keys that no picture depends on, are shown with --notes and do not count.
      """
  )

  @Argument(
    help: "The document: a .ca folder or a .caml file.",
    completion: .file(extensions: ["ca", "caml"])
  )
  var document: String

  @Flag(help: "Show what is kept but has no meaning for the picture, too.")
  var notes = false

  func run() throws {
    try reportingFailures {
      let document = try DocumentOptions.parse([]).open(self.document, quietly: true)
      let findings = document.diagnostics.filter { $0.severity != .note }
      for diagnostic in notes ? document.diagnostics : findings { print(diagnostic) }
      if !findings.isEmpty { throw ExitStatus.findings }
    }
  }
}
