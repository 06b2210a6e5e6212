#if Media
  import CoreMedia
  import Dispatch
  import Foundation
  import QuartzCore

  /// Ends of items, and the timers that find them.
  extension AVPlayer {
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
        NotificationCenter.default.post(name: AVPlayerItem.didPlayToEndTimeNotification, object: ended)
      }
    }

    /// Goes on after the end of the current item, if it was reached; returns the item.
    private func takeEnd() -> AVPlayerItem? {
      state.withLock { state -> AVPlayerItem? in
        let now = Self.clock(of: state.playback)
        guard let item = state.items.first, let end = state.playback.endOfCurrent, end <= now else {
          if let first = state.playback.entries.first, first.loops {
            state.loops = state.playback.place(at: now).loops
          }
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
      let (playback, observers, isWaiting) = state.withLock { ($0.playback, $0.observers, $0.isWaiting) }
      sound.update(playback)
      guard !playback.isRecorded else {
        endTimer.cancel()
        for observer in observers { observer.cancel() }
        return
      }
      for observer in observers { observer.schedule(playback) }
      let isKnown = playback.entries.first.map { $0.range.end.isFinite } ?? true
      let waits = isWaiting || (playback.rate != 0 && !isKnown)
      guard
        let delay = playback.endOfCurrent.map({ max($0 - CACurrentMediaTime(), 0) }) ?? (waits ? 0.05 : nil)
      else { return endTimer.cancel() }
      endTimer.set(after: delay) { [weak self] in
        guard let self else { return }
        settle()
        // An end may have become known.
        if waits { itemsBecameKnown() } else { schedule() }
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
      if starts {
        DispatchQueue.main.async { [weak self] in
          let followers = self?.state.withLock { state in
            state.playback.isRecorded ? [] : state.layers.compactMap(\.follower)
          }
          for follower in followers ?? [] { follower.playerDidStart() }
        }
      }
      schedule()
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
