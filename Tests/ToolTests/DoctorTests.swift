import Foundation
import Testing

/// The description of a machine names what films depend on, and what is missing.
@Suite struct DoctorTests {
  private struct Report: Decodable {
    struct Machine: Decodable {
      let version: String
      let build: String
      let kernels: String
      let threads: Int
      let encoder: String?
    }
    struct Font: Decodable {
      let path: String
      let bytes: Int
      let sha256: String
    }
    let machine: Machine
    let fonts: [Font]
    let fontsFingerprint: String
    let problems: [String]
  }

  private func sum(of path: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/sha256sum")
    process.arguments = [path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile().prefix(64), as: UTF8.self)
  }

  @Test(.enabled(if: Encoder.isInstalled)) func theReportNamesTheMachine() throws {
    let run = try ToolRun("doctor", "--json")
    let report = try JSONDecoder().decode(Report.self, from: run.output)
    #expect(run.status == (report.problems.isEmpty ? 0 : 1))
    #expect(report.machine.version == "0.1.0")
    #expect(report.machine.build.wholeMatch(of: /[0-9a-f]{64}/) != nil)
    #expect(report.machine.threads == ProcessInfo.processInfo.activeProcessorCount)
    #expect(report.machine.encoder != nil)
    #expect(report.fontsFingerprint.count == 64)
    for font in report.fonts.prefix(3) {
      #expect(try font.sha256 == sum(of: font.path))
      let size = try FileManager.default.attributesOfItem(atPath: font.path)[.size] as? NSNumber
      #expect(font.bytes == size?.intValue)
    }
  }

  /// Machines whose tools were built otherwise draw other films.
  @Test func theReportNamesThePartsOfTheTool() throws {
    let run = try ToolRun("doctor")
    let first = String(decoding: run.output, as: UTF8.self).split(separator: "\n").first ?? ""
    let traits = try #require(first.wholeMatch(of: /.*\((.*)\)/)?.output.1).components(separatedBy: ", ")
    #expect(Set(traits).isSuperset(of: BuildTraitTests.traits), "\(first)")
    #expect(traits.contains("ImageCodecs") == ToolRun.hasImageCodecs, "\(first)")
  }

  /// A program that has the encoders of pictures and no other.
  @Test func encodersOfSoundThatAreMissingAreFound() throws {
    let place = try Workplace()
    let text = """
      #!/bin/sh
      case "$1" in
        -version) echo "ffmpeg version 1.2.3 Copyright" ;;
        *) for name in gif apng libwebp_anim libx264 libvpx-vp9 prores_ks png pcm_s16le; do
             echo " V....D $name encoder"
           done ;;
      esac
      """
    try text.write(toFile: place.path("ffmpeg"), atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.path("ffmpeg"))
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let run = try ToolRun("doctor", environment: ["PATH": "\(place.folder.path):\(path)"])
    let lines = String(decoding: run.output, as: UTF8.self).split(separator: "\n")
    let missing = lines.filter { $0.hasPrefix("missing: ffmpeg") }
    #expect(
      missing == [
        "missing: ffmpeg has no aac, which sound in mp4 needs",
        "missing: ffmpeg has no libopus, which sound in webm needs",
      ]
    )
    #expect(run.status == 1)
  }

  @Test func aMissingEncoderIsFound() throws {
    let place = try Workplace()
    let run = try ToolRun("doctor", environment: ["PATH": place.folder.path])
    #expect(run.status == 1)
    #expect(String(decoding: run.output, as: UTF8.self).contains("missing: ffmpeg is not installed"))
  }
}
