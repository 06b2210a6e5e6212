package import CoreGraphics
package import QuartzCore
import StrataRenderTree

/// How the changes of an animation block move.
package struct AnimationSettings {
  /// The course from the beginning to the end.
  package enum Curve {
    case cubic(CAMediaTimingFunction)
    case spring(SpringCurve)
  }

  /// In seconds; without a positive duration nothing animates.
  package var duration: Double
  /// In seconds.
  package var delay = 0.0
  package var curve: Curve
  /// How often an animation runs; 0 for once, infinity for ever.
  package var repeatCount = Float(0)
  package var autoreverses = false
  /// Moves on from what is on screen, not from the value before the change, where animations do not add up.
  package var beginsFromCurrentState = false
  /// Replaces what runs, and moves on from what is on screen, where animations add up, too.
  package var replacesAdditive = false
  /// How many frames a second the animations ask for.
  package var frameRates = CAFrameRateRange.default
  /// Lays out the animated layers within the block.
  package var laysOut = false
  /// Ignores the duration of the block around this one.
  package var overridesDuration = false
  /// Ignores the curve of the block around this one.
  package var overridesCurve = false
  /// Adds the given number to the animations that keep a layer's view from being touched; nil allows touches.
  package var countBlocking: (@MainActor (CALayer, Int) -> Void)?

  package init(duration: Double, curve: Curve) {
    self.duration = duration.isFinite ? duration : 0
    self.curve = curve
  }

  /// How long all rounds take, in seconds, without the delay; infinity for those without an end.
  package var wholeDuration: Double {
    duration * (autoreverses ? 2 : 1) * (repeatCount > 0 ? Double(repeatCount) : 1)
  }

  /// The fraction of a property's way at a time after the delay, in seconds; 1 at the end of all rounds.
  ///
  /// A spring is not quite there at the end of a round, and may be beyond it before.
  package func progress(at time: Double) -> Double {
    guard duration > 0, time < wholeDuration else { return 1 }
    let rounds = max(time, 0) / duration
    let passed = rounds.rounded(.down)
    let isOnItsWayBack = autoreverses && passed.truncatingRemainder(dividingBy: 2) == 1
    let fraction = rounds - passed
    return curve.progress(at: isOnItsWayBack ? 1 - fraction : fraction, of: duration)
  }
}

/// A spring as a course of animations.
package struct SpringCurve: Equatable {
  package var mass: CGFloat
  package var stiffness: CGFloat
  package var damping: CGFloat
  /// The speed at the beginning, in distances per second; positive towards the end.
  package var velocity: CGVector

  package init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, velocity: CGVector = .zero) {
    (self.mass, self.stiffness, self.damping, self.velocity) = (mass, stiffness, damping, velocity)
  }

  /// A spring of unit mass from the period it swings in, in seconds, and its bounce.
  package init(perceptualDuration: Double, bounce: CGFloat, velocity: CGVector = .zero) {
    let spring = CASpringAnimation(perceptualDuration: perceptualDuration, bounce: bounce)
    self.init(mass: spring.mass, stiffness: spring.stiffness, damping: spring.damping, velocity: velocity)
  }

  /// The spring of unit mass with a damping ratio that has settled after `duration`, in seconds.
  ///
  /// Settling takes the less time the stiffer the spring is, so bisection finds the stiffness.
  package init(dampingRatio: CGFloat, velocity: CGVector, settlingAfter duration: Double) {
    let ratio = min(max(dampingRatio.isFinite ? dampingRatio : 1, 0.001), 100)
    func spring(_ frequency: Double) -> SpringCurve {
      let damping = 2 * ratio * CGFloat(frequency)
      return SpringCurve(
        mass: 1,
        stiffness: CGFloat(frequency * frequency),
        damping: damping,
        velocity: velocity
      )
    }
    var (low, high) = (1e-3 / duration, 1e6 / duration)
    for _ in 0..<60 {
      let middle = (low * high).squareRoot()
      if spring(middle).settlingDuration > duration { low = middle } else { high = middle }
    }
    self = spring(high)
  }

  /// The time until the spring has settled, in seconds.
  package var settlingDuration: Double { animation(velocity: speed).settlingDuration }

  /// The speed of a value of one dimension.
  var speed: CGFloat {
    velocity.dx == velocity.dy
      ? velocity.dx : (velocity.dx * velocity.dx + velocity.dy * velocity.dy).squareRoot()
  }

  /// The speed of a property: that of its axis for parts of the place, and that along the way for others.
  func speed(of keyPath: String?) -> CGFloat {
    switch keyPath {
    case "position.x": velocity.dx
    case "position.y": velocity.dy
    default: speed
    }
  }

  func animation(velocity: CGFloat) -> CASpringAnimation {
    let animation = CASpringAnimation()
    animation.mass = mass
    animation.stiffness = stiffness
    animation.damping = damping
    animation.initialVelocity = velocity
    animation.allowsOverdamping = true
    return animation
  }

  /// The fraction of a property's way at a time, in seconds.
  func progress(at time: Double, keyPath: String? = nil) -> Double {
    let spring = Spring(
      mass: Double(mass),
      stiffness: Double(stiffness),
      damping: Double(damping),
      initialVelocity: Double(speed(of: keyPath)),
      allowsOverdamping: true
    )
    return SpringResponse(spring)(time)
  }
}

extension AnimationSettings.Curve {
  /// The fraction of a property's way after a fraction of a duration, in seconds.
  package func progress(at fraction: Double, of duration: Double, keyPath: String? = nil) -> Double {
    switch self {
    case .cubic(let function): Double(function._solve(forInput: Float(min(max(fraction, 0), 1))))
    case .spring(let spring): spring.progress(at: fraction * duration, keyPath: keyPath)
    }
  }

  /// An animation that takes this course.
  func animation(keyPath: String) -> CABasicAnimation {
    switch self {
    case .cubic(let function):
      let animation = CABasicAnimation(keyPath: keyPath)
      animation.timingFunction = function
      return animation
    case .spring(let spring):
      let animation = spring.animation(velocity: spring.speed(of: keyPath))
      animation.keyPath = keyPath
      return animation
    }
  }
}
