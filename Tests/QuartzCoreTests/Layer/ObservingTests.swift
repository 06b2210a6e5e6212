import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

private final class Dial: CALayer {
  @Animatable("radius") var radius: CGFloat = 10
  var diameter: CGFloat { radius * 2 }
}

@Suite struct ObservingTests {
  init() { CATransaction.flush() }

  @Test("animation K-18: a change is reported with old and new value, however it is made")
  func everyWayOfSetting() {
    let layer = CALayer()
    var seen: [[CGFloat?]] = []
    let token = layer.observe(\.position, options: [.old, .new]) { object, change in
      #expect(object === layer)
      #expect(change.kind == .setting && !change.isPrior)
      seen.append([change.oldValue?.x, change.newValue?.x, object.position.x])
    }
    layer.position.x = 1
    layer.setValue(CGPoint(x: 2, y: 0), forKey: "position")
    layer.setValue(3, forKeyPath: "position.x")
    layer.frame.origin.x = 4
    layer.position.x = 4
    layer.zPosition = 9
    #expect(seen == [[0, 1, 1], [1, 2, 2], [2, 3, 3], [3, 4, 4]])
    token.invalidate()
    layer.position.x = 5
    #expect(seen.count == 4)
  }

  @Test("animation K-18: the options choose the values and the calls")
  func options() {
    let layer = CALayer()
    var calls: [[Float?]] = []
    func record(_ options: NSKeyValueObservingOptions) -> NSKeyValueObservation {
      calls = []
      return layer.observe("opacity", options: options) { layer, change in
        let (old, new) = (change.oldValue as? Float, change.newValue as? Float)
        calls.append([old, new, change.isPrior ? 1 : 0, layer.opacity])
      }
    }
    var token = record([])
    layer.opacity = 0.75
    #expect(calls == [[nil, nil, 0, 0.75]])
    token = record([.initial, .new])
    layer.opacity = 0.5
    #expect(calls == [[nil, 0.75, 0, 0.75], [nil, 0.5, 0, 0.5]])
    token = record([.prior, .old, .new])
    layer.opacity = 0.25
    #expect(calls == [[0.5, nil, 1, 0.5], [0.5, 0.25, 0, 0.25]])
    token.invalidate()
  }

  @Test("animation K-18: the observation ends with its token, and neither keeps the other alive")
  func lifetimes() {
    var layer: CALayer? = CALayer()
    weak let observed = layer
    var count = 0
    var token = layer?.observe(\.opacity) { _, _ in count += 1 }
    layer?.opacity = 0.5
    #expect(count == 1)
    token = nil
    layer?.opacity = 0.25
    #expect(count == 1)
    token = layer?.observe(\.superlayer) { _, _ in count += 1 }
    layer = nil
    #expect(observed == nil)
    token?.invalidate()
    #expect(count == 1)
  }

  @Test("animation K-18: subclasses and values derived from properties are observed, too")
  func derivedValues() {
    let dial = Dial()
    var seen: [CGFloat] = []
    let tokens = [
      dial.observe(\.radius, options: .new) { dial, change in seen.append(change.newValue ?? -1) },
      dial.observe(\.diameter, options: .new) { _, change in seen.append(change.newValue ?? -1) },
      dial.observe(\.frame, options: .new) { _, change in seen.append(change.newValue?.width ?? -1) },
    ]
    dial.radius = 4
    dial.bounds.size = CGSize(width: 30, height: 10)
    dial.setAffineTransform(CGAffineTransform(scaleX: 2, y: 1))
    dial.opacity = 0
    #expect(seen == [4, 8, 30, 60])
    let shape = CAShapeLayer()
    var widths: [CGFloat] = []
    let token = shape.observe(\.lineWidth, options: [.old, .new]) { _, change in
      widths += [change.oldValue ?? -1, change.newValue ?? -1]
    }
    shape.lineWidth = 3
    shape.fillColor = nil
    #expect(widths == [1, 3])
    for token in tokens + [token] { token.invalidate() }
  }

  @Test("animation K-18: keys, key paths and keys of the program's own are observed by their names")
  func names() {
    let layer = CALayer()
    var lines: [String] = []
    let tokens = ["transform.scale.x", "info.count", "mine", "sublayers", "contents", "actions"].map { name in
      layer.observe(name, options: [.old, .new]) { _, change in
        lines.append(
          "\(name) \(change.oldValue.map { "\($0)" } ?? "-") \(change.newValue.map { "\($0)" } ?? "-")"
        )
      }
    }
    layer.setValue(2, forKeyPath: "transform.scale.x")
    layer.setValue(3, forKeyPath: "transform.scale.y")
    layer.setValue(7, forKey: "mine")
    layer.setValue(7, forKey: "mine")
    layer.setValue(nil, forKey: "mine")
    #expect(lines == ["transform.scale.x 1.0 2.0", "mine - 7", "mine 7 -"])
    lines = []
    layer.addSublayer(CALayer())
    layer.actions = ["position": NSNull()]
    layer.contents = picture(1, 1) { _, _ in (0, 0, 0, 255) }
    #expect(lines.map { $0.prefix { $0 != " " } } == ["sublayers", "actions", "contents"])
    for token in tokens { token.invalidate() }
  }

  @Test("animation K-18: a change of the tree and of the mask is reported with the layers")
  func layersInTheTree() {
    let (root, a, b) = (CALayer(), CALayer(), CALayer())
    var counts: [Int] = []
    let sublayers = root.observe(\.sublayers, options: [.old, .new]) { _, change in
      counts += [change.oldValue.flatMap { $0 }?.count ?? 0, change.newValue.flatMap { $0 }?.count ?? 0]
    }
    var masks: [CALayer?] = []
    let mask = root.observe(\.mask, options: .new) { _, change in masks.append(change.newValue.flatMap { $0 })
    }
    root.addSublayer(a)
    root.sublayers = [b, a]
    b.removeFromSuperlayer()
    root.mask = b
    root.mask = nil
    #expect(counts == [0, 1, 1, 2, 2, 1])
    #expect(masks == [b, nil])
    sublayers.invalidate()
    mask.invalidate()
  }

  @Test("animation K-18: a handler may set the layer, and end its own observation")
  func changesInHandlers() {
    let layer = CALayer()
    var token: NSKeyValueObservation?
    var seen: [Float] = []
    token = layer.observe(\.opacity, options: .new) { layer, change in
      seen.append(change.newValue ?? -1)
      layer.opacity = 0.25
      token?.invalidate()
    }
    layer.opacity = 0.5
    layer.opacity = 1
    #expect(seen == [0.5, 0.25])
  }

  @Test("animation K-18: animations and presentations report nothing")
  func presentations() {
    let layer = box(0, 0, 10, 10)
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10))
    var count = 0
    let token = layer.observe(\.opacity) { _, _ in count += 1 }
    renderer.change(at: 1) { layer.opacity = 0 }
    renderer.change(at: 1.1) { layer.presentation()?.opacity = 0.3 }
    renderer.play(until: 3)
    #expect(count == 1)
    token.invalidate()
  }
}
