public import CoreGraphics
public import Foundation
import Logging
public import Metal
import OpenGL
import StrataBase
import StrataEGL
import StrataFrame
package import StrataRenderServer
import StrataRenderTree

/// Draws frames of a layer tree by hand, at times that the program gives.
///
/// Setting ``layer`` hosts the tree. A frame is `beginFrame(atTime:timeStamp:)`, ``render()``, ``endFrame()``; the picture is
/// ``makeImage()``.
///
/// A renderer has pixels of its own: the bounds times the root layer's `contentsScale`. With a texture, the bounds fill the
/// texture, and the pixels are composited over it. The rest of the texture stays as it is: a program clears a texture
/// before it draws the next frame into it. With a context of OpenGL, the bounds fill its viewport in the framebuffer that is
/// bound for drawing, in the same way; if a graphics processor draws (`RenderBackend`), nothing goes through main memory.
///
/// ## Differences
///
/// A renderer works without a texture, too. Matrices and other state of a context of OpenGL have no effect. Filters and blend modes of layers do not read the former pixels of a texture.
open class CARenderer: NSObject {
  private final let watch = AnimationWatch()
  private final lazy var host = LayerHost(isFlipped: false) { [watch] in watch.index.update(for: $0, in: $1) }
  private final let drawables = RendererDrawables()
  private final var presenter: any FramePresenting = DefaultBackend.presenter(threads: 1)
  private final var frame: Frame?
  private final var target: RendererTarget?
  private final var framebuffer: RendererFramebuffer?
  /// True if a picture was drawn, and composited over the current texture.
  private final var hasPicture = false

  /// The state of a frame between its beginning and its end.
  private struct Frame {
    var time: Double
    /// The union of all rectangles passed to `addUpdate(_:)`.
    var added = CGRect.null
    /// The viewport that the presenter was updated for; nil before the update.
    var viewport: Viewport?
    /// Contents that layers drew for this frame of an animation.
    var redrawn: [RedrawnContents] = []
  }

  /// Creates a renderer without a layer, which draws into pixels of its own.
  public override init() {
    super.init()
    host.drawables.route = drawables.route
  }

  /// Creates a renderer without a layer, which draws over a texture.
  ///
  /// - Parameters:
  ///   - tex: A texture of any device whose pixels can be read and replaced.
  ///   - dict: ``kCARendererColorSpace``, ``kCARendererMetalCommandQueue``, or nothing.
  public init(mtlTexture tex: any MTLTexture, options dict: [AnyHashable: Any]? = nil) {
    target = RendererTarget(texture: tex, options: dict ?? [:])
    super.init()
    host.drawables.route = drawables.route
  }

  /// Creates a renderer without a layer, which draws over the framebuffer of a context of OpenGL.
  ///
  /// A context that is not there, or whose driver shares no textures between contexts, is logged; nothing is drawn then. So are
  /// errors of the framebuffer: it must have one sample a pixel.
  ///
  /// - Parameters:
  ///   - ctx: A context (`CGLContextObj`), which the renderer uses on the thread that draws.
  ///   - dict: Nothing; colours are in sRGB.
  public init(cglContext ctx: UnsafeMutableRawPointer, options dict: [AnyHashable: Any]? = nil) {
    super.init()
    host.drawables.route = drawables.route
    draw(intoFramebufferOf: ctx, by: .standard)
    guard let dict, !dict.isEmpty else { return }
    Logger(label: "strata.render").warning("a renderer of OpenGL has no options; ignored")
  }

  /// Creates a renderer over the framebuffer of a context with a backend.
  package convenience init(cglContext ctx: UnsafeMutableRawPointer, backend: RenderBackend) {
    self.init()
    draw(intoFramebufferOf: ctx, by: backend)
  }

  private func draw(intoFramebufferOf context: UnsafeMutableRawPointer, by backend: RenderBackend) {
    drawsIntoFramebuffer = true
    do throws(GLFailure) {
      let framebuffer = try RendererFramebuffer(context)
      self.framebuffer = framebuffer
      presenter = DefaultBackend.presenter(threads: 1, backend: backend, display: framebuffer.display)
    } catch {
      report(error)
    }
  }

  /// True if frames go into a context's framebuffer, even where it cannot be used.
  private final var drawsIntoFramebuffer = false

  /// The number of frames that went to a context's framebuffer through main memory.
  package final var uploads: Int { framebuffer?.uploads ?? 0 }

  /// Creates a renderer without a layer that draws with a presenter.
  package convenience init(presenter: any FramePresenting) {
    self.init()
    self.presenter = presenter
  }

  deinit { host.show(nil) }

  /// The root of the tree that is drawn.
  open var layer: CALayer? {
    get { host.root }
    set { host.show(newValue) }
  }

  /// The part of the root's superlayer space that is drawn, in points, y pointing up; null at first.
  open var bounds = CGRect.null

  /// Draws over another texture from now on; the next frame draws all of the bounds.
  open func setDestination(_ tex: any MTLTexture) {
    if target == nil { target = RendererTarget(texture: tex, options: [:]) } else { target?.texture = tex }
    hasPicture = false
    frame?.viewport = nil
  }

  /// Begins a frame: commits what this thread changed and evaluates animations at a media time, in seconds.
  ///
  /// The time stamp is ignored.
  open func beginFrame(atTime t: CFTimeInterval, timeStamp ts: UnsafeMutablePointer<CVTimeStamp>?) {
    host.frameTime = t
    let thread = ThreadState.current
    let outer = thread.manualTime
    thread.manualTime = t
    thread.transaction.flush()
    host.reportProgress()
    thread.transaction.flush()
    let redrawn = host.redraw(host.committedTree, at: t) + host.drawFrames(host.committedTree, at: t)
    thread.transaction.flush()
    thread.manualTime = outer
    drawables.advance(to: t)
    frame = Frame(time: t, redrawn: redrawn)
  }

