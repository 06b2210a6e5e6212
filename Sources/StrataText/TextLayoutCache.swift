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

    /// Calls `body` with an engine that finds a font.
    func withEngine<Result>(
      for font: FontDescription,
      _ body: (PangoEngine) -> sending Result
    ) -> sending Result {
      GraphicsFonts.prepare(font.name)
      return engines.withFreeEngine(body)
    }

    func withEngine<Result>(_ body: (PangoEngine) -> sending Result) -> sending Result {
      engines.withFreeEngine(body)
    }

    /// Changes the fonts of the process, and closes a file of them; returns false if `change` does nothing.
    func register(closing path: String? = nil, _ change: () -> Bool) -> Bool {
      guard engines.register(closing: path, change) else { return false }
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
