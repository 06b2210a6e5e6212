import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import StrataRenderTree
import Testing

/// Makes a change that animates for a second along a straight line.
private func linear(_ renderer: OfflineRenderer, at time: Double, _ body: () -> Void) {
  renderer.change(at: time) {
    CATransaction.setAnimationDuration(1)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    body()
  }
}

private func hosted(_ layer: CALayer) -> OfflineRenderer {
  OfflineRenderer(layer: stage(10, 10, layer), size: CGSize(width: 10, height: 10))
}

private func alpha(_ renderer: OfflineRenderer, at time: Double) throws -> Int {
  Int(try pixel(renderer, at: time, 5, 5)[3])
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
