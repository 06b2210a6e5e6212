import Foundation
import QuartzCore
import StrataDocuments
import StrataRenderServer
import Testing

/// caml 10.11: a document that was converted renders as the original, whatever the forms on the way.
@Suite struct ConversionTests {
  /// The chains of forms: a package that becomes a file, a file that becomes a package, and back.
  private static let chains: [[Document.Form]] = [
    [.file], [.bundle], [.file, .bundle], [.file, .file], [.bundle, .file], [.file, .bundle, .file],
  ]

  /// Pictures at the start and later, of the base state and of every state.
  private func pictures(_ url: URL) throws -> [[UInt8]] {
    let names = try Document(contentsOf: url).stateNames
    return try ([nil] + names.map(Optional.some)).flatMap { state in
      var options = ReadingOptions()
      options.state = state
      let read = try Document(contentsOf: url, options: options)
      let width = max(1, read.canvasSize.width)
      let renderer = OfflineRenderer(document: read, scale: width > 200 ? 200 / width : 2)
      return try [0, 0.75].map { time in
        var bytes = [UInt8](repeating: 0, count: renderer.pixelWidth * renderer.pixelHeight * 4)
        try bytes.withUnsafeMutableBytes { try renderer.render(at: time, into: $0) }
        return bytes
      }
    }
  }

  /// The greatest difference of a channel; nil if the pictures have other sizes or another number.
  private func difference(_ a: [[UInt8]], _ b: [[UInt8]]) -> Int? {
    guard a.map(\.count) == b.map(\.count) else { return nil }
    return zip(a, b).map { zip($0, $1).map { abs(Int($0) - Int($1)) }.max() ?? 0 }.max() ?? 0
  }

