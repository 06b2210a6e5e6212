import ArgumentParser
import StrataDocuments

/// `strata check`: lists the parts of a document that are ignored.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "List the parts of a document that are ignored, each with its line.",
    discussion: """
      Exits with 0 if nothing is ignored, with 1 if anything is listed. Notes, such as an editor's own keys that do not \
      affect pictures, are listed with --notes and do not count.
      """
  )

  @Argument(help: DocumentOptions.documentHelp, completion: DocumentOptions.documentCompletion)
  var document: String

  @Flag(help: "List notes, too: parts that are kept but do not affect pictures.")
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
