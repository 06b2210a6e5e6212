import QuartzCore
import Testing
import UIKit

/// What `UIView` takes for granted about the layout of classes: see the tests of the same name of `QuartzCore`.
@MainActor @Suite struct ClassLayoutTests {
  private final class PlainView: UIView {}

  private final class DrawingView: UIView {
    override func draw(_ rect: CGRect) { UIRectFill(rect) }
  }

  private final class LayerDrawingView: UIView {
    override func draw(_ layer: CALayer, in ctx: CGContext) { ctx.fill(layer.bounds) }
  }

  @Test func theMethodsThatDrawHaveSlots() {
    let types: [UIView.Type] = [DrawingView.self, LayerDrawingView.self]
    for (type, other) in zip(types, types.reversed()) {
      let slot = MethodSlot(of: UIView.self, plain: PlainView.self, overriding: type)
      #expect(slot.isKnown, "the method of \(type) has no slot")
      #expect(slot.isOverridden(in: type), "\(type)")
      #expect(!slot.isOverridden(in: other), "\(type)")
    }
  }
}
