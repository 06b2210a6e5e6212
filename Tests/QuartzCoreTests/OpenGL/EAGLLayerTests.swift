import CoreGraphics
import Foundation
import OpenGLES
import QuartzCore
import StrataEGL
import StrataRenderServer
import Testing

/// A program that draws into a layer as programs for iOS do: with a framebuffer that has a renderbuffer of the layer.
private final class Painter {
  static let renderbuffer = 0x8D41
  let context: EAGLContext
  let layer = CAEAGLLayer()
  private let gl = GLCalls()
  private(set) var hasStorage = false

  init?(_ width: Double, _ height: Double, _ api: EAGLRenderingAPI = .openGLES2, format: String? = nil) {
    guard let context = EAGLContext(api: api) else { return nil }
    self.context = context
    layer.anchorPoint = .zero
    layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    if let format { layer.drawableProperties = [kEAGLDrawablePropertyColorFormat: format] }
    EAGLContext.setCurrent(context)
    var (framebuffer, renderbuffer): (UInt32, UInt32) = (0, 0)
    gl.genFramebuffers(1, &framebuffer)
    gl.bindFramebuffer(0x8D40, framebuffer)
    gl.genRenderbuffers(1, &renderbuffer)
    gl.bindRenderbuffer(0x8D41, renderbuffer)
    hasStorage = context.renderbufferStorage(Self.renderbuffer, from: layer)
    gl.framebufferRenderbuffer(0x8D40, 0x8CE0, 0x8D41, renderbuffer)
  }

  deinit { EAGLContext.setCurrent(nil) }

  func draw(_ paint: (GLCalls) -> Void) {
    EAGLContext.setCurrent(context)
    paint(gl)
  }

  /// Presents one colour.
  @discardableResult func show(_ r: Double, _ g: Double, _ b: Double, _ a: Double = 1) -> Bool {
    draw { $0.fill(r, g, b, a) }
    return context.presentRenderbuffer(Self.renderbuffer)
  }
}