  private func expectSamePictures(_ original: URL) throws {
    let expected = try pictures(original)
    for chain in Self.chains {
      let scratch = try Scratch()
      var url = original
      for (step, form) in chain.enumerated() {
        let target = scratch.url.appending(path: form == .file ? "\(step)/copy.caml" : "\(step)/copy.ca")
        try Document(contentsOf: url).write(to: target)
        url = target
      }
      let worst = difference(expected, try pictures(url))
      #expect(
        worst == 0,
        "\(original.lastPathComponent) through \(chain): \(worst.map(String.init) ?? "size")"
      )
    }
  }

  private static let corner = """
    <CALayer bounds="0 0 10 6" position="8 5" backgroundColor="1 0 0"/>
    """
  private static let bodies: [String: String] = [
    "background and sublayer": """
    <CALayer bounds="0 0 40 30" position="20 15" backgroundColor="0 0 1"><sublayers>\(corner)</sublayers></CALayer>
    """,
    "ends inside a pixel (10.12)": """
    <CALayer bounds="0 0 40.3 30.2" position="20.15 15.1" backgroundColor="0 0 1"><sublayers>\(corner)</sublayers>
    </CALayer>
    """,
    "moved bounds and position": """
    <CALayer bounds="3 4 40 30" position="100 147" backgroundColor="0 0 1"><sublayers>\(corner)</sublayers></CALayer>
    """,
    "turned about a corner": """
    <CALayer bounds="0 0 40 30" anchorPoint="0.25 0" position="10 0" transform="rotate(30deg)" \
    backgroundColor="0 0 1"><sublayers>\(corner)</sublayers></CALayer>
    """,
    "flipped itself, with a shadow": """
    <CALayer bounds="0 0 40 30" position="20 15" geometryFlipped="1"><sublayers>
    <CALayer bounds="0 0 10 6" position="12 9" backgroundColor="1 0 0" shadowOpacity="1" shadowOffset="3 5" \
    shadowRadius="1"/></sublayers></CALayer>
    """,
    "gradient and text": """
    <CAGradientLayer bounds="0 0 40 30" position="20 15" startPoint="0 0" endPoint="0 1"><colors>
    <CGColor value="1 0 0"/><CGColor value="0 1 0"/></colors><sublayers>
    <CATextLayer bounds="0 0 30 14" position="18 9" fontSize="10"><string type="string" value="Flip"/></CATextLayer>
    </sublayers></CAGradientLayer>
    """,
    "mask, states and animation": """
    <CALayer bounds="0 0 40 30" position="20 15" backgroundColor="0 0 1">
    <mask type="CALayer" bounds="0 0 40 12" position="20 6" backgroundColor="0 0 0"/>
    <sublayers><CALayer id="a" bounds="0 0 10 6" position="8 5" backgroundColor="1 0 0"><animations>
    <m type="CABasicAnimation" keyPath="position.y" duration="1" beginTime="1e-100" fillMode="both" \
    removedOnCompletion="0"><fromValue type="real" value="5"/><toValue type="real" value="25"/></m></animations>
    </CALayer></sublayers>
    <states><LKState name="Up"><elements><LKStateSetValue targetId="a" keyPath="position.x">
    <value type="real" value="30"/></LKStateSetValue></elements></LKState></states></CALayer>
    """,
  ]

  @Test(arguments: bodies.keys.sorted(), ["", "flipped", "scaled", "flipped and scaled"])
  func aConvertedDocumentRendersAsTheOriginal(body: String, package: String) throws {
    let scratch = try Scratch()
    let flip = package.contains("flipped") ? "<key>geometryFlipped</key><true/>" : ""
    let size =
      package.contains("scaled")
      ? "<key>documentWidth</key><real>60</real><key>documentHeight</key><integer>36</integer>" : ""
    try scratch.file(
      "a.ca/index.xml",
      "<plist><dict><key>rootDocument</key><string>main.caml</string>\(flip)\(size)</dict></plist>"
    )
    try scratch.file("a.ca/main.caml", "<caml>\(Self.bodies[body] ?? "")</caml>")
    try expectSamePictures(scratch.url.appending(path: "a.ca"))
  }

  @Test func aTreeInMemoryIsWrittenAsAFileThatRendersTheSame() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 40, height: 30)
    let dot = CALayer()
    dot.frame = CGRect(x: 2, y: 1, width: 10, height: 6)
    dot.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    root.addSublayer(dot)
    let scratch = try Scratch()
    let urls = ["a.ca", "a.caml"].map { scratch.url.appending(path: $0) }
    let made = Document(
      rootLayer: root,
      canvasSize: CGSize(width: 80, height: 40),
      isGeometryFlipped: true
    )
    for url in urls { try made.write(to: url) }
    #expect(difference(try pictures(urls[0]), try pictures(urls[1])) == 0)
  }

  private func picture(_ read: Document, scale: CGFloat) throws -> [UInt8] {
    let renderer = OfflineRenderer(document: read, scale: scale)
    var bytes = [UInt8](repeating: 0, count: renderer.pixelWidth * renderer.pixelHeight * 4)
    try bytes.withUnsafeMutableBytes { try renderer.render(at: 0.75, into: $0) }
    return bytes
  }

  @Test(.enabled(if: SharedDocuments.arePresent), arguments: SharedDocuments.bundles)
  func aRealDocumentRendersAsTheOriginal(path: String) throws {
    guard path != SharedDocuments.malformed else { return }
    let url = SharedDocuments.url(path)
    let original = try Document(contentsOf: url)
    guard original.canvasSize.width > 0 else { return }
    // At one of these scales at least, most canvases end inside a pixel.
    for scale in [1, 0.37] as [CGFloat] { try expectSamePicture(of: url, scale) }
  }

  private func expectSamePicture(of url: URL, _ scale: CGFloat) throws {
    let expected = try picture(try Document(contentsOf: url), scale: scale)
    let scratch = try Scratch()
    for name in ["copy.caml", "copy.ca"] {
      let target = scratch.url.appending(path: name)
      try Document(contentsOf: url).write(to: target)
      let worst = difference([expected], [try picture(try Document(contentsOf: target), scale: scale)])
      #expect(worst == 0, "\(url.lastPathComponent) as \(name)")
    }
  }
}
