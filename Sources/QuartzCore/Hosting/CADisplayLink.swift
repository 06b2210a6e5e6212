public import Foundation
import StrataBase
import StrataRenderServer

/// Calls a program in each frame of the display, on a run loop.
///
/// A link fires after it is added to a run loop, until it is removed from its last mode, invalidated or paused. It retains
/// its target, and the run loop retains the link.
///
/// ## Differences
///
/// There are no selectors on Linux. A link takes a method of a type instead,
/// `CADisplayLink(target: self, selector: Dial.step)`, or a closure. Without a window the refresh rate is 60 frames per
/// second, with windows that of the first one's display, which the link follows when the window opens, moves to another
/// display or closes. A link of a `HeadlessHost` has the host's.
///
/// A link that is added to a run loop while an offline renderer makes a change, or reports an animation, belongs to the
/// renderer's time until it is removed from all modes: it fires at the times that are played, 60 a second, with timestamps of
/// that time, and whether the run loop runs or not. When the renderer is gone it fires no more.
///
/// - Thread: Used on the thread of its run loop.
open class CADisplayLink: NSObject {
  /// The refreshes of the display.
  private var displayClock: FrameClock
  /// The refreshes of an offline renderer's time, in which the link fires; nil in the machine's time.
  private var recordedClock: FrameClock?
  private var clock: FrameClock { recordedClock ?? displayClock }
  /// The displays that the link looks at; nil for a link of a host, which tells it.
  private let displays: DisplayRate?
  /// True for a link that fires in the machine's time only.
  private let isOfMachine: Bool
  private var action: ((CADisplayLink) -> Void)?
  private var registrations: [Registration] = []
  /// The refresh in which the link last fired.
  private var lastRefresh: Int?
  /// A refresh in which the link fires, from which the others are counted in all modes; nil without a timer.
  private var firstRefresh: Int?

  private struct Registration {
    let place: LinkPlace
    /// Nil on a recorded time line.
    var timer: LinkTimer?
  }

  /// The host of an offline renderer in whose time the link fires; nil for the machine's time, and when it is gone.
  private weak var stage: LayerStage?
  /// The link itself, as long as it is added to a run loop in the machine's time, paused or not.
  private var whileAdded: CADisplayLink?

  init(clock: FrameClock, isOfMachine: Bool = false, handler: @escaping (CADisplayLink) -> Void) {
    (displayClock, displays, self.isOfMachine) = (clock, nil, isOfMachine)
    action = handler
    super.init()
  }

  /// Creates a link of no host, which follows the first of the displays.
  package init(displays: DisplayRate, handler: @escaping (CADisplayLink) -> Void) {
    (displayClock, self.displays, isOfMachine) = (displays.clock, displays, false)
    action = handler
    super.init()
  }

  /// Creates a link that calls a closure; ``invalidate()`` breaks a retain cycle with the closure's captures.
  public convenience init(_ handler: @escaping (CADisplayLink) -> Void) {
    self.init(displays: .current, handler: handler)
  }

  /// Creates a link that calls a method of a target: `CADisplayLink(target: self, selector: Dial.step)`.
  public convenience init<Target>(
    target: Target,
    selector: @escaping (Target) -> (CADisplayLink) -> Void
  ) {
    self.init(displays: .current) { selector(target)($0) }
  }

  /// Creates a link that calls a method of a target without arguments.
  public convenience init<Target>(target: Target, selector: @escaping (Target) -> () -> Void) {
    self.init(displays: .current) { _ in selector(target)() }
  }

  /// The media time of the frame on show, in seconds; 0 before the first call.
  open private(set) var timestamp: CFTimeInterval = 0

  /// The media time of the next frame of this link, in seconds; 0 before the first call.
  open private(set) var targetTimestamp: CFTimeInterval = 0

  /// The display's refresh interval, in seconds; 0 before the first call.
  open private(set) var duration: CFTimeInterval = 0

  /// True if the link does not fire.
  open var isPaused = false {
    didSet { if isPaused != oldValue { restart() } }
  }

  /// True if the link does not fire, whatever ``isPaused`` is, because nobody sees what it moves.
  package final var isAtRest = false {
    didSet { if isAtRest != oldValue { restart() } }
  }

  /// The frame rates that the link asks for; `.default` asks for the display's own.
  open var preferredFrameRateRange = CAFrameRateRange.default {
    didSet { if preferredFrameRateRange != oldValue { restart() } }
  }

  /// The number of frames per second that the link asks for; 0 asks for the display's own.
  open var preferredFramesPerSecond: Int {
    get {
      let rate = preferredFrameRateRange.preferred ?? 0
      return rate.isNaN ? 0 : Int(min(max(rate.rounded(), 0), 1e9))
    }
    set {
      let rate = Float(max(newValue, 0))
      preferredFrameRateRange =
        rate > 0 ? CAFrameRateRange(minimum: rate, maximum: rate, preferred: rate) : .default
    }
  }

  /// The number of refreshes between two calls, 1 or more.
  open var frameInterval = 1 {
    didSet {
      frameInterval = max(1, frameInterval)
      if frameInterval != oldValue { restart() }
    }
  }

