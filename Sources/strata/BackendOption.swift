import ArgumentParser
import StrataRenderServer

extension RenderBackend: ExpressibleByArgument {}

/// The option that selects what draws, which several commands have.
enum BackendOption {
  static let help: ArgumentHelp = """
    What draws: auto, cpu, or gpu (OpenGL ES 3.1). Default: that of STRATA_BACKEND, or cpu. The processor draws where there \
    is no other, and the reason is written.
    """
}
