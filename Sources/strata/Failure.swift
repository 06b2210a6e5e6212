import ArgumentParser
import StrataDocuments
import StrataExport
import StrataMedia

/// The exit codes of the tool, besides those of signals (``Interruption``).
enum ExitStatus {
  static let findings = ExitCode(1)
  static let brokenDocument = ExitCode(65)
  static let unjoinable = ExitCode(65)
  static let unreadable = ExitCode(66)
  static let encoderMissing = ExitCode(69)
  static let noDisplay = ExitCode(69)
  static let cannotServe = ExitCode(69)
  static let unreachable = ExitCode(69)
  static let encoderFailed = ExitCode(70)
  static let cannotWrite = ExitCode(73)
}

/// Runs a command; prints an error as one line on standard error and exits with its code.
///
/// - Parameters:
///   - document: The document that is drawn, which an error of drawing does not name; nil for none.
///   - work: The command.
/// - Returns: What the command returns.
/// - Throws: An exit code.
func reportingFailures<Result>(of document: String? = nil, _ work: () throws -> Result) throws -> Result {
  do {
    return try work()
  } catch let error as ExportError {
    if case .cannotRender = error, let document {
      say("strata: \(DocumentInput.shownPlace(of: document)): \(error)")
    } else {
      say("strata: \(error)")
    }
    throw status(of: error)
  } catch let error as DocumentError {
    say("strata: \(words(for: error))")
    throw status(of: error)
  } catch {
    #if Media
      if let error = error as? MediaError {
        say("strata: \(error)")
        throw status(of: error)
      }
    #endif
    throw error
  }
}

/// An error in the words of the tool, which has options where the library has settings.
func words(for error: any Error) -> String {
  (error as? DocumentError).map { "\(SourceOptions.naming($0))" } ?? "\(error)"
}

#if Media
  private func status(of error: MediaError) -> ExitCode {
    switch error {
    case .toolMissing: ExitStatus.encoderMissing
    case .cannotRead, .changed: ExitStatus.unreadable
    case .noVideo, .noFrames, .protected, .noTimes, .tooLarge, .sizeChanged, .missingFrame:
      ExitStatus.brokenDocument
    case .noAnswer: ExitStatus.encoderFailed
    }
  }
#endif

private func status(of error: ExportError) -> ExitCode {
  switch error {
  case .unknownFormat, .invalidSetting, .cannotStream: .validationFailure
  case .cannotWrite: ExitStatus.cannotWrite
  case .cannotRender: ExitStatus.brokenDocument
  case .cannotJoin: ExitStatus.unjoinable
  case .encoderMissing: ExitStatus.encoderMissing
  case .encoderFailed: ExitStatus.encoderFailed
  case .cancelled: Interruption.shared.exitCode
  }
}

private func status(of error: DocumentError) -> ExitCode {
  switch error.kind {
  case .missing, .unreadable: ExitStatus.unreadable
  case .notADocument, .malformed, .limit, .absent: ExitStatus.brokenDocument
  case .resource: ExitStatus.findings
  case .unwritable: ExitStatus.cannotWrite
  }
}
