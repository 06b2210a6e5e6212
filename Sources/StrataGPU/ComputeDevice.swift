#if GPU
  import Foundation
  package import OpenGL

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
      /// The number of calls of programs after which the context is lost.
      package var callsUntilLoss = Int.max

      package init() {}
    }

    /// The driver's name of the device that computes.
    package let renderer: String
    /// The most bytes of a buffer.
    package let storageBytes: Int
    let gl: ComputeFunctions
    private let context: GLContext
    private let faults: Faults
    private var calls = 0
    private var programs: [CompositingShader.Features: UInt32] = [:]
    private var blur: UInt32?

    /// The least number of buffers that a program must be able to use, which OpenGL ES 3.1 guarantees.
    private static let buffers = 4

    /// Makes a context on a display and compiles the simplest program.
    package init(_ library: EGLLibrary, faults: Faults = Faults()) throws(ComputeFailure) {
      self.faults = faults
      gl = try ComputeFunctions(of: library)
      do throws(GLFailure) {
        let configuration = try GLConfiguration(GLRequest(.embedded(major: 3)), of: library)
        context = try GLContext(configuration, sharing: nil)
      } catch {
        throw .noContext(error)
      }
      let (gl, functions) = (gl, context.functions)
      let (version, renderer, bytes, blocks) = try Self.use(context) { () throws(ComputeFailure) in
        func text(_ name: UInt32) -> String { gl.getString(name).map { String(cString: $0) } ?? "no name" }
        return (
          text(Compute.version), text(Compute.renderer), functions.integer(Compute.maxStorageBytes),
          functions.integer(Compute.maxStorageBlocks)
        )
      }
      guard Self.isNewEnough(version) else { throw .oldVersion(version) }
      guard Int(blocks) >= Self.buffers else { throw .tooSmall("\(blocks) buffers in a program") }
      self.renderer = renderer
      // A limit beyond what a number of the interface holds is reported as negative.
      storageBytes = min(bytes <= 0 ? Int(Int32.max) : Int(bytes), faults.storageBytes)
      try perform { () throws(ComputeFailure) in _ = try program([]) }
    }

    /// True if a driver's version is OpenGL ES 3.1 or later.
    package static func isNewEnough(_ version: String) -> Bool {
      guard let found = version.firstMatch(of: /OpenGL ES (\d+)\.(\d+)/), let major = Int(found.1),
        let minor = Int(found.2)
      else { return false }
      return (major, minor) >= (3, 1)
    }

    /// True if the driver computes on the processor, as Mesa's renderers without a graphics processor do.
    package var isSoftware: Bool {
      let name = renderer.lowercased()
      return ["llvmpipe", "softpipe", "swrast", "swiftshader", "lavapipe"].contains { name.contains($0) }
    }

    /// Runs work with the context in use, and looks for errors of its commands.
    func perform<Value>(_ work: () throws(ComputeFailure) -> Value) throws(ComputeFailure) -> Value {
      let functions = context.functions
      return try Self.use(context) { () throws(ComputeFailure) in
        _ = functions.takeErrors()
        let value = try work()
        let errors = functions.takeErrors()
        guard let first = errors.first else { return value }
        let name = GLFunctions.name(ofError: first)
        throw errors.contains { GLFunctions.name(ofError: $0) == "GL_CONTEXT_LOST" } ? .lost : .command(name)
      }
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

    /// Counts a call of a program.
    func beginCall() throws(ComputeFailure) {
      calls += 1
      if calls > faults.callsUntilLoss { throw .lost }
    }

    // MARK: Programs

    /// The compositing program with some features, compiled when it is first asked for; the context is in use.
    func program(_ features: CompositingShader.Features) throws(ComputeFailure) -> UInt32 {
      if let known = programs[features] { return known }
      let program = try compiled(CompositingShader.source(features))
      programs[features] = program
      return program
    }

    /// The program of box blurs.
    func blurProgram() throws(ComputeFailure) -> UInt32 {
      if let blur { return blur }
      let program = try compiled(BlurShader.source)
      blur = program
      return program
    }

    private func compiled(_ source: String) throws(ComputeFailure) -> UInt32 {
      let source = faults.refusesPrograms ? source + "#error refused\n" : source
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
      gl.attachShader(program, shader)
      gl.linkProgram(program)
      gl.getProgramiv(program, Compute.linkStatus, &status)
      guard status != 0 else { throw .noProgram(Self.log { gl.getProgramInfoLog(program, $0, nil, $1) }) }
      return program
    }

    private static func log(_ read: (Int32, UnsafeMutablePointer<CChar>) -> Void) -> String {
      var bytes = [CChar](repeating: 0, count: 512)
      read(Int32(bytes.count), &bytes)
      let text = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }
#endif
