import CoreGraphics
import Foundation
import StrataRenderServer
import StrataRenderTree

/// The Metal layers of a host: sends their pictures on, and plays their display links on a recorded time line.
///
/// Owned by the thread that uses the layers.
final class HostDrawables {
  /// The way of pictures to the screen; a host sets it once, before it shows a layer.
  var route = PresentationQueue.Route.none
  /// The refreshes of the host.
  var clock = FrameClock(framesPerSecond: 60) {
    didSet {
      guard clock != oldValue else { return }
      for entry in layers { entry.layer?.displayLinks.restart(with: clock) }
    }
  }

  private var layers: [Weak] = []
  /// Drawables that the next commit shows.
  private var staged: [LayerDrawable] = []

  private struct Weak {
    weak var layer: CAMetalLayer?
  }

  /// True if the host records a time line, whose clock is not that of the machine.
  var isRecorded: Bool { if case .recorded = route { true } else { false } }

  func add(_ layer: CAMetalLayer) {
    layers.removeAll { $0.layer == nil || $0.layer === layer }
    layers.append(Weak(layer: layer))
    layer.pool.queue.setRoute(route)
    layer.showCurrentPicture(isRecorded: isRecorded)
    layer.displayLinks.restart(with: clock)
  }

  func remove(_ layer: CAMetalLayer) {
    layers.removeAll { $0.layer == nil || $0.layer === layer }
    layer.pool.queue.setRoute(.none)
    layer.showCurrentPicture(isRecorded: false)
  }

  func stage(_ drawable: LayerDrawable) { staged.append(drawable) }

  /// Reports the drawables that a commit of a media time has shown.
  func commitStaged(at time: Double) {
    let shown = staged
    staged = []
    for drawable in shown { drawable.layer.pool.queue.committed(drawable, at: time) }
  }

  /// Announces waiting pictures to a render thread that starts.
  func announceAgain() {
    for entry in layers { entry.layer?.pool.queue.announceAgain() }
  }

  // MARK: Recorded time lines

  /// The time of the next picture that waits; infinity if there is none.
  var nextPictureTime: Double {
    guard isRecorded else { return .infinity }
    return layers.reduce(.infinity) { min($0, max(0, $1.layer?.pool.queue.nextRecordedTime ?? .infinity)) }
  }

  /// The time of the next update by a display link; infinity if no link runs.
  var nextLinkTime: Double {
    isRecorded
      ? layers.reduce(.infinity) { min($0, $1.layer?.displayLinks.nextRecordedTime ?? .infinity) } : .infinity
  }

  /// True if a picture shows at a time that has come, or if a command buffer has yet to present one.
  func hasChanges(at time: Double) -> Bool {
    isRecorded && (nextPictureTime <= time || layers.contains { $0.layer?.pool.hasSubmissions ?? false })
  }

  /// True if a picture shows or a display link makes an update at a time.
  func isDue(at time: Double) -> Bool { min(nextPictureTime, nextLinkTime) <= time }

  /// Makes the pictures of a moment the contents of their layers, after the command buffers that present some.
  func show(at time: Double) {
    guard isRecorded else { return }
    for case let layer? in layers.map(\.layer) {
      layer.pool.waitForSubmissions()
      if layer.pool.queue.take(until: time) != nil { layer.showCurrentPicture() }
    }
  }

  /// Calls the delegates of the display links that are due.
  func updateLinks(at time: Double) {
    guard isRecorded else { return }
    for entry in layers { entry.layer?.displayLinks.update(atRecordedTime: time) }
  }
}

extension CAMetalLayer {
  /// Makes the current picture the contents, without an action.
  ///
  /// A live host reads pictures from the queue itself; recorded time lines and transactions hold the picture.
  final func showCurrentPicture(isRecorded: Bool? = nil) {
    let queue = pool.queue
    let isFixed =
      (isRecorded ?? storage.host?.drawables.isRecorded ?? false)
      || pool.configuration.transactionOwner != nil && storage.host != nil
    storage.state.contents = isFixed ? queue.current.map { .image($0) } ?? .none : .live(queue)
    enlist(.content)
  }

  /// Shows a drawable with the thread's transaction.
  final func showInTransaction(_ picture: CGImage, of drawable: LayerDrawable) {
    pool.queue.replace(with: picture)
    showCurrentPicture()
    guard let host = storage.host else { return drawable.finish(presentedTime: 0) }
    host.drawables.stage(drawable)
  }
}
