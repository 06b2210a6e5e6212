import CoreGraphics
import Foundation
import QuartzCore
import StrataBase
import StrataRenderServer
import Testing

/// A layer with a level, which is displayed for each frame of an animation of it.
private class Levelled: CALayer {
  @Animatable("level") var level: CGFloat = 0
  @Animatable("title") var title = "none"

  override class func needsDisplay(forKey key: String) -> Bool { key == "level" }

  /// Raises the level from 0 to 1 in three seconds.
  final func rise() {
    let rise = CABasicAnimation(keyPath: "level")
    (rise.fromValue, rise.toValue, rise.duration) = (0, 1, 3)
    add(rise, forKey: nil)
  }

  /// Depends on the level that is shown, and on the width and the title of the layer itself.
  func picture() -> CGImage? {
    let level = presentation()?.level ?? level
    let red = UInt8((min(max(level, 0), 1) * 255).rounded())
    return solid([red, UInt8(bounds.width * 20), UInt8(title.utf8.count * 20), 255])
  }
}

/// Sets its contents.
private final class Lamp: Levelled {
  override func display() { contents = picture() }
}

/// Sets the contents of a layer.
private final class Painter: NSObject, CALayerDelegate {
  func display(_ layer: CALayer) { layer.contents = (layer as? Levelled)?.picture() }
}

/// Draws for a layer.
private final class Drawer: NSObject, CALayerDelegate {
  func draw(_ layer: CALayer, in ctx: CGContext) {
    guard let layer = layer as? Levelled else { return }
    ctx.setFillColor(
      CGColor(srgbRed: layer.level, green: 0, blue: CGFloat(layer.title.utf8.count) / 10, alpha: 1)
    )
    ctx.fill(layer.bounds)
  }
}

private final class Drawing: Levelled {
  override func draw(in ctx: CGContext) {
    ctx.setFillColor(CGColor(srgbRed: level, green: CGFloat(title.utf8.count) / 10, blue: 0, alpha: 1))
    ctx.fill(CGRect(x: 0, y: 0, width: bounds.width / 2, height: bounds.height))
  }
}

/// Moves the layer below, and sets only what differs from what it set last.
private final class Engine: Levelled {
  private var shown: CGFloat?

  override func display() {
    let frame = ((presentation()?.level ?? level) * 6).rounded(.down)
    guard frame != shown, let needle = sublayers?.first else { return }
    if shown == nil { needle.backgroundColor = green }
    shown = frame
    needle.position.x = frame
    needle.isHidden = frame == 3
  }
}

/// Layers that display in each way, and changes of them at several times.
private final class Scene {
  static let width = 70
  static let changes = [0, 0.7, 1.6, 2.45]

  private let root = box(0, 0, Double(Scene.width), 10)
  private let delegates: [any CALayerDelegate] = [Painter(), Drawer()]
  private let layers: [Levelled] = [Lamp(), Lamp(), Levelled(), Levelled(), Drawing(), Engine()]
  private let seed: UInt64
  let renderer: OfflineRenderer

  init(seed: UInt64) {
    self.seed = seed
    for (index, layer) in layers.enumerated() {
      layer.anchorPoint = .zero
      layer.frame = CGRect(x: index * 11, y: 1, width: 8, height: 8)
      layer.backgroundColor = CGColor(srgbRed: 0.2, green: 0.2, blue: 0.4, alpha: 1)
      root.addSublayer(layer)
      layer.setNeedsDisplay()
    }
    (layers[2].delegate, layers[3].delegate) = (delegates[0], delegates[1])
    layers[5].addSublayer(box(0, 2, 2, 4))
    CATransaction.flush()
    renderer = OfflineRenderer(layer: root, size: CGSize(width: Self.width, height: 10))
  }

  /// Makes one of the changes, which depend on the seed.
  func change(_ index: Int) {
    var numbers = SplitMix64(seed: seed &* 1000 &+ UInt64(index))
    renderer.change(at: Self.changes[index]) {
      for layer in layers { change(layer, index, &numbers) }
    }
  }

  private func change(_ layer: Levelled, _ index: Int, _ numbers: inout SplitMix64) {
    CATransaction.setDisableActions(Bool.random(using: &numbers))
    switch Int.random(in: 0..<8, using: &numbers) {
    case 0: layer.position.x += CGFloat.random(in: -6...6, using: &numbers)
    case 1: layer.isHidden.toggle()
    case 2: layer.opacity = Float.random(in: 0.2...1, using: &numbers)
    case 3: layer.bounds.size.width = CGFloat(Int.random(in: 4...10, using: &numbers))
    case 4: layer.level = CGFloat.random(in: 0...1, using: &numbers)
    case 5: if !(layer is Engine) { layer.contents = solid([0, 0, 255, 255]) }
    case 6: layer.title = ["a", "bcd", "efghi"].randomElement(using: &numbers) ?? ""
    default: layer.removeAllAnimations()
    }
    guard index == 0 || Bool.random(using: &numbers) else { return }
    let rise = CABasicAnimation(keyPath: "level")
    rise.fromValue = Double.random(in: 0...0.5, using: &numbers)
    rise.toValue = Double.random(in: 0.5...1, using: &numbers)
    rise.duration = Double.random(in: 0.4...2.5, using: &numbers)
    layer.add(rise, forKey: "rise")
  }

