import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import Synchronization

/// A process that lends its layers, as the process that shows them sees it.
///
/// Packets are checked one by one. A process that breaks a rule is let go; nothing that it sends reaches memory but pixels
/// and numbers within bounds.
final class RemotePeer: @unchecked Sendable {  // The service's thread owns all but the shared state.
  let socket: RemoteSocket
  /// The media time until which the first message must come.
  let deadline: Double
  /// The number of the client; nil before the first message.
  private(set) var client: UInt32?
  /// The media time before which the service reads nothing more, so that no process fills its time with pictures.
  private(set) var rest = -Double.infinity
  private var buffers: [UInt32: (layout: RemoteBuffer, file: RemoteFile)] = [:]
  private let shared = Mutex(Shared())

  /// A picture with its pixels per point.
  struct Picture: Sendable {
    let image: CGImage
    let scale: Float
  }

  private struct Shared: Sendable {
    var viewers: [WeakViewer] = []
    /// The last picture, while it is shown.
    var picture: Picture?
    /// The message that was sent to the process last; nil while its layers are not shown.
    var view: RemoteMessage?
  }

  private struct WeakViewer: Sendable {
    weak var pictures: RemotePictures?
  }

  /// The least time between two pictures, in seconds.
  private static let leastRest = 0.004
  /// The longest wait for the first message, in seconds.
  private static let patience = 5.0

  init(_ socket: RemoteSocket, at now: Double) { (self.socket, deadline) = (socket, now + Self.patience) }

  // MARK: The service's thread

  /// Reads a packet, if one waits; returns the reason why the connection must end.
  func read(at now: Double, newClient: () -> UInt32) -> String? {
    switch socket.receive() {
    case .none: return nil
    case .end(let reason): return reason
    case .message(.hello(let version), _):
      guard client == nil else { return "it introduced itself twice" }
      guard version == RemoteMessage.version else { return "it speaks version \(version)" }
      let number = newClient()
      client = number
      return answer(.welcome(version: RemoteMessage.version, client: number))
    case .message(let message, let file):
      guard client != nil else { return "it did not introduce itself" }
      return take(message, file, at: now)
    }
  }

  private func answer(_ message: RemoteMessage) -> String? {
    socket.send(message) ? nil : "it does not read what it is sent"
  }

  private func take(_ message: RemoteMessage, _ file: RemoteFile?, at now: Double) -> String? {
    switch message {
    case .buffer(let layout):
      guard let file, file.holds(layout) else { return "its buffer is no memory of that size" }
      buffers[layout.place] = (layout, file)
      return nil
    case .frame(let place, let scale):
      guard let buffer = buffers[place] else { return "it has no buffer at the place \(place)" }
      rest = now + Self.leastRest
      if shared.withLock({ $0.view != nil }) {
        guard let pixels = buffer.file.read(buffer.layout) else { return "its buffer has become shorter" }
        show(Picture(image: CGImage(pixels: pixels), scale: scale))
      }
      return answer(.release(place: place))
    case .clear:
      show(nil)
      return nil
    case .hello, .welcome, .show, .hide, .release: return "it sent a message of the other side"
    }
  }

  private func show(_ picture: Picture?) {
    let viewers = shared.withLock { shared in
      shared.picture = picture
      return shared.viewers.compactMap(\.pictures)
    }
    for viewer in viewers { viewer.show(picture) }
  }

  /// Takes away what is shown: the process has gone.
  func end() {
    socket.shutDown()
    show(nil)
  }

  // MARK: Layers that show the process

  /// Adds a layer's pictures, or follows a change of its scale; shows what is there.
  func add(_ viewer: RemotePictures) {
    let picture = shared.withLock { shared in
      shared.viewers.removeAll { $0.pictures == nil || $0.pictures === viewer }
      shared.viewers.append(WeakViewer(pictures: viewer))
      update(&shared)
      return shared.picture
    }
    if let picture { viewer.show(picture) }
  }

  func remove(_ viewer: RemotePictures) {
    shared.withLock { shared in
      shared.viewers.removeAll { $0.pictures == nil || $0.pictures === viewer }
      update(&shared)
    }
  }

  /// Says how the layers are shown, if that has changed: with the most pixels that one of them needs.
  private func update(_ shared: inout Shared) {
    let views = shared.viewers.compactMap { $0.pictures?.view }
    let view = views.first.map { first in
      RemoteMessage.show(scale: views.reduce(first.scale) { max($0, $1.scale) }, isFlipped: first.isFlipped)
    }
    guard view != shared.view else { return }
    shared.view = view
    if view == nil { shared.picture = nil }
    // The service finds out that a process has gone.
    socket.send(view ?? .hide)
  }
}
