public import CoreGraphics
public import Foundation
import StrataBase
import StrataCPU
package import StrataCompositor
package import StrataRaster
package import StrataRenderTree

/// Draws any moment of a layer tree exactly, without a screen.
///
/// The renderer keeps what was committed and when: a time line of trees. Drawing a time takes the tree that was current
/// then and evaluates it, so times may be asked for in any order; the same time always gives the same bytes, on every
/// run and with any number of threads.
///
/// - Thread: One at a time.
public final class OfflineRenderer {
  /// Where the host's origin is and which way y runs.
  public enum Origin: Sendable {
    /// The upper left corner; y runs down, as on iOS and in windows.
    case topLeft
    /// The lower left corner; y runs up, as on macOS.
    case bottomLeft
  }

  /// The width of the picture, in pixels.
  public let pixelWidth: Int
  /// The height of the picture, in pixels.
  public let pixelHeight: Int
  /// Pixels for each point.
  public let scale: CGFloat
  /// Where the host's origin is.
  public let origin: Origin
  /// What lies behind the root layer; nil for transparency.
  public var backgroundColor: CGColor?

  /// How many bytes are kept for pictures to come, 192 MiB at first: finished surfaces (blurs, masks, groups) and tiles out
  /// of sight; 0 keeps none.
  ///
  /// What is kept is what would be drawn, so pictures do not depend on it.
  public var cacheBudget = CacheBudget.initial {
    didSet { CacheBudget.set(cacheBudget, backend, retained) }
  }

  /// How many bytes of copies of images (halved ones, other formats) this process keeps for pictures to come, 256 MiB at
  /// first.
  public static var imageCacheBudget: Int {
    get { ImageCopyCache.shared.budget }
    set { ImageCopyCache.shared.budget = newValue }
  }

  /// Gives back what is kept for pictures to come: surfaces, masks of shapes, tiles out of sight, copies of images.
  ///
  /// A program that draws no more for a while calls this; the next picture is made as the first one was.
  public func releaseCaches() { CacheBudget.release(backend, retained) }

  /// What owns the tree and hands commits over, kept alive with the renderer.
  package var host: AnyObject?
  /// Has layers display what they draw themselves in a frame of a tree; returns the tree to draw.
  package var redraw: ((RenderTree, Double) -> RenderTree)?
  /// Makes the changes that come by themselves up to a time.
  package var catchUp: ((Double) -> Void)?
  /// What was committed, in the order of time; times do not decrease.
  package private(set) var timeline: [(time: Double, tree: RenderTree)] = []

  private let builder = FrameBuilder()
  private let retained: RetainedFrame
  /// What the pixels do not show yet of the retained frame.
  private var stale = PixelRegion()
  private var backend: BandBackend
  private var target: PixelBuffer?

  /// A renderer without a tree yet: everything it draws is its background.
  ///
  /// - Parameters:
  ///   - size: The part of the host's space that is shown, from its origin, in points.
  ///   - scale: Pixels for each point, above 0.
  ///   - origin: The corner at which the host's space begins.
  ///   - threads: How many threads draw, at least one; the bytes do not depend on it.
  package init(size: CGSize, scale: CGFloat, origin: Origin, threads: Int) {
    func pixels(_ points: CGFloat) -> Int {
      // Sizes such as a third of a point are written with some digits only: what is left of the last one is no pixel.
      let count = (points * scale - 1e-6).rounded(.up)
      return count.isFinite ? Int(min(max(count, 0), 1e9)) : 0
    }
    (pixelWidth, pixelHeight) = (pixels(size.width), pixels(size.height))
    (self.scale, self.origin) = (scale, origin)
    let pool = WorkerPool(workers: threads)
    backend = BandBackend(pool: pool)
    retained = RetainedFrame(pool: pool)
    CacheBudget.set(cacheBudget, backend, retained)
  }

  /// Takes a tree that is current from a time on; what was recorded for later times is dropped.
  package func record(_ tree: RenderTree, at time: Double) {
    forgetTrees(from: time)
    timeline.append((time, tree))
  }

