import CoreGraphics
import Dispatch
import Foundation
import QuartzCore
import StrataRenderServer
import Synchronization
import Testing

private final class Listener: NSObject, CAAnimationDelegate {
  var events: [String] = []
  var threads: Set<ObjectIdentifier> = []
  func animationDidStart(_ anim: CAAnimation) {
    events.append("start")
    threads.insert(ObjectIdentifier(Thread.current))
  }
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    events.append("stop \(flag)")
    threads.insert(ObjectIdentifier(Thread.current))
  }
}

private func slide(_ duration: Double) -> CABasicAnimation {
  let animation = CABasicAnimation(keyPath: "position.x")
  (animation.fromValue, animation.toValue, animation.duration) = (0, 80, duration)
  return animation
}

@Suite struct HeadlessHostTests {
  @Test func theFirstFrameShowsTheTree() async {
    await onOwnThread {
      let root = box(0, 0, 20, 10, red)
      root.addSublayer(box(5, 2, 5, 5, blue))
      let host = HeadlessHost(layer: root, size: CGSize(width: 20, height: 10))
      #expect(host.latestImage == nil && !host.isRunning)
      host.start()
      #expect(runLoop { host.latestImage != nil })
      #expect(pixel(host.latestImage, 0, 0) == [255, 0, 0, 255])
      #expect(pixel(host.latestImage, 6, 3) == [0, 0, 255, 255])
      host.stop()
      #expect(!host.isRunning && host.latestImage != nil)
    }
  }

  @Test("animation U-2: the program is not needed while an animation runs")
  func animationsRunWhileTheProgramIsBlocked() async {
    await onOwnThread {
      let frames = Tally()
      let root = box(0, 0, 100, 10)
      let mover = box(0, 0, 10, 10, green)
      root.addSublayer(mover)
      let host = HeadlessHost(layer: root, size: CGSize(width: 100, height: 10)) { _ in frames.add() }
      host.start()
      mover.add(slide(30), forKey: "slide")
      CATransaction.flush()
      let end = Date(timeIntervalSinceNow: 5)
      while frames.count < 6, Date() < end { usleep(5000) }
      #expect(frames.count >= 6)
      host.stop()
    }
  }

  @Test("animation U-3, X-3: changes are committed at the end of the turn")
  func changesAreCommittedAtTheEndOfTheTurn() async {
    await onOwnThread {
      let root = box(0, 0, 4, 4, red)
      let host = HeadlessHost(layer: root, size: CGSize(width: 4, height: 4))
      host.start()
      #expect(runLoop { pixel(host.latestImage, 1, 1) == [255, 0, 0, 255] })
      CATransaction.setDisableActions(true)
      root.backgroundColor = blue
      #expect(CATransaction.disableActions())
      #expect(runLoop { pixel(host.latestImage, 1, 1) == [0, 0, 255, 255] })
      #expect(!CATransaction.disableActions())
      host.stop()
    }
  }

  @Test("animation U-3: other work of the turn comes before the commit")
  func aTurnOfTheRunLoopIsOneTransaction() async {
    await onOwnThread {
      final class Notes { var durations: [Double] = [] }
      struct Carried: @unchecked Sendable { let notes = Notes() }  // Used on this thread only.
      let carried = Carried()
      RunLoop.current.perform { CATransaction.setAnimationDuration(3) }
      RunLoop.current.perform { carried.notes.durations.append(CATransaction.animationDuration()) }
      _ = runLoop(for: 0.05)
      #expect(carried.notes.durations == [3])
      #expect(CATransaction.animationDuration() == 0.25)
    }
  }

