#if Inspector
  import CoreGraphics
  import Foundation
  import ImageIO
  import StrataBase
  import StrataFrame
  import StrataRaster
  import StrataRenderServer
  import StrataRenderTree

  /// Draws snapshots for one page and keeps what it drew, so that only differences are drawn and sent.
  final class Painter {
    private let presenter: any FramePresenting
    private var viewport: Viewport?

    /// How many bytes of surfaces a page may keep.
    private static let cacheBudget = 48 << 20
    /// The most rectangles of one picture.
    private static let mostRects = 24

    /// - Parameter threads: How many threads draw, the caller's included.
    init(threads: Int) {
      presenter = DefaultBackend.presenter(threads: threads)
      presenter.cacheBudget = Self.cacheBudget
    }

    /// What the last drawing did.
    struct Cost: Encodable {
      /// Milliseconds to evaluate the tree and bring the display list up to date.
      var update = 0.0
      /// Milliseconds to plan and draw the damage.
      var draw = 0.0
      /// Milliseconds to copy and encode the pixels that are sent.
      var send = 0.0
      var redrawnPixels = 0
      var layers = 0
    }
    private(set) var cost = Cost()

    var cache: RasterReport { presenter.rasterReport }

    /// A part of the picture: its rectangle in pixels, and its place among the bytes that follow.
    struct Part: Encodable {
      var x, y, width, height, offset, length: Int
    }

    struct Picture: Encodable {
      var time: Double
      var width: Int
      var height: Int
      /// Pixels for each point.
      var scale: Double
      /// `rgba`, straight alpha, rows from the top; or `png`.
      var format: String
      var parts: [Part]
      var cost: Cost
    }

    /// True if the picture of a moment differs from the last one drawn; draws nothing.
    func differs(_ snapshot: Snapshot, _ viewport: Viewport) throws -> Bool {
      try presenter.update(to: snapshot.tree, at: snapshot.time, viewport: viewport)
      return viewport != self.viewport || !presenter.damage.isEmpty
    }

    /// Draws a moment; returns the parts that differ from the last picture, or all of it.
    func picture(
      of snapshot: Snapshot,
      _ viewport: Viewport,
      whole: Bool,
      compressed: Bool
    ) throws -> (Picture, Data) {
      let start = MonotonicClock().now
      try presenter.update(to: snapshot.tree, at: snapshot.time, viewport: viewport)
      let updated = MonotonicClock().now
      let all = PixelRect(0, 0, Int32(viewport.width), Int32(viewport.height))
      let isNew = whole || viewport != self.viewport
      var damage = isNew ? [all] : presenter.damage.rects
      if damage.count > Self.mostRects { damage = [presenter.damage.bounds] }
      try presenter.draw(adding: PixelRegion())
      let drawn = MonotonicClock().now
      self.viewport = viewport
      var payload = Data()
      var parts: [Part] = []
      for rect in damage.map({ $0.intersection(all) }) where !rect.isEmpty {
        let bytes = try encoded(rect, compressed: compressed)
        parts.append(
          Part(
            x: Int(rect.minX),
            y: Int(rect.minY),
            width: rect.width,
            height: rect.height,
            offset: payload.count,
            length: bytes.count
          )
        )
        payload.append(bytes)
      }
      cost = Cost(
        update: (updated - start) * 1000,
        draw: (drawn - updated) * 1000,
        send: (MonotonicClock().now - drawn) * 1000,
        redrawnPixels: presenter.redrawnPixels,
        layers: snapshot.tree.count
      )
      let picture = Picture(
        time: snapshot.time,
        width: viewport.width,
        height: viewport.height,
        scale: viewport.scale,
        format: compressed && Self.canCompress ? "png" : "rgba",
        parts: parts,
        cost: cost
      )
      return (picture, payload)
    }

    /// All pixels of a moment: rows from the top, straight alpha.
    func pixels(of snapshot: Snapshot, _ viewport: Viewport) throws -> Data {
      let (_, data) = try picture(of: snapshot, viewport, whole: true, compressed: false)
      return data
    }

    func releaseCaches() { presenter.dropCaches() }

    /// The pixels of a part; only that part is read.
    private func encoded(_ rect: PixelRect, compressed: Bool) throws -> Data {
      let pixels = try presenter.picture(of: rect).pixels
      var bytes = Data(count: rect.width * rect.height * 4)
      let length = rect.width * 4
      bytes.withUnsafeMutableBytes { target in
        for row in 0..<rect.height {
          let line = UnsafeRawBufferPointer(start: pixels.row(row), count: length)
          UnsafeMutableRawBufferPointer(rebasing: target[(row * length)..<((row + 1) * length)])
            .copyMemory(from: line)
        }
        if !(compressed && Self.canCompress) { StraightAlpha.convert(target) }
      }
      guard compressed, Self.canCompress else { return bytes }
      return PNGBytes.encoded(bytes, width: rect.width, height: rect.height) ?? Data()
    }

    /// True if this build can write PNG.
    static let canCompress = PNGBytes.encoded(Data(count: 4), width: 1, height: 1) != nil
  }

  /// Pixels as browsers take them.
  enum StraightAlpha {
    /// Divides the colours of premultiplied RGBA by their alpha, in place.
    static func convert(_ bytes: UnsafeMutableRawBufferPointer) {
      for pixel in bytes.bindMemory(to: SIMD4<UInt8>.self).indices {
        let color = bytes.load(fromByteOffset: pixel * 4, as: SIMD4<UInt8>.self)
        guard color.w != 255, color.w != 0 else { continue }
        let alpha = UInt32(color.w)
        for channel in 0..<3 {
          bytes[pixel * 4 + channel] = UInt8(min(255, (UInt32(color[channel]) * 255 + alpha / 2) / alpha))
        }
      }
    }
  }

  /// Premultiplied RGBA as a PNG file.
  enum PNGBytes {
    static func encoded(_ bytes: Data, width: Int, height: Int) -> Data? {
      guard let provider = CGDataProvider(data: bytes as CFData),
        let space = CGColorSpace(name: CGColorSpace.sRGB),
        let image = CGImage(
          width: width,
          height: height,
          bitsPerComponent: 8,
          bitsPerPixel: 32,
          bytesPerRow: width * 4,
          space: space,
          bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
          provider: provider,
          decode: nil,
          shouldInterpolate: false,
          intent: .defaultIntent
        )
      else { return nil }
      let data = NSMutableData()
      guard let target = CGImageDestinationCreateWithData(data, "public.png" as CFString, 1, nil) else {
        return nil
      }
      CGImageDestinationAddImage(target, image, nil)
      return CGImageDestinationFinalize(target) ? data.copiedBytes : nil
    }
  }
#endif
