import Foundation
import QuartzCore
import StrataDocuments
import StrataRenderServer
import Testing

/// The code of the articles compiles and does what they say.
@Suite struct ArticleTests {
  /// The pages of Documentation/ whose code belongs to a program; code of others may stand for more than it says.
  private static let pages = ["Views", "Media", "Preview"].map { "Documentation/\($0).md" }

  /// The Swift code of the read me, of the articles and of pages, but for lines of a manifest.
  static let snippets: [CodeBlock] = {
    let articles =
      FileManager.default.enumerator(atPath: Checkout.root.appending(path: "Sources").path)?
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".md") } ?? []
    let files = ["README.md"] + pages + articles.sorted().map { "Sources/\($0)" }
    return files.flatMap { CodeBlock.blocks(of: "swift", in: $0) }
      .filter { $0.code.first?.hasPrefix(".package(") == false }
  }()

  private static let compiled: String = {
    let text = try? Checkout.text("Tests/DocumentationTests/ArticleCode.swift")
    return significant(text?.components(separatedBy: "\n") ?? [])
  }()

  /// Code without imports and without white space, which the formatter sets as it likes.
  private static func significant(_ lines: [String]) -> String {
    lines.filter { !$0.hasPrefix("import ") }.joined().filter { !$0.isWhitespace }
  }

  @Test(arguments: snippets) func everySnippetIsCompiled(_ snippet: CodeBlock) {
    // A call that never returns has a function of its own.
    let code = snippet.code.last == "RunLoop.main.run()" ? snippet.code.dropLast() : snippet.code[...]
    #expect(
      Self.compiled.contains(Self.significant(Array(code))),
      "ArticleCode.swift does not hold this snippet"
    )
  }

  /// The modules that give their clients all of Foundation.
  private static let foundationExporters: Set<String> = {
    let sources =
      FileManager.default.enumerator(atPath: Checkout.root.appending(path: "Sources").path)?
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") } ?? []
    var exports: [String: Set<String>] = [:]
    for source in sources {
      guard let module = source.split(separator: "/").first,
        let text = try? Checkout.text("Sources/\(source)")
      else { continue }
      let names = text.matches(of: /(?m)^ *@_exported public import (\w+)$/).map { String($0.output.1) }
      exports[String(module), default: []].formUnion(names)
    }
    var found: Set = ["Foundation"]
    while true {
      let more = exports.filter { !found.contains($0.key) && !found.isDisjoint(with: $0.value) }.keys
      if more.isEmpty { return found }
      found.formUnion(more)
    }
  }()

  /// Code that begins with imports is a file: it has all the imports that it needs.
  @Test(arguments: snippets.filter { $0.code.first?.hasPrefix("import ") == true })
  func filesImportFoundationForItsNames(_ file: CodeBlock) {
    let imports = file.code.filter { $0.hasPrefix("import ") }.map { String($0.dropFirst("import ".count)) }
    let name = file.code.joined(separator: "\n").firstMatch(
      of: /\b(URL|Data|Date|UUID|FileManager|RunLoop|Bundle|Timer|JSONDecoder|NS[A-Z]\w+)\(/
    )
    guard let name else { return }
    #expect(!Self.foundationExporters.isDisjoint(with: imports), "\(name.output.1) is one of Foundation")
  }

  @Test func thereAreSnippets() { #expect(Self.snippets.count > 20) }

  @Test func momentsAreDrawnInAnyOrderAndPrinted() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (images, page) = try ArticleCode.moments(in: folder)
    let pixels = images.map { $0.dataProvider?.data as Data? }
    #expect(images.map(\.width) == [400, 400, 400])
    #expect(pixels[0] == pixels[2])
    #expect(pixels[0] != pixels[1])
    #expect(page?.prefix(5) == Data("%PDF-".utf8))
    #expect(try ArticleCode.writing(ArticleCode.overview(), in: folder).contains("cornerRadius=\"12\""))
  }

  @Test func theDialTurns() throws {
    let dial = ArticleCode.DialLayer()
    dial.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
    dial.position = CGPoint(x: 10, y: 10)
    dial.setNeedsDisplay()
    let renderer = OfflineRenderer(layer: dial, size: dial.bounds.size)
    let still = try renderer.image(at: 0)
    renderer.change(at: 1) { dial.angle = .pi }
    let half = try renderer.image(at: 1.2)
    let turned = try renderer.image(at: 2)
    /// True if the hand covers a point that is `(x, y)` away from the centre.
    func hand(_ image: CGImage, _ x: Int, _ y: Int) -> Bool {
      guard let bytes = image.dataProvider?.data as Data? else { return false }
      return bytes[(10 + y) * image.bytesPerRow + (10 + x) * 4 + 3] > 128
    }
    #expect(hand(still, 6, 0) && !hand(still, -6, 0))
    #expect(hand(turned, -6, 0) && !hand(turned, 6, 0))
    #expect(!hand(half, 6, 0) && !hand(half, -6, 0))
  }

  @Test func theFilterMakesBlackAndWhite() throws {
    let layer = ArticleCode.overview()
    layer.position = CGPoint(x: 60, y: 40)
    layer.removeAllAnimations()
    ArticleCode.filter(layer)
    let renderer = OfflineRenderer(layer: layer, size: layer.bounds.size)
    /// The red of the pixel in the middle.
    func red(_ time: Double) throws -> UInt8? {
      let image = try renderer.image(at: time)
      return (image.dataProvider?.data as Data?)?[40 * image.bytesPerRow + 60 * 4]
    }
    // The mean of 0.2, 0.4 and 0.9 is a half, which the limit passes after one of two seconds.
    #expect(try red(0.8) == 255)
    #expect(try red(1.2) == 0)
  }
}
