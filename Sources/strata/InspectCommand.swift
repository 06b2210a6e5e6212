import ArgumentParser
import Foundation
import QuartzCore
import StrataDocuments
#if Inspector
  import StrataInspector
#endif
import StrataRenderServer

/// `strata inspect`: prints the layer tree with its values and running animations.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Print the layer tree of a document, one line for each layer.",
    discussion: """
      Lists values that differ from the defaults, and running animations. With --at, values are those on show at that
      moment.
      """ + liveDiscussion
  )

  #if Inspector
    private static let liveDiscussion = """


      With --live, the tree is that of a running program, or of a document that strata preview serves. The address is the one \
      that the inspector prints, with its token. Values are those on show, now or at --at.
      """
  #else
    private static let liveDiscussion = ""
  #endif

  @Argument(help: DocumentOptions.documentHelp, completion: DocumentOptions.documentCompletion)
  var document: String?

  #if Inspector
    @Option(help: ArgumentHelp("Read the page of an inspector instead of a document.", valueName: "address"))
    var live: String?
  #endif

  @Option(
    name: [.long, .customLong("time")],
    parsing: .unconditional,
    help: "Show animated values at this moment, in seconds."
  )
  var at: Double?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var source: DocumentOptions

  func validate() throws {
    #if Inspector
      guard (document == nil) != (live == nil) else {
        throw ValidationError("Name either a document or, with --live, the address of an inspector.")
      }
    #else
      guard document != nil else { throw ValidationError("Name a document.") }
    #endif
    if let at, !at.isFinite { throw ValidationError("The moment must be finite.") }
  }

  func run() throws {
    try reportingFailures {
      let layers = try layers()
      if json {
        print(LayerDescription.json(layers))
      } else {
        for layer in layers { print(layer) }
      }
    }
  }

  private func layers() throws -> [LayerDescription] {
    #if Inspector
      if let live { return try layers(ofPage: live) }
    #endif
    guard let document else { return [] }
    let read = try source.open(document, quietly: false)
    guard let root = read.rootLayer else { return [] }
    guard let at else { return LayerDescription.describe(root, showsPresentation: false) }
    var layers: [LayerDescription] = []
    OfflineRenderer(document: read).change(at: at) {
      layers = LayerDescription.describe(root, showsPresentation: true)
    }
    return layers
  }

  #if Inspector
    private func layers(ofPage address: String) throws -> [LayerDescription] {
      do throws(InspectorClient.Failure) {
        return try InspectorClient(address).layers(at: at)
      } catch {
        say("strata: \(error)")
        throw ExitStatus.unreachable
      }
    }
  #endif
}
