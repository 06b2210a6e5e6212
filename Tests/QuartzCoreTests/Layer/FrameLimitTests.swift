import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// Frames from which no position follows.
@Suite struct FrameLimitTests {
  @Test("animation Z-2: a document's frame that gives no position is reported")
  func aFrameWithoutAPosition() {
    let layer = CALayer()
    layer.anchorPoint = CGPoint(x: 1e308, y: 0)
    layer.transform = CATransform3DMakeScale(2, 2, 1)
    #expect(throws: LayerValueError.self) {
      try layer.setChecked(CGRect(x: 0, y: 0, width: 1e308, height: 10), forKeyPath: "frame")
    }
    #expect(layer.bounds == .zero)
    #expect(layer.position == .zero)
  }

  @Test("rendering Y-11: a sublayer that has no place in an endless layer keeps numbers")
  func resizingWithoutEnd() {
    let (parent, child) = (box(0, 0, 10, 10), box(2, 2, 4, 4))
    child.autoresizingMask = [.layerMinXMargin, .layerMaxXMargin]
    parent.addSublayer(child)
    parent.bounds.size.width = .infinity
    parent.bounds.size.width = 10
    #expect(!child.position.x.isNaN)
    #expect(!child.bounds.width.isNaN)
  }

  @Test func constraintsWithoutEnd() {
    let container = box(0, 0, 10, 10)
    container.layoutManager = CAConstraintLayoutManager.layoutManager
    let child = box(2, 2, 4, 4)
    container.addSublayer(child)
    child.addConstraint(
      CAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .minX, scale: .nan, offset: 0)
    )
    container.layoutIfNeeded()
    #expect(child.frame == CGRect(x: 2, y: 2, width: 4, height: 4))
  }
}
