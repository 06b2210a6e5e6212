import Foundation
import StrataRenderTree
import Testing

/// Section 16 of the animation rules: springs.
@Suite struct SpringTests {
  static let times = [0.1, 0.2, 0.3, 0.5, 1]

  @Test(
    "animation S-2, S-3, #305 to #344: where springs are at five times",
    arguments: [
      (305, Spring(mass: 1, stiffness: 100, damping: 10), [0.3403, 0.849426, 1.124355, 1.074591, 1.00217]),
      (310, Spring(mass: 1, stiffness: 100, damping: 5), [0.392945, 1.070645, 1.43056, 1.036551, 1.084776]),
      (315, Spring(mass: 2, stiffness: 200, damping: 20), [0.3403, 0.849426, 1.124355, 1.074591, 1.00217]),
      (
        320, Spring(mass: 1, stiffness: 100, damping: 20), [0.264241, 0.593994, 0.800852, 0.959572, 0.999501]
      ),
      (
        325, Spring(mass: 1, stiffness: 100, damping: 40), [0.264241, 0.593994, 0.800852, 0.959572, 0.999501]
      ),
      (
        330, Spring(mass: 1, stiffness: 100, damping: 40, allowsOverdamping: true),
        [0.177737, 0.36964, 0.517775, 0.717829, 0.926096]
      ),
      (
        335, Spring(mass: 1, stiffness: 100, damping: 10, initialVelocity: 5),
        [0.607053, 1.059065, 1.190976, 1.030619, 1.004863]
      ),
      (
        340, Spring(mass: 1, stiffness: 100, damping: 10, initialVelocity: -5),
        [0.073546, 0.639786, 1.057733, 1.118562, 0.999477]
      ),
    ]
  )
  func springsMove(first: Int, spring: Spring, positions: [Double]) {
    let response = SpringResponse(spring)
    #expect(response(0) == 0)
    for (i, (time, position)) in zip(Self.times, positions).enumerated() {
      expectClose(response(time), position, "#\(first + i)")
    }
  }

  @Test(
    "animation S-5, #345 to #354: when springs have settled",
    arguments: [
      (345, Spring(mass: 1, stiffness: 100, damping: 10), 1.4727003346780927, 1e-12),
      (346, Spring(mass: 1, stiffness: 100, damping: 1), 13.91321015404625, 1e-12),
      (
        347, Spring(mass: 1, stiffness: 39.478418, damping: 6.283185, allowsOverdamping: true),
        2.3438753795710707, 1e-6
      ),
      (348, Spring(mass: 1, stiffness: 100, damping: 5), 2.854975, 1e-6),
      (349, Spring(mass: 1, stiffness: 100, damping: 15), 1.022094, 1e-6),
      (350, Spring(mass: 1, stiffness: 100, damping: 20), 1, 1e-12),
      (351, Spring(mass: 1, stiffness: 100, damping: 40), 1, 1e-12),
      (352, Spring(mass: 1, stiffness: 100, damping: 100), 1, 1e-12),
      (353, Spring(mass: 1, stiffness: 100, damping: 0), 3.4028234663852886e+38, 0),
      (354, Spring(mass: 1, stiffness: 39.478418, damping: 25.132741, allowsOverdamping: true), 2.5, 1e-9),
    ]
  )
  func springsSettle(id: Int, spring: Spring, duration: Double, tolerance: Double) {
    expectClose(spring.settlingDuration, duration, within: tolerance, "#\(id): \(spring.settlingDuration)")
  }

  @Test(
    "animation S-6, S-7, #355 to #358: springs made from a period and a bounce",
    arguments: [
      (355, 1.0, 0.5, 39.478418, 6.283185, 0.5, 2.343875), (356, 0.5, 0, 157.91367, 25.132741, 0, 0.8),
      (357, 1, -0.5, 39.478418, 25.132741, -0.5, 2.5), (358, 1, -1, 39.478418, .infinity, -1, 0),
    ]
  )
  func springsFromPerception(
    id: Int,
    period: Double,
    bounce: Double,
    stiffness: Double,
    damping: Double,
    readBack: Double,
    duration: Double
  ) {
    let spring = Spring(perceptualDuration: period, bounce: bounce)
    #expect(spring.mass == 1 && spring.allowsOverdamping)
    expectClose(spring.stiffness, stiffness, within: 1e-5)
    #expect(abs(spring.damping - damping) < 1e-5 || spring.damping == damping)
    expectClose(spring.bounce, readBack)
    expectClose(spring.settlingDuration, duration, "#\(id): \(spring.settlingDuration)")
    expectClose(spring.perceptualDuration, period)
  }

  @Test("animation S-5, S-6, #359, #360: the stored damping counts, whether or not overdamping is allowed")
  func storedDampingCounts() {
    expectClose(Spring().perceptualDuration, 0.628319)
    expectClose(Spring().bounce, 0.5)
    let heavy = Spring(mass: 1, stiffness: 100, damping: 40)
    expectClose(heavy.bounce, -0.5)
    #expect(heavy.settlingDuration == 1)
  }

  @Test("animation S-8, #361: values follow the spring, and infinite damping ends at once")
  func valuesFollowTheSpring() {
    let response = SpringResponse(Spring(mass: 1, stiffness: 100, damping: 5))
    expectClose(640 * response(0.5), 663.392504)
    let stuck = SpringResponse(Spring(perceptualDuration: 1, bounce: -1))
    #expect(stuck(0) == 0)
    #expect(stuck(0.001) == 1)
    #expect(stuck(5) == 1)
  }

  @Test func oddSpringsEnd() {
    for spring in [
      Spring(mass: 1e-300, stiffness: 1e300, damping: 1), Spring(mass: 1e300, stiffness: 1e-300, damping: 1),
      Spring(mass: 1, stiffness: 1e-30, damping: 1), Spring(mass: .infinity, stiffness: 1, damping: 1),
      Spring(mass: 1, stiffness: 100, damping: .nan),
    ] {
      #expect(!spring.settlingDuration.isNaN)
      _ = SpringResponse(spring)(0.5)
    }
  }
}
