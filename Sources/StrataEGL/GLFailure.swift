/// The reason why OpenGL cannot be used.
package enum GLFailure: Error, Equatable, CustomStringConvertible {
  /// The library of EGL is not installed, or lacks a function.
  case noLibrary(String)
  /// No driver of EGL offers a display; with the error code of the last try.
  case noDisplay(Int32)
  /// The driver has no configuration with such surfaces.
  case noConfiguration(GLRequest)
  /// The driver made no context of an interface, which it may not offer; with EGL's error code.
  case noContext(GLRequest.Interface, code: Int32)
  /// The program names a context that is not there.
  case unknownContext
  /// The driver made no surface of a size in pixels; with EGL's error code.
  case noSurface(width: Int, height: Int, code: Int32)
  /// The driver does not share textures between contexts; the text says what is missing.
  case noSharing(String)
  /// The context is in use on another thread, or is lost; with EGL's error code.
  case notCurrent(Int32)

  package var description: String {
    switch self {
    case .noLibrary(let reason): "EGL cannot be loaded: \(reason)"
    case .noDisplay(let code): "EGL has no display, with or without a screen (error \(Self.hex(code)))"
    case .noConfiguration(let request): "OpenGL has no surfaces with \(request)"
    case .noContext(let interface, let code):
      "the driver made no context of \(interface) (error \(Self.hex(code)))"
    case .unknownContext: "there is no such context of OpenGL"
    case .noSurface(let width, let height, let code):
      "OpenGL made no surface of \(width) × \(height) pixels (error \(Self.hex(code)))"
    case .noSharing(let what): "the driver shares no textures between contexts: \(what)"
    case .notCurrent(let code):
      "a context of OpenGL cannot be used on this thread; another one may use it (error \(Self.hex(code)))"
    }
  }

  private static func hex(_ code: Int32) -> String { "0x" + String(UInt32(bitPattern: code), radix: 16) }
}

/// What a program asks of contexts and their surfaces.
package struct GLRequest: Sendable, Equatable, CustomStringConvertible {
  /// An interface of OpenGL with a version.
  package enum Interface: Sendable, Equatable, CustomStringConvertible {
    /// OpenGL with all functions of former versions.
    case compatible
    /// OpenGL without functions of former versions.
    case core(major: Int32, minor: Int32)
    /// OpenGL ES.
    case embedded(major: Int32)

    package var description: String {
      switch self {
      case .compatible: "OpenGL"
      case .core(let major, let minor): "OpenGL \(major).\(minor)"
      case .embedded(let major): "OpenGL ES \(major)"
      }
    }
  }

  package var interface: Interface
  /// Bits of red, green, blue and alpha, which surfaces have at least.
  package var color = SIMD4<Int32>(8, 8, 8, 8)
  package var depth: Int32 = 0
  package var stencil: Int32 = 0
  /// Samples of a pixel; 0 for one.
  package var samples: Int32 = 0
  /// True for a context that reports errors of its commands.
  package var isDebug = false

  package init(_ interface: Interface) { self.interface = interface }

  package var description: String {
    "\(interface), \(color.x)·\(color.y)·\(color.z)·\(color.w) bits of colour, \(depth) of depth, "
      + "\(stencil) of stencil, \(samples) samples"
  }
}
