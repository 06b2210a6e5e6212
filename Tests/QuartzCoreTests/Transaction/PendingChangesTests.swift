import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import StrataTesting
import Testing

/// A layer tree and its renderer in an actor, whose thread is another one after each `await`.
private actor Chart {
  private let layer = CALayer()
  private let renderer: OfflineRenderer
  private var count = 0

  init() {
    layer.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
    layer.position = CGPoint(x: 4, y: 4)
    layer.actions = ["sublayers": NSNull()]
    renderer = OfflineRenderer(layer: layer, size: CGSize(width: 8, height: 8))
  }

  /// Shows another column, among layers that come and go.
  func add() {
    count += 1
    let column = CALayer()
    column.actions = [kCAOnOrderIn: NSNull(), kCAOnOrderOut: NSNull()]
    column.frame = CGRect(x: CGFloat(count % 8), y: 0, width: 1, height: 8)
    column.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    layer.addSublayer(column)
    let passing = CALayer()
    layer.addSublayer(passing)
    passing.removeFromSuperlayer()
    if let former = layer.sublayers?.first, former !== column { former.removeFromSuperlayer() }
  }

  /// The same inside a transaction, after a value that was set with nothing open.
  func addInTransaction() {
    CATransaction.setAnimationDuration(1)
    CATransaction.begin()
    add()
    CATransaction.commit()
  }

  /// True if the picture shows what was added last, and nothing else.
  func isUpToDate() throws -> Bool {
    let image = try renderer.image(at: 0)
    return (0..<8).allSatisfy { image.pixel($0, 4) == ($0 == count % 8 ? [255, 0, 0, 255] : [0, 0, 0, 0]) }
  }
}

@Suite struct PendingChangesTests {
  @Test("animation X-16: an actor's changes wait for its own picture, whatever thread they were made on")
  func anActorsChangesWaitForItsPicture() async throws {
    let stale = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let chart = Chart()
          var stale = 0
          for round in 0..<60 {
            await round.isMultiple(of: 3) ? chart.addInTransaction() : chart.add()
            await Task.yield()
            if try await !chart.isUpToDate() { stale += 1 }
          }
          return stale
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(stale == 0)
  }

  @Test("animation X-5: a transaction that is left open on a thread leaves later trees alone")
  func anOpenTransactionLeavesOtherTreesAlone() async throws {
    await onOwnThread {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      for _ in 0..<2 {
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 2, height: 2)
        layer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
        let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 2, height: 2))
        #expect((try? renderer.image(at: 0).pixel(0, 0)) == [0, 0, 255, 255])
        #expect(CATransaction.disableActions())
      }
      CATransaction.commit()
      #expect(!CATransaction.disableActions())
    }
  }

  @Test("animation X-16: a flush commits what its own thread has changed")
  func aFlushCommitsTheChangesOfItsThread() async {
    await onOwnThread {
      let layer = CALayer()
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 2, height: 2))
      CATransaction.setDisableActions(true)
      layer.opacity = 0.5
      #expect(layer.presentation()?.opacity == 1)
      CATransaction.flush()
      #expect(layer.presentation()?.opacity == 0.5)
      withExtendedLifetime(renderer) {}
    }
  }

  @Test("animation X-16: a changed layer that goes to another renderer is drawn there and not by the first")
  func aChangedLayerMovesToAnotherRenderer() async {
    await onOwnThread {
      let size = CGSize(width: 2, height: 2)
      let (a, b, moved) = (CALayer(), CALayer(), CALayer())
      for layer in [a, b, moved] { layer.frame = CGRect(origin: .zero, size: size) }
      let (first, second) = (OfflineRenderer(layer: a, size: size), OfflineRenderer(layer: b, size: size))
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      a.addSublayer(moved)
      CATransaction.commit()
      moved.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
      moved.removeFromSuperlayer()
      b.addSublayer(moved)
      #expect((try? second.image(at: 1).pixel(1, 1)) == [0, 255, 0, 255])
      #expect((try? first.image(at: 1).pixel(1, 1)) == [0, 0, 0, 0])
    }
  }

  @Test("animation X-16: a layer outlives a renderer that did not draw its changes, and is shown by the next")
  func changesOfARendererThatIsGoneAreDrawnByTheNext() async {
    await onOwnThread {
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 2, height: 2)
      do {
        let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 2, height: 2))
        layer.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
        withExtendedLifetime(renderer) {}
      }
      let next = OfflineRenderer(layer: layer, size: CGSize(width: 2, height: 2))
      layer.backgroundColor = CGColor(red: 0, green: 1, blue: 1, alpha: 1)
      #expect((try? next.image(at: 1).pixel(0, 0)) == [0, 255, 255, 255])
    }
  }

  @Test(
    "animation X-6: off the main thread, too, explicit transactions are part of an implicit one around them"
  )
  func explicitTransactionsArePartOfTheImplicitOne() async {
    await onOwnThread {
      let layer = CALayer()
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 2, height: 2))
      layer.actions = ["opacity": NSNull(), "hidden": NSNull(), "zPosition": NSNull()]
      layer.opacity = 0.5
      CATransaction.begin()
      layer.zPosition = 3
      CATransaction.commit()
      #expect(layer.presentation()?.opacity == 1)
      #expect(layer.presentation()?.zPosition == 0)
      CATransaction.begin()
      CATransaction.flush()
      #expect(layer.presentation()?.opacity == 1)
      CATransaction.commit()
      #expect(layer.presentation()?.opacity == 0.5)
      #expect(layer.presentation()?.zPosition == 3)
      withExtendedLifetime(renderer) {}
    }
  }

  @Test("animation X-6: a layer moves to one whose change waits, in a transaction of another thread")
  func aLayerMovesToOneThatWaits() async throws {
    let size = CGSize(width: 2, height: 2)
    let (root, a, b, card) = (CALayer(), CALayer(), CALayer(), CALayer())
    for layer in [root, a, b, card] { layer.frame = CGRect(origin: .zero, size: size) }
    card.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    a.addSublayer(card)
    for layer in [a, b] { root.addSublayer(layer) }
    let renderer = OfflineRenderer(layer: root, size: size)
    nonisolated(unsafe) let (one, other, moved) = (a, b, card)
    await onOwnThread { other.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1) }
    await onOwnThread {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      one.zPosition = 0.5
      other.addSublayer(moved)
      CATransaction.commit()
    }
    #expect(try renderer.image(at: 1).pixel(1, 1) == [0, 255, 0, 255])
    CATransaction.flush()
    #expect(try renderer.image(at: 2).pixel(1, 1) == [0, 255, 0, 255])
  }

  @Test("animation X-16: a renderer that goes while a removal waits lets its layers go")
  func aRemovalThatWaitsKeepsNothingAlive() async {
    await onOwnThread {
      weak var removed: CALayer?
      weak var root: CALayer?
      do {
        let (layer, child) = (CALayer(), CALayer())
        layer.addSublayer(child)
        let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 2, height: 2))
        child.opacity = 0.5
        child.removeFromSuperlayer()
        (root, removed) = (layer, child)
        withExtendedLifetime(renderer) {}
      }
      #expect(root == nil)
      #expect(removed == nil)
    }
  }
}
