#if Media
  import CoreGraphics
  import StrataRaster
  import Synchronization

  /// The mirror image of the last picture that was asked for.
  final class MirroredPicture: Sendable {
    private let known = Mutex<(source: CGImage, mirrored: CGImage)?>(nil)

    func image(of source: CGImage) -> CGImage {
      known.withLock { known in
        if let known, known.source === source { return known.mirrored }
        let made = Self.mirror(source)
        known = (source, made)
        return made
      }
    }

    private static func mirror(_ image: CGImage) -> CGImage {
      let (source, width) = (image.pixels, image.width)
      guard source.format == .rgba8 else { return image }
      let target = PixelBuffer(uninitializedWidth: width, height: image.height, format: .rgba8)
      for y in 0..<image.height {
        let from = UnsafeRawPointer(source.row(y)).assumingMemoryBound(to: UInt32.self)
        let to = target.row(y).assumingMemoryBound(to: UInt32.self)
        for x in 0..<width { to[x] = from[width - 1 - x] }
      }
      return CGImage(pixels: target, hasAlpha: ![.noneSkipFirst, .noneSkipLast].contains(image.alphaInfo))
    }
  }
#endif
