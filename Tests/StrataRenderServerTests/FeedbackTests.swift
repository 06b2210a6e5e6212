import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRenderServer
import StrataRenderTree
import Synchronization
import Testing

@Suite struct FeedbackTests {
  private func timing(_ index: Int) -> FrameTiming {
    let time = Double(index) / 60
    return FrameTiming(
      index: index,
      timestamp: time,
      targetTimestamp: time + 1 / 60.0,
      presentedTime: time + 0.01
    )
  }

  @Test("Feedback adds up until it is taken, and wakes the receiver once")
  func newsAddsUp() {
    let box = FeedbackBox()
    let rings = Mutex(0)
    box.wakeReceiver = { rings.withLock { $0 += 1 } }
    #expect(box.take() == nil)
    box.post(Feedback(time: 2, animationsMoved: true))
    box.post(Feedback(time: 3, wantsRedraw: true))
    box.post(Feedback(time: 1))
    #expect(rings.withLock { $0 } == 1)
    #expect(box.take() == Feedback(time: 3, animationsMoved: true, wantsRedraw: true))
    #expect(box.take() == nil)
    box.post(Feedback(time: 4))
    #expect(rings.withLock { $0 } == 2)
  }

  @Test("Presented frames do not wake the receiver, and the last ones are kept")
  func framesAreRemembered() {
    let box = FeedbackBox()
    let rings = Mutex(0)
    box.wakeReceiver = { rings.withLock { $0 += 1 } }
    for index in 0..<1000 { box.notePresented(timing(index)) }
    #expect(rings.withLock { $0 } == 0 && box.take() == nil)
    #expect(box.presented.map(\.index) == Array(1000 - FeedbackBox.mostPresented..<1000))
    #expect(!timing(3).isLate)
    #expect(FrameTiming(index: 0, timestamp: 0, targetTimestamp: 1, presentedTime: 1.5).isLate)
  }

  @Test("The render thread reports when each frame was presented, not before the time that it shows")
  func theThreadHandsFrameTimesBack() throws {
    let root = LayerID(index: 0, generation: 1)
    let settings = RenderSettings(viewport: Viewport(width: 20, height: 10), framesPerSecond: 60, threads: 1)
    let shown = Mutex<[Int]>([])
    let server = RenderServer(settings) { frame in
      shown.withLock { $0.append(frame.index) }
    } onError: { _ in
    }
    let now = MonotonicClock().now
    var state = LayerState()
    state.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    state.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let record = AnimationRecord(
      key: "a",
      id: 1,
      timing: TimingState(beginTime: now, duration: 60),
      body: .track(Slide())
    )
    var commit = Commit(sequence: 1, time: now, root: root)
    commit.updates = [LayerUpdate(id: root, aspects: .all, state: state, animations: [record])]
    server.mail.post(.commit(commit))
    server.start()
    while shown.withLock({ $0.count }) < 5, MonotonicClock().now < now + 5 { usleep(2000) }
    server.stop()
    let timings = server.feedback.presented
    #expect(timings.map(\.index) == shown.withLock { $0 } && timings.count >= 5)
    for (frame, next) in zip(timings, timings.dropFirst()) {
      #expect(frame.presentedTime >= frame.timestamp && frame.targetTimestamp > frame.timestamp)
      #expect(frame.timestamp < next.timestamp && frame.presentedTime <= next.presentedTime)
    }
    // The animation's beginning is reported, too.
    #expect(server.feedback.take()?.animationsMoved == true)
  }
}
