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
      observer.cancel()
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
      wait(playback, after: playback.place(at: now).seconds)
    }

    /// True if a playback shows another time than the last one would show, or runs at another rate.
    private func isChange(_ playback: Playback, at clock: Double) -> Bool {
      reported.withLock { last in
        defer { last = playback }
        guard let last, last.rate == playback.rate else { return true }
        return abs(last.place(at: clock).seconds - playback.place(at: clock).seconds) > 1e-6
      }
    }

    /// Sets the timer of the next moment after a time of the item, in seconds.
    private func wait(_ playback: Playback, after seconds: Double) {
      guard playback.rate != 0, let next = next(after: seconds, isForward: playback.rate > 0) else {
        return timer.cancel()
      }
      let clock = playback.anchor + (next - playback.time.seconds) / playback.rate
      timer.set(after: max(clock - CACurrentMediaTime(), 0), queue: queue) { [weak self] in
        guard let self, let player, case let now = player.currentPlayback, now.rate != 0 else { return }
        block(CMTime(seconds: next, preferredTimescale: AVPlayer.timescale))
        wait(now, after: next)
      }
    }

    private func next(after seconds: Double, isForward: Bool) -> Double? {
      switch moments {
      case .interval(let interval):
        // A moment that was just reported is not the next one.
        let count = seconds / interval
        return (isForward ? (count + 1e-6).rounded(.down) + 1 : (count - 1e-6).rounded(.up) - 1) * interval
      case .times(let times):
        return isForward ? times.first { $0 > seconds + 1e-6 } : times.last { $0 < seconds - 1e-6 }
      }
    }
  }
#endif
