package import Foundation
import Synchronization

/// A surface in memory, or of a window, that a context draws into.
package final class GLSurface: @unchecked Sendable {  // Constant; the driver counts its uses.
  /// The size in pixels when it was made.
  package let width: Int
  package let height: Int
  private let library: EGLLibrary
  let pointer: EGLLibrary.Pointer

  /// Makes a surface of a size in pixels.
  package init(_ configuration: GLConfiguration, width: Int, height: Int) throws(GLFailure) {
    library = configuration.library
    (self.width, self.height) = (width, height)
    let functions = library.functions
    let size = [EGL.width, Int32(clamping: width), EGL.height, Int32(clamping: height), EGL.none]
    guard width > 0, height > 0, max(width, height) <= configuration.longestSide,
      let pointer = functions.createSurface(library.display, configuration.pointer, size)
    else { throw .noSurface(width: width, height: height, code: functions.getError()) }
    self.pointer = pointer
  }

  /// Takes a surface of the driver.
  init(_ pointer: EGLLibrary.Pointer, of library: EGLLibrary, width: Int, height: Int) {
    (self.pointer, self.library, self.width, self.height) = (pointer, library, width, height)
  }

  deinit {
    if !library.isClosed { _ = library.functions.destroySurface(library.display, pointer) }
  }
}

