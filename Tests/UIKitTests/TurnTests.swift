import Foundation
import StrataViews
import Testing
import UIKit

/// Turns in blocks, which go the way of a plain animation between the same transforms.
@MainActor @Suite struct TurnTests {
  enum Axis: CaseIterable {
    case x, y, z

    func turned(by angle: Double) -> CATransform3D {
      switch self {
      case .x: CATransform3DMakeRotation(CGFloat(angle), 1, 0, 0)
      case .y: CATransform3DMakeRotation(CGFloat(angle), 0, 1, 0)
      case .z: CATransform3DMakeRotation(CGFloat(angle), 0, 0, 1)
      }
    }
  }

  private func distance(_ a: CATransform3D?, _ b: CATransform3D?) -> CGFloat {
    guard let a, let b else { return .infinity }
    let pairs = [
      (a.m11, b.m11), (a.m12, b.m12), (a.m13, b.m13), (a.m21, b.m21), (a.m22, b.m22), (a.m23, b.m23),
      (a.m31, b.m31), (a.m32, b.m32), (a.m33, b.m33),
    ]
    return pairs.map { abs($0.0 - $0.1) }.max() ?? 0
  }

  @Test(arguments: Axis.allCases, [0, 0.5, -2, Double.pi])
  func aTurnIsThatOfAPlainAnimation(axis: Axis, start: Double) {
    for angle in [Double.pi, -Double.pi, 3, -3, Double.pi / 2, -Double.pi / 2, 4, 0.001] {
      let (from, to) = (axis.turned(by: start), axis.turned(by: start + angle))
      let stage = Stage()
      let (view, plain) = (stage.add(UIView(), 0, 0, 20, 20), stage.add(UIView(), 0, 0, 20, 20))
      stage.host.run(at: 0) { view.layer.transform = from }
      let animation = CABasicAnimation(keyPath: "transform")
      (animation.fromValue, animation.toValue) = (from, to)
      animation.duration = 1
      stage.host.run(at: 1) {
        plain.layer.add(animation, forKey: "turn")
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { view.layer.transform = to }
      }
      for time in [1, 1.25, 1.5, 1.9] {
        let shown = stage.shown(view, \.transform, at: time)
        #expect(distance(shown, stage.shown(plain, \.transform, at: time)) < 1e-6, "\(angle) at \(time)")
      }
    }
  }

  @Test(arguments: [Double.pi, -.pi]) func aHalfTurnIsClockwise(angle: Double) throws {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 20, 20)
    stage.host.run(at: 0) {
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        view.transform = CGAffineTransform(rotationAngle: CGFloat(angle))
      }
    }
    let shown = try #require(stage.shown(view, \.transform, at: 0.25))
    #expect(abs(atan2(Double(shown.m12), Double(shown.m11)) - .pi / 4) < 1e-6)
  }

  /// The second step makes the first one a half turn of differences, too.
  @Test func keyframesTurnAsTheirValuesDo() throws {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 20, 20)
    let linear = UIView.KeyframeAnimationOptions(rawValue: UIView.AnimationOptions.curveLinear.rawValue)
    stage.host.run(at: 0) {
      UIView.animateKeyframes(withDuration: 2, delay: 0, options: linear) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) {
          view.transform = CGAffineTransform(rotationAngle: .pi)
        }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) {
          view.transform = CGAffineTransform(rotationAngle: 1.5 * .pi)
        }
      }
    }
    for (time, angle) in [(0.25, 0.25), (0.5, 0.5), (0.75, 0.75), (1.5, -0.75)] {
      let shown = try #require(stage.shown(view, \.transform, at: time))
      #expect(abs(atan2(Double(shown.m12), Double(shown.m11)) - angle * .pi) < 1e-6)
    }
  }
}
