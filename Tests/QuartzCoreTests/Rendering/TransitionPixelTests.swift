import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Transitions in pixels (rendering section 11).
@Suite struct TransitionPixelTests {
  /// Red becomes blue at second one, in two seconds at even pace.
  private func shown(
    _ time: Double,
    _ type: CATransitionType,
    _ subtype: CATransitionSubtype? = nil,
    _ edit: (CATransition) -> Void = { _ in }
  ) throws -> Shot {
    let layer = box(10, 10, 40, 20, red)
    let renderer = OfflineRenderer(layer: stage(60, 40, layer), size: CGSize(width: 60, height: 40))
    renderer.change(at: 1) {
      CATransaction.setDisableActions(true)
      layer.backgroundColor = blue
      let transition = CATransition()
      (transition.type, transition.subtype, transition.duration) = (type, subtype, 2)
      transition.timingFunction = CAMediaTimingFunction(name: .linear)
      edit(transition)
      layer.add(transition, forKey: "whatever")
      #expect(layer.animationKeys() == ["transition"])
    }
    return try Shot(renderer, at: time)
  }

  @Test(
    "rendering TN-1, TN-2, TN-3, TN-8, E-404, E-405: a fade from what was shown, between its two progresses"
  )
  func fades() throws {
    #expect(try shown(0.9, .fade)[20, 20] == [255, 0, 0, 255])
    #expect(close(try shown(1.5, .fade)[20, 20], [191, 0, 64, 255]))
    #expect(try shown(3.1, .fade)[20, 20] == [0, 0, 255, 255])
    #expect(CATransition().startProgress == 0 && CATransition().endProgress == 1)
    let part = try shown(2, .fade) { ($0.startProgress, $0.endProgress) = (0.25, 0.75) }
    #expect(close(part[20, 20], [128, 0, 128, 255]))
    let early = try shown(1, .fade) { ($0.startProgress, $0.endProgress) = (0.25, 0.75) }
    #expect(close(early[20, 20], [191, 0, 64, 255]))
    let stored = CATransition()
    (stored.startProgress, stored.endProgress) = (-3, 7)
    #expect(stored.startProgress == -3 && stored.endProgress == 7)
  }

  @Test("rendering TN-1: both pictures take the layer's present place")
  func presentGeometry() throws {
    let layer = box(10, 10, 20, 20, red)
    let renderer = OfflineRenderer(layer: stage(80, 80, layer), size: CGSize(width: 80, height: 80))
    renderer.change(at: 1) {
      CATransaction.setDisableActions(true)
      (layer.backgroundColor, layer.position) = (blue, at(30, 30))
      layer.bounds.size = CGSize(width: 40, height: 40)
      let transition = CATransition()
      (transition.duration, transition.timingFunction) = (2, CAMediaTimingFunction(name: .linear))
      layer.add(transition, forKey: nil)
    }
    let shot = try Shot(renderer, at: 2)
    #expect(shot.box == [30, 30, 70, 70] && close(shot[32, 68], [128, 0, 128, 255]))
  }

  @Test(
    "rendering TN-1: a transition that interrupts another one comes from what was shown, that one included"
  )
  func interruptedTransitions() throws {
    let layer = box(0, 0, 20, 20, red)
    layer.addSublayer(box(0, 0, 5, 5, white))
    let renderer = OfflineRenderer(layer: stage(20, 20, layer), size: CGSize(width: 20, height: 20))
    func change(at time: Double, to color: CGColor) {
      renderer.change(at: time) {
        CATransaction.setDisableActions(true)
        layer.backgroundColor = color
        let fade = CATransition()
        (fade.duration, fade.timingFunction) = (2, CAMediaTimingFunction(name: .linear))
        layer.add(fade, forKey: nil)
      }
    }
    change(at: 1, to: blue)
    #expect(close(try Shot(renderer, at: 2)[10, 10], [128, 0, 128, 255]))
    change(at: 2, to: green)
    #expect(close(try Shot(renderer, at: 2)[10, 10], [128, 0, 128, 255]))
    #expect(close(try Shot(renderer, at: 3)[10, 10], [64, 128, 64, 255]))
    #expect(close(try Shot(renderer, at: 3)[2, 2], [255, 255, 255, 255]))
    // Half of the way three times: an eighth of what was there before the first one.
    change(at: 3, to: black)
    #expect(close(try Shot(renderer, at: 4)[10, 10], [32, 64, 32, 255]))
    #expect(try Shot(renderer, at: 5.1)[10, 10] == [0, 0, 0, 255])
  }

