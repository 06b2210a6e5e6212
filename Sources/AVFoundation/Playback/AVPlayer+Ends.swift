#if Media
  import CoreMedia
  import Dispatch
  import Foundation
  import QuartzCore

  /// Ends of items, and the timers that find them.
  extension AVPlayer {
    /// True while a timer waits for the end of an item, or for what is known of it.
    package var waitsForEnd: Bool { endTimer.isSet }

    /// Follows the player with a layer.
    func add(_ follower: any PlayerFollower) {
      state.withLock { $0.layers.append(WeakFollower(follower: follower)) }
    }

    /// Ends following.
    func remove(_ follower: any PlayerFollower) {
      state.withLock { state in state.layers.removeAll { $0.follower == nil || $0.follower === follower } }
    }

    /// What is shown from now on.
    var currentPlayback: Playback {
      settle()
      return state.withLock { $0.playback }
    }

    /// Begins a playback that was started by the machine's clock with the time line that the thread records.
    func joinRecordedTimeLine() {
      guard CALayer.mediaTimeIsRecorded else { return }
      let now = clockTime
      // At once: the machine's time goes on while items are read.
      let items = state.withLock { state -> [AVPlayerItem] in
        guard !state.playback.isRecorded else { return [] }
        (state.playback.anchor, state.playback.isRecorded) = (now, true)
        return state.items
      }
      guard !items.isEmpty else { return }
      endTimer.cancel()
      // Ends must be known before pictures are drawn.
      for item in items { item.prepareNow() }
      itemChanged()
    }

    /// Does what is due at the ends of items that were reached.
    func settle() {
      while let ended = takeEnd() {
        prepareAhead()
        tellFollowers()
        NotificationCenter.default.post(name: AVPlayerItem.didPlayToEndTimeNotification, object: ended)
      }
    }

    /// Goes on after the end of the current item, if it was reached; returns the item.
    private func takeEnd() -> AVPlayerItem? {
      state.withLock { state -> AVPlayerItem? in
        let now = Self.clock(of: state.playback)
        guard let item = state.items.first, let end = state.playback.endOfCurrent, end <= now else {
          return nil
        }
        let place = state.playback.place(at: end)
        switch state.action {
        case .none:
          // The rate stays; the end is reported once.
          guard !state.hasReportedEnd(of: item) else { return nil }
          state.reportedEnd = ObjectIdentifier(item)
        case .pause:
          (state.rate, state.playback.rate) = (0, 0)
          state.playback.time = CMTime(
            seconds: place.entry == 0 ? place.seconds : 0,
            preferredTimescale: Self.timescale
          )
          state.playback.anchor = end
        case .advance:
          item.storedTime =
            state.playback.entries.first.map {
              CMTime(seconds: $0.range.end, preferredTimescale: Self.timescale)
            } ?? .zero
          item.player = nil
          state.items.removeFirst()
          state.dropLoop()
          state.playback.entries.removeFirst()
          state.playback.time = CMTime(
            seconds: state.playback.entries.first?.range.start ?? 0,
            preferredTimescale: Self.timescale
          )
          (state.playback.anchor, state.hasStarted, state.startsEarly) = (end, false, false)
          state.findStart()
          // The rate is for what is inserted next.
          if !state.hasStarted { state.playback.rate = 0 }
        }
        return item
      }
    }

    /// Sets the timers of ends and observers for the present state; recorded time lines have none.
    func schedule() {
      // Released after the lock: with a block end objects of the program.
      _ = scheduling.withLock { _ in setTimers() }
    }

    /// Sets timers while ``scheduling`` is held; returns what they were set for.
    private func setTimers() -> (Playback, [TimeObserver]) {
      let (playback, observers, isWaiting, isOver) = state.withLock { state in
        (
          state.playback, state.observers, state.isWaiting,
          state.items.first.map(state.hasReportedEnd) ?? false
        )
      }
      sound.update(playback)
      guard !playback.isRecorded else {
        endTimer.cancel()
        for observer in observers { observer.cancel() }
        return (playback, observers)
      }
      for observer in observers { observer.schedule(playback) }
      let isKnown = playback.entries.first.map { $0.range.end.isFinite } ?? true
      let waits = isWaiting || (playback.rate != 0 && !isKnown)
      // An end that was reported is no event any more.
      let end = isOver ? nil : playback.endOfCurrent
      guard let delay = end.map({ max($0 - CACurrentMediaTime(), 0) }) ?? (waits ? 0.05 : nil) else {
        endTimer.cancel()
        return (playback, observers)
      }
      endTimer.set(after: delay) { [weak self] in
        guard let self else { return }
        settle()
        // An end may have become known.
        if waits { itemsBecameKnown() } else { schedule() }
      }
      return (playback, observers)
    }

    /// Sets the timer of an observer after its block, which may have changed the player or removed the observer.
    ///
    /// - Parameters:
    ///   - observer: The observer.
    ///   - body: Sets the timer for what is shown now.
    func goOn(_ observer: TimeObserver, _ body: (Playback) -> Void) {
      settle()
      _ = scheduling.withLock { _ -> Playback? in
        let playback = state.withLock { state in
          state.observers.contains { $0 === observer } ? state.playback : nil
        }
        guard let playback, !playback.isRecorded else { return nil }
        body(playback)
        return playback
      }
    }

    /// Takes lengths that became known and lets time run, on a timer's thread, without touching layers.
    private func itemsBecameKnown() {
      let starts = state.withLock { state -> Bool in
        guard !state.playback.isRecorded else { return false }
        for (index, item) in state.items.enumerated() where state.playback.entries.indices.contains(index) {
          guard !state.playback.entries[index].range.end.isFinite else { continue }
          state.playback.entries[index].range.end = item.entry().range.end
        }
        return state.start(at: Self.clock(of: state.playback))
      }
      if starts { tellFollowers() }
      schedule()
    }

    /// Tells layers on the main thread that time began to run, or that an item ended, on live time lines.
    private func tellFollowers() {
      guard !state.withLock({ $0.playback.isRecorded || $0.layers.isEmpty }) else { return }
      DispatchQueue.main.async { [weak self] in
        let followers = self?.state.withLock { state in
          state.playback.isRecorded ? [] : state.layers.compactMap(\.follower)
        }
        for follower in followers ?? [] { follower.playerDidMoveOn() }
      }
    }

    /// Reads the current item and the two after it; those that follow are read when it is their turn.
    ///
    /// A queue of many items opens few files at a time, and goes on without a stop over one that is short.
    func prepareAhead() {
      let items = state.withLock { $0.items }
      if CALayer.mediaTimeIsRecorded {
        // Recorded time does not wait.
        for item in items { item.prepareNow() }
      } else {
        for item in items.prefix(3) { item.prepare() }
      }
    }
  }

  extension AVPlayer.State {
    /// True while time will run as soon as the current item can be played.
    var isWaiting: Bool { rate != 0 && !hasStarted && items.first.map { $0.status != .failed } ?? false }

    /// Finds out whether the current item can be played.
    mutating func findStart() {
      guard let item = items.first, !hasStarted else { return }
      hasStarted = item.canStart(withoutPictures: startsEarly || !waitsForPictures)
    }

    /// Lets time run at the rate from a time of the clock on, if the current item can be played now; true if it begins then.
    @discardableResult
    mutating func start(at clock: Double) -> Bool {
      let hadStarted = hasStarted
      findStart()
      guard hasStarted, !hadStarted, playback.rate != rate else { return false }
      (playback.anchor, playback.rate) = (clock, rate)
      return true
    }
  }

  /// A timer that fires once.
  final class OneShotTimer: Sendable {
    private let source = Locked<(any DispatchSourceTimer)?>(nil)
    private static let queue = DispatchQueue(label: "strata.player")

    /// True from when it was set until it is cancelled, also after it fired.
    var isSet: Bool { source.withLock { $0 != nil } }

    /// Fires after a number of seconds, in place of what was set before.
    func set(after seconds: Double, queue: DispatchQueue? = nil, _ action: @escaping @Sendable () -> Void) {
      let timer = DispatchSource.makeTimerSource(queue: queue ?? Self.queue)
      timer.schedule(deadline: .now() + min(seconds, 1e8), leeway: .milliseconds(1))
      timer.setEventHandler(handler: action)
      source.withLock {
        $0?.cancel()
        $0 = timer
      }
      timer.resume()
    }

    func cancel() {
      source.withLock {
        $0?.cancel()
        $0 = nil
      }
    }
  }
#endif
