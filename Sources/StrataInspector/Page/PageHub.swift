#if Inspector
  import Foundation
  import Synchronization

  /// All open pages of one source, and the thread that serves them.
  final class PageHub: Sendable {
    let exports = FilmExport()
    private let thread = InspectorThread()
    private let owned = OwnedPages()
    private let count = Mutex(0)

    /// The most pages that are open at once.
    private static let mostPages = 64

    /// What belongs to the inspector's thread.
    private final class OwnedPages: @unchecked Sendable {  // Used on the inspector's thread.
      var source: (any InspectionSource)?
      var sessions: [Int: PageSession] = [:]
      var outboxes: [Int: Outbox] = [:]

      /// Runs a change that a page asked for; the others hear of it, and all of them if layers have new names.
      func telling(all author: PageSession?, of change: () throws -> Void) throws {
        guard let document = source as? DocumentSource else { return try change() }
        let (reading, places) = (document.readings, sessions.mapValues { $0.kept(in: document) })
        defer {
          for (number, session) in sessions {
            if document.readings != reading, let places = places[number] {
              session.restore(places, in: document)
            } else if session !== author {
              session.noteChange()
            }
            session.sourceChanged()
          }
        }
        try change()
      }
    }

    init() {}

    /// Makes the source on the inspector's thread.
    ///
    /// - Parameters:
    ///   - yields: True if the thread works beside those of a program, which go first.
    ///   - make: Makes the source.
    /// - Throws: The error of `make`.
    func start(
      yields: Bool = false,
      _ make: @escaping @Sendable () throws -> any InspectionSource
    ) throws {
      if yields { thread.yieldToProgram() }
      let failure = thread.performAndWait { [owned] () -> (any Error)? in
        do {
          owned.source = try make()
          return nil
        } catch {
          return error
        }
      }
      if let failure = failure.flatMap({ $0 }) { throw failure }
    }

    func stop() {
      _ = thread.performAndWait { [owned] in
        for session in owned.sessions.values { session.noteEnd() }
        if !owned.sessions.isEmpty { owned.source?.pagesChanged(areOpen: false) }
        for outbox in owned.outboxes.values { outbox.close() }
        (owned.sessions, owned.outboxes, owned.source) = ([:], [:], nil)
      }
      thread.stop()
      exports.close()
    }

    // MARK: Pages

    /// Opens a page; its messages go to an outbox.
    func open(_ outbox: Outbox) -> Int {
      let number = count.withLock { count in
        count += 1
        return count
      }
      thread.perform { [owned, exports, thread] in
        guard let source = owned.source, owned.sessions.count < Self.mostPages else {
          outbox.post(.close(.tryAgainLater))
          return outbox.close()
        }
        let session = PageSession(source, exports) { data, isBinary in
          outbox.post(WebSocketFrame(opcode: isBinary ? .binary : .text, payload: data))
        }
        session.changing = { [weak session] change in try owned.telling(all: session, of: change) }
        session.later = { delay in
          thread.perform(after: delay) { [weak owned] in owned?.sessions[number]?.lookAtRows() }
        }
        session.isBehind = { outbox.isFull }
        (owned.sessions[number], owned.outboxes[number]) = (session, outbox)
        if owned.sessions.count == 1 { source.pagesChanged(areOpen: true) }
      }
      return number
    }

    func close(_ number: Int) {
      thread.perform { [owned] in
        owned.outboxes[number] = nil
        guard owned.sessions.removeValue(forKey: number) != nil else { return }
        if owned.sessions.isEmpty { owned.source?.pagesChanged(areOpen: false) }
      }
    }

    /// Handles a message of a page; waits until it is handled.
    func receive(_ message: Data, from number: Int) {
      _ = thread.performAndWait { [owned] in owned.sessions[number]?.receive(message) }
    }

    // MARK: Changes of the source

    /// Reads the document again, and updates all pages.
    func reload() {
      thread.perform { [owned] in
        guard let document = owned.source as? DocumentSource else { return }
        let places = owned.sessions.mapValues { $0.kept(in: document) }
        guard document.reload() else { return }
        for (number, session) in owned.sessions {
          if let places = places[number] { session.restore(places, in: document) }
          session.sourceChanged()
        }
      }
    }

    /// Seconds between two looks at what a render thread has shown.
    private static let frameInterval = 0.01

    /// Takes in what a render thread has shown, and sends what waits for it; goes on until nothing has been shown.
    func takeFrames(from inbox: FrameInbox) {
      thread.perform { [weak self, owned] in
        guard let program = owned.source as? ProgramSource, let frames = inbox.take() else { return }
        program.add(frames)
        for session in owned.sessions.values { session.sourceChanged() }
        self?.lookAgain(at: inbox)
      }
    }

    private func lookAgain(at inbox: FrameInbox) {
      thread.perform(after: Self.frameInterval) { [weak self] in self?.takeFrames(from: inbox) }
    }

    /// Lets a program look at the names of its layers after some seconds, while pages are open.
    func refreshNames(after delay: Double) {
      thread.perform(after: delay) { [owned] in
        guard !owned.sessions.isEmpty else { return }
        (owned.source as? ProgramSource)?.refreshDueNames()
      }
    }

    /// Tells pages the names of layers that have changed.
    func noteNames() {
      thread.perform { [owned] in
        for session in owned.sessions.values { session.noteNames() }
      }
    }
  }
#endif
