import CoreGraphics
import Foundation
import OpenGL
import QuartzCore
import StrataEGL

/// True if the machine can draw with OpenGL.
let hasOpenGL: Bool = if case .success = EGLLibrary.shared { true } else { false }

/// The commands with which tests draw.
struct GLCalls {
  let clearColor: @convention(c) (Float, Float, Float, Float) -> Void = load("glClearColor")
  let clear: @convention(c) (UInt32) -> Void = load("glClear")
  let enable: @convention(c) (UInt32) -> Void = load("glEnable")
  let disable: @convention(c) (UInt32) -> Void = load("glDisable")
  let scissor: @convention(c) (Int32, Int32, Int32, Int32) -> Void = load("glScissor")
  let begin: @convention(c) (UInt32) -> Void = load("glBegin")
  let end: @convention(c) () -> Void = load("glEnd")
  let vertex: @convention(c) (Float, Float) -> Void = load("glVertex2f")
  let color: @convention(c) (Float, Float, Float, Float) -> Void = load("glColor4f")
  let getIntegerv: @convention(c) (UInt32, UnsafeMutablePointer<Int32>) -> Void = load("glGetIntegerv")
  let pixelStore: @convention(c) (UInt32, Int32) -> Void = load("glPixelStorei")
  let genFramebuffers: @convention(c) (Int32, UnsafeMutablePointer<UInt32>) -> Void = load(
    "glGenFramebuffers"
  )
  let bindFramebuffer: @convention(c) (UInt32, UInt32) -> Void = load("glBindFramebuffer")
  let genRenderbuffers: @convention(c) (Int32, UnsafeMutablePointer<UInt32>) -> Void = load(
    "glGenRenderbuffers"
  )
  let bindRenderbuffer: @convention(c) (UInt32, UInt32) -> Void = load("glBindRenderbuffer")
  let framebufferRenderbuffer: @convention(c) (UInt32, UInt32, UInt32, UInt32) -> Void = load(
    "glFramebufferRenderbuffer"
  )

  let renderbufferStorage: @convention(c) (UInt32, UInt32, Int32, Int32) -> Void = load(
    "glRenderbufferStorage"
  )
  let isTexture: @convention(c) (UInt32) -> UInt8 = load("glIsTexture")
  let isFramebuffer: @convention(c) (UInt32) -> UInt8 = load("glIsFramebuffer")

  private static func load<Function>(_ name: String) -> Function {
    unsafeBitCast(OpenGLFunctions.address(of: name), to: Function.self)
  }

  /// Fills all that may be drawn into.
  func fill(_ r: Double, _ g: Double, _ b: Double, _ a: Double = 1) {
    clearColor(Float(r), Float(g), Float(b), Float(a))
    clear(0x4000)
  }

  /// Fills a rectangle of pixels, counted from the lower left corner.
  func fill(_ rect: (Int32, Int32, Int32, Int32), _ color: (Double, Double, Double)) {
    enable(0x0C11)
    scissor(rect.0, rect.1, rect.2, rect.3)
    fill(color.0, color.1, color.2)
    disable(0x0C11)
  }

  func integer(_ name: UInt32) -> Int32 {
    var values = [Int32](repeating: 0, count: 4)
    getIntegerv(name, &values)
    return values[0]
  }
}

/// A layer that draws what a test says, and counts.
final class PaintedLayer: CAOpenGLLayer {
  var paint: (GLCalls, Double) -> Void = { _, _ in }
  var mayDraw: (Double) -> Bool = { _ in true }
  var attributes: [CGLPixelFormatAttribute]?
  var sharedContext: CGLContextObj?
  /// The layer's times of the frames that were drawn, and the displays' times.
  private(set) var times: [Double] = []
  private(set) var stamps: [CVTimeStamp?] = []
  private(set) var viewport: [Int32] = []
  /// Calls of the methods that make and release contexts and formats.
  var calls: CallLog = CallLog()

  final class CallLog {
    var names: [String] = []
  }

  override init() { super.init() }

  override init(layer: Any) {
    super.init(layer: layer)
    guard let layer = layer as? PaintedLayer else { return }
    (paint, mayDraw) = (layer.paint, layer.mayDraw)
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  convenience init(_ width: Int, _ height: Int, _ paint: @escaping (GLCalls, Double) -> Void) {
    self.init()
    anchorPoint = .zero
    bounds = CGRect(x: 0, y: 0, width: width, height: height)
    self.paint = paint
  }

  override func copyCGLPixelFormat(forDisplayMask mask: UInt32) -> CGLPixelFormatObj {
    calls.names.append("copyFormat")
    guard let attributes else { return super.copyCGLPixelFormat(forDisplayMask: mask) }
    var (format, count): (CGLPixelFormatObj?, Int32) = (nil, 0)
    _ = CGLChoosePixelFormat(attributes + [CGLPixelFormatAttribute(0)], &format, &count)
    return format ?? super.copyCGLPixelFormat(forDisplayMask: mask)
  }

  override func releaseCGLPixelFormat(_ pf: CGLPixelFormatObj) {
    calls.names.append("releaseFormat")
    super.releaseCGLPixelFormat(pf)
  }

  override func copyCGLContext(forPixelFormat pf: CGLPixelFormatObj) -> CGLContextObj {
    calls.names.append("copyContext")
    return sharedContext.map { CGLRetainContext($0) } ?? super.copyCGLContext(forPixelFormat: pf)
  }

  override func releaseCGLContext(_ ctx: CGLContextObj) {
    calls.names.append("releaseContext")
    super.releaseCGLContext(ctx)
  }

  override func canDraw(
    inCGLContext ctx: CGLContextObj,
    pixelFormat pf: CGLPixelFormatObj,
    forLayerTime t: CFTimeInterval,
    displayTime ts: UnsafePointer<CVTimeStamp>?
  ) -> Bool {
    mayDraw(t)
  }

  override func draw(
    inCGLContext ctx: CGLContextObj,
    pixelFormat pf: CGLPixelFormatObj,
    forLayerTime t: CFTimeInterval,
    displayTime ts: UnsafePointer<CVTimeStamp>?
  ) {
    times.append(t)
    stamps.append(ts?.pointee)
    let calls = GLCalls()
    viewport = [0, 0, 0, 0]
    calls.getIntegerv(0x0BA2, &viewport)
    paint(calls, t)
    super.draw(inCGLContext: ctx, pixelFormat: pf, forLayerTime: t, displayTime: ts)
  }
}
