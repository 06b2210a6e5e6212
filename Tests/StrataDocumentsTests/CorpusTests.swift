import Foundation
import QuartzCore
import StrataDocuments
import StrataCAML
import Testing

/// Every real document that is at hand.
@Suite(.enabled(if: SharedDocuments.arePresent)) struct CorpusTests {
  @Test(arguments: SharedDocuments.bundles)
  func documentsReadWriteAndReadAgainEqual(path: String) throws {
    guard path != SharedDocuments.malformed else { return }
    let first = try Document(contentsOf: SharedDocuments.url(path))
    let scratch = try Scratch()
    let copy = scratch.url.appending(path: "copy.ca")
    try first.write(to: copy)
    let second = try Document(contentsOf: copy)
    let (one, two) = (try #require(first.markup), try #require(second.markup))
    #expect(MarkupComparison.differences(one, two) == [])
    #expect(second.canvasSize == first.canvasSize && second.isGeometryFlipped == first.isGeometryFlipped)
    #expect(second.stateNames == first.stateNames)
    let (a, b) = (
      first.rootLayer.map { LayerDescription.describe($0) },
      second.rootLayer.map { LayerDescription.describe($0) }
    )
    #expect(a == b)
    #expect(
      first.diagnostics.count { $0.kind == .resource } == second.diagnostics.count { $0.kind == .resource }
        + (path.contains("pocketplayer") ? 1 : 0)
    )
  }

  @Test(arguments: SharedDocuments.bundles)
  func documentsHaveNoUnexplainedDiagnostics(path: String) throws {
    guard path != SharedDocuments.malformed else { return }
    let read = try Document(contentsOf: SharedDocuments.url(path))
    for kind in [Diagnostic.Kind.unknownElement, .unknownKey, .badValue, .badGeometry, .circularReference] {
      #expect(read.warnings(kind).isEmpty, "\(read.warnings(kind))")
    }
    // A build without the image codecs reports every picture as unreadable.
    guard buildHasImageCodecs else { return }
    #expect(read.warnings(.resource).count == (path.contains("pocketplayer") ? 2 : 0))
  }

  @Test(arguments: SharedDocuments.bundles)
  func everyStateIsEnteredAndLeftWithoutATrace(path: String) throws {
    guard path != SharedDocuments.malformed else { return }
    let read = try Document(contentsOf: SharedDocuments.url(path))
    guard let root = read.rootLayer else { return }
    let before = LayerDescription.describe(root, showsPresentation: false)
    for name in read.stateNames { try read.setState(name, transitionSpeed: 0) }
    try read.setState(nil, transitionSpeed: 0)
    #expect(LayerDescription.describe(root, showsPresentation: false) == before)
  }

  @Test func aTemplateWithAGapIsNamedWithItsPlace() throws {
    do throws(DocumentError) {
      _ = try Document(contentsOf: SharedDocuments.url(SharedDocuments.malformed))
      Issue.record("it was read")
    } catch {
      #expect(error.kind == .malformed)
      #expect(error.line == 7)
      #expect(error.column == 5)
    }
  }

  @Test func aSampleStandsAsItsAuthorMeant() throws {
    let read = try Document(contentsOf: SharedDocuments.url("monster-mouth/Floating.ca"))
    let layers = try #require(read.rootLayer?.sublayers)
    #expect(
      layers.map(\.name) == ["Root Layer", "Mouth-OPEN.png", "Tounge.png", "BottomTeeth.png", "TopTeeth.png"]
    )
    #expect(!buildHasImageCodecs || layers.dropFirst().allSatisfy { $0.contents is CGImage })
    try read.setState("Locked", transitionSpeed: 0)
    #expect(layers[4].position == CGPoint(x: 195, y: 780.1149692391161))
    #expect(layers[3].position == CGPoint(x: 195, y: 138.30331234715345))
  }

  @Test func aReplicatorWithAGroupStandsAsItsAuthorMeant() throws {
    let read = try Document(contentsOf: SharedDocuments.url("tinted-cubes/Floating.ca"))
    let replicator = try #require(read.rootLayer?.sublayers?.first as? CAReplicatorLayer)
    #expect(replicator.instanceCount == 14)
    #expect(replicator.instanceDelay == 0.2)
    #expect(replicator.instanceTransform.m43 == -999)
    let cube = try #require(replicator.sublayers?.first as? CATransformLayer)
    let group = try #require(cube.animation(forKey: "rotate") as? CAAnimationGroup)
    #expect(group.animations?.count == 2)
    #expect(group.repeatCount == .infinity)
    #expect(group.duration == 8)
    #expect(cube.sublayers?.count == 6 && read.stateNames.count == 24)
    try read.setState("Sleep LandscapeLeft Dark", transitionSpeed: 0)
    #expect(replicator.bounds.size.width == 601.119)
  }
}
