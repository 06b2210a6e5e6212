import CoreGraphics
import Foundation
import ImageIO
import Testing

@Suite struct RenderTests {
  private static let moving = """
    <sublayers><CALayer bounds="0 0 4 4" position="2 5" backgroundColor="0 0 1"><animations>
    <move type="CABasicAnimation" keyPath="position.x" beginTime="1e-100" duration="1" removedOnCompletion="0" \
    fillMode="both"><fromValue type="real" value="2"/><toValue type="real" value="18"/></move>
    </animations></CALayer></sublayers>
    """

  /// The straight colour of a pixel of raw RGBA frames.
  private func pixel(_ data: Data, width: Int, height: Int, frame: Int = 0, x: Int, y: Int) -> [UInt8] {
    let at = ((frame * height + y) * width + x) * 4
    return Array(data[(data.startIndex + at)..<(data.startIndex + at + 4)])
  }

  @Test func rawFramesOnStandardOutputHoldEveryMoment() throws {
    let place = try Workplace()
    let document = try place.document(Self.moving)
    let run = try ToolRun("render", document, "-o", "-", "--fps", "4", "--duration", "1", "-q")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.count == 4 * 20 * 10 * 4)
    // At frame k the square's centre is at 2 + 16 k/4.
    for frame in 0..<4 {
      let x = 2 + 4 * frame
      #expect(pixel(run.output, width: 20, height: 10, frame: frame, x: x, y: 5) == [0, 0, 255, 255])
    }
    #expect(pixel(run.output, width: 20, height: 10, frame: 3, x: 2, y: 5) == [255, 0, 0, 255])
  }

  @Test func bytesAreTheSameForEveryNumberOfThreads() throws {
    let place = try Workplace()
    let document = try place.document(Self.moving)
    let runs = try ["1", "2", "3"].map {
      try ToolRun(
        "render",
        document,
        "-o",
        "-",
        "--fps",
        "8",
        "--duration",
        "1",
        "--scale",
        "7",
        "--threads",
        $0,
        "-q"
      )
    }
    #expect(runs[0].output.count == 8 * 140 * 70 * 4)
    #expect(runs[0].output == runs[1].output)
    #expect(runs[0].output == runs[2].output)
  }

  @Test(.enabled(if: ToolRun.hasImageCodecs)) func severalMomentsGiveSeveralPictures() throws {
    let place = try Workplace()
    let document = try place.document(Self.moving)
    let run = try ToolRun(
      "render",
      document,
      "-o",
      place.path("a.png"),
      "--at",
      "0",
      "--at",
      "0.5",
      "--scale",
      "2",
      "-q"
    )
    #expect(run.status == 0, "\(run.errors)")
    #expect(place.names == ["a-0.0.png", "a-0.5.png", "document.caml"])
    let data = try Data(contentsOf: URL(filePath: place.path("a-0.5.png")))
    let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
    let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect(image.width == 40 && image.height == 20)
  }

  @Test(.enabled(if: ToolRun.hasImageCodecs)) func numberedPicturesAndSizes() throws {
    let place = try Workplace()
    let document = try place.document(Self.moving)
    let run = try ToolRun(
      "render",
      document,
      "-o",
      place.path("%03d.png"),
      "--fps",
      "3",
      "--duration",
      "1",
      "--size",
      "64x64",
      "-q"
    )
    #expect(run.status == 0, "\(run.errors)")
    #expect(place.names == ["000.png", "001.png", "002.png", "document.caml"])
  }

  @Test func aDocumentIsFittedIntoTheSizeAskedFor() throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun(
      "render",
      document,
      "-o",
      "-",
      "--fps",
      "1",
      "--duration",
      "1",
      "--size",
      "40x40",
      "-q"
    )
    // 20 x 10 points fill the width; ten rows above and below stay transparent.
    #expect(run.output.count == 40 * 40 * 4)
    #expect(pixel(run.output, width: 40, height: 40, x: 20, y: 9) == [0, 0, 0, 0])
    #expect(pixel(run.output, width: 40, height: 40, x: 20, y: 10) == [255, 0, 0, 255])
    #expect(pixel(run.output, width: 40, height: 40, x: 20, y: 29) == [255, 0, 0, 255])
    #expect(pixel(run.output, width: 40, height: 40, x: 20, y: 30) == [0, 0, 0, 0])
  }

  @Test func theBackgroundFillsWhatTheDocumentLeaves() throws {
    let place = try Workplace()
    let document = try place.document("", attributes: "opacity=\"0\"")
    let run = try ToolRun(
      "render",
      document,
      "-o",
      "-",
      "--fps",
      "1",
      "--duration",
      "1",
      "--background",
      "#336699",
      "-q"
    )
    #expect(pixel(run.output, width: 20, height: 10, x: 3, y: 3) == [0x33, 0x66, 0x99, 255])
  }

  @Test(.enabled(if: Encoder.isInstalled), arguments: ["gif", "apng", "awebp", "mp4", "webm", "mov"])
  func everyFilmFormatIsWritten(format: String) throws {
    let place = try Workplace()
    let document = try place.document(Self.moving)
    let film = place.path("film.\(format)")
    let run = try ToolRun("render", document, "-o", film, "--fps", "5", "--duration", "1", "--scale", "4")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try Encoder.frameCount(of: film) == 5)
    #expect(place.names == ["document.caml", "film.\(format)"])
  }
}

/// The encoder's availability, and its own count of a film's frames.
enum Encoder {
  static var isInstalled: Bool {
    ["/usr/bin/ffprobe", "/usr/local/bin/ffprobe"].contains {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  static func frameCount(of path: String) throws -> Int? {
    // This version's decoder cannot read animated WebP; the container has the number of frames.
    if path.hasSuffix(".awebp") {
      let data = try Data(contentsOf: URL(filePath: path))
      var count = 0
      var at = data.startIndex
      while let found = data.range(of: Data("ANMF".utf8), in: at..<data.endIndex) {
        count += 1
        at = found.upperBound
      }
      return count
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/ffprobe")
    process.arguments = [
      "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries", "stream=nb_read_frames",
      "-of",
      "csv=p=0", path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Int(text.trimmingCharacters(in: CharacterSet(charactersIn: "\n, ")))
  }
}
