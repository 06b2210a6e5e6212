import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import StrataRenderTree
import Testing

private func hosted(_ layer: CALayer) -> OfflineRenderer {
  OfflineRenderer(layer: stage(10, 10, layer), size: CGSize(width: 10, height: 10))
}

private func alpha(_ renderer: OfflineRenderer, at time: Double) throws -> Int {
  Int(try pixel(renderer, at: time, 5, 5)[3])
}

private final class NoActions: NSObject, CALayerDelegate {
  let key: String
  init(_ key: String) { self.key = key }
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { event == key ? NSNull() : nil }
}

@Suite struct ImplicitFadeTests {
  init() { CATransaction.flush() }

  // MARK: Hidden

  @Test("animation I-4: a layer that is hidden or shown fades for the transaction's duration")
  func hiddenFades() throws {
    let layer = box(0, 0, 10, 10, red)
    let renderer = hosted(layer)
    linear(renderer, at: 1) { layer.isHidden = true }
    #expect(try pixel(renderer, at: 1, 5, 5) == [255, 0, 0, 255])
    #expect(close(try pixel(renderer, at: 1.25, 5, 5), [191, 0, 0, 191]))
    #expect(close(try pixel(renderer, at: 1.75, 5, 5), [64, 0, 0, 64]))
    #expect(try alpha(renderer, at: 2) == 0)
    linear(renderer, at: 3) { layer.isHidden = false }
    #expect(close(try pixel(renderer, at: 3.25, 5, 5), [64, 0, 0, 64]))
    #expect(try pixel(renderer, at: 4, 5, 5) == [255, 0, 0, 255])
  }

