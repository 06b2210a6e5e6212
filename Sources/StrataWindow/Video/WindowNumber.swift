#if Window
  import Synchronization

  /// The number of a window once it is open.
  ///
  /// The render thread may finish the first frame before.
  final class WindowNumber: Sendable {
    private let number = Mutex<UInt32?>(nil)

    var value: UInt32? {
      get { number.withLock { $0 } }
      set { number.withLock { $0 = newValue } }
    }
  }
#endif
