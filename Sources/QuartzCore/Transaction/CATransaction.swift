public import Foundation

/// The key of a transaction's duration.
public let kCATransactionAnimationDuration = "animationDuration"
/// The key of the flag that keeps changes from looking for actions.
public let kCATransactionDisableActions = "disableActions"
/// The key of a transaction's timing function.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// The key of a transaction's completion block.
public let kCATransactionCompletionBlock = "completionBlock"

/// Groups changes of layers, so that they are shown together.
///
/// Each thread has its own stack of transactions. A change without an open one opens an implicit transaction, which is
/// committed in the next turn of the thread's run loop or by ``flush()``.
open class CATransaction: NSObject {
  /// Opens a transaction inside the current one.
  open class func begin() { Transaction.current.begin() }

  /// Closes the innermost transaction; the outermost one's changes are sent.
  ///
  /// Without a matching begin nothing happens.
  open class func commit() { Transaction.current.commit() }

  /// Commits the implicit transaction, and delivers callbacks that are due on this thread.
  open class func flush() {
    let thread = ThreadState.current
    thread.takeInChanges()
    thread.transaction.flush()
    thread.transaction.leaveChanges()
    thread.deliverFeedback()
    MainThreadCallbacks.drainIfMain()
  }

  /// Takes the global lock; the owner may take it again.
  ///
  /// Threads may set properties of different layers of one tree, give them sublayers and commit without it. A program holds it for
  /// each transaction of a thread other than the one that shows the tree, if animations of these layers end meanwhile, as
  /// implicit ones do, if it looks at presentation copies there, or if threads share layers.
  open class func lock() { TransactionLock.lock() }

  /// Releases the global lock; without a matching lock nothing happens.
  open class func unlock() { TransactionLock.unlock() }

  /// Returns the duration of animations added now that have none of their own, in seconds.
  open class func animationDuration() -> CFTimeInterval { Transaction.current.animationDuration }

  /// Sets the duration of animations that have none of their own, in seconds.
  open class func setAnimationDuration(_ dur: CFTimeInterval) {
    Transaction.current.setValue(dur, forKey: kCATransactionAnimationDuration)
  }

  /// Returns the timing function of animations that have none of their own.
  open class func animationTimingFunction() -> CAMediaTimingFunction? {
    Transaction.current.animationTimingFunction
  }

  /// Sets the timing function of animations that have none of their own.
  open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    Transaction.current.setValue(function, forKey: kCATransactionAnimationTimingFunction)
  }

  /// Returns true if changes do not look for actions.
  open class func disableActions() -> Bool { Transaction.current.disablesActions }

  /// Keeps changes from looking for actions, or lets them again.
  open class func setDisableActions(_ flag: Bool) {
    Transaction.current.setValue(flag, forKey: kCATransactionDisableActions)
  }

  /// Returns the innermost completion block.
  open class func completionBlock() -> (() -> Void)? { Transaction.current.completionBlock }

  /// Sets a block to call when every animation added from now on has ended; earlier blocks are still called.
  open class func setCompletionBlock(_ block: (() -> Void)?) { Transaction.current.setCompletionBlock(block) }

  /// Returns the value of a key in the innermost transaction that has it.
  open class func value(forKey key: String) -> Any? { Transaction.current.value(forKey: key) }

  /// Sets the value of a key in the innermost transaction; nil removes it.
  open class func setValue(_ anObject: Any?, forKey key: String) {
    Transaction.current.setValue(anObject, forKey: key)
  }
}

/// The global recursive lock of transactions, which live hosts hold while they commit.
enum TransactionLock {
  static let recursive = NSRecursiveLock()

  static func lock() {
    recursive.lock()
    ThreadState.current.lockDepth += 1
  }

  static func unlock() {
    guard ThreadState.current.lockDepth > 0 else { return }
    ThreadState.current.lockDepth -= 1
    recursive.unlock()
  }
}