  /// Fires on a run loop in a mode.
  ///
  /// Adding the link again for the same mode has no effect. A program with an async `main` has no main run loop that runs:
  /// there links of `RunLoop.main`, and of the `RunLoop.current` of the main actor, fire on the main queue in any mode.
  ///
  /// After ``invalidate()`` the call has no effect.
  open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    add(at: LinkPlace(runloop, mode))
  }

  /// Fires at a place, which the link may have been added to on another thread.
  final func add(at place: LinkPlace) {
    guard action != nil, !registrations.contains(where: { $0.place == place }) else { return }
    if registrations.isEmpty {
      lookAtDisplay()
      run(on: isOfMachine ? nil : ThreadState.current.callbackScheduler as? LayerStage)
    }
    registrations.append(Registration(place: place, timer: makeTimer(at: place)))
  }

  /// Takes the time of an offline renderer's host, or the machine's.
  private func run(on stage: LayerStage?) {
    // The refreshes of another time have other numbers.
    if stage != nil || recordedClock != nil { lastRefresh = nil }
    (self.stage, recordedClock, firstRefresh) = (stage, stage?.clock, nil)
    stage?.add(self)
    if stage == nil { whileAdded = self }
  }

  /// Stops firing on a run loop in a mode.
  open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    remove(at: LinkPlace(runloop, mode))
  }

  final func remove(at place: LinkPlace) {
    guard let index = registrations.firstIndex(where: { $0.place == place }) else { return }
    registrations.remove(at: index).timer?.invalidate()
    guard registrations.isEmpty else { return }
    stage?.remove(self)
    whileAdded = nil
  }

  /// Removes the link from all modes permanently and releases its target.
  open func invalidate() {
    for registration in registrations { registration.timer?.invalidate() }
    registrations = []
    stage?.remove(self)
    (action, whileAdded) = (nil, nil)
  }

  /// The number of modes that the link was added to.
  package final var registrationCount: Int { registrations.count }

  /// The number of refreshes between two calls; at most a number that can be added to that of a refresh.
  private var refreshes: Int {
    min(max(clock.refreshes(for: preferredFrameRateRange.hint), frameInterval), 1 << 32)
  }

  /// Follows a display that has other refreshes.
  final func follow(_ clock: FrameClock) {
    take(clock)
    if recordedClock == nil { restart() }
  }

  /// Takes the refreshes of the display that a link of no host is on by now.
  private func lookAtDisplay() {
    if let displays { take(displays.clock) }
  }

  private func take(_ clock: FrameClock) {
    let former = displayClock
    displayClock = clock
    if recordedClock == nil { lastRefresh = lastRefresh.map { clock.index(at: former.time(of: $0)) } }
  }

  private func restart() {
    lookAtDisplay()
    firstRefresh = nil
    for i in registrations.indices {
      registrations[i].timer?.invalidate()
      registrations[i].timer = makeTimer(at: registrations[i].place)
    }
  }

  private func makeTimer(at place: LinkPlace) -> LinkTimer? {
    guard !isPaused, !isAtRest, action != nil else { return nil }
    // No time passes any more for a link of a renderer that is gone.
    guard let now = recordedClock == nil ? MonotonicClock().now : stage?.now else { return nil }
    var refresh = clock.index(at: now) + 1
    if let firstRefresh {
      refresh = firstRefresh + (call(at: refresh - 1, from: firstRefresh) + 1) * refreshes
    }
    firstRefresh = firstRefresh ?? refresh
    guard recordedClock == nil else { return nil }
    let next = clock.time(of: refresh)
    let me = Shared(link: self)
    return LinkTimer(at: place, after: next - now, interval: clock.interval * Double(refreshes)) {
      me.link?.fire()
    }
  }

  /// The number of the call that belongs to a refresh, where one of number 0 belongs to `first`.
  private func call(at refresh: Int, from first: Int) -> Int {
    Int((Double(refresh - first) / Double(refreshes)).rounded(.down))
  }

  /// Carries the link into its timer, which may outlive it.
  private struct Shared: @unchecked Sendable {  // Called by the link's own run loop only.
    weak var link: CADisplayLink?
  }

  /// The time of the next call on a recorded time line; infinity for a link that does not run.
  final var nextRecordedTime: Double {
    guard let firstRefresh, !isPaused, !isAtRest, !registrations.isEmpty else { return .infinity }
    let last = max(-1, lastRefresh.map { call(at: $0, from: firstRefresh) } ?? -1)
    return clock.time(of: firstRefresh + (last + 1) * refreshes)
  }

  /// Makes the call of a time of a recorded time line, if one is due.
  final func fire(atRecordedTime time: Double) {
    if nextRecordedTime <= time { fire(in: clock.index(at: time)) }
  }

  private func fire() {
    if let displays, displays.clock != displayClock { restart() }
    // A timer may fire slightly early.
    fire(in: clock.index(at: MonotonicClock().now + clock.interval / 8))
  }

  private func fire(in refresh: Int) {
    guard let action, let firstRefresh else { return }
    // One call per frame, for all modes together; a late one does not put off the next.
    if let lastRefresh, call(at: refresh, from: firstRefresh) <= call(at: lastRefresh, from: firstRefresh) {
      return
    }
    lastRefresh = refresh
    duration = clock.interval
    timestamp = clock.time(of: refresh)
    targetTimestamp = clock.time(of: refresh + refreshes)
    action(self)
  }
}
