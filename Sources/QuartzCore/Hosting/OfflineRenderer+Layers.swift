import CoreGraphics
public import Foundation
public import StrataRenderServer
import StrataRenderTree

extension OfflineRenderer {
  /// Creates a renderer of a layer tree, as it is now at time zero.
  ///
  /// The layer is hosted. Animations that were added before begin at zero, and changes made by ``change(at:_:)`` animate as
  /// they would on screen. When the renderer is gone or another one shows the layer, animations are dropped, as of all layers
  /// that leave a tree, but for those whose `isRemovedOnCompletion` is false: these begin anew in another renderer.
  ///
  /// - Parameters:
  ///   - layer: The root; its position and transform place it in the picture.
  ///   - size: The size of the pictures, in points.
  ///   - scale: Pixels per point.
  ///   - origin: The corner at which the host's y axis begins.
  ///   - threads: How many threads draw, the caller's included.
  ///   - backend: What draws; the processor, with the reason in the log, where there is no such backend.
  public convenience init(
    layer: CALayer,
    size: CGSize,
    scale: CGFloat = 1,
    origin: Origin = .topLeft,
    threads: Int = 1,
    backend: RenderBackend = .standard
  ) {
    let presenter = DefaultBackend.presenter(threads: threads, backend: backend)
    self.init(layer: layer, size: size, scale: scale, origin: origin, presenter: presenter)
  }

  /// Creates a renderer of a layer tree that draws with a presenter.
  package convenience init(
    layer: CALayer,
    size: CGSize,
    scale: CGFloat = 1,
    origin: Origin = .topLeft,
    presenter: any FramePresenting
  ) {
    self.init(size: size, scale: scale, origin: origin, presenter: presenter)
    let stage = LayerStage(isFlipped: origin == .topLeft)
    host = stage
    stage.renderer = self
    stage.show(layer)
  }

  /// The root layer; nil for a renderer that was not made of a layer.
  public var layer: CALayer? { host?.root as? CALayer }
}

/// The host of an offline renderer's layers: sets their clock and delivers callbacks in order.
final class LayerStage: OfflineHost, CallbackScheduler {
  weak var renderer: OfflineRenderer?
  private var host: LayerHost?
  var timedChanges: TimedChanges?
  /// The time that was played or changed last.
  private(set) var now = 0.0
  /// The display links that run in the recorded time; kept as a run loop keeps them.
  private var links: [CADisplayLink] = []
  /// Callbacks that are due, in order.
  private var due: [() -> Void] = []
  private var isPlaying = false
  /// True while callbacks run or ended animations are removed.
  private var isReporting = false
  private var isRedrawing = false
  /// True while changes of the program are made, which show when they are complete.
  private var isChanging = false

  init(isFlipped: Bool) {
    let host = LayerHost(isFlipped: isFlipped, keepsChanges: true) { [weak self] commit, _ in
      self?.committed(commit)
    }
    self.host = host
    host.drawables.route = .recorded
    host.frameNotes = FrameNotes()
    host.willCommit = { [weak self] time in
      if let self, !isRedrawing { renderer?.forgetTrees(from: recordedTime(time)) }
    }
  }

  deinit { host?.show(nil) }

  var root: CALayer? { host?.root }

  func show(_ layer: CALayer) {
    // No transaction that is open, or that another task has left open on this thread, keeps the first picture empty.
    ThreadState.current.transaction.beside { direct(at: 0) { host?.show(layer) } }
  }

  func change(at time: Double, _ body: () -> Void) {
    guard !isPlaying else {
      body()
      return
    }
    let time = max(now, time.isNaN ? now : time)
    play(until: time)
    direct(at: time, body)
    play(until: time)
  }

  func play(until time: Double) {
    guard !isPlaying, let host else { return }
    isPlaying = true
    defer { isPlaying = false }
    deliverDue()
    var events = 0
    while case let next = nextEventTime(isEndless: !time.isFinite), next.isFinite, next <= time {
      let event = max(now, next)
      events += 1
      guard time.isFinite || events <= Self.mostEvents else {
        OnceLog.note("playing without end stopped after \(Self.mostEvents) beginnings and ends of animations")
        return
      }
      _ = redraw(host.tree, at: event, forPicture: false)
      if let timedChanges, timedChanges.next() <= event { direct(at: event) { timedChanges.make(event) } }
      if host.drawables.isDue(at: event) { direct(at: event) { host.drawables.updateLinks(at: event) } }
      if nextLinkTime <= event {
        direct(at: event) { for link in links { link.fire(atRecordedTime: event) } }
      }
      report(at: event) { host.reportProgress() }
      deliverDue()
    }
    guard time.isFinite else { return }
    now = max(now, time)
    _ = redraw(host.tree, at: time, forPicture: false)
    host.frameTime = now
  }

  /// How many events an endless call of `play(until:)` lets pass, in case callbacks always add animations.
  private static let mostEvents = 100_000

  func commitPendingChanges() {
    guard !isChanging, let host else { return }
    let transaction = Transaction.current
    if transaction.isOpenOrCommitting {
      OnceLog.note(
        "a picture is drawn while a transaction is open on its thread; its changes are not seen yet"
      )
    }
    // What waits was changed elsewhere, and is not part of a transaction that is open here.
    if host.pending?.isEmpty == false {
      transaction.beside { direct(exactlyAt: now) {} }
    } else if transaction.hasImplicitChanges || host.drawables.hasChanges(at: now) {
      direct(exactlyAt: now) {}
    }
  }

