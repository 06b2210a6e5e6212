import CoreGraphics
import Foundation
import StrataBase
import StrataCompositor
import StrataFrame
import StrataRenderTree
import Testing

/// Replicators whose copies keep their depth (rendering RP-1, RP-6, Z-9).
@Suite struct ReplicatorDepthTests {
  private func copies(_ step: CATransform3D, keepsDepth: Bool, count: Int = 3) -> Scene {
    var scene = Scene()
    var state = ReplicatorState()
    (state.instanceCount, state.instanceTransform, state.preservesDepth) = (count, step, keepsDepth)
    scene.box("copies", 0, 0, 100, 100, .blue, kind: .replicator(.init(state)))
    let id = LayerID(index: 1, generation: 1)
    scene.box("item", in: id, 10, 10, 20, 20)
    return scene
  }

  /// Rendering RP-1.
  @Test func defaults() {
    let state = ReplicatorState()
    #expect(state.instanceCount == 1)
    #expect(state.instanceDelay == 0)
    #expect(state.instanceTransform.isIdentity)
    #expect(state.instanceColor?.extendedSRGB == SIMD4(1, 1, 1, 1) && !state.preservesDepth)
    #expect(
      [
        state.instanceRedOffset, state.instanceGreenOffset, state.instanceBlueOffset,
        state.instanceAlphaOffset,
      ]
        == [0, 0, 0, 0]
    )
  }

  private func lefts(_ scene: Scene) -> [Int32] {
    let frame = scene.frame()
    return frame.passes.last.map { frame.items(of: $0).map(\.boundsInDevice.minX) } ?? []
  }

  /// Rendering RP-6: the first copy is at the back; with depth, the farthest copy is.
  @Test func copiesAreOrderedByNumberOrByDepth() {
    let away = CATransform3DMakeTranslation(10, 0, -5)
    #expect(lefts(copies(away, keepsDepth: false)) == [0, 10, 20, 30])
    #expect(lefts(copies(away, keepsDepth: true)) == [30, 20, 10])
    let near = CATransform3DMakeTranslation(10, 0, 5)
    #expect(lefts(copies(near, keepsDepth: true)) == [10, 20, 30])
  }

  /// Rendering RP-4, E-354.
  @Test func coloursAreMultiplied() throws {
    var scene = Scene()
    var state = ReplicatorState()
    state.instanceColor = CGColor(srgbRed: 0.6, green: 0.6, blue: 0.6, alpha: 1)
    scene.box("copies", 0, 0, 100, 100, nil, kind: .replicator(.init(state)))
    let id = LayerID(index: 1, generation: 1)
    scene.box("item", in: id, 10, 10, 20, 20, CGColor(srgbRed: 0.5, green: 1, blue: 1, alpha: 1))
    guard case .fill(_, let color)? = scene.frame().items.last?.payload else {
      Issue.record("no fill")
      return
    }
    #expect(abs(color.x - 0.3) < 1e-6 && abs(color.y - 0.6) < 1e-6)
  }
}
