import CoreGraphics
import QuartzCore
import StrataExport
import StrataRenderServer
import Testing

/// The work of frames that no sample is taken of.
@Suite struct FilmWorkTests {
  /// A film with twice as many frames as are looked at, and a picture that stands still.
  @Test func framesOfAStillFilmAreEqual() throws {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
    layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let settings = ExportSettings(format: .rawRGBA, duration: 30, framesPerSecond: 100)
    let renderer = OfflineRenderer(layer: layer, size: layer.bounds.size, threads: 1)
    let work = try FilmWork(settings, renderer, pixels: 16)
    #expect(work.weights.count == 3000)
    #expect(Set(work.weights).count == 1, "\(work.weights.prefix(4))")
  }
}
