import CoreGraphics
import Foundation
import QuartzCore
import StrataCompositor
import StrataDocuments
import StrataRenderServer
import StrataTesting
import Testing

/// Compares scenes with the slow renderer in doubles, which shares no kernel with the backend.
@Suite struct ReferenceRendererTests {
  /// Scenes whose blend modes magnify differences of their target up to sixteen times.
  ///
  /// Burning, 1 − (1 − d)/s, and dodging, d/(1 − s), follow d by 1/s and 1/(1 − s): with the darkest s of the scene, 0.0627,
  /// half a level in d is eight in the result. The blend mode `color` divides by the distance of a luminosity from the
  /// range of colours in the same way. Sources are exact until they are blended, but the target holds bytes, so that the
  /// reference renderer draws these scenes from the bytes that they read.
  private static let steep = ["blend-color", "blend-color-burn", "blend-color-dodge"]

  /// The pixels of a scene that differ from the reference renderer's by more than a level, in thousandths, and the largest
  /// difference; nil if the reference renderer does not support the scene.
  private static func outliers(of scene: BrowserScene) throws -> (count: Double, largest: Int)? {
    let document = try Document(contentsOf: BrowserScene.folder.appending(path: scene.name + ".caml"))
    let renderer = OfflineRenderer(
      layer: document.canvasLayer,
      size: document.canvasSize,
      scale: 1,
      origin: .bottomLeft,
      threads: 1
    )
    let precision: ReferenceRenderer.Precision = steep.contains(scene.name) ? .bytes : .doubles
    guard let reference = ReferenceRenderer.bytes(of: renderer.frame(at: scene.time), keeping: precision)
    else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: reference.count)
    try bytes.withUnsafeMutableBytes { try renderer.render(at: scene.time, into: $0) }
    var (count, largest) = (0, 0)
    for i in stride(from: 0, to: bytes.count, by: 4) {
      var difference = 0
      for channel in i..<i + 4 {
        let (ours, expected) = (Int(bytes[channel]), Int(reference[channel]))
        difference = max(difference, abs(ours - expected))
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
    guard let found = try Self.outliers(of: scene) else { return }
    #expect(
      found.count <= 1,
      "\(found.count) of 1000 pixels, at most \(found.largest) levels"
    )
  }

  @Test("The reference renderer supports most scenes", .enabled(if: buildHasImageCodecs))
  func mostScenesAreSupported() throws {
    let supported = try BrowserScene.all.filter { try Self.outliers(of: $0) != nil }
    #expect(
      supported.count * 10 >= BrowserScene.all.count * 7,
      "\(supported.count) of \(BrowserScene.all.count)"
    )
  }
}
