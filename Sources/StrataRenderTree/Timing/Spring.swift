import Foundation

/// A mass on a damped spring that is released at a distance of one from its rest.
///
/// - Precondition: Mass and stiffness are positive, damping is not negative.
package struct Spring: Hashable, Sendable {
  package var mass = 1.0
  package var stiffness = 100.0
  package var damping = 10.0
  /// Initial speed towards the rest, in distances per second.
  package var initialVelocity = 0.0
  /// False limits the damping ratio to one when the spring is evaluated.
  package var allowsOverdamping = false

  /// Creates the spring of a new animation.
  package init() {}

  /// Creates a spring with these constants.
  package init(
    mass: Double,
    stiffness: Double,
    damping: Double,
    initialVelocity: Double = 0,
    allowsOverdamping: Bool = false
  ) {
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.initialVelocity = initialVelocity
    self.allowsOverdamping = allowsOverdamping
  }

  /// Creates a spring of unit mass from the period it would swing in undamped, and its bounce.
  ///
  /// Bounce zero is critical damping, one none at all, and -1 damping without end.
  package init(perceptualDuration: Double, bounce: Double) {
    let frequency = 2 * Double.pi / perceptualDuration
    stiffness = frequency * frequency
    let ratio = bounce >= 0 ? 1 - bounce : bounce > -1 ? 1 / (1 + bounce) : .infinity
    damping = 2 * ratio * stiffness.squareRoot()
    allowsOverdamping = true
  }

  /// Damping closer than this to critical is critical; the rate of the swing would be lost in rounding.
  fileprivate static let criticalSpread = 1e-7

  /// The damping ratio that evaluation uses.
  fileprivate var effectiveRatio: Double {
    let ratio = allowsOverdamping ? dampingRatio : min(dampingRatio, 1)
    return abs(ratio - 1) < Self.criticalSpread ? 1 : ratio
  }

  /// Frequency without damping, in radians per second.
  package var frequency: Double { (stiffness / mass).squareRoot() }

  /// Damping against critical damping, as stored.
  package var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

  /// Period of the spring without damping, in seconds.
  package var perceptualDuration: Double { 2 * .pi / frequency }

  /// How far the spring is from critical damping: positive swings, negative creeps.
  package var bounce: Double {
    let ratio = dampingRatio
    return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  }
}

/// The solved equation of motion of a spring; x(0) is 0 and the rest is at 1.
package struct SpringResponse: Hashable, Sendable {
  private enum Motion: Hashable, Sendable {
    /// exp(-decay t) (cos(rate t) + sine sin(rate t)) is still to go.
    case swinging(decay: Double, rate: Double, sine: Double)
    /// exp(-decay t) (1 + slope t) is still to go.
    case critical(decay: Double, slope: Double)
    /// share exp(slow t) + (1 - share) exp(fast t) is still to go.
    case creeping(share: Double, slow: Double, fast: Double)
    /// Infinite damping: at rest after the first moment.
    case stuck
  }
  private let motion: Motion

  /// Solves the equation of motion of `spring`.
  package init(_ spring: Spring) {
    let frequency = spring.frequency
    let ratio = spring.effectiveRatio
    let velocity = spring.initialVelocity
    if ratio == .infinity {
      motion = .stuck
    } else if ratio < 1 {
      let rate = frequency * (1 - ratio * ratio).squareRoot()
      motion = .swinging(decay: ratio * frequency, rate: rate, sine: (ratio * frequency - velocity) / rate)
    } else if ratio == 1 {
      motion = .critical(decay: frequency, slope: frequency - velocity)
    } else {
      let spread = (ratio * ratio - 1).squareRoot()
      // The difference of ratio and spread, without the rounding error if both are large.
      let slow = -frequency / (ratio + spread)
      let fast = -frequency * (ratio + spread)
      motion = .creeping(share: (fast + velocity) / (fast - slow), slow: slow, fast: fast)
    }
  }

  /// Returns the position `time` seconds after the release; not clamped.
  package func callAsFunction(_ time: Double) -> Double {
    guard time > 0 else { return time.isNaN ? time : 0 }
    return 1 - remaining(at: time)
  }

  private func remaining(at time: Double) -> Double {
    switch motion {
    case .swinging(let decay, let rate, let sine):
      exp(-decay * time) * (cos(rate * time) + sine * sin(rate * time))
    case .critical(let decay, let slope):
      exp(-decay * time) * (1 + slope * time)
    case .creeping(let share, let slow, let fast):
      share * exp(slow * time) + (1 - share) * exp(fast * time)
    case .stuck: 0
    }
  }
}

extension Spring {
  /// The share of the distance below which a spring counts as settled.
  private static let threshold = 0.001

  /// Estimated time until the spring has settled, in seconds.
  package var settlingDuration: Double {
    let ratio = effectiveRatio
    guard frequency > 0, frequency.isFinite, !ratio.isNaN else { return 0 }
    if ratio == .infinity { return 0 }
    if ratio == 0 { return Double(Float.greatestFiniteMagnitude) }
    if ratio < 1 {
      // The envelope of the swing falls below the threshold.
      let decay = ratio * frequency
      let sine = (decay - initialVelocity) / (frequency * (1 - ratio * ratio).squareRoot())
      return log((1 + abs(sine)) / Self.threshold) / decay
    }
    if ratio == 1 { return criticalSettlingDuration }
    // 9.2334 is where (1 + x) exp(-x) meets the threshold; heavier damping stretches it by about 1 + ln(ratio).
    return tenths(9.233413 * (1 + log(ratio)) / frequency)
  }

  /// The smallest multiple of a tenth of a second from which on less than the threshold is to go.
  private var criticalSettlingDuration: Double {
    let slope = frequency - initialVelocity
    func isSettled(_ tenth: Double) -> Bool {
      abs((1 + slope * tenth / 10) * exp(-frequency * tenth / 10)) < Self.threshold
    }
    // The search is bounded where slow springs would make it long: there tenths no longer matter.
    var tenth = 1.0
    while tenth < 100_000, !isSettled(tenth) { tenth += 1 }
    while tenth < 1e15, !isSettled(tenth) { tenth *= 1.1 }
    return tenth / 10
  }

  private func tenths(_ seconds: Double) -> Double { (seconds * 10 - 1e-9).rounded(.up) / 10 }
}
