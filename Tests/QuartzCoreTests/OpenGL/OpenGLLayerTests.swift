import CoreGraphics
import Foundation
import OpenGL
import QuartzCore
import StrataRenderServer
import Testing

/// Layers that draw with OpenGL (rendering MT-5), and what they show.
@Suite(.enabled(if: hasOpenGL)) struct OpenGLLayerTests {
  @Test func aNewLayerHasApplesValues() {
    let layer = CAOpenGLLayer()
    #expect(!layer.isAsynchronous)
    #expect(!layer.isOpaque)
    #expect(layer.colorspace == nil)
    #expect(!layer.wantsExtendedDynamicRangeContent)
    #expect(layer.contents == nil)
    layer.setValue(true, forKey: "asynchronous")
    #expect(layer.isAsynchronous)
    #expect(layer.value(forKey: "asynchronous") as? Bool == true)
    layer.setValue(nil, forKey: "asynchronous")
    #expect(!layer.isAsynchronous)
  }

  @Test("rendering MT-5: a layer draws when it is marked, and not otherwise")
  func marked() throws {
    let layer = PaintedLayer(4, 3) { gl, _ in gl.fill(0.2, 0.4, 0.6) }
    #expect(try Shot(layer, 4, 3)[1, 1] == RGBA.clear)
    #expect(layer.times.isEmpty)
    layer.setNeedsDisplay()
    let shot = try Shot(layer, 4, 3)
    #expect(shot[0, 0] == [51, 102, 153, 255])
    #expect(shot.painted == 12)
    _ = try Shot(layer, 4, 3, at: 1)
    #expect(layer.times.count == 1)
    #expect(layer.stamps.allSatisfy { $0 == nil })
    #expect(layer.viewport == [0, 0, 4, 3])
  }

  @Test("rendering MT-5: a display in a change of the time line has the change's time")
  func markedAtATime() throws {
    let layer = PaintedLayer(2, 2) { gl, time in gl.fill(time, 0, 0) }
    let film = OfflineRenderer(layer: layer, size: CGSize(width: 2, height: 2))
    for step in 1...3 { film.change(at: Double(step) / 5) { layer.setNeedsDisplay() } }
    #expect(layer.times == [0.2, 0.4, 3.0 / 5])
    #expect(try Shot(film, at: 0.1)[0, 0] == RGBA.clear)
    #expect(try Shot(film, at: 0.5)[0, 0] == [102, 0, 0, 255])
    #expect(try Shot(film, at: 0.3)[0, 0] == [51, 0, 0, 255])
  }

  @Test("rendering MT-5: an asynchronous layer draws the exact time of each picture, in any order")
  func asynchronous() throws {
    let layer = PaintedLayer(2, 2) { gl, time in gl.fill(time, 1 - time, 0) }
    layer.isAsynchronous = true
    let film = OfflineRenderer(layer: stage(2, 2, layer), size: CGSize(width: 2, height: 2))
    let times = [0.5, 0.1, 1.0 / 3, 0.9, 0.5]
    var shots: [Shot] = []
    for time in times {
      let shot = try Shot(film, at: time)
      let level = Int((time * 255).rounded())
      #expect(close(shot[1, 1], [level, 255 - level, 0, 255]), "at \(time)")
      shots.append(shot)
    }
    #expect(layer.times == times)
    #expect(shots.first == shots.last)
    #expect(layer.stamps.compactMap { $0?.hostTime } == times.map { UInt64(($0 * 1e9).rounded()) })
  }

  @Test("rendering MT-5: the time of a frame is the layer's own")
  func clocks() throws {
    let layer = PaintedLayer(2, 2) { gl, _ in gl.fill(1, 1, 1) }
    layer.isAsynchronous = true
    (layer.speed, layer.timeOffset) = (2, 3)
    let root = stage(2, 2, layer)
    root.speed = 0.5
    let film = OfflineRenderer(layer: root, size: CGSize(width: 2, height: 2))
    _ = try Shot(film, at: 1)
    _ = try Shot(film, at: 0.25)
    #expect(layer.times == [4, 3.25])
  }

  @Test("rendering MT-5: a frame that canDraw refuses leaves the contents")
  func refused() throws {
    let layer = PaintedLayer(2, 2) { gl, time in gl.fill(time, 0, 0) }
    layer.isAsynchronous = true
    layer.mayDraw = { $0 >= 0.4 && $0 < 0.8 }
    let film = OfflineRenderer(layer: stage(2, 2, layer), size: CGSize(width: 2, height: 2))
    #expect(try Shot(film, at: 0.2)[0, 0] == RGBA.clear)
    #expect(try Shot(film, at: 0.6)[0, 0] == [153, 0, 0, 255])
    #expect(try Shot(film, at: 1)[0, 0] == [153, 0, 0, 255])
    #expect(layer.times == [0.6])
  }

  @Test func playingTimeDrawsNothingAndAPictureDrawsOnce() throws {
    let layer = PaintedLayer(2, 2) { gl, _ in gl.fill(1, 0, 0) }
    layer.isAsynchronous = true
    let film = OfflineRenderer(layer: stage(2, 2, layer), size: CGSize(width: 2, height: 2))
    film.play(until: 2)
    #expect(layer.times.isEmpty)
    _ = try Shot(film, at: 2)
    #expect(layer.times == [2])
    film.change(at: 3) { layer.isAsynchronous = false }
    #expect(try Shot(film, at: 4)[0, 0] == RGBA.red)
    #expect(layer.times == [2])
  }

  @Test(arguments: [OfflineRenderer.Origin.topLeft, .bottomLeft])
  func theLowestRowOfOpenGLIsTheLowestOfThePicture(origin: OfflineRenderer.Origin) throws {
    let layer = PaintedLayer(4, 4) { gl, _ in
      gl.fill(0, 0, 1)
      gl.fill((0, 0, 2, 1), (1, 0, 0))
    }
    layer.setNeedsDisplay()
    let shot = try Shot(layer, 4, 4, origin: origin)
    #expect(shot[0, 3] == RGBA.red)
    #expect(shot[2, 3] == RGBA.blue)
    #expect(shot[0, 2] == RGBA.blue)
    #expect(shot[0, 0] == RGBA.blue)
  }

  @Test func aTriangleCoversTheCentresInsideIt() throws {
    let side = 32
    let layer = PaintedLayer(side, side) { gl, _ in
      // Legs of one half pixel more than the side: no centre lies on the edge.
      let end = Float(2 * (Double(side) + 0.5) / Double(side) - 1)
      gl.color(1, 1, 1, 1)
      gl.begin(4)
      gl.vertex(-1, -1)
      gl.vertex(end, -1)
      gl.vertex(-1, end)
      gl.end()
    }
    layer.setNeedsDisplay()
    let shot = try Shot(layer, side, side)
    #expect(shot.painted == side * (side + 1) / 2)
    #expect(shot[0, 0] == [255, 255, 255, 255])
    #expect(shot[side - 1, 0] == RGBA.clear)
  }

  @Test func coloursArePremultipliedAndOpaqueLayersIgnoreAlpha() throws {
    let layer = PaintedLayer(2, 2) { gl, _ in gl.fill(0.2, 0, 0, 0.4) }
    layer.setNeedsDisplay()
    #expect(try Shot(layer, 2, 2)[0, 0] == [51, 0, 0, 102])
    layer.isOpaque = true
    layer.setNeedsDisplay()
    #expect(try Shot(layer, 2, 2)[0, 0] == [51, 0, 0, 255])
  }

  @Test func coloursOfAnotherSpaceAreConverted() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let layer = PaintedLayer(2, 2) { gl, _ in gl.fill(0.4, 0.6, 0.4) }
    layer.isOpaque = true
    layer.colorspace = space
    layer.setNeedsDisplay()
    let plain = try #require(CGColor(colorSpace: space, components: [0.4, 0.6, 0.4, 1]))
    let reference = box(0, 0, 2, 2)
    reference.backgroundColor = plain
    let expected = try Shot(reference, 2, 2)[0, 0].map(Int.init)
    #expect(expected[0] < 100)
    #expect(close(try Shot(layer, 2, 2)[0, 0], expected, within: 2))
  }

  @Test func scaleGivesPixels() throws {
    let layer = PaintedLayer(3, 2) { gl, _ in gl.fill(1, 0, 0) }
    layer.contentsScale = 2
    layer.setNeedsDisplay()
    #expect(try Shot(layer, 6, 4, scale: 2).painted == 24)
    #expect(layer.viewport == [0, 0, 6, 4])
  }

  @Test func aHandDrivenRendererDrawsEachFrame() {
    let layer = PaintedLayer(2, 2) { gl, time in gl.fill(time, 0, 0) }
    layer.isAsynchronous = true
    let renderer = CARenderer()
    renderer.layer = layer
    renderer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
    for time in [0.2, 0.6] {
      renderer.beginFrame(atTime: time, timeStamp: nil)
      #expect(renderer.nextFrameTime() == time)
      renderer.render()
      renderer.endFrame()
      #expect(pixel(renderer.makeImage(), 0, 0) == [UInt8((time * 255).rounded()), 0, 0, 255])
    }
    #expect(layer.times == [0.2, 0.6])
  }

  @Test func settingsComeBackFromAnArchive() throws {
    let layer = CAOpenGLLayer()
    layer.isAsynchronous = true
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CAOpenGLLayer.self, from: data))
    #expect(copy.isAsynchronous)
  }

  /// Unknown commands, objects that are not there, and no context at the end.
  @Test func aProgramThatFailsLeavesWhatItHasDrawn() throws {
    let layer = PaintedLayer(2, 2) { gl, time in
      gl.fill(time, 0, 0)
      gl.clear(0xFFFF_FFFF)
      gl.enable(0xDEAD)
      gl.bindRenderbuffer(0x8D41, 77)
      gl.bindFramebuffer(0x8D40, 77)
      if time > 0.5 { CGLSetCurrentContext(nil) }
    }
    layer.isAsynchronous = true
    let film = OfflineRenderer(layer: stage(2, 2, layer), size: CGSize(width: 2, height: 2))
    for time in [0.2, 0.8, 0.4] { _ = try film.image(at: time) }
    #expect(layer.times == [0.2, 0.8, 0.4])
    #expect(try Shot(film, at: 0.2)[0, 0] == [51, 0, 0, 255])
    #expect(try Shot(film, at: 0.4)[0, 0] == [102, 0, 0, 255])
  }

  @Test(.timeLimit(.minutes(1))) func slowCodeDoesNotHoldUpTheRenderThread() async {
    await onOwnThread {
      let frames = Tally()
      var during: [Int] = []
      let layer = PaintedLayer(4, 4) { gl, _ in
        let before = frames.count
        Thread.sleep(forTimeInterval: 0.5)
        during.append(frames.count - before)
        gl.fill(0, 0, 1)
      }
      layer.isAsynchronous = true
      let moving = box(0, 0, 2, 2)
      let animation = CABasicAnimation(keyPath: "backgroundColor")
      (animation.fromValue, animation.toValue) = (black, white)
      (animation.duration, animation.repeatCount) = (0.5, .infinity)
      moving.add(animation, forKey: "color")
      let size = CGSize(width: 4, height: 4)
      let host = HeadlessHost(layer: stage(4, 4, layer, moving), size: size, framesPerSecond: 120) { _ in
        frames.add()
      }
      host.start()
      #expect(runLoop(for: 20) { during.count >= 2 })
      #expect(during.dropFirst().first ?? 0 >= 10)
      host.stop()
    }
  }

  @Test(.timeLimit(.minutes(1))) func aLiveHostShowsFrameAfterFrame() async {
    await onOwnThread {
      let layer = PaintedLayer(4, 4) { gl, time in
        gl.fill(time.truncatingRemainder(dividingBy: 1), 0.2, 0.4)
      }
      layer.isAsynchronous = true
      let host = HeadlessHost(layer: layer, size: CGSize(width: 4, height: 4), framesPerSecond: 120)
      _ = runLoop(for: 0.05)
      #expect(layer.times.isEmpty)
      host.start()
      #expect(runLoop(for: 20) { layer.times.count >= 12 })
      #expect(runLoop(for: 10) { pixel(host.latestImage, 1, 1)?[2] == 102 })
      #expect(zip(layer.times, layer.times.dropFirst()).allSatisfy { $0 < $1 })
      for time in layer.times { #expect(abs(time * 120 - (time * 120).rounded()) < 1e-3) }
      layer.isAsynchronous = false
      let count = layer.times.count
      _ = runLoop(for: 0.1)
      #expect(layer.times.count == count)
      layer.isAsynchronous = true
      #expect(runLoop(for: 20) { layer.times.count > count })
      host.live.isVisible = false
      let unseen = layer.times.count
      _ = runLoop(for: 0.1)
      #expect(layer.times.count == unseen)
      host.live.isVisible = true
      #expect(runLoop(for: 20) { layer.times.count > unseen })
      host.stop()
      let last = layer.times.count
      _ = runLoop(for: 0.1)
      #expect(layer.times.count == last)
    }
  }

  @Test("rendering MT-5: a layer of a live host draws in the machine's time, whoever makes it do so")
  func begunByAnOfflineChange() async {
    await onOwnThread {
      let layer = PaintedLayer(4, 4) { gl, _ in gl.fill(1, 0, 0) }
      let host = HeadlessHost(layer: layer, size: CGSize(width: 4, height: 4))
      host.start()
      do {
        let renderer = OfflineRenderer(layer: CALayer(), size: CGSize(width: 1, height: 1))
        renderer.change(at: 0) { layer.isAsynchronous = true }
      }
      #expect(runLoop(for: 20) { layer.times.count >= 3 })
      host.stop()
    }
  }
}
