import Foundation

/// Asks the encoder what it is.
public enum EncoderProbe {
  /// The version of the encoder as it prints it; nil if it is not installed.
  public static let version: String? = output(of: ["-version"])?
    .split(separator: "\n").first
    .flatMap { line in line.firstMatch(of: /version (\S+)/).map { String($0.output.1) } }

  /// The encoders that films need and that are not there, by the formats that need them.
  public static var missingEncoders: [(format: ExportFormat, encoder: String)] {
    let names = encoders
    return ExportFormat.allCases.compactMap { format in
      guard format.needsEncoder else { return nil }
      let arguments = EncoderArguments(
        settings: ExportSettings(format: format),
        width: 2,
        height: 2,
        streams: false
      ).output
      guard let at = arguments.firstIndex(of: "-c:v") else {
        return names.contains(format.rawValue) ? nil : (format, format.rawValue)
      }
      return names.contains(arguments[at + 1]) ? nil : (format, arguments[at + 1])
    }
  }

  /// The encoders that the sound of films needs and that are not there, by the formats that need them.
  public static var missingSoundEncoders: [(format: ExportFormat, encoder: String)] {
    let names = encoders
    return ExportFormat.allCases.compactMap { format in
      format.traits.audioEncoder.flatMap { names.contains($0) ? nil : (format, $0) }
    }
  }

  /// The names of all encoders of the program; empty if it is not installed.
  private static var encoders: Set<String> {
    let list = output(of: ["-hide_banner", "-encoders"]) ?? ""
    let words = list.split(separator: "\n").map { $0.split(separator: " ") }
    return Set(words.compactMap { $0.dropFirst().first.map(String.init) })
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
