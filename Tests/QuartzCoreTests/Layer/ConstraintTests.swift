import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

@Suite struct ConstraintTests {
  typealias Rule = (CAConstraintAttribute, String, CAConstraintAttribute, CGFloat, CGFloat)

  private func rule(
    _ attribute: CAConstraintAttribute,
    _ source: CAConstraintAttribute,
    scale: CGFloat = 1,
    _ offset: CGFloat = 0,
    of name: String = "superlayer"
  ) -> Rule { (attribute, name, source, scale, offset) }

  private func constrain(_ layer: CALayer, _ rules: [Rule]) {
    for rule in rules {
      layer.addConstraint(
        CAConstraint(
          attribute: rule.0,
          relativeTo: rule.1,
          attribute: rule.2,
          scale: rule.3,
          offset: rule.4
        )
      )
    }
  }

  private func container(_ bounds: CGRect = CGRect(x: 0, y: 0, width: 200, height: 100)) -> CALayer {
    let layer = CALayer()
    layer.bounds = bounds
    layer.layoutManager = CAConstraintLayoutManager.layoutManager
    return layer
  }

  private func solved(_ rules: [Rule], _ bounds: CGRect = CGRect(x: 0, y: 0, width: 200, height: 100))
    -> CGRect
  {
    let (root, child) = (container(bounds), CALayer())
    child.frame = CGRect(x: 3, y: 5, width: 40, height: 20)
    root.addSublayer(child)
    constrain(child, rules)
    root.layoutIfNeeded()
    return child.frame
  }

  /// Rendering E-190 to E-208 and E-214.
  @Test func pairsOfRulesDetermineAnAxis() {
    let half = rule(.width, .width, scale: 0.5)
    let quarter = rule(.width, .width, scale: 0.25)
    let cases: [(Int, [Rule], CGFloat, CGFloat)] = [
      (190, [rule(.minX, .minX)], 0, 40), (191, [rule(.midX, .midX)], 80, 40),
      (192, [rule(.maxX, .maxX)], 160, 40), (193, [half], 3, 40),
      (194, [rule(.minX, .minX), rule(.maxX, .maxX)], 0, 200), (195, [rule(.minX, .minX), half], 0, 100),
      (196, [rule(.maxX, .maxX), half], 100, 100), (197, [rule(.midX, .midX), half], 50, 100),
      (198, [rule(.minX, .minX, 20), rule(.midX, .midX)], 20, 160),
      (199, [rule(.midX, .midX), rule(.maxX, .maxX, -20)], 20, 160),
      (200, [rule(.maxX, .maxX), rule(.minX, .minX), quarter], 0, 50),
      (201, [rule(.maxX, .maxX), rule(.midX, .midX, -30), quarter], 45, 50),
      (202, [quarter, rule(.maxX, .maxX), rule(.midX, .midX, -30)], -60, 260),
      (203, [rule(.maxX, .maxX), rule(.midX, .midX, -30), rule(.minX, .minX)], 0, 140),
      (204, [rule(.minX, .minX), rule(.midX, .midX, -30), rule(.maxX, .maxX), quarter], 0, 50),
      (205, [rule(.minX, .minX, 10), rule(.minX, .minX, 40)], 3, 40),
      (206, [rule(.minX, .maxX, scale: 0.25, 7)], 57, 40), (207, [rule(.minX, .maxY)], 100, 40),
      (214, [rule(.minX, .minX, 10), rule(.maxX, .maxX, -20)], 10, 170),
    ]
    for (number, rules, x, width) in cases {
      let frame = solved(rules)
      #expect(near(frame.minX, x) && near(frame.width, width), "E-\(number): \(frame)")
    }
    let moved = solved(
      [rule(.minX, .minX), rule(.minY, .minY)],
      CGRect(x: 30, y: 70, width: 200, height: 100)
    )
    #expect(near(moved.origin, 30, 70), "E-208")
  }

