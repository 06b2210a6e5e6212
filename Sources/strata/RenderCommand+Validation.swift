import ArgumentParser
import StrataExport

/// The rules of `strata render` for its options, checked before any work.
extension RenderCommand {
  func validate() throws {
    guard at.allSatisfy(\.isFinite) else { throw ValidationError("--at must be finite.") }
    try OptionRules.check(documents: documents)
    if format != nil, chosenFormat == nil { throw ValidationError("--format does not name a known format.") }
    if let problem = OutputName(text: output).problem(for: documents) { throw ValidationError(problem) }
    if let chosenFormat { try validate(for: chosenFormat) }
  }

  /// Refuses options that have no meaning for a format.
  private func validate(for format: ExportFormat) throws {
    if !at.isEmpty, format.isAnimation {
      throw ValidationError("--at is for pictures; a film has --from and --duration.")
    }
    try playback.validate(for: format)
    let output = OutputName(text: output)
    if output.numbersPictures, format.isAnimation {
      throw ValidationError("--output: a film is one file; %d is for pictures.")
    }
    if part.isPart { try validatePart(of: format, output) }
    try validateTimes(of: format, output)
    guard contactSheet != nil else { return }
    if !at.isEmpty { throw ValidationError("--contact-sheet has --from and --duration instead of --at.") }
    if output.numbersPictures {
      throw ValidationError("--output: a contact sheet is one picture, without %d.")
    }
    if format.isAnimation || format.isVector {
      throw ValidationError("--contact-sheet is for PNG, JPEG and WebP.")
    }
  }

  /// True if a film, or a picture for each frame, is written in a format to an output.
  func isFilm(_ format: ExportFormat, _ output: OutputName) -> Bool {
    format.isAnimation || output.numbersPictures && at.isEmpty
  }

  /// Refuses the times of a film for a picture, whose moment is `--at`.
  private func validateTimes(of format: ExportFormat, _ output: OutputName) throws {
    guard !isFilm(format, output) else { return }
    if film.fps != nil { throw ValidationError("--fps is for films and pictures with %d in their name.") }
    guard contactSheet == nil else { return }
    for (name, time) in [("from", film.from), ("duration", film.duration)] where time != nil {
      throw ValidationError("--\(name) is for films and contact sheets; a picture has --at.")
    }
  }

  /// Refuses parts of what has no frames or cannot be joined, and records that would have no place.
  private func validatePart(of format: ExportFormat, _ output: OutputName) throws {
    guard format.isAnimation || output.numbersPictures, at.isEmpty, contactSheet == nil else {
      throw ValidationError(
        "--frames, --chunk and --resume are for films and for pictures with %d in their name."
      )
    }
    if part.divides, format.isAnimation, let problem = format.joiningProblem {
      throw ValidationError("--frames and --chunk: \(problem).")
    }
    if part.resume, output.isStandardOutput {
      throw ValidationError("--resume needs files; standard output keeps nothing.")
    }
  }
}
