#if Text
  import Synchronization

  /// The shaping engines, each behind a lock, and a cache of layouts and font metrics.
  final class TextLayoutCache: Sendable {
    /// The capacity of the caches; a frame rarely has more texts.
    private static let capacity = 1024

    /// The bytes that layouts may take, apart from up to eight with more than about sixty thousand glyphs each.
    private static let bytes = 64 << 20

    // Equal texts share one layout, whichever thread was first.
    private let layouts = ShardedCache<TextLayoutRequest, TextLayout>(capacity: capacity, bytes: bytes) {
      $0.memory + $1.memory
    }
    private let metrics = ShardedCache<FontDescription, FontMetrics>(capacity: capacity)
    private let engines = EnginePool()
    /// What empties the caches of what is made of layouts.
    private let dependents = Mutex<[@Sendable () -> Void]>([])

    /// The layout of a request; threads that ask for different ones shape at the same time.
    func layout(_ request: TextLayoutRequest) -> TextLayout {
      layouts.value(for: request) { areFound in
        let layout = GraphicsFonts.withFonts(named: request.runs.lazy.map(\.font.name), &areFound) {
          engines.withFreeEngine { $0.layout(request) }
        }
        // What is being made of it now is not to be kept either.
        if !areFound { emptyDependents() }
        return layout
      }
    }

    /// Adds what empties a cache of what is made of layouts; it is called whenever layouts are no longer those of before.
    func addDependent(_ empty: @escaping @Sendable () -> Void) { dependents.withLock { $0.append(empty) } }

    private func emptyDependents() {
      for empty in dependents.withLock(\.self) { empty() }
    }

    /// Calls `body` with an engine that finds a font.
    func withEngine<Result>(
      for font: FontDescription,
      _ body: (PangoEngine) -> sending Result
    ) -> sending Result {
      var isFound = true
      return withEngine(for: font, &isFound, body)
    }

    /// Calls `body`; sets `isFound` to false if the engine has a substitute for now.
    private func withEngine<Result>(
      for font: FontDescription,
      _ isFound: inout Bool,
      _ body: (PangoEngine) -> sending Result
    ) -> sending Result {
      GraphicsFonts.withFonts(named: CollectionOfOne(font.name), &isFound) { engines.withFreeEngine(body) }
    }

    func withEngine<Result>(_ body: (PangoEngine) -> sending Result) -> sending Result {
      engines.withFreeEngine(body)
    }

    /// Registers fonts that all text may get; returns false if `change` does nothing.
    func register(_ change: () -> Bool) -> Bool {
      guard engines.withAllEnginesIdle(change) else { return false }
      layouts.removeAll()
      metrics.removeAll()
      emptyDependents()
      return true
    }

    /// Changes private fonts, which only text that names them gets, so that all layouts stay true.
    func changePrivateFonts(closing paths: [String] = [], _ change: () -> Bool) -> Bool {
      engines.withAllEnginesIdle(closing: paths, change)
    }

    /// Calls `body` while no other thread reads or changes the fonts of the process.
    func withFontList(_ body: () -> Void) {
      _ = engines.withAllEnginesIdle {
        body()
        return false
      }
    }

    /// Drops all but the layouts and pictures that others hold.
    ///
    /// What shows them knows them by their numbers, and would take other ones for other text.
    func removeUnused() {
      engines.forEach { $0.removeCaches() }
      emptyDependents()
      layouts.removeAll { !$0.isInUse() }
      metrics.removeAll()
      GlyphPicture.cache.removeAll { !($0?.isInUse() ?? false) }
    }

    func metrics(of font: FontDescription) -> FontMetrics {
      metrics.value(for: font) { isFound in withEngine(for: font, &isFound) { $0.metrics(of: font) } }
    }
  }
#endif
