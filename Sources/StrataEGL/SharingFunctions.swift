/// The functions with which contexts share textures: images and fences of EGL, textures and framebuffers of OpenGL.
///
/// An image of EGL is a texture's memory, which any context of the display may use. A fence orders the commands of two
/// contexts on the device; the processor does not wait.
struct SharingFunctions: Sendable {
  typealias Pointer = EGLLibrary.Pointer
  typealias Names = UnsafeMutablePointer<UInt32>

  let createImage: @convention(c) (Pointer, Pointer?, UInt32, Pointer?, UnsafePointer<Int32>) -> Pointer?
  let destroyImage: @convention(c) (Pointer, Pointer) -> UInt32
  let createSync: @convention(c) (Pointer, UInt32, UnsafePointer<Int32>?) -> Pointer?
  let destroySync: @convention(c) (Pointer, Pointer) -> UInt32
  let waitSync: @convention(c) (Pointer, Pointer, Int32) -> Int32
  let clientWaitSync: @convention(c) (Pointer, Pointer, Int32, UInt64) -> Int32
  let finish: @convention(c) () -> Void
  let flush: @convention(c) () -> Void
  let imageTargetTexture: @convention(c) (UInt32, Pointer) -> Void
  let genTextures: @convention(c) (Int32, Names) -> Void
  let deleteTextures: @convention(c) (Int32, UnsafePointer<UInt32>) -> Void
  let bindTexture: @convention(c) (UInt32, UInt32) -> Void
  let texParameteri: @convention(c) (UInt32, UInt32, Int32) -> Void
  let texImage2D:
    @convention(c) (UInt32, Int32, Int32, Int32, Int32, Int32, UInt32, UInt32, UnsafeRawPointer?) -> Void
  let texSubImage2D:
    @convention(c) (UInt32, Int32, Int32, Int32, Int32, Int32, UInt32, UInt32, UnsafeRawPointer?) -> Void
  let copyTexSubImage2D: @convention(c) (UInt32, Int32, Int32, Int32, Int32, Int32, Int32, Int32) -> Void
  let framebufferTexture2D: @convention(c) (UInt32, UInt32, UInt32, UInt32, Int32) -> Void
  let blitFramebuffer:
    @convention(c) (Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, UInt32, UInt32) -> Void
  let readPixels: @convention(c) (Int32, Int32, Int32, Int32, UInt32, UInt32, Pointer?) -> Void
  let pixelStorei: @convention(c) (UInt32, Int32) -> Void

  /// The extensions of a display that are needed.
  static let extensions: [Substring] = [
    "EGL_KHR_image_base", "EGL_KHR_gl_texture_2D_image", "EGL_KHR_fence_sync", "EGL_KHR_wait_sync",
  ]

  /// Loads the functions.
  ///
  /// - Throws: ``GLFailure/noSharing(_:)`` if the driver lacks one of them or an extension.
  init(of library: EGLLibrary) throws(GLFailure) {
    for name in Self.extensions where !library.extensions.contains(name) { throw .noSharing(String(name)) }
    func load<Function>(_ name: String) throws(GLFailure) -> Function {
      guard let address = library.function(name) else { throw .noSharing(name) }
      return unsafeBitCast(address, to: Function.self)
    }
    createImage = try load("eglCreateImageKHR")
    destroyImage = try load("eglDestroyImageKHR")
    createSync = try load("eglCreateSyncKHR")
    destroySync = try load("eglDestroySyncKHR")
    waitSync = try load("eglWaitSyncKHR")
    clientWaitSync = try load("eglClientWaitSyncKHR")
    finish = try load("glFinish")
    flush = try load("glFlush")
    imageTargetTexture = try load("glEGLImageTargetTexture2DOES")
    genTextures = try load("glGenTextures")
    deleteTextures = try load("glDeleteTextures")
    bindTexture = try load("glBindTexture")
    texParameteri = try load("glTexParameteri")
    texImage2D = try load("glTexImage2D")
    texSubImage2D = try load("glTexSubImage2D")
    copyTexSubImage2D = try load("glCopyTexSubImage2D")
    framebufferTexture2D = try load("glFramebufferTexture2D")
    blitFramebuffer = try load("glBlitFramebuffer")
    readPixels = try load("glReadPixels")
    pixelStorei = try load("glPixelStorei")
  }
}