  /// The time of the next event of an animation, of the next timed change, or of the next picture of a drawable.
  ///
  /// Display links count unless time passes without end, as they never stop.
  private func nextEventTime(isEndless: Bool) -> Double {
    guard let host else { return .infinity }
    let change = min(host.nextEventTime, timedChanges?.next() ?? .infinity)
    let drawables = host.drawables
    let link = isEndless ? .infinity : min(drawables.nextLinkTime, nextLinkTime)
    return min(change, drawables.nextPictureTime, link)
  }

  // MARK: Display links

  /// The refreshes of the recorded time line.
  var clock: FrameClock { host?.drawables.clock ?? FrameClock(framesPerSecond: 60) }

  func add(_ link: CADisplayLink) { links.append(link) }

  func remove(_ link: CADisplayLink) { links.removeAll { $0 === link } }

  private var nextLinkTime: Double { links.reduce(.infinity) { min($0, $1.nextRecordedTime) } }

  func makeTimedChanges(until time: Double) {
    guard let timedChanges else { return }
    while true {
      let event = timedChanges.next()
      guard event.isFinite, event <= time else { return }
      play(until: event)
      // A change that stays due would be made forever.
      guard timedChanges.next() > event else { return }
    }
  }

  func redraw(_ tree: RenderTree, at time: Double) -> RenderTree {
    redraw(tree, at: time, forPicture: true)
  }

  /// Displays the layers that draw each frame, or each frame of a running animation, and returns a tree that shows their
  /// contents.
  ///
  /// A display for a picture finds its layer and all others as they were at that time, and what it changes shows in this picture
  /// alone. Displays as time passes are the program's.
  private func redraw(_ tree: RenderTree, at time: Double, forPicture: Bool) -> RenderTree {
    guard let host, !isRedrawing, host.redraws(tree, at: time, forPicture: forPicture) else { return tree }
    direct(exactlyAt: now) {}
    var drawn: [RedrawnContents] = []
    var shown = tree
    displayFrames(at: time) {
      guard forPicture else {
        _ = host.redraw(tree, at: time)
        return
      }
      if host.redraws(tree, at: time, forPicture: false) {
        shown = host.visit(tree) { drawn = host.redraw(tree, at: time) }
      }
      drawn += host.drawFrames(tree, at: time)
    }
    for layer in drawn { shown.replaceContents(of: layer.id, with: layer.contents) }
    return shown
  }

  /// Runs `body`, which displays layers for frames of a time, and reports nothing meanwhile.
  private func displayFrames(at time: Double, _ body: () -> Void) {
    isRedrawing = true
    host?.holdsReports = true
    direct(exactlyAt: time, body)
    host?.frameTime = now
    host?.holdsReports = false
    isRedrawing = false
  }

  /// Displays layers for the moments at which time left them, if pictures of other times were drawn since.
  ///
  /// Some remember what they set. They have set it last, then, when code of the program runs.
  private func resumeDisplays() {
    guard let host, !isRedrawing else { return }
    let disturbed = host.disturbedLayers
    guard !disturbed.isEmpty else { return }
    direct(exactlyAt: now) {}
    // Changes in a transaction that stays open must not be taken for those of a frame.
    guard Transaction.current.isIdle else { return }
    for (moment, layers) in disturbed {
      displayFrames(at: moment.time) { host.resumeDisplays(of: layers, at: moment) }
    }
  }

  func deliver(_ callback: @escaping () -> Void) { due.append(callback) }

  /// The most rounds of callbacks at one time, where each round asks for the next.
  private static let mostRounds = 1000

  /// Calls the callbacks that are due; these may add more.
  ///
  /// Some that call for each other without end, as animations that end at once and begin anew, go on at the next time.
  private func deliverDue() {
    var rounds = 0
    while !due.isEmpty {
      rounds += 1
      guard rounds <= Self.mostRounds else {
        OnceLog.note("completions that call for others without end, at one time, go on at the next one")
        return
      }
      let callbacks = due
      due = []
      for callback in callbacks { report(at: now, callback) }
    }
  }

  /// Runs `body`, which reacts to animations that begin or end at a time.
  ///
  /// The frame of that exact time still shows the animations, as a frame on screen does. Changes that `body` makes belong
  /// to the moment after it.
  private func report(at time: Double, _ body: () -> Void) {
    let wasReporting = isReporting
    isReporting = true
    direct(at: time, body)
    isReporting = wasReporting
  }

  /// Runs `body` with this thread's clock at a time, and commits its changes.
  private func direct(at time: Double, _ body: () -> Void) {
    // Earlier changes of the program belong to this moment, too: nothing was shown in between.
    now = max(now, time)
    resumeDisplays()
    direct(exactlyAt: now, body)
  }

  private func direct(exactlyAt time: Double, _ body: () -> Void) {
    let thread = ThreadState.current
    let (outerTime, outerScheduler, wasChanging) = (thread.manualTime, thread.callbackScheduler, isChanging)
    let wasDirected = thread.isDirected
    (isChanging, thread.isDirected) = (true, true)
    thread.manualTime = time
    host?.frameTime = time
    thread.callbackScheduler = self
    if let pending = host?.pending { thread.transaction.takeIn(pending) }
    thread.transaction.flush()
    body()
    if !isRedrawing { host?.drawables.show(at: time) }
    thread.transaction.flush()
    thread.manualTime = outerTime
    thread.callbackScheduler = outerScheduler
    (isChanging, thread.isDirected) = (wasChanging, wasDirected)
    thread.transaction.leaveChanges()
  }

  /// The time from which a commit of a time shows.
  private func recordedTime(_ time: Double) -> Double {
    isReporting ? time + 2 * TimingState.instant : time
  }

  private func committed(_ commit: Commit) {
    guard let host, !isRedrawing else { return }
    renderer?.record(host.tree, at: recordedTime(commit.time))
  }
}
