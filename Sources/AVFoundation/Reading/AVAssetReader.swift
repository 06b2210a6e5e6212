#if Media
  public import CoreMedia
  public import Foundation
  import StrataFilm

  /// Gives the pictures and the sound of an asset as samples, one after the other.
  ///
  /// ```swift
  /// let reader = try AVAssetReader(asset: asset)
  /// let settings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
  /// let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
  /// reader.add(output)
  /// reader.startReading()
  /// while let sample = output.copyNextSampleBuffer() {}
  /// ```
  ///
  /// Each sample has exactly the time that the asset has for it. Calls in a state that does not allow them end the program, as with
  /// Apple's exception.
  ///
  /// - Thread: Any; one at a time reads an output.
  open class AVAssetReader: NSObject, @unchecked Sendable {  // The lock guards what changes while it reads.
    /// How far a reader is.
    public enum Status: Int, Sendable {
      /// It has not begun.
      case unknown
      /// It gives samples.
      case reading
      /// All samples of all outputs were given.
      case completed
      /// It failed; ``AVAssetReader/error`` says why.
      case failed
      /// It was cancelled.
      case cancelled
    }

    /// The asset.
    public let asset: AVAsset
    /// The times to read; all of them at first.
    ///
    /// The picture that is shown at the start is given with the time of the start.
    open var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)

    private let list = Locked<[AVAssetReaderOutput]>([])
    private let course = ReadingCourse()

    /// Creates a reader; nothing is read yet.
    ///
    /// - Throws: ``AVError`` if the asset is a file that cannot be read.
    public init(asset: AVAsset) throws {
      if let failure = asset.failure { throw failure }
      self.asset = asset
    }

    /// How far the reader is.
    open var status: Status { course.status }

    /// Why the reading failed.
    open var error: (any Error)? { course.failure }

    /// The outputs, in the order in which they were added.
    open var outputs: [AVAssetReaderOutput] { list.withLock { $0 } }

    /// Returns whether an output can be added: before the reading begins, if no reader has it and its tracks are the asset's.
    open func canAdd(_ output: AVAssetReaderOutput) -> Bool { refusal(output) == nil }

    private func refusal(_ output: AVAssetReaderOutput) -> String? {
      if status != .unknown { return "the reading has begun" }
      if output.course != nil { return "a reader has the output already" }
      return output.refusal(asset)
    }

    /// Adds an output; one that ``canAdd(_:)`` refuses ends the program.
    open func add(_ output: AVAssetReaderOutput) {
      if let reason = refusal(output) { fatalError("AVAssetReader.add: \(reason)") }
      output.course = course
      list.withLock { $0.append(output) }
    }

    /// Begins to read; later calls end the program.
    ///
    /// - Returns: False, with an ``error``, if there is no output, or if one cannot be read.
    /// - Complexity: Waits for the tables of the files.
    @discardableResult
    open func startReading() -> Bool {
      demand(status == .unknown, "AVAssetReader.startReading: the reading has begun already")
      do throws(AVError) {
        let outputs = outputs
        guard !outputs.isEmpty else { throw AVError(.contentIsUnavailable, "the reader has no outputs") }
        let range = try readRange()
        for output in outputs {
          let feed = try output.open(asset, range, course.cancellation)
          output.feed.withLock { $0 = .open(feed) }
        }
        return course.begin(count: outputs.count)
      } catch {
        course.fail(error)
        close()
        return false
      }
    }

    /// The times that are read.
    private func readRange() throws(AVError) -> CMTimeRange {
      let whole = CMTimeRange(start: .zero, duration: asset.duration)
      guard timeRange.start.isNumeric else { return whole }
      let start = CMTimeMaximum(timeRange.start, .zero)
      guard whole.duration.isNumeric else { return CMTimeRange(start: start, duration: timeRange.duration) }
      let end = timeRange.duration.isNumeric ? CMTimeMinimum(timeRange.end, whole.end) : whole.end
      guard start < end else {
        throw AVError(.contentIsUnavailable, "the asset has nothing in the times to read")
      }
      return CMTimeRange(start: start, end: end)
    }

    /// Ends the reading; outputs give no more samples.
    open func cancelReading() {
      course.cancel()
      close()
    }

    /// Ends decoders of outputs that are not being read; the others end their own.
    private func close() {
      for output in outputs where output.isIdle { output.feed.withLock { $0 = .ended } }
    }
  }

  /// How far a reading is: what a reader and its outputs share, so that outputs may be read when the reader was released.
  final class ReadingCourse: Sendable {
    private struct State {
      var status = AVAssetReader.Status.unknown
      var failure: AVError?
      /// The outputs that have samples.
      var openCount = 0
    }
    private let state = Locked(State())
    let cancellation = ExportCancellation()

    var status: AVAssetReader.Status { state.withLock { $0.status } }
    var failure: AVError? { state.withLock { $0.failure } }

    /// Begins to read a number of outputs; false if the reading was cancelled before.
    func begin(count: Int) -> Bool {
      state.withLock { state in
        guard state.status == .unknown else { return false }
        (state.status, state.openCount) = (.reading, count)
        return true
      }
    }

    /// Notes that an output has no more samples.
    func noteEnd() {
      state.withLock { state in
        state.openCount -= 1
        if state.openCount == 0, state.status == .reading { state.status = .completed }
      }
    }

    func cancel() {
      state.withLock { if $0.status == .unknown || $0.status == .reading { $0.status = .cancelled } }
      cancellation.cancel()
    }

    /// Notes the first failure.
    func fail(_ error: AVError) {
      state.withLock { state in
        guard state.status == .unknown || state.status == .reading else { return }
        (state.status, state.failure) = (.failed, error)
      }
      cancellation.cancel()
    }
  }
#endif
