import Foundation
import ImageIO
import QuartzCore
import StrataRenderServer

/// A picture of the gallery: its title, its caption, and the code that makes it, which the page prints, too.
struct Plate {
  let title: String
  let caption: String
  /// The times that are shown side by side, in seconds.
  let times: [Double]
  let file: String
  let line: Int
  let build: (CALayer) -> Void

  /// The size of the layer that a plate's code receives, in points.
  static let size = CGSize(width: 180, height: 120)
  /// The number of pixels per point.
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

  /// The name of the picture's file, made from the title.
  var name: String {
    title.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
      .split(separator: "-").joined(separator: "-")
  }

  /// Returns a new layer with the plate's contents.
  func makeLayer() -> CALayer {
    let stage = CALayer()
    stage.bounds = CGRect(origin: .zero, size: Self.size)
    stage.anchorPoint = .zero
    stage.backgroundColor = CGColor(srgbRed: 0.95, green: 0.96, blue: 0.98, alpha: 1)
    build(stage)
    return stage
  }

  /// Draws all times of the plate side by side into one picture.
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

  /// The lines of the closure that builds the plate, read from the source file, without their indentation.
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
