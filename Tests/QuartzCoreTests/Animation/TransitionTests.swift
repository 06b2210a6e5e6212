import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Transitions as pictures: ten pixels a side for each, red before and blue after.
@Suite struct TransitionTests {
  /// What shows of a card of this size at a progress, in one row or column of pixels: r, b or a dash for nothing.
  private func strip(
    _ type: CATransitionType,
    _ subtype: CATransitionSubtype?,
    at progress: Double,
    vertical: Bool = false
  ) throws -> String {
    let size = CGSize(width: 40, height: 20)
    let root = box(0, 0, 40, 20)
    let card = box(0, 0, 40, 20, red)
    root.addSublayer(card)
    root.masksToBounds = true
    let renderer = OfflineRenderer(layer: root, size: size, origin: .bottomLeft)
    renderer.change(at: 1) {
      let transition = CATransition()
      (transition.type, transition.subtype, transition.duration) = (type, subtype, 1)
      transition.timingFunction = CAMediaTimingFunction(name: .linear)
      card.add(transition, forKey: nil)
      CATransaction.setDisableActions(true)
      card.backgroundColor = blue
    }
    let count = vertical ? 4 : 8
    return try (0..<count).map { i in
      // The picture's rows run down, the layer's y runs up.
      let bytes = try pixel(renderer, at: 1 + progress, vertical ? 20 : i * 5 + 2, vertical ? 17 - i * 5 : 10)
      guard bytes[3] > 0 else { return "-" }
      return bytes[0] > bytes[2] ? "r" : "b"
    }.joined()
  }

  @Test("animation R-6, #373: a push moves both pictures by the layer's width or height")
  func pushes() throws {
    // A push also fades, so the pixels are read where only one of the pictures is.
    #expect(try strip(.push, .fromRight, at: 0.25) == "rrrrrrbb")
    #expect(try strip(.push, .fromLeft, at: 0.25) == "bbrrrrrr")
    #expect(try strip(.push, nil, at: 0.25) == "bbrrrrrr")
    #expect(try strip(.push, .fromTop, at: 0.25, vertical: true) == "rrrb")
    #expect(try strip(.push, .fromBottom, at: 0.25, vertical: true) == "brrr")
  }

  @Test("animation R-6, #374: moving in slides over the old picture, revealing slides it away")
  func slides() throws {
    #expect(try strip(.moveIn, .fromLeft, at: 0.5) == "bbbbrrrr")
    #expect(try strip(.moveIn, .fromTop, at: 0.25, vertical: true) == "rrrb")
    #expect(try strip(.reveal, .fromRight, at: 0.25) == "rrrrrrbb")
    #expect(try strip(.reveal, .fromBottom, at: 0.5, vertical: true) == "bbrr")
  }

  @Test("animation R-1, R-6: a fade weighs both pictures; an unknown type fades, and no subtype moves it")
  func fades() throws {
    for type in [CATransitionType.fade, CATransitionType(rawValue: "cube")] {
      let root = box(0, 0, 4, 4, red)
      let renderer = OfflineRenderer(layer: root, size: CGSize(width: 4, height: 4))
      renderer.change(at: 1) {
        let transition = CATransition()
        (transition.type, transition.subtype, transition.duration) = (type, .fromTop, 1)
        transition.timingFunction = CAMediaTimingFunction(name: .linear)
        root.add(transition, forKey: nil)
        CATransaction.setDisableActions(true)
        root.backgroundColor = blue
      }
      let shown = try pixel(renderer, at: 1.25, 1, 1).map { Int($0) }
      #expect(abs(shown[0] - 191) <= 1, "\(type.rawValue)")
      #expect(shown[1] == 0, "\(type.rawValue)")
      #expect(abs(shown[2] - 64) <= 1, "\(type.rawValue)")
      #expect(shown[3] == 255, "\(type.rawValue)")
    }
  }

