import Foundation
import ImageIO
import QuartzCore
import StrataRenderServer

/// A picture of the gallery: what it shows, and the code that makes it, which is also what the page prints.
struct Plate {
  let title: String
  let caption: String
  /// The moments that are shown side by side, in seconds.
  let times: [Double]
  let file: String
  let line: Int
  let build: (CALayer) -> Void

  /// The size of the layer that a plate's code gets, in points.
  static let size = CGSize(width: 180, height: 120)
  /// Pixels for each point.
  static let scale: CGFloat = 2

  init(
    _ title: String,
    _ caption: String,
    at times: [Double] = [0],
    file: String = #filePath,
    line: Int = #line,
    build: @escaping (CALayer) -> Void
  ) {
    (self.title, self.caption, self.times) = (title, caption, times)
    (self.file, self.line, self.build) = (file, line, build)
  }

  /// The title as the name of a file.
  var name: String {
    title.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
      .split(separator: "-").joined(separator: "-")
  }

  /// The layer, ready to be drawn.
  func makeLayer() -> CALayer {
    let stage = CALayer()
    stage.bounds = CGRect(origin: .zero, size: Self.size)
    stage.anchorPoint = .zero
    stage.backgroundColor = CGColor(srgbRed: 0.95, green: 0.96, blue: 0.98, alpha: 1)
    build(stage)
    return stage
  }

  /// Draws the plate's moments into one picture.
  func draw(to path: String) throws {
    changes = []
    let host = OfflineRenderer(layer: makeLayer(), size: Self.size, scale: Self.scale)
    for change in changes { host.change(at: change.time, change.body) }
    let row = CALayer()
    let gap: CGFloat = 6
    let width = Self.size.width * CGFloat(times.count) + gap * CGFloat(times.count - 1)
    row.bounds = CGRect(x: 0, y: 0, width: width, height: Self.size.height)
    row.anchorPoint = .zero
    for (index, time) in times.enumerated() {
      let moment = CALayer()
      moment.contents = try host.image(at: time)
      moment.frame = CGRect(
        x: CGFloat(index) * (Self.size.width + gap),
        y: 0,
        width: Self.size.width,
        height: Self.size.height
      )
      row.addSublayer(moment)
    }
    let picture = OfflineRenderer(
      layer: row,
      size: CGSize(width: width, height: Self.size.height),
      scale: Self.scale
    )
    let url = URL(fileURLWithPath: path) as CFURL
    guard let file = CGImageDestinationCreateWithURL(url, "public.png" as CFString, 1, nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    CGImageDestinationAddImage(file, try picture.image(at: 0), nil)
    guard CGImageDestinationFinalize(file) else { throw CocoaError(.fileWriteUnknown) }
  }

  /// The lines between the braces that follow the place where the plate was made, without their indentation.
  func code() throws -> String {
    let lines = try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n")
    var start = line - 1
    while start < lines.count, !lines[start].hasSuffix("stage in") { start += 1 }
    let indentation = lines[line - 1].prefix { $0 == " " }
    let body = lines[(start + 1)...].prefix { !$0.hasPrefix(indentation + "}") }
    let drop = indentation.count + 2
    return body.map { String($0.dropFirst(drop)) }.joined(separator: "\n")
  }
}
