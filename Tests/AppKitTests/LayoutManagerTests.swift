import AppKit
import Testing

/// Layout managers of the layers of views.
@MainActor @Suite struct LayoutManagerTests {
  private final class Manager: NSObject, CALayoutManager {
    var layers: [CALayer] = []
    func layoutSublayers(of layer: CALayer) {
      layers.append(layer)
      for sublayer in layer.sublayers ?? [] { sublayer.frame = layer.bounds.insetBy(dx: 10, dy: 10) }
    }
  }

  private class Plain: NSView {
    var layouts = 0
    override func makeBackingLayer() -> CALayer {
      let layer = CALayer()
      layer.layoutManager = CAConstraintLayoutManager()
      return layer
    }
    override func layout() { layouts += 1 }
  }

  private final class Conforming: Plain, @MainActor CALayerDelegate {}

  private final class Own: Plain, @MainActor CALayerDelegate {
    func layoutSublayers(of layer: CALayer) {}
  }

  /// Manages its layer with a method of its own.
  private final class Managing: NSView, @MainActor CALayoutManager {
    var calls: [String] = []
    override func layout() { calls.append("layout") }
    func layoutSublayers(of layer: CALayer) { calls.append("layoutSublayers") }
  }

  /// Manages its layer without any.
  private final class Idle: Plain, @MainActor CALayerDelegate, @MainActor CALayoutManager {}

  /// A layer in the middle of its superlayer, half as large.
  private func constrained() -> CALayer {
    let layer = CALayer()
    for attribute in [CAConstraintAttribute.midX, .midY] {
      layer.addConstraint(CAConstraint(attribute: attribute, relativeTo: "superlayer", attribute: attribute))
    }
    for attribute in [CAConstraintAttribute.width, .height] {
      layer.addConstraint(
        CAConstraint(
          attribute: attribute,
          relativeTo: "superlayer",
          attribute: attribute,
          scale: 0.5,
          offset: 0
        )
      )
    }
    return layer
  }

  @Test(arguments: [false, true])
  func constraintsOfSublayersOfAViewsLayerAreKept(isDelegate: Bool) {
    let stage = Stage()
    let view = stage.add(isDelegate ? Conforming() : Plain(), 0, 0, 100, 100)
    let sublayer = constrained()
    stage.host.run(at: 1) {
      view.layouts = 0
      view.layer?.addSublayer(sublayer)
    }
    #expect(sublayer.frame == CGRect(x: 25, y: 25, width: 50, height: 50))
    #expect(view.layouts == 1)
    stage.host.run(at: 2) { view.setFrameSize(NSSize(width: 40, height: 40)) }
    #expect(sublayer.frame == CGRect(x: 10, y: 10, width: 20, height: 20))
  }

  @Test func aManagerThatAViewsLayerIsGivenLaterLaysOutAfterTheView() {
    final class Noting: NSView {
      var sizes: [CGFloat?] = []
      override func layout() { sizes.append(layer?.sublayers?.first?.bounds.width) }
    }
    let stage = Stage()
    let view = stage.add(Noting(), 0, 0, 100, 100)
    let manager = Manager()
    stage.host.run(at: 1) {
      view.sizes = []
      view.layer?.layoutManager = manager
      view.layer?.addSublayer(CALayer())
    }
    #expect(view.sizes == [0])
    #expect(manager.layers == [view.layer])
    #expect(view.layer?.sublayers?.first?.bounds.width == 80)
  }

  @Test func aLayoutOfTheClassStandsForTheManager() {
    let stage = Stage()
    let view = stage.add(Own(), 0, 0, 100, 100)
    let sublayer = constrained()
    stage.host.run(at: 1) { view.layer?.addSublayer(sublayer) }
    #expect(sublayer.frame == .zero)
  }

  @Test func aViewMayBeTheManagerOfItsLayer() {
    let stage = Stage()
    let (managing, idle) = (stage.add(Managing(), 0, 0, 100, 100), stage.add(Idle(), 0, 0, 100, 100))
    stage.host.run(at: 1) {
      (managing.calls, idle.layouts) = ([], 0)
      managing.layer?.layoutManager = managing
      idle.layer?.layoutManager = idle
    }
    #expect(managing.calls == ["layout", "layoutSublayers"])
    #expect(idle.layouts == 1)
  }
}
