#if Media
  import CoreMedia
  import Foundation
  import StrataMedia
  import StrataTesting
  import Testing

  /// The figures of Documentation/Media.md; `make bench-media` prints them, ordinary runs of the tests do not measure.
  @Suite(
    .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["STRATA_FIGURES"] != nil, "make bench-media")
  )
  struct MediaFigures {
    private static let (seconds, rate) = (600, 30)

    private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
      let time = try ContinuousClock().measure(body)
      return Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15
    }

    private func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

    private func report(_ name: String, _ text: String) { print("| \(name) | \(text) |") }

    /// Ten minutes of 1920 × 1080 pixels at 30 frames a second, with a keyframe every 250 frames.
    @Test func framesOfTenMinutes() throws {
      let folder = try TemporaryFolder()
      let film = folder.url.appending(path: "film.mp4")
      let source = "testsrc2=size=1920x1080:rate=\(Self.rate):duration=\(Self.seconds)"
      try run(
        ["ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p"]
          + ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "28", "-g", "250", film.path]
      )
      let clip = try VideoClip(contentsOf: film)
      try measureRandomFrames(of: clip, film)
      try measureNextFrames(of: clip)
    }

    /// Random frames from nothing, beside a child `ffmpeg` that writes the same frame to nowhere, as it is decoded or in red, green,
    /// blue and alpha; in alternation.
    private func measureRandomFrames(of clip: VideoClip, _ film: URL) throws {
      var random = SystemRandomNumberGenerator()
      var (own, colors, planes) = ([Double](), [Double](), [Double]())
      for _ in 0..<15 {
        let frame = Int.random(in: 0..<clip.frameCount, using: &random)
        clip.releaseResources()
        own.append(try milliseconds { _ = try #require(try clip.image(ofFrame: frame)) })
        let place = String(format: "%.6f", clip.displayTime(ofFrame: frame).seconds)
        func bare(_ format: String) throws -> Double {
          let input = [
            "ffmpeg", "-v", "error", "-nostdin", "-y", "-ss", place, "-i", film.path, "-frames:v", "1",
          ]
          return try milliseconds {
            try run(input + ["-an", "-pix_fmt", format, "-f", "rawvideo", "/dev/null"])
          }
        }
        colors.append(try bare("rgba"))
        planes.append(try bare("yuv420p"))
      }
      let (a, b, c) = (median(own), median(colors), median(planes))
      report(
        "a random frame of ten minutes",
        String(
          format: "%.0f ms; a child alone %.0f, ratio %.2f; without colours %.0f, %.2f",
          a,
          b,
          a / b,
          c,
          a / c
        )
      )
    }

    private func measureNextFrames(of clip: VideoClip) throws {
      _ = try clip.image(ofFrame: 0)
      let times = try (1...600).map { frame in
        try milliseconds { _ = try #require(try clip.image(ofFrame: frame)) }
      }
      report(
        "the next frame",
        String(format: "%.1f ms; 99 of 100 below %.1f", median(times), times.sorted()[593])
      )
    }
  }
#endif
