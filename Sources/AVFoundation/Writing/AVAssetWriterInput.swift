#if Media
  public import CoreGraphics
  public import CoreMedia
  public import Dispatch
  public import Foundation
  import StrataFilm

  /// Takes the samples of one track of a film.
  ///
  /// - Thread: Any; one at a time appends.
  open class AVAssetWriterInput: NSObject, @unchecked Sendable {  // Locks guard what writing changes.
    /// What the input takes: `video` or `audio`.
    public let mediaType: AVMediaType
    /// How the samples are written; nil keeps uncompressed sound as it is, in QuickTime.
    public let outputSettings: [String: Any]?
    /// The format of the samples, if it is known before they come.
    public let sourceFormatHint: CMFormatDescription?
    /// True for an encoder that takes less time and more bits, and for more room for pictures that wait; set it before the writing
    /// begins.
    open var expectsMediaDataInRealTime = false
    /// The transform that turns the pictures upright for display; set it before the writing ends.
    open var transform = CGAffineTransform.identity
    /// The units of a second in which the track counts its times; 0 takes units of which all times are multiples, a microsecond at
    /// the finest.
    open var mediaTimeScale: CMTimeScale = 0

    weak var writer: AVAssetWriter?
    let track = Locked<WriterTrack?>(nil)
    private let state = Locked(State())

    private struct State {
      var isFinished = false
      var request: Request?
    }

    /// A wish to be called while there is room.
    private struct Request {
      let queue: DispatchQueue
      let block: @Sendable () -> Void
      /// True while a call is on its way, or the block runs.
      var isCalled = false
    }

    /// Creates an input that converts what is appended.
    ///
    /// - Parameters:
    ///   - mediaType: `video` or `audio`.
    ///   - outputSettings: How the samples are written; settings that cannot be used end the program. Nil keeps uncompressed sound.
    ///   - sourceFormatHint: The format of the samples; nil if it is not known.
    public init(
      mediaType: AVMediaType,
      outputSettings: [String: Any]?,
      sourceFormatHint: CMFormatDescription?
    ) {
      if let reason = AVFileType.mov.refusal(outputSettings, mediaType) {
        fatalError("AVAssetWriterInput: \(reason)")
      }
      (self.mediaType, self.outputSettings) = (mediaType, outputSettings)
      self.sourceFormatHint = sourceFormatHint
    }

    /// Creates an input that converts what is appended, whatever its format is.
    public convenience init(mediaType: AVMediaType, outputSettings: [String: Any]?) {
      self.init(mediaType: mediaType, outputSettings: outputSettings, sourceFormatHint: nil)
    }

    /// Makes ready for samples.
    func prepare(
      at place: URL,
      _ cancellation: ExportCancellation,
      failed: @escaping @Sendable (AVError?) -> Void
    ) {
      let made: WriterTrack? =
        if mediaType == .video, let settings = try? PictureSettings(outputSettings ?? [:]) {
          .pictures(
            PictureTrack(settings, isQuick: expectsMediaDataInRealTime, at: place, cancellation) {
              [weak self] failure in
              failed(failure)
              self?.callBack()
            }
          )
        } else {
          (try? SoundSettings(outputSettings)).map {
            .sound(SoundTrack($0, isLive: expectsMediaDataInRealTime, at: place))
          }
        }
      track.withLock { $0 = made }
    }

    /// Gives the track away, so that its files are closed when the caller releases it.
    func takeTrack() -> WriterTrack? {
      track.withLock { track in
        defer { track = nil }
        return track
      }
    }

    // MARK: Samples

    /// True while a sample can be appended: the writer is writing, and few pictures wait for the encoder.
    ///
    /// It is true, too, after a failure and a cancellation, when ``append(_:)`` returns false, so that no one waits for ever.
    open var isReadyForMoreMediaData: Bool {
      guard let writer, !state.withLock({ $0.isFinished }) else { return false }
      return switch writer.status {
      case .writing: track.withLock { $0 }?.hasRoom ?? false
      case .failed, .cancelled: true
      case .unknown, .completed: false
      }
    }

    /// Appends a picture, or uncompressed sound.
    ///
    /// Samples come in the order of their times. Calls before ``AVAssetWriter/startSession(atSourceTime:)``, after
    /// ``markAsFinished()``, and while ``isReadyForMoreMediaData`` is false, end the program.
    ///
    /// - Returns: False if the writer failed; its ``AVAssetWriter/error`` says why.
    open func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
      guard let writer else { fatalError("AVAssetWriterInput.append: no writer has the input") }
      demand(writer.status != .unknown, "AVAssetWriterInput.append: call startWriting first")
      guard writer.status == .writing else { return false }
      demand(isReadyForMoreMediaData, "AVAssetWriterInput.append: isReadyForMoreMediaData is false")
      guard let start = writer.state.withLock({ $0.start }) else {
        fatalError("AVAssetWriterInput.append: call startSession first")
      }
      // The writer may have failed since.
      guard let track = track.withLock({ $0 }) else { return false }
      do throws(AVError) {
        try track.append(sampleBuffer, CMTimeSubtract(sampleBuffer.presentationTimeStamp, start))
        return writer.status == .writing
      } catch {
        writer.fail(AVError(error.code, "\(writer.outputURL.path): \(error.localizedDescription)"))
        return false
      }
    }

    /// Says that no more samples come; later calls have no effect.
    open func markAsFinished() {
      let isFirst = state.withLock { state in
        defer { state.isFinished = true }
        return !state.isFinished
      }
      dropRequest()
      if isFirst { track.withLock { $0 }?.end() }
    }

    // MARK: Requests

    /// Calls a block on a queue whenever samples can be appended, until ``markAsFinished()``.
    ///
    /// The block appends while ``isReadyForMoreMediaData`` is true, and marks the input as finished after the last sample. A second call
    /// ends the program.
    ///
    /// - Parameters:
    ///   - queue: Where the block is called, one call at a time.
    ///   - block: Appends samples.
    @preconcurrency
    open func requestMediaDataWhenReady(
      on queue: DispatchQueue,
      using block: @escaping @Sendable () -> Void
    ) {
      let isFirst = state.withLock { state in
        guard !state.isFinished else { return true }
        defer { state.request = state.request ?? Request(queue: queue, block: block) }
        return state.request == nil
      }
      demand(isFirst, "AVAssetWriterInput.requestMediaDataWhenReady: an input has one request")
      callBack()
    }

    /// Releases the block of the request, outside of the lock: objects of the program's may end with it.
    func dropRequest() {
      let request = state.withLock { state in
        defer { state.request = nil }
        return state.request
      }
      withExtendedLifetime(request) {}
    }

    /// Calls the block of the request if samples can be appended and no call is on its way.
    func callBack() {
      guard isReadyForMoreMediaData, let writer else { return }
      let hasEnded = writer.status != .writing
      guard hasEnded || writer.state.withLock({ $0.start }) != nil else { return }
      let request = state.withLock { state -> Request? in
        guard let request = state.request, !request.isCalled else { return nil }
        state.request?.isCalled = true
        return request
      }
      guard let request else { return }
      request.queue.async { [self] in
        if isReadyForMoreMediaData { request.block() }
        // After a failure the block is told once: its sample is refused.
        if hasEnded { dropRequest() } else { state.withLock { $0.request?.isCalled = false } }
        // A block that left room has no samples yet.
        request.queue.asyncAfter(deadline: .now() + .milliseconds(5)) { [weak self] in self?.callBack() }
      }
    }
  }
#endif
