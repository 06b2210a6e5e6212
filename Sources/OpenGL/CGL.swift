import Foundation
package import StrataEGL

/// A format of pixels that a program chose.
package final class PixelFormat: Sendable {
  package let configuration: GLConfiguration

  package init(_ configuration: GLConfiguration) { self.configuration = configuration }

  /// The formats that programs hold.
  package static let table = HandleTable<PixelFormat>()
}

/// A context that a program made, with its format.
package final class ProgramContext: Sendable {
  package let context: GLContext
  let format: CGLPixelFormatObj.Number

  init(_ context: GLContext, format: CGLPixelFormatObj.Number) {
    (self.context, self.format) = (context, format)
  }

  /// The contexts that programs hold.
  package static let table = HandleTable<ProgramContext>()
}

extension OpaquePointer {
  /// A number as a value that threads may share.
  struct Number: Sendable {
    let bits: UInt
    init(_ pointer: OpaquePointer) { bits = UInt(bitPattern: pointer) }
    var pointer: OpaquePointer? { OpaquePointer(bitPattern: bits) }
  }
}

/// Chooses a format that has what a list of attributes asks for, which ends with 0.
///
/// - Parameters:
///   - attribs: The attributes, some of which are followed by a value.
///   - pix: Receives the format, which the caller releases; nil if there is none.
///   - npix: Receives the number of drivers with the format: 1, or 0.
/// - Returns: An error for an unknown attribute or value, and on a machine without OpenGL.
public func CGLChoosePixelFormat(
  _ attribs: UnsafePointer<CGLPixelFormatAttribute>,
  _ pix: UnsafeMutablePointer<CGLPixelFormatObj?>,
  _ npix: UnsafeMutablePointer<GLint>
) -> CGLError {
  (pix.pointee, npix.pointee) = (nil, 0)
  var request = GLRequest(.compatible)
  if let error = request.read(attribs) { return error }
  guard case .success(let library) = EGLLibrary.shared else { return kCGLBadConnection }
  // A format that no driver has is no error.
  guard let configuration = try? GLConfiguration(request, of: library) else { return kCGLNoError }
  pix.pointee = PixelFormat.table.add(PixelFormat(configuration))
  npix.pointee = 1
  return kCGLNoError
}

extension GLRequest {
  /// The longest list of attributes; one that does not end is refused there.
  private static let mostAttributes = 64

  /// Reads a list of attributes; returns an error for what is unknown.
  fileprivate mutating func read(_ attributes: UnsafePointer<CGLPixelFormatAttribute>) -> CGLError? {
    var place = 0
    while attributes[place].rawValue != 0 {
      guard place < Self.mostAttributes else { return kCGLBadAttribute }
      let attribute = attributes[place]
      place += 1
      switch attribute {
      case kCGLPFAAllRenderers, kCGLPFADoubleBuffer, kCGLPFAMinimumPolicy, kCGLPFANoRecovery,
        kCGLPFAAccelerated, kCGLPFAAllowOfflineRenderers:
        break
      case kCGLPFAMultisample: samples = max(samples, 4)
      case kCGLPFAColorSize, kCGLPFAAlphaSize, kCGLPFADepthSize, kCGLPFAStencilSize, kCGLPFASampleBuffers,
        kCGLPFASamples, kCGLPFADisplayMask, kCGLPFAOpenGLProfile:
        guard set(attribute, to: attributes[place].rawValue) else { return kCGLBadValue }
        place += 1
      default: return kCGLBadAttribute
      }
    }
    return nil
  }

  private mutating func set(_ attribute: CGLPixelFormatAttribute, to value: UInt32) -> Bool {
    if attribute == kCGLPFADisplayMask { return true }
    if attribute == kCGLPFAOpenGLProfile {
      switch CGLPixelFormatAttribute(value) {
      case kCGLOGLPVersion_Legacy: interface = .compatible
      case kCGLOGLPVersion_3_2_Core: interface = .core(major: 3, minor: 2)
      case kCGLOGLPVersion_GL4_Core: interface = .core(major: 4, minor: 1)
      default: return false
      }
      return true
    }
    guard value <= 128 else { return false }
    let value = Int32(value)
    switch attribute {
    // Surfaces have eight bits a channel at least, as contents do.
    case kCGLPFAColorSize, kCGLPFAAlphaSize: return value <= 32
    case kCGLPFADepthSize: depth = value
    case kCGLPFAStencilSize: stencil = value
    case kCGLPFASampleBuffers: if value > 0 { samples = max(samples, 4) }
    default: samples = value
    }
    return true
  }
}

/// Reads an attribute of a format.
public func CGLDescribePixelFormat(
  _ pix: CGLPixelFormatObj,
  _ pix_num: GLint,
  _ attrib: CGLPixelFormatAttribute,
  _ value: UnsafeMutablePointer<GLint>
) -> CGLError {
  guard let configuration = PixelFormat.table[pix]?.configuration, pix_num == 0 else {
    return kCGLBadPixelFormat
  }
  let color = configuration.color
  switch attrib {
  case kCGLPFAColorSize: value.pointee = color.x + color.y + color.z
  case kCGLPFAAlphaSize: value.pointee = color.w
  case kCGLPFADepthSize: value.pointee = configuration.depth
  case kCGLPFAStencilSize: value.pointee = configuration.stencil
  case kCGLPFASamples: value.pointee = configuration.samples
  case kCGLPFASampleBuffers: value.pointee = configuration.samples > 0 ? 1 : 0
  case kCGLPFAVirtualScreenCount: value.pointee = 1
  case kCGLPFAOpenGLProfile:
    switch configuration.request.interface {
    case .core(let major, _):
      let profile = major >= 4 ? kCGLOGLPVersion_GL4_Core : kCGLOGLPVersion_3_2_Core
      value.pointee = Int32(profile.rawValue)
    case .compatible, .embedded: value.pointee = Int32(kCGLOGLPVersion_Legacy.rawValue)
    }
  default: return kCGLBadAttribute
  }
  return kCGLNoError
}

