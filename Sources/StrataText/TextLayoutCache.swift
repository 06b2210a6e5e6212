#if Text
  import Synchronization

  /// The shaping engines, each behind a lock, and a cache of layouts and font metrics.
  final class TextLayoutCache: Sendable {
    private struct Contents: ~Copyable {
      var layouts: [TextLayoutRequest: TextLayout] = [:]
      var metrics: [FontDescription: FontMetrics] = [:]
      /// Grows when fonts change, so that layouts of before are not kept.
      var generation = 0
    }

    /// The capacity of the caches; a frame rarely has more texts.
    ///
    /// A full cache is cleared, which costs one frame of shaping and needs no record of use.
    private static let capacity = 512

    private let contents = Mutex(Contents())
    private let engines = EnginePool()

    /// The layout of a request; threads that ask for different ones shape at the same time.
    func layout(_ request: TextLayoutRequest) -> TextLayout {
      let (known, generation) = contents.withLock { ($0.layouts[request], $0.generation) }
      if let known { return known }
      let fresh = engines.withFreeEngine { $0.layout(request) }
      return contents.withLock { contents in
        // Equal texts share one layout, whichever thread was first.
        if let known = contents.layouts[request] { return known }
        guard contents.generation == generation else { return fresh }
        if contents.layouts.count >= Self.capacity { contents.layouts.removeAll(keepingCapacity: true) }
        contents.layouts[request] = fresh
        return fresh
      }
    }

    func withEngine<Result>(_ body: (PangoEngine) -> sending Result) -> sending Result {
      engines.withFreeEngine(body)
    }

    func register(fontFile path: String) -> Bool {
      guard engines.register(fontFile: path) else { return false }
      contents.withLock { contents in
        (contents.layouts, contents.metrics) = ([:], [:])
        contents.generation += 1
      }
      return true
    }

    func removeAll() {
      contents.withLock { ($0.layouts, $0.metrics) = ([:], [:]) }
      engines.forEach { $0.faces.removeGlyphs() }
    }

    func metrics(of font: FontDescription) -> FontMetrics {
      let (known, generation) = contents.withLock { ($0.metrics[font], $0.generation) }
      if let known { return known }
      let fresh = engines.withFreeEngine { $0.metrics(of: font) }
      contents.withLock { contents in
        guard contents.generation == generation else { return }
        if contents.metrics.count >= Self.capacity { contents.metrics.removeAll() }
        contents.metrics[font] = fresh
      }
      return fresh
    }
  }
#endif
