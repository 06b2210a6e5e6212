public import Foundation
import StrataBase
import StrataRenderServer

/// Calls a program in each frame of the display, on a run loop.
///
/// A link fires from the moment it is added to a run loop until it is removed from its last mode, invalidated or paused. It
/// keeps its target alive, and the run loop keeps the link alive.
///
/// ## Differences
///
/// There are no selectors on Linux. In their place stands a method named through its type,
/// `CADisplayLink(target: self, selector: Dial.step)`, or a closure. Without a display the refresh rate is 60 frames per
/// second; a link of a `HeadlessHost` has the host's.
///
/// - Thread: Used on the thread of its run loop.
open class CADisplayLink: NSObject {
  private let clock: FrameClock
  private var action: ((CADisplayLink) -> Void)?
  private var registrations: [Registration] = []
  /// The refresh in which the link fired last.
  private var lastRefresh = Int.min

  private struct Registration {
    let loop: RunLoop
    let mode: RunLoop.Mode
    var timer: Timer?
  }

  init(refreshRate: Double, handler: @escaping (CADisplayLink) -> Void) {
    clock = FrameClock(framesPerSecond: refreshRate)
    action = handler
    super.init()
  }

  /// Creates a link that calls a closure; break a cycle with what it captures by ``invalidate()``.
  public convenience init(_ handler: @escaping (CADisplayLink) -> Void) {
    self.init(refreshRate: 60, handler: handler)
  }

  /// Creates a link that calls a method of a target: `CADisplayLink(target: self, selector: Dial.step)`.
  public convenience init<Target>(
    target: Target,
    selector: @escaping (Target) -> (CADisplayLink) -> Void
  ) {
    self.init(refreshRate: 60) { selector(target)($0) }
  }

  /// Creates a link that calls a method of a target that takes nothing.
  public convenience init<Target>(target: Target, selector: @escaping (Target) -> () -> Void) {
    self.init(refreshRate: 60) { _ in selector(target)() }
  }

  /// The media time of the frame that is shown now, in seconds; 0 before the first call.
  open private(set) var timestamp: CFTimeInterval = 0

  /// The media time of the next frame of this link, in seconds; 0 before the first call.
  open private(set) var targetTimestamp: CFTimeInterval = 0

  /// The display's refresh interval, in seconds; 0 before the first call.
  open private(set) var duration: CFTimeInterval = 0

  /// Whether the link keeps still.
  open var isPaused = false {
    didSet { if isPaused != oldValue { restart() } }
  }

  /// The frame rates that the link asks for; `.default` asks for the display's own.
  open var preferredFrameRateRange = CAFrameRateRange.default {
    didSet { if preferredFrameRateRange != oldValue { restart() } }
  }

  /// The number of frames per second that the link asks for; 0 asks for the display's own.
  open var preferredFramesPerSecond: Int {
    get { Int((preferredFrameRateRange.preferred ?? 0).rounded()) }
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

  /// Fires on a run loop in a mode; adding it twice for one mode counts once.
  ///
  /// After ``invalidate()`` nothing happens.
  open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard action != nil, !registrations.contains(where: { $0.loop === runloop && $0.mode == mode }) else {
      return
    }
    registrations.append(Registration(loop: runloop, mode: mode, timer: makeTimer(for: runloop, mode)))
  }

  /// Stops firing on a run loop in a mode.
  open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard let index = registrations.firstIndex(where: { $0.loop === runloop && $0.mode == mode }) else {
      return
    }
    registrations.remove(at: index).timer?.invalidate()
  }

  /// Removes the link from all modes for good and lets its target go.
  open func invalidate() {
    for registration in registrations { registration.timer?.invalidate() }
    registrations = []
    action = nil
  }

  /// In how many modes the link is.
  package final var registrationCount: Int { registrations.count }

  /// Refreshes from one call to the next.
  private var refreshes: Int { max(clock.refreshes(for: preferredFrameRateRange.hint), frameInterval) }

  private func restart() {
    for i in registrations.indices {
      registrations[i].timer?.invalidate()
      registrations[i].timer = makeTimer(for: registrations[i].loop, registrations[i].mode)
    }
  }

  private func makeTimer(for loop: RunLoop, _ mode: RunLoop.Mode) -> Timer? {
    guard !isPaused, action != nil else { return nil }
    let now = MonotonicClock().now
    let next = clock.time(of: clock.index(at: now) + 1)
    let me = Shared(link: self)
    let timer = Timer(
      fire: Date(timeIntervalSinceNow: next - now),
      interval: clock.interval * Double(refreshes),
      repeats: true
    ) { _ in me.link.fire() }
    loop.add(timer, forMode: mode)
    return timer
  }

  /// Carries the link into its timer.
  private struct Shared: @unchecked Sendable {  // Called by the link's own run loop only.
    let link: CADisplayLink
  }

  private func fire() {
    // A timer may come a trifle early.
    let refresh = clock.index(at: MonotonicClock().now + clock.interval / 8)
    // One call for a frame, however many modes the run loop is in.
    guard let action, refresh > lastRefresh else { return }
    lastRefresh = refresh
    duration = clock.interval
    timestamp = clock.time(of: refresh)
    targetTimestamp = clock.time(of: refresh + refreshes)
    action(self)
  }
}
