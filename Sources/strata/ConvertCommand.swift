import ArgumentParser
import Foundation
import StrataDocuments

/// `strata convert`: writes a document again.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a document again: OUT.caml as a bare file, OUT.ca as a package.",
    discussion: """
      Unknown parts are written as they were read. A wallpaper is written as a folder, OUT.wallpaper, with a package for \
      each of its documents.
      """
  )

  @Argument(help: DocumentOptions.documentHelp, completion: DocumentOptions.documentCompletion)
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