  /// Drops what was recorded for a time and those after it, which a commit at that time is about to replace.
  package func forgetTrees(from time: Double) {
    while let last = timeline.last, last.time >= time { timeline.removeLast() }
  }

  /// The tree that is current at a time: the last one committed by then, or the first one before all commits.
  package func tree(at time: Double) -> RenderTree? {
    (timeline.last { $0.time <= time } ?? timeline.first)?.tree
  }

  /// The display list of a time.
  package func frame(at time: Double) -> Frame {
    builder.frame(of: shownTree(at: time), at: time, viewport: viewport)
  }

  private var viewport: Viewport {
    Viewport(
      width: pixelWidth,
      height: pixelHeight,
      scale: scale,
      origin: origin == .topLeft ? .topLeft : .bottomLeft,
      background: backgroundColor?.extendedSRGB ?? .zero
    )
  }

  private func shownTree(at time: Double) -> RenderTree {
    catchUp?(time)
    let tree = tree(at: time) ?? RenderTree()
    return redraw?(tree, time) ?? tree
  }

  /// Draws a time into memory of the caller.
  ///
  /// - Parameters:
  ///   - time: Seconds of the renderer's time line.
  ///   - bytes: Receives `pixelHeight` rows of `pixelWidth` premultiplied RGBA pixels without gaps, from the top.
  /// - Throws: ``RenderError``.
  public func render(at time: CFTimeInterval, into bytes: UnsafeMutableRawBufferPointer) throws(RenderError) {
    let rowLength = pixelWidth * 4
    guard bytes.count >= rowLength * pixelHeight else {
      throw .bufferTooSmall(needed: rowLength * pixelHeight)
    }
    let pixels = try draw(at: time)
    guard let base = bytes.baseAddress else { return }
    for y in 0..<pixelHeight {
      (base + y * rowLength).copyMemory(from: pixels.row(y), byteCount: rowLength)
    }
  }

  /// The picture of a time.
  ///
  /// - Throws: ``RenderError``.
  public func image(at time: CFTimeInterval) throws(RenderError) -> CGImage {
    CGImage(pixels: try draw(at: time).copy())
  }

  /// How many pixels the last picture took: those in which it differed from the one before.
  package private(set) var redrawnPixels = 0

  /// Draws into the renderer's own buffer, which the next drawing overwrites where it differs.
  @discardableResult
  package func draw(at time: CFTimeInterval) throws(RenderError) -> PixelBuffer {
    guard pixelWidth > 0, pixelHeight > 0 else { throw .emptyPicture }
    let limits = backend.limits
    guard pixelWidth <= limits.maxSurfaceSide, pixelHeight <= limits.maxSurfaceSide,
      pixelWidth * pixelHeight <= limits.maxSurfacePixels
    else { throw .pictureTooLarge(width: pixelWidth, height: pixelHeight) }
    let pixels = target ?? PixelBuffer(width: pixelWidth, height: pixelHeight, format: .rgba8)
    target = pixels
    stale.formUnion(retained.update(to: shownTree(at: time), at: time, viewport: viewport))
    redrawnPixels = stale.area
    do {
      try retained.draw(stale) { try backend.draw($0, into: pixels) }
    } catch {
      throw .notDrawable("\(error)")
    }
    stale = PixelRegion()
    return pixels
  }
}

/// Why a moment was not drawn.
public enum RenderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The picture has no pixels: the root's bounds or the size asked for are empty.
  case emptyPicture
  /// The picture has more pixels than the renderer can hold.
  case pictureTooLarge(width: Int, height: Int)
  /// The caller's memory is too small.
  case bufferTooSmall(needed: Int)
  /// The frame cannot be drawn.
  case notDrawable(String)

  /// One line that says why.
  public var description: String {
    switch self {
    case .emptyPicture: "the picture has no pixels: its size is empty"
    case .pictureTooLarge(let width, let height): "a picture of \(width) x \(height) pixels is too large"
    case .bufferTooSmall(let needed): "the picture needs \(needed) bytes"
    case .notDrawable(let reason): reason
    }
  }
}
