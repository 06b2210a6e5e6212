import CoreGraphics
import Foundation
import QuartzCore
import StrataCompositor
import StrataDocuments
import StrataRenderServer
import StrataTesting
import Testing

/// Scenes beside the slow renderer in doubles, which shares no kernel with the one of the screen.
@Suite struct JudgeTests {
  /// What differs by more than a level, by the beginnings of scenes' names, and why.
  private static let allowances: KeyValuePairs<String, (levels: Int, thousandths: Double)> = [
    // Three boxes are near a Gaussian (rendering R-34), not equal to it.
    "shadow": (8, 5), "mask-shadow": (8, 5), "filter-blur": (8, 5), "backdrop-blur": (8, 5),
    // Outlines in perspective are cut into straight pieces sooner than the judge cuts them.
    "perspective": (1, 8),
    // Dividing by small numbers, and steep filters, magnify the rounding of the bytes that they read.
    "blend-": (1, 70), "filter-": (1, 4),
    // Where several round parts lie over each other each is rounded to a level.
    "border-rounded": (1, 3), "card": (1, 3), "copies": (1, 3), "picture-rounded": (1, 3),
    "animate-radius": (1, 3),
  ]

  /// The pixels of a scene that are further from the judge than they may be, in thousandths; nil if it is not judged.
  private static func strays(of scene: BrowserScene) throws -> (count: Double, allowed: Double, largest: Int)?
  {
    let document = try Document(contentsOf: BrowserScene.folder.appending(path: scene.name + ".caml"))
    let renderer = OfflineRenderer(
      layer: document.canvasLayer,
      size: document.canvasSize,
      scale: 1,
      origin: .bottomLeft,
      threads: 1
    )
    guard let judged = Judge.bytes(of: renderer.frame(at: scene.time)) else { return nil }
    var bytes = [UInt8](repeating: 0, count: judged.count)
    try bytes.withUnsafeMutableBytes { try renderer.render(at: scene.time, into: $0) }
    let allowance = allowances.first { scene.name.hasPrefix($0.key) }?.value ?? (levels: 1, thousandths: 1)
    var (count, largest) = (0, 0)
    for i in stride(from: 0, to: bytes.count, by: 4) {
      var difference = 0
      for channel in i..<i + 4 {
        let (ours, judges) = (Int(bytes[channel]), Int(judged[channel]))
        difference = max(difference, abs(ours - judges))
      }
      largest = max(largest, difference)
      if difference > allowance.levels { count += 1 }
    }
    return (Double(count) * 4000 / Double(max(1, bytes.count)), allowance.thousandths, largest)
  }

  @Test(
    "rendering R-6, R-19, GR-10, C-13: at most a level from exact colours in 999 of 1000 pixels",
    .enabled(if: buildHasImageCodecs),
    arguments: BrowserScene.all
  )
  func pixelsAreNearTheJudge(_ scene: BrowserScene) throws {
    guard let found = try Self.strays(of: scene) else { return }
    #expect(found.count <= found.allowed, "\(found.count) of 1000 pixels, at most \(found.largest) levels")
  }

  @Test("Most scenes are judged", .enabled(if: buildHasImageCodecs))
  func mostScenesAreJudged() throws {
    let judged = try BrowserScene.all.filter { try Self.strays(of: $0) != nil }
    #expect(judged.count * 10 >= BrowserScene.all.count * 7, "\(judged.count) of \(BrowserScene.all.count)")
  }
}
