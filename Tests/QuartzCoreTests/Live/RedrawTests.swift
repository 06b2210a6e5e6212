import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Fills itself with a grey of its level.
private final class Gauge: CALayer {
  @Animatable("level") var level: CGFloat = 0
  var drawnOnCopies = 0
  var displays = 0

  override func display() {
    displays += 1
    super.display()
  }

  override class func needsDisplay(forKey key: String) -> Bool {
    key == "level" || super.needsDisplay(forKey: key)
  }

  override func draw(in ctx: CGContext) {
    ctx.setFillColor(CGColor(srgbRed: level, green: level, blue: level, alpha: 1))
    ctx.fill(bounds)
    let model = model()
    if model !== self { model.drawnOnCopies += 1 }
  }
}

/// Moves layers below itself to where its frame wants them, as an engine that plays documents does.
private final class Player: CALayer {
  @Animatable("frameNumber") var frameNumber: CGFloat = 0
  let needle: CALayer

  override init() {
    needle = box(0, 0, 10, 10, green)
    super.init()
    addSublayer(needle)
  }

  /// Copies have no layers to move: the model layer displays.
  override init(layer: Any) {
    needle = CALayer()
    super.init(layer: layer)
  }

  required init?(coder: NSCoder) { nil }

  override class func needsDisplay(forKey key: String) -> Bool { key == "frameNumber" }

  override func display() {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    needle.position.x = presentation()?.frameNumber ?? frameNumber
    CATransaction.commit()
  }
}

private func gauge() -> Gauge {
  let layer = Gauge()
  layer.anchorPoint = .zero
  layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
  layer.setNeedsDisplay()
  return layer
}

private func rise(_ key: String, to value: Double, _ duration: Double) -> CABasicAnimation {
  let animation = CABasicAnimation(keyPath: key)
  (animation.fromValue, animation.toValue, animation.duration) = (0, value, duration)
  return animation
}