  @Test("rendering TN-4, TN-5, TN-6, E-400 to E-403, E-409: a push moves and fades both, within the bounds")
  func pushes() throws {
    // A quarter of the way: 10 of 40, 5 of 20. Where the new one has come, and how much of the old one is left.
    let right = try shown(1.5, .push, .fromRight)
    #expect(right.box == [10, 10, 50, 30])
    #expect(close(right[45, 20], [0, 0, 64, 64]) && close(right[35, 20], [191, 0, 0, 191]))
    let left = try shown(1.5, .push, .fromLeft)
    #expect(close(left[15, 20], [0, 0, 64, 64]) && close(left[25, 20], [191, 0, 0, 191]))
    #expect(try shown(1.5, .push) == left)
    // Top is the largest y: the bottom of this screen.
    let top = try shown(1.5, .push, .fromTop)
    #expect(close(top[30, 27], [0, 0, 64, 64]) && close(top[30, 22], [191, 0, 0, 191]))
    let bottom = try shown(1.5, .push, .fromBottom)
    #expect(close(bottom[30, 12], [0, 0, 64, 64]) && close(bottom[30, 17], [191, 0, 0, 191]))
  }

  @Test("rendering TN-5, E-407, E-408: moving in goes over the old picture, revealing takes it away")
  func coversAndReveals() throws {
    let move = try shown(1.5, .moveIn, .fromRight)
    #expect(move[45, 20] == [0, 0, 255, 255])
    #expect(move[35, 20] == [255, 0, 0, 255])
    #expect(move.box == [10, 10, 50, 30])
    let reveal = try shown(2, .reveal, .fromRight)
    #expect(reveal[25, 20] == [255, 0, 0, 255] && reveal[35, 20] == [0, 0, 255, 255])
    #expect(reveal.box == [10, 10, 50, 30])
  }

  @Test("rendering TN-9: a flip turns the old picture away and then the new one here, in perspective")
  func flips() throws {
    let empty: [UInt8] = [0, 0, 0, 0]
    // An eighth of a turn: the left side is near and tall, the right one far and low.
    let left = try shown(1.5, CATransitionType(rawValue: "oglFlip"), .fromLeft)
    #expect([left[14, 9], left[41, 20]] == [[255, 0, 0, 255], [255, 0, 0, 255]])
    #expect([left[11, 20], left[43, 20], left[40, 10]] == [empty, empty, empty])
    let late = try shown(2.5, CATransitionType(rawValue: "oglFlip"), .fromLeft)
    #expect([late[45, 9], late[16, 20]] == [[0, 0, 255, 255], empty])
    let right = try shown(1.5, CATransitionType(rawValue: "oglFlip"), .fromRight)
    #expect([right[45, 9], right[16, 20]] == [[255, 0, 0, 255], empty])
    let top = try shown(1.5, CATransitionType(rawValue: "oglFlip"), .fromTop)
    #expect([top[9, 26], top[10, 14]] == [[255, 0, 0, 255], empty])
    let bottom = try shown(1.5, CATransitionType(rawValue: "oglFlip"), .fromBottom)
    #expect([bottom[9, 13], bottom[10, 25]] == [[255, 0, 0, 255], empty])
    #expect(try shown(3.1, CATransitionType(rawValue: "oglFlip"))[20, 20] == [0, 0, 255, 255])
  }

