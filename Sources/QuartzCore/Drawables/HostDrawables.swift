import CoreGraphics
import Foundation
import StrataRenderServer
import StrataRenderTree

/// The layers of a host whose pictures come outside of transactions: sends these on, and plays display links on a recorded
/// time line.
///
/// Owned by the thread that uses the layers.
final class HostDrawables {
  /// The way of pictures to the screen; a host sets it once, before it shows a layer.
  var route = PresentationQueue.Route.none
  /// The refreshes of the host.
  var clock = FrameClock(framesPerSecond: 60) {
    didSet {
      guard clock != oldValue else { return }
      for entry in entries { entry.metal?.displayLinks.restart(with: clock) }
      for entry in entries { entry.frameLayer?.drawing.follow(clock) }
    }
  }
  /// True while a live host shows frames.
  private(set) var isRunning = false
  /// True from the stop of a live host to its next start.
  private(set) var isStopped = false
  /// False while nobody sees the frames of a live host.
  var isVisible = true {
    didSet { if isVisible != oldValue { updateRest() } }
  }
  /// False while the sources of pictures take it that the host does not show their layers.
  private var sourcesAreEntered = true

  private var entries: [Entry] = []
  /// Drawables that the next commit shows.
  private var staged: [LayerDrawable] = []

  private struct Entry {
    weak var layer: CALayer?
    weak var source: (any PictureSource)?
    weak var metal: CAMetalLayer?
    /// A layer that draws frames with code of its own.
    weak var frameLayer: CAOpenGLLayer?
  }

  /// True if the host records a time line, whose clock is not that of the machine.
  var isRecorded: Bool { if case .recorded = route { true } else { false } }

  /// True if the host has a render thread.
  var isLive: Bool { if case .live = route { true } else { false } }

  /// True if programs need not draw for the host, because it was stopped or nobody sees it.
  var isAtRest: Bool { isStopped || !isVisible }

  /// Begins to show frames: announces the pictures that wait, and lets layers and other processes draw.
  func start() {
    guard !isRunning else { return }
    (isRunning, isStopped) = (true, false)
    updateRest()
    for entry in entries { entry.source?.queue.announceAgain() }
  }

  /// Ends to show frames: layers and other processes whose pictures nobody shows rest.
  func stop() {
    guard isRunning else { return }
    (isRunning, isStopped) = (false, true)
    updateRest()
  }

  /// Lets layers and other processes draw, or rest.
  private func updateRest() {
    if sourcesAreEntered == isAtRest {
      sourcesAreEntered = !isAtRest
      for entry in entries {
        guard let layer = entry.layer, let source = entry.source else { continue }
        if isAtRest { source.layerLeft(layer) } else { source.layer(layer, entered: self) }
      }
    }
    updateFrameLinks()
  }

  func add(_ layer: CALayer) {
    guard let follower = layer.storage.extras.follower else { return }
    entries.removeAll { $0.layer == nil || $0.layer === layer }
    let source = follower as? any PictureSource
    let metal = layer as? CAMetalLayer
    entries.append(Entry(layer: layer, source: source, metal: metal, frameLayer: layer as? CAOpenGLLayer))
    if let source {
      source.queue.setRoute(route)
      layer.showCurrentPicture(of: source, isRecorded: isRecorded)
    }
    metal?.displayLinks.restart(with: clock)
    // A source of pictures enters when the host is seen again.
    if source == nil || sourcesAreEntered { follower.layer(layer, entered: self) }
  }

  func remove(_ layer: CALayer) {
    entries.removeAll { $0.layer == nil || $0.layer === layer }
    guard let follower = layer.storage.extras.follower else { return }
    (layer as? CAMetalLayer)?.displayLinks.restart(with: FrameClock(framesPerSecond: 60))
    if let source = follower as? any PictureSource {
      source.queue.setRoute(.none)
      layer.showCurrentPicture(of: source, isRecorded: false)
    }
    follower.layerLeft(layer)
  }

  // MARK: Layers that draw frames

  /// The layers that draw each frame.
  var frameLayers: [CAOpenGLLayer] { entries.compactMap(\.frameLayer).filter(\.isAsynchronous) }

  /// True if a layer draws each frame.
  var drawsFrames: Bool { entries.contains { $0.frameLayer?.isAsynchronous ?? false } }

  private func updateFrameLinks() { for entry in entries { entry.frameLayer?.drawing.updateLink() } }

  // MARK: Drawables

  func stage(_ drawable: LayerDrawable) { staged.append(drawable) }

  /// Returns the drawables that a commit shows, which are told then.
  func takeStaged() -> [LayerDrawable] {
    defer { staged = [] }
    return staged
  }

  // MARK: Recorded time lines

  /// The time of the next picture that waits; infinity if there is none.
  var nextPictureTime: Double {
    guard isRecorded else { return .infinity }
    return entries.reduce(.infinity) { min($0, max(0, $1.source?.queue.nextRecordedTime ?? .infinity)) }
  }

  /// The time of the next update by a display link; infinity if no link runs.
  var nextLinkTime: Double {
    isRecorded
      ? entries.reduce(.infinity) { min($0, $1.metal?.displayLinks.nextRecordedTime ?? .infinity) }
      : .infinity
  }

  /// True if a picture shows at a time that has come, or if a command buffer has yet to present one.
  func hasChanges(at time: Double) -> Bool {
    // In this order: a buffer adds its picture before it ends, and both may happen between the two questions.
    isRecorded && (entries.contains { $0.source?.hasSubmissions ?? false } || nextPictureTime <= time)
  }

  /// True if a picture shows or a display link makes an update at a time.
  func isDue(at time: Double) -> Bool { min(nextPictureTime, nextLinkTime) <= time }

  /// Makes the pictures of a moment the contents of their layers, after the command buffers that present some.
  func show(at time: Double) {
    guard isRecorded else { return }
    for entry in entries {
      guard let layer = entry.layer, let source = entry.source else { continue }
      source.waitForSubmissions()
      if source.queue.take(until: time) { layer.showCurrentPicture(of: source) }
    }
  }

  /// Calls the delegates of the display links that are due.
  func updateLinks(at time: Double) {
    guard isRecorded else { return }
    for entry in entries { entry.metal?.displayLinks.update(atRecordedTime: time) }
  }
}
