#if Media
  import Foundation
  import StrataFilm
  import StrataMedia
  import StrataProcess

  /// The encoder, as a child that reads and writes files.
  enum FilmTool {
    /// Throws if the encoder is not installed.
    static func checkInstalled() throws(AVError) {
      guard ChildProcess.isInstalled("ffmpeg") else {
        throw AVError(
          .encoderNotFound,
          "ffmpeg is not installed; install it with: sudo apt-get install ffmpeg"
        )
      }
    }

    /// Runs the encoder, which reads some files, to its end.
    ///
    /// - Parameters:
    ///   - words: Its arguments.
    ///   - inputs: The files, for errors of one that ends early.
    ///   - cancellation: Ends it.
    /// - Throws: ``AVError`` or `ExportError`.
    static func run(_ words: [String], inputs: [String], _ cancellation: ExportCancellation) throws {
      try checkInstalled()
      let child = ChildProcess(
        "ffmpeg",
        ["-hide_banner", "-loglevel", "error", "-nostdin", "-y"] + words,
        output: .collected,
        errors: .collected
      )
      while true {
        if let end = child.waitForEnd(seconds: 0.1) {
          if let reason = DecoderMessages.cutInput(end.messages) {
            let files = Set(inputs).sorted().joined(separator: ", ")
            throw AVError(.decodeFailed, "\(files): the file ends early: \(reason)")
          }
          // On a full disk some versions report the error and end as if nothing had happened.
          if let refusal = EncoderProcess.refusal(in: end.messages) {
            throw ExportError.encoderFailed(name: "ffmpeg", reason: refusal)
          }
          guard end.isSuccess else {
            let reason =
              end.failure ?? end.messages.split(whereSeparator: \.isNewline).last.map { String($0) }
            throw ExportError.encoderFailed(name: "ffmpeg", reason: reason ?? "it gave no reason")
          }
          return
        }
        if cancellation.isCancelled {
          child.kill()
          _ = child.waitForEnd(seconds: 5)
          throw ExportError.cancelled
        }
      }
    }
  }
#endif
