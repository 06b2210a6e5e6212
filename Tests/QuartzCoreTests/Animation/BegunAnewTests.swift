import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Adds what has finished again, up to a number of rounds.
private final class Rounds: NSObject, CAAnimationDelegate {
  let layer: CALayer
  let addsCopies: Bool
  let most: Int
  var starts: [Double] = []
  var stops: [Double] = []

  init(_ layer: CALayer, most: Int = 3, addsCopies: Bool = false) {
    (self.layer, self.most, self.addsCopies) = (layer, most, addsCopies)
  }

  func animationDidStart(_ anim: CAAnimation) { starts.append(CACurrentMediaTime()) }

  func animationDidStop(_ anim: CAAnimation, finished: Bool) {
    guard finished else { return }
    stops.append(CACurrentMediaTime())
    guard stops.count < most else { return }
    guard addsCopies, let next = anim.copy() as? CABasicAnimation else { return layer.add(anim, forKey: "x") }
    next.toValue = 200
    layer.add(next, forKey: "x")
  }
}

/// Animations of layers that are added again where their begin time means nothing any more.
@Suite struct BegunAnewTests {
  init() { CATransaction.flush() }

  /// Animation N-6: an animation that has ended begins anew, kept or removed, itself or a copy of it.
  @Test(arguments: [true, false], [true, false])
  func whatHasEndedBeginsAnew(isRemoved: Bool, addsCopies: Bool) {
    let (layer, renderer) = hostedSublayer()
    let rounds = Rounds(layer, addsCopies: addsCopies)
    let animation = move(2, rounds)
    animation.isRemovedOnCompletion = isRemoved
    renderer.change(at: 1) { layer.add(animation, forKey: "x") }
    for (time, first) in [(2.0, 50.0), (4, 50), (6, 50)] {
      let expected = addsCopies && time > 3 ? 2 * first : first
      renderer.change(at: time) { #expect(shownX(layer) == expected, "at \(time)") }
    }
    renderer.play(until: 20)
    #expect(rounds.starts == [1, 3, 5])
    #expect(rounds.stops == [3, 5, 7])
    #expect(layer.animationKeys() == (isRemoved ? nil : ["x"]))
  }

  /// A kept animation shows its begin, and is not begun anew by other commits.
  @Test func aKeptAnimationStaysAtItsEnd() {
    let (layer, renderer) = hostedSublayer()
    let animation = move(2)
    (animation.isRemovedOnCompletion, animation.fillMode) = (false, .forwards)
    renderer.change(at: 1) { layer.add(animation, forKey: "x") }
    renderer.change(at: 5) { layer.zPosition = 1 }
    renderer.change(at: 6) { #expect(shownX(layer) == 100) }
    #expect(layer.animation(forKey: "x")?.beginTime == 1)
  }

  /// Live, each round takes its time: nothing is reported as begun and ended at once.
  @Test func aLoopOfALiveHostTakesItsTime() async {
    await onOwnThread {
      let layer = box(0, 0, 10, 10)
      let host = HeadlessHost(layer: layer, size: CGSize(width: 10, height: 10))
      host.start()
      let rounds = Rounds(layer, most: 4)
      layer.add(move(0.04, rounds), forKey: "x")
      #expect(runLoop { rounds.stops.count == 4 })
      host.stop()
      #expect(rounds.starts.count == 4)
      for (former, next) in zip(rounds.stops, rounds.stops.dropFirst()) {
        #expect(next - former >= 0.0399, "\(rounds.stops)")
      }
    }
  }

  /// A copy that was made before the end is not over at once either.
  @Test func anEarlierCopyBeginsAnewAfterTheEnd() throws {
    let (layer, renderer) = hostedSublayer()
    renderer.change(at: 1) { layer.add(move(2), forKey: "x") }
    var copy: CAAnimation?
    renderer.change(at: 2) { copy = layer.animation(forKey: "x")?.copy() as? CAAnimation }
    let kept = try #require(copy)
    #expect(kept.beginTime == 1)
    renderer.change(at: 9) { layer.add(kept, forKey: "x") }
    renderer.change(at: 10) { #expect(shownX(layer) == 50) }
    #expect(layer.animation(forKey: "x")?.beginTime == 9)
  }

  /// Animation G-1: a member's times are those of its group.
  @Test func aMemberOfAGroupForgetsItsBegin() throws {
    let (layer, renderer) = hostedSublayer()
    renderer.change(at: 4) { layer.add(move(4), forKey: "x") }
    let began = try #require(layer.animation(forKey: "x"))
    let group = CAAnimationGroup()
    (group.animations, group.duration) = ([began], 4)
    renderer.change(at: 5) {
      layer.removeAllAnimations()
      layer.add(group, forKey: "group")
    }
    renderer.change(at: 6) { #expect(shownX(layer) == 25) }
    #expect(began.beginTime == 4)
  }

  /// An action begins with each change, also one that a layer has begun.
  @Test func anActionForgetsItsBegin() throws {
    let (layer, renderer) = hostedSublayer()
    let group = CAAnimationGroup()
    (group.animations, group.duration) = ([move(8)], 8)
    renderer.change(at: 1) {
      layer.add(move(8), forKey: "x")
      layer.add(group, forKey: "group")
    }
    let began = try #require(layer.animation(forKey: "x"))
    let begunGroup = try #require(layer.animation(forKey: "group"))
    layer.actions = ["zPosition": began, "opacity": begunGroup]
    renderer.change(at: 3) {
      layer.zPosition = 1
      layer.opacity = 0.5
      began.run(forKey: "run", object: layer, arguments: nil)
    }
    for key in ["zPosition", "opacity", "run"] {
      #expect(layer.animation(forKey: key)?.beginTime == 3, "\(key)")
    }
    #expect(began.beginTime == 1)
    #expect(begunGroup.beginTime == 1)
  }

  /// A film starts at zero, whenever the animations of its layers began elsewhere.
  @Test func anAnimationOfALaterClockBeginsAnew() throws {
    let (layer, renderer) = hostedSublayer()
    renderer.change(at: 1000) { layer.add(move(4), forKey: "x") }
    let began = try #require(layer.animation(forKey: "x"))
    let copy = box(0, 0, 10, 10)
    copy.add(began, forKey: "x")
    let film = OfflineRenderer(layer: copy, size: CGSize(width: 10, height: 10))
    film.change(at: 1) { #expect(shownX(copy) == 25) }
    #expect(copy.animation(forKey: "x")?.beginTime == 0)
    let (late, given) = (box(0, 0, 10, 10), move(4))
    given.beginTime = 1000
    late.add(given, forKey: "x")
    let other = OfflineRenderer(layer: late, size: CGSize(width: 10, height: 10))
    other.change(at: 1) { #expect(late.animation(forKey: "x")?.beginTime == 1000) }
  }
}
