import Foundation

/// EGL, which makes contexts of OpenGL without a window; loaded when it is first used.
///
/// Nothing of OpenGL is linked: a program without such layers needs none. Displays, configurations, contexts and
/// surfaces are pointers to objects of the driver.
///
/// - Thread: Any.
package final class EGLLibrary: @unchecked Sendable {  // Constant; EGL may be called on any thread.
  package typealias Pointer = UnsafeMutableRawPointer

  /// The system's library with its display, or the reason why there is none.
  package static let shared: Result<EGLLibrary, GLFailure> = {
    do throws(GLFailure) { return .success(try EGLLibrary()) } catch { return .failure(error) }
  }()

  let functions: EGLFunctions
  let display: Pointer
  private let address: @convention(c) (UnsafePointer<CChar>) -> Pointer?

  /// Loads a library by its name and opens its display: one without a screen, else the default one.
  package init(named name: String = "libEGL.so.1") throws(GLFailure) {
    guard let handle = dlopen(name, RTLD_NOW) else {
      throw .noLibrary(dlerror().map { String(cString: $0) } ?? name)
    }
    functions = try EGLFunctions(of: handle, named: name)
    guard let symbol = dlsym(handle, "eglGetProcAddress") else { throw .noLibrary("no eglGetProcAddress") }
    address = unsafeBitCast(symbol, to: (@convention(c) (UnsafePointer<CChar>) -> Pointer?).self)
    typealias PlatformDisplay = @convention(c) (UInt32, Pointer?, UnsafePointer<Int32>?) -> Pointer?
    var displays: [Pointer?] = []
    if let find = address("eglGetPlatformDisplayEXT") {
      displays.append(unsafeBitCast(find, to: PlatformDisplay.self)(EGL.surfacelessPlatform, nil, nil))
    }
    displays.append(functions.getDisplay(nil))
    for case let display? in displays {
      var (major, minor) = (Int32(0), Int32(0))
      if functions.initialize(display, &major, &minor) != 0, major > 1 || minor >= 4 {
        self.display = display
        return
      }
    }
    throw .noDisplay(functions.getError())
  }

  /// The address of a function of OpenGL, which suits every context; nil for an unknown name.
  package func function(_ name: String) -> Pointer? { address(name) }

  /// A function of OpenGL of a type.
  func function<Function>(_ name: String) throws(GLFailure) -> Function {
    guard let address = address(name) else { throw .noLibrary("no \(name)") }
    return unsafeBitCast(address, to: Function.self)
  }
}

/// Numbers of EGL.
enum EGL {
  static let surfacelessPlatform: UInt32 = 0x31DD
  static let none: Int32 = 0x3038
  static let (openGL, openGLES): (UInt32, UInt32) = (0x30A2, 0x30A0)
  static let (width, height): (Int32, Int32) = (0x3057, 0x3056)
  static let (red, green, blue, alpha): (Int32, Int32, Int32, Int32) = (0x3024, 0x3023, 0x3022, 0x3021)
  static let (depth, stencil): (Int32, Int32) = (0x3025, 0x3026)
  static let (samples, sampleBuffers): (Int32, Int32) = (0x3031, 0x3032)
  static let (maxWidth, maxHeight): (Int32, Int32) = (0x302C, 0x302A)
  static let (surfaceType, pixelBuffer): (Int32, Int32) = (0x3033, 1)
  static let renderableType: Int32 = 0x3040
  static let (majorVersion, minorVersion, profile): (Int32, Int32, Int32) = (0x3098, 0x30FB, 0x30FD)
  static let (draw, read): (Int32, Int32) = (0x3059, 0x305A)
}

/// The functions of EGL that contexts need.
struct EGLFunctions: Sendable {
  typealias Pointer = EGLLibrary.Pointer
  typealias Numbers = UnsafePointer<Int32>

  let getError: @convention(c) () -> Int32
  let getDisplay: @convention(c) (Pointer?) -> Pointer?
  let initialize: @convention(c) (Pointer, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>) -> UInt32
  let bindAPI: @convention(c) (UInt32) -> UInt32
  let queryAPI: @convention(c) () -> UInt32
  let chooseConfig:
    @convention(c) (
      Pointer, Numbers, UnsafeMutablePointer<Pointer?>, Int32, UnsafeMutablePointer<Int32>
    ) -> UInt32
  let getConfigAttrib: @convention(c) (Pointer, Pointer, Int32, UnsafeMutablePointer<Int32>) -> UInt32
  let createContext: @convention(c) (Pointer, Pointer, Pointer?, Numbers) -> Pointer?
  let destroyContext: @convention(c) (Pointer, Pointer) -> UInt32
  let createSurface: @convention(c) (Pointer, Pointer, Numbers) -> Pointer?
  let destroySurface: @convention(c) (Pointer, Pointer) -> UInt32
  let makeCurrent: @convention(c) (Pointer, Pointer?, Pointer?, Pointer?) -> UInt32
  let getCurrentContext: @convention(c) () -> Pointer?
  let getCurrentSurface: @convention(c) (Int32) -> Pointer?

  init(of library: Pointer, named name: String) throws(GLFailure) {
    func load<Function>(_ symbol: String) throws(GLFailure) -> Function {
      guard let address = dlsym(library, symbol) else { throw .noLibrary("\(name) has no \(symbol)") }
      return unsafeBitCast(address, to: Function.self)
    }
    getError = try load("eglGetError")
    getDisplay = try load("eglGetDisplay")
    initialize = try load("eglInitialize")
    bindAPI = try load("eglBindAPI")
    queryAPI = try load("eglQueryAPI")
    chooseConfig = try load("eglChooseConfig")
    getConfigAttrib = try load("eglGetConfigAttrib")
    createContext = try load("eglCreateContext")
    destroyContext = try load("eglDestroyContext")
    createSurface = try load("eglCreatePbufferSurface")
    destroySurface = try load("eglDestroySurface")
    makeCurrent = try load("eglMakeCurrent")
    getCurrentContext = try load("eglGetCurrentContext")
    getCurrentSurface = try load("eglGetCurrentSurface")
  }
}
