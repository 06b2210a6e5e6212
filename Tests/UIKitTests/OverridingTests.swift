import StrataViews
import Testing
import UIKit

/// What subclasses may override, and that views go on without it.
@MainActor @Suite struct OverridingTests {
  private final class Recorder: UIView {
    var calls: [String] = []
    override func addSubview(_ view: UIView) {
      calls.append("add")
      super.addSubview(view)
    }
    override func insertSubview(_ view: UIView, at index: Int) {
      calls.append("insert")
      super.insertSubview(view, at: index)
    }
    override func bringSubviewToFront(_ view: UIView) {
      calls.append("front")
      super.bringSubviewToFront(view)
    }
    override func removeFromSuperview() {
      calls.append("remove")
      super.removeFromSuperview()
    }
    override func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
      calls.append("gesture")
      super.addGestureRecognizer(gestureRecognizer)
    }
    override func viewWithTag(_ tag: Int) -> UIView? {
      calls.append("tag")
      return super.viewWithTag(tag)
    }
    override func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
      calls.append("snapshot")
      return super.snapshotView(afterScreenUpdates: afterUpdates)
    }
  }

  private final class Shape: UIView {
    override class var layerClass: AnyClass { CAShapeLayer.self }
    // swift-format-ignore: NeverForceUnwrap
    override var layer: CAShapeLayer { super.layer as! CAShapeLayer }
  }

  @Test func methodsOfTheHierarchyCanBeOverridden() {
    let (parent, child, other) = (Recorder(), Recorder(), UIView())
    parent.addSubview(child)
    parent.insertSubview(other, at: 0)
    parent.bringSubviewToFront(other)
    _ = parent.viewWithTag(9)
    parent.addGestureRecognizer(UITapGestureRecognizer { _ in })
    _ = parent.snapshotView(afterScreenUpdates: true)
    child.removeFromSuperview()
    #expect(parent.calls == ["add", "insert", "front", "tag", "gesture", "snapshot"])
    #expect(child.calls == ["tag", "remove"])
    #expect(parent.subviews == [other])
    #expect(parent.gestureRecognizers?.count == 1)
  }

  @Test func theLayerCanBeNamedByItsClass() {
    let view = Shape(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    view.layer.fillColor = UIColor.red.cgColor
    #expect(view.layer.fillColor == UIColor.red.cgColor)
    #expect((view as UIView).layer === view.layer)
  }

  @Test func aDrawingOfTheLayerMayCallTheDefault() throws {
    final class Drawn: UIView {
      override func draw(_ layer: CALayer, in ctx: CGContext) {
        super.draw(layer, in: ctx)
        ctx.setFillColor(UIColor.red.cgColor)
        ctx.fill(bounds)
      }
    }
    let stage = Stage(40, 40)
    let view = stage.add(Drawn(), 0, 0, 40, 40)
    stage.host.run(at: 1) { view.layer.setNeedsDisplay() }
    #expect(try stage.pixel(20, 20, at: 1) == [255, 0, 0, 255])
    // A class without a drawing has no contents.
    let plain = stage.add(UIView(), 0, 0, 40, 40)
    stage.host.run(at: 2) { plain.layer.setNeedsDisplay() }
    #expect(plain.layer.contents == nil)
  }

  @Test func theTreeDoesNotDependOnOverrides() {
    final class Secretive: UIView {
      override var superview: UIView? { nil }
      override var subviews: [UIView] { [] }
      override func isDescendant(of view: UIView) -> Bool { false }
    }
    let stage = Stage()
    let view = stage.add(Secretive(), 0, 0, 50, 50)
    let child = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    view.addSubview(child)
    #expect(view.subviews.isEmpty)
    #expect(child.isDescendant(of: stage.window))
    #expect(stage.window.hitTest(CGPoint(x: 5, y: 5), with: nil) === child)
    view.removeFromSuperview()
    #expect(stage.window.subviews.isEmpty)
  }

  @Test func windowsAndPictureViewsAreMadeBySubclasses() {
    final class Pane: UIWindow {
      override init(frame: CGRect) {
        super.init(frame: frame)
        tag = 4
      }
      required init?(coder: NSCoder) { super.init(coder: coder) }
    }
    final class Icon: UIImageView {
      override init(image: UIImage?) {
        super.init(image: image)
        tag = 5
      }
      override init(image: UIImage?, highlightedImage: UIImage?) {
        super.init(image: image, highlightedImage: highlightedImage)
      }
      override init(frame: CGRect) { super.init(frame: frame) }
      required init?(coder: NSCoder) { super.init(coder: coder) }
    }
    let pane = Pane(frame: CGRect(x: 3, y: 4, width: 50, height: 60))
    #expect(pane.tag == 4)
    #expect(pane.frame == CGRect(x: 3, y: 4, width: 50, height: 60))
    #expect(pane.host.size == CGSize(width: 50, height: 60))
    #expect(pane.isHidden)
    let icon = Icon(image: nil)
    #expect(icon.tag == 5)
    #expect(!icon.isUserInteractionEnabled)
    #expect(!icon.isOpaque)
  }

  @Test func controllersOfferOtherChildren() {
    final class Container: UIViewController {
      let shown = UIViewController()
      override var children: [UIViewController] { [shown] }
      override var parent: UIViewController? { nil }
    }
    let (outer, container) = (UIViewController(), Container())
    outer.addChild(container)
    #expect(outer.children == [container])
    #expect(container.children == [container.shown])
    #expect(container.parent == nil)
    container.removeFromParent()
    #expect(outer.children.isEmpty)
  }
}
