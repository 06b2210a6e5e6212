/// Numbers of OpenGL.
package enum GL {
  package static let (renderbuffer, framebuffer): (UInt32, UInt32) = (0x8D41, 0x8D40)
  package static let readFramebuffer: UInt32 = 0x8CA8
  package static let (framebufferBinding, readFramebufferBinding): (UInt32, UInt32) = (0x8CA6, 0x8CAA)
  package static let renderbufferBinding: UInt32 = 0x8CA7
  package static let (renderbufferWidth, renderbufferHeight): (UInt32, UInt32) = (0x8D42, 0x8D43)
  package static let colorAttachment: UInt32 = 0x8CE0
  package static let framebufferComplete: UInt32 = 0x8CD5
  package static let (rgba, unsignedByte): (UInt32, UInt32) = (0x1908, 0x1401)
  package static let (rgba8, rgb565, srgb8Alpha8): (UInt32, UInt32, UInt32) = (0x8058, 0x8D62, 0x8C43)
  static let (texture2D, textureBinding2D): (UInt32, UInt32) = (0x0DE1, 0x8069)
  static let (textureMinFilter, textureMagFilter): (UInt32, UInt32) = (0x2801, 0x2800)
  static let nearest: UInt32 = 0x2600
  static let maxTextureSize: UInt32 = 0x0D33
  static let drawFramebuffer: UInt32 = 0x8CA9
  static let pixelUnpackBuffer: UInt32 = 0x88EC
  static let unpackRowLength: UInt32 = 0x0CF2
  static let (packAlignment, packRowLength): (UInt32, UInt32) = (0x0D05, 0x0D02)
  static let (packSkipRows, packSkipPixels): (UInt32, UInt32) = (0x0D03, 0x0D04)
  static let (pixelPackBuffer, pixelPackBufferBinding): (UInt32, UInt32) = (0x88EB, 0x88ED)
  static let (clearColor, colorMask, scissorTest): (UInt32, UInt32, UInt32) = (0x0C22, 0x0C23, 0x0C11)
  static let viewport: UInt32 = 0x0BA2
  static let colorBuffer: UInt32 = 0x4000
  static let version: UInt32 = 0x1F02
}

