import AppKit
import StrataViews
import Testing

/// Changes that show at once while animations run: what is shown is what the view has, from then on.
@MainActor @Suite struct JumpTests {
  enum Property: CaseIterable {
    case frameOrigin, frameSize, frameRotation, alphaValue

    /// Sets the property to a place of its way, from 0 to 1, through the animator or without it.
    @MainActor func set(_ place: CGFloat, of view: NSView, animated: Bool) {
      let animator = view.animator()
      let origin = NSPoint(x: 100 * place, y: 0)
      let size = NSSize(width: 20 + 40 * place, height: 20)
      switch self {
      case .frameOrigin: if animated { animator.setFrameOrigin(origin) } else { view.setFrameOrigin(origin) }
      case .frameSize: if animated { animator.setFrameSize(size) } else { view.setFrameSize(size) }
      case .frameRotation:
        if animated { animator.frameRotation = 90 * place } else { view.frameRotation = 90 * place }
      case .alphaValue:
        if animated { animator.alphaValue = 1 - place } else { view.alphaValue = 1 - place }
      }
    }

    /// The property's numbers in a layer.
    func numbers(of layer: CALayer) -> [CGFloat] {
      switch self {
      case .frameOrigin: [layer.position.x, layer.position.y]
      case .frameSize: [layer.bounds.width, layer.bounds.height]
      case .frameRotation: [layer.transform.m11, layer.transform.m12]
      case .alphaValue: [CGFloat(layer.opacity)]
      }
    }
  }

  private final class Dial: Filled {
    var angle: CGFloat = 0

    override class func defaultAnimation(forKey key: NSAnimatablePropertyKey) -> Any? {
      key == "angle" ? CABasicAnimation() : super.defaultAnimation(forKey: key)
    }
  }

  @Test(arguments: Property.allCases, [true, false])
  func aChangeAtOnceEndsWhatMovesTheProperty(property: Property, animated: Bool) {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 20, 20)
    var ends = 0
    stage.host.run(at: 1) {
      linear(2, { property.set(1, of: view, animated: true) }, completion: { ends += 1 })
    }
    #expect(view.layer?.animationKeys() != nil)
    stage.host.run(at: 2) {
      if animated {
        linear(0) { property.set(0.25, of: view, animated: true) }
      } else {
        property.set(0.25, of: view, animated: false)
      }
    }
    #expect(view.layer?.animationKeys() == nil)
    for time in [2, 2.1, 5] {
      var shown: [CGFloat]?
      stage.host.run(at: time) { shown = view.layer?.presentation().map { property.numbers(of: $0) } }
      #expect(shown == view.layer.map { property.numbers(of: $0) })
    }
    #expect(ends == 1)
  }

  @Test func otherPropertiesGoOn() {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 20, 20)
    stage.host.run(at: 0) {
      linear(2) {
        view.animator().frame = NSRect(x: 100, y: 0, width: 40, height: 20)
        view.animator().alphaValue = 0
      }
    }
    stage.host.run(at: 1) { view.setFrameOrigin(.zero) }
    #expect(view.layer?.animationKeys()?.sorted() == ["bounds.size", "opacity"])
    #expect(stage.shown(view, \.frame, at: 1) == CGRect(x: 0, y: 0, width: 30, height: 20))
  }

  @Test func animationsOfTheProgramsOwnStay() {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 20, 20)
    let own = CABasicAnimation(keyPath: "position")
    own.fromValue = CGPoint(x: 100, y: 0)
    own.duration = 5
    stage.host.run(at: 0) {
      view.layer?.add(own, forKey: "own")
      view.setFrameOrigin(NSPoint(x: 50, y: 0))
    }
    #expect(view.layer?.animationKeys() == ["own"])
  }

  @Test func stepsOfAPropertyEndToo() {
    let stage = Stage()
    let view = Dial(.red)
    _ = stage.add(view, 0, 0, 10, 10)
    stage.host.run(at: 1) { linear(1) { view.animator().angle = 10 } }
    stage.host.run(at: 1.5) { linear(0) { view.animator().angle = 30 } }
    stage.host.run(at: 3)
    #expect(view.angle == 30)
  }
}
