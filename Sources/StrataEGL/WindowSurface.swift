package import StrataBase

/// The pixels of a window that a context of OpenGL ES draws into, and how they come onto the screen.
///
/// A driver has several pictures of the window, which take turns. If it reports how old the pixels of the next one are,
/// only what changed since then is drawn; if it takes the changed rectangles with a picture, the display server copies
/// only those.
///
/// - Thread: One, which is that of the connection to the display server.
package final class WindowSurface {
  /// What was done so far.
  package struct Report: Sendable, Equatable {
    /// Pictures that were handed to the display server.
    package var swaps = 0
    /// Pixels that were copied into the window's pictures.
    package var copiedPixels = 0
    /// Pictures that went with the rectangles in which they changed.
    package var swapsWithDamage = 0
    /// Pictures whose age the driver reported, so that part of their pixels stayed.
    package var keptPictures = 0

    package init() {}
  }

  private typealias Swap =
    @convention(c) (EGLLibrary.Pointer, EGLLibrary.Pointer, UnsafePointer<Int32>, Int32) -> UInt32

  private let context: GLContext
  private let surface: GLSurface
  private let textures: SharedTextures
  private let swapWithDamage: Swap?
  private let tellsAge: Bool
  /// It begins anew with each size.
  private var history = SwapHistory(width: 0, height: 0)
  private var size = (width: Int32(0), height: Int32(0))
  package private(set) var report = Report()

  /// Makes a context and a surface for a window.
  ///
  /// - Parameters:
  ///   - window: The window in the words of the platform (`eglCreatePlatformWindowSurfaceEXT`).
  ///   - visual: The number of its visual; 0 if it has none.
  ///   - library: EGL on the window's display.
  /// - Throws: ``GLFailure`` if the driver cannot draw into the window.
  package init(
    window: UnsafeMutableRawPointer,
    visual: Int32,
    of library: EGLLibrary
  ) throws(GLFailure) {
    var request = GLRequest(.embedded(major: 3))
    request.color.w = 0
    let configuration = try GLConfiguration(request, of: library, visual: visual)
    context = try GLContext(configuration, sharing: nil)
    typealias Create =
      @convention(c) (EGLLibrary.Pointer, EGLLibrary.Pointer, UnsafeMutableRawPointer, UnsafePointer<Int32>)
      ->
      EGLLibrary.Pointer?
    let create: Create = try library.function("eglCreatePlatformWindowSurfaceEXT")
    guard let pointer = create(library.display, configuration.pointer, window, [EGL.none]) else {
      throw .noSurface(width: 0, height: 0, code: library.functions.getError())
    }
    surface = GLSurface(pointer, of: library, width: 0, height: 0)
    textures = try SharedTextures(of: context)
    tellsAge = library.extensions.contains("EGL_EXT_buffer_age")
    let names = ["KHR", "EXT"].filter { library.extensions.contains("EGL_\($0)_swap_buffers_with_damage") }
    swapWithDamage = try names.first.map { name throws(GLFailure) in
      try library.function("eglSwapBuffersWithDamage" + name)
    }
    // The picture goes at once: what paces pictures is above.
    try context.use(on: surface) { () throws(GLFailure) in
      _ = library.functions.swapInterval(library.display, 0)
    }
  }

  private var library: EGLLibrary { context.configuration.library }

  /// The surface's size in pixels, which follows that of the window; the context is in use.
  private func measure() -> (width: Int32, height: Int32) {
    func value(_ name: Int32) -> Int32 {
      var value: Int32 = 0
      return library.functions.querySurface(library.display, surface.pointer, name, &value) != 0 ? value : 0
    }
    return (value(EGL.width), value(EGL.height))
  }

  /// Shows a texture in the window.
  ///
  /// - Parameters:
  ///   - texture: A picture; beside it, if it is smaller than the window, lies the background.
  ///   - damage: The pixels in which it differs from the last one shown; nil for all.
  ///   - background: Red, green and blue in 0...1.
  ///   - isAtBottom: True if the picture keeps to the bottom of a window of another height.
  /// - Returns: True if the picture fits the window.
  /// - Throws: ``GLFailure`` if the context or the surface is lost, or the texture is another display's.
  package func show(
    _ texture: SharedTexture,
    damage: PixelRegion?,
    background: SIMD3<Float>,
    isAtBottom: Bool
  ) throws(GLFailure) -> Bool {
    guard textures.canUse(texture) else { throw .noSharing("the texture is of another display") }
    return try context.use(on: surface) { () throws(GLFailure) in
      let now = measure()
      if now != size { (size, history) = (now, SwapHistory(width: now.width, height: now.height)) }
      let fits = (Int(now.width), Int(now.height)) == (texture.width, texture.height)
      let all = PixelRect(0, 0, Int32(texture.width), Int32(texture.height))
      let changed = fits ? damage ?? PixelRegion(all) : PixelRegion(all)
      guard !changed.isEmpty else { return fits }
      _ = context.functions.takeErrors()
      let part = fits ? stale(changed) : PixelRegion(all)
      if !fits { context.functions.clear(to: background) }
      let top = isAtBottom ? Int32(texture.height) : now.height
      textures.copy(part.rects, of: texture, to: SharedTextures.Place(top: top))
      let errors = context.functions.takeErrors()
      guard errors.isEmpty, swap(fits ? changed : nil) else {
        throw .notCurrent(errors.first.map { Int32($0) } ?? library.functions.getError())
      }
      report.copiedPixels += part.area
      history.note(fits ? changed : PixelRegion(PixelRect(0, 0, now.width, now.height)))
      return fits
    }
  }

  /// The pixels of the next picture that are not those of the texture.
  private func stale(_ changed: PixelRegion) -> PixelRegion {
    var age: Int32 = 0
    if tellsAge {
      _ = library.functions.querySurface(library.display, surface.pointer, EGL.bufferAge, &age)
    }
    let stale = history.stale(changed, age: Int(age))
    if age > 0 { report.keptPictures += 1 }
    return stale
  }

  /// Hands the picture over, with the rectangles that changed, if they are known and the driver takes them.
  private func swap(_ changed: PixelRegion?) -> Bool {
    report.swaps += 1
    guard let changed, let swapWithDamage, changed.rects.count <= Self.mostRects else {
      return library.functions.swapBuffers(library.display, surface.pointer) != 0
    }
    report.swapsWithDamage += 1
    let numbers = changed.rects.flatMap { rect in
      [rect.minX, size.height - rect.maxY, Int32(rect.width), Int32(rect.height)]
    }
    return swapWithDamage(library.display, surface.pointer, numbers, Int32(changed.rects.count)) != 0
  }

  private static let mostRects = 64
}
