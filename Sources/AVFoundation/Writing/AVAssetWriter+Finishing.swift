#if Media
  import CoreMedia
  import Foundation
  import StrataFilm

  extension AVAssetWriter {
    /// Makes the file of what was appended, on another thread, then calls a closure there.
    ///
    /// All inputs are marked as finished, and release what they hold when the file is there. A writer that has not begun ends the
    /// program; one that failed or was cancelled calls the closure at once, and a second call when the first one is done.
    public func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
      demand(status != .unknown, "AVAssetWriter.finishWriting: the writing has not begun")
      let begins = state.withLock { state in
        guard state.status == .writing, !state.isFinishing else { return false }
        state.isFinishing = true
        finishing.enter()
        return true
      }
      for input in inputs { input.markAsFinished() }
      // Encoders block the thread.
      let thread = Thread { [self] in
        if begins {
          finish()
          finishing.leave()
        } else {
          finishing.wait()
        }
        handler()
      }
      thread.name = "strata.writer.finish"
      thread.start()
    }

    /// Makes the file of what was appended.
    ///
    /// Afterwards ``status`` says whether it is there.
    public func finishWriting() async {
      await withCheckedContinuation { continuation in
        finishWriting { continuation.resume() }
      }
    }

    private func finish() {
      do {
        try write()
        let isComplete = state.withLock { state in
          if state.status == .writing { state.status = .completed }
          return state.status == .completed
        }
        // It was cancelled while the file got its name.
        if !isComplete { try? FileManager.default.removeItem(at: outputURL) }
      } catch let error as AVError {
        fail(error)
      } catch let error as ExportError {
        fail(AVError(error))
      } catch {
        fail(AVError(.exportFailed, "\(outputURL.path): \(error)"))
      }
      for input in inputs { _ = input.takeTrack() }
      removeFolder()
    }

    private func write() throws {
      let (start, end) = state.withLock { ($0.start, $0.end) }
      let session = end.flatMap { end in start.map { CMTimeSubtract(end, $0) } }
      let tracks = try inputs.compactMap { input in
        let content = try input.track.withLock { $0 }?.complete(session: session)
        return content.map {
          FilmAssembly.Track(
            content: $0,
            transform: input.transform,
            timescale: input.mediaTimeScale > 0 ? input.mediaTimeScale : nil
          )
        }
      }
      guard !tracks.isEmpty else {
        throw AVError(.exportFailed, "\(outputURL.path): nothing was appended")
      }
      let assembly = FilmAssembly(
        tracks: tracks,
        container: outputFileType.container ?? "mov",
        isFast: shouldOptimizeForNetworkUse
      )
      try assembly.write(to: outputURL, cancellation)
    }
  }
#endif
