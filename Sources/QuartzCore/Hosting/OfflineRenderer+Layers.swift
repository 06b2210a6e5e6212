public import CoreGraphics
public import Foundation
public import StrataRenderServer
import StrataRenderTree

extension OfflineRenderer {
  /// Creates a renderer of a layer tree, as it is now at time zero.
  ///
  /// The layer is hosted: animations added before begin at zero, and changes made by ``change(at:_:)`` animate as they
  /// would on screen.
  ///
  /// - Parameters:
  ///   - layer: The root; its position and transform place it in the picture.
  ///   - size: The size of the pictures, in points.
  ///   - scale: Pixels per point.
  ///   - origin: Where the host's y axis begins.
  ///   - threads: How many threads draw, the caller's included.
  public convenience init(
    layer: CALayer,
    size: CGSize,
    scale: CGFloat = 1,
    origin: Origin = .topLeft,
    threads: Int = 1
  ) {
    self.init(size: size, scale: scale, origin: origin, threads: threads)
    let stage = OfflineStage(isFlipped: origin == .topLeft)
    host = stage
    stage.renderer = self
    stage.show(layer)
    redraw = { [weak stage] tree, time in stage?.redraw(tree, at: time) ?? tree }
  }

  /// The root layer, if the renderer was made of one.
  public var layer: CALayer? { (host as? OfflineStage)?.root }

  /// Has `fire` called at the times that `next` names, infinity being never, before anything later is drawn.
  package func setTimers(next: @escaping () -> Double, fire: @escaping (Double) -> Void) {
    let stage = host as? OfflineStage
    stage?.timers = (next, fire)
    catchUp = { [weak stage] time in
      while let stage {
        let event = next()
        guard event <= time else { return }
        stage.play(until: event)
        guard next() > event else { return }
      }
    }
  }

  /// Changes the tree at a media time, in seconds: runs `body` with the renderer's clock at that time and commits.
  ///
  /// What happens before, ends of animations and their callbacks, happens first. Times do not run backwards: an earlier
  /// time than that of the last change counts as the same.
  public func change(at time: CFTimeInterval, _ body: () -> Void) {
    (host as? OfflineStage)?.change(at: time, body)
  }

  /// Lets time pass up to `time`, in seconds: animations that begin or end are reported to their delegates and
  /// completion blocks run, each at its exact time, and what they change is shown from then on.
  public func play(until time: CFTimeInterval) { (host as? OfflineStage)?.play(until: time) }
}

/// The host of an offline renderer's layers: drives their clock, and delivers callbacks in its order.
final class OfflineStage: CallbackScheduler {
  weak var renderer: OfflineRenderer?
  private var host: LayerHost?
  /// Changes that come by themselves at known times.
  var timers: (next: () -> Double, fire: (Double) -> Void)?
  private var now = 0.0
  private var due: [() -> Void] = []
  private var isPlaying = false
  /// Callbacks run, or animations are taken off.
  private var isReporting = false
  private var isRedrawing = false
  private var redrawChanges = RedrawChanges()

  init(isFlipped: Bool) {
    let host = LayerHost(isFlipped: isFlipped) { [weak self] commit in self?.committed(commit) }
    self.host = host
    host.willCommit = { [weak self] time in
      if let self, !isRedrawing { renderer?.forgetTrees(from: recordedTime(time)) }
    }
  }

  deinit { host?.show(nil) }

  var root: CALayer? { host?.root }

  func show(_ layer: CALayer) {
    direct(at: 0) { host?.show(layer) }
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
    while min(host.nextEventTime, timers?.next() ?? .infinity) <= time {
      let event = max(now, min(host.nextEventTime, timers?.next() ?? .infinity))
      _ = redraw(host.tree, at: event)
      if let timers, timers.next() <= event { direct(at: event) { timers.fire(event) } }
      report(at: event) { host.reportProgress() }
      deliverDue()
    }
    now = max(now, time)
    if time.isFinite { _ = redraw(host.tree, at: time) }
  }

  /// Displays layers that draw each frame of a running animation, and returns a tree that shows what they drew.
  ///
  /// What a display changes in other layers shows in this frame; it stays out of the time line.
  func redraw(_ tree: RenderTree, at time: Double) -> RenderTree {
    guard let host, !isRedrawing, !host.redrawing.isEmpty,
      host.redrawing.contains(where: { tree.redraws($0, at: time) })
    else {
      return tree
    }
    direct(at: now) {}
    isRedrawing = true
    var drawn: [RedrawnContents] = []
    direct(exactlyAt: time) { drawn = host.redraw(tree, at: time) }
    host.frameTime = now
    isRedrawing = false
    var shown = tree
    redrawChanges.apply(to: &shown, at: time)
    for layer in drawn { shown.replaceContents(of: layer.id, with: layer.contents) }
    return shown
  }

  func deliver(_ callback: @escaping () -> Void) { due.append(callback) }

  /// Calls what is due, which may make more due.
  private func deliverDue() {
    while !due.isEmpty {
      let callbacks = due
      due = []
      for callback in callbacks { report(at: now, callback) }
    }
  }

  /// Runs what follows from animations that begin or end at a time.
  ///
  /// The frame of that very time still shows them, as a frame on screen does, whether or not time has been played: what
  /// follows belongs to the moment after it.
  private func report(at time: Double, _ body: () -> Void) {
    let wasReporting = isReporting
    isReporting = true
    direct(at: time, body)
    isReporting = wasReporting
  }

  /// Runs `body` with this thread's clock at a time, and commits what it changed.
  private func direct(at time: Double, _ body: () -> Void) {
    // What the program changed before belongs to now as well: nothing was shown in between.
    now = max(now, time)
    direct(exactlyAt: now, body)
  }

  private func direct(exactlyAt time: Double, _ body: () -> Void) {
    let thread = ThreadState.current
    let (outerTime, outerScheduler) = (thread.manualTime, thread.callbackScheduler)
    thread.manualTime = time
    host?.frameTime = time
    thread.callbackScheduler = self
    thread.transaction.flush()
    body()
    thread.transaction.flush()
    thread.manualTime = outerTime
    thread.callbackScheduler = outerScheduler
  }

  /// From when on what is committed at a time shows.
  private func recordedTime(_ time: Double) -> Double {
    isReporting ? time + 2 * TimingState.instant : time
  }

  private func committed(_ commit: Commit) {
    guard let host else { return }
    if isRedrawing {
      redrawChanges.add(commit)
    } else {
      redrawChanges.refresh(commit)
      renderer?.record(host.tree, at: recordedTime(commit.time))
    }
  }
}
