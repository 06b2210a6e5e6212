import CoreGraphics
import Foundation
import ImageIO
import QuartzCore
import StrataDocuments
import StrataRenderServer
import StrataTesting
import Testing

/// A scene that a style sheet can express as well.
///
/// It is a document, a web page that says the same, and the page's picture as a browser drew it.
/// `scripts/browser-scenes` writes all three.
struct BrowserScene: Decodable, Sendable, CustomTestStringConvertible {
  let name: String
  /// The moment of the picture, in seconds.
  let time: Double
  let about: String

  var testDescription: String { name }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "BrowserScenes")

  static let all: [BrowserScene] = {
    let list = try? Data(contentsOf: folder.appending(path: "scenes.json"))
    return list.flatMap { try? JSONDecoder().decode([BrowserScene].self, from: $0) } ?? []
  }()

  private func expected() throws -> CGImage {
    let source = CGImageSourceCreateWithURL(Self.folder.appending(path: name + ".png") as CFURL, nil)
    return try #require(source.flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) })
  }

  func comparison() throws -> ImageComparison {
    let (drawn, picture) = try (expected(), self.picture())
    return try #require(ImageComparison(drawn, picture))
  }

  /// What this library draws.
  private func picture() throws -> CGImage {
    let document = try Document(contentsOf: Self.folder.appending(path: name + ".caml"))
    #expect(document.diagnostics.filter { $0.severity != .note }.isEmpty)
    let renderer = OfflineRenderer(
      layer: document.canvasLayer,
      size: document.canvasSize,
      scale: 1,
      origin: .bottomLeft,
      threads: 1
    )
    return try renderer.image(at: time)
  }

  /// The limits of a scene whose two pictures differ because of a rule.
  struct Allowance {
    var mean = 1.0
    var similarity = 0.985
    let reason: String
  }

  /// Scenes in which layers and style sheets follow different rules, with the limits for their pictures.
  static let allowances: [String: Allowance] = [
    "animate-matrix": Allowance(
      mean: 19.5,
      similarity: 0.74,
      reason: "Layers mix polar parts of matrices, style sheets scales and skews (rendering K-10)"
    )
  ]

  /// Reasons why pictures within the limits differ visibly, by the beginnings of the scenes' names.
  static let remarks: KeyValuePairs<String, String> = [
    "shadow-": "Blurs are three boxes, whose deviation is a little smaller (rendering R-34)",
    "filter-blur": "Blurs are three boxes (rendering R-34)",
    "opacity-": "The browser's groups are one or two steps of 255 darker than the exact values",
    "translucent-": "The browser's translucent colours are a step of 255 darker than the exact values",
    "picture-aspect": "The browser moves the picture's edges to whole pixels; layers do not (rendering G-23)",
    "picture-rounded": "Each part of a layer is cut by the rounded clip on its own",
    "clip-": "Each part of a layer is cut by the rounded clip on its own",
    "conic-sectors": "Hard edges are sampled at pixel centres (rendering GR-10)",
  ]

  /// The scene's subject, then the reason why the two pictures differ, if there is one.
  var remark: String {
    let reason = Self.allowances[name]?.reason ?? Self.remarks.first { name.hasPrefix($0.key) }?.value
    return reason.map { "\(about). \($0)." } ?? "\(about)."
  }
}

@Suite struct BrowserTests {
  @Test(.enabled(if: buildHasImageCodecs), arguments: BrowserScene.all)
  func aSceneLooksAsABrowserDrawsIt(_ scene: BrowserScene) throws {
    let comparison = try scene.comparison()
    let allowance = BrowserScene.allowances[scene.name] ?? .init(reason: "")
    #expect(comparison.meanError <= allowance.mean, "\(comparison)")
    #expect(comparison.similarity >= allowance.similarity, "\(comparison)")
  }

  @Test func allowancesAreOfScenesThatNeedThem() {
    let names = Set(BrowserScene.all.map(\.name))
    #expect(names.count >= 60)
    #expect(names.isSuperset(of: BrowserScene.allowances.keys))
  }

  /// `STRATA_COMPARISON=file` writes what was measured as a table.
  @Test(
    .enabled(if: buildHasImageCodecs && ProcessInfo.processInfo.environment["STRATA_COMPARISON"] != nil)
  )
  func theMeasuresAreWritten() throws {
    let path = try #require(ProcessInfo.processInfo.environment["STRATA_COMPARISON"])
    var rows: [String] = []
    var means: [Double] = []
    var similarities: [Double] = []
    for scene in BrowserScene.all.sorted(by: { $0.name < $1.name }) {
      let comparison = try scene.comparison()
      means.append(comparison.meanError)
      similarities.append(comparison.similarity)
      let (mean, similarity) = (comparison.meanError, comparison.similarity)
      rows.append(String(format: "| %@ | %.3f | %.4f | %@ |", scene.name, mean, similarity, scene.remark))
    }
    let count = Double(max(1, rows.count))
    let text = """
      # Strata beside a browser

      Each scene has two descriptions, a Core Animation document and a web page. Strata draws one, Chromium the other.
      The mean error is the mean absolute difference of all colour channels on the scale of 0 to 255; SSIM is the
      structural similarity of the luma in windows of 8 x 8 pixels, 1 for identical pictures. A scene passes with a mean
      error of at most 1 and an SSIM of at least 0.985. Remarks name the rules by which pictures differ.

      \(rows.count) scenes, mean error \(String(format: "%.3f", means.reduce(0, +) / count)), \
      mean SSIM \(String(format: "%.4f", similarities.reduce(0, +) / count)).

      The scenes are in `Tests/StrataDocumentsTests/BrowserScenes`; `python3 scripts/browser-scenes` writes them, and
      with `--draw` draws the pages. This table: `STRATA_COMPARISON=Documentation/browser-comparison.md make test`.

      | Scene | Mean error | SSIM | Remark |
      |---|---:|---:|---|
      \(rows.joined(separator: "\n"))

      """
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}
