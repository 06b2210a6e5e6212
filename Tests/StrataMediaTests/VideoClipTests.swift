#if Media
  import CoreGraphics
  import CoreMedia
  import Foundation
  import QuartzCore
  import StrataMedia
  import StrataRaster
  import StrataRenderServer
  import StrataTesting
  import Synchronization
  import Testing

  /// Colours, alpha, sizes and times of clips, and layers that show them.
  @Suite(.serialized) struct VideoClipTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let h264 = ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "10"]

    private static func pixel(_ image: CGImage?, _ x: Int, _ y: Int) -> [Int] {
      guard let pixels = image?.pixels else { return [] }
      let place = UnsafeRawPointer(pixels.row(y) + x * 4)
      return (0..<4).map { Int(place.load(fromByteOffset: $0, as: UInt8.self)) }
    }

    /// The bars of full and three quarters of the levels.
    private static let bars: [[Double]] = [1.0, 0.75].flatMap { level in
      (0..<8).map { bar in [4, 2, 1].map { bar & $0 == 0 ? 0.0 : level } }
    }

    /// The levels of luma, Cb and Cr of a colour, in bytes.
    private static func levels(_ color: [Double], _ red: Double, _ blue: Double, isFullRange: Bool)
      -> [Double]
    {
      let luma: Double = red * color[0] + (1 - red - blue) * color[1] + blue * color[2]
      let cb: Double = (color[2] - luma) / (2 * (1 - blue))
      let cr: Double = (color[0] - luma) / (2 * (1 - red))
      let (black, lumaSpan, chromaSpan) = isFullRange ? (0.0, 255.0, 255.0) : (16.0, 219.0, 224.0)
      return [luma * lumaSpan + black, cb * chromaSpan + 128, cr * chromaSpan + 128]
    }

    /// Full and three-quarter bars, encoded without loss, come back within two levels.
    @Test(
      arguments: [("smpte170m", 0.299, 0.114), ("bt709", 0.2126, 0.0722), ("bt2020nc", 0.2627, 0.0593)],
      ["tv", "pc"]
    )
    func barsKeepTheirColours(matrix: (String, Double, Double), range: String) throws {
      let (name, red, blue) = matrix
      let colors = Self.bars
      // Each colour is a square of 16 pixels; all of them lie below each other.
      var planes: [[UInt8]] = [[], [], []]
      for color in colors {
        let levels = Self.levels(color, red, blue, isFullRange: range == "pc")
        for (plane, level) in levels.enumerated() {
          let byte = UInt8(min(max(level.rounded(), 0), 255))
          planes[plane] += Array(repeating: byte, count: plane == 0 ? 256 : 64)
        }
      }
      let raw = folder.url.appending(path: "bars.yuv")
      try Data(planes.flatMap { $0 }).write(to: raw)
      let url = folder.url.appending(path: "bars.mkv")
      let input = [
        "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "16x\(16 * colors.count)", "-i", raw.path(),
      ]
      let tags = ["-colorspace", name, "-color_range", range]
      try run(["ffmpeg", "-v", "error"] + input + ["-c:v", "ffv1"] + tags + [url.path()])
      let image = try VideoClip(contentsOf: url).image(ofFrame: 0)
      for (place, color) in colors.enumerated() {
        let shown = Self.pixel(image, 8, place * 16 + 8)
        for channel in 0..<3 {
          #expect(
            abs(Double(shown[channel]) - color[channel] * 255) <= 2,
            "\(name) \(range) \(color): \(shown)"
          )
        }
        #expect(shown[3] == 255)
      }
    }

    @Test(arguments: [
      ("alpha.webm", ["-pix_fmt", "yuva420p", "-c:v", "libvpx-vp9", "-auto-alt-ref", "0", "-lossless", "1"]),
      (
        "alpha.mov",
        ["-pix_fmt", "yuva444p10le", "-c:v", "prores_ks", "-profile:v", "4444", "-qscale:v", "1"]
      ),
      ("alpha.png", ["-frames:v", "1"]),
    ])
    func transparentFilmsArePremultiplied(name: String, options: [String]) throws {
      let raw = folder.url.appending(path: "raw.rgba")
      // A half transparent gray at the left, nothing at the right.
      let row =
        Array(repeating: [200, 200, 200, 128] as [UInt8], count: 32)
        + Array(repeating: [0, 0, 0, 0], count: 32)
      try Data((0..<64 * 3).flatMap { _ in row.flatMap { $0 } }).write(to: raw)
      let url = folder.url.appending(path: name)
      let input = ["-f", "rawvideo", "-pix_fmt", "rgba", "-s", "64x64", "-r", "25", "-i", raw.path()]
      try run(["ffmpeg", "-v", "error"] + input + options + [url.path()])
      let clip = try VideoClip(contentsOf: url)
      #expect(clip.hasAlpha)
      let image = try clip.image(ofFrame: 0)
      let (left, right) = (Self.pixel(image, 8, 8), Self.pixel(image, 56, 8))
      #expect(abs(left[3] - 128) <= 2)
      #expect(abs(left[0] - 100) <= 3, "\(left)")
      #expect(right[3] <= 2)
    }

    @Test func sizesAndDurations() throws {
      let options = Self.h264 + ["-vf", "setsar=4/3"]
      let film = try NumberedFilm("wide.mp4", in: folder, count: 30, rate: "25", options: options)
      let clip = try VideoClip(contentsOf: film.url)
      #expect(clip.pixelSize == CGSize(width: 64, height: 48))
      #expect(abs(clip.displaySize.width - 64 * 4 / 3) < 1e-9)
      #expect(clip.duration == CMTime(value: 30, timescale: 25))
      #expect(clip.frameCount == 30)
      #expect(!clip.hasAlpha)
      #expect(clip.displayTime(ofFrame: 7) == CMTime(value: 7, timescale: 25))
      #expect(!clip.displayTime(ofFrame: 30).isValid)
      #expect(try clip.image(ofFrame: -1) == nil)
      #expect(try clip.image(at: CMTime(value: -1, timescale: 1000)) == nil)
      #expect(clip.frameNumber(at: .indefinite) == nil)
      #expect(clip.frameNumber(at: .positiveInfinity) == 29)
    }

    @Test func aPictureIsOneFrame() throws {
      let film = try NumberedFilm("still.png", in: folder, count: 1, rate: "25", options: [])
      let clip = try VideoClip(contentsOf: film.url)
      #expect(clip.frameCount == 1)
      #expect(clip.duration.isIndefinite)
      #expect(NumberPattern.number(in: try clip.image(at: CMTime(value: 99, timescale: 1))) == 0)
    }

    /// Moments of an offline renderer in any order, at times whose binary fractions are not those of the frames.
    @Test func aLayerShowsTheFrameOfItsTime() throws {
      let film = try NumberedFilm(
        "layer.mp4",
        in: folder,
        count: 60,
        rate: "25",
        options: Self.h264 + ["-bf", "2"]
      )
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
      layer.contents = try VideoClip(contentsOf: film.url)
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 64, height: 48))
      for number in [3, 50, 7, 6, 12, 59, 0] {
        let image = try renderer.image(at: Double(number) / 25)
        #expect(NumberPattern.number(in: image) == number)
      }
      let (first, again) = (try renderer.image(at: 0.52), try renderer.image(at: 0.52))
      #expect(memcmp(first.pixels.base, again.pixels.base, first.pixels.byteCount) == 0)
    }

    @Test(.timeLimit(.minutes(1))) func aLiveHostDoesNotWait() throws {
      let film = try NumberedFilm(
        "live.mp4",
        in: folder,
        count: 60,
        rate: "25",
        options: Self.h264 + ["-bf", "2"]
      )
      let video = LiveVideo(try VideoClip(contentsOf: film.url))
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
      layer.contents = video
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 64, height: 48))
      // The first picture comes before any frame.
      #expect(NumberPattern.number(in: try renderer.image(at: 0.2)) == nil)
      #expect(video.lateCount == 1)
      while NumberPattern.number(in: try renderer.image(at: 0.2)) != 5 { usleep(1000) }
      // The frames after it are decoded ahead.
      usleep(300_000)
      let late = video.lateCount
      #expect(NumberPattern.number(in: try renderer.image(at: 0.24)) == 6)
      #expect(video.lateCount == late)
      // A frame that is not ready shows the last one.
      #expect(NumberPattern.number(in: try renderer.image(at: 2)) == 6)
      #expect(video.lateCount == late + 1)
    }

    /// Pictures as wide as their numbers, the fifth of which cannot be made at the first attempt.
    private final class FailingPictures: NumberedPictures {
      private let attempts = Mutex(0)
      func number(atSeconds seconds: Double) -> Int? { Int(seconds) }
      func number(after number: Int) -> Int? { number + 1 }
      func picture(_ number: Int) -> CGImage? {
        if number == 5,
          attempts.withLock({
            $0 += 1; return $0 == 1
          })
        {
          return nil
        }
        return CGImage(pixels: PixelBuffer(width: number, height: 1, format: .rgba8))
      }
    }

    @Test(.timeLimit(.minutes(1))) func aFrameThatFailedIsAskedForAgainLater() {
      let video = LiveVideo(pictures: FailingPictures())
      func wait(for number: Int, showing width: Int) {
        while video.picture(at: Double(number))?.width != width { usleep(1000) }
      }
      wait(for: 4, showing: 4)
      // Far from it, it is forgotten.
      wait(for: 20, showing: 20)
      wait(for: 5, showing: 5)
    }
  }
#endif
