import Synchronization

/// Hands messages from any thread to one receiver, in the order of posting.
///
/// The lock is held for an append or a swap, never around the bell.
package final class Mailbox<Message: Sendable>: Sendable {
  private struct Contents {
    var waiting: [Message] = []
    var bell: (@Sendable () -> Void)?
  }
  private let contents = Mutex(Contents())

  package init() {}

  /// Called after a post that found the mailbox empty, on the posting thread.
  package var bell: (@Sendable () -> Void)? {
    get { contents.withLock { $0.bell } }
    set { contents.withLock { $0.bell = newValue } }
  }

  /// Appends `message`, and rings if it is the first one waiting.
  package func post(_ message: Message) {
    let bell = contents.withLock { contents -> (@Sendable () -> Void)? in
      contents.waiting.append(message)
      return contents.waiting.count == 1 ? contents.bell : nil
    }
    bell?()
  }

  /// Takes all waiting messages, oldest first.
  package func drain() -> [Message] {
    contents.withLock { contents in
      var taken: [Message] = []
      swap(&taken, &contents.waiting)
      return taken
    }
  }

  /// True when nothing waits at this instant.
  package var isEmpty: Bool { contents.withLock { $0.waiting.isEmpty } }
}
