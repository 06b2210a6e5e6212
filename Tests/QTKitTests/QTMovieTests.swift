#if Media
  import AVFoundation
  import CoreGraphics
  import Foundation
  import QTKit
  import StrataRaster
  import StrataRenderServer
  import Testing

  /// Films by their former names.
  struct QTMovieTests {
    /// A film of two seconds at 10 frames a second, each frame brighter than the one before.
    private func film() throws -> URL {
      let url = FileManager.default.temporaryDirectory.appending(path: "strata-qt-\(UUID().uuidString).mov")
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      let source = "color=black:size=32x32:rate=10:duration=2,geq=lum='16+n*10':cb=128:cr=128"
      // The frame number is N in this filter.
      let filter = source.replacing("n*10", with: "N*10")
      process.arguments =
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", filter]
        + [
          "-pix_fmt", "yuv420p", "-c:v", "libx264", "-qp", "0", "-preset", "ultrafast", "-g", "5", url.path(),
        ]
      process.standardInput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      return url
    }

    /// The level of a frame, from luma 16 to 235 to 0 to 255.
    private func level(of frame: Int) -> Int { Int((Double(frame * 10) * 255 / 219).rounded()) }

    private func level(_ image: CGImage) -> Int {
      Int(UnsafeRawPointer(image.pixels.row(8) + 32).load(as: UInt8.self))
    }

    @Test func aMovieLayerFollowsItsMovie() throws {
      let url = try film()
      defer { try? FileManager.default.removeItem(at: url) }
      let movie = try QTMovie(url: url)
      #expect(QTTimeCompare(movie.duration, QTMakeTime(2, 1)) == .orderedSame)
      let layer = QTMovieLayer(movie: movie)
      layer.frame = CGRect(x: 0, y: 0, width: 48, height: 16)
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 48, height: 16))
      renderer.change(at: 1) { movie.play() }
      renderer.change(at: 1.55) { movie.stop() }
      renderer.change(at: 2) { movie.currentTime = QTMakeTime(15, 10) }
      renderer.change(at: 3) { movie.stepBackward() }
      renderer.change(at: 4) { movie.gotoBeginning() }
      for (time, frame) in [(0.5, 0), (1.25, 2), (1.9, 5), (2.5, 15), (3.5, 14), (4.5, 0)] {
        #expect(abs(level(try renderer.image(at: time)) - level(of: frame)) <= 2, "at \(time)")
      }
      #expect(abs(level(try movie.frameImage(at: QTMakeTime(7, 10))) - level(of: 7)) <= 2)
      #expect(throws: AVError.self) { try QTMovie(file: "/no/such/film.mov") }
    }

    @Test func aCaptureLayerIsStretched() throws {
      let layer = QTCaptureLayer(session: QTCaptureSession())
      #expect(layer.videoGravity == .resize)
      #expect(layer.connection == nil && !layer.isPreviewing)
    }
  }
#endif
