import StrataViews
import Testing
import UIKit

/// Transitions of views, as they are shown at exact times.
@MainActor @Suite struct TransitionTests {
  private let red: [UInt8] = [255, 0, 0, 255]
  private let blue: [UInt8] = [0, 0, 255, 255]
  private let empty: [UInt8] = [0, 0, 0, 0]

  /// A card of 100 by 60 points whose red side is exchanged for a blue one from second 1 to second 3.
  private func stage(_ options: UIView.AnimationOptions, _ flags: @escaping (Bool) -> Void = { _ in })
    -> Stage
  {
    let stage = Stage()
    let card = stage.add(UIView(), 50, 50, 100, 60)
    let (front, back) = (UIView(frame: card.bounds), UIView(frame: card.bounds))
    stage.host.run(at: 0) {
      front.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
      back.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
      card.addSubview(front)
    }
    stage.host.run(at: 1) {
      UIView.transition(
        from: front,
        to: back,
        duration: 2,
        options: [options, .curveLinear],
        completion: flags
      )
    }
    return stage
  }

  /// The points at an eighth of a turn that are in front of the card's plane, and those left by its far side.
  @Test(arguments: [
    (UIView.AnimationOptions.transitionFlipFromLeft, (60, 47), (146, 80)),
    (UIView.AnimationOptions.transitionFlipFromRight, (140, 47), (54, 80)),
    (UIView.AnimationOptions.transitionFlipFromTop, (48, 60), (52, 98)),
    (UIView.AnimationOptions.transitionFlipFromBottom, (48, 100), (52, 62)),
  ])
  func aFlipTurnsTheContainer(
    _ options: UIView.AnimationOptions,
    _ near: (x: Int, y: Int),
    _ left: (x: Int, y: Int)
  ) throws {
    var flags: [Bool] = []
    let stage = stage(options) { flags.append($0) }
    #expect(try stage.pixel(near.x, near.y, at: 1.5) == red)
    #expect(try stage.pixel(left.x, left.y, at: 1.5) == empty)
    #expect(try stage.pixel(100, 80, at: 1.9) == red)
    #expect(try stage.pixel(100, 80, at: 2.1) == blue)
    // The far side has come to the front.
    #expect(try stage.pixel(200 - near.x, 160 - near.y, at: 2.5) == blue)
    stage.host.run(at: 3.1)
    #expect(flags == [true])
    #expect(try stage.pixel(51, 51, at: 3.2) == blue)
  }

  @Test func aPageCurlsUpFromTheBottomAndDownFromTheTop() throws {
    let up = stage(.transitionCurlUp)
    #expect(try up.pixel(52, 52, at: 2) == red)
    #expect(try up.pixel(147, 107, at: 2) == blue)
    let down = stage(.transitionCurlDown)
    #expect(try down.pixel(52, 52, at: 2) == blue)
    #expect(try down.pixel(147, 107, at: 2) == red)
  }

  @Test(
    arguments: [(.allowAnimatedContent, 55), ([], 105)] as [(UIView.AnimationOptions, CGFloat)]
  )
  func changesAnimateIfTheyMay(option: UIView.AnimationOptions, x: CGFloat) {
    let stage = Stage()
    let (card, spot) = (
      stage.add(UIView(), 0, 0, 100, 100), UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    )
    stage.host.run(at: 0) { card.addSubview(spot) }
    stage.host.run(at: 1) {
      let options: UIView.AnimationOptions = [option, .transitionCrossDissolve, .curveLinear]
      UIView.transition(with: card, duration: 2, options: options) { spot.center.x = 105 }
    }
    #expect(card.layer.animation(forKey: kCATransition) != nil)
    #expect(stage.shown(spot, \.position, at: 2)?.x == x)
  }

  @Test func withoutAnEffectTheChangeIsSeenAtOnce() throws {
    let stage = stage(.transitionNone)
    #expect(try stage.pixel(100, 80, at: 1.1) == blue)
  }
}