  @Test("animation U-3, X-3: a program whose main thread sits in Dispatch commits too")
  func theMainQueueCommitsToo() async {
    await MainActor.run { CATransaction.setAnimationDuration(3) }
    let read = await withCheckedContinuation { continuation in
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) {
        continuation.resume(returning: CATransaction.animationDuration())
      }
    }
    #expect(read == 0.25)
  }

  @Test("animation N-13, N-14, N-16, U-4: delegates are called on the committing thread")
  func delegatesAreCalledOnTheCommittingThread() async {
    await onOwnThread {
      let listener = Listener()
      let root = box(0, 0, 100, 10, green)
      let host = HeadlessHost(layer: root, size: CGSize(width: 100, height: 10))
      host.start()
      let animation = slide(0.08)
      animation.delegate = listener
      root.add(animation, forKey: "slide")
      #expect(runLoop { listener.events.count == 2 })
      #expect(listener.events == ["start", "stop true"])
      #expect(listener.threads == [ObjectIdentifier(Thread.current)])
      #expect(root.animationKeys() == nil)
      host.stop()
    }
  }

  @Test("animation U-4: reports come on the thread that starts the host, if the one that made it has ended")
  func aHostMayBeMadeOnAnotherThread() async {
    final class Made: @unchecked Sendable {  // Used by one thread after the other.
      var host: HeadlessHost?
    }
    let made = Made()
    await onOwnThread {
      made.host = HeadlessHost(layer: box(0, 0, 100, 10, green), size: CGSize(width: 100, height: 10))
      CATransaction.flush()
    }
    await onOwnThread {
      let listener = Listener()
      let animation = slide(0.08)
      animation.delegate = listener
      made.host?.start()
      made.host?.layer?.add(animation, forKey: "slide")
      #expect(runLoop { listener.events.count == 2 })
      #expect(listener.threads == [ObjectIdentifier(Thread.current)])
      made.host = nil
    }
  }

  @Test("animation U-4: the thread that made a host takes no reports while another runs it")
  func theMakerOfAHostTakesNoReports() async {
    final class Made: @unchecked Sendable {  // Used by one thread after the other.
      var host: HeadlessHost?
    }
    let made = Made()
    let listener = Listener()
    nonisolated(unsafe) let shared = listener
    let (hasEnded, isFlushed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    await onOwnThread {
      made.host = HeadlessHost(layer: box(0, 0, 100, 10, green), size: CGSize(width: 100, height: 10))
      CATransaction.flush()
      let finished = DispatchSemaphore(value: 0)
      Thread {
        let animation = slide(0.02)
        animation.delegate = shared
        made.host?.start()
        made.host?.layer?.add(animation, forKey: "slide")
        CATransaction.flush()
        let end = CACurrentMediaTime() + 0.05
        while CACurrentMediaTime() < end { Thread.sleep(forTimeInterval: 0.01) }
        hasEnded.signal()
        isFlushed.wait()
        #expect(!shared.events.contains("stop true"))
        #expect(runLoop { shared.events.last == "stop true" })
        #expect(shared.threads == [ObjectIdentifier(Thread.current)])
        made.host = nil
        finished.signal()
      }.start()
      hasEnded.wait()
      CATransaction.flush()
      isFlushed.signal()
      finished.wait()
    }
  }

  @Test("animation U-4, X-11: completion blocks run on the main thread")
  func completionBlocksRunOnTheMainThread() async {
    let isMain = Mutex<Bool?>(nil)
    // Other threads may drain the main queue.
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    await onOwnThread {
      let root = box(0, 0, 10, 10, green)
      let host = HeadlessHost(layer: root, size: CGSize(width: 10, height: 10))
      host.start()
      CATransaction.begin()
      CATransaction.setCompletionBlock {
        isMain.withLock { $0 = DispatchQueue.getSpecific(key: mark) ?? false }
      }
      root.add(slide(0.05), forKey: "slide")
      CATransaction.commit()
      #expect(isMain.withLock { $0 } == nil)
      #expect(runLoop { isMain.withLock { $0 != nil } })
      #expect(isMain.withLock { $0 } == true)
      host.stop()
    }
  }

  @Test("animation U-3: without a turn of a run loop, flush delivers")
  func flushDeliversCallbacks() async {
    await onOwnThread {
      let listener = Listener()
      let root = box(0, 0, 10, 10, green)
      let host = HeadlessHost(layer: root, size: CGSize(width: 10, height: 10))
      host.start()
      let animation = slide(0.02)
      animation.delegate = listener
      root.add(animation, forKey: "slide")
      CATransaction.flush()
      let end = Date(timeIntervalSinceNow: 5)
      while listener.events.count < 2, Date() < end {
        usleep(5000)
        CATransaction.flush()
      }
      #expect(listener.events == ["start", "stop true"])
      host.stop()
    }
  }

  @Test func aHostGoesOnWithTheTreeAsItIs() async {
    await onOwnThread {
      let root = box(0, 0, 4, 4, red)
      let host = HeadlessHost(layer: root, size: CGSize(width: 4, height: 4))
      host.start()
      #expect(runLoop { host.latestImage != nil })
      host.stop()
      CATransaction.setDisableActions(true)
      root.backgroundColor = blue
      CATransaction.flush()
      host.start()
      #expect(runLoop { pixel(host.latestImage, 1, 1) == [0, 0, 255, 255] })
      host.backgroundColor = green
      CATransaction.setDisableActions(true)
      root.isHidden = true
      #expect(runLoop { pixel(host.latestImage, 1, 1) == [0, 255, 0, 255] })
      host.stop()
    }
  }

  @Test("animation U-4: a host that is started again reports, though reports of its first run were not read")
  func aHostThatIsStartedAgainReports() async {
    await onOwnThread {
      let listener = Listener()
      let root = box(0, 0, 100, 10, green)
      let host = HeadlessHost(layer: root, size: CGSize(width: 100, height: 10))
      host.start()
      let end = Date(timeIntervalSinceNow: 5)
      while host.latestImage == nil, Date() < end { usleep(2000) }
      host.stop()
      // The report of the first frame finds the host stopped.
      _ = runLoop(for: 0.02)
      host.start()
      let animation = slide(0.08)
      animation.delegate = listener
      root.add(animation, forKey: "slide")
      #expect(runLoop { listener.events.count == 2 })
      #expect(listener.events == ["start", "stop true"])
      host.stop()
    }
  }

  @Test func lettingAHostGoStopsItsThread() async {
    await onOwnThread {
      let frames = Tally()
      let root = box(0, 0, 100, 10, green)
      root.add(slide(60), forKey: "slide")
      var host: HeadlessHost? = HeadlessHost(layer: root, size: CGSize(width: 100, height: 10)) { _ in
        frames.add()
      }
      host?.start()
      #expect(runLoop { frames.count > 1 })
      host = nil
      let count = frames.count
      usleep(80_000)
      #expect(frames.count == count)
    }
  }

  @Test("animation U-10: without a display a host shows sixty frames a second, and says when each was there")
  func frameTimings() async {
    await onOwnThread {
      let root = box(0, 0, 100, 10, green)
      let host = HeadlessHost(layer: root, size: CGSize(width: 100, height: 10))
      #expect(host.framesPerSecond == 60 && host.frameTimings.isEmpty)
      host.start()
      root.add(slide(60), forKey: "slide")
      #expect(runLoop { host.frameTimings.count >= 4 })
      let timings = host.frameTimings
      for frame in timings {
        #expect(abs(frame.targetTimestamp * 60 - (frame.targetTimestamp * 60).rounded()) < 1e-6)
        #expect(frame.presentedTime >= frame.timestamp)
      }
      #expect(zip(timings, timings.dropFirst()).allSatisfy { $0.index < $1.index })
      host.stop()
    }
  }

  @Test("animation U-1: media time is the monotonic clock")
  func mediaTime() {
    func monotonic() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    let before = monotonic()
    let times = (0..<100).map { _ in CACurrentMediaTime() }
    let after = monotonic()
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(before - 1e-6 <= times[0] && times[99] <= after + 1e-6)
  }
}
