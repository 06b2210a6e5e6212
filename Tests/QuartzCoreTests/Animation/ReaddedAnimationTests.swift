import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// A subclass that keeps fields of its own and copies them, as programs for Apple's systems do.
private final class Noted: CABasicAnimation {
  var note: String?
  var returnsItself = false

  override func copy(with zone: NSZone? = nil) -> Any {
    guard !returnsItself, let copy = super.copy(with: zone) as? Noted else { return self }
    copy.note = note
    return copy
  }
}

private final class Stops: NSObject, CAAnimationDelegate {
  var notes: [String?] = []
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { notes.append((anim as? Noted)?.note) }
}

/// Animations that are taken from a layer and added again, and what copies of animations hold.
@Suite struct ReaddedAnimationTests {
  init() { CATransaction.flush() }

  /// Animation N-6 and Y-1: the begin time that a layer resolved is in the copies, and resolved only once.
  @Test func aCopyOfALayersAnimationGoesOn() throws {
    let (layer, renderer) = hostedSublayer()
    let (bare, own) = (move(8), move(8))
    own.beginTime = 3
    renderer.change(at: 2) {
      layer.add(bare, forKey: "bare")
      layer.add(own, forKey: "own")
    }
    #expect(bare.beginTime == 0)
    let began = try #require(layer.animation(forKey: "bare"))
    let late = try #require(layer.animation(forKey: "own"))
    #expect((began.copy() as? CAAnimation)?.beginTime == 2)
    #expect((late.copy() as? CAAnimation)?.beginTime == 3)
    renderer.change(at: 5) {
      layer.removeAllAnimations()
      layer.add(began, forKey: "again")
    }
    #expect(layer.animation(forKey: "again")?.beginTime == 2)
    renderer.change(at: 6) { #expect(shownX(layer) == 50) }
    let anew = try #require(began.copy() as? CAAnimation)
    anew.beginTime = 0
    renderer.change(at: 7) { layer.add(anew, forKey: "again") }
    #expect(layer.animation(forKey: "again")?.beginTime == 7)
  }

  /// A program keeps the animations of a layer that it pauses, and adds them when it goes on, as the system may have
  /// removed them in the meantime.
  @Test func keptAnimationsOfAPausedLayerGoOn() throws {
    let (layer, renderer) = hostedSublayer()
    renderer.change(at: 1) { layer.add(move(4), forKey: "x") }
    var kept: CAAnimation?
    renderer.change(at: 2) {
      kept = layer.animation(forKey: "x")
      (layer.timeOffset, layer.speed) = (layer.convertTime(CACurrentMediaTime(), from: nil), 0)
      layer.removeAllAnimations()
    }
    let animation = try #require(kept)
    renderer.change(at: 5) {
      layer.add(animation, forKey: "x")
      let paused = layer.timeOffset
      (layer.speed, layer.timeOffset, layer.beginTime) = (1, 0, 0)
      layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - paused
    }
    renderer.change(at: 6) { #expect(abs(shownX(layer) - 50) < 1e-9) }
    renderer.play(until: 9)
    #expect(layer.animationKeys() == nil)
  }

  @Test func aGroupGoesOnWithItsMembers() throws {
    let (layer, renderer) = hostedSublayer()
    let group = CAAnimationGroup()
    (group.animations, group.duration) = ([move(0)], 2)
    renderer.change(at: 1) { layer.add(group, forKey: "group") }
    renderer.change(at: 2) {
      if let shown = layer.animation(forKey: "group") { layer.add(shown, forKey: "group") }
    }
    renderer.change(at: 2.5) { #expect(shownX(layer) == 75) }
  }

  /// Animation N-6: the begin of a layer that stands at its time zero is zero, also after that.
  @Test func aBeginThatResolvedToZeroStays() throws {
    let (layer, renderer) = hostedSublayer()
    renderer.change(at: 1) {
      (layer.speed, layer.timeOffset) = (0, 0)
      layer.add(move(4), forKey: "x")
    }
    let began = try #require(layer.animation(forKey: "x"))
    renderer.change(at: 2) { layer.timeOffset = 1 }
    renderer.change(at: 3) { layer.add(began, forKey: "x") }
    renderer.change(at: 4) { #expect(shownX(layer) == 25) }
    #expect(layer.animation(forKey: "x")?.beginTime == 0)
  }

  /// Source compatibility SC-62: an object that the program adds again and again is never begun itself.
  @Test func oneObjectBeginsWithEachAddition() {
    let (layer, renderer) = hostedSublayer()
    let reused = move(4)
    for time in [1.0, 3, 6] {
      renderer.change(at: time) { layer.add(reused, forKey: "x") }
      #expect(layer.animation(forKey: "x")?.beginTime == time)
      #expect(reused.beginTime == 0)
    }
    layer.actions = ["zPosition": reused]
    for time in [8.0, 9] {
      renderer.change(at: time) { layer.zPosition = time }
      #expect(layer.animation(forKey: "zPosition")?.beginTime == time)
    }
  }

  /// Animation Y-4: what the program did not set is not archived, as a begin is a time of one run.
  @Test func anArchiveHasNoResolvedBegin() throws {
    let (layer, renderer) = hostedSublayer()
    renderer.change(at: 2) { layer.add(move(8), forKey: "x") }
    let began = try #require(layer.animation(forKey: "x"))
    #expect(began.beginTime == 2)
    let data = try NSKeyedArchiver.archivedData(withRootObject: began, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CABasicAnimation.self, from: data)
    #expect(read?.beginTime == 0)
    #expect(read?.duration == 8)
    let zero = move(8)
    (zero.beginTime, zero.isRemovedOnCompletion) = (0, false)
    renderer.change(at: 3) { layer.add(zero, forKey: "x") }
    let all = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: all)
    #expect(layer.animation(forKey: "x")?.beginTime == 3)
    #expect(copy?.animation(forKey: "x")?.beginTime == 0)
  }

  /// Animation N-1: a layer copies with the animation's own method, so that subclasses keep their fields.
  @Test func layersCopyWithTheAnimationsMethod() throws {
    let (layer, renderer) = hostedSublayer()
    let (noted, stops) = (Noted(keyPath: "position.x"), Stops())
    (noted.note, noted.toValue, noted.duration, noted.delegate) = ("first", 9, 1, stops)
    let group = CAAnimationGroup()
    (group.animations, group.duration) = ([noted], 1)
    let action = Noted()
    action.note = "action"
    layer.actions = ["zPosition": action]
    renderer.change(at: 1) {
      layer.add(noted, forKey: "noted")
      layer.add(group, forKey: "group")
      layer.zPosition = 3
      let bare = Noted()
      bare.note = "run"
      bare.run(forKey: "opacity", object: layer, arguments: nil)
      noted.note = "changed"
    }
    #expect((layer.animation(forKey: "noted") as? Noted)?.note == "first")
    let members = (layer.animation(forKey: "group") as? CAAnimationGroup)?.animations
    #expect((members?.first as? Noted)?.note == "first")
    #expect((layer.animation(forKey: "zPosition") as? Noted)?.note == "action")
    let run = layer.animation(forKey: "opacity") as? Noted
    #expect(run?.note == "run")
    #expect(run?.keyPath == "opacity")
    renderer.play(until: 3)
    #expect(stops.notes == ["first"])
  }

  /// Animation N-1: the layer's animation is another object even where a subclass's method copies nothing.
  @Test func aCopyThatIsNoneIsReplaced() {
    let (layer, renderer) = hostedSublayer()
    let noted = Noted(keyPath: "position.x")
    (noted.toValue, noted.returnsItself) = (9, true)
    renderer.change(at: 1) { layer.add(noted, forKey: "x") }
    let kept = layer.animation(forKey: "x") as? Noted
    #expect(kept != nil && kept !== noted)
    #expect(kept?.toValue as? Int == 9)
    #expect(noted.beginTime == 0)
  }
}
