import Foundation

/// Asks the encoder what it is.
public enum EncoderProbe {
  /// The version of the encoder as it prints it; nil if it is not installed.
  public static let version: String? = output(of: ["-version"])?
    .split(separator: "\n").first
    .flatMap { line in line.firstMatch(of: /version (\S+)/).map { String($0.output.1) } }

  /// The encoders that films need and that are not there, by the formats that need them.
  public static var missingEncoders: [(format: ExportFormat, encoder: String)] {
    let list = output(of: ["-hide_banner", "-encoders"]) ?? ""
    let names = Set(list.split(separator: "\n").compactMap { $0.split(separator: " ").dropFirst().first })
    return ExportFormat.allCases.compactMap { format in
      guard format.needsEncoder else { return nil }
      let arguments = EncoderArguments(
        settings: ExportSettings(format: format),
        width: 2,
        height: 2,
        streams: false
      ).output
      guard let at = arguments.firstIndex(of: "-c:v") else {
        return names.contains(Substring(format.rawValue)) ? nil : (format, format.rawValue)
      }
      return names.contains(Substring(arguments[at + 1])) ? nil : (format, arguments[at + 1])
    }
  }

  private static func output(of arguments: [String]) -> String? {
    guard EncoderProcess.isInstalled else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [EncoderProcess.name] + arguments
    let pipe = Pipe()
    (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, pipe)
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
  }
}