/// The functions of OpenGL with which layers prepare surfaces and read them.
package struct GLFunctions: Sendable {
  package typealias Numbers = UnsafeMutablePointer<Int32>
  package typealias Names = UnsafeMutablePointer<UInt32>
  typealias Pointer = EGLLibrary.Pointer

  package let getError: @convention(c) () -> UInt32
  package let getIntegerv: @convention(c) (UInt32, Numbers) -> Void
  package let genFramebuffers: @convention(c) (Int32, Names) -> Void
  package let deleteFramebuffers: @convention(c) (Int32, Names) -> Void
  package let bindFramebuffer: @convention(c) (UInt32, UInt32) -> Void
  package let framebufferRenderbuffer: @convention(c) (UInt32, UInt32, UInt32, UInt32) -> Void
  package let checkFramebufferStatus: @convention(c) (UInt32) -> UInt32
  package let renderbufferStorage: @convention(c) (UInt32, UInt32, Int32, Int32) -> Void
  package let flush: @convention(c) () -> Void
  private let setViewport: @convention(c) (Int32, Int32, Int32, Int32) -> Void
  private let clear: @convention(c) (UInt32) -> Void
  private let clearColor: @convention(c) (Float, Float, Float, Float) -> Void
  private let getFloatv: @convention(c) (UInt32, UnsafeMutablePointer<Float>) -> Void
  private let getBooleanv: @convention(c) (UInt32, UnsafeMutablePointer<UInt8>) -> Void
  private let colorMask: @convention(c) (UInt8, UInt8, UInt8, UInt8) -> Void
  private let isEnabled: @convention(c) (UInt32) -> UInt8
  private let enable: @convention(c) (UInt32) -> Void
  private let disable: @convention(c) (UInt32) -> Void
  private let pixelStorei: @convention(c) (UInt32, Int32) -> Void
  private let readPixels: @convention(c) (Int32, Int32, Int32, Int32, UInt32, UInt32, Pointer) -> Void
  let bindBuffer: @convention(c) (UInt32, UInt32) -> Void

  init(of library: EGLLibrary) throws(GLFailure) {
    getError = try library.function("glGetError")
    getIntegerv = try library.function("glGetIntegerv")
    genFramebuffers = try library.function("glGenFramebuffers")
    deleteFramebuffers = try library.function("glDeleteFramebuffers")
    bindFramebuffer = try library.function("glBindFramebuffer")
    framebufferRenderbuffer = try library.function("glFramebufferRenderbuffer")
    checkFramebufferStatus = try library.function("glCheckFramebufferStatus")
    renderbufferStorage = try library.function("glRenderbufferStorage")
    flush = try library.function("glFlush")
    setViewport = try library.function("glViewport")
    clear = try library.function("glClear")
    clearColor = try library.function("glClearColor")
    getFloatv = try library.function("glGetFloatv")
    getBooleanv = try library.function("glGetBooleanv")
    colorMask = try library.function("glColorMask")
    isEnabled = try library.function("glIsEnabled")
    enable = try library.function("glEnable")
    disable = try library.function("glDisable")
    pixelStorei = try library.function("glPixelStorei")
    readPixels = try library.function("glReadPixels")
    bindBuffer = try library.function("glBindBuffer")
  }

  /// The value of a state that is one number.
  package func integer(_ name: UInt32) -> Int32 {
    // Some states have more numbers than asked for.
    var values = [Int32](repeating: 0, count: 16)
    getIntegerv(name, &values)
    return values[0]
  }

  /// The left, lower edges, width and height of the viewport.
  package func viewport() -> [Int32] {
    var values = [Int32](repeating: 0, count: 16)
    getIntegerv(GL.viewport, &values)
    return Array(values[0..<4])
  }

  /// Takes the errors that commands left, at most eight.
  package func takeErrors() -> [UInt32] {
    var errors: [UInt32] = []
    while errors.count < 8, case let error = getError(), error != 0 { errors.append(error) }
    return errors
  }

  /// Takes the errors that a program's commands left, which cannot be given back: their names, or nil if there are none.
  package func takeErrorsOfProgram() -> String? {
    let errors = takeErrors()
    return errors.isEmpty ? nil : errors.map { Self.name(ofError: $0) }.joined(separator: ", ")
  }

  /// Sets the viewport to a whole surface and makes its pixels transparent; all other state stays.
  package func prepare(_ surface: GLSurface) {
    let framebuffer = UInt32(bitPattern: integer(GL.framebufferBinding))
    if framebuffer != 0 { bindFramebuffer(GL.framebuffer, 0) }
    withWholeFramebuffer {
      clearColor(0, 0, 0, 0)
      clear(GL.colorBuffer)
    }
    setViewport(0, 0, Int32(surface.width), Int32(surface.height))
  }

  /// Runs commands that reach all pixels and channels of the framebuffer; all state stays.
  func withWholeFramebuffer(_ commands: () -> Void) {
    var (color, mask) = ([Float](repeating: 0, count: 4), [UInt8](repeating: 0, count: 4))
    getFloatv(GL.clearColor, &color)
    getBooleanv(GL.colorMask, &mask)
    let isCut = isEnabled(GL.scissorTest) != 0
    if isCut { disable(GL.scissorTest) }
    colorMask(1, 1, 1, 1)
    commands()
    clearColor(color[0], color[1], color[2], color[3])
    colorMask(mask[0], mask[1], mask[2], mask[3])
    if isCut { enable(GL.scissorTest) }
  }

  /// Makes all pixels opaque, within ``withWholeFramebuffer(_:)``.
  func clearAlpha() {
    colorMask(0, 0, 0, 1)
    clearColor(0, 0, 0, 1)
    clear(GL.colorBuffer)
  }

  /// Makes all pixels an opaque colour.
  func clear(to color: SIMD3<Float>) { clear(to: SIMD4(color, 1)) }

  /// Makes all pixels a colour.
  func clear(to color: SIMD4<Float>) {
    clearColor(color.x, color.y, color.z, color.w)
    clear(GL.colorBuffer)
  }

  /// Reads pixels of the framebuffer bound to a target, red, green, blue and alpha, into rows from the top.
  ///
  /// All state stays as it is. `isModern` is true for contexts that know buffers of pixels.
  func read(
    width: Int,
    height: Int,
    isModern: Bool,
    into rows: UnsafeMutableRawPointer,
    rowBytes: Int
  ) {
    let settings =
      isModern
      ? [GL.packAlignment, GL.packRowLength, GL.packSkipRows, GL.packSkipPixels] : [GL.packAlignment]
    let former = settings.map { ($0, integer($0)) }
    let buffer = isModern ? UInt32(bitPattern: integer(GL.pixelPackBufferBinding)) : 0
    if buffer != 0 { bindBuffer(GL.pixelPackBuffer, 0) }
    for setting in settings { pixelStorei(setting, setting == GL.packAlignment ? 1 : 0) }
    let pixels = UnsafeMutableRawPointer.allocate(byteCount: width * 4 * height, alignment: 16)
    defer { pixels.deallocate() }
    // A read that fails leaves transparent pixels.
    pixels.initializeMemory(as: UInt8.self, repeating: 0, count: width * 4 * height)
    readPixels(0, 0, Int32(width), Int32(height), GL.rgba, GL.unsignedByte, pixels)
    for (setting, value) in former { pixelStorei(setting, value) }
    if buffer != 0 { bindBuffer(GL.pixelPackBuffer, buffer) }
    // The first row of OpenGL is the lowest one.
    for y in 0..<height {
      (rows + y * rowBytes).copyMemory(from: pixels + (height - 1 - y) * width * 4, byteCount: width * 4)
    }
  }

  /// The name of an error.
  package static func name(ofError error: UInt32) -> String {
    let names = [
      "GL_INVALID_ENUM", "GL_INVALID_VALUE", "GL_INVALID_OPERATION", "GL_STACK_OVERFLOW",
      "GL_STACK_UNDERFLOW", "GL_OUT_OF_MEMORY", "GL_INVALID_FRAMEBUFFER_OPERATION", "GL_CONTEXT_LOST",
    ]
    let index = Int(error) - 0x500
    return names.indices.contains(index) ? names[index] : "error 0x" + String(error, radix: 16)
  }
}
