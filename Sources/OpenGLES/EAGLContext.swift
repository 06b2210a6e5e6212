public import Foundation
import Logging
import StrataEGL

/// A version of OpenGL ES.
public enum EAGLRenderingAPI: UInt, Sendable {
  /// OpenGL ES 1.1.
  case openGLES1 = 1
  /// OpenGL ES 2.0.
  case openGLES2 = 2
  /// OpenGL ES 3.0.
  case openGLES3 = 3
}

/// The textures, buffers and programs that contexts share.
open class EAGLSharegroup: NSObject, @unchecked Sendable {  // Constant.
  let first: GLContext

  init(_ first: GLContext) { self.first = first }
}

/// A context of OpenGL ES, over EGL.
///
/// ```swift
/// let context = EAGLContext(api: .openGLES2)
/// EAGLContext.setCurrent(context)
/// context?.renderbufferStorage(GL_RENDERBUFFER, from: layer)
/// // Draw into a framebuffer that has the renderbuffer.
/// context?.presentRenderbuffer(GL_RENDERBUFFER)
/// ```
///
/// As on iOS there is no default framebuffer: a program draws into framebuffers of its own. Functions such as `glClear` come
/// from the program's own OpenGL library, such as `libGLESv2`.
///
/// - Thread: One at a time, the thread for which the context is current.
open class EAGLContext: NSObject {
  /// The version of the context.
  public final let api: EAGLRenderingAPI
  /// The objects that the context shares with others.
  public final let sharegroup: EAGLSharegroup

  private final let context: GLContext
  /// The renderbuffers that have the storage of a drawable, by their names.
  private final var storages: [UInt32: Storage] = [:]

  private struct Storage {
    weak var drawable: (any RenderbufferReceiver)?
    let width: Int
    let height: Int
  }

  /// Creates a context; nil, with the reason in the log, if the machine has none of the version.
  public convenience init?(api: EAGLRenderingAPI) { self.init(api, sharing: nil) }

  /// Creates a context that shares its objects with those of a group.
  public convenience init?(api: EAGLRenderingAPI, sharegroup: EAGLSharegroup) {
    self.init(api, sharing: sharegroup)
  }

  private init?(_ api: EAGLRenderingAPI, sharing group: EAGLSharegroup?) {
    do {
      let library = try EGLLibrary.shared.get()
      let request = GLRequest(.embedded(major: Int32(api.rawValue)))
      context = try GLContext(GLConfiguration(request, of: library), sharing: group?.first)
    } catch {
      Self.note("there is no context of OpenGL ES \(api.rawValue): \(error)")
      return nil
    }
    self.api = api
    sharegroup = group ?? EAGLSharegroup(context)
    super.init()
  }

  private static func note(_ text: String) { Logger(label: "strata.opengles").error("\(text)") }

  // MARK: The current context

  private static let key = "strata.EAGLContext"

  /// Makes a context the one that the calling thread's commands go to; nil for none.
  ///
  /// The thread retains the context. Returns false, with the reason in the log, if another thread uses the context.
  @discardableResult open class func setCurrent(_ context: EAGLContext?) -> Bool {
    let thread = Thread.current.threadDictionary
    guard let context else {
      if current() != nil, case .success(let library) = EGLLibrary.shared { CurrentContext.clear(library) }
      thread.removeObject(forKey: key)
      return true
    }
    do throws(GLFailure) {
      if !context.context.isCurrent { try context.context.makeCurrent() }
    } catch {
      note("\(error)")
      return false
    }
    thread.setObject(context, forKey: NSString(string: key))
    return true
  }

  /// Returns the context that the calling thread's commands go to; nil if there is none.
  open class func current() -> EAGLContext? {
    let known = Thread.current.threadDictionary.object(forKey: NSString(string: key)) as? EAGLContext
    // Another library may have changed the thread's context.
    return known.flatMap { $0.context.isCurrent ? $0 : nil }
  }

  // MARK: Drawables

  /// Gives the bound renderbuffer the size and format of a drawable; nil takes them away.
  ///
  /// Returns false, with the reason in the log, for another target than `GL_RENDERBUFFER` (0x8D41), if no renderbuffer is
  /// bound, and for a drawable without pixels, of an unknown format or of a class that cannot show them.
  @discardableResult open func renderbufferStorage(
    _ target: Int,
    from drawable: (any EAGLDrawable)?
  ) -> Bool {
    attempt("a renderbuffer got no storage") { functions throws(Refusal) in
      let name = try boundRenderbuffer(target, functions)
      guard let drawable else {
        storages[name] = nil
        functions.renderbufferStorage(GL.renderbuffer, GL.rgba8, 0, 0)
        return
      }
      guard let receiver = drawable as? any RenderbufferReceiver else {
        throw Refusal("objects of \(type(of: drawable)) do not show renderbuffers")
      }
      let format = try storageFormat(drawable.drawableProperties)
      let (width, height) = receiver.renderbufferSize
      guard width > 0, height > 0 else { throw Refusal("the drawable has no pixels") }
      if let errors = functions.takeErrorsOfProgram() {
        Self.note("commands of the program before it left \(errors); glGetError() will not say so")
      }
      functions.renderbufferStorage(GL.renderbuffer, format, Int32(clamping: width), Int32(clamping: height))
      if let error = functions.takeErrors().first {
        throw Refusal("\(GLFunctions.name(ofError: error)) for \(width) × \(height) pixels")
      }
      storages[name] = Storage(drawable: receiver, width: width, height: height)
    }
  }

