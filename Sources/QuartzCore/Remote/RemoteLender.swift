import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import StrataRenderServer
import Synchronization

/// A connection over which this process lends its layers: pictures go out, and wishes come in.
///
/// There are three places for pictures. A picture that finds none free waits, and a newer one takes its turn, so that a slow
/// receiver never holds up the render thread.
final class RemoteLender: Sendable {
  /// The number that the other process gave.
  let client: UInt32
  private let socket: RemoteSocket
  private let state = Mutex(State())

  private struct State: Sendable {
    var isOpen = true
    var isShown = false
    var free = Set(0..<RemoteMessage.places)
    var buffers: [UInt32: (layout: RemoteBuffer, file: RemoteFile)] = [:]
    /// The last picture, which is sent again to a new viewer.
    var last: RemotePeer.Picture?
    var isWaiting = false
    /// The render thread that draws the pictures.
    var server: RenderServer?
    /// Called, under the lock, when the wanted scale or direction changes; with nil once the pictures are not shown.
    var viewChanged: (@Sendable (RemotePictures.View?) -> Void)?
  }

  /// The longest wait for the other process's answer, in seconds.
  private static let patience = 5.0

  private init(_ socket: RemoteSocket, client: UInt32) { (self.socket, self.client) = (socket, client) }

  /// Connects to a port; nil, with the reason in the log, if there is no answer.
  static func connected(to port: UInt32) -> RemoteLender? {
    func fail(_ reason: String) -> RemoteLender? {
      OnceLog.note("no layers can be lent to the port \(port): \(reason)")
      return nil
    }
    guard let socket = RemoteSocket.connected(to: port) else {
      return fail("no process of this user listens (\(String(cString: strerror(errno))))")
    }
    guard socket.send(.hello(version: RemoteMessage.version)) else { return fail("it does not read") }
    let end = MonotonicClock().now + patience
    while MonotonicClock().now < end {
      guard isReadable(socket, for: end - MonotonicClock().now) else { continue }
      switch socket.receive() {
      case .none: continue
      case .message(.welcome(RemoteMessage.version, let client), _):
        let lender = RemoteLender(socket, client: client)
        let thread = Thread { lender.read() }
        thread.name = "strata lender"
        thread.start()
        return lender
      case .message: return fail("its answer is not understood")
      case .end(let reason): return fail(reason)
      }
    }
    return fail("it did not answer in time")
  }

  private static func isReadable(_ socket: RemoteSocket, for seconds: Double) -> Bool {
    var polled = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, seconds.isFinite ? Int32(max(seconds * 1000, 1)) : -1) > 0
  }

  // MARK: The layers' thread

  /// True until either process ends the connection.
  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// True while the other process shows the pictures.
  var isShown: Bool { state.withLock { $0.isOpen && $0.isShown } }

  /// Calls a function when the wanted scale or direction changes, and with nil when the pictures are no longer shown.
  ///
  /// The function is called on any thread, and must not call the lender.
  func onViewChange(_ body: @escaping @Sendable (RemotePictures.View?) -> Void) {
    state.withLock { $0.viewChanged = body }
  }

  /// Forgets the picture of a render thread that has ended; `isLast` is true if no other one follows.
  func forgetPicture(isLast: Bool) {
    state.withLock { state in
      (state.server, state.last, state.isWaiting) = (nil, nil, false)
      if isLast, state.isOpen, !socket.send(.clear) { close(&state) }
    }
  }

  /// Lets a render thread draw only while its pictures are shown.
  func follow(_ server: RenderServer) {
    state.withLock { state in
      state.server = server
      server.mail.post(.visibility(state.isShown))
    }
  }

  /// Ends the connection.
  func end() { state.withLock { close(&$0) } }

  private func close(_ state: inout State) {
    state.isOpen = false
    (state.last, state.buffers) = (nil, [:])
    state.server?.mail.post(.visibility(false))
    state.viewChanged?(nil)
    socket.shutDown()
  }

  // MARK: The render thread

  /// Sends a picture, now or when a place is free.
  func show(_ image: CGImage, scale: Float) {
    state.withLock { state in
      guard state.isOpen else { return }
      state.last = RemotePeer.Picture(image: image, scale: scale)
      send(&state)
    }
  }

  private func send(_ state: inout State) {
    guard state.isOpen, state.isShown, let picture = state.last else { return }
    guard let place = state.free.min() else {
      state.isWaiting = true
      return
    }
    state.isWaiting = false
    let pixels = picture.image.pixels
    let layout = RemoteBuffer(
      place: place,
      width: UInt32(clamping: pixels.width),
      height: UInt32(clamping: pixels.height),
      rowBytes: UInt32(clamping: pixels.rowBytes)
    )
    guard let layout, pixels.format == .rgba8 else {
      return OnceLog.note("a picture of \(pixels.width) × \(pixels.height) pixels cannot be lent")
    }
    guard let file = file(for: layout, &state), file.write(pixels) else {
      return OnceLog.note("there is no memory for the pictures that are lent")
    }
    state.free.remove(place)
    if !socket.send(.frame(place: place, scale: picture.scale)) { close(&state) }
  }

  /// The file of a place, which the other process knows.
  private func file(for layout: RemoteBuffer, _ state: inout State) -> RemoteFile? {
    if let known = state.buffers[layout.place], known.layout == layout { return known.file }
    guard let file = RemoteFile.create(byteCount: layout.byteCount) else { return nil }
    guard socket.send(.buffer(layout), file: file) else {
      close(&state)
      return nil
    }
    state.buffers[layout.place] = (layout, file)
    return file
  }

  // MARK: The reading thread

  private func read() {
    while isOpen {
      guard Self.isReadable(socket, for: .infinity) else { continue }
      switch socket.receive() {
      case .none: continue
      case .message(let message, _):
        if !take(message) { end() }
      case .end: end()
      }
    }
  }

  private func take(_ message: RemoteMessage) -> Bool {
    switch message {
    case .show(let scale, let isFlipped):
      state.withLock { state in
        state.isShown = true
        state.server?.mail.post(.visibility(true))
        if state.last?.scale == scale { send(&state) }
        if state.isOpen { state.viewChanged?(RemotePictures.View(scale: scale, isFlipped: isFlipped)) }
      }
    case .hide:
      state.withLock { state in
        state.isShown = false
        state.server?.mail.post(.visibility(false))
        state.viewChanged?(nil)
      }
    case .release(let place):
      state.withLock { state in
        state.free.insert(place)
        if state.isWaiting { send(&state) }
      }
    case .hello, .buffer, .frame, .clear, .welcome: return false
    }
    return true
  }
}
