#if Media
  public import CoreMedia
  public import Dispatch
  public import Foundation
  import QuartzCore

  /// Blocks that follow the time of a player.
  extension AVPlayer {
    /// Calls a block each time the item's time passes a multiple of an interval, and when it jumps, starts or stops.
    ///
    /// The block is also called once with the time at which it is added.
    ///
    /// - Parameters:
    ///   - interval: The interval, above zero.
    ///   - queue: The queue of the block; nil for the main queue.
    ///   - block: Gets the time.
    /// - Returns: The observer; keep it, and remove it in the end.
    public func addPeriodicTimeObserver(
      forInterval interval: CMTime,
      queue: DispatchQueue?,
      using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
      let seconds = interval.isNumber ? interval.seconds : 0
      return add(TimeObserver(.interval(max(seconds, 0.001)), queue: queue, player: self, block))
    }

    /// Calls a block each time the item's time passes one of some times.
    ///
    /// - Parameters:
    ///   - times: The times of the item, as value objects; an object of something else has no effect.
    ///   - queue: The queue of the block; nil for the main queue.
    ///   - block: Called without arguments.
    /// - Returns: The observer; keep it, and remove it in the end.
    public func addBoundaryTimeObserver(
      forTimes times: [NSValue],
      queue: DispatchQueue?,
      using block: @escaping @Sendable () -> Void
    ) -> Any {
      addBoundaryTimeObserver(forTimes: times.map(\.timeValue), queue: queue, using: block)
    }

    /// Calls a block each time the item's time passes one of some times, which are not wrapped into objects.
    @_disfavoredOverload
    public func addBoundaryTimeObserver(
      forTimes times: [CMTime],
      queue: DispatchQueue?,
      using block: @escaping @Sendable () -> Void
    ) -> Any {
      let seconds = times.filter(\.isNumber).map(\.seconds).sorted()
      return add(TimeObserver(.times(seconds), queue: queue, player: self) { _ in block() })
    }

    /// Removes an observer; its block may still run once if it was about to.
    public func removeTimeObserver(_ observer: Any) {
      guard let observer = observer as? TimeObserver else { return }
      state.withLock { state in state.observers.removeAll { $0 === observer } }
      scheduling.withLock { _ in observer.cancel() }
    }

    private func add(_ observer: TimeObserver) -> Any {
      state.withLock { $0.observers.append(observer) }
      schedule()
      return observer
    }
  }

  /// A block that is called at times of an item.
  final class TimeObserver: Sendable {
    /// When a block is called.
    enum Moments: Sendable {
      case interval(Double)
      case times([Double])
    }

    private let moments: Moments
    private let queue: DispatchQueue
    private let block: @Sendable (CMTime) -> Void
    private let timer = OneShotTimer()
    private weak let player: AVPlayer?
    /// What was shown when the block of an interval was last called for a change.
    private let reported = Locked<Playback?>(nil)

    init(
      _ moments: Moments,
      queue: DispatchQueue?,
      player: AVPlayer,
      _ block: @escaping @Sendable (CMTime) -> Void
    ) {
      (self.moments, self.queue, self.block) = (moments, queue ?? .main, block)
      self.player = player
    }

    deinit { timer.cancel() }

    func cancel() { timer.cancel() }

    /// Calls the block of an interval if the time jumped, started or stopped, and sets the timer of the next moment.
    func schedule(_ playback: Playback) {
      let now = CACurrentMediaTime()
      if case .interval = moments, isChange(playback, at: now) {
        let time = playback.exactTime(at: now)
        queue.async { [block] in block(time) }
      }
      let place = playback.place(at: now)
      // Beyond the current item nothing follows until the player has gone on.
      wait(
        playback,
        for: place.entry == 0 ? next(after: Moment(place.seconds, place.loops), in: playback) : nil
      )
    }

    /// True if a playback shows another time than the last one would show, or runs at another rate.
    private func isChange(_ playback: Playback, at clock: Double) -> Bool {
      reported.withLock { last in
        defer { last = playback }
        guard let last, last.rate == playback.rate else { return true }
        return abs(last.place(at: clock).seconds - playback.place(at: clock).seconds) > 1e-6
      }
    }

    /// Sets the timer of a moment; none for nil.
    private func wait(_ playback: Playback, for moment: Moment?) {
      guard let moment else { return timer.cancel() }
      var seconds = moment.seconds - playback.time.seconds
      if moment.round > 0, let range = playback.entries.first?.range {
        seconds += Double(moment.round) * (range.end - range.start)
      }
      let clock = playback.anchor + seconds / playback.rate
      timer.set(after: max(clock - CACurrentMediaTime(), 0), queue: queue) { [weak self] in
        guard let self, let player, player.currentPlayback.rate != 0 else { return }
        block(CMTime(seconds: moment.seconds, preferredTimescale: AVPlayer.timescale))
        player.goOn(self) { now in
          // A change may have come between the moment and this call, or in the block.
          guard now.runs(as: playback) else { return self.schedule(now) }
          self.wait(now, for: self.next(after: moment, in: now))
        }
      }
    }

    /// A time of the current item, in seconds, in a round of a loop.
    private struct Moment {
      var seconds: Double
      var round: Int
      init(_ seconds: Double, _ round: Int) { (self.seconds, self.round) = (seconds, round) }
    }

    /// The moment that play reaches after another one; nil if none follows before the end of the item.
    private func next(after moment: Moment, in playback: Playback) -> Moment? {
      guard playback.rate != 0, let entry = playback.entries.first else { return nil }
      let (start, end) = entry.range
      guard playback.rate > 0 else {
        return last(before: moment.seconds).flatMap { $0 >= start ? Moment($0, 0) : nil }
      }
      let next = first(from: moment.seconds, isIncluded: false)
      guard entry.loops, end > start else { return next.flatMap { $0 <= end ? Moment($0, 0) : nil } }
      if let next, next < end { return Moment(next, moment.round) }
      return first(from: start, isIncluded: true).flatMap { $0 < end ? Moment($0, moment.round + 1) : nil }
    }

    /// The first moment from a time on, or after it: one that was just reported is not the next one.
    private func first(from seconds: Double, isIncluded: Bool) -> Double? {
      let slack = isIncluded ? -1e-6 : 1e-6
      return switch moments {
      case .interval(let interval):
        isIncluded
          ? (seconds / interval + slack).rounded(.up) * interval
          : ((seconds / interval + slack).rounded(.down) + 1) * interval
      case .times(let times): times.first { $0 > seconds + slack }
      }
    }

    private func last(before seconds: Double) -> Double? {
      switch moments {
      case .interval(let interval): ((seconds / interval - 1e-6).rounded(.up) - 1) * interval
      case .times(let times): times.last { $0 < seconds - 1e-6 }
      }
    }
  }

  extension Playback {
    /// True if the current item has the time at any clock that it has in another playback.
    fileprivate func runs(as other: Playback) -> Bool {
      rate == other.rate && anchor == other.anchor && time == other.time
        && entries.first?.source === other.entries.first?.source
    }
  }
#endif
