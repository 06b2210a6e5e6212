public import CoreGraphics
import Foundation
import StrataRaster
import StrataRenderTree
import Synchronization

/// Contents with a new image for every frame, such as a film, a camera or a computed picture.
///
/// ```swift
/// let frames = ContentsProvider { time in film.frame(at: time) }
/// layer.contents = frames
/// ```
///
/// The renderer calls the closure for each frame, with the local time of the layer, on the render thread of a live
/// host or on the thread that draws a moment. The image is placed, clipped, filtered and masked as other contents
/// are. It must depend on the time alone, so that a moment drawn twice gives the same pixels.
public final class ContentsProvider: Sendable {
  private let provide: @Sendable (CFTimeInterval) -> CGImage?

  /// Creates a provider that calls a closure with the layer's local time, in seconds; nil shows nothing.
  public init(_ image: @escaping @Sendable (CFTimeInterval) -> CGImage?) { provide = image }
}

extension ContentsProvider: LiveContents, ContentsRepresentable {
  package func image(at time: Double) -> CGImage? { provide(time)?.still }
  package var contentsValue: ContentsValue { .live(self) }
}

/// Pixels that a program may write at any time and that layers show.
///
/// ```swift
/// let buffer = ContentsBuffer(width: 320, height: 240)
/// layer.contents = buffer
/// buffer.write { pixels, bytesPerRow in decode(into: pixels, bytesPerRow) }
/// ```
///
/// Any thread may write, without a transaction; one waits for the other. The next frame shows the last complete picture,
/// never a part of one.
public final class ContentsBuffer: Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  private let shown: Mutex<CGImage>
  /// Held over the whole of a writing, which begins with what the one before has written.
  private let writer = NSRecursiveLock()

  /// Creates a buffer of transparent pixels; sides are limited to 1...16384.
  public init(width: Int, height: Int) {
    (self.width, self.height) = (min(max(width, 1), 16384), min(max(height, 1), 16384))
    shown = Mutex(CGImage(pixels: PixelBuffer(width: self.width, height: self.height, format: .rgba8)))
  }

  /// The pixels that are shown.
  public var image: CGImage { shown.withLock { $0 } }

  /// Writes a new picture, which starts as a copy of the last one.
  ///
  /// - Parameter body: Receives the memory of the rows, from the top, and the bytes from one to the next; pixels are
  ///   premultiplied red, green, blue, alpha in sRGB.
  public func write(_ body: (UnsafeMutableRawBufferPointer, Int) throws -> Void) rethrows {
    writer.lock()
    defer { writer.unlock() }
    let pixels = image.pixels.copy()
    try withExtendedLifetime(pixels) {
      try body(UnsafeMutableRawBufferPointer(start: pixels.base, count: pixels.byteCount), pixels.rowBytes)
    }
    let picture = CGImage(pixels: pixels)
    shown.withLock { $0 = picture }
  }
}

extension ContentsBuffer: LiveContents, ContentsRepresentable {
  package func image(at time: Double) -> CGImage? { image }
  package var contentsValue: ContentsValue { .live(self) }
}
