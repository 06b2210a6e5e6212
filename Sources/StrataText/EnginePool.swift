#if Text
  import Synchronization

  /// Shaping engines, as Pango and FreeType serve one thread at a time.
  ///
  /// The second engine is made when two threads shape at once, and so on: each has fonts and glyphs of its own.
  final class EnginePool: Sendable {
    private final class Place: Sendable {
      let engine = Mutex<PangoEngine?>(nil)

      func withEngine<Result>(_ body: (PangoEngine) -> sending Result) -> sending Result {
        engine.withLock { Self.run(&$0, body) }
      }

      /// Nil if another thread has the engine.
      func withEngineIfFree<Result>(_ body: (PangoEngine) -> sending Result) -> sending Result? {
        engine.withLockIfAvailable { Self.run(&$0, body) }
      }

      private static func run<Result>(
        _ engine: inout sending PangoEngine?,
        _ body: (PangoEngine) -> sending Result
      ) -> sending Result {
        let known = engine ?? PangoEngine()
        engine = known
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

    /// Changes the fonts of the process while no engine works, and closes a file in all of them; returns false if `change`
    /// does nothing.
    func register(closing path: String? = nil, _ change: () -> Bool) -> Bool {
      // Fontconfig's list of fonts belongs to the process: nobody may read it meanwhile.
      func register(after place: Int) -> Bool {
        guard place < places.count else { return change() }
        return places[place].engine.withLock { engine in
          let isChanged = register(after: place + 1)
          // An engine that found no fonts at all is made anew.
          if isChanged, engine?.fontsChanged() == false { engine = nil }
          if let path { engine?.faces.close(path) }
          return isChanged
        }
      }
      return register(after: 0)
    }
  }
#endif
