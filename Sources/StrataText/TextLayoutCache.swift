#if Text
  /// The shaping engines, each behind a lock, and a cache of layouts and font metrics.
  final class TextLayoutCache: Sendable {
    /// The capacity of the caches; a frame rarely has more texts.
    private static let capacity = 1024

    // Equal texts share one layout, whichever thread was first.
    private let layouts = ShardedCache<TextLayoutRequest, TextLayout>(capacity: capacity)
    private let metrics = ShardedCache<FontDescription, FontMetrics>(capacity: capacity)
    private let engines = EnginePool()

    /// The layout of a request; threads that ask for different ones shape at the same time.
    func layout(_ request: TextLayoutRequest) -> TextLayout {
      layouts.value(for: request) { engines.withFreeEngine { $0.layout(request) } }
    }

    func withEngine<Result>(_ body: (PangoEngine) -> sending Result) -> sending Result {
      engines.withFreeEngine(body)
    }

    /// Adds fonts to those of the process; returns false if `add` finds none.
    func register(_ add: () -> Bool) -> Bool {
      guard engines.register(add) else { return false }
      layouts.removeAll()
      metrics.removeAll()
      return true
    }

    func removeAll() {
      layouts.removeAll()
      metrics.removeAll()
      engines.forEach { $0.removeCaches() }
    }

    func metrics(of font: FontDescription) -> FontMetrics {
      metrics.value(for: font) { engines.withFreeEngine { $0.metrics(of: font) } }
    }
  }
#endif
