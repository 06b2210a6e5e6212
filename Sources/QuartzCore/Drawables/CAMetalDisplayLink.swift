public import Foundation
import Metal
import StrataBase
import StrataRenderServer

/// The receiver of a display link's updates.
public protocol CAMetalDisplayLinkDelegate: AnyObject {
  /// Draws and presents the drawable of an update; called on the link's run loop, or by a recorded time line.
  func metalDisplayLink(_ link: CAMetalDisplayLink, needsUpdate update: CAMetalDisplayLink.Update)
}

/// Hands a program a drawable of a Metal layer in each frame of the layer's display, on a run loop.
///
/// A link begins when it is added to a run loop, which retains it, and ends when it is invalidated, removed or paused.
/// Frames in which no drawable is free are skipped; the link never waits. Nothing is updated while the host that shows the layer
/// is stopped, or its window is closed, hidden or minimized. The refresh rate is that of the host that
/// shows the layer live, else 60 frames per second.
///
/// In an `OfflineRenderer` that shows the layer, time that passes by `play(until:)` makes the updates, at exact times, on
/// the renderer's thread. Drawables show from their target time on, so a film holds each picture in its own frame.
///
/// - Thread: The layer's and the run loop's, which must be the same.
open class CAMetalDisplayLink: NSObject {
  /// One frame to draw.
  open class Update: NSObject {
    /// The drawable to draw into and to present.
    public let drawable: any CAMetalDrawable
    /// The media time by which the drawable must be presented, in seconds.
    public let targetTimestamp: CFTimeInterval
    /// The media time at which the drawable will be seen, in seconds.
    public let targetPresentationTimestamp: CFTimeInterval

    init(_ drawable: any CAMetalDrawable, deadline: Double, presentation: Double) {
      (self.drawable, targetTimestamp, targetPresentationTimestamp) = (drawable, deadline, presentation)
    }
  }

  /// The receiver of updates; not retained.
  open weak var delegate: (any CAMetalDisplayLinkDelegate)?

  /// The number of frames from an update to its presentation, 1 to 8; 1 at first.
  open var preferredFrameLatency: Float = 1 {
    didSet {
      let latency = preferredFrameLatency
      preferredFrameLatency = latency.isFinite ? min(max(latency, 1), 8) : 1
    }
  }

  /// The frame rates that the link asks for; `.default` asks for the display's own.
  open var preferredFrameRateRange: CAFrameRateRange {
    get { link.preferredFrameRateRange }
    set { link.preferredFrameRateRange = newValue }
  }

  /// True if the link makes no updates.
  open var isPaused: Bool {
    get { link.isPaused }
    set { link.isPaused = newValue }
  }

  private weak var layer: CAMetalLayer?
  /// The source of refreshes on run loops.
  private var link: CADisplayLink
  private var clock = FrameClock(framesPerSecond: 60)
  private var places: [LinkPlace] = []
  private var isValid = true
  /// The link itself, as long as a run loop retains it.
  private var whileAdded: CAMetalDisplayLink?
  /// The refresh of the last update on a recorded time line.
  private var lastRefresh: Int?

  /// Creates a link for a layer, which it does not retain.
  public init(metalLayer layer: CAMetalLayer) {
    self.layer = layer
    link = CADisplayLink { _ in }
    super.init()
    replaceLink(with: layer.storage.host?.drawables.clock ?? clock)
    layer.displayLinks.add(self)
  }

  deinit { link.invalidate() }

  /// Makes updates on a run loop in a mode.
  open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    let place = LinkPlace(runloop, mode)
    guard isValid, !places.contains(place) else { return }
    places.append(place)
    whileAdded = self
    link.add(at: place)
  }

  /// Makes no more updates on a run loop in a mode.
  open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    let place = LinkPlace(runloop, mode)
    places.removeAll { $0 == place }
    link.remove(at: place)
    if places.isEmpty { whileAdded = nil }
  }

  /// Removes the link from all run loops permanently.
  open func invalidate() {
    isValid = false
    places = []
    link.invalidate()
    whileAdded = nil
  }

  /// Follows the refreshes of another host.
  func restart(with clock: FrameClock) {
    lastRefresh = nil
    if isValid, clock != self.clock { replaceLink(with: clock) }
  }

  private func replaceLink(with clock: FrameClock) {
    self.clock = clock
    let former = link
    // The layer's host makes the updates of recorded times.
    let next = CADisplayLink(clock: clock, isOfMachine: true) { [weak self] in self?.refresh($0) }
    (next.preferredFrameRateRange, next.isPaused) = (former.preferredFrameRateRange, former.isPaused)
    former.invalidate()
    link = next
    for place in places { next.add(at: place) }
  }

  /// A refresh of a live display.
  private func refresh(_ link: CADisplayLink) {
    guard let layer else { return invalidate() }
    if let host = layer.storage.host?.drawables, host.isRecorded || host.isAtRest { return }
    update(layer, from: clock.index(at: link.timestamp))
  }

  /// Hands out the drawable of the frame that begins at a refresh.
  private func update(_ layer: CAMetalLayer, from refresh: Int) {
    guard let delegate, let place = layer.pool.place(isPatient: false) else { return }
    // Each time is one quotient, so that it equals the time of the frame that shows the drawable.
    let (clock, step) = (clock, refreshes)
    let deadline = clock.time(of: refresh + step)
    let presentation = clock.time(of: refresh + step * Int(preferredFrameLatency.rounded()))
    let drawable = LayerDrawable(place, of: layer, targetTime: presentation)
    delegate.metalDisplayLink(
      self,
      needsUpdate: Update(drawable, deadline: deadline, presentation: presentation)
    )
  }

  // MARK: Recorded time lines

  private var refreshes: Int { clock.refreshes(for: preferredFrameRateRange.hint) }

  /// The time of the next update on a recorded time line; infinity for a link that does not run.
  var nextRecordedTime: Double {
    guard isValid, !isPaused, delegate != nil, !places.isEmpty else { return .infinity }
    return lastRefresh.map { clock.time(of: $0 + refreshes) } ?? 0
  }

  /// Makes the update of a time of a recorded time line, if one is due.
  func update(atRecordedTime time: Double) {
    guard let layer, nextRecordedTime <= time else { return }
    let refresh = clock.index(at: time)
    lastRefresh = refresh
    update(layer, from: refresh)
  }
}

/// The display links of a layer, which retains none of them.
struct WeakDisplayLinks {
  private var links: [Weak] = []

  private struct Weak {
    weak var link: CAMetalDisplayLink?
  }

  mutating func add(_ link: CAMetalDisplayLink) {
    links.removeAll { $0.link == nil }
    links.append(Weak(link: link))
  }

  func restart(with clock: FrameClock) { for entry in links { entry.link?.restart(with: clock) } }

  var nextRecordedTime: Double {
    links.reduce(.infinity) { min($0, $1.link?.nextRecordedTime ?? .infinity) }
  }

  func update(atRecordedTime time: Double) { for entry in links { entry.link?.update(atRecordedTime: time) } }
}
