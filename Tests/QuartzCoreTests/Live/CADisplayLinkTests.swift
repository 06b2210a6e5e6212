import Foundation
import QuartzCore
import StrataRenderServer
import StrataTesting
import Testing

private final class Dial {
  var times: [Double] = []
  var steps = 0
  func step(_ link: CADisplayLink) { times.append(link.targetTimestamp - link.timestamp) }
  func count() { steps += 1 }
}

@Suite struct CADisplayLinkTests {
  @Test("animation U-8, #395: a new link knows no times")
  func aNewLinkKnowsNoTimes() {
    let link = CADisplayLink { _ in }
    #expect(link.timestamp == 0)
    #expect(link.targetTimestamp == 0)
    #expect(link.duration == 0)
    #expect(!link.isPaused && link.preferredFrameRateRange == .default)
    #expect(link.preferredFramesPerSecond == 0 && link.frameInterval == 1)
  }

  @Test("animation U-7, #396: a mode counts once")
  func aModeCountsOnce() async {
    await onOwnThread {
      let link = CADisplayLink { _ in }
      let loop = RunLoop.current
      var counts: [Int] = []
      link.add(to: loop, forMode: .default)
      counts.append(link.registrationCount)
      link.add(to: loop, forMode: .common)
      counts.append(link.registrationCount)
      link.add(to: loop, forMode: .common)
      counts.append(link.registrationCount)
      link.remove(from: loop, forMode: .default)
      counts.append(link.registrationCount)
      link.remove(from: loop, forMode: .common)
      counts.append(link.registrationCount)
      #expect(counts == [1, 2, 2, 1, 0])
    }
  }

  @Test("animation U-8, #394: a lower rate lengthens the target and not the duration")
  func aLowerRateLengthensTheTargetAndNotTheDuration() async {
    await onOwnThread {
      let dial = Dial()
      let link = CADisplayLink(target: dial, selector: Dial.step)
      link.preferredFrameRateRange = CAFrameRateRange(minimum: 30, maximum: 60, preferred: 30)
      link.add(to: .current, forMode: .default)
      #expect(runLoop { dial.times.count >= 3 })
      #expect(dial.times.allSatisfy { abs($0 - 0.033333) < 1e-5 })
      #expect(abs(link.duration - 0.016667) < 1e-6)
      link.invalidate()
    }
  }

  @Test("animation U-7: two modes give one call for a frame")
  func twoModesGiveOneCallForAFrame() async {
    await onOwnThread {
      var stamps: [Double] = []
      let link = CADisplayLink { stamps.append($0.timestamp) }
      link.add(to: .current, forMode: .default)
      link.add(to: .current, forMode: .common)
      #expect(runLoop { stamps.count >= 6 })
      #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 })
      link.invalidate()
    }
  }

  @Test("animation U-7, U-8: two modes that the link was added to at different times do not raise its rate")
  func twoModesDoNotRaiseTheRate() async {
    await onOwnThread {
      var stamps: [Double] = []
      let link = CADisplayLink { stamps.append($0.timestamp) }
      link.frameInterval = 4
      link.add(to: .current, forMode: .default)
      #expect(runLoop { !stamps.isEmpty })
      _ = runLoop(for: 0.03)
      link.add(to: .current, forMode: .common)
      #expect(runLoop { stamps.count >= 9 })
      // Eight intervals of four refreshes, of which the first call may have come late and the last in time.
      #expect(stamps[8] - stamps[0] > 7 * 4 / 60.0)
      link.invalidate()
    }
  }

  @Test("animation U-7: a paused link keeps still")
  func aPausedLinkKeepsStill() async {
    await onOwnThread {
      let dial = Dial()
      let link = CADisplayLink(target: dial, selector: Dial.count)
      link.isPaused = true
      link.add(to: .current, forMode: .default)
      _ = runLoop(for: 0.1)
      #expect(dial.steps == 0)
      link.isPaused = false
      #expect(runLoop { dial.steps > 0 })
      link.invalidate()
      let steps = dial.steps
      _ = runLoop(for: 0.06)
      #expect(dial.steps == steps)
    }
  }

