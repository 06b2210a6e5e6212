public import CoreGraphics
public import Foundation
import Logging
import StrataBase
import StrataCPU
import StrataCompositor
import StrataRaster
import StrataRenderServer
import StrataRenderTree

/// Draws frames of a layer tree by hand, at times that the program gives.
///
/// Setting ``layer`` hosts the tree. A frame is `beginFrame(atTime:timeStamp:)`, ``render()``, ``endFrame()``; the picture is
/// ``makeImage()``.
///
/// ## Differences
///
/// There is no Metal here: the renderer draws into pixels of its own, as many as the bounds times the root layer's
/// `contentsScale`.
open class CARenderer: NSObject {
  private final let host = LayerHost(isFlipped: false) { _ in }
  private final let builder = FrameBuilder()
  private final var backend = BandBackend(threads: 1)
  private final var frame: Frame?
  private final var shown: Picture?

  /// A picture, and the part of the root's superspace that it shows.
  private struct Picture {
    let bounds: CGRect
    let pixels: PixelBuffer
  }

  /// What is known of the frame that is being made.
  private struct Frame {
    var time: Double
    var added = CGRect.null
    var picture: Picture?
    /// What layers drew for this frame of an animation.
    var redrawn: [RedrawnContents] = []
  }

  /// Creates a renderer without a layer.
  public override init() { super.init() }

  deinit { host.show(nil) }

  /// The root of the tree that is drawn.
  open var layer: CALayer? {
    get { host.root }
    set { host.show(newValue) }
  }

  /// The part of the root's superlayer space that is drawn, in points, y pointing up; null at first.
  open var bounds = CGRect.null

  /// Begins a frame: commits what this thread changed and evaluates animations at a media time, in seconds.
  ///
  /// The time stamp is not read; the media time says all.
  open func beginFrame(atTime t: CFTimeInterval, timeStamp ts: UnsafeMutablePointer<CVTimeStamp>?) {
    host.frameTime = t
    let thread = ThreadState.current
    let outer = thread.manualTime
    thread.manualTime = t
    thread.transaction.flush()
    host.reportProgress()
    thread.transaction.flush()
    let redrawn = host.redraw(host.tree, at: t)
    thread.transaction.flush()
    thread.manualTime = outer
    frame = Frame(time: t, redrawn: redrawn)
  }

  /// Adds a rectangle, in the space of ``bounds``, to what must be drawn anew.
  open func addUpdate(_ r: CGRect) {
    guard let added = frame?.added else { return }
    frame?.added = added.union(r)
  }

  /// Returns the box around everything that differs from the frame before, in the space of ``bounds``; null outside a frame
  /// and when nothing does.
  open func updateBounds() -> CGRect {
    guard let frame, let new = picture() else { return .null }
    let changed = shown.map { Self.difference($0, new) } ?? new.bounds
    return changed.union(frame.added).intersection(bounds)
  }

  /// Draws the frame.
  open func render() {
    if let picture = picture() { shown = picture }
  }

  /// Ends the frame; without a beginning nothing happens.
  open func endFrame() { frame = nil }

  /// Returns when the next frame is worth drawing, in media time: now while something moves, infinity when nothing is due.
  open func nextFrameTime() -> CFTimeInterval {
    let now = host.time
    return host.isMoving(at: now) ? now : host.nextEventTime
  }

  /// Returns the last picture drawn, or nil before the first.
  public final func makeImage() -> CGImage? {
    // A copy, so that an image never changes.
    shown.map { CGImage(pixels: $0.pixels.copy()) }
  }

  /// The picture of the frame that is being made, drawn once.
  private func picture() -> Picture? {
    guard let frame else { return nil }
    if let known = frame.picture, known.bounds == bounds { return known }
    guard let root = host.root, !bounds.isNull, !bounds.isEmpty else { return nil }
    let scale = max(root.storage.state.contentsScale, 1e-6)
    let (width, height) = (bounds.width * scale, bounds.height * scale)
    guard width.isFinite, height.isFinite, width <= 16384, height <= 16384 else { return nil }
    let pixels = PixelBuffer(
      width: max(1, Int(width.rounded(.up))),
      height: max(1, Int(height.rounded(.up))),
      format: .rgba8
    )
    let viewport = Viewport(
      width: pixels.width,
      height: pixels.height,
      scale: Double(scale),
      origin: .bottomLeft,
      canvas: PlaneRect(Double(bounds.minX), Double(bounds.minY), Double(bounds.maxX), Double(bounds.maxY))
    )
    var tree = host.tree
    for layer in frame.redrawn { tree.replaceContents(of: layer.id, with: layer.contents) }
    do {
      try backend.draw(builder.frame(of: tree, at: frame.time, viewport: viewport), into: pixels)
    } catch {
      Logger(label: "strata.render").error("a frame was not drawn", metadata: ["reason": "\(error)"])
      return nil
    }
    let picture = Picture(bounds: bounds, pixels: pixels)
    self.frame?.picture = picture
    return picture
  }

  /// The box around pixels that differ, in points.
  private static func difference(_ old: Picture, _ new: Picture) -> CGRect {
    let (a, b) = (old.pixels, new.pixels)
    guard old.bounds == new.bounds, a.width == b.width, a.height == b.height else { return new.bounds }
    var (left, right, top, bottom) = (a.width, -1, a.height, -1)
    for y in 0..<a.height {
      let (p, q) = (a.base + y * a.rowBytes, b.base + y * b.rowBytes)
      guard memcmp(p, q, a.width * 4) != 0 else { continue }
      (top, bottom) = (min(top, y), y)
      for x in 0..<a.width where memcmp(p + x * 4, q + x * 4, 4) != 0 {
        left = min(left, x)
        right = max(right, x)
      }
    }
    guard right >= left else { return .null }
    let (sx, sy) = (new.bounds.width / CGFloat(a.width), new.bounds.height / CGFloat(a.height))
    return CGRect(
      x: new.bounds.minX + CGFloat(left) * sx,
      y: new.bounds.maxY - CGFloat(bottom + 1) * sy,
      width: CGFloat(right - left + 1) * sx,
      height: CGFloat(bottom - top + 1) * sy
    )
  }
}
