import StrataCPU
import StrataCompositor

/// How the memory that a renderer may keep is shared out.
struct CacheBudget {
  static let initial = 192 << 20

  /// A third is for finished surfaces, the rest for tiles out of sight.
  static func set(_ bytes: Int, _ backend: BandBackend, _ retained: RetainedFrame) {
    backend.rasterBudget = max(0, bytes) / 3
    retained.tileBudget = max(0, bytes) - max(0, bytes) / 3
  }

  /// Gives everything back that is not shown.
  static func release(_ backend: BandBackend, _ retained: RetainedFrame) {
    backend.dropCaches()
    retained.dropCaches()
  }
}