  @Test("rendering TN-10: a page rolls up from an edge, with a pale back, and unrolls")
  func curls() throws {
    let curl = CATransitionType(rawValue: "pageCurl")
    let middle = try shown(2, curl, .fromTop)
    #expect(middle[11, 11] == [255, 0, 0, 255] && middle[48, 28] == [0, 0, 255, 255])
    #expect(close(middle[30, 13], [255, 204, 204, 255]))
    let unrolled = try shown(2, CATransitionType(rawValue: "pageUnCurl"), .fromTop)
    #expect(unrolled[11, 11] == [0, 0, 255, 255] && unrolled[48, 28] == [255, 0, 0, 255])
    for (subtype, gone, kept) in [
      (CATransitionSubtype.fromLeft, at(11, 28), at(49, 11)), (.fromRight, at(49, 28), at(11, 11)),
      (.fromBottom, at(49, 11), at(11, 28)),
    ] {
      let shot = try shown(2, curl, subtype)
      #expect(shot[Int(gone.x), Int(gone.y)] == [0, 0, 255, 255], "\(subtype)")
      #expect(shot[Int(kept.x), Int(kept.y)] == [255, 0, 0, 255], "\(subtype)")
    }
    // It begins and ends without a jump.
    let (first, last) = (try shown(1, curl, .fromTop), try shown(2.999, curl, .fromTop))
    #expect([first[11, 11], first[48, 28]] == [[255, 0, 0, 255], [255, 0, 0, 255]])
    #expect(close(last[11, 11], [0, 0, 255, 255]) && last[48, 28] == [0, 0, 255, 255])
  }

  @Test(
    "rendering TN-8: a layer that is unhidden comes from an empty picture, one that is hidden goes to one"
  )
  func ordering() throws {
    for hides in [false, true] {
      let layer = box(0, 0, 10, 10, red)
      layer.isHidden = !hides
      let renderer = OfflineRenderer(layer: stage(10, 10, layer), size: CGSize(width: 10, height: 10))
      renderer.change(at: 1) {
        let transition = CATransition()
        (transition.duration, transition.timingFunction) = (2, CAMediaTimingFunction(name: .linear))
        CATransaction.setDisableActions(true)
        layer.isHidden = hides
        layer.add(transition, forKey: nil)
      }
      #expect(close([try Shot(renderer, at: 1.5).alpha(5, 5)], [hides ? 191 : 64]), "\(hides)")
    }
  }

  @Test(
    "rendering R-40: background filters work during a transition of their layer, within its mask",
    arguments: [false, true]
  )
  func glassStaysGlass(isMasked: Bool) throws {
    let glass = box(10, 10, 40, 20)
    glass.backgroundFilters = [CAFilter(type: "colorInvert")]
    glass.masksToBounds = true
    if isMasked { glass.mask = box(0, 0, 20, 20, black) }
    let root = stage(60, 40, box(0, 0, 60, 40, red), glass)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 60, height: 40))
    renderer.change(at: 1) {
      let transition = CATransition()
      transition.duration = 2
      glass.add(transition, forKey: nil)
    }
    for time in [0.5, 1.5, 2.5, 3.5] {
      let shot = try Shot(renderer, at: time)
      #expect(shot[20, 20] == [0, 255, 255, 255], "\(time)")
      #expect(shot[40, 20] == (isMasked ? [255, 0, 0, 255] : [0, 255, 255, 255]), "\(time)")
      #expect(shot[5, 20] == [255, 0, 0, 255], "\(time)")
    }
  }

  @Test(
    "rendering R-40: a masked backdrop keeps its filters while one of them changes",
    arguments: [true, false]
  )
  func filtersChangeInMasks(byInput: Bool) throws {
    func tint(_ red: CGFloat) -> CAFilter {
      let filter = CAFilter(type: "multiplyColor")
      filter.name = "tint"
      filter.setValue(color(red, 0, 0), forKey: "inputColor")
      return filter
    }
    let glass = box(10, 10, 40, 20)
    glass.backgroundFilters = [tint(0)]
    glass.mask = box(0, 0, 20, 20, black)
    let root = stage(60, 40, box(0, 0, 60, 40, red), glass)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 60, height: 40))
    renderer.change(at: 1) {
      CATransaction.setAnimationDuration(2)
      if byInput {
        glass.setValue(color(0.5, 0, 0), forKeyPath: "backgroundFilters.tint.inputColor")
      } else {
        glass.backgroundFilters = [tint(0.5)]
      }
    }
    for time in [1.5, 2.5, 3.5] {
      let shot = try Shot(renderer, at: time)
      // Between black and half of red.
      #expect(shot[20, 20][0] <= 128, "\(time)")
      #expect(shot[40, 20] == [255, 0, 0, 255], "\(time)")
    }
    #expect(close(try Shot(renderer, at: 3.5)[20, 20], [128, 0, 0, 255]))
  }
}