/// A context of OpenGL or OpenGL ES, with a small surface for the time in which it draws into no other.
///
/// - Thread: One at a time; ``lock`` serializes.
package final class GLContext: @unchecked Sendable {  // The driver refuses a second thread.
  package let configuration: GLConfiguration
  package let functions: GLFunctions
  /// Held by a thread that uses the context; may be taken again by the same thread.
  package let lock = NSRecursiveLock()
  let pointer: EGLLibrary.Pointer
  /// Nil if the context needs none.
  private let surface: GLSurface?
  /// What the driver calls; it lives as long as the context.
  package var listener: (any AnyObject & Sendable)?
  /// What nobody uses any more, to be deleted when the context is next in use.
  private let unused = Mutex<[UnusedName]>([])

  private enum UnusedName {
    case texture(UInt32)
    case framebuffer(UInt32)
  }

  /// Makes a context that shares textures and buffers with another one, if there is one.
  package init(_ configuration: GLConfiguration, sharing other: GLContext?) throws(GLFailure) {
    self.configuration = configuration
    functions = try GLFunctions(of: configuration.library)
    surface =
      configuration.library.needsSurfaces || configuration.hasMemorySurfaces
      ? try GLSurface(configuration, width: 1, height: 1) : nil
    let (egl, library) = (configuration.library.functions, configuration.library)
    let interface = configuration.request.interface
    let debugging = configuration.request.isDebug ? [EGL.debug, 1] : []
    _ = egl.bindAPI(interface.boundAPI)
    let made = egl.createContext(
      library.display,
      configuration.pointer,
      other?.pointer,
      debugging + interface.contextAttributes
    )
    guard let made else { throw .noContext(interface, code: egl.getError()) }
    pointer = made
  }

  /// True once ``destroy()`` was called.
  private var isDestroyed = false

  /// Ends the context: it cannot be made current any more.
  package func destroy() {
    guard !isDestroyed else { return }
    isDestroyed = true
    guard !configuration.library.isClosed else { return }
    _ = configuration.library.functions.destroyContext(configuration.library.display, pointer)
  }

  /// The driver keeps a context that is current until it is not.
  deinit { destroy() }

  /// True if the calling thread uses the context.
  package var isCurrent: Bool { configuration.library.functions.getCurrentContext() == pointer }

  /// Makes the context the one that this thread uses.
  package func makeCurrent(on target: GLSurface? = nil) throws(GLFailure) {
    let (egl, target) = (configuration.library.functions, (target ?? surface)?.pointer)
    _ = egl.bindAPI(configuration.request.interface.boundAPI)
    guard !isDestroyed, !configuration.library.isClosed,
      egl.makeCurrent(configuration.library.display, target, target, pointer) != 0
    else { throw .notCurrent(egl.getError()) }
  }

  /// Deletes a texture of the context when the context is next in use.
  func discard(texture: UInt32) { unused.withLock { $0.append(.texture(texture)) } }

  /// Deletes a framebuffer of the context when the context is next in use.
  func discard(framebuffer: UInt32) { unused.withLock { $0.append(.framebuffer(framebuffer)) } }

  /// Deletes what was discarded; the context must be current.
  package func deleteUnused() {
    let names = unused.withLock { names in
      defer { names = [] }
      return names
    }
    guard !names.isEmpty, let sharing = try? configuration.library.sharing() else { return }
    for name in names {
      switch name {
      case .texture(var name): sharing.deleteTextures(1, &name)
      case .framebuffer(var name): functions.deleteFramebuffers(1, &name)
      }
    }
  }

  /// Runs work with the context in use on this thread, and then returns to the context before.
  package func use<Value>(
    on target: GLSurface? = nil,
    _ work: () throws(GLFailure) -> Value
  ) throws(GLFailure) -> Value {
    lock.lock()
    defer { lock.unlock() }
    let former = CurrentContext(of: configuration.library)
    try makeCurrent(on: target)
    defer { former.restore() }
    deleteUnused()
    return try work()
  }

  /// True for OpenGL, and for OpenGL ES from version 3 on: they have separate framebuffers for reading and for drawing.
  package var isModern: Bool {
    switch configuration.request.interface {
    case .compatible, .core: true
    case .embedded(let major): major >= 3
    }
  }

  /// Reads the pixels of a framebuffer by its name, 0 for the surface, into rows from the top; the context must be current.
  ///
  /// - Parameters:
  ///   - framebuffer: The name of a complete framebuffer without multisampling.
  ///   - size: The size in pixels.
  ///   - rows: Receives red, green, blue and alpha.
  ///   - rowBytes: The bytes from one row to the next.
  package func read(
    framebuffer: UInt32,
    size: (width: Int, height: Int),
    into rows: UnsafeMutableRawPointer,
    rowBytes: Int
  ) {
    let target = isModern ? GL.readFramebuffer : GL.framebuffer
    let binding = isModern ? GL.readFramebufferBinding : GL.framebufferBinding
    let former = UInt32(bitPattern: functions.integer(binding))
    if former != framebuffer { functions.bindFramebuffer(target, framebuffer) }
    functions.read(
      width: size.width,
      height: size.height,
      isModern: isModern,
      into: rows,
      rowBytes: rowBytes
    )
    if former != framebuffer { functions.bindFramebuffer(target, former) }
  }
}

/// The context and surfaces that a thread uses.
package struct CurrentContext {
  private let library: EGLLibrary
  private let interface: UInt32
  /// The context's display, which may be one that the program has opened itself; nil without a context.
  private let display: EGLLibrary.Pointer?
  private let context: EGLLibrary.Pointer?
  private let surfaces: (draw: EGLLibrary.Pointer?, read: EGLLibrary.Pointer?)

  /// Notes what the calling thread uses.
  package init(of library: EGLLibrary) {
    self.library = library
    let egl = library.functions
    interface = egl.queryAPI()
    display = egl.getCurrentDisplay()
    context = egl.getCurrentContext()
    surfaces = (egl.getCurrentSurface(EGL.draw), egl.getCurrentSurface(EGL.read))
  }

  /// Uses it again on the same thread.
  package func restore() {
    let egl = library.functions
    _ = egl.makeCurrent(library.display, nil, nil, nil)
    _ = egl.bindAPI(interface)
    if let display, let context { _ = egl.makeCurrent(display, surfaces.draw, surfaces.read, context) }
  }

  /// Ends this thread's use of any context.
  package static func clear(_ library: EGLLibrary) {
    _ = library.functions.makeCurrent(library.display, nil, nil, nil)
  }
}
