#if GPU
  package import StrataEGL
  import StrataFrame

  /// The reason why the device does not draw.
  package enum ComputeFailure: Error, Equatable, CustomStringConvertible {
    /// EGL has no display, no context, or does not make it current.
    case noContext(GLFailure)
    /// The driver offers another version of OpenGL ES than is needed; the text is the driver's.
    case oldVersion(String)
    /// The driver lacks a function.
    case noFunction(String)
    /// The driver allows fewer buffers, or smaller ones, than compositing needs.
    case tooSmall(String)
    /// The driver refuses a program, for the reason that it gives.
    case noProgram(String)
    /// The context was lost.
    case lost
    /// A command failed, as a rule for want of memory.
    case command(String)

    package var description: String {
      switch self {
      case .noContext(let reason): "\(reason)"
      case .oldVersion(let version): "the driver offers \(version); OpenGL ES 3.1 is needed"
      case .noFunction(let name): "the driver has no \(name)"
      case .tooSmall(let what): "the driver has too few resources: \(what)"
      case .noProgram(let log): "the driver does not compile the compositing program: \(log)"
      case .lost: "the context of the graphics processor was lost"
      case .command(let error): "a command of the graphics processor failed: \(error)"
      }
    }
  }
#endif
