import Foundation
import Synchronization

/// What computes the pixels of pictures.
///
/// Pictures of the two backends differ by one level for each step of blending at most, and are mostly equal to the byte;
/// the article "Backends" lists the exceptions. Pictures of one backend are always the same.
public enum RenderBackend: String, Sendable, Hashable, CaseIterable {
  /// A graphics processor with OpenGL ES 3.1, if the machine has one; else the processor.
  case automatic = "auto"
  /// The processor, on the threads of the renderer.
  case processor = "cpu"
  /// OpenGL ES 3.1, also where a driver computes it on the processor. The processor draws if there is none.
  case graphics = "gpu"

  /// The environment variable that names the backend.
  static let variable = "STRATA_BACKEND"

  private static let chosen = Mutex<RenderBackend?>(nil)

  /// The backend of renderers and windows that are given none, from now on.
  ///
  /// It is that of the environment variable `STRATA_BACKEND`, which is `auto`, `cpu` or `gpu`, until it is set; the processor
  /// without one. Why the processor draws instead of another backend is logged once.
  ///
  /// - Thread: Any.
  public static var standard: RenderBackend {
    get { chosen.withLock { $0 } ?? ofEnvironment }
    set { chosen.withLock { $0 = newValue } }
  }

  private static var ofEnvironment: RenderBackend {
    guard let name = ProcessInfo.processInfo.environment[variable], !name.isEmpty else { return .processor }
    if let known = RenderBackend(rawValue: name) { return known }
    let names = allCases.map(\.rawValue).joined(separator: ", ")
    DefaultBackend.note("\(variable) is \"\(name)\" and must be one of \(names); the processor draws")
    return .processor
  }
}
