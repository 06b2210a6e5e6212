import ArgumentParser
import Foundation
import StrataDocuments

/// `strata convert`: writes a document again.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a document again: OUT.caml as a bare file, OUT.ca as a package.",
    discussion: "Unknown parts are written as they were read."
  )

  @Argument(
    help: "The document: a .ca folder or a .caml file.",
    completion: .file(extensions: ["ca", "caml"])
  )
  var document: String

  @Argument(help: "The .caml file or .ca folder to write.", completion: .file(extensions: ["ca", "caml"]))
  var output: String

  @OptionGroup var source: DocumentOptions

  func run() throws {
    try reportingFailures {
      let document = try source.open(self.document, quietly: false)
      try document.write(to: URL(filePath: output))
    }
  }
}
