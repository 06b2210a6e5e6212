import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// Layout: sizes, resizing masks and constraints (rendering section 9).
@Suite struct LayoutRuleTests {
  @Test("rendering Y-8: the preferred size is the manager's, or that of the frame")
  func preferredSizes() {
    final class Manager: NSObject, CALayoutManager {
      func preferredSize(of layer: CALayer) -> CGSize { CGSize(width: 7, height: 8) }
    }
    final class Silent: NSObject, CALayoutManager {}
    let layer = box(0, 0, 10, 20)
    #expect(layer.preferredFrameSize() == CGSize(width: 10, height: 20))
    layer.transform = CATransform3DMakeScale(2, 3, 1)
    #expect(layer.preferredFrameSize() == CGSize(width: 20, height: 60))
    let silent = Silent()
    layer.layoutManager = silent
    #expect(layer.preferredFrameSize() == CGSize(width: 20, height: 60))
    let manager = Manager()
    layer.layoutManager = manager
    #expect(layer.preferredFrameSize() == CGSize(width: 7, height: 8))
  }

  @Test("rendering Y-9, Y-10: the bits of resizing masks, which work on every host; unknown bits stay")
  func resizingBits() {
    let bits: [(CAAutoresizingMask, UInt32)] = [
      (.layerMinXMargin, 1), (.layerWidthSizable, 2), (.layerMaxXMargin, 4), (.layerMinYMargin, 8),
      (.layerHeightSizable, 16), (.layerMaxYMargin, 32),
    ]
    for (mask, raw) in bits { #expect(mask.rawValue == raw) }
    let layer = CALayer()
    #expect(layer.autoresizingMask.isEmpty)
    layer.autoresizingMask = CAAutoresizingMask(rawValue: 0xf02)
    #expect(layer.autoresizingMask.rawValue == 0xf02)
    let parent = box(0, 0, 10, 10)
    parent.addSublayer(layer)
    parent.bounds.size.width = 30
    #expect(layer.bounds.width == 20)
  }

  @Test("rendering Y-11: a change of size resizes at once and all the way down; other changes do not")
  func whenResizingRuns() {
    final class Recording: CALayer {
      var old: [CGSize] = []
      override func resizeSublayers(withOldSize size: CGSize) {
        old.append(size)
        super.resizeSublayers(withOldSize: size)
      }
    }
    let root = place(Recording(), 0, 0, 100, 100)
    let child = box(0, 0, 100, 100)
    root.addSublayer(child)
    root.bounds.origin = CGPoint(x: 5, y: 5)
    root.position = CGPoint(x: 5, y: 5)
    #expect(root.old.isEmpty)
    root.frame = CGRect(x: 0, y: 0, width: 120, height: 100)
    #expect(root.old == [CGSize(width: 100, height: 100)])
    // Neither a mask set later nor a layer added later is changed.
    child.autoresizingMask = .layerWidthSizable
    let late = box(0, 0, 50, 50)
    late.autoresizingMask = .layerWidthSizable
    root.addSublayer(late)
    #expect(child.bounds.width == 100 && late.bounds.width == 50)
  }

  @Test(
    "rendering Y-12, Y-13: without a mask fractions stay; with one the frame becomes whole, each axis by itself"
  )
  func integralFrames() {
    let parent = box(0, 0, 100, 100)
    let (none, some) = (CALayer(), CALayer())
    for layer in [none, some] {
      layer.frame = CGRect(x: 10.2, y: 15.3, width: 20.4, height: 25.5)
      parent.addSublayer(layer)
    }
    some.autoresizingMask = .layerMaxXMargin
    parent.bounds.size.width = 101.2
    #expect(near(none.frame, 10.2, 15.3, 20.4, 25.5))
    // Down at the origin and up at the far edge, on both axes.
    #expect(near(some.frame, 10, 15, 21, 26))
    // A negative extent is turned over: 10 wide, 30 less.
    let narrow = box(0, 0, 100, 100)
    let child = CALayer()
    child.frame = CGRect(x: 40, y: 0, width: 10, height: 10)
    child.autoresizingMask = .layerWidthSizable
    narrow.addSublayer(child)
    narrow.bounds.size.width = 70
    #expect(near(child.frame, 20, 0, 20, 10))
  }

  private func rule(
    _ attribute: CAConstraintAttribute,
    _ name: String,
    _ source: CAConstraintAttribute,
    scale: CGFloat = 1,
    offset: CGFloat = 0
  ) -> CAConstraint {
    CAConstraint(attribute: attribute, relativeTo: name, attribute: source, scale: scale, offset: offset)
  }

  @Test(
    "rendering Y-14, Y-15: a constraint is source times scale plus offset, and its attributes are numbered"
  )
  func constraintValues() {
    let full = rule(.minX, "a", .maxX, scale: 2, offset: 3)
    #expect(full.attribute == .minX)
    #expect(full.sourceName == "a")
    #expect(full.sourceAttribute == .maxX)
    #expect(full.scale == 2 && full.offset == 3)
    let plain = CAConstraint(attribute: .width, relativeTo: "superlayer", attribute: .height)
    #expect(plain.scale == 1 && plain.offset == 0)
    let moved = CAConstraint(attribute: .width, relativeTo: "superlayer", attribute: .height, offset: 4)
    #expect(moved.scale == 1 && moved.offset == 4)
    let all: [CAConstraintAttribute] = [.minX, .midX, .maxX, .width, .minY, .midY, .maxY, .height]
    #expect(all.map(\.rawValue) == Array(0...7))
  }

  private func container(_ layers: CALayer...) -> CALayer {
    let root = box(0, 0, 200, 100)
    root.layoutManager = CAConstraintLayoutManager.layoutManager
    root.sublayers = layers
    return root
  }

  @Test(
    "rendering Y-16, E-206 to E-209: sources are the superlayer's bounds and siblings' frames, on either axis"
  )
  func sources() {
    let (a, b) = (box(10, 0, 30, 20), box(0, 0, 10, 10))
    a.name = "a"
    let root = container(a, b)
    root.bounds = CGRect(x: 20, y: 30, width: 200, height: 100)
    a.addConstraint(rule(.minX, "superlayer", .minX, offset: 5))
    b.addConstraint(rule(.minX, "a", .maxX, offset: 1))
    b.addConstraint(rule(.minY, "superlayer", .maxX))
    root.layoutIfNeeded()
    #expect(near(a.frame, 25, 0, 30, 20) && near(b.frame, 56, 220, 10, 10))
  }

  @Test("rendering Y-17: constraints act through the superlayer's manager, of which there is one to share")
  func whoseConstraints() {
    #expect(CAConstraintLayoutManager.layoutManager === CAConstraintLayoutManager.layoutManager)
    let (child, root) = (box(3, 5, 40, 20), box(0, 0, 200, 100))
    root.addSublayer(child)
    child.addConstraint(rule(.minX, "superlayer", .maxX))
    child.layoutManager = CAConstraintLayoutManager.layoutManager
    root.layoutIfNeeded()
    #expect(child.frame.minX == 3)
    CAConstraintLayoutManager.layoutManager.layoutSublayers(of: root)
    #expect(child.frame.minX == 200)
    #expect(child.constraints?.count == 1)
  }

  @Test("rendering Y-18: which pairs determine an axis, and how")
  func pairs() {
    let values: [(CAConstraintAttribute, CGFloat)] = [(.minY, 10), (.midY, 40), (.maxY, 90), (.height, 30)]
    for (i, first) in values.enumerated() {
      for second in values[(i + 1)...] {
        let expected: (CGFloat, CGFloat) =
          switch (first.0, second.0) {
          case (.minY, .midY): (10, 2 * (40 - 10))
          case (.minY, .maxY): (10, 90 - 10)
          case (.minY, .height): (10, 30)
          case (.midY, .maxY): (2 * 40 - 90, 2 * (90 - 40))
          case (.midY, .height): (40 - 30 / 2, 30)
          default: (90 - 30, 30)
          }
        for order in [[first, second], [second, first]] {
          let child = box(3, 5, 40, 20)
          let root = container(child)
          for (attribute, value) in order {
            child.addConstraint(rule(attribute, "superlayer", .minX, offset: value))
          }
          root.layoutIfNeeded()
          #expect(near(child.frame, 3, expected.0, 40, expected.1), "\(first.0) \(second.0)")
        }
      }
    }
    // One edge or centre keeps the extent, an extent alone does nothing.
    for (attribute, y) in [(.minY, 50), (.midY, 40), (.maxY, 30), (.height, 5)]
      as [(CAConstraintAttribute, CGFloat)]
    {
      let child = box(3, 5, 40, 20)
      let root = container(child)
      child.addConstraint(rule(attribute, "superlayer", .minX, offset: 50))
      root.layoutIfNeeded()
      #expect(near(child.frame, 3, y, 40, 20))
    }
  }

  @Test(
    "rendering Y-19, Y-20: of more than two the last counts, with the first remaining; twice the same is none"
  )
  func manyRules() {
    let child = box(3, 5, 40, 20)
    let root = container(child)
    child.addConstraint(rule(.width, "superlayer", .minX, offset: 50))
    child.addConstraint(rule(.maxX, "superlayer", .minX, offset: 150))
    child.addConstraint(rule(.midX, "superlayer", .minX, offset: 120))
    root.layoutIfNeeded()
    // The middle with the far edge, which comes before the width.
    #expect(near(child.frame, 90, 5, 60, 20))
    child.constraints = [
      rule(.minX, "superlayer", .minX), rule(.width, "superlayer", .minX, offset: 9),
      rule(.minX, "superlayer", .minX, offset: 30),
    ]
    root.setNeedsLayout()
    root.layoutIfNeeded()
    #expect(near(child.frame, 90, 5, 60, 20))
  }

  @Test("rendering Y-21, Y-22: what cannot be read leaves the axis, and the axis of whoever reads that")
  func missingSources() {
    let (a, b, c) = (box(3, 5, 40, 20), box(7, 5, 40, 20), box(9, 5, 40, 20))
    (a.name, b.name, c.name) = ("a", "b", "c")
    let root = container(a, b, c)
    a.addConstraint(rule(.minX, "a", .maxX))
    a.addConstraint(rule(.minY, "superlayer", .maxY))
    b.addConstraint(rule(.minX, "a", .minX, offset: 100))
    c.addConstraint(rule(.minX, "nobody", .minX))
    root.layoutIfNeeded()
    #expect(a.frame == CGRect(x: 3, y: 100, width: 40, height: 20))
    #expect(b.frame.minX == 7 && c.frame.minX == 9)
  }

  @Test("rendering Y-23, E-213: the result is set as the frame, and the bounds' origin stays")
  func resultIsAFrame() {
    let child = box(0, 0, 10, 10)
    child.bounds.origin = CGPoint(x: 7, y: 9)
    child.transform = CATransform3DMakeScale(2, 2, 1)
    let root = container(child)
    child.addConstraint(rule(.minX, "superlayer", .minX, offset: 20))
    child.addConstraint(rule(.width, "superlayer", .width, scale: 0.5))
    root.layoutIfNeeded()
    #expect(near(child.frame.origin, 20, 0))
    #expect(near(child.frame.width, 100))
    #expect(near(child.bounds.width, 50))
    #expect(child.bounds.origin == CGPoint(x: 7, y: 9))
  }

  @Test("rendering Y-24: text layers that the manager places first take the size of their text")
  func textLayers() {
    let (text, free) = (CATextLayer(), CATextLayer())
    for layer in [text, free] {
      layer.string = "Strata"
      layer.bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
    }
    let root = container(text, free)
    text.addConstraint(rule(.maxX, "superlayer", .maxX))
    root.layoutIfNeeded()
    // Without constraints the manager does not place a layer.
    #expect(free.bounds.size == CGSize(width: 1, height: 1))
    #if Text
      #expect(text.bounds.height > 30 && text.bounds.width > 60)
    #endif
    #expect(near(text.frame.maxX, 200))
  }

  @Test("rendering Y-25: the constraint manager prefers the size that a layer has")
  func managerPrefersBounds() {
    let layer = box(0, 0, 12, 34)
    layer.transform = CATransform3DMakeScale(2, 2, 1)
    #expect(CAConstraintLayoutManager.layoutManager.preferredSize(of: layer) == CGSize(width: 12, height: 34))
    layer.layoutManager = CAConstraintLayoutManager.layoutManager
    #expect(layer.preferredFrameSize() == CGSize(width: 12, height: 34))
  }
}
