import ArgumentParser
import Foundation
import StrataDocuments
import StrataExport

/// `strata convert`: writes a document again.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a document again: OUT.caml as a bare file, OUT.ca as a package.",
    discussion: """
      Unknown parts are written as they were read, and all states. Pictures are written beside a bare file under their \
      own names, or under new ones where other files have these; those that --assets finds elsewhere come into the \
      folder assets. A wallpaper is written as a folder, OUT.wallpaper, with \
      a package for each of its documents. Other names are refused.
      """
  )

  @Argument(help: DocumentOptions.documentHelp, completion: DocumentOptions.documentCompletion)
  var document: String

  @Argument(
    help: "The .caml file, .ca folder or .wallpaper folder to write.",
    completion: .file(extensions: ["ca", "caml", "wallpaper"])
  )
  var output: String

  @OptionGroup var source: SourceOptions

  /// What the output's extension says is written.
  private enum Form: String {
    case file = "caml"
    case package = "ca"
    case wallpaper

    init?(output: String) { self.init(rawValue: OutputName(text: output).pathExtension.lowercased()) }
  }

  func validate() throws {
    guard Form(output: output) != nil else {
      throw ValidationError("The output must end in .caml, .ca or .wallpaper.")
    }
  }

  func run() throws {
    try reportingFailures {
      let cancellation = Interruption.shared.cancellation
      guard let form = Form(output: output) else { throw ExportError.unknownFormat(path: output) }
      try checkPlace(for: form)
      let document = try source.open(self.document, quietly: false)
      if form == .wallpaper, document.parts.isEmpty {
        throw ExportError.invalidSetting(
          name: output,
          reason: "a document that is not a wallpaper is written as .caml or .ca"
        )
      }
      // A bare file in its own package would be read in the package's terms.
      let place = URL(filePath: output)
      if form == .file, document.package?.isBundle == true { try document.check(output: place) }
      try cancellation.check()
      let writing = Result { try document.write(to: place) { cancellation.isCancelled } }
      try cancellation.check()
      try writing.get()
    }
  }

  /// Throws if a folder is where a file is to be written, or a file where a folder is.
  private func checkPlace(for form: Form) throws(ExportError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: output, isDirectory: &isFolder),
      isFolder.boolValue != (form != .file)
    else { return }
    throw .cannotWrite(path: output, reason: isFolder.boolValue ? "it is a folder" : "it is not a folder")
  }
}
