import CoreGraphics
import Foundation
import QuartzCore
import StrataDocuments
import StrataRenderServer
import StrataTesting
import Testing

/// Pictures that Core Animation's render server made of some documents.
///
/// They are one pixel per point, taken of a screen with three. All of them follow from a drawing at three pixels
/// per point in one way: the canvas is rounded up to whole points, grown by one screen pixel on every side with its
/// edge repeated, and brought to size by a triangle filter.
@Suite(.enabled(if: SharedDocuments.arePresent && buildHasImageCodecs)) struct CapturedPictureTests {
  struct Capture: CustomTestStringConvertible, Sendable {
    let document: String
    let picture: String
    /// The pixel of the drawing, at three pixels per point, where the picture's first pixel begins.
    var origin = 0
    /// The rows of the drawing that are shown.
    var height = Int.max
    /// How far below the picture's top the drawing begins: a root layer that kept its place on a screen.
    var inset = 0
    /// The least similarity, and the greatest mean difference of a byte.
    var bounds = (similarity: 0.97, meanError: 2.5)

    var testDescription: String { "\(document), \(picture)" }
  }

  static let captures = [
    Capture(
      document: "layering-shadows/LayeringShadowsView.ca",
      picture: "layering-shadows/golden/drawhierarchy@1x.png"
    ),
    Capture(
      document: "rainbow-glow/RainbowGlowView.ca",
      picture: "rainbow-glow/golden/drawhierarchy@1x.png"
    ),
    Capture(
      document: "complex-form/ComplexView.ca",
      picture: "complex-form/golden/drawhierarchy@1x.png"
    ),
    Capture(
      document: "content-from-archive/ContentView-fromCAAR.ca",
      picture: "content-from-archive/golden/package-view-300x200@1x.png",
      inset: 141
    ),
    Capture(
      document: "content-text/ContentView.ca",
      picture: "content-text/golden/part1@1x.png",
      height: 157
    ),
    Capture(
      document: "content-text/ContentView.ca",
      picture: "content-text/golden/part2@1x.png",
      origin: 181,
      height: 157
    ),
    Capture(
      document: "favorite-badge/FavoriteView.ca",
      picture: "favorite-badge/golden/part1@1x.png",
      height: 148
    ),
    Capture(
      document: "favorite-badge/FavoriteView.ca",
      picture: "favorite-badge/golden/part2@1x.png",
      origin: 172,
      height: 148
    ),
    // The same views as keyed archives. That of the glow was taken with six colours, the picture with eleven.
    Capture(
      document: "layering-shadows/LayeringShadowsView.caar",
      picture: "layering-shadows/golden/drawhierarchy@1x.png"
    ),
    Capture(
      document: "rainbow-glow/RainbowGlowView.caar",
      picture: "rainbow-glow/golden/drawhierarchy@1x.png",
      bounds: (0.95, 3)
    ),
    Capture(
      document: "content-text/ContentView.caar",
      picture: "content-text/golden/part1@1x.png",
      height: 157
    ),
    Capture(
      document: "content-text/ContentView.caar",
      picture: "content-text/golden/part2@1x.png",
      origin: 181,
      height: 157
    ),
  ]

  @Test(arguments: captures) func documentsLookAsTheyDidOnTheScreen(_ capture: Capture) throws {
    let expected = try CGImage(file: Data(contentsOf: SharedDocuments.url(capture.picture)))
    let document = try Document(contentsOf: SharedDocuments.url(capture.document))
    let renderer = OfflineRenderer(document: document, scale: 3)
    var drawing = try Drawing(
      renderer,
      rows: capture.origin..<(capture.origin + min(capture.height, 100_000))
    )
    if capture.inset > 0 {
      drawing.inset(top: capture.inset, width: expected.width * 3, height: expected.height * 3)
    }
    let actual = try #require(drawing.reduced(to: expected.width, expected.height).image)
    let comparison = try #require(ImageComparison(expected, actual))
    #expect(comparison.similarity >= capture.bounds.similarity, "\(comparison)")
    #expect(comparison.meanError <= capture.bounds.meanError, "\(comparison)")
  }
}

/// Premultiplied pixels, four numbers each.
private struct Drawing {
  var width: Int
  var height: Int
  var values: [Float]

  init(_ renderer: OfflineRenderer, rows: Range<Int>) throws {
    var bytes = [UInt8](repeating: 0, count: renderer.pixelWidth * renderer.pixelHeight * 4)
    try bytes.withUnsafeMutableBytes { try renderer.render(at: 0, into: $0) }
    let rows = rows.clamped(to: 0..<renderer.pixelHeight)
    width = renderer.pixelWidth
    height = rows.count
    values = bytes[rows.lowerBound * width * 4..<rows.upperBound * width * 4].map(Float.init)
  }

  private init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    values = [Float](repeating: 0, count: width * height * 4)
  }

  /// Places the drawing some rows below the top of an empty canvas.
  mutating func inset(top: Int, width newWidth: Int, height newHeight: Int) {
    var canvas = Drawing(width: newWidth, height: newHeight)
    for y in 0..<min(height, newHeight - top) {
      for x in 0..<min(width, newWidth) * 4 {
        canvas.values[(y + top) * newWidth * 4 + x] = values[y * width * 4 + x]
      }
    }
    self = canvas
  }

  /// The weights of the source's pixels, edge repeated, for each of `count` pixels that each cover a little more
  /// than three.
  private static func taps(_ count: Int, of length: Int) -> [[(index: Int, weight: Float)]] {
    let step = Double(count * 3 + 2) / Double(count)
    return (0..<count).map { target in
      let center = (Double(target) + 0.5) * step - 1
      let reach = Int(center - step - 1)...Int(center + step + 1)
      let raw = reach.map { (min(max($0, 0), length - 1), max(0, 1 - abs(Double($0) + 0.5 - center) / step)) }
      let total = raw.reduce(0) { $0 + $1.1 }
      return raw.map { ($0.0, Float($0.1 / total)) }
    }
  }

  func reduced(to newWidth: Int, _ newHeight: Int) -> Drawing {
    let (columns, rows) = (Self.taps(newWidth, of: width), Self.taps(newHeight, of: height))
    var narrow = Drawing(width: newWidth, height: height)
    for y in 0..<height {
      for (x, taps) in columns.enumerated() {
        for channel in 0..<4 {
          narrow.values[(y * newWidth + x) * 4 + channel] = taps.reduce(0) {
            $0 + $1.weight * values[(y * width + $1.index) * 4 + channel]
          }
        }
      }
    }
    var result = Drawing(width: newWidth, height: newHeight)
    for (y, taps) in rows.enumerated() {
      for x in 0..<newWidth * 4 {
        result.values[y * newWidth * 4 + x] = taps.reduce(0) {
          $0 + $1.weight * narrow.values[$1.index * newWidth * 4 + x]
        }
      }
    }
    return result
  }

  var image: CGImage? {
    var bytes = values.map { UInt8(min(max($0.rounded(), 0), 255)) }
    return bytes.withUnsafeMutableBytes { pixels in
      CGContext(
        data: pixels.baseAddress,
        width: width,
        height: height,
        bitsPerComponent: 8,
        bytesPerRow: width * 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )?.makeImage()
    }
  }
}