/// Adds an owner to a format.
@discardableResult public func CGLRetainPixelFormat(_ pix: CGLPixelFormatObj) -> CGLPixelFormatObj {
  PixelFormat.table.retain(pix)
  return pix
}

/// Removes an owner of a format.
public func CGLReleasePixelFormat(_ pix: CGLPixelFormatObj?) { PixelFormat.table.release(pix) }

/// Removes an owner of a format.
@discardableResult public func CGLDestroyPixelFormat(_ pix: CGLPixelFormatObj?) -> CGLError {
  if case .unknown = PixelFormat.table.release(pix) { kCGLBadPixelFormat } else { kCGLNoError }
}

// MARK: Contexts

/// Makes a context of a format.
///
/// - Parameters:
///   - pix: The format.
///   - share: A context with which the new one shares textures and buffers; nil for none.
///   - ctx: Receives the context, which the caller releases; nil after an error.
/// - Returns: An error if the format or the shared context is not there, or if the driver makes none.
public func CGLCreateContext(
  _ pix: CGLPixelFormatObj,
  _ share: CGLContextObj?,
  _ ctx: UnsafeMutablePointer<CGLContextObj?>
) -> CGLError {
  ctx.pointee = nil
  guard let format = PixelFormat.table[pix] else { return kCGLBadPixelFormat }
  let other = ProgramContext.table[share]?.context
  guard share == nil || other != nil else { return kCGLBadContext }
  guard let context = try? GLContext(format.configuration, sharing: other) else {
    return other == nil ? kCGLBadAlloc : kCGLBadMatch
  }
  CGLRetainPixelFormat(pix)
  ctx.pointee = ProgramContext.table.add(ProgramContext(context, format: .init(pix)))
  return kCGLNoError
}

/// Adds an owner to a context.
@discardableResult public func CGLRetainContext(_ ctx: CGLContextObj) -> CGLContextObj {
  ProgramContext.table.retain(ctx)
  return ctx
}

/// Removes an owner of a context; the last one ends it.
public func CGLReleaseContext(_ ctx: CGLContextObj?) { _ = CGLDestroyContext(ctx) }

/// Removes an owner of a context; the last one ends it.
@discardableResult public func CGLDestroyContext(_ ctx: CGLContextObj?) -> CGLError {
  switch ProgramContext.table.release(ctx) {
  case .unknown: return kCGLBadContext
  case .kept: break
  case .last(let entry): PixelFormat.table.release(entry.format.pointer)
  }
  return kCGLNoError
}

/// Returns the format of a context; nil if the context is not there.
public func CGLGetPixelFormat(_ ctx: CGLContextObj) -> CGLPixelFormatObj? {
  ProgramContext.table[ctx]?.format.pointer
}

/// Makes a context the one that the calling thread's commands go to; nil for none.
///
/// - Returns: An error if the context is not there, or if another thread uses it.
@discardableResult public func CGLSetCurrentContext(_ ctx: CGLContextObj?) -> CGLError {
  guard let ctx else {
    if case .success(let library) = EGLLibrary.shared { CurrentContext.clear(library) }
    return kCGLNoError
  }
  guard let entry = ProgramContext.table[ctx] else { return kCGLBadContext }
  // A thread that draws into a layer stays there.
  if entry.context.isCurrent { return kCGLNoError }
  do {
    try entry.context.makeCurrent()
    return kCGLNoError
  } catch {
    return kCGLBadMatch
  }
}

/// Returns the context that the calling thread's commands go to; nil if there is none.
public func CGLGetCurrentContext() -> CGLContextObj? {
  ProgramContext.table.first { $0.context.isCurrent }
}

/// Hands the commands of a context to the driver.
@discardableResult public func CGLFlushDrawable(_ ctx: CGLContextObj) -> CGLError {
  guard let context = ProgramContext.table[ctx]?.context else { return kCGLBadContext }
  guard context.isCurrent else { return kCGLNoError }
  context.functions.flush()
  return kCGLNoError
}

/// Keeps other threads from locking a context; the same thread may lock it again.
@discardableResult public func CGLLockContext(_ ctx: CGLContextObj) -> CGLError {
  guard let context = ProgramContext.table[ctx]?.context else { return kCGLBadContext }
  context.lock.lock()
  return kCGLNoError
}

/// Ends a lock of this thread.
@discardableResult public func CGLUnlockContext(_ ctx: CGLContextObj) -> CGLError {
  guard let context = ProgramContext.table[ctx]?.context else { return kCGLBadContext }
  context.lock.unlock()
  return kCGLNoError
}

/// Describes an error.
public func CGLErrorString(_ error: CGLError) -> UnsafePointer<CChar> {
  let text: StaticString =
    switch error {
    case kCGLNoError: "no error"
    case kCGLBadAttribute: "invalid pixel format attribute"
    case kCGLBadPixelFormat: "invalid pixel format"
    case kCGLBadContext: "invalid context"
    case kCGLBadValue: "invalid numerical value"
    case kCGLBadMatch: "invalid share context, or a context that another thread uses"
    case kCGLBadAlloc: "the driver made no object"
    case kCGLBadConnection: "OpenGL cannot be used: there is no EGL, or it has no display"
    default: "unknown error"
    }
  return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
