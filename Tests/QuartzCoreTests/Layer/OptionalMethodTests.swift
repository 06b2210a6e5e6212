import CoreGraphics
import Foundation
import QuartzCore
import Testing

private final class Painter: NSObject, CALayerDelegate {
  var draws = 0
  var body: (CALayer) -> Void = { _ in }

  func draw(_ layer: CALayer, in ctx: CGContext) {
    draws += 1
    body(layer)
  }
}

/// Implements everything, and calls others meanwhile.
private final class Provider: NSObject, CALayerDelegate {
  var draws = 0
  var body: (CALayer) -> Void = { _ in }

  func display(_ layer: CALayer) { body(layer) }
  func draw(_ layer: CALayer, in ctx: CGContext) { draws += 1 }
  func layoutSublayers(of layer: CALayer) { body(layer) }
}

private final class Bare: NSObject, CALayerDelegate {}

private final class Manager: NSObject, CALayoutManager {
  var layouts = 0
  func layoutSublayers(of layer: CALayer) { layouts += 1 }
}

/// The default of one optional method says nothing of another method, or of another object (animation L-14).
@Suite struct OptionalMethodTests {
  @Test func drawingIsKeptThoughItReachesDefaults() {
    let (layer, other) = (box(0, 0, 4, 4), box(0, 0, 4, 4))
    let (painter, second, manager) = (Painter(), Painter(), Manager())
    (layer.delegate, other.delegate) = (painter, second)
    layer.layoutManager = manager
    layer.layoutIfNeeded()
    other.setNeedsDisplay()
    painter.body = {
      $0.setNeedsLayout()
      other.displayIfNeeded()
      Bare().display($0)
    }
    for count in 1...2 {
      layer.contents = nil
      layer.setNeedsDisplay()
      layer.displayIfNeeded()
      #expect(painter.draws == count)
      #expect(layer.contents is CGImage)
    }
    #expect(second.draws == 1)
    #expect(other.contents is CGImage)
  }

  @Test func theSameDefaultOfAnotherObjectIsNotTheirs() {
    let layer = box(0, 0, 4, 4)
    let (provider, manager) = (Provider(), Manager())
    layer.delegate = provider
    layer.layoutManager = manager
    provider.body = {
      Bare().display($0)
      Bare().layoutSublayers(of: $0)
    }
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(provider.draws == 0)
    layer.setNeedsLayout()
    layer.layoutIfNeeded()
    #expect(manager.layouts == 0)
    withExtendedLifetime(provider) {}
  }

  @Test func aDelegateWithoutMethodsHasNone() {
    let layer = box(0, 0, 4, 4)
    let (bare, manager) = (Bare(), Manager())
    layer.delegate = bare
    layer.layoutManager = manager
    layer.contents = "before"
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    layer.setNeedsLayout()
    layer.layoutIfNeeded()
    #expect(layer.contents as? String == "before")
    #expect(manager.layouts == 1)
    withExtendedLifetime(bare) {}
  }
}
