import ArgumentParser
import StrataExport

/// The rules of `strata render` for its options, checked before any work.
extension RenderCommand {
  func validate() throws {
    guard scale.isFinite, scale > 0, scale <= 64 else {
      throw ValidationError("--scale must be above 0 and at most 64.")
    }
    guard (0...1).contains(quality) else { throw ValidationError("--quality must be between 0 and 1.") }
    guard threads.map({ (1...256).contains($0) }) ?? true else {
      throw ValidationError("--threads must be between 1 and 256.")
    }
    guard at.allSatisfy(\.isFinite) else { throw ValidationError("--at must be finite.") }
    guard plays.map({ (0...65535).contains($0) }) ?? true else {
      throw ValidationError("--loop must be between 0 and 65535.")
    }
    guard documents.count(where: { $0 == DocumentInput.standardInput }) <= 1 else {
      throw ValidationError("Standard input holds one document.")
    }
    if format != nil, chosenFormat == nil { throw ValidationError("--format does not name a known format.") }
    if let problem = OutputName(text: output).problem(for: documents) { throw ValidationError(problem) }
    if let chosenFormat { try validate(for: chosenFormat) }
  }

  /// Refuses options that have no meaning for a format.
  private func validate(for format: ExportFormat) throws {
    if !at.isEmpty, format.isAnimation {
      throw ValidationError("--at is for pictures; a film has --from and --duration.")
    }
    if plays != nil, !format.countsPlays {
      throw ValidationError("--loop is for GIF, animated PNG and animated WebP.")
    }
    if ditherAlpha, format != .gif { throw ValidationError("--dither-alpha is for GIF.") }
    let output = OutputName(text: output)
    if output.numbersPictures, format.isAnimation {
      throw ValidationError("--output: a film is one file; %d is for pictures.")
    }
    guard contactSheet != nil else { return }
    if !at.isEmpty { throw ValidationError("--contact-sheet has --from and --duration instead of --at.") }
    if output.numbersPictures {
      throw ValidationError("--output: a contact sheet is one picture, without %d.")
    }
    if format.isAnimation || format.isVector {
      throw ValidationError("--contact-sheet is for PNG, JPEG and WebP.")
    }
  }
}