  func picture(at time: Double) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: renderer.pixelWidth * renderer.pixelHeight * 4)
    try bytes.withUnsafeMutableBytes { try renderer.render(at: time, into: $0) }
    return bytes
  }
}

extension Scene {
  /// The columns in which two pictures differ.
  static func columns(where picture: [UInt8], differsFrom other: [UInt8]) -> [Int] {
    let bytes = picture.indices.filter { picture[$0] != other[$0] }
    return Set(bytes.map { $0 / 4 % width }).sorted()
  }
}

/// What layers show that display each frame depends on the time alone.
@Suite struct FrameOrderTests {
  private static let times = stride(from: 0.05, to: 4, by: 0.21).map { $0 }

  init() { CATransaction.flush() }

  /// The pictures of a scene in ascending order, after all changes.
  private func pictures(_ seed: UInt64) throws -> [[UInt8]] {
    let scene = Scene(seed: seed)
    for index in Scene.changes.indices { scene.change(index) }
    return try Self.times.map { try scene.picture(at: $0) }
  }

  @Test("animation K-13: in any order the pictures are those of ascending order", arguments: 1...12)
  func anyOrderGivesTheSamePictures(_ seed: UInt64) throws {
    let expected = try pictures(seed)
    #expect(Set(expected).count > 8)
    let scene = Scene(seed: seed)
    for index in Scene.changes.indices { scene.change(index) }
    var numbers = SplitMix64(seed: seed)
    var order: [Int] = []
    for _ in 0..<3 { order += Self.times.indices.shuffled(using: &numbers) }
    order += Self.times.indices.reversed()
    for (place, index) in order.enumerated() {
      let picture = try scene.picture(at: Self.times[index])
      let columns = Scene.columns(where: picture, differsFrom: expected[index])
      #expect(columns.isEmpty, "\(Self.times[index]), asked for after \(place) others")
    }
  }

  @Test("animation K-13: pictures that are drawn between changes leave the others alone", arguments: 1...12)
  func picturesLeaveTheTimeLineAlone(_ seed: UInt64) throws {
    let expected = try pictures(seed)
    let scene = Scene(seed: seed)
    var numbers = SplitMix64(seed: seed)
    for (index, change) in Scene.changes.enumerated() {
      scene.change(index)
      for place in Self.times.indices.shuffled(using: &numbers) {
        let picture = try scene.picture(at: Self.times[place])
        // What comes later is not known yet.
        guard Self.times[place] < change || index == Scene.changes.count - 1 else { continue }
        let columns = Scene.columns(where: picture, differsFrom: expected[place])
        #expect(columns.isEmpty, "\(Self.times[place]), with the changes up to \(change)")
      }
    }
  }

  @Test("A picture of the past shows neither the place nor the size that the layer has now")
  func thePastIsShownAsItWas() throws {
    let (stage, lamp) = (box(0, 0, 20, 4), Lamp())
    (lamp.anchorPoint, lamp.frame) = (.zero, CGRect(x: 2, y: 0, width: 4, height: 4))
    stage.addSublayer(lamp)
    CATransaction.flush()
    let renderer = OfflineRenderer(layer: stage, size: CGSize(width: 20, height: 4))
    renderer.change(at: 0) {
      lamp.rise()
    }
    renderer.change(at: 2) {
      CATransaction.setDisableActions(true)
      (lamp.position.x, lamp.bounds.size.width) = (12, 8)
    }
    for time in [1.5, 0.6, 2.4, 0.6] {
      let red = UInt8((time / 3 * 255).rounded())
      let (x, other) = time < 2 ? (3, 13) : (13, 3)
      #expect(try pixel(renderer, at: time, x, 1) == [red, time < 2 ? 80 : 160, 80, 255], "at \(time)")
      #expect(try pixel(renderer, at: time, other, 1) == [0, 0, 0, 0], "at \(time)")
    }
    renderer.change(at: 2.7) { #expect(lamp.position.x == 12) }
    #expect(lamp.animationKeys()?.count == 1, "a frame adds no animation of the contents")
  }

  @Test("Frames of later times report no animations that end before them")
  func picturesReportNothing() throws {
    final class Listener: NSObject, CAAnimationDelegate {
      var stops = 0
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { stops += 1 }
    }
    let (stage, lamp, listener) = (box(0, 0, 20, 4), Lamp(), Listener())
    stage.addSublayer(lamp)
    CATransaction.flush()
    let renderer = OfflineRenderer(layer: stage, size: CGSize(width: 20, height: 4))
    renderer.change(at: 0) {
      lamp.rise()
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration, fade.delegate) = (0, 1, 1, listener)
      stage.add(fade, forKey: nil)
    }
    _ = try renderer.image(at: 2)
    #expect(listener.stops == 0)
    renderer.play(until: 1.5)
    #expect(listener.stops == 1)
  }
}
