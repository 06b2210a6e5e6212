package import StrataBase

/// Composites textures over others in a context of OpenGL ES 3 of its own, so that a program's state stays as it is.
///
/// The device's blending units round: a channel is one level off at most.
///
/// - Thread: One at a time.
package final class TextureBlender {
  private let context: GLContext
  private let textures: SharedTextures
  private let functions: DrawingFunctions
  private var program: UInt32 = 0

  /// Uses the context of a display that makes textures.
  package init(of library: EGLLibrary) throws(GLFailure) {
    context = try library.keeperContext()
    functions = try DrawingFunctions(of: library)
    textures = try SharedTextures(of: context)
    program = try context.use { () throws(GLFailure) in try functions.program() }
  }

  deinit {
    let (functions, program) = (functions, program)
    _ = try? context.use { () throws(GLFailure) in functions.deleteProgram(program) }
  }

  /// Makes a texture in the blender's context.
  package func makeTexture(width: Int, height: Int) throws(GLFailure) -> SharedTexture {
    try context.use { () throws(GLFailure) in
      try SharedTexture(width: width, height: height, in: context)
    }
  }

  /// Replaces rectangles of a texture of the blender's context by pixels of main memory, whose first row is at the top.
  package func replace(
    _ rects: [PixelRect],
    of texture: SharedTexture,
    by rows: UnsafeRawPointer,
    rowBytes: Int
  ) throws(GLFailure) {
    try context.use { () throws(GLFailure) in texture.replace(rects, by: rows, rowBytes: rowBytes) }
  }

  /// True if a texture belongs to the same display.
  package func canUse(_ texture: SharedTexture) -> Bool { textures.canUse(texture) }

  /// Composites rectangles of premultiplied colours over the same pixels of another texture of the same size.
  package func composite(
    _ rects: [PixelRect],
    of source: SharedTexture,
    over target: SharedTexture
  ) throws(GLFailure) {
    try context.use { () throws(GLFailure) in
      let gl = context.functions
      _ = gl.takeErrors()
      source.read {
        target.write {
          textures.attach(target, to: GL.drawFramebuffer) {
            functions.begin(program, textures.name(of: source), width: target.width, height: target.height)
            for rect in rects { functions.draw(rect) }
            functions.end()
          }
        }
      }
      let errors = gl.takeErrors()
      guard let first = errors.first else { return }
      throw .noSharing(GLFunctions.name(ofError: first))
    }
  }
}

/// The functions that draw a texture pixel upon pixel.
private struct DrawingFunctions {
  typealias Text = UnsafePointer<CChar>

  let createShader: @convention(c) (UInt32) -> UInt32
  let shaderSource: @convention(c) (UInt32, Int32, UnsafePointer<Text?>, UnsafePointer<Int32>?) -> Void
  let compileShader: @convention(c) (UInt32) -> Void
  let deleteShader: @convention(c) (UInt32) -> Void
  let createProgram: @convention(c) () -> UInt32
  let attachShader: @convention(c) (UInt32, UInt32) -> Void
  let linkProgram: @convention(c) (UInt32) -> Void
  let getProgramiv: @convention(c) (UInt32, UInt32, UnsafeMutablePointer<Int32>) -> Void
  let deleteProgram: @convention(c) (UInt32) -> Void
  let useProgram: @convention(c) (UInt32) -> Void
  let bindTexture: @convention(c) (UInt32, UInt32) -> Void
  let enable: @convention(c) (UInt32) -> Void
  let disable: @convention(c) (UInt32) -> Void
  let blendFunc: @convention(c) (UInt32, UInt32) -> Void
  let scissor: @convention(c) (Int32, Int32, Int32, Int32) -> Void
  let viewport: @convention(c) (Int32, Int32, Int32, Int32) -> Void
  let drawArrays: @convention(c) (UInt32, Int32, Int32) -> Void

  init(of library: EGLLibrary) throws(GLFailure) {
    createShader = try library.function("glCreateShader")
    shaderSource = try library.function("glShaderSource")
    compileShader = try library.function("glCompileShader")
    deleteShader = try library.function("glDeleteShader")
    createProgram = try library.function("glCreateProgram")
    attachShader = try library.function("glAttachShader")
    linkProgram = try library.function("glLinkProgram")
    getProgramiv = try library.function("glGetProgramiv")
    deleteProgram = try library.function("glDeleteProgram")
    useProgram = try library.function("glUseProgram")
    bindTexture = try library.function("glBindTexture")
    enable = try library.function("glEnable")
    disable = try library.function("glDisable")
    blendFunc = try library.function("glBlendFunc")
    scissor = try library.function("glScissor")
    viewport = try library.function("glViewport")
    drawArrays = try library.function("glDrawArrays")
  }

  private static let (vertexShader, fragmentShader): (UInt32, UInt32) = (0x8B31, 0x8B30)
  private static let linkStatus: UInt32 = 0x8B82
  private static let (blend, scissorTest): (UInt32, UInt32) = (0x0BE2, 0x0C11)
  private static let (one, oneMinusAlpha): (UInt32, UInt32) = (1, 0x0303)
  private static let triangles: UInt32 = 4

  /// A triangle that covers the whole target, and the texture's pixel at each place.
  private static let sources = [
    (
      vertexShader,
      """
      #version 300 es
      void main() {
        gl_Position = vec4(vec2(float(gl_VertexID & 1) * 4.0 - 1.0, float(gl_VertexID >> 1) * 4.0 - 1.0), 0.0, 1.0);
      }
      """
    ),
    (
      fragmentShader,
      """
      #version 300 es
      precision highp float;
      uniform highp sampler2D source;
      out vec4 color;
      void main() { color = texelFetch(source, ivec2(gl_FragCoord.xy), 0); }
      """
    ),
  ]

  func program() throws(GLFailure) -> UInt32 {
    let program = createProgram()
    for (kind, source) in Self.sources {
      let shader = createShader(kind)
      source.withCString { text in
        var text: Text? = text
        shaderSource(shader, 1, &text, nil)
      }
      compileShader(shader)
      attachShader(program, shader)
      deleteShader(shader)
    }
    linkProgram(program)
    var status: Int32 = 0
    getProgramiv(program, Self.linkStatus, &status)
    guard status != 0 else {
      deleteProgram(program)
      throw .noSharing("the driver does not link the compositing program")
    }
    return program
  }

  func begin(_ program: UInt32, _ texture: UInt32, width: Int, height: Int) {
    useProgram(program)
    bindTexture(GL.texture2D, texture)
    enable(Self.blend)
    blendFunc(Self.one, Self.oneMinusAlpha)
    enable(Self.scissorTest)
    viewport(0, 0, Int32(width), Int32(height))
  }

  /// Draws the pixels of a rectangle.
  func draw(_ rect: PixelRect) {
    scissor(rect.minX, rect.minY, Int32(rect.width), Int32(rect.height))
    drawArrays(Self.triangles, 0, 3)
  }

  func end() {
    disable(Self.scissorTest)
    disable(Self.blend)
    bindTexture(GL.texture2D, 0)
    useProgram(0)
  }
}
