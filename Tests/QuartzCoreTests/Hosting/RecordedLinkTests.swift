import Foundation
import QuartzCore
import StrataRenderServer
import StrataRenderTree
import Testing

/// Display links on the time line of an offline renderer.
@Suite struct RecordedLinkTests {
  private let layer = box(0, 0, 10, 10)
  private let renderer: OfflineRenderer

  init() {
    CATransaction.flush()
    renderer = OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10))
  }

  @Test("A link that is added in a change fires in the time that is played")
  func linksFireInRecordedTime() throws {
    var stamps: [Double] = []
    let layer = self.layer
    let link = CADisplayLink { link in
      stamps.append(link.timestamp)
      #expect(CACurrentMediaTime() == link.timestamp)
      CATransaction.setDisableActions(true)
      layer.position.x = link.timestamp * 100
    }
    link.preferredFramesPerSecond = 30
    renderer.change(at: 1) { link.add(to: .main, forMode: .common) }
    renderer.play(until: 2.01)
    #expect(stamps.count == 30)
    #expect(zip(stamps, stamps.dropFirst()).allSatisfy { abs($1 - $0 - 1 / 30.0) < 1e-9 })
    let tree = try #require(renderer.tree(at: 1.5))
    let shown = try #require(tree.root.flatMap { tree[$0]?.state.position.x })
    #expect(shown > 146 && shown < 151)
    #expect(abs(layer.position.x - (stamps.last ?? 0) * 100) < 1e-9)
    link.invalidate()
    renderer.play(until: 3)
    #expect(stamps.count == 30)
  }

  @Test("A pause stops a link in recorded time, and a removal, too")
  func linksPause() {
    var count = 0
    let link = CADisplayLink { _ in count += 1 }
    renderer.change(at: 0) { link.add(to: .main, forMode: .default) }
    renderer.change(at: 0.101) { link.isPaused = true }
    #expect(count == 6)
    renderer.change(at: 1.001) { link.isPaused = false }
    #expect(count == 6)
    renderer.change(at: 1.101) { link.remove(from: .main, forMode: .default) }
    #expect(count == 12)
    renderer.play(until: 2)
    #expect(count == 12)
  }

  @Test("A link has its display's rate again after it ran in recorded time")
  func linksComeBack() async {
    await onOwnThread {
      let layer = box(0, 0, 10, 10)
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10))
      let host = HeadlessHost(
        layer: box(0, 0, 10, 10),
        size: CGSize(width: 10, height: 10),
        framesPerSecond: 144
      )
      var durations: [Double] = []
      let link = host.displayLink { durations.append($0.duration) }
      renderer.change(at: 0) { link.add(to: .current, forMode: .default) }
      renderer.change(at: 0.05) { link.remove(from: .current, forMode: .default) }
      #expect(durations.count == 3)
      #expect(durations.allSatisfy { abs($0 - 1 / 60.0) < 1e-9 })
      durations = []
      link.add(to: .current, forMode: .default)
      #expect(runLoop { durations.count > 1 })
      #expect(durations.allSatisfy { abs($0 - 1 / 144.0) < 1e-9 })
      link.invalidate()
    }
  }

  @Test("A link of a renderer that is gone fires no more")
  func linksEndWithTheirRenderer() async {
    await onOwnThread {
      let layer = box(0, 0, 10, 10)
      var renderer: OfflineRenderer? = OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10))
      var (recorded, live) = (0, 0)
      let link = CADisplayLink { _ in recorded += 1 }
      let other = CADisplayLink { _ in live += 1 }
      renderer?.change(at: 0) { link.add(to: .current, forMode: .default) }
      renderer?.change(at: 0.05) {}
      #expect(recorded == 3)
      renderer = nil
      link.isPaused = true
      link.isPaused = false
      other.add(to: .current, forMode: .default)
      #expect(runLoop { live > 3 })
      #expect(recorded == 3)
      link.remove(from: .current, forMode: .default)
      link.add(to: .current, forMode: .default)
      #expect(runLoop { recorded > 3 })
      link.invalidate()
      other.invalidate()
    }
  }

  @Test("A link of a Metal layer that is added in recorded time serves a live host")
  func linksOfMetalLayersGoLive() async {
    await onOwnThread {
      let layer = metalLayer(4, 4)
      let painter = LinkPainter()
      let link = CAMetalDisplayLink(metalLayer: layer)
      link.delegate = painter
      let renderer = OfflineRenderer(layer: box(0, 0, 10, 10), size: CGSize(width: 10, height: 10))
      renderer.change(at: 0) { link.add(to: .current, forMode: .default) }
      let host = HeadlessHost(layer: layer, size: CGSize(width: 4, height: 4))
      host.start()
      #expect(runLoop { painter.updates.count > 1 })
      link.invalidate()
      host.stop()
    }
  }

  @Test("Time that passes without end does not wait for links")
  func endlessTimeEnds() {
    var count = 0
    let link = CADisplayLink { _ in count += 1 }
    renderer.change(at: 0) { link.add(to: .main, forMode: .default) }
    renderer.play(until: .infinity)
    #expect(count == 0)
    link.invalidate()
  }
}
