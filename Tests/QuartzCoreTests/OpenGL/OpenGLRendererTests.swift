import CoreGraphics
import Foundation
import OpenGL
import QuartzCore
import StrataEGL
import StrataRaster
import StrataRenderServer
import Testing

/// Renderers over the framebuffer of a program's context.
@Suite(.enabled(if: hasOpenGL), .serialized) struct OpenGLRendererTests {
  /// A context of a program, its framebuffer, and what is read from it.
  private final class Program {
    let context: CGLContextObj
    let gl = GLCalls()
    private let size: (width: Int, height: Int)
    private let texture: UInt32
    private let readPixels:
      @convention(c) (Int32, Int32, Int32, Int32, UInt32, UInt32, UnsafeMutableRawPointer) -> Void
    private let setViewport: @convention(c) (Int32, Int32, Int32, Int32) -> Void

    init?(_ width: Int, _ height: Int) {
      func load<Function>(_ name: String) -> Function {
        unsafeBitCast(OpenGLFunctions.address(of: name), to: Function.self)
      }
      let attributes = [kCGLPFAColorSize, .init(24), kCGLPFAAlphaSize, .init(8), .init(0)]
      var (format, count, context): (CGLPixelFormatObj?, Int32, CGLContextObj?) = (nil, 0, nil)
      guard CGLChoosePixelFormat(attributes, &format, &count) == kCGLNoError, let format,
        CGLCreateContext(format, nil, &context) == kCGLNoError, let context
      else { return nil }
      CGLReleasePixelFormat(format)
      CGLSetCurrentContext(context)
      (self.context, size) = (context, (width, height))
      (readPixels, setViewport) = (load("glReadPixels"), load("glViewport"))
      let genTextures: @convention(c) (Int32, UnsafeMutablePointer<UInt32>) -> Void = load("glGenTextures")
      let bindTexture: @convention(c) (UInt32, UInt32) -> Void = load("glBindTexture")
      let texImage:
        @convention(c) (
          UInt32, Int32, Int32, Int32, Int32, Int32, UInt32, UInt32, UnsafeRawPointer?
        ) -> Void = load("glTexImage2D")
      let attach: @convention(c) (UInt32, UInt32, UInt32, UInt32, Int32) -> Void = load(
        "glFramebufferTexture2D"
      )
      var (name, framebuffer): (UInt32, UInt32) = (0, 0)
      genTextures(1, &name)
      bindTexture(0x0DE1, name)
      texImage(0x0DE1, 0, 0x8058, Int32(width), Int32(height), 0, 0x1908, 0x1401, nil)
      texture = name
      gl.genFramebuffers(1, &framebuffer)
      gl.bindFramebuffer(0x8D40, framebuffer)
      attach(0x8D40, 0x8CE0, 0x0DE1, name, 0)
      viewport(0, 0, width, height)
    }

    deinit {
      CGLSetCurrentContext(nil)
      CGLReleaseContext(context)
    }

    func viewport(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
      setViewport(Int32(x), Int32(y), Int32(width), Int32(height))
    }

    /// The bytes of the pixel in a column and a row from the top.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 4)
      readPixels(Int32(x), Int32(size.height - 1 - y), 1, 1, 0x1908, 0x1401, &bytes)
      return bytes
    }
  }

  private func draw(_ renderer: CARenderer, at time: Double = 0) {
    renderer.beginFrame(atTime: time, timeStamp: nil)
    renderer.render()
    renderer.endFrame()
  }

  /// A red square in the upper left corner of a half transparent blue layer.
  private func tree() -> CALayer {
    let root = CALayer()
    (root.anchorPoint, root.bounds) = (.zero, CGRect(x: 0, y: 0, width: 20, height: 10))
    root.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5)
    let square = CALayer()
    // Renderers have y upwards.
    square.frame = CGRect(x: 0, y: 6, width: 5, height: 4)
    square.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    root.addSublayer(square)
    return root
  }

  @Test(arguments: [RenderBackend.graphics, .processor])
  func framesAreCompositedOverTheFramebuffer(backend: RenderBackend) throws {
    let program = try #require(Program(20, 10))
    program.gl.fill(0, 1, 0)
    let renderer = CARenderer(cglContext: UnsafeMutableRawPointer(program.context), backend: backend)
    renderer.layer = tree()
    renderer.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
    draw(renderer)
    #expect(program.pixel(0, 0) == [255, 0, 0, 255])
    #expect(program.pixel(4, 3) == [255, 0, 0, 255])
    #expect(close(program.pixel(5, 3), [0, 127, 128, 255]), "\(program.pixel(5, 3))")
    #expect(close(program.pixel(19, 9), [0, 127, 128, 255]))
    // Whatever draws, the context is as it was.
    #expect(CGLGetCurrentContext() == program.context)
    program.gl.fill(1, 1, 1)
    #expect(program.pixel(0, 0) == [255, 255, 255, 255])
    #expect(renderer.uploads == (backend == .processor || !hasGraphics ? 1 : 0))
  }

  /// Frames of which a part changed are composited there alone, and none of them goes through main memory.
  @Test func damageAloneIsCompositedOnTheDevice() throws {
    let program = try #require(Program(20, 10))
    program.gl.fill(0, 0, 0, 0)
    let renderer = CARenderer(cglContext: UnsafeMutableRawPointer(program.context), backend: .graphics)
    let root = tree()
    root.backgroundColor = nil
    renderer.layer = root
    renderer.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
    draw(renderer)
    #expect(program.pixel(2, 1) == [255, 0, 0, 255])
    #expect(program.pixel(10, 5) == [0, 0, 0, 0])
    program.gl.fill(0, 1, 0)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    root.sublayers?.first?.position.x += 10
    CATransaction.commit()
    draw(renderer, at: 1)
    #expect(program.pixel(12, 1) == [255, 0, 0, 255])
    #expect(program.pixel(2, 1) == [0, 255, 0, 255])
    #expect(program.pixel(18, 8) == [0, 255, 0, 255])
    draw(renderer, at: 2)
    if hasGraphics { #expect(renderer.uploads == 0) }
    #expect((renderer.makeImage().map { $0.width }) == 20)
  }

  @Test func renderersLeaveNothingInTheContext() throws {
    let program = try #require(Program(20, 10))
    let names: Range<UInt32> = 1..<200
    var counts: [Int] = []
    for _ in 0..<6 {
      let renderer = CARenderer(cglContext: UnsafeMutableRawPointer(program.context), backend: .graphics)
      renderer.layer = tree()
      renderer.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
      draw(renderer)
      let textures = names.filter { program.gl.isTexture($0) != 0 }
      counts.append(textures.count + names.filter { program.gl.isFramebuffer($0) != 0 }.count)
    }
    // Those of a renderer that is gone are deleted when the next one draws.
    #expect(Set(counts).count == 1, "\(counts)")
  }

  @Test func theBoundsFillTheViewport() throws {
    let program = try #require(Program(40, 30))
    program.gl.fill(1, 1, 1)
    program.viewport(10, 5, 20, 20)
    let renderer = CARenderer(cglContext: UnsafeMutableRawPointer(program.context), backend: .graphics)
    renderer.layer = tree()
    renderer.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
    draw(renderer)
    // The viewport's rows are 5 to 24 from below, which are 5 to 24 from above, too.
    #expect(program.pixel(9, 10) == [255, 255, 255, 255])
    #expect(program.pixel(10, 4) == [255, 255, 255, 255])
    #expect(program.pixel(10, 5) == [255, 0, 0, 255])
    #expect(program.pixel(14, 12) == [255, 0, 0, 255])
    #expect(close(program.pixel(15, 13), [127, 127, 255, 255]), "\(program.pixel(15, 13))")
    #expect(close(program.pixel(29, 24), [127, 127, 255, 255]))
    #expect(program.pixel(30, 24) == [255, 255, 255, 255])
  }

  @Test func aContextThatIsNotThereDrawsNothing() {
    let renderer = CARenderer(cglContext: UnsafeMutableRawPointer(bitPattern: 16_000_000)!)
    renderer.layer = tree()
    renderer.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
    draw(renderer)
    #expect(renderer.makeImage() == nil)
    #expect(renderer.updateBounds().isNull)
  }

  /// Layers that draw with OpenGL stay on the device, too.
  @Test(.enabled(if: hasGraphics)) func layersOfOpenGLAreSharedWithTheDevice() throws {
    let program = try #require(Program(8, 6))
    program.gl.fill(0, 0, 0)
    let renderer = CARenderer(cglContext: UnsafeMutableRawPointer(program.context), backend: .graphics)
    let layer = PaintedLayer(8, 6) { gl, time in
      gl.fill(0, 1, 0)
      gl.fill((0, 0, 3, 2), (1, 0, time))
    }
    layer.isAsynchronous = true
    renderer.layer = layer
    renderer.bounds = CGRect(x: 0, y: 0, width: 8, height: 6)
    for step in 0...8 {
      draw(renderer, at: Double(step) / 8)
      #expect(close(program.pixel(1, 5), [255, 0, step * 255 / 8, 255]), "\(program.pixel(1, 5))")
      #expect(program.pixel(1, 2) == [0, 255, 0, 255])
      #expect(program.pixel(5, 5) == [0, 255, 0, 255])
    }
    let image = try #require(layer.contents.flatMap { $0 as? CGImage })
    // Nine frames show pictures of which no pixel came into main memory.
    #expect(image.devicePixels != nil)
    #expect(!image.pixelsOrPlace.isInMainMemory)
    #expect(pixel(image, 1, 5) == [255, 0, 255, 255])
    #expect(pixel(image, 1, 0) == [0, 255, 0, 255])
    #expect(renderer.uploads == 0)
  }
}

/// True if a graphics processor, or a driver that computes like one, draws.
private let hasGraphics: Bool = {
  #if GPU
    _ = DefaultBackend.presenter(threads: 1, backend: .graphics)
    if case .success(let library) = EGLLibrary.shared { return library.isCompositing }
    return false
  #else
    return false
  #endif
}()