  @Test("animation U-7: without a main run loop the main queue keeps the time")
  func theMainQueueKeepsTheTime() async throws {
    let program = try #require(ChildProgram(layerProbe: ["links"]))
    #expect(await program.statusAtEnd() == 0)
    for name in ["main", "current"] {
      let times = program.output.filter { $0.hasPrefix(name) }.compactMap {
        Double($0.dropFirst(name.count + 1))
      }
      #expect(times.count == 3)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test("animation U-7: the link keeps its target, the run loop the link, until it is invalidated")
  func invalidatingLetsTheTargetGo() async {
    await onOwnThread {
      weak var target: Dial?
      weak var known: CADisplayLink?
      do {
        let dial = Dial()
        let link = CADisplayLink(target: dial, selector: Dial.step)
        link.add(to: .current, forMode: .default)
        (target, known) = (dial, link)
      }
      #expect(runLoop { target.map { !$0.times.isEmpty } ?? true })
      #expect(target != nil)
      known?.invalidate()
      #expect(target == nil)
      known?.add(to: .current, forMode: .default)
      #expect((known?.registrationCount ?? 0) == 0)
    }
  }

  @Test("animation U-7: the run loop keeps a paused link, too, until it is removed from its last mode")
  func theRunLoopKeepsAPausedLink() async {
    await onOwnThread {
      let dial = Dial()
      weak var paused: CADisplayLink?
      weak var halted: CADisplayLink?
      do {
        let link = CADisplayLink { _ in }
        link.isPaused = true
        link.add(to: .current, forMode: .default)
        paused = link
      }
      do {
        let link = CADisplayLink(target: dial, selector: Dial.count)
        link.add(to: .current, forMode: .default)
        link.isPaused = true
        halted = link
      }
      _ = runLoop(for: 0.02)
      #expect(paused != nil)
      #expect(halted != nil)
      halted?.isPaused = false
      #expect(runLoop { dial.steps > 0 })
      halted?.isPaused = true
      halted?.remove(from: .current, forMode: .default)
      paused?.invalidate()
      #expect(paused == nil)
      #expect(runLoop { halted == nil })
    }
  }

  @Test func aHostsLinkHasTheHostsRate() async {
    await onOwnThread {
      let host = HeadlessHost(layer: CALayer(), size: CGSize(width: 1, height: 1), framesPerSecond: 120)
      var durations: [Double] = []
      let link = host.displayLink { durations.append($0.duration) }
      link.add(to: .current, forMode: .default)
      #expect(runLoop { !durations.isEmpty })
      #expect(durations.first.map { abs($0 - 1 / 120.0) < 1e-9 } ?? false)
      link.invalidate()
    }
  }

  @Test("animation U-8: rates and intervals without end are bounded")
  func absurdRatesAreBounded() async {
    await onOwnThread {
      var stamps: [Double] = []
      let link = CADisplayLink { stamps = [$0.timestamp, $0.targetTimestamp] }
      link.preferredFrameRateRange = CAFrameRateRange(minimum: 1, maximum: .infinity, preferred: .infinity)
      #expect(link.preferredFramesPerSecond > 1_000)
      link.frameInterval = .max
      #expect(link.frameInterval == .max)
      link.add(to: .current, forMode: .default)
      #expect(runLoop { !stamps.isEmpty })
      #expect(stamps.count == 2)
      #expect(stamps[1] > stamps[0] && stamps[1].isFinite)
      link.invalidate()
    }
  }

  @Test("animation U-7, U-8: a link of no host follows the display of the first window")
  func aLinkFollowsTheDisplay() async {
    await onOwnThread {
      let displays = DisplayRate()
      let window = ObjectIdentifier(displays)
      var (durations, stamps): ([Double], [Double]) = ([], [])
      let link = CADisplayLink(displays: displays) { link in
        durations.append(link.duration)
        stamps.append(link.timestamp)
      }
      func has(_ clock: FrameClock) -> Bool {
        let isReached = runLoop { durations.last == clock.interval }
        return isReached && (stamps.last.map { clock.time(of: clock.index(at: $0)) == $0 } ?? false)
      }
      // The window opens after the link is made, and before it is added.
      let fast = FrameClock(framesPerSecond: 144)
      displays.open(window, clock: fast)
      link.add(to: .current, forMode: .default)
      #expect(has(fast))
      #expect(durations.allSatisfy { $0 == fast.interval })
      // It measures its display's frames, moves to another one, and closes.
      for clock in [
        FrameClock(framesPerSecond: 143.9, frameAt: 0.003), FrameClock(framesPerSecond: 75, frameAt: 0.011),
      ] {
        displays.open(window, clock: clock)
        #expect(has(clock))
      }
      displays.close(window)
      #expect(has(FrameClock(framesPerSecond: 60)))
      #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 })
      // Another one opens while the link is paused.
      link.isPaused = true
      displays.open(window, clock: fast)
      durations = []
      link.isPaused = false
      #expect(has(fast))
      #expect(durations.allSatisfy { $0 == fast.interval })
      link.invalidate()
    }
  }
}