  /// Rendering E-209, E-210 and E-215.
  @Test func rulesReadSiblingsInAnyOrder() {
    let root = container()
    let (a, b, c) = (box(0, 0, 30, 10), box(0, 0, 30, 10), box(0, 0, 40, 10))
    (a.name, b.name, c.name) = ("a", "b", "c")
    root.sublayers = [b, a]
    constrain(a, [rule(.minX, .minX, 10)])
    constrain(b, [rule(.minX, .maxX, 5, of: "a")])
    root.layoutIfNeeded()
    #expect(near(b.frame.minX, 45))
    (a.constraints, b.constraints) = (nil, nil)
    constrain(a, [rule(.minX, .midX)])
    constrain(b, [rule(.minX, .minX, 10, of: "a")])
    root.layoutIfNeeded()
    #expect(near(a.frame.minX, 100) && near(b.frame.minX, 110))
    (a.constraints, b.constraints) = (nil, nil)
    (a.bounds.size.width, b.bounds.size.width) = (20, 30)
    root.sublayers = [c, b, a]
    constrain(a, [rule(.minX, .minX, 10)])
    constrain(b, [rule(.minX, .maxX, 5, of: "a")])
    constrain(c, [rule(.minX, .maxX, 7, of: "b")])
    root.layoutIfNeeded()
    #expect(near(a.frame.minX, 10))
    #expect(near(b.frame.minX, 35))
    #expect(near(c.frame.minX, 72))
  }

  /// Rendering E-211 to E-213.
  @Test func bothAxesAreSolvedAndSetThroughTheFrame() {
    let root = container()
    let (left, right) = (CALayer(), CALayer())
    root.sublayers = [left, right]
    for layer in [left, right] {
      constrain(layer, [rule(.height, .height), rule(.width, .width, scale: 0.5), rule(.minY, .minY)])
    }
    constrain(left, [rule(.minX, .minX)])
    constrain(right, [rule(.maxX, .maxX)])
    root.layoutIfNeeded()
    #expect(near(left.frame, 0, 0, 100, 100) && near(right.frame, 100, 0, 100, 100))
    let empty = CALayer()
    root.addSublayer(empty)
    constrain(empty, [rule(.maxX, .maxX, -20), rule(.maxY, .maxY, -20)])
    root.layoutIfNeeded()
    #expect(near(empty.frame.origin, 180, 80))
    let second = container(CGRect(x: 20, y: 30, width: 200, height: 100))
    let child = CALayer()
    child.bounds = CGRect(x: 7, y: 9, width: 20, height: 30)
    child.anchorPoint = CGPoint(x: 0.25, y: 0.75)
    second.addSublayer(child)
    constrain(
      child,
      [
        rule(.minX, .minX, 10), rule(.width, .width, scale: 0.5), rule(.minY, .minY, 5),
        rule(.height, .height, scale: 0.5),
      ]
    )
    second.layoutIfNeeded()
    #expect(near(child.frame, 30, 35, 100, 50) && near(child.position, 55, 72.5))
    #expect(child.bounds.origin == CGPoint(x: 7, y: 9))
  }

  /// Rendering Y-21 and Y-22.
  @Test func missingSourcesAndCyclesLeaveLayersWhereTheyWere() {
    let root = container()
    let (a, b) = (box(3, 0, 10, 10), box(5, 0, 10, 10))
    (a.name, b.name) = ("a", "b")
    root.sublayers = [a, b]
    constrain(a, [rule(.minX, .maxX, of: "b")])
    constrain(b, [rule(.minX, .maxX, of: "a")])
    root.layoutIfNeeded()
    #expect(a.frame.minX == 3 && b.frame.minX == 5)
    #expect(solved([rule(.minX, .minX, of: "nobody")]).minX == 3)
  }

  /// Rendering Y-21.
  @Test func siblingsAreReadOnlyOnAxesThatAreLaidOut() {
    let root = container()
    let (plain, source, reader) = (box(50, 20, 30, 10), box(60, 30, 30, 10), box(3, 5, 40, 20))
    (plain.name, source.name) = ("plain", "source")
    root.sublayers = [plain, source, reader]
    constrain(source, [rule(.minX, .minX, 70)])
    constrain(reader, [rule(.minX, .maxX, of: "plain"), rule(.minY, .minY, of: "source")])
    root.layoutIfNeeded()
    #expect(reader.frame == CGRect(x: 3, y: 5, width: 40, height: 20))
    // The other axis of the source is laid out, and may be read for either axis.
    reader.constraints = nil
    constrain(reader, [rule(.minX, .maxX, of: "source"), rule(.minY, .minX, of: "source")])
    root.layoutIfNeeded()
    #expect(reader.frame == CGRect(x: 100, y: 70, width: 40, height: 20))
  }
}
