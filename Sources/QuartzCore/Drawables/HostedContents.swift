import CoreGraphics
package import StrataRenderTree

/// How a host shows the layers of modules above, which provide contents for it.
package enum HostKind: Sendable {
  /// Frames of a render thread, which must not wait for contents.
  case live
  /// Any moment, as exactly as contents can be made: offline renderers, and those of a program's own loop.
  case exact
}

/// Tells a module above that a host shows a layer, or shows it no more.
private final class HostObserver: HostFollower {
  let change: (HostKind?) -> Void
  init(_ change: @escaping (HostKind?) -> Void) { self.change = change }
  func layer(_ layer: CALayer, entered host: HostDrawables) { change(host.isLive ? .live : .exact) }
  func layerLeft(_ layer: CALayer) { change(nil) }
}

extension CALayer {
  /// Calls a closure on the layer's thread when a host begins to show the layer, and with nil when it shows it no more.
  ///
  /// The layer keeps the closure. While the closure runs, the media time is that of the host.
  package final func followHost(_ change: @escaping (HostKind?) -> Void) { follow(HostObserver(change)) }

  /// Shows an image for each frame, without an action and beside the property `contents`.
  package final func showLiveContents(_ contents: (any LiveContents)?) {
    storage.state.contents = contents.map { .live($0) } ?? .none
    enlist(.content)
  }

  /// True while the thread's media time is that of a recorded time line, not that of the machine.
  package static var mediaTimeIsRecorded: Bool { ThreadState.current.manualTime != nil }
}
