import CoreGraphics
import Foundation
import StrataCompositor
import StrataRenderTree
import Testing

/// What emitters' behaviours do to particles (caml 4.3), by the closed forms of their equations of motion.
@Suite struct BehaviorTests {
  private func body(
    _ behaviors: [FilterValue],
    age: Double,
    _ edit: (inout EmitterCellState) -> Void = { _ in }
  ) throws -> ParticleSimulation.Body {
    var emitter = EmitterState()
    var cell = EmitterCellState()
    (cell.birthRate, cell.lifetime, cell.velocity) = (1, 4, 100)
    edit(&cell)
    emitter.cells = [cell]
    emitter.behaviors = behaviors
    return try #require(ParticleSimulation(emitter, at: 1 + age).bodies.first)
  }

  private func behavior(_ type: String, _ inputs: [String: FilterInput]) -> FilterValue {
    FilterValue(type: type, name: type, inputs: inputs)
  }

  @Test func dragSlowsDownExponentially() throws {
    for age in [0.5, 1, 1.99] {
      let slow = try body([behavior("drag", ["drag": .number(2)])], age: age)
      #expect(abs(slow.velocity.x - 100 * exp(-2 * age)) < 0.05)
      #expect(abs(slow.position.x - 50 * (1 - exp(-2 * age))) < 0.05)
    }
  }

  @Test func attractorsPullAsSprings() throws {
    let pull = behavior(
      "attractor",
      ["position": .point(.zero), "stiffness": .number(Double.pi * Double.pi)]
    )
    // Half a period is a second: back at the centre, the other way.
    let back = try body([pull], age: 1)
    #expect(abs(back.position.x) < 0.1 && abs(back.velocity.x + 100) < 0.1)
    // A particle of four times the mass swings half as fast.
    let heavy = try body([pull], age: 1) { $0.mass = 4 }
    #expect(abs(heavy.position.x - 200 / Double.pi) < 0.1 && abs(heavy.velocity.x) < 0.1)
    let planar = behavior(
      "attractor",
      [
        "attractorType": .string("planar"), "stiffness": .number(1), "position": .point(.zero),
        "orientationLongitude": .number(Double.pi / 2),
      ]
    )
    #expect(abs(try body([planar], age: 1).position.x - 100) < 1e-9)
  }

  @Test func wavesSwing() throws {
    let wave = behavior("wave", ["force": .numbers([0, 60, 0]), "frequency": .number(1)])
    // The velocity after half a second: 60 / 2π · (1 − cos π).
    let half = try body([wave], age: 0.5)
    #expect(abs(half.velocity.y - 60 / Double.pi) < 0.05 && abs(half.position.x - 50) < 1e-9)
    #expect(abs(try body([wave], age: 1).velocity.y) < 0.05)
  }

  @Test func particlesTurnToTheirMotion() throws {
    let align = behavior("alignToMotion", ["rotation": .number(0.25)])
    let turned = try body([align], age: 1) { $0.emissionLongitude = .pi / 2 }
    #expect(abs(turned.rotation - 0.25 - Double.pi / 2) < 1e-9)
  }

  @Test func valuesAndColoursFollowTheLife() throws {
    let grow = behavior("valueOverLife", ["keyPath": .string("scale"), "values": .numbers([0, 2])])
    #expect(abs(try body([grow], age: 1).scale - 0.5) < 1e-9)
    let fade = behavior(
      "valueOverLife",
      [
        "keyPath": .string("color.alpha"), "values": .numbers([1, 1, 0]), "locations": .numbers([0, 0.5, 1]),
      ]
    )
    #expect(abs(try body([fade], age: 3).color.w - 0.5) < 1e-6)
    let colors = behavior("colorOverLife", ["colors": .numbers([1, 0, 0, 1, 0, 0, 1, 1])])
    let mixed = try body([colors], age: 1).color
    #expect(mixed == SIMD4(0.75, 0, 0.25, 1))
  }

  @Test func whatIsOffOrSenselessDoesNothing() throws {
    let off = FilterValue(type: "drag", isEnabled: false, inputs: ["drag": .number(9)])
    #expect(try body([off, behavior("light", [:])], age: 1).position.x == 100)
    let mad = behavior("attractor", ["position": .point(.zero), "stiffness": .number(-1e300)])
    let lost = try body([mad], age: 1).position
    #expect((lost * 0).sum() == 0)
    let empty = behavior("valueOverLife", ["keyPath": .string("scale")])
    #expect(try body([empty], age: 1).scale == 1)
  }
}
