#if Media
  import Foundation

  /// A value under a lock, which may hold objects of clients.
  final class Locked<Value>: @unchecked Sendable {  // The lock guards the value.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure)
      -> Result
    {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value)
    }
  }
#endif
