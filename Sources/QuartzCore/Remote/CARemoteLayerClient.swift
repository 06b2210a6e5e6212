import CoreGraphics
public import Foundation
import StrataBase
import StrataFrame
import StrataRenderServer

/// Lends a layer tree to another process, which shows it as a layer of its own.
///
/// ```swift
/// let client = CARemoteLayerClient(serverPort: port)
/// client.layer = root
/// print(client.clientId)
/// ```
///
/// The other process shows the tree by `CALayer(remoteClientId:)`. This process draws it on a render thread of its own, with
/// animations, and hands the pictures over in shared memory; it draws nothing while they are not shown. What the other
/// process sees is never more than pixels, so that neither can harm the other.
///
/// The picture reaches from the origin to the far corner of the layer's frame. What lies outside of it is not shown.
///
/// If the other process ends, nothing is drawn any more, and setting another layer has no effect.
///
/// - Thread: The one that uses the layer. Its run loop commits changes, and follows the scale and the direction of y that
///   the other process asks for; until then the scale is 1, and y runs down.
open class CARemoteLayerClient: NSObject {
  private let lender: RemoteLender?
  private var host: LiveHost?
  private var root: CALayer?
  private var view = RemotePictures.View(scale: 1, isFlipped: true)
  private var observer: FrameObserver?

  /// Connects to the server of another process.
  ///
  /// The port is that of the other process's ``CARemoteLayerServer``. The call waits for the answer, five seconds at most.
  /// Without one, the reason is logged and ``clientId`` is 0.
  public init(serverPort port: mach_port_t) {
    lender = RemoteLender.connected(to: port)
    super.init()
    let reference = Reference(client: self)
    let loop = ThreadRunLoop()
    lender?.onViewChange { view in loop.perform { reference.client?.follow(view) } }
  }

  deinit { invalidate() }

  /// A weak reference that other threads may carry, but not read.
  private final class Reference: @unchecked Sendable {  // The client's thread reads it.
    weak var client: CARemoteLayerClient?
    init(client: CARemoteLayerClient) { self.client = client }
  }

  /// The number by which the other process shows the layers; 0 without a connection.
  open var clientId: UInt32 { lender?.client ?? 0 }

  /// The root of the tree that is lent; nil, as at first, shows nothing.
  open var layer: CALayer? {
    get { root }
    set {
      guard newValue !== root else { return }
      if let observer { root?.storage.extras.observers.removeAll { $0 === observer } }
      root = newValue
      host(newValue)
    }
  }

  /// Ends the connection: the other process shows the layers no more.
  open func invalidate() {
    layer = nil
    lender?.end()
  }

  // MARK: Pictures

  /// Follows how the other process shows the pictures; nil if it does not.
  private func follow(_ view: RemotePictures.View?) {
    host?.isVisible = view != nil
    guard let view, view != self.view else { return }
    self.view = view
    host(root)
  }

  /// Draws a layer as the other process wants it.
  private func host(_ layer: CALayer?) {
    host = nil
    guard let lender, lender.isOpen else { return }
    lender.forgetPicture(isLast: layer == nil)
    guard let layer else { return }
    let observer = self.observer ?? FrameObserver(self)
    self.observer = observer
    if !layer.storage.extras.observers.contains(where: { $0 === observer }) {
      layer.storage.extras.observers.append(observer)
      layer.storage.flags.insert(.isObserved)
    }
    let (width, height) = pixels(of: layer)
    let viewport = Viewport(
      width: width,
      height: height,
      scale: Double(view.scale),
      origin: view.isFlipped ? .topLeft : .bottomLeft
    )
    let settings = RenderSettings(viewport: viewport, framesPerSecond: 60, threads: 1)
    let scale = view.scale
    let host = LiveHost(layer: layer, settings: settings) { lender.show($0.image, scale: scale) }
    self.host = host
    host.isVisible = lender.isShown
    host.start()
    lender.follow(host.server)
  }

  /// The size of the picture: from the origin to the far corner of the layer's frame.
  private func pixels(of layer: CALayer) -> (width: Int, height: Int) {
    let frame = layer.frame
    func pixels(_ length: CGFloat, most: Int) -> Int {
      min(max(PixelCount.covering(length, scale: CGFloat(view.scale)), 1), most)
    }
    let width = pixels(frame.maxX, most: Int(RemoteBuffer.longestSide))
    let most = min(Int(RemoteBuffer.longestSide), RemoteBuffer.mostPixels / width)
    return (width, pixels(frame.maxY, most: most))
  }

  /// Follows the size of the layer.
  fileprivate func resize() {
    guard let root, let host else { return }
    let (width, height) = pixels(of: root)
    host.resizeWithNextCommit(width: width, height: height, scale: Double(view.scale))
  }
}

/// Reports changes of a layer's frame to the client that lends it.
private final class FrameObserver: LayerObserver {
  private weak var client: CARemoteLayerClient?
  private static let keys: Set = ["bounds", "position", "transform", "anchorPoint"]

  init(_ client: CARemoteLayerClient) { self.client = client }

  override func didChange(_ key: String, in layer: CALayer) {
    if Self.keys.contains(key) { client?.resize() }
  }
}
