#if GPU
  import StrataEGL

  /// The functions of OpenGL ES 3.1 that compute.
  struct ComputeFunctions: Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    typealias Names = UnsafeMutablePointer<UInt32>
    typealias Numbers = UnsafeMutablePointer<Int32>
    typealias Text = UnsafePointer<CChar>

    let getString: @convention(c) (UInt32) -> UnsafePointer<UInt8>?
    let createShader: @convention(c) (UInt32) -> UInt32
    let shaderSource: @convention(c) (UInt32, Int32, UnsafePointer<Text?>, UnsafePointer<Int32>?) -> Void
    let compileShader: @convention(c) (UInt32) -> Void
    let getShaderiv: @convention(c) (UInt32, UInt32, Numbers) -> Void
    let getShaderInfoLog: @convention(c) (UInt32, Int32, Numbers?, UnsafeMutablePointer<CChar>) -> Void
    let deleteShader: @convention(c) (UInt32) -> Void
    let createProgram: @convention(c) () -> UInt32
    let attachShader: @convention(c) (UInt32, UInt32) -> Void
    let linkProgram: @convention(c) (UInt32) -> Void
    let getProgramiv: @convention(c) (UInt32, UInt32, Numbers) -> Void
    let getProgramInfoLog: @convention(c) (UInt32, Int32, Numbers?, UnsafeMutablePointer<CChar>) -> Void
    let useProgram: @convention(c) (UInt32) -> Void
    let uniform1ui: @convention(c) (Int32, UInt32) -> Void
    let uniform4i: @convention(c) (Int32, Int32, Int32, Int32, Int32) -> Void
    let uniform4ui: @convention(c) (Int32, UInt32, UInt32, UInt32, UInt32) -> Void
    let genBuffers: @convention(c) (Int32, Names) -> Void
    let deleteBuffers: @convention(c) (Int32, Names) -> Void
    let bindBuffer: @convention(c) (UInt32, UInt32) -> Void
    let bindBufferBase: @convention(c) (UInt32, UInt32, UInt32) -> Void
    let bufferData: @convention(c) (UInt32, Int, UnsafeRawPointer?, UInt32) -> Void
    let bufferSubData: @convention(c) (UInt32, Int, Int, UnsafeRawPointer) -> Void
    let copyBufferSubData: @convention(c) (UInt32, UInt32, Int, Int, Int) -> Void
    let mapBufferRange: @convention(c) (UInt32, Int, Int, UInt32) -> Pointer?
    let unmapBuffer: @convention(c) (UInt32) -> UInt8
    let dispatchCompute: @convention(c) (UInt32, UInt32, UInt32) -> Void
    let memoryBarrier: @convention(c) (UInt32) -> Void
    let fenceSync: @convention(c) (UInt32, UInt32) -> Pointer?
    let clientWaitSync: @convention(c) (Pointer, UInt32, UInt64) -> UInt32
    let deleteSync: @convention(c) (Pointer) -> Void
    let flush: @convention(c) () -> Void
    let programParameteri: @convention(c) (UInt32, UInt32, Int32) -> Void
    let getProgramBinary:
      @convention(c) (UInt32, Int32, Numbers, UnsafeMutablePointer<UInt32>, Pointer) -> Void
    let programBinary: @convention(c) (UInt32, UInt32, UnsafeRawPointer, Int32) -> Void
    let deleteProgram: @convention(c) (UInt32) -> Void

    init(of library: EGLLibrary) throws(ComputeFailure) {
      func load<Function>(_ name: String) throws(ComputeFailure) -> Function {
        guard let address = library.function(name) else { throw .noFunction(name) }
        return unsafeBitCast(address, to: Function.self)
      }
      getString = try load("glGetString")
      createShader = try load("glCreateShader")
      shaderSource = try load("glShaderSource")
      compileShader = try load("glCompileShader")
      getShaderiv = try load("glGetShaderiv")
      getShaderInfoLog = try load("glGetShaderInfoLog")
      deleteShader = try load("glDeleteShader")
      createProgram = try load("glCreateProgram")
      attachShader = try load("glAttachShader")
      linkProgram = try load("glLinkProgram")
      getProgramiv = try load("glGetProgramiv")
      getProgramInfoLog = try load("glGetProgramInfoLog")
      useProgram = try load("glUseProgram")
      uniform1ui = try load("glUniform1ui")
      uniform4i = try load("glUniform4i")
      uniform4ui = try load("glUniform4ui")
      genBuffers = try load("glGenBuffers")
      deleteBuffers = try load("glDeleteBuffers")
      bindBuffer = try load("glBindBuffer")
      bindBufferBase = try load("glBindBufferBase")
      bufferData = try load("glBufferData")
      bufferSubData = try load("glBufferSubData")
      copyBufferSubData = try load("glCopyBufferSubData")
      mapBufferRange = try load("glMapBufferRange")
      unmapBuffer = try load("glUnmapBuffer")
      dispatchCompute = try load("glDispatchCompute")
      memoryBarrier = try load("glMemoryBarrier")
      fenceSync = try load("glFenceSync")
      clientWaitSync = try load("glClientWaitSync")
      deleteSync = try load("glDeleteSync")
      flush = try load("glFlush")
      programParameteri = try load("glProgramParameteri")
      getProgramBinary = try load("glGetProgramBinary")
      programBinary = try load("glProgramBinary")
      deleteProgram = try load("glDeleteProgram")
    }
  }

  /// Numbers of OpenGL ES 3.1.
  enum Compute {
    static let (vendor, renderer, version): (UInt32, UInt32, UInt32) = (0x1F00, 0x1F01, 0x1F02)
    static let extensions: UInt32 = 0x1F03
    static let computeShader: UInt32 = 0x91B9
    static let (compileStatus, linkStatus): (UInt32, UInt32) = (0x8B81, 0x8B82)
    static let (storageBuffer, copyRead, copyWrite): (UInt32, UInt32, UInt32) = (0x90D2, 0x8F36, 0x8F37)
    static let (streamDraw, dynamicCopy, streamRead): (UInt32, UInt32, UInt32) = (0x88E0, 0x88EA, 0x88E1)
    static let mapRead: UInt32 = 1
    static let (storageBarrier, bufferBarrier): (UInt32, UInt32) = (0x2000, 0x200)
    static let (commandsComplete, flushCommands): (UInt32, UInt32) = (0x9117, 1)
    static let (alreadySignaled, conditionSatisfied): (UInt32, UInt32) = (0x911A, 0x911C)
    static let (binaryLength, binaryHint, binaryFormats): (UInt32, UInt32, UInt32) = (0x8741, 0x8257, 0x87FE)
    static let pixelBufferBarrier: UInt32 = 0x80
    static let maxStorageBytes: UInt32 = 0x90DE
    static let maxStorageBlocks: UInt32 = 0x90DB
  }
#endif
