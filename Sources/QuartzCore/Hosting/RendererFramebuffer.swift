import CoreGraphics
import Logging
import OpenGL
import StrataBase
import StrataEGL
import StrataRaster

/// The framebuffer of a program's context that frames are composited over.
///
/// The pixels below are copied into a texture, the frame is composited over them in a context of its own, and the result is
/// copied back. All of it happens on the device if the frame is there.
final class RendererFramebuffer {
  private let program: ProgramContext
  private let textures: SharedTextures
  private let blender: TextureBlender
  /// The pixels below.
  private var below: SharedTexture?
  /// A frame that came from main memory.
  private var uploaded: SharedTexture?
  /// The number of frames that came from main memory.
  private(set) var uploads = 0

  /// True once the log has errors of the program's own commands.
  private var hasRemarkedErrors = false

  /// Uses a context.
  ///
  /// - Throws: ``GLFailure`` if there is no such context, or if the driver shares no textures.
  init(_ pointer: UnsafeMutableRawPointer) throws(GLFailure) {
    guard let program = ProgramContext.table[OpaquePointer(pointer)] else { throw .unknownContext }
    self.program = program
    guard program.context.isModern else { throw .noSharing("a version without copies of framebuffers") }
    textures = try SharedTextures(of: program.context)
    blender = try TextureBlender(of: program.context.configuration.library)
  }

  /// EGL on the display of the context.
  var display: EGLLibrary { program.context.configuration.library }

  /// Runs commands in the program's context, which keeps its surface if it is current on this thread.
  private func perform<Value>(_ commands: () throws(GLFailure) -> Value) throws(GLFailure) -> Value {
    let context = program.context
    guard context.isCurrent else { return try context.use(commands) }
    context.lock.lock()
    defer { context.lock.unlock() }
    context.deleteUnused()
    return try commands()
  }

  /// The viewport of the context: its lower left corner in the framebuffer, and its size, in pixels.
  func viewport() throws(GLFailure) -> PixelRect {
    let numbers = try perform { () throws(GLFailure) in program.context.functions.viewport() }
    return PixelRect(numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3])
  }

  /// Composites a region of a picture over the pixels of the viewport.
  func composite(_ image: CGImage, in region: PixelRegion) throws(GLFailure) {
    guard !region.isEmpty else { return }
    let viewport = try viewport()
    let picture = try texture(of: image, in: region)
    let below = try below(image.width, image.height)
    let place = SharedTextures.Place(left: viewport.minX, top: viewport.minY + Int32(image.height))
    let gl = program.context.functions
    let framebuffer = try perform { () throws(GLFailure) in
      let framebuffer = UInt32(bitPattern: gl.integer(GL.framebufferBinding))
      try checked("copy its framebuffer") {
        textures.copy(framebuffer: framebuffer, at: place, region.rects, to: below, isOpaque: false)
      }
      return framebuffer
    }
    try blender.composite(region.rects, of: picture, over: below)
    try perform { () throws(GLFailure) in
      guard UInt32(bitPattern: gl.integer(GL.framebufferBinding)) == framebuffer else { return }
      try checked("draw into its framebuffer") { textures.copy(region.rects, of: below, to: place) }
    }
  }

  /// Runs commands of the program's context and throws what they fail with.
  private func checked(_ what: String, _ commands: () -> Void) throws(GLFailure) {
    let gl = program.context.functions
    if let errors = gl.takeErrorsOfProgram(), !hasRemarkedErrors {
      hasRemarkedErrors = true
      Logger(label: "strata.render").warning(
        "commands of the program before a frame left \(errors); glGetError() will not say so"
      )
    }
    commands()
    guard let first = gl.takeErrors().first else { return }
    throw .noSharing("\(GLFunctions.name(ofError: first)); a context cannot \(what)")
  }

  private func below(_ width: Int, _ height: Int) throws(GLFailure) -> SharedTexture {
    if let below, (below.width, below.height) == (width, height) { return below }
    let made = try blender.makeTexture(width: width, height: height)
    below = made
    return made
  }

  /// The picture as a texture; a region of one in main memory goes up.
  private func texture(of image: CGImage, in region: PixelRegion) throws(GLFailure) -> SharedTexture {
    if let texture = (image.devicePixels as? any TexturePixels)?.texture, blender.canUse(texture) {
      return texture
    }
    uploads += 1
    if let uploaded, (uploaded.width, uploaded.height) != (image.width, image.height) { self.uploaded = nil }
    let target: SharedTexture
    if let uploaded {
      target = uploaded
    } else {
      target = try blender.makeTexture(width: image.width, height: image.height)
      uploaded = target
    }
    let pixels = image.pixels
    try blender.replace(region.rects, of: target, by: pixels.base, rowBytes: pixels.rowBytes)
    return target
  }
}
