import ArgumentParser
import CoreGraphics
import Foundation
import StrataDocuments
import StrataRenderServer

/// `strata check`: lists the parts of a document that are ignored.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "List the parts of a document that are ignored or broken, each with its line.",
    discussion: """
      Lists what the renderer would ignore, every occurrence: unknown elements, keys and key paths, values that do not fit \
      their property, missing or broken images, fonts that are not installed; and a document of a size that cannot be \
      rendered. --strict has no further effect here.

      Exits with 0 if nothing is ignored, with 1 if anything is listed. Notes, such as an editor's own keys that do not \
      affect pictures, are listed with --notes and do not count.
      """
  )

  @Argument(help: DocumentOptions.documentHelp, completion: DocumentOptions.documentCompletion)
  var document: String

  @Flag(help: "List notes, too: parts that are kept but do not affect pictures.")
  var notes = false

  @Flag(help: "Print a JSON array of objects with severity, kind, file, line, column and message.")
  var json = false

  @OptionGroup var source: DocumentOptions

  func run() throws {
    try reportingFailures {
      var options = source.reading
      options.isStrict = false
      options.checksAllImages = true
      let document = try DocumentInput.read(self.document, options: options)
      let remarks = document.remarks + sizeRemarks(of: document)
      let findings = remarks.filter { $0.severity != .note }
      let listed = notes ? remarks : findings
      if json {
        print(Diagnostic.json(listed), terminator: "")
      } else {
        for diagnostic in listed { print(diagnostic) }
      }
      if !findings.isEmpty { throw ExitStatus.findings }
    }
  }

  /// What keeps every picture of the document from being rendered in its own size.
  private func sizeRemarks(of document: Document) -> [Diagnostic] {
    // An empty document is a valid one that shows nothing.
    guard document.rootLayer != nil else { return [] }
    let size = document.canvasSize
    let (width, height) = (PixelCount.covering(size.width), PixelCount.covering(size.height))
    do throws(RenderError) {
      try DefaultBackend.checkSize(width: width, height: height)
      return []
    } catch {
      let file = DocumentInput.shownPlace(of: self.document)
      return Document.geometryWarning(in: file, "the document cannot be rendered: \(error)")
    }
  }
}
