import ArgumentParser
import StrataRenderServer

/// The option that selects what draws, which several commands have.
struct BackendOption: ExpressibleByArgument {
  static let help: ArgumentHelp = """
    What draws: auto, cpu, or gpu (OpenGL ES 3.1). Default: that of STRATA_BACKEND, or cpu. The processor draws where there \
    is no other, and the reason is written.
    """
  static var allValueStrings: [String] { RenderBackend.allCases.map(\.rawValue) }

  let backend: RenderBackend

  init?(argument: String) {
    guard let backend = RenderBackend(rawValue: argument) else { return nil }
    self.backend = backend
  }
}
