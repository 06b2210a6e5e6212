import CoreGraphics
import Foundation
import QuartzCore
import StrataCompositor
import StrataDocuments
import StrataRenderServer
import StrataTesting
import Testing

/// Scenes beside the slow renderer in doubles, which shares no kernel with the one of the screen.
@Suite struct ReferenceRendererTests {
  /// Scenes that magnify what they read from their target, up to sixteen times.
  ///
  /// Burning, 1 − (1 − d)/s, and dodging, d/(1 − s), follow d by 1/s and 1/(1 − s): with the darkest s of the scene, 0.0627,
  /// half a level in d is eight in the result. The blend mode of colours divides by how far a
  /// luminosity lies beyond the range of colours in the same way. What is
  /// blended stays exact until then, but a target holds bytes, so these scenes are judged from the bytes that they read.
  private static let steep = ["blend-color", "blend-color-burn", "blend-color-dodge"]

  /// The pixels of a scene that are more than a level from the reference renderer, in thousandths; nil if it is not judged.
  private static func strays(of scene: BrowserScene) throws -> (count: Double, largest: Int)? {
    let document = try Document(contentsOf: BrowserScene.folder.appending(path: scene.name + ".caml"))
    let renderer = OfflineRenderer(
      layer: document.canvasLayer,
      size: document.canvasSize,
      scale: 1,
      origin: .bottomLeft,
      threads: 1
    )
    let precision: ReferenceRenderer.Precision = steep.contains(scene.name) ? .bytes : .doubles
    guard let judged = ReferenceRenderer.bytes(of: renderer.frame(at: scene.time), keeping: precision) else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: judged.count)
    try bytes.withUnsafeMutableBytes { try renderer.render(at: scene.time, into: $0) }
    var (count, largest) = (0, 0)
    for i in stride(from: 0, to: bytes.count, by: 4) {
      var difference = 0
      for channel in i..<i + 4 {
        let (ours, references) = (Int(bytes[channel]), Int(judged[channel]))
        difference = max(difference, abs(ours - references))
      }
      largest = max(largest, difference)
      if difference > 1 { count += 1 }
    }
    return (Double(count) * 4000 / Double(max(1, bytes.count)), largest)
  }

  @Test(
    "rendering R-6, R-19, GR-10, C-13: at most a level from exact colours in 999 of 1000 pixels",
    .enabled(if: buildHasImageCodecs),
    arguments: BrowserScene.all
  )
  func pixelsAreNearTheReference(_ scene: BrowserScene) throws {
    guard let found = try Self.strays(of: scene) else { return }
    #expect(
      found.count <= 1,
      "\(found.count) of 1000 pixels, at most \(found.largest) levels"
    )
  }

  @Test("Most scenes are judged", .enabled(if: buildHasImageCodecs))
  func mostScenesAreJudged() throws {
    let judged = try BrowserScene.all.filter { try Self.strays(of: $0) != nil }
    #expect(judged.count * 10 >= BrowserScene.all.count * 7, "\(judged.count) of \(BrowserScene.all.count)")
  }
}
