import ArgumentParser
import Foundation
import Glibc
import StrataDocuments
import StrataExport

/// The exit codes of the tool.
enum ExitStatus {
  static let findings = ExitCode(1)
  static let brokenDocument = ExitCode(65)
  static let unreadable = ExitCode(66)
  static let encoderMissing = ExitCode(69)
  static let encoderFailed = ExitCode(70)
  static let cannotWrite = ExitCode(73)
  static let interrupted = ExitCode(130)
}

/// Prints a line on standard error.
func say(_ line: String) {
  FileHandle.standardError.write(Data((line + "\n").utf8))
}

/// Runs a command; prints an error as one line on standard error and exits with its code.
func reportingFailures<Result>(_ work: () throws -> Result) throws -> Result {
  do {
    return try work()
  } catch let error as ExportError {
    say("strata: \(error)")
    throw status(of: error)
  } catch let error as DocumentError {
    say("strata: \(error)")
    throw status(of: error)
  }
}

private func status(of error: ExportError) -> ExitCode {
  switch error {
  case .unknownFormat, .invalidSetting: .validationFailure
  case .cannotWrite: ExitStatus.cannotWrite
  case .cannotRender: ExitStatus.brokenDocument
  case .encoderMissing: ExitStatus.encoderMissing
  case .encoderFailed: ExitStatus.encoderFailed
  case .cancelled: ExitStatus.interrupted
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
