#if Media
  public import CoreMedia
  public import Foundation
  import QuartzCore

  /// Plays an item: a rate, and a time that follows the media time.
  ///
  /// Layers show the picture of the time: ``AVPlayerLayer``. A player that was started before an ``OfflineRenderer`` shows its layer
  /// begins with the renderer's time line, as animations do; changes inside `change(at:_:)` happen at that time. There the item's
  /// end and its observers are dealt with when the player is next asked.
  ///
  /// Sound is heard on live time lines of programs that have opened a window, at rates from 1/32 to 32, with its pitch kept. It
  /// begins some 0.1 s after a start or a seek. Without a device, and on recorded time lines, there is none.
  ///
  /// - Thread: That of its layers. Timers read it on threads of their own.
  open class AVPlayer: NSObject, @unchecked Sendable {  // The lock guards what timers read.
    /// The status of a player: whether it can play.
    public enum Status: Int, Sendable {
      /// It is not known yet.
      case unknown
      /// It can.
      case readyToPlay
      /// It cannot.
      case failed
    }

    /// What happens at the end of an item.
    public enum ActionAtItemEnd: Int, Sendable {
      /// The next item follows; only a queue has one.
      case advance
      /// The rate becomes 0.
      case pause
      /// The last picture stays, and the rate with it.
      case none
    }

    /// The state of a player's time: whether it runs.
    public enum TimeControlStatus: Int, Sendable {
      /// The rate is 0.
      case paused
      /// The rate is not 0, and there is nothing to play yet.
      case waitingToPlayAtSpecifiedRate
      /// Time runs.
      case playing
    }

    /// Why time does not run.
    public struct WaitingReason: RawRepresentable, Hashable, Sendable {
      /// The name.
      public let rawValue: String
      /// Creates a reason of its name.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// There is no item.
      public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
      /// It is not known yet whether the item can be played, or it cannot.
      public static let evaluatingBufferingRate = WaitingReason(
        rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason"
      )
      /// The pictures of the item are being opened.
      public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
    }

    struct State {
      /// What is shown; its rate is 0 while the player waits.
      var playback = Playback()
      /// The rate that was asked for.
      var rate = 0.0
      /// True once the current item could be played; its time runs at the rate from then on.
      var hasStarted = false
      /// True if time may run before the pictures are open.
      var startsEarly = false
      var waitsForPictures = true
      var items: [AVPlayerItem] = []
      var action = ActionAtItemEnd.pause
      /// The item that repeats, which is in the queue.
      var loop: LoopedItem?
      var observers: [TimeObserver] = []
      var layers: [WeakFollower] = []
      var volume: Float = 1
      var isMuted = false
      /// The item whose end was reported while its last picture stays.
      var reportedEnd: ObjectIdentifier?

      func hasReportedEnd(of item: AVPlayerItem) -> Bool { reportedEnd == ObjectIdentifier(item) }
    }

    struct WeakFollower {
      weak var follower: (any PlayerFollower)?
    }

    let state = Locked(State())
    /// Held while timers are set, so that they are those of the last state; the state's lock may be taken inside.
    let scheduling = Locked(())
    let endTimer = OneShotTimer()
    let sound = PlayerSound()

    /// Creates a player without an item.
    public override init() { super.init() }

    /// Creates a player of a file.
    public convenience init(url: URL) { self.init(playerItem: AVPlayerItem(url: url)) }

    /// Creates a player of an item; the program ends if another player has the item.
    public init(playerItem item: AVPlayerItem?) {
      super.init()
      setItems(item.map { [$0] } ?? [])
    }

    deinit {
      endTimer.cancel()
      sound.update(Playback())
    }

    // MARK: Items

    /// The item that is played.
    open var currentItem: AVPlayerItem? {
      settle()
      return state.withLock { $0.items.first }
    }

    /// Plays another item, from its own time, at the rate that was set; the program ends if another player has the item.
    open func replaceCurrentItem(with item: AVPlayerItem?) {
      guard item == nil || item !== currentItem else { return }
      setItems(item.map { [$0] } ?? [])
    }

    /// Sets the current item and those that follow.
    func setItems(_ items: [AVPlayerItem]) {
      for item in items {
        guard let player = item.player, player !== self else { continue }
        fatalError("an AVPlayerItem cannot be associated with more than one instance of AVPlayer")
      }
      let now = clockTime
      let old = state.withLock { state -> [AVPlayerItem] in
        let (old, former) = (state.items, state.playback)
        state.items = items
        if old.first !== items.first {
          let place = state.playback.place(at: now)
          if place.entry == 0 {
            old.first?.storedTime = CMTime(seconds: place.seconds, preferredTimescale: Self.timescale)
          }
          state.playback.time = items.first?.storedTime ?? .zero
          (state.playback.anchor, state.playback.rate) = (now, 0)
          state.playback.isRecorded = CALayer.mediaTimeIsRecorded
          (state.hasStarted, state.startsEarly) = (false, false)
        }
        state.noteRounds(of: former, at: now)
        return old
      }
      for item in old where !items.contains(where: { $0 === item }) { item.player = nil }
      for item in items { item.join(self) }
      prepareAhead()
      itemChanged()
    }

    /// Takes the items' entries again, after their ends changed or became known.
    package func itemChanged() {
      update { state in
        state.playback.entries = state.items.enumerated().map { index, item in
          var entry = item.entry()
          if index == 0, let loop = state.loop, loop.item === item {
            (entry.range, entry.loops) = (loop.range, true)
            if entry.range.end.isInfinite { entry.range.end = item.entry().range.end }
          }
          return entry
        }
      }
    }

    // MARK: State

    /// The status of the current item; unknown without one.
    open var status: Status {
      switch currentItem?.status {
      case nil, .unknown: .unknown
      case .readyToPlay: .readyToPlay
      case .failed: .failed
      }
    }

    /// Why the current item cannot be played.
    open var error: (any Error)? { status == .failed ? currentItem?.error : nil }

    /// What happens at the end of an item: pause, and in a queue advance.
    open var actionAtItemEnd: ActionAtItemEnd {
      get { state.withLock { $0.action } }
      set { update { $0.action = newValue } }
    }

    /// The state of time; it stands still while there is no item that can be played.
    open var timeControlStatus: TimeControlStatus {
      settle()
      return state.withLock { state in
        if state.rate == 0 { return .paused }
        return state.hasStarted ? .playing : .waitingToPlayAtSpecifiedRate
      }
    }

    /// Why time does not run although the rate is not 0; nil if it runs, or the rate is 0.
    open var reasonForWaitingToPlay: WaitingReason? {
      guard timeControlStatus == .waitingToPlayAtSpecifiedRate else { return nil }
      guard let item = currentItem else { return .noItemToPlay }
      return item.status == .readyToPlay ? .toMinimizeStalls : .evaluatingBufferingRate
    }

    /// True if the time of an item waits until its pictures can be shown; false to start when its length is known.
    open var automaticallyWaitsToMinimizeStalling: Bool {
      get { state.withLock { $0.waitsForPictures } }
      set { update { $0.waitsForPictures = newValue } }
    }

    /// The volume of the sound, 0 to 1 and 1 at first; a change is heard within 0.1 s.
    open var volume: Float {
      get { state.withLock { $0.volume } }
      set { setVolume { $0.volume = newValue.isNaN ? 0 : min(max(newValue, 0), 1) } }
    }

    /// True for silence, whatever the volume is.
    open var isMuted: Bool {
      get { state.withLock { $0.isMuted } }
      set { setVolume { $0.isMuted = newValue } }
    }

    private func setVolume(_ change: (inout State) -> Void) {
      let gain = state.withLock { state -> Float in
        change(&state)
        return state.isMuted ? 0 : state.volume
      }
      sound.setGain(gain)
    }

    /// How much later than its picture sound is heard, in seconds, on average; nil while none is.
    package var soundLag: Double? { sound.lag }

    /// The rate of ``play()``.
    open var defaultRate: Float = 1

    /// Item seconds per second: 0 stands still, negative rates run backwards.
    ///
    /// It stays while there is no item, and until the item can be played; ``timeControlStatus`` says whether time runs.
    /// A rate that is not finite is ignored.
    open var rate: Float {
      get {
        settle()
        return Float(state.withLock { $0.rate })
      }
      set { setRate(newValue, time: .invalid, atHostTime: .invalid) }
    }

    /// Plays at the default rate.
    open func play() { rate = defaultRate }

    /// Stands still.
    open func pause() { rate = 0 }

    /// Plays at a rate, from when the length of the item is known, without waiting for its pictures.
    open func playImmediately(atRate rate: Float) {
      state.withLock { $0.startsEarly = true }
      self.rate = rate
    }

    /// Sets the rate and a time of the item that it has at a time of the clock.
    ///
    /// - Parameters:
    ///   - rate: Item seconds per second.
    ///   - itemTime: The time; the current one if it is invalid.
    ///   - hostClockTime: The time of the clock; now if it is invalid.
    open func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
      guard rate.isFinite else { return }
      settle()
      let now = clockTime
      let anchor = hostClockTime.isNumber ? hostClockTime.seconds : now
      let isRecorded = CALayer.mediaTimeIsRecorded
      if isRecorded { startNow() }
      update { state in
        state.rate = Double(rate)
        guard !state.items.isEmpty else { return }
        state.findStart()
        let time = itemTime.isNumber ? itemTime : state.playback.exactTime(at: now)
        state.playback.time = time
        (state.playback.anchor, state.playback.rate) = (anchor, state.hasStarted ? Double(rate) : 0)
        state.playback.isRecorded = isRecorded
      }
    }

    /// Goes over to recorded time, which does not wait, and reads the items whose ends are not known.
    private func startNow() {
      joinRecordedTimeLine()
      let items = state.withLock { state in
        let isKnown = state.playback.entries.allSatisfy { $0.range.end.isFinite }
        return state.hasStarted && isKnown ? [] : state.items
      }
      guard !items.isEmpty else { return }
      for item in items { item.prepareNow() }
      itemChanged()
    }

    // MARK: Time

    /// Units of a second of times that follow from the clock.
    static let timescale: CMTimeScale = 1_000_000_000

    /// The time of the current item now; zero without one.
    open func currentTime() -> CMTime {
      settle()
      return state.withLock { state in
        state.items.isEmpty ? .zero : state.playback.exactTime(at: Self.clock(of: state.playback))
      }
    }

    /// Moves to a time, exactly.
    open func seek(to time: CMTime) { seek(to: time, completionHandler: { _ in }) }

    /// Moves to a time, exactly.
    open func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
      seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: completionHandler)
    }

    /// Moves to a time, or to a keyframe within the tolerances, which is shown faster.
    open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
      seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) { _ in }
    }

    /// Moves to a time, or to a keyframe within the tolerances, which is shown faster.
    ///
    /// A time before the start is the start, one after the end the end. The handler is called at once, with false for a time that
    /// is not a number and for a player without an item.
    open func seek(
      to time: CMTime,
      toleranceBefore: CMTime,
      toleranceAfter: CMTime,
      completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
      settle()
      if CALayer.mediaTimeIsRecorded { startNow() }
      guard let item = state.withLock({ $0.items.first }),
        let place = item.place(near: time, before: toleranceBefore, after: toleranceAfter)
      else { return completionHandler(false) }
      let (now, isRecorded) = (clockTime, CALayer.mediaTimeIsRecorded)
      update { state in
        (state.playback.time, state.playback.anchor) = (place, now)
        state.playback.isRecorded = isRecorded
      }
      NotificationCenter.default.post(name: AVPlayerItem.timeJumpedNotification, object: item)
      completionHandler(true)
    }

    /// Moves to a time, exactly; returns false for a time that is not a number.
    @discardableResult
    open func seek(to time: CMTime) async -> Bool {
      await withCheckedContinuation { continuation in
        seek(to: time) { continuation.resume(returning: $0) }
      }
    }

    // MARK: Clock

    /// The time of the thread's clock.
    var clockTime: Double { CACurrentMediaTime() }

    /// The time of a playback's clock: outside of a recorded time line, that of its last change.
    static func clock(of playback: Playback) -> Double {
      playback.isRecorded && !CALayer.mediaTimeIsRecorded ? playback.anchor : CACurrentMediaTime()
    }

    /// Changes the state, then notifies layers and timers.
    func update(_ change: (inout State) -> Void) {
      let followers = state.withLock { state -> [any PlayerFollower] in
        state.reportedEnd = nil
        let (former, now) = (state.playback, Self.clock(of: state.playback))
        change(&state)
        state.start(at: Self.clock(of: state.playback))
        state.noteRounds(of: former, at: now)
        state.playback.advances = state.action == .advance
        state.layers.removeAll { $0.follower == nil }
        return state.layers.compactMap(\.follower)
      }
      for follower in followers { follower.playerDidChange() }
      schedule()
    }
  }

  /// What shows a player.
  protocol PlayerFollower: AnyObject {
    /// Called after each change of rate, time or items, on the thread of the change.
    func playerDidChange()
    /// Called on the main thread when time began to run because the item can be played, or an item ended, on live
    /// time lines.
    func playerDidMoveOn()
  }
#endif
