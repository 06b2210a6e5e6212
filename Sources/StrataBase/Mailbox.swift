import Synchronization

/// Hands messages from any thread to one receiver, in the order of posting.
///
/// The lock is held for an append or a swap, never while the receiver is woken.
///
/// - Thread: Any thread posts; one thread drains.
package final class Mailbox<Message: Sendable>: Sendable {
  private struct Contents {
    var waiting: [Message] = []
    var wakeReceiver: (@Sendable () -> Void)?
  }
  private let contents = Mutex(Contents())

  package init() {}

  /// Called on the posting thread after a post that found the mailbox empty.
  package var wakeReceiver: (@Sendable () -> Void)? {
    get { contents.withLock { $0.wakeReceiver } }
    set { contents.withLock { $0.wakeReceiver = newValue } }
  }

  /// Appends `message`, and wakes the receiver if it is the first one waiting.
  package func post(_ message: Message) { post(contentsOf: CollectionOfOne(message)) }

  /// Appends messages that the receiver drains together, and wakes it if none waited before.
  package func post(contentsOf messages: some Collection<Message>) {
    let wakeReceiver = contents.withLock { contents -> (@Sendable () -> Void)? in
      let wasEmpty = contents.waiting.isEmpty
      contents.waiting.append(contentsOf: messages)
      return wasEmpty && !contents.waiting.isEmpty ? contents.wakeReceiver : nil
    }
    wakeReceiver?()
  }

  /// Takes all waiting messages, oldest first.
  package func drain() -> [Message] {
    contents.withLock { contents in
      var taken: [Message] = []
      swap(&taken, &contents.waiting)
      return taken
    }
  }

  /// True if no message waits at this instant.
  package var isEmpty: Bool { contents.withLock { $0.waiting.isEmpty } }
}