  @Test("animation I-4: the presentation is hidden from the half on")
  func hiddenPresentation() {
    let layer = box(0, 0, 10, 10, red)
    let renderer = hosted(layer)
    linear(renderer, at: 1) { layer.isHidden = true }
    renderer.change(at: 1.49) { #expect(layer.presentation()?.isHidden == false) }
    renderer.change(at: 1.5) { #expect(layer.presentation()?.isHidden == true) }
  }

  @Test("animation I-4: a fade that is turned around goes on from what is seen")
  func hiddenTurnsAround() throws {
    let layer = box(0, 0, 10, 10, red)
    let renderer = hosted(layer)
    linear(renderer, at: 1) { layer.isHidden = true }
    linear(renderer, at: 1.4) { layer.isHidden = false }
    #expect(abs(try alpha(renderer, at: 1.4) - 153) <= 1)
    #expect(abs(try alpha(renderer, at: 1.9) - 204) <= 1)
  }

  @Test(
    "animation I-4: law: the fade multiplies the opacity of the layer with all below it",
    arguments: 0..<20
  )
  func hiddenMultipliesOpacity(seed: Int) throws {
    let opacity = Float(seed * 7 % 16) / 10
    let time = (Double(seed * 13 % 20) + 0.5) / 20
    let layer = box(0, 0, 10, 10, red)
    layer.addSublayer(box(2, 2, 6, 6, blue))
    layer.opacity = opacity
    let renderer = hosted(layer)
    linear(renderer, at: 1) { layer.isHidden = true }
    let expected = 255 * Double(min(opacity, 1)) * (1 - time)
    let shown = try pixel(renderer, at: 1 + time, 5, 5)
    #expect(abs(Double(shown[3]) - expected) <= 1.5, "opacity \(opacity), time \(time)")
    #expect(shown[0] == 0)
  }

  @Test("animation A-1: without an action for hidden the layer goes at once")
  func hiddenWithoutAction() throws {
    let layer = box(0, 0, 10, 10, red)
    layer.actions = ["hidden": NSNull()]
    let renderer = hosted(layer)
    linear(renderer, at: 1) { layer.isHidden = true }
    #expect(try alpha(renderer, at: 1) == 0)
  }

  @Test("SC-54: keyframes hide and show at once")
  func hiddenKeyframes() throws {
    let layer = box(0, 0, 10, 10, red)
    let blink = CAKeyframeAnimation(keyPath: "hidden")
    (blink.values, blink.duration) = ([false, true], 1)
    layer.add(blink, forKey: nil)
    let renderer = hosted(layer)
    #expect(try alpha(renderer, at: 0.4) == 255)
    #expect(try alpha(renderer, at: 0.6) == 0)
  }

  // MARK: From nil

  @Test("animation I-3: a background fades in from no colour and out to none, without a darker shade")
  func backgroundFades() throws {
    let layer = box(0, 0, 10, 10)
    let renderer = hosted(layer)
    linear(renderer, at: 1) { layer.backgroundColor = white }
    #expect(close(try pixel(renderer, at: 1.25, 5, 5), [64, 64, 64, 64]))
    linear(renderer, at: 3) { layer.backgroundColor = nil }
    #expect(close(try pixel(renderer, at: 3.25, 5, 5), [191, 191, 191, 191]))
    #expect(try alpha(renderer, at: 4) == 0)
  }

  @Test(
    "animation I-3: every colour is its own clear form where it comes from nil or goes there",
    arguments: ["backgroundColor", "borderColor", "shadowColor", "fillColor", "strokeColor"]
  )
  func coloursFade(key: String) {
    let layer = place(CAShapeLayer(), 0, 0, 10, 10)
    layer.setColor(nil, key)
    let renderer = hosted(layer)
    func shown() -> [Double] {
      let color = layer.presentation()?.value(forKey: key)
      return (color as? CGColor).map { ($0.components ?? []).map { Double($0) } } ?? []
    }
    linear(renderer, at: 1) { layer.setValue(green, forKey: key) }
    renderer.change(at: 1.25) { #expect(shown().elementsEqual([0, 1, 0, 0.25]) { abs($0 - $1) < 1e-6 }) }
    linear(renderer, at: 3) { layer.setColor(nil, key) }
    renderer.change(at: 3.25) { #expect(shown().elementsEqual([0, 1, 0, 0.75]) { abs($0 - $1) < 1e-6 }) }
  }

  @Test("animation I-3: the colours of a gradient fade in from nil and out to nil")
  func gradientFades() throws {
    let layer = place(CAGradientLayer(), 0, 0, 10, 10)
    let renderer = hosted(layer)
    linear(renderer, at: 1) { layer.colors = [white, white] }
    #expect(close(try pixel(renderer, at: 1.25, 5, 5), [64, 64, 64, 64]))
    linear(renderer, at: 3) { layer.colors = nil }
    #expect(close(try pixel(renderer, at: 3.25, 5, 5), [191, 191, 191, 191]))
    #expect(try alpha(renderer, at: 4) == 0)
  }

  @Test("animation I-13: contents cross-fade from nothing and to nothing")
  func contentsFade() throws {
    let layer = box(0, 0, 10, 10)
    let renderer = hosted(layer)
    linear(renderer, at: 1) { layer.contents = picture(2, 2) { _, _ in (0, 255, 0, 255) } }
    #expect(try alpha(renderer, at: 1) == 0)
    #expect(close(try pixel(renderer, at: 1.25, 5, 5), [0, 64, 0, 64]))
    linear(renderer, at: 3) { layer.contents = nil }
    #expect(close(try pixel(renderer, at: 3.25, 5, 5), [0, 191, 0, 191]))
    #expect(try alpha(renderer, at: 4) == 0)
  }

  @Test("animation A-8: an implicit animation from nil has an effect and reads nil as its start")
  func implicitAnimationsFromNilWork() throws {
    let layer = place(CAGradientLayer(), 0, 0, 10, 10)
    let renderer = hosted(layer)
    renderer.change(at: 1) {
      layer.backgroundColor = red
      layer.colors = [red, blue]
      layer.locations = [0, 1]
      layer.contents = picture(2, 2) { _, _ in (0, 255, 0, 255) }
      layer.filters = [CAFilter(type: "colorInvert")]
    }
    for key in ["backgroundColor", "colors", "locations", "contents", "filters"] {
      let animation = try #require(layer.animation(forKey: key) as? CABasicAnimation)
      #expect(animation.fromValue == nil)
      let record = AnimationFreezing(layerClass: .gradient).record(
        of: animation,
        key: key,
        id: 1,
        layerTime: 0
      )
      if case .track = record.body { continue }
      Issue.record("\(key) has no effect")
    }
  }

  // MARK: Redisplay

  private final class Painter: CALayer {
    var color = red
    override func draw(in ctx: CGContext) {
      ctx.setFillColor(color)
      ctx.fill(bounds)
    }
  }

  private func painter() -> (Painter, OfflineRenderer) {
    let layer = place(Painter(), 0, 0, 10, 10)
    layer.setNeedsDisplay()
    return (layer, hosted(layer))
  }

  @Test("animation A-12: a new drawing cross-fades with the old one")
  func redisplayFades() throws {
    let (layer, renderer) = painter()
    #expect(try pixel(renderer, at: 0, 5, 5) == [255, 0, 0, 255])
    linear(renderer, at: 1) {
      layer.color = blue
      layer.setNeedsDisplay()
    }
    #expect(layer.animation(forKey: "contents") is CABasicAnimation)
    #expect(close(try pixel(renderer, at: 1.25, 5, 5), [191, 0, 64, 255]))
    linear(renderer, at: 3) {
      layer.color = green
      layer.setNeedsDisplay(CGRect(x: 4, y: 4, width: 3, height: 3))
    }
    #expect(close(try pixel(renderer, at: 3.25, 5, 5), [0, 64, 191, 255]))
    #expect(try pixel(renderer, at: 3.25, 1, 1) == [0, 0, 255, 255])
  }

  @Test("animation A-12: the drawing of a layer that appears does not fade")
  func firstDisplay() throws {
    let root = box(0, 0, 10, 10)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 10, height: 10))
    let layer = place(Painter(), 0, 0, 10, 10)
    linear(renderer, at: 1) {
      layer.setNeedsDisplay()
      root.addSublayer(layer)
    }
    #expect(layer.animation(forKey: "contents") == nil)
  }

  @Test("animation A-1: the action for contents replaces the cross-fade, and a null object ends it")
  func redisplayAction() throws {
    let (layer, renderer) = painter()
    layer.actions = ["contents": NSNull()]
    linear(renderer, at: 1) {
      layer.color = blue
      layer.setNeedsDisplay()
    }
    #expect(try pixel(renderer, at: 1, 5, 5) == [0, 0, 255, 255])
    layer.actions = nil
    let delegate = NoActions("contents")
    layer.delegate = delegate
    linear(renderer, at: 3) {
      layer.color = red
      layer.setNeedsDisplay()
    }
    #expect(try pixel(renderer, at: 3, 5, 5) == [255, 0, 0, 255])
    layer.delegate = nil
    layer.actions = ["contents": CATransition()]
    linear(renderer, at: 5) {
      layer.color = blue
      layer.setNeedsDisplay()
    }
    #expect(layer.animationKeys() == ["transition"])
    #expect(close(try pixel(renderer, at: 5.25, 5, 5), [191, 0, 64, 255]))
  }

  @Test("animation A-12: a layer that draws itself for every frame shows its drawings")
  func drawingOften() throws {
    let (layer, renderer) = painter()
    for frame in 1...10 {
      linear(renderer, at: 1 + Double(frame) / 60) {
        layer.color = CGColor(srgbRed: 0, green: CGFloat(frame) / 10, blue: 1, alpha: 1)
        layer.setNeedsDisplay()
      }
    }
    let shown = try pixel(renderer, at: 1 + 10.0 / 60, 5, 5)
    #expect(close(shown, [0, 230, 255, 255], within: 2))
  }

  @Test("animation A-12: a new string comes with the action for contents")
  func stringsFade() throws {
    let layer = place(CATextLayer(), 0, 0, 10, 10) { $0.string = "a" }
    let renderer = hosted(layer)
    linear(renderer, at: 1) { layer.string = "b" }
    #expect(layer.animation(forKey: "transition") is CATransition)
    renderer.play(until: 3)
    #expect(layer.animationKeys() == nil)
    layer.actions = ["contents": NSNull()]
    linear(renderer, at: 4) { layer.string = "c" }
    #expect(layer.animationKeys() == nil)
  }
}

extension CALayer {
  /// Sets a colour by key, nil included.
  fileprivate func setColor(_ color: CGColor?, _ key: String) {
    switch key {
    case "backgroundColor": backgroundColor = color
    case "borderColor": borderColor = color
    case "shadowColor": shadowColor = color
    case "fillColor": (self as? CAShapeLayer)?.fillColor = color
    case "strokeColor": (self as? CAShapeLayer)?.strokeColor = color
    default: Issue.record("unknown key \(key)")
    }
  }
}
