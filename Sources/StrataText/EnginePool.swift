#if Text
  import Synchronization

  /// Shaping engines, as Pango and FreeType serve one thread at a time.
  ///
  /// The second engine is made when two threads shape at once, and so on: each has fonts and glyphs of its own.
  final class EnginePool: Sendable {
    private final class Place: Sendable {
      let engine = Mutex<PangoEngine?>(nil)
      /// True while a thread has the engine.
      ///
      /// To try a lock that is held is a call of the system, to read this is not.
      private let isTaken = Atomic<Bool>(false)

      func withEngine<Result>(_ body: (PangoEngine) -> sending Result) -> sending Result {
        engine.withLock { run(&$0, body) }
      }

      /// Nil if another thread has the engine.
      func withEngineIfFree<Result>(_ body: (PangoEngine) -> sending Result) -> sending Result? {
        guard !isTaken.load(ordering: .relaxed) else { return nil }
        return engine.withLockIfAvailable { run(&$0, body) }
      }

      private func run<Result>(
        _ engine: inout sending PangoEngine?,
        _ body: (PangoEngine) -> sending Result
      ) -> sending Result {
        isTaken.store(true, ordering: .relaxed)
        defer { isTaken.store(false, ordering: .relaxed) }
        let known = engine ?? PangoEngine()
        engine = known
        known.begin()
        return body(known)
      }
    }

    /// More threads than these wait for each other.
    private static let mostEngines = 4

    private let places = (0..<mostEngines).map { _ in Place() }

    /// Calls `body` with an engine that no other thread uses.
    func withFreeEngine<Result>(_ body: (PangoEngine) -> sending Result) -> sending Result {
      for place in places {
        if let result = place.withEngineIfFree(body) { return result }
      }
      return places[0].withEngine(body)
    }

    /// Calls `body` with each engine that was made.
    func forEach(_ body: (PangoEngine) -> Void) {
      for place in places {
        place.engine.withLock { engine in if let engine { body(engine) } }
      }
    }

    /// Calls `body` while no engine works.
    ///
    /// Fontconfig's list of fonts belongs to the process: no thread may read it while it changes.
    ///
    /// - Parameters:
    ///   - paths: Files that all engines close after `body`.
    ///   - body: Returns true if it changed the fonts.
    /// - Returns: What `body` returned.
    func withAllEnginesIdle(closing paths: [String] = [], _ body: () -> Bool) -> Bool {
      func run(after place: Int) -> Bool {
        guard place < places.count else { return body() }
        return places[place].engine.withLock { engine in
          let isChanged = run(after: place + 1)
          if isChanged { engine?.fontsChanged() }
          for path in paths { engine?.faces.close(path) }
          return isChanged
        }
      }
      return run(after: 0)
    }
  }
#endif