@Suite struct RedrawTests {
  @Test("animation K-13, SC-8: a custom key is drawn anew for every frame, in any order")
  func aCustomKeyIsDrawnAnewForEveryFrameInAnyOrder() throws {
    let layer = gauge()
    layer.add(rise("level", to: 1, 1), forKey: "rise")
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 4, height: 4))
    #expect(try pixel(renderer, at: 0.2, 1, 1) == [51, 51, 51, 255])
    #expect(try pixel(renderer, at: 0.6, 1, 1) == [153, 153, 153, 255])
    #expect(try pixel(renderer, at: 0.4, 1, 1) == [102, 102, 102, 255])
    #expect(layer.drawnOnCopies == 3)
    #expect(try pixel(renderer, at: 2, 1, 1) == [0, 0, 0, 255])
    #expect(layer.drawnOnCopies == 3)
    #expect(layer.level == 0)
  }

  @Test("animation K-13: a member of a group is drawn too, after the end has been played")
  func aMemberOfAGroupIsDrawnToo() throws {
    let layer = gauge()
    let group = CAAnimationGroup()
    group.animations = [rise("level", to: 1, 1)]
    group.duration = 1
    layer.add(group, forKey: "group")
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 4, height: 4))
    renderer.play(until: 3)
    #expect(layer.animationKeys() == nil)
    #expect(try pixel(renderer, at: 0.2, 1, 1) == [51, 51, 51, 255])
    #expect(try pixel(renderer, at: 3, 1, 1) == [0, 0, 0, 255])
  }

  @Test("SC-8: what a display changes in other layers belongs to the frame")
  func aPlayerMovesItsLayersInEachFrame() throws {
    let player = Player()
    player.anchorPoint = .zero
    player.bounds = CGRect(x: 0, y: 0, width: 100, height: 10)
    player.add(rise("frameNumber", to: 80, 2), forKey: "play")
    let renderer = OfflineRenderer(layer: player, size: CGSize(width: 100, height: 10))
    for (time, x) in [(1.0, 45), (0.5, 25), (1.5, 65), (1.0, 45)] {
      #expect(try pixel(renderer, at: time, x, 5) == [0, 255, 0, 255])
      #expect(try pixel(renderer, at: time, 95, 5) == [0, 0, 0, 0])
    }
  }

  @Test("animation K-13: a layer that sets its contents does so for itself")
  func aDisplaySetsTheContentsOfTheModel() throws {
    final class Lamp: CALayer {
      @Animatable("level") var level: CGFloat = 0
      override class func needsDisplay(forKey key: String) -> Bool { key == "level" }
      override func display() {
        let level = presentation()?.level ?? level
        contents = solid([UInt8((level * 255).rounded()), 0, 0, 255])
      }
    }
    let layer = Lamp()
    layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
    layer.actions = ["contents": NSNull()]
    layer.add(rise("level", to: 1, 1), forKey: "rise")
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 4, height: 4))
    for (time, red) in [(0.2, 51), (0.6, 153), (0.4, 102)] as [(Double, UInt8)] {
      #expect(try pixel(renderer, at: time, 1, 1) == [red, 0, 0, 255])
    }
  }

  @Test("rendering D-2: the display for a frame leaves the mark of the layer as it is")
  func aFrameLeavesTheMark() {
    final class Marker: CALayer {
      @Animatable("level") var level: CGFloat = 0
      weak var marked: CALayer?
      override class func needsDisplay(forKey key: String) -> Bool { key == "level" }
      override init() { super.init() }
      override init(layer: Any) { super.init(layer: layer) }
      required init?(coder: NSCoder) { nil }
      override func display() { marked?.setNeedsDisplay() }
    }
    let (marker, layer) = (Marker(), gauge())
    marker.addSublayer(layer)
    let renderer = CARenderer()
    (renderer.layer, renderer.bounds) = (marker, CGRect(x: 0, y: 0, width: 4, height: 4))
    func show(_ time: Double) {
      renderer.beginFrame(atTime: time, timeStamp: nil)
      renderer.render()
      renderer.endFrame()
    }
    show(10)
    for key in [marker, layer] {
      let animation = rise("level", to: 1, 1)
      animation.beginTime = 10
      key.add(animation, forKey: "rise")
    }
    CATransaction.flush()
    marker.marked = layer
    layer.displays = 0
    show(10.5)
    #expect(layer.drawnOnCopies == 1)
    #expect(layer.displays == 2, "once for the frame and once for the mark")
  }

  @Test("animation K-13: frames of a custom key are drawn as upright as the layer")
  func copiesAreFlippedAsTheirHostIs() throws {
    final class Corner: CALayer {
      @Animatable("level") var level: CGFloat = 0
      override class func needsDisplay(forKey key: String) -> Bool { key == "level" }
      override func draw(in ctx: CGContext) {
        ctx.setFillColor(green)
        ctx.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
      }
    }
    for origin in [OfflineRenderer.Origin.topLeft, .bottomLeft] {
      let layer = Corner()
      layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
      layer.add(rise("level", to: 1, 1), forKey: "rise")
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 4, height: 4), origin: origin)
      layer.setNeedsDisplay()
      let filled = origin == .topLeft ? 0 : 3
      for time in [0.5, 2] {
        #expect(try pixel(renderer, at: time, 1, filled) == [0, 255, 0, 255], "\(origin) at \(time)")
        #expect(try pixel(renderer, at: time, 1, 3 - filled) == [0, 0, 0, 0], "\(origin) at \(time)")
      }
    }
  }

  @Test("SC-30: a key that no store knows runs and stays readable on the copy")
  func aKeyOfASwiftPropertyRunsAndReadsOnTheCopy() {
    final class Counter: CALayer { var progress: CGFloat = 7 }
    let layer = Counter()
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 4, height: 4))
    renderer.change(at: 1) { layer.add(rise("progress", to: 1, 2), forKey: "count") }
    renderer.change(at: 2) {
      #expect(layer.animation(forKey: "count") != nil)
      #expect((layer.presentation()?.value(forKey: "progress") as? NSNumber)?.doubleValue == 0.5)
    }
    #expect(layer.progress == 7)
  }

  @Test("animation K-13, U-10: a renderer driven by hand draws custom keys")
  func aRendererDrivenByHandDrawsCustomKeys() {
    let layer = gauge()
    let renderer = CARenderer()
    renderer.layer = layer
    renderer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    renderer.beginFrame(atTime: 10, timeStamp: nil)
    renderer.render()
    renderer.endFrame()
    let animation = rise("level", to: 1, 1)
    animation.beginTime = 10
    layer.add(animation, forKey: "rise")
    renderer.beginFrame(atTime: 10.2, timeStamp: nil)
    renderer.render()
    renderer.endFrame()
    #expect(pixel(renderer.makeImage(), 1, 1) == [51, 51, 51, 255])
  }

  @Test("animation K-13: a live host draws custom keys")
  func aLiveHostDrawsCustomKeys() async {
    await onOwnThread {
      let layer = gauge()
      let host = HeadlessHost(layer: layer, size: CGSize(width: 4, height: 4))
      host.start()
      #expect(runLoop { pixel(host.latestImage, 1, 1) == [0, 0, 0, 255] })
      layer.add(rise("level", to: 1, 20), forKey: "rise")
      #expect(runLoop { layer.drawnOnCopies > 2 && pixel(host.latestImage, 1, 1).map { $0[0] > 0 } ?? false })
      layer.removeAllAnimations()
      #expect(runLoop { pixel(host.latestImage, 1, 1) == [0, 0, 0, 255] })
      host.stop()
    }
  }
}
