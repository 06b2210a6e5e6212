import CoreGraphics
import Foundation
import StrataRaster
import StrataRenderTree
import Synchronization

/// The pictures of another process's layers, as one layer of this process shows them.
final class RemotePictures: PictureSource, Sendable {
  let queue = PresentationQueue()
  /// The number of the other process.
  private let client: UInt32
  private let current = Mutex(View(scale: 1, isFlipped: true))

  /// How the layer shows pictures.
  struct View: Sendable, Equatable {
    var scale: Float
    /// True if y runs down.
    var isFlipped: Bool
  }

  var view: View { current.withLock { $0 } }

  init(client: UInt32) {
    self.client = client
    queue.showsEach = false
  }

  // MARK: The layer's thread

  let showsInTransactions = false
  let hasSubmissions = false
  func waitForSubmissions() {}

  func layer(_ layer: CALayer, entered host: HostDrawables) {
    guard RemoteService.shared.peer(client) != nil else {
      // The process may have ended while the layer was not shown.
      if queue.current != nil { show(nil) }
      return OnceLog.note("there is no process \(client) whose layers could be shown")
    }
    follow(layer)
  }

  func layerLeft(_ layer: CALayer) { RemoteService.shared.peer(client)?.remove(self) }

  /// Asks for pictures of the layer's scale and direction.
  func follow(_ layer: CALayer) {
    let scale = RemoteMessage.scale(Double(layer.storage.state.contentsScale))
    current.withLock { $0 = View(scale: scale, isFlipped: layer.flipParity) }
    RemoteService.shared.peer(client)?.add(self)
  }

  // MARK: Any thread

  /// Shows a picture, or nothing.
  func show(_ picture: RemotePeer.Picture?) {
    let scale = view.scale
    let image = picture.flatMap { $0.scale == scale ? $0.image : $0.image.resized(by: scale / $0.scale) }
    queue.add(QueuedPicture(image, of: nil, at: (nil, nil), after: nil))
  }
}

extension CGImage {
  /// Returns the image with other numbers of pixels; nil if that leaves none, or too many.
  fileprivate func resized(by factor: Float) -> CGImage? {
    let (w, h) = ((CGFloat(width) * CGFloat(factor)).rounded(), (CGFloat(height) * CGFloat(factor)).rounded())
    guard w >= 1, h >= 1, w * h <= CGFloat(RemoteBuffer.mostPixels) else { return nil }
    let pixels = PixelBuffer(width: Int(w), height: Int(h), format: .rgba8)
    let context = CGContext(
      backingStore: pixels,
      scale: 1,
      origin: .zero,
      isFlipped: false,
      isOpaque: false
    )
    context.draw(self, in: CGRect(x: 0, y: 0, width: w, height: h))
    return CGImage(pixels: pixels)
  }
}

/// Follows the scale of a layer that shows another process.
private final class RemoteObserver: LayerObserver {
  override func didChange(_ key: String, in layer: CALayer) {
    guard key == "contentsScale", let host = layer.storage.host?.drawables, !host.isAtRest else { return }
    (layer.storage.extras.follower as? RemotePictures)?.follow(layer)
  }
}

extension CALayer {
  /// Creates a layer that shows the layer tree of another process.
  ///
  /// The other process makes a ``CARemoteLayerClient`` with the port of this one's ``CARemoteLayerServer``, and hands over the
  /// client's number. Its tree lies at the layer's bounds origin, in its own size, whatever the bounds are; the picture
  /// has the layer's `contentsScale`. It follows the other process while a host shows the layer, and goes when that
  /// process ends. A number that no process has shows nothing.
  ///
  /// On a recorded time line of an `OfflineRenderer` a picture shows from the moment at which the renderer drew after it came.
  public convenience init(remoteClientId client_id: UInt32) {
    self.init()
    let pictures = RemotePictures(client: client_id)
    storage.state.contentsGravity = .bottomLeft
    storage.state.contents = .live(pictures.queue)
    storage.extras.observers.append(RemoteObserver())
    storage.flags.insert(.isObserved)
    follow(pictures)
  }
}
