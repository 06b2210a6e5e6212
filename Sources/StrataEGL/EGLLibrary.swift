import Foundation
import Synchronization

/// EGL, which makes contexts of OpenGL without a window; loaded when it is first used.
///
/// Nothing of OpenGL is linked: a program without such layers needs none. Displays, configurations, contexts and
/// surfaces are pointers to objects of the driver.
///
/// - Thread: Any.
package final class EGLLibrary: @unchecked Sendable {  // Constant; EGL may be called on any thread.
  package typealias Pointer = UnsafeMutableRawPointer

  /// The system's library with the display of the process, or the reason why there is none.
  ///
  /// It is that of the first windows that a graphics processor shows, if they opened before anything else used OpenGL; else one
  /// without a screen, or the default one.
  package static var shared: Result<EGLLibrary, GLFailure> {
    ofProcess.withLock { known in
      if let known { return known }
      let made: Result<EGLLibrary, GLFailure>
      do throws(GLFailure) { made = .success(try EGLLibrary()) } catch { made = .failure(error) }
      known = made
      return made
    }
  }

  private static let ofProcess = Mutex<Result<EGLLibrary, GLFailure>?>(nil)

  /// Makes a display that of the process, unless there is one; it must stay open.
  package func shareWithProcess() { Self.ofProcess.withLock { $0 = $0 ?? .success(self) } }

  /// Where the display shows surfaces.
  package let platform: EGLPlatform
  let functions: EGLFunctions
  let display: Pointer
  /// The names of what the display can do beyond EGL 1.4.
  package let extensions: Set<Substring>
  private let sharingFunctions = Mutex<Result<SharingFunctions, GLFailure>?>(nil)
  /// The context that makes and reads textures which others draw.
  private let keeper = Mutex<GLContext?>(nil)
  private let address: @convention(c) (UnsafePointer<CChar>) -> Pointer?

  /// Loads a library by its name and opens its display on a platform.
  ///
  /// In memory it is that of the first card, if there is one; else a display of any driver, or the default one.
  package init(
    named name: String = "libEGL.so.1",
    on platform: EGLPlatform = .memory
  ) throws(GLFailure) {
    self.platform = platform
    guard let handle = dlopen(name, RTLD_NOW) else {
      throw .noLibrary(dlerror().map { String(cString: $0) } ?? name)
    }
    functions = try EGLFunctions(of: handle, named: name)
    guard let symbol = dlsym(handle, "eglGetProcAddress") else { throw .noLibrary("no eglGetProcAddress") }
    let address = unsafeBitCast(symbol, to: (@convention(c) (UnsafePointer<CChar>) -> Pointer?).self)
    self.address = address
    typealias PlatformDisplay = @convention(c) (UInt32, Pointer?, UnsafePointer<Int32>?) -> Pointer?
    var displays: [Pointer?] = []
    if let find = address("eglGetPlatformDisplayEXT") {
      let known = Self.names(functions.queryString(nil, EGL.extensions))
      let open = unsafeBitCast(find, to: PlatformDisplay.self)
      if platform.connection == nil {
        let cards = EGLDevices(known, { address($0) })?.cards ?? []
        displays += cards.map { open(EGLPlatform.deviceNumber, $0, nil) }
        displays.append(open(platform.number, nil, nil))
      } else if known.contains(Substring(platform.extensionName)) {
        displays.append(open(platform.number, platform.connection, nil))
      }
    }
    if platform.connection == nil { displays.append(functions.getDisplay(nil)) }
    for case let display? in displays {
      var (major, minor) = (Int32(0), Int32(0))
      if functions.initialize(display, &major, &minor) != 0, major > 1 || minor >= 4 {
        self.display = display
        extensions = Self.names(functions.queryString(display, EGL.extensions))
        return
      }
    }
    throw .noDisplay(functions.getError())
  }

  private static func names(_ list: UnsafePointer<CChar>?) -> Set<Substring> {
    list.map { Set(String(cString: $0).split(separator: " ")) } ?? []
  }

  /// The functions with which contexts share textures, looked up when they are first asked for.
  func sharing() throws(GLFailure) -> SharingFunctions {
    let result = sharingFunctions.withLock { known in
      if let known { return known }
      let made: Result<SharingFunctions, GLFailure>
      do throws(GLFailure) {
        made = .success(try SharingFunctions(of: self))
      } catch {
        made = .failure(error)
      }
      known = made
      return made
    }
    return try result.get()
  }

  /// Ends the display before its connection ends; surfaces and contexts that are left do nothing any more.
  package func close() {
    closed.store(true, ordering: .releasing)
    keeper.withLock { $0 = nil }
    _ = functions.terminate(display)
  }

  private let closed = Atomic<Bool>(false)

  /// True if the display has ended; a later one may give its numbers to other objects.
  var isClosed: Bool { closed.load(ordering: .acquiring) }

  private let composites = Atomic<Bool>(false)

  /// True from the moment when a device of this display draws layers.
  package var isCompositing: Bool { composites.load(ordering: .relaxed) }

  /// Notes that a device of this display draws layers, so that textures are worth sharing.
  package func noteCompositing() { composites.store(true, ordering: .relaxed) }

  /// The system's library, once a device of the process's display draws layers; nothing is loaded for the answer.
  package static var compositing: EGLLibrary? {
    ofProcess.withLock { known in
      guard case .success(let library) = known, library.isCompositing else { return nil }
      return library
    }
  }

  /// The context that makes and reads textures which contexts of programs draw; made when it is first asked for.
  package func keeperContext() throws(GLFailure) -> GLContext {
    try keeper.withLock { known throws(GLFailure) in
      if let known { return known }
      let configuration = try GLConfiguration(GLRequest(.embedded(major: 3)), of: self)
      let made = try GLContext(configuration, sharing: nil)
      known = made
      return made
    }
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
  static let none: Int32 = 0x3038
  static let (openGL, openGLES): (UInt32, UInt32) = (0x30A2, 0x30A0)
  static let (width, height): (Int32, Int32) = (0x3057, 0x3056)
  static let (red, green, blue, alpha): (Int32, Int32, Int32, Int32) = (0x3024, 0x3023, 0x3022, 0x3021)
  static let (depth, stencil): (Int32, Int32) = (0x3025, 0x3026)
  static let (samples, sampleBuffers): (Int32, Int32) = (0x3031, 0x3032)
  static let (maxWidth, maxHeight): (Int32, Int32) = (0x302C, 0x302A)
  static let (surfaceType, pixelBuffer, window): (Int32, Int32, Int32) = (0x3033, 1, 4)
  static let nativeVisual: Int32 = 0x302E
  static let extensions: Int32 = 0x3055
  static let bufferAge: Int32 = 0x313D
  static let (texture2D, fence): (UInt32, UInt32) = (0x30B1, 0x30F9)
  static let renderableType: Int32 = 0x3040
  static let (majorVersion, minorVersion, profile): (Int32, Int32, Int32) = (0x3098, 0x30FB, 0x30FD)
  static let debug: Int32 = 0x31B0
  static let (draw, read): (Int32, Int32) = (0x3059, 0x305A)
}

/// The functions of EGL that contexts need.
struct EGLFunctions: Sendable {
  typealias Pointer = EGLLibrary.Pointer
  typealias Numbers = UnsafePointer<Int32>

  let getError: @convention(c) () -> Int32
  let getDisplay: @convention(c) (Pointer?) -> Pointer?
  let initialize: @convention(c) (Pointer, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>) -> UInt32
  let terminate: @convention(c) (Pointer) -> UInt32
  let queryString: @convention(c) (Pointer?, Int32) -> UnsafePointer<CChar>?
  let querySurface: @convention(c) (Pointer, Pointer, Int32, UnsafeMutablePointer<Int32>) -> UInt32
  let swapInterval: @convention(c) (Pointer, Int32) -> UInt32
  let swapBuffers: @convention(c) (Pointer, Pointer) -> UInt32
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
  let getCurrentDisplay: @convention(c) () -> Pointer?
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
    terminate = try load("eglTerminate")
    queryString = try load("eglQueryString")
    querySurface = try load("eglQuerySurface")
    swapInterval = try load("eglSwapInterval")
    swapBuffers = try load("eglSwapBuffers")
    bindAPI = try load("eglBindAPI")
    queryAPI = try load("eglQueryAPI")
    chooseConfig = try load("eglChooseConfig")
    getConfigAttrib = try load("eglGetConfigAttrib")
    createContext = try load("eglCreateContext")
    destroyContext = try load("eglDestroyContext")
    createSurface = try load("eglCreatePbufferSurface")
    destroySurface = try load("eglDestroySurface")
    makeCurrent = try load("eglMakeCurrent")
    getCurrentDisplay = try load("eglGetCurrentDisplay")
    getCurrentContext = try load("eglGetCurrentContext")
    getCurrentSurface = try load("eglGetCurrentSurface")
  }
}
