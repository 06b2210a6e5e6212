#if GPU
  package import Foundation
  package import StrataEGL

  /// A context of OpenGL ES 3.1 without a window, its programs and its buffers.
  ///
  /// - Thread: One at a time; the context is current only while the device works.
  package final class ComputeDevice {
    /// What tests make a driver do.
    package struct Faults: Sendable {
      /// The most bytes of a buffer, if the driver's limit is greater.
      package var storageBytes = Int.max
      /// True if no program compiles.
      package var refusesPrograms = false
      /// The number of programs after which none compiles.
      package var mostPrograms = Int.max
      /// The number of calls of programs after which the context is lost.
      package var callsUntilLoss = Int.max
      /// The number of pictures of frames that come back before the context is lost.
      package var readsUntilLoss = Int.max
      /// The number of pieces of memory after which the driver is asked for more than any machine has.
      package var mostAllocations = Int.max

      package init() {}
    }

    /// The driver's name of the device that computes.
    package let renderer: String
    /// The most bytes of a buffer.
    package let storageBytes: Int
    /// True if the driver gives its bytes of compiled programs.
    package let givesBinaries: Bool
    /// What the device did so far: pieces of memory, and programs that were compiled or read from files.
    package private(set) var counts = Counts()
    /// What the driver says of commands; nil unless the context is one for debugging.
    package let messages: DriverMessages?
    /// Measures frames; nil unless that was asked for, and where the driver does not.
    let timer: DeviceTimer?
    let gl: ComputeFunctions
    private let context: GLContext
    private let faults: Faults
    private let files: ProgramFiles?
    private var calls = 0
    private var reads = 0
    private var programs: [CompositingShader.Features: UInt32] = [:]
    private var blur: UInt32?

    package struct Counts: Sendable, Equatable {
      package var allocations = 0
      package var compiledPrograms = 0
      package var readPrograms = 0
    }

    /// The least number of buffers that a program must be able to use, which OpenGL ES 3.1 guarantees.
    private static let buffers = 4

    /// Makes a context on a display and the simplest program.
    ///
    /// - Parameters:
    ///   - library: EGL with its display.
    ///   - programs: The folder of compiled programs; nil for none.
    ///   - isDebug: True for a context that reports all errors in ``messages``.
    ///   - measuresTime: True to measure the device's time for frames.
    ///   - faults: What tests make the driver do.
    /// - Throws: The reason why the driver does not compute.
    package init(
      _ library: EGLLibrary,
      programs: URL? = nil,
      isDebug: Bool = false,
      measuresTime: Bool = false,
      faults: Faults = Faults()
    ) throws(ComputeFailure) {
      self.faults = faults
      gl = try ComputeFunctions(of: library)
      do throws(GLFailure) {
        var request = GLRequest(.embedded(major: 3))
        request.isDebug = isDebug
        context = try GLContext(try GLConfiguration(request, of: library), sharing: nil)
      } catch {
        throw .noContext(error)
      }
      let (gl, functions) = (gl, context.functions)
      let (names, timer, formats, bytes, blocks) = try Self.use(context) { () throws(ComputeFailure) in
        func text(_ name: UInt32) -> String { gl.getString(name).map { String(cString: $0) } ?? "no name" }
        let (extensions, frames) = (text(Compute.extensions), FrameSubmission.mostFrames)
        // The queries of renderers on the processor do not see compute programs.
        let isMeasured = measuresTime && !Self.isSoftware(text(Compute.renderer))
        return (
          [text(Compute.vendor), text(Compute.renderer), text(Compute.version)],
          isMeasured ? DeviceTimer(library, extensions: extensions, frames: frames) : nil,
          functions.integer(Compute.binaryFormats), functions.integer(Compute.maxStorageBytes),
          functions.integer(Compute.maxStorageBlocks)
        )
      }
      self.timer = timer
      guard Self.isNewEnough(names[2]) else { throw .oldVersion(names[2]) }
      guard Int(blocks) >= Self.buffers else { throw .tooSmall("\(blocks) buffers in a program") }
      (renderer, givesBinaries) = (names[1], formats > 0)
      // A limit beyond what a number of the interface holds is reported as negative.
      storageBytes = min(bytes <= 0 ? Int(Int32.max) : Int(bytes), faults.storageBytes)
      files = programs.map { ProgramFiles(folder: $0, driver: names.joined(separator: "\n")) }
      messages = isDebug ? DriverMessages() : nil
      try perform { () throws(ComputeFailure) in
        messages?.listen(library, context)
        _ = try program([])
      }
      library.noteCompositing()
    }

    /// True if a driver's version is OpenGL ES 3.1 or later.
    package static func isNewEnough(_ version: String) -> Bool {
      guard let found = version.firstMatch(of: /OpenGL ES (\d+)\.(\d+)/), let major = Int(found.1),
        let minor = Int(found.2)
      else { return false }
      return (major, minor) >= (3, 1)
    }

    /// True if the driver computes on the processor, as Mesa's renderers without a graphics processor do.
    package var isSoftware: Bool { Self.isSoftware(renderer) }

    private static func isSoftware(_ renderer: String) -> Bool {
      let name = renderer.lowercased()
      return ["llvmpipe", "softpipe", "swrast", "swiftshader", "lavapipe"].contains { name.contains($0) }
    }

    /// The device's time for all frames so far, in seconds; nil if it is not measured.
    package var seconds: Double? { timer.map { Double($0.nanoseconds) / 1e9 } }

    /// Runs work with the context in use, and looks for errors of its commands.
    func perform<Value>(_ work: () throws(ComputeFailure) -> Value) throws(ComputeFailure) -> Value {
      try Self.use(context) { () throws(ComputeFailure) in
        _ = context.functions.takeErrors()
        let value = try work()
        try check()
        return value
      }
    }

    /// Throws the first error of the commands so far.
    private func check() throws(ComputeFailure) {
      let errors = context.functions.takeErrors().map { GLFunctions.name(ofError: $0) }
      guard let first = errors.first else { return }
      throw errors.contains("GL_CONTEXT_LOST") ? .lost : .command(first)
    }

    private static func use<Value>(
      _ context: GLContext,
      _ work: () throws(ComputeFailure) -> Value
    ) throws(ComputeFailure) -> Value {
      var result: Result<Value, ComputeFailure> = .failure(.lost)
      do throws(GLFailure) {
        try context.use { () throws(GLFailure) in
          do throws(ComputeFailure) { result = .success(try work()) } catch { result = .failure(error) }
        }
      } catch {
        throw .lost
      }
      return try result.get()
    }

    /// Ends the context; whatever is drawn next fails with ``ComputeFailure/lost``.
    package func destroyContext() { context.destroy() }

    /// The textures of other contexts, for use within ``perform(_:)``; nil where contexts share none.
    func sharedTextures() -> SharedTextures? { try? SharedTextures(of: context) }

    /// Makes a texture that other contexts may use, within ``perform(_:)``; nil where contexts share none of that size.
    func makeSharedTexture(width: Int, height: Int) -> SharedTexture? {
      try? SharedTexture(width: width, height: height, in: context)
    }

    /// Waits until the device has done all commands before a fence, which goes.
    func wait(for fence: UnsafeMutableRawPointer?) throws(ComputeFailure) {
      guard let fence else { throw .lost }
      defer { gl.deleteSync(fence) }
      // A minute: slow drivers that compute on the processor take seconds for the largest frames.
      let result = gl.clientWaitSync(fence, Compute.flushCommands, 60_000_000_000)
      guard [Compute.alreadySignaled, Compute.conditionSatisfied].contains(result) else { throw .lost }
    }

    /// Counts a call of a program.
    func beginCall() throws(ComputeFailure) {
      calls += 1
      if calls > faults.callsUntilLoss { throw .lost }
    }

    /// Counts a picture that comes back.
    func beginRead() throws(ComputeFailure) {
      reads += 1
      if reads > faults.readsUntilLoss { throw .lost }
    }

    /// Counts a piece of memory and looks for errors of `take`, which asks the driver for it.
    func allocate(_ bytes: Int, _ take: (Int) -> Void) throws(ComputeFailure) {
      counts.allocations += 1
      take(counts.allocations > faults.mostAllocations ? 1 << 50 : bytes)
      try check()
    }

    // MARK: Programs

    /// The compositing program with some features, made when it is first asked for; the context is in use.
    func program(_ features: CompositingShader.Features) throws(ComputeFailure) -> UInt32 {
      if let known = programs[features] { return known }
      let program = try program(of: CompositingShader.source(features))
      programs[features] = program
      return program
    }

    /// The program of box blurs.
    func blurProgram() throws(ComputeFailure) -> UInt32 {
      if let blur { return blur }
      let program = try program(of: BlurShader.source)
      blur = program
      return program
    }

    private func program(of source: String) throws(ComputeFailure) -> UInt32 {
      let made = counts.compiledPrograms + counts.readPrograms
      let isRefused = faults.refusesPrograms || made >= faults.mostPrograms
      let source = isRefused ? source + "#error refused\n" : source
      if let binary = files?.binary(of: source), let program = program(binary) { return program }
      let program = try compiled(source)
      counts.compiledPrograms += 1
      if let files, let binary = self.binary(of: program) { files.write(binary, of: source) }
      return program
    }

    private func compiled(_ source: String) throws(ComputeFailure) -> UInt32 {
      let shader = gl.createShader(Compute.computeShader)
      defer { gl.deleteShader(shader) }
      source.withCString { text in
        var text: ComputeFunctions.Text? = text
        gl.shaderSource(shader, 1, &text, nil)
      }
      gl.compileShader(shader)
      var status: Int32 = 0
      gl.getShaderiv(shader, Compute.compileStatus, &status)
      guard status != 0 else { throw .noProgram(Self.log { gl.getShaderInfoLog(shader, $0, nil, $1) }) }
      let program = gl.createProgram()
      if files != nil { gl.programParameteri(program, Compute.binaryHint, 1) }
      gl.attachShader(program, shader)
      gl.linkProgram(program)
      gl.getProgramiv(program, Compute.linkStatus, &status)
      guard status != 0 else { throw .noProgram(Self.log { gl.getProgramInfoLog(program, $0, nil, $1) }) }
      return program
    }

    /// A program from the bytes that the driver gave for it; nil if the driver does not take them.
    private func program(_ binary: ProgramBinary) -> UInt32? {
      let program = gl.createProgram()
      binary.bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        gl.programBinary(program, binary.format, base, Int32(clamping: bytes.count))
      }
      var status: Int32 = 0
      gl.getProgramiv(program, Compute.linkStatus, &status)
      // An unknown format is an error of the command, too, which is no reason to stop.
      let errors = context.functions.takeErrors()
      guard status != 0, errors.isEmpty else {
        gl.deleteProgram(program)
        return nil
      }
      counts.readPrograms += 1
      return program
    }

    /// The driver's bytes of a program; nil if it gives none.
    private func binary(of program: UInt32) -> ProgramBinary? {
      guard givesBinaries else { return nil }
      var length: Int32 = 0
      gl.getProgramiv(program, Compute.binaryLength, &length)
      guard length > 0 else { return nil }
      var (bytes, written, format) = (Data(count: Int(length)), Int32(0), UInt32(0))
      bytes.withUnsafeMutableBytes { memory in
        guard let base = memory.baseAddress else { return }
        gl.getProgramBinary(program, length, &written, &format, base)
      }
      guard context.functions.takeErrors().isEmpty, written > 0, written <= length else { return nil }
      return ProgramBinary(format: format, bytes: bytes.prefix(Int(written)))
    }

    private static func log(_ read: (Int32, UnsafeMutablePointer<CChar>) -> Void) -> String {
      var bytes = [CChar](repeating: 0, count: 512)
      read(Int32(bytes.count), &bytes)
      let text = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }
#endif
