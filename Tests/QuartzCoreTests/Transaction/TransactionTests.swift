import Foundation
import QuartzCore
import StrataRenderServer
import Synchronization
import Testing

@Suite struct TransactionTests {
  init() { CATransaction.flush() }

  /// Animation #48 to #53, X-2 and X-7.
  @Test func scopesNestAndEnd() {
    #expect(CATransaction.animationDuration() == 0.25)
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.begin()
    #expect(CATransaction.animationDuration() == 1)
    CATransaction.setAnimationDuration(2)
    #expect(CATransaction.animationDuration() == 2)
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 1)
    CATransaction.setDisableActions(true)
    CATransaction.begin()
    #expect(CATransaction.disableActions())
    CATransaction.commit()
    CATransaction.setAnimationDuration(0.75)
    #expect(CATransaction.value(forKey: "animationDuration") as? Double == 0.75)
    CATransaction.setValue(1.25, forKey: kCATransactionAnimationDuration)
    #expect(CATransaction.animationDuration() == 1.25)
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 0.25 && !CATransaction.disableActions())
  }

  /// Animation #54 and X-9.
  @Test func keysOfOnesOwnLiveAsLongAsTheScope() {
    CATransaction.begin()
    #expect(CATransaction.value(forKey: "x") == nil)
    CATransaction.setValue("stored", forKey: "x")
    #expect(CATransaction.value(forKey: "x") as? String == "stored")
    CATransaction.commit()
    #expect(CATransaction.value(forKey: "x") == nil)
  }

  /// Animation #55 to #57, X-4 and X-6.
  @Test func flushEndsOnlyTheImplicitTransaction() {
    CATransaction.setAnimationDuration(3)
    #expect(CATransaction.animationDuration() == 3)
    CATransaction.flush()
    #expect(CATransaction.animationDuration() == 0.25)
    CATransaction.begin()
    CATransaction.setAnimationDuration(3)
    CATransaction.flush()
    #expect(CATransaction.animationDuration() == 3)
    CATransaction.commit()
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 0.25)
  }

  /// Animation #58 and X-10.
  @Test func eachChangeTakesTheDurationInForce() {
    let layer = box(0, 0, 10, 10)
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10))
    renderer.change(at: 1) {
      CATransaction.begin()
      CATransaction.setAnimationDuration(2)
      layer.position.x = 5
      CATransaction.begin()
      CATransaction.setAnimationDuration(5)
      layer.opacity = 0
      CATransaction.commit()
      CATransaction.commit()
    }
    #expect(layer.animation(forKey: "position")?.duration == 2)
    #expect(layer.animation(forKey: "opacity")?.duration == 5)
  }

  private func animation(_ duration: Double) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.duration = duration
    return animation
  }

  /// Animation #59 to #61 and X-11.
  @Test func aBlockWaitsForTheAnimationsAddedAfterIt() {
    var calls: [Double] = []
    let layer = box(0, 0, 10, 10)
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10))
    renderer.change(at: 100) {
      CATransaction.begin()
      CATransaction.setCompletionBlock { calls.append(CACurrentMediaTime()) }
      layer.add(animation(1), forKey: "a")
      CATransaction.commit()
    }
    renderer.play(until: 100.5)
    #expect(calls.isEmpty)
    renderer.play(until: 101)
    #expect(calls == [101])
    calls = []
    renderer.change(at: 110) {
      CATransaction.begin()
      CATransaction.setCompletionBlock { calls.append(CACurrentMediaTime()) }
      layer.add(animation(10), forKey: "a")
      CATransaction.commit()
      layer.removeAllAnimations()
    }
    #expect(calls == [110])
    calls = []
    renderer.change(at: 200) {
      CATransaction.begin()
      layer.add(animation(5), forKey: "a")
      CATransaction.setCompletionBlock { calls.append(CACurrentMediaTime()) }
      layer.add(animation(1), forKey: "b")
      CATransaction.commit()
    }
    renderer.play(until: 300)
    #expect(calls == [201])
  }

  /// Animation #62, X-12 and X-13.
  @Test @MainActor func blocksWithoutAnimationsRunInALaterTurn() async {
    var calls: [Int] = []
    CATransaction.begin()
    CATransaction.setCompletionBlock { calls.append(1) }
    CATransaction.setCompletionBlock { calls.append(2) }
    CATransaction.commit()
    #expect(calls.isEmpty)
    for _ in 0..<100 where calls.count < 2 { try? await Task.sleep(for: .milliseconds(5)) }
    #expect(calls == [1, 2])
  }

  /// Animation X-1.
  @Test func threadsHaveTransactionsOfTheirOwn() {
    let other = Mutex(0.0)
    CATransaction.begin()
    CATransaction.setAnimationDuration(9)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      other.withLock { $0 = CATransaction.animationDuration() }
      done.signal()
    }
    thread.start()
    done.wait()
    CATransaction.commit()
    #expect(other.withLock { $0 } == 0.25)
  }

  /// Animation X-5.
  @Test func nothingIsShownBeforeTheOutermostCommit() throws {
    let layer = box(0, 0, 4, 4, red)
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 4, height: 4))
    renderer.change(at: 1) {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      CATransaction.begin()
      layer.backgroundColor = blue
      CATransaction.commit()
      #expect(layer.presentation()?.backgroundColor == red)
      CATransaction.commit()
      #expect(layer.presentation()?.backgroundColor == blue)
    }
    #expect(try pixel(renderer, at: 1, 1, 1) == [0, 0, 255, 255])
    #expect(try pixel(renderer, at: 0.99, 1, 1) == [255, 0, 0, 255])
  }

  /// Animation X-15 and Z-11.
  @Test func theLockIsRecursiveAndForgiving() {
    CATransaction.lock()
    CATransaction.lock()
    CATransaction.unlock()
    CATransaction.unlock()
    CATransaction.unlock()
  }
}