  /// Adds a rectangle, in the space of ``bounds``, to the region that the frame redraws.
  open func addUpdate(_ r: CGRect) {
    guard let added = frame?.added else { return }
    frame?.added = added.union(r)
  }

  /// Returns the bounding box of the pixels that differ from the frame before, in the space of ``bounds``.
  ///
  /// The box is null if no pixel differs, and outside a frame.
  open func updateBounds() -> CGRect {
    guard let frame, let viewport = prepare() else { return .null }
    let box = presenter.damage.bounds
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

  /// Draws the frame: the pixels that differ from the frame before, and the added rectangles.
  open func render() {
    guard let frame, let viewport = prepare() else { return }
    let all = PixelRect(0, 0, Int32(viewport.width), Int32(viewport.height))
    let added = hasPicture ? pixels(of: frame.added, viewport) : all
    do {
      let region = try presenter.draw(adding: PixelRegion(added))
      try composite(region)
      hasPicture = true
    } catch {
      report(error)
    }
  }

  private func report(_ error: any Error) {
    Logger(label: "strata.render").error("a frame was not drawn", metadata: ["reason": "\(error)"])
  }

  /// Draws a region of the picture over the texture, if there is one.
  private func composite(_ region: PixelRegion) throws {
    do {
      try target?.composite(presenter.picture(), in: region)
      try framebuffer?.composite(presenter.picture(), in: region)
    } catch {
      presenter.invalidate()
      throw error
    }
  }

  /// Ends the frame; has no effect outside a frame.
  open func endFrame() {
    if let frame { drawables.noteShown(at: frame.time) }
    frame = nil
  }

  /// Returns the media time at which the next frame differs: now while something moves, infinity if nothing changes by
  /// itself.
  ///
  /// Drawables that were presented and wait for a frame count, from the time at which they are to be shown.
  open func nextFrameTime() -> CFTimeInterval {
    let now = host.time
    let activity = host.exclusively { watch.index.activity(in: host.tree, at: now) }
    if activity.isMoving || host.isMoving(at: now) || host.drawables.drawsFrames { return now }
    return min(activity.nextEvent, host.nextEventTime, drawables.nextTime(from: now))
  }

  /// Returns the last picture drawn, or nil before the first.
  public final func makeImage() -> CGImage? {
    // A copy, so that an image never changes.
    hasPicture ? try? presenter.copyPicture() : nil
  }

  /// Updates the presenter to the current frame, once; returns nil if there is nothing to draw.
  private func prepare() -> Viewport? {
    guard let frame, let root = host.root, !bounds.isNull, !bounds.isEmpty else { return nil }
    var scale = max(root.storage.state.contentsScale, 1e-6)
    var (width, height) = (bounds.width * scale, bounds.height * scale)
    var stretch = 1.0
    if target != nil || drawsIntoFramebuffer {
      guard let size = destinationSize() else { return nil }
      (width, height) = (CGFloat(size.width), CGFloat(size.height))
      scale = height / bounds.height
      stretch = Double(width / bounds.width / scale)
    }
    guard width > 0, height > 0 else { return nil }
    // The presenter refuses too many.
    func pixels(_ length: CGFloat) -> Int { max(1, PixelCount.covering(min(length, 1e9))) }
    var viewport = Viewport(
      width: pixels(width),
      height: pixels(height),
      scale: Double(scale),
      origin: .bottomLeft,
      canvas: PlaneRect(Double(bounds.minX), Double(bounds.minY), Double(bounds.maxX), Double(bounds.maxY))
    )
    viewport.stretch = stretch
    guard frame.viewport != viewport else { return viewport }
    var tree = host.committedTree
    for layer in frame.redrawn { tree.replaceContents(of: layer.id, with: layer.contents) }
    do {
      try presenter.update(to: tree, at: frame.time, viewport: viewport)
    } catch {
      report(error)
      return nil
    }
    self.frame?.viewport = viewport
    return viewport
  }

  /// The pixels of the texture or of the framebuffer's viewport; nil if there are none.
  private func destinationSize() -> (width: Int, height: Int)? {
    if let texture = target?.texture { return (texture.width, texture.height) }
    do throws(GLFailure) {
      guard let viewport = try framebuffer?.viewport(), !viewport.isEmpty else { return nil }
      return (viewport.width, viewport.height)
    } catch {
      report(error)
      return nil
    }
  }

  /// The pixels that a rectangle of the space of ``bounds`` touches.
  private func pixels(of rect: CGRect, _ viewport: Viewport) -> PixelRect {
    let part = rect.overlap(with: bounds)
    guard !part.isNull, !part.isEmpty else { return .empty }
    let all = PixelRect(0, 0, Int32(viewport.width), Int32(viewport.height))
    let (sx, sy) = (CGFloat(viewport.width) / bounds.width, CGFloat(viewport.height) / bounds.height)
    let box = PlaneRect(
      Double((part.minX - bounds.minX) * sx),
      Double((bounds.maxY - part.maxY) * sy),
      Double((part.maxX - bounds.minX) * sx),
      Double((bounds.maxY - part.minY) * sy)
    )
    return PixelRect(covering: box, within: all)
  }
}

/// The layers of a renderer that change by themselves, which each commit brings up to date.
private final class AnimationWatch {
  var index = AnimationIndex()
}
