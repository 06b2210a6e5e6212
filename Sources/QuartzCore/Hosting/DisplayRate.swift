package import StrataRenderServer
import Synchronization

/// The refreshes of display links that belong to no host: those of the window that was opened first, or 60 a second.
///
/// Such a link looks here whenever it begins to fire, and each time that it fires.
///
/// - Thread: Any.
package final class DisplayRate: Sendable {
  package static let current = DisplayRate()

  private struct Entry {
    let window: ObjectIdentifier
    var clock: FrameClock
  }
  private let entries = Mutex<[Entry]>([])

  /// Creates a list without windows.
  package init() {}

  /// The refreshes of the display of the window that was opened first; sixty a second without one.
  package var clock: FrameClock { entries.withLock { $0.first?.clock ?? FrameClock(framesPerSecond: 60) } }

  /// Notes the refreshes of an open window.
  package func open(_ window: ObjectIdentifier, clock: FrameClock) {
    entries.withLock { entries in
      if let index = entries.firstIndex(where: { $0.window == window }) {
        entries[index].clock = clock
      } else {
        entries.append(Entry(window: window, clock: clock))
      }
    }
  }

  /// Forgets a window that is closed.
  package func close(_ window: ObjectIdentifier) {
    entries.withLock { $0.removeAll { $0.window == window } }
  }
}
