import ArgumentParser
import Foundation
import StrataExport

/// `strata doctor`: describes the machine.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Describe this machine: version, build, processors, encoder and fonts, and what is missing.",
    discussion: """
      Machines that share a film should agree in version, build, encoder and fonts; strata join checks those that drew a part. \
      The fingerprint of the fonts is equal where the same font files are installed, whatever their folders.

      Exits with 0 if nothing is missing, with 1 if anything is.
      """
  )

  @Flag(help: "Print JSON, with every font file and its SHA-256 digest.")
  var json = false

  func run() throws {
    try reportingFailures {
      let report = try MachineReport()
      print(try json ? JSONEncoder.text(of: report) : report.text)
      if !report.problems.isEmpty { throw ExitStatus.findings }
    }
  }
}

/// The facts that `strata doctor` prints.
private struct MachineReport: Encodable {
  struct Font: Encodable {
    let path: String
    let bytes: Int
    let sha256: String
  }

  let machine: MachineDescription
  let traits: [String]
  let fontsFingerprint = FontSet.fingerprint
  let fonts: [Font]
  let problems: [String]

  init() throws {
    let processors = ProcessInfo.processInfo.activeProcessorCount
    machine = MachineDescription(version: StrataCommand.version, threads: processors, usesEncoder: true)
    traits = BuildTraits.enabled
    fonts = try FontSet.installedFiles().map {
      Font(path: $0.path, bytes: $0.file.bytes, sha256: $0.file.sha256)
    }
    var problems: [String] = []
    if machine.encoder == nil {
      problems.append("ffmpeg is not installed; films need it")
    } else {
      problems += EncoderProbe.missingEncoders.map {
        "ffmpeg has no \($0.encoder), which \($0.format.rawValue) needs"
      }
      problems += EncoderProbe.missingSoundEncoders.map {
        "ffmpeg has no \($0.encoder), which sound in \($0.format.rawValue) needs"
      }
    }
    if traits.contains("Text"), fonts.isEmpty { problems.append("no font is installed; text is not drawn") }
    self.problems = problems
  }

  /// The beginning of the digest that names the build.
  private var build: String { machine.build.map { ", build \($0.prefix(12))" } ?? "" }

  var text: String {
    let lines =
      [
        "strata \(machine.version)\(build) (\(traits.joined(separator: ", ")))",
        "\(machine.architecture), \(machine.threads) processors, \(machine.kernels) kernels",
        machine.encoder.map { "ffmpeg \($0)" } ?? "no ffmpeg",
        "\(fonts.count) font files, fingerprint \(fontsFingerprint.prefix(16))",
      ] + problems.map { "missing: \($0)" }
    return lines.joined(separator: "\n")
  }
}
