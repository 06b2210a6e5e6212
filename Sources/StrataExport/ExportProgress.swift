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

  /// Seconds that the rest takes at the speed so far; nil before the first frame.
  public var remainingSeconds: Double? {
    finishedFrames > 0 ? elapsedSeconds / Double(finishedFrames) * Double(totalFrames - finishedFrames) : nil
  }
}

/// Stops an export from another thread, such as a signal's handler.
public final class ExportCancellation: Sendable {
  private let flag = Atomic(false)

  /// A cancellation that nobody has asked for yet.
  public init() {}

  /// Asks the export to stop at the next frame.
  public func cancel() {
    flag.store(true, ordering: .releasing)
  }

  /// Whether somebody asked.
  public var isCancelled: Bool {
    flag.load(ordering: .acquiring)
  }
}
