import Foundation
import QuartzCore
import StrataDocuments
import StrataRenderServer
import Testing

/// Documents drawn off screen: placing, time and states.
@Suite struct RenderingTests {
  /// The red, green and blue of a pixel, counted from the upper left corner.
  private func pixel(_ renderer: OfflineRenderer, _ x: Int, _ y: Int, at time: Double) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: renderer.pixelWidth * renderer.pixelHeight * 4)
    try bytes.withUnsafeMutableBytes { try renderer.render(at: time, into: $0) }
    let at = (y * renderer.pixelWidth + x) * 4
    return Array(bytes[at..<at + 3])
  }

  private let body = """
    <sublayers><CALayer id="b" bounds="0 0 2 2" position="1 1" backgroundColor="1 0 0"/></sublayers>
    """

  /// caml 4.2: y points up unless the manifest says otherwise; the root's position does not count.
  @Test func theFirstRowOfADocumentLiesAtTheBottom() throws {
    let read = try document(
      body,
      attributes: "bounds=\"0 0 8 6\" position=\"100 147\" backgroundColor=\"0 0 1\""
    )
    let renderer = OfflineRenderer(document: read)
    #expect(renderer.pixelWidth == 8 && renderer.pixelHeight == 6)
    #expect(try pixel(renderer, 0, 5, at: 0) == [255, 0, 0] && pixel(renderer, 0, 0, at: 0) == [0, 0, 255])
  }

  @Test func aFlippedManifestTurnsTheCanvas() throws {
    let scratch = try Scratch()
    try scratch.file(
      "a.ca/index.xml",
      "<plist><dict><key>geometryFlipped</key><true/><key>rootDocument</key><string>main.caml</string></dict></plist>"
    )
    try scratch.file(
      "a.ca/main.caml",
      "<caml><CALayer bounds='3 4 8 6' backgroundColor='0 0 1'><sublayers><CALayer bounds='0 0 2 2' position='4 5' backgroundColor='1 0 0'/></sublayers></CALayer></caml>"
    )
    let renderer = OfflineRenderer(
      document: try Document(contentsOf: scratch.url.appending(path: "a.ca")),
      scale: 2
    )
    #expect(renderer.pixelWidth == 16)
    #expect(try pixel(renderer, 1, 1, at: 0) == [255, 0, 0] && pixel(renderer, 1, 11, at: 0) == [0, 0, 255])
  }

  /// caml 5: a tiny begin time is the origin of the document's time.
  @Test func animationsRunFromTheStartOfTheDocument() throws {
    let read = try document(
      """
      <animations><a type="CABasicAnimation" keyPath="backgroundColor" beginTime="1e-100" duration="2" repeatCount="inf">
        <fromValue type="CGColor" value="0 0 0"/><toValue type="CGColor" value="1 0 0"/></a></animations>
      """,
      attributes: "bounds=\"0 0 2 2\""
    )
    let renderer = OfflineRenderer(document: read)
    for (time, red) in [(0.0, 0), (0.5, 64), (1.0, 128), (3.0, 128)] {
      let seen = Int(try pixel(renderer, 0, 0, at: time)[0])
      #expect(abs(seen - red) <= 1, "at \(time)")
    }
  }

  @Test func statesChangeInTheMiddleOfARendering() throws {
    let read = try document(
      body + """
        <states><LKState name="right"><elements><LKStateSetValue targetId="b" keyPath="position.x"><value type="integer" value="7"/></LKStateSetValue></elements></LKState></states>
        <stateTransitions><LKStateTransition fromState="*" toState="right"><elements><LKStateTransitionElement key="position.x" targetId="b">
          <animation type="CABasicAnimation" keyPath="position.x" duration="2" timingFunction="linear"/></LKStateTransitionElement></elements></LKStateTransition></stateTransitions>
        """,
      attributes: "bounds=\"0 0 8 6\" backgroundColor=\"0 0 1\""
    )
    let renderer = OfflineRenderer(document: read)
    renderer.change(at: 1) { try? read.setState("right") }
    // From x = 1 to x = 7 within two seconds: the square's left edge stands at 0, 3 and 6.
    for (time, x) in [(0.5, 0), (2.0, 3), (3.5, 6)] {
      #expect(try pixel(renderer, x, 5, at: time) == [255, 0, 0], "at \(time)")
      #expect(try pixel(renderer, (x + 4) % 8, 5, at: time) == [0, 0, 255], "at \(time)")
    }
    // Half way, the square turns round from where it is.
    renderer.change(at: 4) { try? read.setState(nil, transitionSpeed: 0) }
    #expect(try pixel(renderer, 0, 5, at: 4.5) == [255, 0, 0])
    #expect(try pixel(renderer, 6, 5, at: 3.5) == [255, 0, 0], "the past stays as it was")
  }

  @Test(.enabled(if: SharedDocuments.arePresent), arguments: SharedDocuments.bundles)
  func realDocumentsAreDrawn(path: String) throws {
    guard path != SharedDocuments.malformed else { return }
    let read = try Document(contentsOf: SharedDocuments.url(path))
    guard read.rootLayer != nil, read.canvasSize.width > 0 else { return }
    let renderer = OfflineRenderer(document: read, scale: min(1, 200 / read.canvasSize.width))
    var first = [UInt8](repeating: 0, count: renderer.pixelWidth * renderer.pixelHeight * 4)
    var second = first
    try first.withUnsafeMutableBytes { try renderer.render(at: 1, into: $0) }
    try second.withUnsafeMutableBytes { try renderer.render(at: 0.25, into: $0) }
    try second.withUnsafeMutableBytes { try renderer.render(at: 1, into: $0) }
    #expect(first == second, "the same time gives the same bytes")
  }
}
