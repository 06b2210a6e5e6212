import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRenderServer
import StrataRenderTree
import Synchronization
import Testing

/// The render thread, beyond its turns.
@Suite struct RenderServerTests {
  private static let root = LayerID(index: 0, generation: 1)

  private static func message(_ sequence: UInt64) -> RenderMessage {
    var commit = Commit(sequence: sequence, time: MonotonicClock().now, root: root)
    var state = LayerState()
    state.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    commit.updates = [LayerUpdate(id: root, aspects: .all, state: state, animations: nil)]
    return .commit(commit)
  }

  /// Waits until a condition holds; returns false if it did not in time.
  private static func wait(until isDone: () -> Bool) -> Bool {
    let end = MonotonicClock().now + 20
    while !isDone() {
      guard MonotonicClock().now < end else { return false }
      usleep(1000)
    }
    return true
  }

  @Test("A picture that cannot be drawn is reported once for its reason, and later ones are drawn")
  func failuresAreReportedOnce() {
    let frames = Mutex(0)
    let failures = Mutex<[RenderError]>([])
    let settings = RenderSettings(viewport: Viewport(width: 0, height: 4), framesPerSecond: 240, threads: 1)
    let server = RenderServer(settings) { _ in
      frames.withLock { $0 += 1 }
    } onError: { error in
      failures.withLock { $0.append(error) }
    }
    server.mail.post(Self.message(1))
    server.start()
    #expect(Self.wait { failures.withLock { !$0.isEmpty } })
    let turns = server.turns
    #expect(
      Self.wait {
        server.mail.post(.background(SIMD4(1, 0, 0, 1)))
        return server.turns > turns + 1
      }
    )
    server.mail.post(.size(width: 4, height: 4, scale: 1))
    #expect(Self.wait { frames.withLock { $0 > 0 } })
    server.stop()
    #expect(failures.withLock { $0 } == [.emptyPicture])
  }

  @Test("Of pictures in a row that cannot be drawn the first is reported, whatever the reasons are")
  func failuresInARowAreReportedOnce() {
    let frames = Mutex(0)
    let failures = Mutex<[RenderError]>([])
    let settings = RenderSettings(viewport: Viewport(width: 0, height: 4), framesPerSecond: 240, threads: 1)
    let server = RenderServer(settings) { _ in
      frames.withLock { $0 += 1 }
    } onError: { error in
      failures.withLock { $0.append(error) }
    }
    func draw(_ width: Int, _ height: Int, until isDone: () -> Bool) -> Bool {
      server.mail.post(.size(width: width, height: height, scale: 1))
      return Self.wait(until: isDone)
    }
    server.mail.post(Self.message(1))
    server.start()
    #expect(Self.wait { failures.withLock { !$0.isEmpty } })
    for width in 1...3 {
      let turns = server.turns
      // The turn after it has begun, so that this one is over.
      #expect(
        draw(width * 1_000_000, 1_000_000) {
          server.mail.post(.background(SIMD4(1, 0, 0, 1)))
          return server.turns > turns + 2
        }
      )
    }
    #expect(draw(4, 4) { frames.withLock { $0 > 0 } })
    #expect(draw(1_000_000, 1_000_000) { failures.withLock { $0.count > 1 } })
    server.stop()
    #expect(
      failures.withLock { $0 } == [.emptyPicture, .pictureTooLarge(width: 1_000_000, height: 1_000_000)]
    )
  }

  @Test("A stop waits for the end of a thread that another caller has stopped")
  func allStopsWait() {
    let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let hasEnded = Mutex(false)
    let settings = RenderSettings(viewport: Viewport(width: 4, height: 4), framesPerSecond: 240, threads: 1)
    let server = RenderServer(settings) { _ in
      hasBegun.signal()
      mayEnd.wait()
      hasEnded.withLock { $0 = true }
    } onError: { _ in
    }
    server.mail.post(Self.message(1))
    server.start()
    hasBegun.wait()
    let other = Thread { server.stop() }
    other.start()
    #expect(Self.wait { !server.isRunning })
    let releaser = Thread {
      usleep(50_000)
      mayEnd.signal()
    }
    releaser.start()
    server.stop()
    #expect(hasEnded.withLock { $0 })
  }

  @Test("An observer goes on to see the trees of a thread that is started again")
  func anObserverStaysWhenTheThreadIsStartedAgain() {
    let seen = Mutex(0)
    let settings = RenderSettings(viewport: Viewport(width: 4, height: 4), framesPerSecond: 240, threads: 1)
    let server = RenderServer(settings) { _ in }
    server.observe { _ in seen.withLock { $0 += 1 } }
    server.mail.post(Self.message(1))
    server.start()
    #expect(Self.wait { seen.withLock { $0 > 0 } })
    server.stop()
    let before = seen.withLock { $0 }
    server.mail.post(Self.message(2))
    server.start()
    #expect(Self.wait { seen.withLock { $0 > before } })
    server.observe(nil)
    server.stop()
  }
}
