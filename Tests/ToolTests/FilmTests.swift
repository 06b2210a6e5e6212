import Foundation
import Testing

/// Films are whole or not there, whatever the encoder says, and show the colours that were drawn.
@Suite(.enabled(if: Encoder.isInstalled)) struct FilmTests {
  /// A program called `ffmpeg` that is no encoder you would trust.
  struct Liar: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let script: String
    let mentions: String
    var status: Int32 = 70

    static let all = [
      Liar(
        testDescription: "reports a full disk and ends with 0",
        script: "cat > /dev/null; echo 'No space left on device' >&2; echo frame=3",
        mentions: "film.mp4: cannot write: No space left on device",
        status: 73
      ),
      Liar(
        testDescription: "writes nothing in silence",
        script: "cat > /dev/null",
        mentions: "0 of 3 frames"
      ),
      Liar(
        testDescription: "encodes fewer frames",
        script: "cat > /dev/null; for last; do :; done; echo film > \"$last\"; echo frame=2",
        mentions: "2 of 3 frames"
      ),
      Liar(
        testDescription: "leaves an empty file",
        script: "cat > /dev/null; for last; do :; done; : > \"$last\"; echo frame=3",
        mentions: "nothing was written",
        status: 73
      ),
      Liar(testDescription: "stops reading", script: "exec 0<&-; echo frame=1", mentions: "1 of 3 frames"),
    ]
  }

  @Test(arguments: Liar.all) func anEncoderIsNotTrusted(_ liar: Liar) throws {
    let place = try Workplace()
    let document = try place.document("")
    let programs = place.folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    let program = programs.appending(path: "ffmpeg").path
    try "#!/bin/sh\n\(liar.script)\n".write(toFile: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let run = try ToolRun(
      "render",
      document,
      "-o",
      place.path("film.mp4"),
      "--duration",
      "0.1",
      "--fps",
      "30",
      environment: ["PATH": "\(programs.path):/usr/bin:/bin"]
    )
    #expect(run.status == liar.status, "\(run.errors)")
    #expect(run.errors.contains(liar.mentions), "\(run.errors)")
    #expect(place.names == ["bin", "document.caml"])
  }

  /// A command that runs another one where the folder of its first argument is a disk of 16 KiB, and lists it at the end.
  static func onSmallDisk(_ folder: String) -> [String] {
    let script = """
      mount -t tmpfs -o size=16k none "$0" || exit 200
      "$@"; status=$?; ls -A "$0"; exit $status
      """
    return ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script, folder]
  }

  /// True if this process may mount disks of its own.
  static let canMount: Bool = {
    let trial = Process()
    trial.executableURL = URL(filePath: "/usr/bin/unshare")
    trial.arguments = ["--mount", "/bin/sh", "-c", "mount -t tmpfs none /mnt"]
    (trial.standardOutput, trial.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    guard (try? trial.run()) != nil else { return false }
    trial.waitUntilExit()
    return trial.terminationStatus == 0
  }()

  /// A document of turning stripes, whose films do not fit into a few blocks.
  static func stripes(in place: Workplace) throws -> String {
    let stripes = (0..<40).map { i in
      """
      <CALayer bounds="0 0 7 300" position="\(i * 10) 100" backgroundColor="\(Double(i % 7) / 7) \(Double(i % 3) / 3) 0.4">
      <animations><animation type="CABasicAnimation" keyPath="transform.rotation.z" duration="2">
      <fromValue type="real" value="0"/><toValue type="real" value="\(i + 3)"/></animation></animations>
      </CALayer>
      """
    }
    return try place.document(
      "<sublayers>\(stripes.joined())</sublayers>",
      attributes: "masksToBounds=\"1\""
    )
  }

  @Test(.enabled(if: canMount), arguments: ["film.mp4", "film.webm", "film.mov", "film.gif", "film.apng"])
  func aFullDiskLeavesNoFilm(_ name: String) throws {
    let place = try Workplace()
    let document = try Self.stripes(in: place)
    let disk = place.folder.appending(path: "disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    let run = try ToolRun(
      "render",
      document,
      "-o",
      disk.appending(path: name).path,
      "--duration",
      "2",
      "--scale",
      "20",
      "-q",
      prefix: Self.onSmallDisk(disk.path)
    )
    #expect(run.status == 73, "\(run.errors)")
    #expect(String(decoding: run.output, as: UTF8.self).isEmpty, "something is left on the disk")
    #expect(run.errors.contains("strata: "), "\(run.errors)")
  }

  /// H.264 has even sides only; the size that is reported is that of the file.
  @Test(arguments: [("film.mp4", "102x52"), ("film.webm", "101x51")])
  func theSizeOfTheFileIsReported(_ name: String, size: String) throws {
    let place = try Workplace()
    let document = try place.document("")
    let film = place.path(name)
    let times = ["--duration", "0.2", "--fps", "10"]
    let run = try ToolRun(["render", document, "-o", film, "--size", "101x51"] + times)
    #expect(run.errors.contains("2 frames of \(size)"), "\(run.errors)")
    let probe = try output(
      of: "/usr/bin/ffprobe",
      [
        "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0:s=x",
        film,
      ]
    )
    #expect(String(decoding: probe, as: UTF8.self).hasPrefix(size))
  }

  private func output(of program: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }

  /// A size of odd sides decodes to the colours drawn, up to the last row and column, and names its matrix.
  @Test(arguments: [("film.mp4", 4), ("film.webm", 4), ("film.mov", 2), ("film.apng", 0)])
  func aFilmDecodesToTheColoursDrawn(_ name: String, error: Int) throws {
    let place = try Workplace()
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer bounds="0 0 101 75" position="50.5 37.5">
      <sublayers>
      <CALayer bounds="0 0 51 75" position="25.5 37.5" backgroundColor="0.8 0.2 0.2"/>
      <CALayer bounds="0 0 50 75" position="76 37.5" backgroundColor="0.2 0.4 0.8"/>
      </sublayers>
      </CALayer>
      </caml>
      """
    let document = place.path("document.caml")
    try text.write(toFile: document, atomically: true, encoding: .utf8)
    let film = place.path(name)
    let quality = name == "film.apng" ? [] : ["--quality", "1"]
    let run = try ToolRun(["render", document, "-o", film, "--duration", "0.2", "-q"] + quality)
    try #require(run.status == 0, "\(run.errors)")
    let pixels = try output(
      of: "/usr/bin/ffmpeg",
      ["-v", "error", "-i", film, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    )
    let probe = try output(
      of: "/usr/bin/ffprobe",
      [
        "-v", "error", "-select_streams", "v:0", "-show_entries",
        "stream=width,height,color_space,color_transfer,color_primaries", "-of", "csv=p=0", film,
      ]
    )
    let facts = String(decoding: probe, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      .split(separator: ",")
    let (width, height) = try (#require(Int(facts[0])), #require(Int(facts[1])))
    #expect(pixels.count == width * height * 3)
    if name != "film.apng" { #expect(facts.dropFirst(2) == ["bt709", "iec61966-2-1", "bt709"]) }
    func pixel(_ x: Int, _ y: Int) -> [Int] {
      let at = pixels.startIndex + (y * width + x) * 3
      return pixels[at..<at + 3].map { Int($0) }
    }
    for (place, expected) in [
      ((2, 2), [204, 51, 51]), ((20, height - 1), [204, 51, 51]), ((width - 1, 30), [51, 102, 204]),
      ((width - 1, height - 1), [51, 102, 204]),
    ] {
      let found = pixel(place.0, place.1)
      let worst = zip(found, expected).map { abs($0 - $1) }.max() ?? 255
      #expect(worst <= error, "\(place): \(found), not \(expected)")
    }
  }
}