/// Layers that show renderbuffers of OpenGL ES (rendering MT-6).
@Suite(.enabled(if: hasOpenGL)) struct EAGLLayerTests {
  @Test("rendering MT-6, C-15: a new layer is opaque and has no properties")
  func defaults() {
    let layer = CAEAGLLayer()
    #expect(layer.isOpaque)
    #expect(CAEAGLLayer.defaultValue(forKey: "opaque") as? Bool == true)
    #expect(layer.drawableProperties == nil)
    #expect(!layer.presentsWithTransaction)
    #expect(layer.contents == nil)
    layer.setValue(true, forKey: "presentsWithTransaction")
    #expect(layer.presentsWithTransaction)
    layer.setValue(["a": 1], forKey: "drawableProperties")
    #expect(layer.drawableProperties?["a"] as? Int == 1)
  }

  @Test(
    "rendering MT-6: a presented renderbuffer is the contents",
    arguments: [EAGLRenderingAPI.openGLES2, .openGLES3]
  )
  func presents(api: EAGLRenderingAPI) throws {
    let painter = try #require(Painter(4, 3, api))
    #expect(painter.hasStorage)
    #expect(painter.context.api == api)
    #expect(EAGLContext.current() === painter.context)
    #expect(try Shot(painter.layer, 4, 3).painted == 0)
    painter.draw { gl in
      gl.fill(0.2, 0.4, 0.6)
      gl.fill((0, 0, 1, 1), (1, 0, 0))
    }
    #expect(painter.context.presentRenderbuffer(Painter.renderbuffer))
    let shot = try Shot(painter.layer, 4, 3)
    #expect(shot[0, 0] == [51, 102, 153, 255])
    #expect(shot[0, 2] == RGBA.red)
    #expect(shot.painted == 12)
  }

  @Test("rendering MT-6: on a time line each picture shows from its own time")
  func film() throws {
    let painter = try #require(Painter(2, 2))
    let film = OfflineRenderer(layer: painter.layer, size: CGSize(width: 2, height: 2))
    for step in 0...4 {
      film.change(at: Double(step) / 4) { painter.show(CACurrentMediaTime() * 0.8, 0, 1) }
    }
    // Whole levels, as drivers round halves either way.
    for (time, level) in [(0.5, 102), (0, 0), (0.74, 102), (1, 204), (0.3, 51)] {
      #expect(try Shot(film, at: time)[1, 1] == [UInt8(level), 0, 255, 255], "at \(time)")
    }
    #expect(try Shot(film, at: 0.5) == Shot(film, at: 0.6))
  }

  @Test func picturesWaitForTheirTimeAndForTheOneBefore() throws {
    let painter = try #require(Painter(2, 2))
    let film = OfflineRenderer(layer: painter.layer, size: CGSize(width: 2, height: 2))
    film.change(at: 0) {
      painter.show(1, 0, 0)
      painter.draw { $0.fill(0, 1, 0) }
      painter.context.presentRenderbuffer(Painter.renderbuffer, atTime: 2)
      painter.draw { $0.fill(0, 0, 1) }
      painter.context.presentRenderbuffer(Painter.renderbuffer, afterMinimumDuration: 0.5)
    }
    film.play(until: 4)
    #expect(try Shot(film, at: 1.9)[0, 0] == RGBA.red)
    #expect(try Shot(film, at: 2.1)[0, 0] == RGBA.green)
    #expect(try Shot(film, at: 2.6)[0, 0] == RGBA.blue)
  }

  @Test("rendering MT-6: with presentsWithTransaction the picture shows with the transaction")
  func transactions() throws {
    let painter = try #require(Painter(2, 2))
    painter.layer.presentsWithTransaction = true
    let film = OfflineRenderer(layer: painter.layer, size: CGSize(width: 2, height: 2))
    film.change(at: 1) {
      painter.layer.opacity = 0.5
      painter.show(1, 1, 1)
    }
    #expect(try Shot(film, at: 0.5).painted == 0)
    let pixel = try Shot(film, at: 2)[0, 0]
    #expect(close(pixel, [128, 128, 128, 128]), "\(pixel)")
    painter.layer.presentsWithTransaction = false
    painter.show(1, 0, 0)
    #expect((painter.layer.contents as? CGImage)?.width == 2)
  }

  @Test func alphaCountsUnlessTheLayerIsOpaque() throws {
    let painter = try #require(Painter(2, 2))
    painter.show(0.2, 0, 0, 0.4)
    #expect(try Shot(painter.layer, 2, 2)[0, 0] == [51, 0, 0, 255])
    painter.layer.isOpaque = false
    painter.show(0.2, 0, 0, 0.4)
    #expect(try Shot(painter.layer, 2, 2)[0, 0] == [51, 0, 0, 102])
  }

  @Test func formatsHaveTheirBits() throws {
    let painter = try #require(Painter(2, 2, format: kEAGLColorFormatRGB565))
    #expect(painter.hasStorage)
    painter.show(0.5, 0.5, 1)
    // 15 or 16 of 31, 31 or 32 of 63, 31 of 31; a driver may keep more bits than it was asked for.
    let pixel = try Shot(painter.layer, 2, 2)[0, 0]
    #expect((123...132).contains(pixel[0]) && (125...130).contains(pixel[1]), "\(pixel)")
    #expect(pixel[2...] == [255, 255])
    let unknown = try #require(Painter(2, 2, format: "none"))
    #expect(!unknown.hasStorage)
    #expect(!unknown.show(1, 0, 0))
    let early = try #require(Painter(2, 2, .openGLES2, format: kEAGLColorFormatSRGBA8))
    #expect(!early.hasStorage)
    let late = try #require(Painter(2, 2, .openGLES3, format: kEAGLColorFormatSRGBA8))
    #expect(late.hasStorage)
  }

  // MARK: Programs that misuse it

  private final class Paper: EAGLDrawable {
    var drawableProperties: [String: Any]?
  }

  @Test func whatCannotBeStoredOrPresentedIsRefused() throws {
    let context = try #require(EAGLContext(api: .openGLES2))
    EAGLContext.setCurrent(context)
    defer { EAGLContext.setCurrent(nil) }
    let layer = CAEAGLLayer()
    // No renderbuffer is bound.
    #expect(!context.renderbufferStorage(Painter.renderbuffer, from: layer))
    #expect(!context.presentRenderbuffer(Painter.renderbuffer))
    let gl = GLCalls()
    var name: UInt32 = 0
    gl.genRenderbuffers(1, &name)
    gl.bindRenderbuffer(0x8D41, name)
    // The layer has no pixels, too many, or is none.
    #expect(!context.renderbufferStorage(Painter.renderbuffer, from: layer))
    layer.bounds.size = CGSize(width: 1e9, height: 1e9)
    #expect(!context.renderbufferStorage(Painter.renderbuffer, from: layer))
    #expect(!context.renderbufferStorage(Painter.renderbuffer, from: Paper()))
    #expect(!context.renderbufferStorage(0x8D40, from: layer))
    // Storage that is no drawable's.
    #expect(!context.presentRenderbuffer(Painter.renderbuffer))
    layer.bounds.size = CGSize(width: 2, height: 2)
    #expect(context.renderbufferStorage(Painter.renderbuffer, from: layer))
    #expect(context.presentRenderbuffer(Painter.renderbuffer))
    // A storage of the program's own, as a new renderbuffer with the name of a deleted one has.
    gl.renderbufferStorage(0x8D41, 0x8056, 1, 1)
    #expect(!context.presentRenderbuffer(Painter.renderbuffer))
    #expect(context.renderbufferStorage(Painter.renderbuffer, from: layer))
    #expect(context.presentRenderbuffer(Painter.renderbuffer))
    #expect(context.renderbufferStorage(Painter.renderbuffer, from: nil))
    #expect(!context.presentRenderbuffer(Painter.renderbuffer))
  }

  @Test func aDrawableThatIsGoneOrNeverPresentedShowsNothing() throws {
    let context = try #require(EAGLContext(api: .openGLES2))
    EAGLContext.setCurrent(context)
    defer { EAGLContext.setCurrent(nil) }
    let gl = GLCalls()
    var name: UInt32 = 0
    gl.genRenderbuffers(1, &name)
    gl.bindRenderbuffer(0x8D41, name)
    do {
      let layer = CAEAGLLayer()
      layer.bounds.size = CGSize(width: 2, height: 2)
      #expect(context.renderbufferStorage(Painter.renderbuffer, from: layer))
      #expect(try Shot(layer, 2, 2).painted == 0)
    }
    #expect(!context.presentRenderbuffer(Painter.renderbuffer))
  }

  @Test func contextsOfAGroupShareAndEachThreadHasItsOwn() async throws {
    let first = try #require(EAGLContext(api: .openGLES2))
    let second = try #require(EAGLContext(api: .openGLES2, sharegroup: first.sharegroup))
    #expect(second.sharegroup === first.sharegroup)
    nonisolated(unsafe) let (mine, other) = (first, second)
    await onOwnThread {
      #expect(EAGLContext.setCurrent(mine))
      let done = DispatchSemaphore(value: 0)
      Thread {
        #expect(EAGLContext.current() == nil)
        // The first one is in use on another thread.
        #expect(!EAGLContext.setCurrent(mine))
        #expect(EAGLContext.setCurrent(other))
        #expect(EAGLContext.current() === other)
        EAGLContext.setCurrent(nil)
        done.signal()
      }.start()
      done.wait()
      EAGLContext.setCurrent(nil)
      #expect(EAGLContext.current() == nil)
    }
  }

  @Test(.timeLimit(.minutes(1))) func aThreadPresentsWhileTheLayersThreadIsBusy() async {
    await onOwnThread {
      guard let painter = Painter(4, 4) else {
        Issue.record("there is no context")
        return
      }
      EAGLContext.setCurrent(nil)
      let host = HeadlessHost(layer: painter.layer, size: CGSize(width: 4, height: 4), framesPerSecond: 240)
      host.start()
      nonisolated(unsafe) let shared = painter
      let done = DispatchSemaphore(value: 0)
      Thread {
        for step in 0..<20 { shared.show(step == 19 ? 0 : 1, step == 19 ? 1 : 0, 0) }
        EAGLContext.setCurrent(nil)
        done.signal()
      }.start()
      #expect(done.wait(timeout: .now() + 20) == .success)
      for _ in 0..<1000 where pixel(host.latestImage, 1, 1) != RGBA.green {
        Thread.sleep(forTimeInterval: 0.005)
      }
      #expect(pixel(host.latestImage, 1, 1) == RGBA.green)
      host.stop()
    }
  }

  @Test("rendering MT-6: pictures that a live host has no frames for do not pile up", .timeLimit(.minutes(1)))
  func picturesThatNobodyShowsDoNotPileUp() async {
    await onOwnThread {
      guard let painter = Painter(4, 4) else {
        Issue.record("there is no context")
        return
      }
      let (frames, size) = (Tally(), CGSize(width: 4, height: 4))
      let host = HeadlessHost(layer: painter.layer, size: size, framesPerSecond: 240) { _ in frames.add() }
      for _ in 0..<30 {
        painter.show(1, 0, 0)
        painter.show(0, 0, 1)
      }
      painter.show(0, 1, 0)
      host.start()
      for _ in 0..<1000 where pixel(host.latestImage, 1, 1) != RGBA.green {
        Thread.sleep(forTimeInterval: 0.005)
      }
      #expect(pixel(host.latestImage, 1, 1) == RGBA.green)
      host.stop()
      // The first picture and the last one.
      #expect(frames.count <= 2)
    }
  }
}
