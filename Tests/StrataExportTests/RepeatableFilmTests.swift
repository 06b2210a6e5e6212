import CoreGraphics
import Foundation
import QuartzCore
import StrataExport
import StrataRenderServer
import StrataTesting
import Testing

/// A film of the same layers has the same bytes each time.
@Suite(.enabled(if: EncoderProbe.version != nil)) struct RepeatableFilmTests {
  @Test(arguments: [ExportFormat.gif, .apng, .animatedWebP, .mp4, .webm, .mov])
  func twoFilmsHaveTheSameBytes(format: ExportFormat) async throws {
    let folder = try TemporaryFolder()
    let films = try await aside { try Self.films(format, in: folder.url) }
    #expect(films[0] == films[1])
  }

  private static func films(_ format: ExportFormat, in folder: URL) throws -> [Data] {
    try ["one", "two"].map { name in
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 32, height: 32)
      layer.backgroundColor = CGColor(srgbRed: 0.2, green: 0.6, blue: 1, alpha: 1)
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration) = (0, 1, 0.5)
      layer.add(fade, forKey: "fade")
      let film = folder.appending(path: name)
      let settings = ExportSettings(format: format, duration: 0.3, framesPerSecond: 20)
      try Exporter(OfflineRenderer(layer: layer, size: layer.bounds.size), settings: settings).write(to: film)
      return try Data(contentsOf: film)
    }
  }
}
