#if Media
  import CoreGraphics
  import CoreMedia
  import Foundation
  import QuartzCore
  import StrataFilm
  import StrataMedia
  import StrataOverlay
  import StrataRaster
  import StrataRenderServer
  import StrataTesting
  import Testing

  /// An overlay film equals, frame by frame, the composition computed from its two sources.
  @Suite(.serialized) struct FilmOverlayTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws { temporary = try TemporaryFolder() }

    private func film(_ name: String, _ options: [String], size: String = "160x120") throws -> URL {
      let url = folder.appending(path: name)
      let source = ["-f", "lavfi", "-i", "testsrc2=size=\(size):rate=25:duration=1.6"]
      try run(["ffmpeg", "-v", "error", "-y"] + source + options + [url.path()])
      return url
    }

    /// Layers that move, fade and overlap, and a part of the picture without any.
    private func layers(_ width: Int, _ height: Int) -> CALayer {
      let root = CALayer()
      root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
      root.anchorPoint = .zero
      for i in 0..<5 {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 31, height: 23)
        layer.cornerRadius = CGFloat(i) * 2
        layer.backgroundColor = CGColor(
          srgbRed: CGFloat(i) / 4,
          green: 0.3,
          blue: 1 - CGFloat(i) / 4,
          alpha: 1
        )
        layer.opacity = 1 - Float(i) * 0.15
        layer.position = CGPoint(x: 20 + i * 12, y: 20 + i * 14)
        let move = CABasicAnimation(keyPath: "position.x")
        (move.toValue, move.duration) = (CGFloat(110 - i * 9), 1.3)
        layer.add(move, forKey: nil)
        root.addSublayer(layer)
      }
      // The ends of chroma, opaque and not.
      for (i, x) in [(0, 4), (1, 40), (2, 76), (3, 112)] {
        let layer = CALayer()
        layer.frame = CGRect(x: x, y: height - 20, width: 30, height: 16)
        let red: CGFloat = i % 2 == 0 ? 1 : 0
        layer.backgroundColor = CGColor(srgbRed: red, green: 0, blue: 1 - red, alpha: 1)
        layer.opacity = i < 2 ? 1 : 0.5
        root.addSublayer(layer)
      }
      return root
    }

    private func planes(of url: URL, _ format: String) throws -> [UInt8] {
      let words = ["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", format, "pipe:1"]
      return [UInt8](try run(["ffmpeg", "-v", "error", "-i", url.path()] + words))
    }

    private func times(of url: URL) throws -> [Double] {
      let words = ["-select_streams", "v:0", "-show_entries", "packet=pts_time", "-of", "csv=p=0"]
      let text = String(decoding: try run(["ffprobe", "-v", "error"] + words + [url.path()]), as: UTF8.self)
      return text.split(separator: "\n").compactMap { Double($0.prefix { $0 != "," }) }.sorted()
    }

    /// Levels of a standard's matrix and range, by its formulas.
    private struct Standard {
      var red = 0.299
      var blue = 0.114
      var isFull = false
      func luma(_ r: Double, _ g: Double, _ b: Double) -> Double { red * r + (1 - red - blue) * g + blue * b }
    }

    /// The largest difference of a film from the composition of a source and pictures.
    private func difference(
      _ result: [UInt8],
      _ source: [UInt8],
      _ renderer: OfflineRenderer,
      _ times: [Double],
      _ standard: Standard
    ) throws -> (most: Int, changed: Int) {
      let (w, h) = (renderer.pixelWidth, renderer.pixelHeight)
      let (cw, ch) = ((w + 1) / 2, (h + 1) / 2)
      let size = w * h + 2 * cw * ch
      var (most, changed) = (0, 0)
      let (black, lumaRange, chromaRange) = standard.isFull ? (0.0, 255.0, 255.0) : (16.0, 219.0, 224.0)
      for (index, time) in times.enumerated() {
        var picture = [UInt8](repeating: 0, count: w * h * 4)
        try picture.withUnsafeMutableBytes { try renderer.render(at: time, into: $0) }
        func check(_ place: Int, _ over: Double, _ alpha: Double) {
          let at = index * size + place
          let expected = over + Double(source[at]) * (1 - alpha)
          most = max(most, Int((Double(result[at]) - expected).rounded(.towardZero).magnitude))
          if result[at] != source[at] { changed += 1 }
        }
        func pixel(_ x: Int, _ y: Int) -> (r: Double, g: Double, b: Double, a: Double) {
          let at = (y * w + x) * 4
          return (
            Double(picture[at]) / 255, Double(picture[at + 1]) / 255, Double(picture[at + 2]) / 255,
            Double(picture[at + 3]) / 255
          )
        }
        for y in 0..<h {
          for x in 0..<w {
            let p = pixel(x, y)
            check(y * w + x, standard.luma(p.r, p.g, p.b) * lumaRange + black * p.a, p.a)
          }
        }
        for y in 0..<ch {
          for x in 0..<cw {
            var (blue, red, alpha) = (0.0, 0.0, 0.0)
            for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
              let p = pixel(min(2 * x + dx, w - 1), min(2 * y + dy, h - 1))
              let luma = standard.luma(p.r, p.g, p.b)
              blue += ((p.b - luma) / (2 * (1 - standard.blue)) * chromaRange + 128 * p.a) / 4
              red += ((p.r - luma) / (2 * (1 - standard.red)) * chromaRange + 128 * p.a) / 4
              alpha += p.a / 4
            }
            check(w * h + y * cw + x, blue, alpha)
            check(w * h + cw * ch + y * cw + x, red, alpha)
          }
        }
      }
      return (most, changed)
    }

    private func compare(_ url: URL, _ format: String = "yuv420p", _ standard: Standard = Standard()) throws {
      let clip = try VideoClip(contentsOf: url)
      let (width, height) = (Int(clip.pixelSize.width), Int(clip.pixelSize.height))
      let size = CGSize(width: width, height: height)
      let renderer = OfflineRenderer(layer: layers(width, height), size: size)
      let output = folder.appending(path: "over-\(url.deletingPathExtension().lastPathComponent).mp4")
      let settings = OverlaySettings(format: .mp4, isLossless: true)
      try FilmOverlay(clip, renderer, settings: settings).write(to: output)
      let (before, after) = (try times(of: url), try times(of: output))
      #expect(before.count == after.count)
      for (a, b) in zip(before, after) { #expect(abs(a - before[0] - (b - after[0])) < 1.0 / 45000) }
      let (source, result) = (try planes(of: url, format), try planes(of: output, format))
      try #require(source.count == result.count)
      let reference = OfflineRenderer(layer: layers(width, height), size: size)
      let shown = (0..<clip.frameCount).map { clip.displayTime(ofFrame: $0).seconds }
      let (most, changed) = try difference(result, source, reference, shown, standard)
      #expect(most <= 1, "a level is \(most) from the composition")
      #expect(changed > 1000, "the layers are not in the film")
    }

    private static let h264 = [
      "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "0", "-bf", "2",
    ]

    @Test func aFilmOfConstantRate() throws { try compare(film("constant.mp4", Self.h264)) }

    @Test func aFilmOfVariableRate() throws {
      let select = ["-vf", "select='not(eq(mod(n,7),2))*not(between(n,20,26))'", "-fps_mode", "vfr"]
      try compare(film("variable.mp4", select + Self.h264))
    }

    @Test func theMatrixAndTheRangeAreThoseOfTheFilm() throws {
      let tags = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]
      let url = try film("709.mp4", ["-vf", "scale=out_color_matrix=bt709:out_range=tv"] + Self.h264 + tags)
      try compare(url, "yuv420p", Standard(red: 0.2126, blue: 0.0722))
      let full = ["-vf", "scale=out_range=pc", "-pix_fmt", "yuvj420p", "-c:v", "mjpeg", "-q:v", "2"]
      try compare(film("full.mov", full), "yuvj420p", Standard(isFull: true))
    }

    private func filmWithSound(_ name: String, _ options: [String]) throws -> URL {
      try film(name, ["-f", "lavfi", "-i", "sine=d=1.6"] + options)
    }

    @Test func soundGoesOnAsItIs() throws {
      let url = try filmWithSound("sound.mp4", Self.h264 + ["-c:a", "aac"])
      let clip = try VideoClip(contentsOf: url)
      let renderer = OfflineRenderer(layer: layers(160, 120), size: CGSize(width: 160, height: 120))
      let output = folder.appending(path: "sound-over.mp4")
      try FilmOverlay(clip, renderer, settings: OverlaySettings(format: .mp4)).write(to: output)
      func packets(_ url: URL) throws -> Data {
        try run([
          "ffmpeg", "-v", "error", "-i", url.path(), "-map", "0:a", "-c", "copy", "-f", "adts", "pipe:1",
        ])
      }
      #expect(try packets(url) == packets(output))
    }

    /// QuickTime files have no Opus, the usual sound of WebM.
    @Test func soundThatTheContainerLacksIsEncoded() throws {
      let url = try filmWithSound("sound.webm", ["-c:v", "libvpx", "-c:a", "libopus"])
      let renderer = OfflineRenderer(layer: layers(160, 120), size: CGSize(width: 160, height: 120))
      let output = folder.appending(path: "opus-over.mov")
      let clip = try VideoClip(contentsOf: url)
      try FilmOverlay(clip, renderer, settings: OverlaySettings(format: .mov)).write(to: output)
      let words = ["-select_streams", "a", "-show_entries", "stream=codec_name", "-of", "csv=p=0"]
      let codec = try run(["ffprobe", "-v", "error"] + words + [output.path()])
      #expect(String(decoding: codec, as: UTF8.self).hasPrefix("aac"))
    }

    /// A film of odd sides, some of whose samples of chroma lie half beyond it.
    private func oddFilm() throws -> URL {
      let cut = "format=rgb24,crop=67:45,format=yuv420p"
      return try film("odd.webm", ["-vf", cut, "-c:v", "libvpx-vp9", "-lossless", "1"])
    }

    /// Puts nothing over the odd film; returns the planes before and after.
    private func passed(_ settings: OverlaySettings, to name: String) throws -> (
      before: [UInt8], after: [UInt8], size: CGSize
    ) {
      let (source, output) = (try oddFilm(), folder.appending(path: name))
      let clip = try VideoClip(contentsOf: source)
      #expect(clip.pixelSize == CGSize(width: 67, height: 45))
      let renderer = OfflineRenderer(layer: CALayer(), size: clip.pixelSize)
      try FilmOverlay(clip, renderer, settings: settings).write(to: output)
      let size = try VideoClip(contentsOf: output).pixelSize
      return (try planes(of: source, "yuv420p"), try planes(of: output, "yuv420p"), size)
    }

    @Test func oddSidesAreDoubledForH264AndNoSampleIsLost() throws {
      let (before, after, size) = try passed(OverlaySettings(format: .mp4, isLossless: true), to: "even.mp4")
      #expect(size == CGSize(width: 68, height: 46))
      let (oddCount, evenCount) = (67 * 45 + 2 * 34 * 23, 68 * 46 + 2 * 34 * 23)
      try #require(before.count == 40 * oddCount && after.count == 40 * evenCount)
      for frame in 0..<40 {
        let (odd, even) = (before.dropFirst(frame * oddCount), after.dropFirst(frame * evenCount))
        let luma = (0..<68 * 46).map { odd[odd.startIndex + min($0 / 68, 44) * 67 + min($0 % 68, 66)] }
        #expect(luma == Array(even.prefix(68 * 46)), "luma of frame \(frame)")
        let chroma = odd.dropFirst(67 * 45).prefix(2 * 34 * 23)
        #expect(Array(chroma) == Array(even.dropFirst(68 * 46).prefix(chroma.count)), "chroma of \(frame)")
      }
    }

    @Test(arguments: [ExportFormat.webm, .mov]) func otherCodecsKeepOddSides(_ format: ExportFormat) throws {
      let settings = OverlaySettings(format: format, quality: 1)
      let (before, after, size) = try passed(settings, to: "odd-over.\(format.rawValue)")
      #expect(size == CGSize(width: 67, height: 45))
      try #require(before.count == after.count)
      let sum = zip(before, after).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      #expect(Double(sum) / Double(before.count) < 3)
    }

    @Test func aDamagedFilmLeavesNoFile() throws {
      let whole = try Data(contentsOf: film("whole.mp4", Self.h264 + ["-movflags", "+faststart"]))
      let cut = folder.appending(path: "cut.mp4")
      try whole.prefix(whole.count * 6 / 10).write(to: cut)
      let clip = try VideoClip(contentsOf: cut)
      let renderer = OfflineRenderer(layer: layers(160, 120), size: CGSize(width: 160, height: 120))
      let output = folder.appending(path: "cut-over.mp4")
      let overlay = try FilmOverlay(clip, renderer, settings: OverlaySettings(format: .mp4))
      #expect(throws: MediaError.self) { try overlay.write(to: output) }
      #expect(!FileManager.default.fileExists(atPath: output.path()))
      let hidden = try FileManager.default.contentsOfDirectory(atPath: folder.path()).filter {
        $0.hasPrefix(".")
      }
      #expect(hidden.isEmpty)
    }
  }
#endif
