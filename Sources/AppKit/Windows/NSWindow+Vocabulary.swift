extension NSWindow {
  /// What a window has.
  public struct StyleMask: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a set of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Nothing: only the contents.
    public static let borderless: StyleMask = []
    /// A frame with a title bar, as the desktop draws it.
    public static let titled = StyleMask(rawValue: 1)
    /// A way for the user to close it.
    public static let closable = StyleMask(rawValue: 2)
    /// A way for the user to minimize it, as the desktop gives it in any case.
    public static let miniaturizable = StyleMask(rawValue: 4)
    /// A way for the user to change its size.
    public static let resizable = StyleMask(rawValue: 8)
  }

  /// How a window's pixels are kept.
  public enum BackingStoreType: UInt, Sendable {
    /// In a buffer.
    case buffered = 2
  }

  /// The order of two things, one in front of the other.
  public enum OrderingMode: Int, Sendable {
    /// In front of the other.
    case above = 1
    /// Behind the other.
    case below = -1
    /// Off the screen.
    case out = 0
  }
}
