import ArgumentParser
import Foundation
import StrataDocuments
import StrataExport

/// `strata pack`: writes a document with all its files as one archive.
struct PackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack",
    abstract: "Write a document with its images as one archive, which every command reads like the document.",
    discussion: """
      The archive is a zip file whose bytes depend on the document alone: names are sorted and there are no dates. Its \
      SHA-256 digest, which is printed, names it in a store. Fonts are not in it: strata doctor compares machines, and \
      strata join refuses parts that were drawn with other fonts.

      Pictures that --assets finds are in it, by relative references.
      """
  )

  @Argument(help: DocumentOptions.documentHelp, completion: DocumentOptions.documentCompletion)
  var document: String

  @Option(name: [.short, .long], help: "The archive to write.", completion: .file(extensions: ["zip"]))
  var output: String

  @OptionGroup var source: SourceOptions

  func validate() throws {
    let name = OutputName(text: output)
    // The digest is printed there.
    if name.isStandardOutput { throw ValidationError("--output: an archive needs a file.") }
    let suffix = name.pathExtension.lowercased()
    if ["ca", "caml", "caar", "wallpaper"].contains(suffix) {
      throw ValidationError("--output: an archive is no .\(suffix); give it a name in .zip.")
    }
  }

  func run() throws {
    try reportingFailures {
      let cancellation = Interruption.shared.cancellation
      let url = URL(filePath: output)
      try OutputFile.checkFolder(of: url)
      let document = try source.open(self.document, quietly: false)
      try document.check(output: url)
      let packing = Result { try document.packed { cancellation.isCancelled } }
      try cancellation.check()
      let archive = try packing.get()
      let file = try OutputFile(url)
      try file.write(archive)
      try file.synchronize()
      try cancellation.check()
      try file.finish(cancellation)
      print("\(Document.digest(of: archive))  \(output)")
    }
  }
}