  /// Shows the bound renderbuffer on its drawable as soon as possible.
  ///
  /// Returns false, with the reason in the log, if the renderbuffer has no storage of a drawable.
  @discardableResult open func presentRenderbuffer(_ target: Int) -> Bool { present(target, nil, nil) }

  /// Shows the bound renderbuffer on its drawable at a media time, in seconds.
  @discardableResult open func presentRenderbuffer(
    _ target: Int,
    atTime presentationTime: TimeInterval
  ) -> Bool {
    present(target, presentationTime.isFinite ? presentationTime : nil, nil)
  }

  /// Shows the bound renderbuffer on its drawable after the picture before was shown for a time, in seconds.
  @discardableResult open func presentRenderbuffer(
    _ target: Int,
    afterMinimumDuration duration: TimeInterval
  ) -> Bool {
    present(target, nil, duration.isFinite ? max(duration, 0) : nil)
  }

  private func present(_ target: Int, _ time: Double?, _ duration: Double?) -> Bool {
    attempt("a renderbuffer was not presented") { functions throws(Refusal) in
      let name = try boundRenderbuffer(target, functions)
      guard let storage = storages[name], let drawable = storage.drawable else {
        throw Refusal("it has no storage of a drawable, or the drawable is gone")
      }
      guard renderbufferSize == SIMD2(Int32(clamping: storage.width), Int32(clamping: storage.height)) else {
        // Another renderbuffer has got the name of a deleted one.
        storages[name] = nil
        throw Refusal("its storage is not the one that it got of the drawable")
      }
      let pixels = try pixels(of: name, storage, functions)
      drawable.receive(pixels, at: time, after: duration)
    }
  }

  /// The width and height of the bound renderbuffer; zero without a storage.
  private final var renderbufferSize: SIMD2<Int32> {
    typealias Function = @convention(c) (UInt32, UInt32, UnsafeMutablePointer<Int32>) -> Void
    let name = "glGetRenderbufferParameteriv"
    guard let address = context.configuration.library.function(name) else { return .zero }
    let read = unsafeBitCast(address, to: Function.self)
    var size = SIMD2<Int32>.zero
    read(GL.renderbuffer, GL.renderbufferWidth, &size.x)
    read(GL.renderbuffer, GL.renderbufferHeight, &size.y)
    return size
  }

  private func pixels(
    of name: UInt32,
    _ storage: Storage,
    _ functions: GLFunctions
  ) throws(Refusal) -> PresentedPixels {
    let target = context.isModern ? GL.readFramebuffer : GL.framebuffer
    let binding = context.isModern ? GL.readFramebufferBinding : GL.framebufferBinding
    let former = UInt32(bitPattern: functions.integer(binding))
    var framebuffer: UInt32 = 0
    functions.genFramebuffers(1, &framebuffer)
    functions.bindFramebuffer(target, framebuffer)
    functions.framebufferRenderbuffer(target, GL.colorAttachment, GL.renderbuffer, name)
    let status = functions.checkFramebufferStatus(target)
    defer {
      functions.bindFramebuffer(target, former)
      functions.deleteFramebuffers(1, &framebuffer)
    }
    guard status == GL.framebufferComplete else {
      throw Refusal("it cannot be read (framebuffer status 0x\(String(status, radix: 16)))")
    }
    let size = (width: storage.width, height: storage.height)
    let bytes = [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { memory, count in
      if let base = memory.baseAddress {
        context.read(framebuffer: framebuffer, size: size, into: base, rowBytes: size.width * 4)
      }
      count = size.width * size.height * 4
    }
    return PresentedPixels(width: size.width, height: size.height, bytes: bytes)
  }

  /// The reason why an operation did nothing.
  private struct Refusal: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  /// Runs an operation with the context current; logs the reason why it did nothing.
  private func attempt(_ failure: String, _ work: (GLFunctions) throws(Refusal) -> Void) -> Bool {
    var refusal: Refusal?
    do throws(GLFailure) {
      try context.use { () throws(GLFailure) in
        do throws(Refusal) { try work(context.functions) } catch { refusal = error }
      }
    } catch {
      refusal = Refusal("\(error)")
    }
    if let refusal { Self.note("\(failure): \(refusal.text)") }
    return refusal == nil
  }

  private func boundRenderbuffer(_ target: Int, _ functions: GLFunctions) throws(Refusal) -> UInt32 {
    guard target == Int(GL.renderbuffer) else {
      throw Refusal("the target is 0x\(String(target, radix: 16)), not GL_RENDERBUFFER")
    }
    let name = UInt32(bitPattern: functions.integer(GL.renderbufferBinding))
    guard name != 0 else { throw Refusal("no renderbuffer is bound") }
    return name
  }

  private func storageFormat(_ properties: [String: Any]?) throws(Refusal) -> UInt32 {
    switch properties?[kEAGLDrawablePropertyColorFormat] as? String ?? kEAGLColorFormatRGBA8 {
    case kEAGLColorFormatRGBA8: return GL.rgba8
    case kEAGLColorFormatRGB565: return GL.rgb565
    case kEAGLColorFormatSRGBA8 where api == .openGLES3: return GL.srgb8Alpha8
    case let format:
      throw Refusal("the colour format \(format) is unknown, or not of OpenGL ES \(api.rawValue)")
    }
  }
}
