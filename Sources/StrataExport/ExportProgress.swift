import Synchronization

/// How far an export is.
public struct ExportProgress: Sendable {
  /// Frames handed to the encoder so far.
  public let finishedFrames: Int
  /// Frames of the whole export.
  public let totalFrames: Int
  /// Seconds spent inside the renderer so far, without waiting for the encoder.
  public let renderingSeconds: Double
  /// Seconds since the export began.
  public let elapsedSeconds: Double

  /// Frames per second of the whole export so far.
  public var framesPerSecond: Double {
    elapsedSeconds > 0 ? Double(finishedFrames) / elapsedSeconds : 0
  }

  /// The estimated seconds until the end; nil before the first frame.
  public var remainingSeconds: Double? {
    finishedFrames > 0 ? elapsedSeconds / Double(finishedFrames) * Double(totalFrames - finishedFrames) : nil
  }
}

/// Stops an export from another thread, such as a signal's handler.
public final class ExportCancellation: Sendable {
  private let flag = Atomic(false)

  /// Creates a cancellation that is not requested yet.
  public init() {}

  /// Stops the export at the next frame.
  public func cancel() {
    flag.store(true, ordering: .releasing)
  }

  /// True after `cancel()`.
  public var isCancelled: Bool {
    flag.load(ordering: .acquiring)
  }
}
