import CoreGraphics
import Foundation
import StrataRenderTree

/// What provides a layer's contents outside of transactions, and follows the host that shows the layer.
protocol HostFollower: AnyObject {
  /// Called on the layer's thread when a host begins to show the layer.
  func layer(_ layer: CALayer, entered host: HostDrawables)

  /// Called on the layer's thread when the host shows the layer no more.
  func layerLeft(_ layer: CALayer)
}

/// A source of pictures that the program, or another one, presents on any thread.
protocol PictureSource: HostFollower {
  /// The pictures that wait, and the one on show.
  var queue: PresentationQueue { get }
  /// True if pictures are values of transactions.
  var showsInTransactions: Bool { get }
  /// True if pictures are on their way.
  var hasSubmissions: Bool { get }
  /// Waits for the pictures on their way.
  func waitForSubmissions()
}

extension DrawablePool: PictureSource {
  var showsInTransactions: Bool { configuration.transactionOwner != nil }

  func layer(_ layer: CALayer, entered host: HostDrawables) {}
  func layerLeft(_ layer: CALayer) {}
}

extension CALayer {
  /// Takes the contents from a source that follows the layer's host.
  final func follow(_ follower: any HostFollower) {
    storage.extras.follower = follower
    storage.flags.insert(.followsHost)
  }

  /// Makes the current picture of a source the contents, without an action.
  ///
  /// A live host reads pictures from the queue itself; recorded time lines and transactions hold the picture.
  final func showCurrentPicture(of source: any PictureSource, isRecorded: Bool? = nil) {
    let queue = source.queue
    let isFixed =
      (isRecorded ?? storage.host?.drawables.isRecorded ?? false)
      || source.showsInTransactions && storage.host != nil
    storage.state.contents = isFixed ? queue.current.map { .image($0) } ?? .none : .live(queue)
    enlist(.content)
  }

  /// Shows a picture with the thread's transaction.
  final func showInTransaction(
    _ picture: CGImage,
    from source: any PictureSource,
    of drawable: LayerDrawable? = nil
  ) {
    source.queue.replace(with: picture)
    showCurrentPicture(of: source)
    guard let drawable else { return }
    guard let host = storage.host else { return drawable.finish(presentedTime: 0) }
    host.exclusively { host.drawables.stage(drawable) }
  }

  /// The picture of a queue on show; in a copy of the layer, that of an animation of its contents, if there is one.
  final func picture(in queue: PresentationQueue) -> Any? {
    guard storage.flags.contains(.isCopy) else { return queue.current }
    if case .live(let source) = storage.state.contents, source === queue { return queue.current }
    return storage.state.contents.wrapped
  }

  /// Shows an image, or nothing, until the next picture of a source; other objects are ignored.
  final func setPicture(_ object: Any?, in queue: PresentationQueue) {
    let (object, key) = (KeyValue.present(object), LayerSchema.shared.contents.key)
    guard object == nil || object is CGImage else {
      return OnceLog.note("a layer with drawables shows these and images; other contents are ignored")
    }
    guard !storage.flags.contains(.isCopy) else { return }
    storage.noteSet(LayerSchema.shared.contents.number, key)
    let event = willChange(key)
    queue.replace(with: (object as? CGImage)?.still)
    didChange(key, .content, event)
  }
}
