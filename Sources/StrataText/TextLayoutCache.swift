#if Text
  import Synchronization

  /// The shaping engine behind a lock, and a cache of layouts and font metrics.
  final class TextLayoutCache: Sendable {
    private struct Contents: ~Copyable {
      let engine = PangoEngine()
      var layouts: [TextLayoutRequest: TextLayout] = [:]
      var metrics: [FontDescription: FontMetrics] = [:]

      mutating func removeAll() {
        layouts = [:]
        metrics = [:]
      }
    }

    /// The capacity of the caches; a frame rarely has more texts.
    ///
    /// A full cache is cleared, which costs one frame of shaping and needs no record of use.
    private static let capacity = 512

    private let contents = Mutex(Contents())

    func layout(_ request: TextLayoutRequest) -> TextLayout {
      contents.withLock { contents in
        if let known = contents.layouts[request] { return known }
        let fresh = contents.engine.layout(request)
        if contents.layouts.count >= Self.capacity { contents.layouts.removeAll(keepingCapacity: true) }
        contents.layouts[request] = fresh
        return fresh
      }
    }

    func withEngine<Result>(_ body: (PangoEngine) -> sending Result) -> sending Result {
      contents.withLock { body($0.engine) }
    }

    func register(fontFile path: String) -> Bool {
      contents.withLock { contents in
        guard contents.engine.register(fontFile: path) else { return false }
        contents.removeAll()
        return true
      }
    }

    func removeAll() {
      contents.withLock { contents in
        contents.removeAll()
        contents.engine.faces.removeGlyphs()
      }
    }

    func metrics(of font: FontDescription) -> FontMetrics {
      contents.withLock { contents in
        if let known = contents.metrics[font] { return known }
        let fresh = contents.engine.metrics(of: font)
        if contents.metrics.count >= Self.capacity { contents.metrics.removeAll() }
        contents.metrics[font] = fresh
        return fresh
      }
    }
  }
#endif
