import Synchronization

/// The refresh rate of display links that belong to no host: that of the window that was opened first, or 60.
///
/// - Thread: Any.
package final class DisplayRate: Sendable {
  package static let current = DisplayRate()

  private struct Entry {
    let window: ObjectIdentifier
    var framesPerSecond: Double
  }
  private let entries = Mutex<[Entry]>([])

  /// In frames per second.
  var framesPerSecond: Double { entries.withLock { $0.first?.framesPerSecond ?? 60 } }

  /// Notes the rate of an open window.
  package func open(_ window: ObjectIdentifier, framesPerSecond: Double) {
    entries.withLock { entries in
      if let index = entries.firstIndex(where: { $0.window == window }) {
        entries[index].framesPerSecond = framesPerSecond
      } else {
        entries.append(Entry(window: window, framesPerSecond: framesPerSecond))
      }
    }
  }

  /// Forgets a window that is closed.
  package func close(_ window: ObjectIdentifier) {
    entries.withLock { $0.removeAll { $0.window == window } }
  }
}
