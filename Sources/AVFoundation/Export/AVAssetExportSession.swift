#if Media
  public import CoreMedia
  public import Foundation
  import StrataFilm
  import Synchronization

  /// Writes an asset to a file.
  ///
  /// Frames are written at the rate of the video composition, or at the average rate of the first video track: a frame shows what the
  /// asset shows at its time. The file is there under its name when it is complete, or not at all.
  open class AVAssetExportSession: NSObject, @unchecked Sendable {
    // Properties are set before the export; the lock guards what changes while it runs.
    /// How far an export is.
    public enum Status: Int, Sendable {
      /// It has not begun.
      case unknown
      /// It is about to begin.
      case waiting
      /// It runs.
      case exporting
      /// The file is there.
      case completed
      /// It failed; ``AVAssetExportSession/error`` says why.
      case failed
      /// It was cancelled.
      case cancelled
    }

    /// The asset.
    public let asset: AVAsset
    /// The name of the preset.
    public let presetName: String
    let preset: ExportPreset
    /// The file to write, which must not exist.
    open var outputURL: URL?
    /// The container.
    open var outputFileType: AVFileType?
    /// The times to write; all of them at first.
    open var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    /// How video tracks become one picture; nil shows the first track.
    open var videoComposition: AVVideoComposition?
    /// The volumes of the tracks; nil for full ones.
    open var audioMix: AVAudioMix? {
      get { mix }
      set { mix = newValue?.copy() as? AVAudioMix }
    }
    private var mix: AVAudioMix?
    /// True to put the table of the file at its start, so that it can be played while it is read.
    open var shouldOptimizeForNetworkUse = false
    /// The folder of the pictures before sound is added; nil takes the system's folder for temporary files.
    open var directoryForTemporaryFiles: URL?
    /// Without effect: encoders make one pass.
    open var canPerformMultiplePassesOverSourceMediaData = false

    private struct State {
      var status = Status.unknown
      var failure: AVError?
      var progress: Float = 0
    }
    private let state = Mutex(State())
    private let cancellation = ExportCancellation()

    /// Creates a session; nil for a preset that is not known.
    public init?(asset: AVAsset, presetName: String) {
      guard let preset = ExportPreset.all.first(where: { $0.name == presetName }) else { return nil }
      (self.asset, self.presetName, self.preset) = (asset, presetName, preset)
    }

    // MARK: Facts

    /// The names of all presets.
    public class func allExportPresets() -> [String] { ExportPreset.all.map(\.name) }

    /// The names of the presets that an asset can be written with.
    public class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
      let hasVideo = !asset.tracks(withMediaType: .video).isEmpty
      let hasAudio = !asset.tracks(withMediaType: .audio).isEmpty
      return ExportPreset.all.filter { preset in
        switch preset.pictures {
        case .copied: asset.file != nil && (hasVideo || hasAudio)
        case .h264, .proRes: hasVideo
        case .absent: hasAudio
        }
      }.map(\.name)
    }

    /// The containers that the preset can write.
    open var supportedFileTypes: [AVFileType] { preset.types }

    /// How far the export is.
    open var status: Status { state.withLock { $0.status } }

    /// Why the export failed.
    open var error: (any Error)? { state.withLock { $0.failure } }

    /// The part that is written, 0 to 1.
    open var progress: Float { state.withLock { $0.progress } }

    /// The length of the result; indefinite for pictures without a length.
    open var maxDuration: CMTime { exportedRange.duration }

    /// The times that are written.
    var exportedRange: CMTimeRange {
      let whole = CMTimeRange(start: .zero, duration: asset.duration)
      guard timeRange.start.isNumeric else { return whole }
      let start = CMTimeMaximum(timeRange.start, .zero)
      guard timeRange.duration.isNumeric else { return CMTimeRange(start: start, end: whole.end) }
      return whole.intersection(CMTimeRange(start: start, end: timeRange.end))
    }

    // MARK: Export

    /// Writes the file on another thread, then calls a closure there.
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
      let starts = state.withLock { state in
        guard state.status == .unknown else { return false }
        state.status = .waiting
        return true
      }
      guard starts else { return handler() }
      // The thread has layers of its own, and its children block it.
      let thread = Thread { [self] in
        run()
        handler()
      }
      thread.stackSize = 8 << 20
      thread.name = "strata.export.session"
      thread.start()
    }

    /// Writes the file; the export is cancelled with the task.
    open func export() async {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          exportAsynchronously { continuation.resume() }
        }
      } onCancel: {
        cancelExport()
      }
    }

    /// Writes a file of a container; the export is cancelled with the task.
    ///
    /// - Throws: ``AVError``, of the code `operationCancelled` for an export that was cancelled.
    open func export(to url: URL, as fileType: AVFileType) async throws {
      guard status == .unknown else {
        throw AVError(.exportFailed, "\(url.path): an export session writes one file")
      }
      (outputURL, outputFileType) = (url, fileType)
      await export()
      if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    /// Ends the export; no file is left.
    open func cancelExport() { cancellation.cancel() }

    private func run() {
      state.withLock { $0.status = .exporting }
      do throws(AVError) {
        try write()
        state.withLock { ($0.status, $0.progress) = (.completed, 1) }
      } catch {
        state.withLock { state in
          state.status = error.code == .operationCancelled ? .cancelled : .failed
          state.failure = error
        }
      }
    }

    private func write() throws(AVError) {
      guard let url = outputURL, url.isFileURL else { throw AVError(.exportFailed, "there is no outputURL") }
      let type = outputFileType ?? preset.types[0]
      guard preset.types.contains(type), let container = type.container else {
        throw AVError(.operationNotSupportedForPreset, "\(presetName) does not write \(type.rawValue)")
      }
      guard !FileManager.default.fileExists(atPath: url.path) else {
        throw AVError(.fileAlreadyExists, "\(url.path): the file exists already")
      }
      if let failure = asset.failure as? AVError { throw failure }
      let work = ExportWork(
        asset: asset,
        range: exportedRange,
        composition: videoComposition?.copy() as? AVVideoComposition,
        mix: mix,
        preset: preset,
        container: container,
        isFast: shouldOptimizeForNetworkUse,
        temporaryFolder: directoryForTemporaryFiles ?? FileManager.default.temporaryDirectory,
        cancellation: cancellation
      )
      do {
        try work.write(to: url) { [self] part in state.withLock { $0.progress = part } }
      } catch let error as ExportError {
        throw AVError(error)
      } catch let error as AVError {
        throw error
      } catch {
        throw AVError(.exportFailed, "\(url.path): \(error)")
      }
    }
  }

  extension AVError {
    /// The error of a film that could not be written.
    init(_ error: ExportError) {
      let code: Code =
        switch error {
        case .cancelled: .operationCancelled
        case .encoderMissing: .encoderNotFound
        case .cannotWrite(_, let reason), .encoderFailed(_, let reason):
          if reason.contains("No space left") {
            .diskFull
          } else {
            reason.contains("Unknown encoder") ? .encoderNotFound : .exportFailed
          }
        default: .exportFailed
        }
      self.init(code, error.description)
    }
  }
#endif
