import ArgumentParser
import Foundation
import QuartzCore
import StrataDocuments
import StrataRenderServer

/// `strata inspect`: prints the layer tree with its values and running animations.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Print the layer tree of a document, one line for each layer.",
    discussion: """
      Lists values that differ from the defaults, and running animations. With --at, values are those on show at that
      moment.
      """
  )

  @Argument(help: DocumentOptions.documentHelp, completion: DocumentOptions.documentCompletion)
  var document: String

  @Option(help: "Show animated values at this moment, in seconds.")
  var at: Double?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var source: DocumentOptions

  func run() throws {
    try reportingFailures {
      let document = try source.open(self.document, quietly: false)
      var layers: [LayerDescription] = []
      if let root = document.rootLayer {
        if let at {
          let renderer = OfflineRenderer(document: document)
          renderer.change(at: at) { layers = LayerDescription.describe(root, showsPresentation: true) }
        } else {
          layers = LayerDescription.describe(root, showsPresentation: false)
        }
      }
      if json {
        print(LayerDescription.json(layers))
      } else {
        for layer in layers { print(layer) }
      }
    }
  }
}
