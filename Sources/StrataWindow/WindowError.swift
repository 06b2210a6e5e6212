#if Window
  public import Foundation

  /// The reason why a window cannot be opened, or is gone.
  public enum WindowError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no display server to open windows on, or it does not answer.
    case noDisplay(reason: String)
    /// The display server refuses the window.
    case notOpened(reason: String)
    /// The size of a window in points is empty, not finite or beyond 32768 pixels; or the smallest size is negative, not finite or
    /// beyond that.
    case invalidSize(width: Double, height: Double)
    /// The connection to the display server broke; its windows are gone.
    case displayLost

    /// The reason in one line.
    public var description: String {
      switch self {
      case .noDisplay(let reason): "no display: \(reason)"
      case .notOpened(let reason): "the window cannot be opened: \(reason)"
      case .invalidSize(let width, let height): "a window of \(width) x \(height) points cannot be opened"
      case .displayLost: "the connection to the display server is lost"
      }
    }
  }

  extension WindowError: LocalizedError {
    /// The same line that ``description`` gives.
    public var errorDescription: String? { description }
  }
#endif
