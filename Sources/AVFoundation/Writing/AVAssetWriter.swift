#if Media
  public import CoreMedia
  public import Foundation
  import StrataFilm

  /// Makes a film of pictures and sound that a program has.
  ///
  /// ```swift
  /// let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
  /// let settings: [String: Any] = [
  ///   AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 640, AVVideoHeightKey: 360,
  /// ]
  /// let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
  /// let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input, sourcePixelBufferAttributes: nil)
  /// writer.add(input)
  /// guard writer.startWriting() else { fatalError("\(writer.error as Any)") }
  /// writer.startSession(atSourceTime: .zero)
  /// // Append while input.isReadyForMoreMediaData.
  /// input.markAsFinished()
  /// await writer.finishWriting()
  /// ```
  ///
  /// Pictures are shown at exactly the times they are given. They are encoded while they are appended; the file is there under its name
  /// when it is complete, or not at all. Calls in a state that does not allow them end the program, as with Apple's exception.
  ///
  /// - Thread: Any; inputs are added, and the writing is begun and ended, by one thread.
  open class AVAssetWriter: NSObject, @unchecked Sendable {  // The lock guards what changes while it writes.
    /// How far a writer is.
    public enum Status: Int, Sendable {
      /// It has not begun.
      case unknown
      /// It takes samples, or makes the file.
      case writing
      /// The file is there.
      case completed
      /// It failed; ``AVAssetWriter/error`` says why.
      case failed
      /// It was cancelled.
      case cancelled
    }

    /// The file to write, which must not exist.
    public let outputURL: URL
    /// The container.
    public let outputFileType: AVFileType
    /// True to put the table of the file at its start, so that it can be played while it is read.
    open var shouldOptimizeForNetworkUse = false
    /// The folder of the tracks before they become a file; nil takes the system's folder for temporary files.
    open var directoryForTemporaryFiles: URL?

    struct State {
      var status = Status.unknown
      var failure: AVError?
      var inputs: [AVAssetWriterInput] = []
      var start: CMTime?
      var end: CMTime?
      var isFinishing = false
      /// The folder of the tracks.
      var folder: URL?
    }
    let state = Locked(State())
    let cancellation = ExportCancellation()
    /// Is entered while the file is made.
    let finishing = DispatchGroup()

    /// Creates a writer; nothing is written yet.
    ///
    /// - Parameters:
    ///   - outputURL: The file, which must not exist when the writing begins.
    ///   - outputFileType: The container: `mp4`, `m4v`, `mov` or `m4a`; another one ends the program.
    /// - Throws: ``AVError`` for a URL that is not one of a file.
    public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
      demand(outputFileType.container != nil, "AVAssetWriter does not write \(outputFileType.rawValue)")
      guard outputURL.isFileURL else {
        throw AVError(.invalidSourceMedia, "\(outputURL.absoluteString): only local files are written")
      }
      (self.outputURL, self.outputFileType) = (outputURL, outputFileType)
    }

    /// Creates a writer, as ``init(outputURL:fileType:)`` does.
    public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
      try self.init(outputURL: outputURL, fileType: outputFileType)
    }

    deinit {
      cancellation.cancel()
      let state = state.withLock { $0 }
      for input in state.inputs {
        input.takeTrack()?.cancel()
        input.dropRequest()
      }
      if let folder = state.folder { try? FileManager.default.removeItem(at: folder) }
    }

    // MARK: Facts

    /// How far the writer is.
    open var status: Status { state.withLock { $0.status } }

    /// Why the writing failed.
    open var error: (any Error)? { state.withLock { $0.failure } }

    /// The inputs, in the order of the file's tracks.
    open var inputs: [AVAssetWriterInput] { state.withLock { $0.inputs } }

    /// What the container can hold.
    open var availableMediaTypes: [AVMediaType] {
      outputFileType == .m4a ? [.audio] : [.video, .audio]
    }

    /// Returns whether the container takes what settings describe.
    ///
    /// - Parameters:
    ///   - outputSettings: Settings of an input; nil keeps uncompressed sound, in QuickTime.
    ///   - mediaType: What the input takes.
    /// - Returns: False also for settings that no input has.
    open func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
      outputFileType.refusal(outputSettings, mediaType) == nil
    }

    // MARK: Inputs

    /// Returns whether an input can be added: before the writing begins, if no writer has it and the container takes it.
    open func canAdd(_ input: AVAssetWriterInput) -> Bool { refusal(input) == nil }

    private func refusal(_ input: AVAssetWriterInput) -> String? {
      if status != .unknown { return "the writing has begun" }
      if input.writer != nil { return "a writer has the input already" }
      return outputFileType.refusal(input.outputSettings, input.mediaType)
    }

    /// Adds an input, which makes a track of the file; one that ``canAdd(_:)`` refuses ends the program.
    open func add(_ input: AVAssetWriterInput) {
      if let reason = refusal(input) { fatalError("AVAssetWriter.add: \(reason)") }
      input.writer = self
      state.withLock { $0.inputs.append(input) }
    }

    // MARK: Writing

    /// Begins to write; later calls end the program.
    ///
    /// - Returns: False, with an ``error``, if the file exists or its folder does not, if there is no encoder, or no input.
    open func startWriting() -> Bool {
      demand(status == .unknown, "AVAssetWriter.startWriting: the writing has begun already")
      do throws(AVError) {
        try prepare()
        state.withLock { $0.status = .writing }
        return true
      } catch {
        fail(error)
        return false
      }
    }

    private func prepare() throws(AVError) {
      try FilmTool.checkInstalled()
      let path = outputURL.path
      guard !FileManager.default.fileExists(atPath: path) else {
        throw AVError(.fileAlreadyExists, "\(path): the file exists already")
      }
      let inputs = inputs
      guard !inputs.isEmpty else { throw AVError(.exportFailed, "\(path): the writer has no inputs") }
      do throws(ExportError) { try OutputFile.checkFolder(of: outputURL) } catch { throw AVError(error) }
      let place = directoryForTemporaryFiles ?? FileManager.default.temporaryDirectory
      let folder = place.appending(path: "strata-writer-\(UUID().uuidString)")
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      } catch {
        throw AVError(.exportFailed, "\(folder.path): cannot be created: \(error.localizedDescription)")
      }
      state.withLock { $0.folder = folder }
      for (index, input) in inputs.enumerated() {
        input.prepare(at: folder.appending(path: "track\(index + 1)"), cancellation) { [weak self] failure in
          if let failure { self?.fail(failure) }
        }
      }
    }

    /// Begins the times of the film: a sample of this time is shown at its start.
    ///
    /// Of earlier pictures, the last one is shown from the start on. A writer that is not writing, a second session, and a time that
    /// is no number end the program.
    open func startSession(atSourceTime startTime: CMTime) {
      demand(status != .unknown, "AVAssetWriter.startSession: call startWriting first")
      demand(startTime.isNumber, "AVAssetWriter.startSession: the time is not a number")
      let isFirst = state.withLock { state in
        defer { state.start = state.start ?? startTime }
        return state.start == nil
      }
      demand(isFirst, "AVAssetWriter.startSession: a writer has one session")
      for input in inputs { input.callBack() }
    }

    /// Ends the times of the film: what is later is not shown, and the last picture lasts until then.
    ///
    /// Without it, and with a time more than 68 years after the start, the film ends with its last sample; a picture without a duration
    /// lasts as long as the one before it.
    open func endSession(atSourceTime endTime: CMTime) {
      let start = state.withLock { $0.start }
      guard let start else { fatalError("AVAssetWriter.endSession: there is no session") }
      demand(
        endTime.isNumber && endTime >= start,
        "AVAssetWriter.endSession: the time is no number, or before the start"
      )
      let isKept = PictureTimes.isWithinBounds(CMTimeSubtract(endTime, start))
      state.withLock { $0.end = isKept ? endTime : nil }
    }

    /// Ends the writing; no file is left.
    open func cancelWriting() {
      let isCancelled = state.withLock { state in
        guard state.status == .writing || state.status == .unknown else { return false }
        state.status = .cancelled
        return true
      }
      if isCancelled { stop() }
    }

    /// Notes the first failure; later calls of ``AVAssetWriterInput/append(_:)`` return false.
    func fail(_ error: AVError) {
      let fails = state.withLock { state in
        guard state.status == .writing || state.status == .unknown else { return false }
        (state.status, state.failure) = (.failed, error)
        return true
      }
      if fails { stop() }
    }

    /// Ends encoders and removes tracks.
    private func stop() {
      cancellation.cancel()
      let inputs = inputs
      for input in inputs {
        input.takeTrack()?.cancel()
        input.callBack()
      }
      removeFolder()
    }

    func removeFolder() {
      let folder = state.withLock { state in
        defer { state.folder = nil }
        return state.folder
      }
      if let folder { try? FileManager.default.removeItem(at: folder) }
    }
  }
#endif
