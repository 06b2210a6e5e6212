import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

private final class Reporter: NSObject, CAAnimationDelegate {
  let name: String
  let log: Log
  var onStart: () -> Void = {}
  var onStop: () -> Void = {}

  final class Log { var lines: [String] = [] }

  init(_ name: String, _ log: Log) { (self.name, self.log) = (name, log) }

  func animationDidStart(_ anim: CAAnimation) {
    log.lines.append("\(name) begins")
    onStart()
  }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    log.lines.append("\(name) \(flag ? "ends" : "is cut")")
    onStop()
  }
}

/// Reports of many animations that are due at once, while delegates change what is to come (animation N-13, N-14).
@Suite struct AnimationReportTests {
  private let log = Reporter.Log()
  private let root = box(0, 0, 100, 100)

  init() { CATransaction.flush() }

  private func layer(_ delegate: Reporter, begin: Double, duration: Double) -> CALayer {
    let layer = box(0, 0, 10, 10)
    root.addSublayer(layer)
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue) = (0, 1)
    (fade.beginTime, fade.duration, fade.delegate) = (begin, duration, delegate)
    layer.add(fade, forKey: "fade")
    return layer
  }

  /// Draws a frame by hand before all animations, and one at a time, which reports all until then.
  private func report(until time: Double) {
    let renderer = CARenderer()
    renderer.layer = root
    renderer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    CATransaction.flush()
    for time in [0, time] {
      renderer.beginFrame(atTime: time, timeStamp: nil)
      renderer.render()
      renderer.endFrame()
    }
  }

  @Test func animationsOfLayersThatADelegateRemovesHaveEnded() {
    let (a, b, c) = (Reporter("a", log), Reporter("b", log), Reporter("c", log))
    let layers = [a, b, c].map { layer($0, begin: 1, duration: 1) }
    a.onStop = { for layer in layers { layer.removeFromSuperlayer() } }
    report(until: 5)
    CATransaction.flush()
    #expect(log.lines == ["a begins", "b begins", "c begins", "a ends", "b ends", "c ends"])
  }

  @Test func animationsThatADelegatePutsOffWait() {
    let (a, b, c) = (Reporter("a", log), Reporter("b", log), Reporter("c", log))
    _ = layer(a, begin: 1, duration: 1)
    let late = layer(b, begin: 2, duration: 1)
    _ = layer(c, begin: 3, duration: 1)
    // Its animation begins at 3.5 and ends at 4.5; the other ends at 4.
    a.onStop = { late.beginTime = 1.5 }
    report(until: 5)
    #expect(log.lines == ["a begins", "a ends", "c begins", "b begins", "c ends", "b ends"])
  }

  @Test func animationsThatADelegateStopsForeverAreNotReported() {
    let (a, b) = (Reporter("a", log), Reporter("b", log))
    _ = layer(a, begin: 1, duration: 1)
    let still = layer(b, begin: 1.5, duration: 1)
    a.onStop = { still.speed = 0 }
    report(until: 5)
    // The end of the renderer cuts it.
    #expect(log.lines == ["a begins", "b begins", "a ends", "b is cut"])
  }

  @Test(
    "Delegates of thousands of animations that end together may each remove their layers, which may fade out",
    .timeLimit(.minutes(1)),
    arguments: [true, false]
  )
  func manyAnimationsEndTogether(isFading: Bool) {
    let film = OfflineRenderer(layer: root, size: CGSize(width: 100, height: 100))
    var removed = 0
    film.change(at: 0) {
      for _ in 0..<20_000 {
        let reporter = Reporter("", log)
        let mover = layer(reporter, begin: 0, duration: 1)
        reporter.onStop = {
          CATransaction.setDisableActions(!isFading)
          mover.removeFromSuperlayer()
          removed += 1
        }
      }
    }
    film.play(until: 2)
    #expect(removed == 20_000)
    #expect(root.sublayers?.isEmpty ?? true)
    #expect(log.lines.count == 40_000)
  }
}
