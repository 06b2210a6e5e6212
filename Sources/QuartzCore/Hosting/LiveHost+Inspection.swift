package import StrataBase
package import Synchronization

/// What a layer is called by the program.
package struct LayerLabel: Sendable, Equatable {
  package var name: String?
  package var className: String
}

extension CALayer {
  /// The layer's name on the render side; nil unless it is hosted.
  package final var renderID: LayerID? { storage.id }
}

extension LiveHost {
  /// Makes what accompanies each host from its first start on, on the host's thread; nil makes nothing.
  ///
  /// The host keeps the result as long as it lives, and must not be kept by it.
  package static let companionMaker = Mutex<(@Sendable (LiveHost) -> AnyObject?)?>(nil)

  /// The names and classes of all layers on show.
  package var labels: [LayerID: LayerLabel] {
    var found: [LayerID: LayerLabel] = [:]
    var pending = [layer].compactMap(\.self)
    while let layer = pending.popLast() {
      if let id = layer.renderID {
        found[id] = LayerLabel(name: layer.name, className: String(describing: type(of: layer)))
      }
      pending += (layer.sublayers ?? []) + [layer.mask].compactMap(\.self)
    }
    return found
  }
}

/// The thread of a host's layers, for those that may not touch them.
package struct LayerThread: Sendable {
  private let runLoop = ThreadRunLoop()
  private let reference: HostReference

  /// A weak reference that other threads may carry, but not read.
  private final class HostReference: @unchecked Sendable {  // The host's thread reads it.
    weak var host: LiveHost?
  }

  /// Names the thread of a host, on that thread.
  package init(_ host: LiveHost) {
    reference = HostReference()
    reference.host = host
  }

  /// Runs a block there in a later turn of its run loop; drops it if the host is gone.
  package func perform(_ body: @escaping @Sendable (LiveHost) -> Void) {
    runLoop.perform { [reference] in
      if let host = reference.host { body(host) }
    }
  }
}
