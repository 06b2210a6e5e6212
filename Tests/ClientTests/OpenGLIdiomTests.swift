import OpenGL
import OpenGLES
import QuartzCore
import Testing

// Layers as programs for macOS and iOS write them; only the functions of OpenGL are loaded by hand.

private let GL_RENDERBUFFER = 0x8D41
private let GL_FRAMEBUFFER = UInt32(0x8D40)
private let GL_COLOR_ATTACHMENT0 = UInt32(0x8CE0)
private let GL_COLOR_BUFFER_BIT = UInt32(0x4000)

private func load<Function>(_ name: String, as type: Function.Type) -> Function {
  unsafeBitCast(OpenGLFunctions.address(of: name), to: type)
}
private typealias Names = @convention(c) (Int32, UnsafeMutablePointer<UInt32>) -> Void
private typealias Bind = @convention(c) (UInt32, UInt32) -> Void
private let glClearColor = load(
  "glClearColor",
  as: (@convention(c) (Float, Float, Float, Float) -> Void).self
)
private let glClear = load("glClear", as: (@convention(c) (UInt32) -> Void).self)
private let glGenFramebuffers = load("glGenFramebuffers", as: Names.self)
private let glBindFramebuffer = load("glBindFramebuffer", as: Bind.self)
private let glGenRenderbuffers = load("glGenRenderbuffers", as: Names.self)
private let glBindRenderbuffer = load("glBindRenderbuffer", as: Bind.self)
private let glFramebufferRenderbuffer = load(
  "glFramebufferRenderbuffer",
  as: (@convention(c) (UInt32, UInt32, UInt32, UInt32) -> Void).self
)

/// A layer of a player for macOS, with a format of its own.
final class VideoLayer: CAOpenGLLayer {
  private let level: Float

  init(level: Float) {
    self.level = level
    super.init()
    autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
    isAsynchronous = true
    backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
  }

  override init(layer: Any) {
    level = (layer as? VideoLayer)?.level ?? 0
    super.init(layer: layer)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func canDraw(
    inCGLContext ctx: CGLContextObj,
    pixelFormat pf: CGLPixelFormatObj,
    forLayerTime t: CFTimeInterval,
    displayTime ts: UnsafePointer<CVTimeStamp>?
  ) -> Bool {
    ts != nil
  }

  override func draw(
    inCGLContext ctx: CGLContextObj,
    pixelFormat pf: CGLPixelFormatObj,
    forLayerTime t: CFTimeInterval,
    displayTime ts: UnsafePointer<CVTimeStamp>?
  ) {
    glClearColor(level, Float(t), 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    CGLFlushDrawable(ctx)
  }

  override func copyCGLPixelFormat(forDisplayMask mask: UInt32) -> CGLPixelFormatObj {
    let attributes: [CGLPixelFormatAttribute] = [
      kCGLPFAOpenGLProfile, kCGLOGLPVersion_3_2_Core,
      kCGLPFAAccelerated,
      kCGLPFADoubleBuffer,
      kCGLPFADisplayMask, CGLPixelFormatAttribute(mask),
      CGLPixelFormatAttribute(0),
    ]
    var pix: CGLPixelFormatObj?
    var npix: GLint = 0
    let error = CGLChoosePixelFormat(attributes, &pix, &npix)
    guard error == kCGLNoError, let format = pix else {
      return super.copyCGLPixelFormat(forDisplayMask: mask)
    }
    return format
  }

  override func copyCGLContext(forPixelFormat pf: CGLPixelFormatObj) -> CGLContextObj {
    var context: CGLContextObj?
    _ = CGLCreateContext(pf, nil, &context)
    return context ?? super.copyCGLContext(forPixelFormat: pf)
  }
}

/// The view's part of a game for iOS.
final class GameSurface {
  let eaglLayer = CAEAGLLayer()
  private let context: EAGLContext
  private var framebuffer: UInt32 = 0
  private var colorRenderbuffer: UInt32 = 0

  init?() {
    guard let context = EAGLContext(api: .openGLES3) ?? EAGLContext(api: .openGLES2),
      EAGLContext.setCurrent(context)
    else { return nil }
    self.context = context
    eaglLayer.isOpaque = true
    eaglLayer.drawableProperties = [
      kEAGLDrawablePropertyRetainedBacking: false,
      kEAGLDrawablePropertyColorFormat: kEAGLColorFormatRGBA8,
    ]
    eaglLayer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
    glGenFramebuffers(1, &framebuffer)
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer)
    glGenRenderbuffers(1, &colorRenderbuffer)
    glBindRenderbuffer(UInt32(GL_RENDERBUFFER), colorRenderbuffer)
    context.renderbufferStorage(Int(GL_RENDERBUFFER), from: eaglLayer)
    glFramebufferRenderbuffer(
      GL_FRAMEBUFFER,
      GL_COLOR_ATTACHMENT0,
      UInt32(GL_RENDERBUFFER),
      colorRenderbuffer
    )
  }

  deinit {
    if EAGLContext.current() === context { EAGLContext.setCurrent(nil) }
  }

  func drawFrame() {
    glClearColor(0, 1, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    context.presentRenderbuffer(Int(GL_RENDERBUFFER))
  }
}

@Suite(.enabled(if: OpenGLFunctions.address(of: "glClear") != nil)) struct OpenGLIdiomTests {
  /// The colour of the picture's middle.
  private func middle(of layer: CALayer, at time: Double) -> [UInt8]? {
    let renderer = CARenderer()
    renderer.layer = layer
    renderer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    renderer.beginFrame(atTime: time, timeStamp: nil)
    renderer.render()
    renderer.endFrame()
    guard let image = renderer.makeImage(), let data = image.dataProvider?.data as Data? else { return nil }
    let start = 2 * image.bytesPerRow + 8
    return Array(data[start..<start + 4])
  }

  @Test func aLayerForMacDrawsFrames() {
    let layer = VideoLayer(level: 0.2)
    layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
    #expect(middle(of: layer, at: 0.4) == [51, 102, 0, 255])
    #expect(middle(of: layer, at: 0.6) == [51, 153, 0, 255])
  }

  @Test func aSurfaceForPhonesShowsItsRenderbuffer() throws {
    let surface = try #require(GameSurface())
    surface.drawFrame()
    #expect(middle(of: surface.eaglLayer, at: 0) == [0, 255, 0, 255])
  }
}
