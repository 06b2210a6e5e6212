/// A configuration of a driver's contexts and surfaces.
package struct GLConfiguration: @unchecked Sendable {  // The driver's pointer is constant.
  package let library: EGLLibrary
  package let request: GLRequest
  let pointer: EGLLibrary.Pointer

  /// Finds the configuration that fits a request best: with the least of what was not asked for.
  ///
  /// - Parameters:
  ///   - request: What contexts and surfaces must have.
  ///   - library: EGL.
  ///   - visual: The number of the visual of windows, for their surfaces; 0 for windows without one, nil for surfaces in memory.
  /// - Throws: ``GLFailure/noConfiguration(_:)``.
  package init(_ request: GLRequest, of library: EGLLibrary, visual: Int32? = nil) throws(GLFailure) {
    var failure = GLFailure.noConfiguration(request)
    // Contexts that need no surface work with any.
    let inMemory = library.needsSurfaces ? [EGL.pixelBuffer] : [EGL.pixelBuffer, 0]
    let needed = visual != nil ? [EGL.window] : inMemory
    for surfaces in needed {
      do throws(GLFailure) {
        self = try GLConfiguration(request, of: library, surfaces: surfaces, visual: visual ?? 0)
        return
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private init(
    _ request: GLRequest,
    of library: EGLLibrary,
    surfaces: Int32,
    visual: Int32
  ) throws(GLFailure) {
    (self.library, self.request) = (library, request)
    let attributes: [Int32] = [
      EGL.surfaceType, surfaces, EGL.renderableType, request.interface.renderableBit,
      EGL.red, request.color.x, EGL.green, request.color.y, EGL.blue, request.color.z, EGL.alpha,
      request.color.w, EGL.depth, request.depth, EGL.stencil, request.stencil,
      EGL.sampleBuffers, request.samples > 0 ? 1 : 0, EGL.samples, request.samples, EGL.none,
    ]
    var found = [EGLLibrary.Pointer?](repeating: nil, count: 256)
    var count: Int32 = 0
    let functions = library.functions
    guard functions.chooseConfig(library.display, attributes, &found, Int32(found.count), &count) != 0 else {
      throw .noConfiguration(request)
    }
    // The driver puts the most bits of colour first, which may be more than eight.
    func isExact(_ pointer: EGLLibrary.Pointer) -> Bool {
      Self.value(EGL.red, of: pointer, library) == max(request.color.x, 8)
    }
    let all = found.prefix(Int(count)).compactMap(\.self).filter {
      visual == 0 || Self.value(EGL.nativeVisual, of: $0, library) == visual
    }
    guard let pointer = all.first(where: isExact) ?? all.first else { throw .noConfiguration(request) }
    self.pointer = pointer
  }

  private static func value(_ attribute: Int32, of pointer: EGLLibrary.Pointer, _ library: EGLLibrary)
    -> Int32
  {
    var value: Int32 = 0
    return library.functions.getConfigAttrib(library.display, pointer, attribute, &value) != 0 ? value : 0
  }

  private func value(_ attribute: Int32) -> Int32 { Self.value(attribute, of: pointer, library) }

  /// Bits of red, green, blue and alpha.
  package var color: SIMD4<Int32> {
    SIMD4(value(EGL.red), value(EGL.green), value(EGL.blue), value(EGL.alpha))
  }
  package var depth: Int32 { value(EGL.depth) }
  package var stencil: Int32 { value(EGL.stencil) }
  package var samples: Int32 { value(EGL.samples) }

  /// The longest side of a surface, in pixels.
  package var longestSide: Int { Int(min(value(EGL.maxWidth), value(EGL.maxHeight))) }
}

extension GLRequest.Interface {
  /// The number of the interface that EGL binds to a thread.
  var boundAPI: UInt32 {
    switch self {
    case .compatible, .core: EGL.openGL
    case .embedded: EGL.openGLES
    }
  }

  /// The bit that configurations have for the interface.
  fileprivate var renderableBit: Int32 {
    switch self {
    case .compatible, .core: 8
    case .embedded(let major): major == 1 ? 1 : major == 2 ? 4 : 0x40
    }
  }

  /// The attributes of a new context.
  var contextAttributes: [Int32] {
    switch self {
    case .compatible: [EGL.none]
    case .core(let major, let minor):
      [EGL.majorVersion, major, EGL.minorVersion, minor, EGL.profile, 1, EGL.none]
    case .embedded(let major): [EGL.majorVersion, major, EGL.none]
    }
  }
}

extension GLConfiguration {
  /// True if the configuration has surfaces in memory.
  var hasMemorySurfaces: Bool { value(EGL.surfaceType) & EGL.pixelBuffer != 0 }
}

extension EGLLibrary {
  /// True if a context must have a surface to be used.
  var needsSurfaces: Bool { !extensions.contains("EGL_KHR_surfaceless_context") }
}
