import Foundation
import StrataEGL
import Testing

/// Programs that have opened a display of EGL by themselves, as toolkits do.
@Suite(.enabled(if: hasOpenGL)) struct OtherDisplayTests {
  // A machine with one graphics processor and a driver of its maker may have one display only.
  @Test(.enabled(if: OtherContext.canBeMade)) func aContextOfAnotherDisplayIsCurrentAgain() throws {
    let library = try EGLLibrary.shared.get()
    let made = try OtherContext(besides: library)
    let other = try #require(made)
    defer { other.end() }
    try library.keeperContext().use { #expect(!other.isCurrent) }
    #expect(other.isCurrent)
  }
}

/// A context on a display that the library does not use, in use on the thread that makes it.
private struct OtherContext {
  private typealias Pointer = UnsafeMutableRawPointer
  private typealias Numbers = UnsafePointer<Int32>
  private typealias Room = UnsafeMutablePointer<Int32>

  /// The functions of EGL; their numbers are those of its header.
  private struct Functions {
    let initialize: @convention(c) (Pointer, Room?, Room?) -> UInt32 = load("eglInitialize")
    let bindAPI: @convention(c) (UInt32) -> UInt32 = load("eglBindAPI")
    let chooseConfig:
      @convention(c) (Pointer, Numbers, UnsafeMutablePointer<Pointer?>, Int32, Room) -> UInt32 = load(
        "eglChooseConfig"
      )
    let createContext: @convention(c) (Pointer, Pointer, Pointer?, Numbers) -> Pointer? = load(
      "eglCreateContext"
    )
    let destroyContext: @convention(c) (Pointer, Pointer) -> UInt32 = load("eglDestroyContext")
    let makeCurrent: @convention(c) (Pointer, Pointer?, Pointer?, Pointer?) -> UInt32 = load(
      "eglMakeCurrent"
    )
    let currentDisplay: @convention(c) () -> Pointer? = load("eglGetCurrentDisplay")
    let currentContext: @convention(c) () -> Pointer? = load("eglGetCurrentContext")
    let defaultDisplay: @convention(c) (Pointer?) -> Pointer? = load("eglGetDisplay")
    let platformDisplay: @convention(c) (UInt32, Pointer?, Numbers?) -> Pointer? = load(
      "eglGetPlatformDisplay"
    )

    let address: @convention(c) (UnsafePointer<CChar>) -> Pointer? = load("eglGetProcAddress")

    /// The displays of all devices; none with a driver that does not list them.
    var deviceDisplays: [Pointer?] {
      guard let query = address("eglQueryDevicesEXT") else { return [] }
      typealias Query = @convention(c) (Int32, UnsafeMutablePointer<Pointer?>?, Room) -> UInt32
      var (devices, count) = ([Pointer?](repeating: nil, count: 16), Int32(0))
      guard unsafeBitCast(query, to: Query.self)(16, &devices, &count) != 0 else { return [] }
      return devices.prefix(Int(count)).map { platformDisplay(0x313F, $0, nil) }
    }

    private static func load<Function>(_ name: String) -> Function {
      unsafeBitCast(dlsym(dlopen("libEGL.so.1", RTLD_NOW), name), to: Function.self)
    }
  }

  private let functions = Functions()
  private let display: Pointer
  private let context: Pointer

  /// True on a machine with another display.
  static let canBeMade: Bool = {
    guard let library = try? EGLLibrary.shared.get(), let other = try? OtherContext(besides: library) else {
      return false
    }
    other.end()
    return true
  }()

  /// Nil if the driver has no other display that draws.
  init?(besides library: EGLLibrary) throws {
    let egl = functions
    let taken = try library.keeperContext().use { egl.currentDisplay() }
    // Displays without a screen, and the default one.
    let displays = [egl.platformDisplay(0x31DD, nil, nil), egl.defaultDisplay(nil)] + egl.deviceDisplays
    for case let display? in displays where display != taken && egl.initialize(display, nil, nil) != 0 {
      var (configuration, count): (Pointer?, Int32) = (nil, 0)
      // Surfaces in memory; OpenGL ES 2.
      let wishes: [Int32] = [0x3033, 1, 0x3040, 4, 0x3038]
      guard egl.bindAPI(0x30A0) != 0,
        egl.chooseConfig(display, wishes, &configuration, 1, &count) != 0, let configuration,
        let context = egl.createContext(display, configuration, nil, [0x3098, 2, 0x3038]),
        egl.makeCurrent(display, nil, nil, context) != 0
      else { continue }
      (self.display, self.context) = (display, context)
      return
    }
    return nil
  }

  /// True if the calling thread uses the context.
  var isCurrent: Bool {
    functions.currentContext() == context && functions.currentDisplay() == display
  }

  func end() {
    _ = functions.makeCurrent(display, nil, nil, nil)
    _ = functions.destroyContext(display, context)
  }
}
