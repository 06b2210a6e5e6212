/// A context of OpenGL: the number of an object that `CGLCreateContext` made.
///
/// Functions refuse a number whose object is released; nothing reads memory through the pointer.
public typealias CGLContextObj = OpaquePointer

/// A format of pixels and the properties of contexts: the number of an object that `CGLChoosePixelFormat` made.
public typealias CGLPixelFormatObj = OpaquePointer

/// A number of OpenGL.
public typealias GLint = Int32

/// The result of a function of CGL.
public struct CGLError: RawRepresentable, Hashable, Sendable {
  /// The number of the error; 0 for success.
  public var rawValue: UInt32

  /// Creates an error of a number.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates an error of a number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// Success.
public let kCGLNoError = CGLError(0)
/// An unknown attribute of a format.
public let kCGLBadAttribute = CGLError(10000)
/// A format that is not there.
public let kCGLBadPixelFormat = CGLError(10002)
/// A context that is not there.
public let kCGLBadContext = CGLError(10004)
/// A value that the function does not accept.
public let kCGLBadValue = CGLError(10008)
/// A context that cannot share with another one.
public let kCGLBadMatch = CGLError(10010)
/// A driver that made no object.
public let kCGLBadAlloc = CGLError(10016)
/// OpenGL cannot be used on this machine.
public let kCGLBadConnection = CGLError(10017)

/// An attribute of a format of pixels; some are followed by a value in the list.
public struct CGLPixelFormatAttribute: RawRepresentable, Hashable, Sendable {
  /// The number of the attribute, or a value.
  public var rawValue: UInt32

  /// Creates an attribute, or the value of one.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates an attribute, or the value of one.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// Any number of buffers.
public let kCGLPFAAllRenderers = CGLPixelFormatAttribute(1)
/// Two buffers; pictures are complete here in either case.
public let kCGLPFADoubleBuffer = CGLPixelFormatAttribute(5)
/// Bits of colour; a value follows.
public let kCGLPFAColorSize = CGLPixelFormatAttribute(8)
/// Bits of alpha; a value follows.
public let kCGLPFAAlphaSize = CGLPixelFormatAttribute(11)
/// Bits of depth; a value follows.
public let kCGLPFADepthSize = CGLPixelFormatAttribute(12)
/// Bits of stencil; a value follows.
public let kCGLPFAStencilSize = CGLPixelFormatAttribute(13)
/// At least as many bits as asked for, which is always so.
public let kCGLPFAMinimumPolicy = CGLPixelFormatAttribute(51)
/// The number of buffers with several samples; a value follows.
public let kCGLPFASampleBuffers = CGLPixelFormatAttribute(55)
/// Samples of a pixel; a value follows.
public let kCGLPFASamples = CGLPixelFormatAttribute(56)
/// Several samples of a pixel.
public let kCGLPFAMultisample = CGLPixelFormatAttribute(59)
/// No other driver takes over; there is one.
public let kCGLPFANoRecovery = CGLPixelFormatAttribute(72)
/// A driver with a graphics processor, if there is one.
public let kCGLPFAAccelerated = CGLPixelFormatAttribute(73)
/// The displays that show the pictures; a value follows.
public let kCGLPFADisplayMask = CGLPixelFormatAttribute(84)
/// A driver that can go on with another processor.
public let kCGLPFAAllowOfflineRenderers = CGLPixelFormatAttribute(96)
/// The version of OpenGL; a value follows, such as ``kCGLOGLPVersion_3_2_Core``.
public let kCGLPFAOpenGLProfile = CGLPixelFormatAttribute(99)
/// The number of displays; read only.
public let kCGLPFAVirtualScreenCount = CGLPixelFormatAttribute(128)

/// OpenGL with all functions of former versions.
public let kCGLOGLPVersion_Legacy = CGLPixelFormatAttribute(0x1000)
/// OpenGL 3.2 or later, without functions of former versions.
public let kCGLOGLPVersion_3_2_Core = CGLPixelFormatAttribute(0x3200)
/// OpenGL 3.2 or later, without functions of former versions.
public let kCGLOGLPVersion_GL3_Core = CGLPixelFormatAttribute(0x3200)
/// OpenGL 4.1 or later, without functions of former versions.
public let kCGLOGLPVersion_GL4_Core = CGLPixelFormatAttribute(0x4100)