  @Test("animation R-2: a transition is held under its own key and replaces the one before")
  func oneAtATime() {
    let layer = CALayer()
    let first = CATransition()
    first.duration = 3
    layer.add(first, forKey: "mine")
    let second = CATransition()
    second.duration = 5
    layer.add(second, forKey: "other")
    #expect(layer.animationKeys() == ["transition"])
    #expect(layer.animation(forKey: kCATransition)?.duration == 5)
  }

  @Test(
    "animation R-3: changes before and after the addition belong to the new picture, values are untouched"
  )
  func theNewState() throws {
    for addsFirst in [false, true] {
      let root = box(0, 0, 20, 4, red)
      let child = box(10, 0, 10, 4, red)
      root.addSublayer(child)
      let renderer = OfflineRenderer(layer: root, size: CGSize(width: 20, height: 4))
      renderer.change(at: 1) {
        CATransaction.setDisableActions(true)
        let transition = CATransition()
        (transition.duration, transition.startProgress, transition.endProgress) = (1, 0.5, 0.5)
        if addsFirst { root.add(transition, forKey: nil) }
        root.backgroundColor = blue
        child.backgroundColor = blue
        if !addsFirst { root.add(transition, forKey: nil) }
      }
      renderer.change(at: 1.5) {
        #expect(root.presentation()?.backgroundColor == blue)
        #expect(root.presentation()?.opacity == 1)
      }
      for x in [5, 15] {
        let shown = try pixel(renderer, at: 1.5, x, 2).map { Int($0) }
        #expect(abs(shown[0] - 128) <= 1 && abs(shown[2] - 128) <= 1)
      }
      #expect(try pixel(renderer, at: 2.5, 5, 2) == [0, 0, 255, 255])
      #expect(try pixel(renderer, at: 0.5, 5, 2) == [255, 0, 0, 255])
    }
  }

  @Test("animation R-4: progress is stored freely and limited where it shows")
  func progressIsStoredFreely() throws {
    let transition = CATransition()
    (transition.startProgress, transition.endProgress) = (3, -2)
    #expect(transition.startProgress == 3 && transition.endProgress == -2)
    let root = box(0, 0, 4, 4, red)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 4, height: 4))
    renderer.change(at: 1) {
      (transition.duration, transition.timingFunction) = (1, CAMediaTimingFunction(name: .linear))
      root.add(transition, forKey: nil)
      CATransaction.setDisableActions(true)
      root.backgroundColor = blue
    }
    #expect(try pixel(renderer, at: 1.1, 1, 1) == [0, 0, 255, 255])
    #expect(try pixel(renderer, at: 1.9, 1, 1) == [255, 0, 0, 255])
  }

  @Test("animation R-7: before it begins a transition shows the old picture only if it fills backwards")
  func beforeTheBeginning() throws {
    for fill in [CAMediaTimingFillMode.removed, .backwards] {
      let root = box(0, 0, 4, 4, red)
      let renderer = OfflineRenderer(layer: root, size: CGSize(width: 4, height: 4))
      renderer.change(at: 1) {
        let transition = CATransition()
        (transition.duration, transition.beginTime, transition.fillMode) = (1, 2, fill)
        root.add(transition, forKey: nil)
        CATransaction.setDisableActions(true)
        root.backgroundColor = blue
      }
      #expect(
        try pixel(renderer, at: 1.5, 1, 1) == (fill == .removed ? [0, 0, 255, 255] : [255, 0, 0, 255])
      )
    }
  }

  @Test("animation R-5: a filter is kept and archived beside type and subtype, which count")
  func filtersAreKept() throws {
    let transition = CATransition()
    transition.filter = CAFilter(type: "gaussianBlur")
    transition.type = .push
    let copy = try #require(transition.copy() as? CATransition)
    #expect((copy.filter as? CAFilter)?.type == "gaussianBlur" && copy.type == .push)
    #expect(copy.shouldArchiveValue(forKey: "filter"))
  }
}
