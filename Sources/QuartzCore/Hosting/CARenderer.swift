public import CoreGraphics
public import Foundation
import Logging
public import Metal
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
/// A renderer draws into pixels of its own, as many as the bounds times the root layer's `contentsScale`, and from there
/// over the texture it was given, whose pixels the bounds are mapped to: what it did not draw on stays, so that a program
/// clears a texture that it draws again.
///
/// ## Differences
///
/// A renderer can be without a texture. Filters and blend modes of layers do not see what a texture held before.
open class CARenderer: NSObject {
  private final let host = LayerHost(isFlipped: false) { _ in }
  private final let retained = RetainedFrame()
  private final var backend = BandBackend(threads: 1)
  private final var frame: Frame?
  private final var shown: Picture?
  private final var target: RendererTarget?
  /// What the picture does not show yet.
  private final var stale = PixelRegion()

  /// A picture, and the part of the root's superspace that it shows.
  private struct Picture {
    let bounds: CGRect
    let pixels: PixelBuffer
  }

  /// What is known of the frame that is being made.
  private struct Frame {
    var time: Double
    var added = CGRect.null
    /// What the retained frame was brought to.
    var viewport: Viewport?
    /// What layers drew for this frame of an animation.
    var redrawn: [RedrawnContents] = []
  }

  /// Creates a renderer without a layer, which draws into pixels of its own.
  public override init() { super.init() }

  /// Creates a renderer without a layer, which draws over a texture.
  ///
  /// - Parameters:
  ///   - tex: A texture of any device whose pixels can be read and replaced.
  ///   - dict: ``kCARendererColorSpace``, ``kCARendererMetalCommandQueue``, or nothing.
  public init(mtlTexture tex: any MTLTexture, options dict: [AnyHashable: Any]? = nil) {
    target = RendererTarget(texture: tex, options: dict ?? [:])
    super.init()
  }

  deinit { host.show(nil) }

  /// The root of the tree that is drawn.
  open var layer: CALayer? {
    get { host.root }
    set { host.show(newValue) }
  }

  /// The part of the root's superlayer space that is drawn, in points, y pointing up; null at first.
  open var bounds = CGRect.null

  /// Draws over another texture from now on, beginning with all of the bounds.
  open func setDestination(_ tex: any MTLTexture) {
    if target == nil { target = RendererTarget(texture: tex, options: [:]) } else { target?.texture = tex }
    // The next frame covers everything.
    shown = nil
    frame?.viewport = nil
  }

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
    guard let frame, let viewport = prepare() else { return .null }
    let box = stale.bounds
    var changed = CGRect.null
    if !box.isEmpty {
      let (sx, sy) = (bounds.width / CGFloat(viewport.width), bounds.height / CGFloat(viewport.height))
      changed = CGRect(
        x: bounds.minX + CGFloat(box.minX) * sx,
        y: bounds.maxY - CGFloat(box.maxY) * sy,
        width: CGFloat(box.width) * sx,
        height: CGFloat(box.height) * sy
      )
    }
    return changed.union(frame.added).overlap(with: bounds)
  }

  /// Draws the frame: what differs from the frame before, and what was added to that.
  open func render() {
    guard let frame, let viewport = prepare() else { return }
    var region = stale
    region.formUnion(pixels(of: frame.added, viewport))
    var picture = shown
    if picture?.bounds != bounds || picture?.pixels.width != viewport.width
      || picture?.pixels.height != viewport.height
    {
      picture = nil
      region = PixelRegion(retained.bounds)
    }
    let drawn =
      picture
      ?? Picture(
        bounds: bounds,
        pixels: PixelBuffer(width: viewport.width, height: viewport.height, format: .rgba8)
      )
    do {
      try retained.draw(region) { try backend.draw($0, into: drawn.pixels) }
      try target?.compose(drawn.pixels, in: region)
      (shown, stale) = (drawn, PixelRegion())
    } catch {
      Logger(label: "strata.render").error("a frame was not drawn", metadata: ["reason": "\(error)"])
    }
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

  /// Brings the retained frame to the frame that is being made, once; nil where there is nothing to draw on.
  private func prepare() -> Viewport? {
    guard let frame, let root = host.root, !bounds.isNull, !bounds.isEmpty else { return nil }
    var scale = max(root.storage.state.contentsScale, 1e-6)
    var (width, height) = (bounds.width * scale, bounds.height * scale)
    var stretch = 1.0
    if let texture = target?.texture {
      (width, height) = (CGFloat(texture.width), CGFloat(texture.height))
      scale = height / bounds.height
      stretch = Double(width / bounds.width / scale)
    }
    guard width.isFinite, height.isFinite, width <= 16384, height <= 16384 else { return nil }
    var viewport = Viewport(
      width: max(1, Int(width.rounded(.up))),
      height: max(1, Int(height.rounded(.up))),
      scale: Double(scale),
      origin: .bottomLeft,
      canvas: PlaneRect(Double(bounds.minX), Double(bounds.minY), Double(bounds.maxX), Double(bounds.maxY))
    )
    viewport.stretch = stretch
    guard frame.viewport != viewport else { return viewport }
    self.frame?.viewport = viewport
    var tree = host.tree
    for layer in frame.redrawn { tree.replaceContents(of: layer.id, with: layer.contents) }
    let former = stale.bounds
    let damage = retained.update(to: tree, at: frame.time, viewport: viewport)
    stale = retained.bounds.contains(former) ? stale.union(damage) : PixelRegion(retained.bounds)
    return viewport
  }

  /// The pixels that a rectangle of the space of ``bounds`` touches.
  private func pixels(of rect: CGRect, _ viewport: Viewport) -> PixelRect {
    let part = rect.overlap(with: bounds)
    guard !part.isNull, !part.isEmpty else { return .empty }
    let (sx, sy) = (CGFloat(viewport.width) / bounds.width, CGFloat(viewport.height) / bounds.height)
    let box = PlaneRect(
      Double((part.minX - bounds.minX) * sx),
      Double((bounds.maxY - part.maxY) * sy),
      Double((part.maxX - bounds.minX) * sx),
      Double((bounds.maxY - part.minY) * sy)
    )
    return PixelRect(covering: box, within: retained.bounds)
  }
}
