import AppKit
import StrataViews
import Testing

/// The time of a host without a display, in what happens while it moves.
@MainActor @Suite struct HostTimeTests {
  private final class Dial: NSView {
    var angle: CGFloat = 0

    override class func defaultAnimation(forKey key: NSAnimatablePropertyKey) -> Any? {
      key == "angle" ? CABasicAnimation() : super.defaultAnimation(forKey: key)
    }
  }

  private func linear(_ changes: () -> Void, completion: (() -> Void)? = nil) {
    NSAnimationContext.runAnimationGroup(
      { context in
        context.duration = 1
        context.timingFunction = CAMediaTimingFunction(name: .linear)
        changes()
      },
      completionHandler: completion
    )
  }

  @Test func aGroupInACompletionBeginsAtItsTime() {
    let stage = Stage()
    let view = stage.add(Dial(), 0, 0, 10, 10)
    var times: [Double] = []
    stage.host.run(at: 1) {
      linear {
        view.animator().alphaValue = 0
      } completion: {
        times = [stage.host.time, CACurrentMediaTime()]
        linear { view.animator().angle = 100 }
      }
    }
    stage.host.run(at: 2.5)
    #expect(times == [2, 2])
    #expect(abs(view.angle - 50) < 2)
    #expect(stage.host.time == 2.5)
    stage.host.run(at: 4)
    #expect(view.angle == 100)
  }

  @Test func aCallFromACompletionIsMadeAtItsTime() {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 10, 10)
    var times: [Double] = []
    stage.host.run(at: 1) {
      linear {
        view.animator().alphaValue = 0
      } completion: {
        stage.host.call(at: 3.25) { times += [stage.host.time, CACurrentMediaTime()] }
      }
    }
    stage.host.run(at: 10) { times.append(stage.host.time) }
    #expect(times == [3.25, 3.25, 10])
  }

  @Test func aHostWithoutALayerMakesItsCalls() {
    let host = OfflineWindowHost(size: CGSize(width: 9, height: 9))
    var times: [Double] = []
    host.call(at: 2) { times.append(host.time) }
    host.call(at: 1) { times.append(host.time) }
    host.run(at: 3) { times.append(host.time) }
    #expect(times == [1, 2, 3])
  }

  @Test func theColourOfAWindowChangesAtOnce() throws {
    let stage = Stage()
    stage.host.run(at: 1) { stage.window.backgroundColor = .black }
    #expect(try stage.pixel(100, 100, at: 1.05) == [0, 0, 0, 255])
  }
}
