import Synchronization

/// How far an export is.
public struct ExportProgress: Sendable {
  /// Frames handed to the encoder so far; one of a GIF that is drawn twice, for its colours first, counts half each time.
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
  private struct State {
    var isCancelled = false
    var actions: [Int: @Sendable () -> Void] = [:]
    var lastAction = 0
  }
  private let state = Mutex(State())

  /// Creates a cancellation that is not requested yet.
  public init() {}

  /// Stops the export at the next frame, and its encoder at once.
  public func cancel() {
    let actions = state.withLock { state in
      state.isCancelled = true
      defer { state.actions = [:] }
      return Array(state.actions.values)
    }
    for action in actions { action() }
  }

  /// True after `cancel()`.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Throws after `cancel()`.
  package func check() throws(ExportError) {
    if isCancelled { throw .cancelled }
  }

  /// Runs `body`; calls `action` from the cancelling thread if the export is cancelled before `body` returns.
  ///
  /// - Throws: `cancelled` without a call of either if it is cancelled already.
  package func withAction<Result>(
    _ action: @escaping @Sendable () -> Void,
    _ body: () throws(ExportError) -> Result
  ) throws(ExportError) -> Result {
    let key = state.withLock { state -> Int? in
      guard !state.isCancelled else { return nil }
      state.lastAction += 1
      state.actions[state.lastAction] = action
      return state.lastAction
    }
    guard let key else { throw .cancelled }
    defer { state.withLock { $0.actions[key] = nil } }
    return try body()
  }
}
