import CoreGraphics
import Foundation
import ImageIO
import Testing

/// Colours, rates, contact sheets and pages, as the command line names them.
@Suite struct PictureTests {
  private static let moving = """
    <sublayers><CALayer bounds="0 0 4 4" position="2 5" backgroundColor="0 0 1" opacity="0.5"><animations>
    <move type="CABasicAnimation" keyPath="position.x" beginTime="1e-100" duration="1" removedOnCompletion="0" \
    fillMode="both"><fromValue type="real" value="2"/><toValue type="real" value="18"/></move>
    </animations></CALayer></sublayers>
    """

  /// The colours are those of the CSS Color Module Level 4, 6.1.
  @Test(arguments: [
    ("white", [255, 255, 255, 255]), ("RebeccaPurple", [102, 51, 153, 255]),
    ("lightgrey", [211, 211, 211, 255]),
    ("DarkSlateGray", [47, 79, 79, 255]), ("mediumpurple", [147, 112, 219, 255]),
    ("transparent", [0, 0, 0, 0]),
    ("#369", [51, 102, 153, 255]), ("#3698", [51, 102, 153, 136]), ("336699", [51, 102, 153, 255]),
    ("#33669980", [51, 102, 153, 128]), ("yellowgreen", [154, 205, 50, 255]),
    ("aliceblue", [240, 248, 255, 255]),
  ])
  func coloursHaveNames(name: String, rgba: [Int]) throws {
    let place = try Workplace()
    let document = try place.document("", attributes: "opacity=\"0\"")
    let run = try ToolRun(["render", document, "-o", "-", "--duration", "0.01", "--background", name])
    #expect(run.status == 0, "\(run.errors)")
    let error = zip(run.output.prefix(4), rgba).map { abs(Int($0) - $1) }.max() ?? 255
    // Colours with alpha are premultiplied on their way.
    #expect(error <= (rgba[3] == 255 ? 0 : 2), "\(Array(run.output.prefix(4)))")
  }

  @Test(arguments: ["blau", "#12345", "#ggg", "+fffff", ""]) func otherWordsAreNot(name: String) throws {
    let run = try ToolRun(["render", "a.ca", "-o", "-", "--background", name])
    #expect(run.status == 64)
  }

  @Test(.enabled(if: Encoder.isInstalled), arguments: ["24000/1001", "30000/1001", "25"])
  func aRateIsARatio(rate: String) throws {
    let place = try Workplace()
    let document = try place.document("")
    let film = place.path("film.mp4")
    let run = try ToolRun(["render", document, "-o", film, "--fps", rate, "--duration", "1", "-q"])
    #expect(run.status == 0, "\(run.errors)")
    let probe = Process()
    probe.executableURL = URL(filePath: "/usr/bin/ffprobe")
    probe.arguments = ["-v", "error", "-show_entries", "stream=r_frame_rate", "-of", "csv=p=0", film]
    let pipe = Pipe()
    probe.standardOutput = pipe
    try probe.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text.trimmingCharacters(in: .whitespacesAndNewlines) == (rate == "25" ? "25/1" : rate))
  }

  @Test(arguments: ["0", "-3", "1001", "24/0", "24/", "/2", "a", "1/2/3", "nan"])
  func aRateOutOfRangeIsRefused(rate: String) throws {
    let run = try ToolRun(["render", "a.ca", "-o", "-", "--fps=\(rate)"])
    #expect(run.status == 64, "\(run.errors)")
  }

  /// The cells of a contact sheet are the frames of a film that has as many.
  @Test(.enabled(if: ToolRun.hasImageCodecs)) func aContactSheetHoldsTheFramesOfAFilm() throws {
    let place = try Workplace()
    let document = try place.document(Self.moving)
    let sheet = place.path("sheet.png")
    let times = ["--from", "0.1", "--duration", "0.9", "--scale", "2"]
    let run = try ToolRun(["render", document, "-o", sheet, "--contact-sheet", "3x2"] + times)
    #expect(run.status == 0, "\(run.errors)")
    let film = try ToolRun(["render", document, "-o", "-", "--fps", "20/3"] + times).output
    let source = try #require(CGImageSourceCreateWithURL(URL(filePath: sheet) as CFURL, nil))
    let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    try #require(image.width == 3 * 40 && image.height == 2 * 20)
    try #require(film.count == 6 * 40 * 20 * 4)
    let pixels = try #require(image.dataProvider?.data) as Data
    let pixelBytes = image.bitsPerPixel / 8
    for index in 0..<6 {
      for y in 0..<20 {
        let row = ((index / 3) * 20 + y) * image.bytesPerRow + (index % 3) * 40 * pixelBytes
        let cell = (0..<40).map { Array(pixels[row + $0 * pixelBytes..<row + $0 * pixelBytes + 3]) }
        let frame = (0..<40).map { x in
          let at = film.startIndex + ((index * 20 + y) * 40 + x) * 4
          return Array(film[at..<at + 3])
        }
        #expect(cell == frame, "cell \(index), row \(y)")
      }
    }
  }

  @Test func aSheetThatCannotBeIsRefused() throws {
    let place = try Workplace()
    let document = try place.document("")
    for arguments in [["a.mp4"], ["a.pdf"], ["a.svg"], ["%d.png"], ["a.png", "--at", "1"]] {
      let run = try ToolRun(["render", document, "--contact-sheet", "2x2", "-o"] + arguments)
      #expect(run.status == 64, "\(arguments)")
    }
    let large = ["--contact-sheet", "900x1", "--scale", "10"]
    let run = try ToolRun(["render", document, "-o", place.path("a.png")] + large)
    #expect(run.status == 64)
    #expect(run.errors.contains("180000 x 100 pixels"), "\(run.errors)")
  }

  @Test func aPageShowsItsMomentAsVectors() throws {
    let place = try Workplace()
    let document = try place.document(
      """
      <sublayers><CALayer bounds="0 0 20 10" position="10 5" backgroundColor="0 0 1"><animations>
      <fade type="CABasicAnimation" keyPath="opacity" beginTime="1e-100" duration="1"><fromValue type="real" value="0"/>\
      </fade></animations></CALayer></sublayers>
      """
    )
    let page = place.path("page.pdf")
    let run = try ToolRun(["render", document, "-o", page, "--at", "0.25", "--scale", "2"])
    #expect(run.status == 0, "\(run.errors)")
    let text = String(decoding: try Data(contentsOf: URL(filePath: page)), as: UTF8.self)
    #expect(text.hasPrefix("%PDF-1.7"))
    #expect(text.contains("/MediaBox [0 0 40 20]"))
    #expect(text.contains("/ca 0.25 "))
    #expect(!text.contains("/Subtype /Image"))
    let picture = place.path("page.svg")
    let second = try ToolRun(["render", document, "-o", picture, "--at", "0.25", "--scale", "2"])
    #expect(second.status == 0, "\(second.errors)")
    let markup = String(decoding: try Data(contentsOf: URL(filePath: picture)), as: UTF8.self)
    #expect(markup.contains("viewBox=\"0 0 40 20\""))
    #expect(markup.contains("fill=\"#0000ff\""))
    #expect(markup.contains("opacity=\"0.25\""))
    #expect(!markup.contains("<image"))
  }
}
