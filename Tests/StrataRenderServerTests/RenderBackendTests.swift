import CoreGraphics
import Foundation
import StrataBase
import StrataRenderServer
import StrataRenderTree
import Testing

/// Every choice of a backend draws, on every machine.
@Suite struct RenderBackendTests {
  private func pixels(_ backend: RenderBackend) throws -> [UInt8] {
    let root = LayerID(index: 0, generation: 1)
    var state = LayerState()
    state.anchorPoint = .zero
    state.bounds = CGRect(x: 0, y: 0, width: 30, height: 20)
    state.backgroundColor = CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.5)
    state.cornerRadius = 6
    var commit = Commit(sequence: 1, time: 0, root: root)
    commit.updates = [LayerUpdate(id: root, aspects: .all, state: state)]
    var tree = RenderTree()
    tree.apply(commit)
    let size = CGSize(width: 30, height: 20)
    let renderer = OfflineRenderer(size: size, scale: 1, origin: .topLeft, threads: 1, backend: backend)
    renderer.record(tree, at: 0)
    var bytes = [UInt8](repeating: 7, count: 30 * 20 * 4)
    try bytes.withUnsafeMutableBytes { try renderer.render(at: 0, into: $0) }
    return bytes
  }

  @Test func allDrawTheSamePicture() throws {
    let expected = try pixels(.processor)
    #expect(Set(expected).count > 4)
    #expect(try pixels(.graphics) == expected)
    #expect(try pixels(.automatic) == expected)
  }

  @Test func namesAreThoseOfTheOption() {
    #expect(RenderBackend.allCases.map(\.rawValue) == ["auto", "cpu", "gpu"])
    #expect(RenderBackend(rawValue: "metal") == nil)
  }
}
