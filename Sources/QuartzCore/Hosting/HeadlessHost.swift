public import CoreGraphics
import Foundation
import StrataFrame
public import StrataRenderServer

/// Shows a layer tree live without a screen: a render thread draws it into memory, frame after frame.
///
/// ```swift
/// let host = HeadlessHost(layer: root, size: CGSize(width: 640, height: 360)) { frame in send(frame.image) }
/// host.start()
/// RunLoop.main.run()
/// ```
///
/// Animations run on the render thread even while this thread is busy. The render thread sleeps while nothing moves, and
/// does not draw a frame that equals the one before. Changes are committed at the end of a turn of the run loop of the
/// thread that makes them, or by `CATransaction`. Delegates are called on the thread that called ``start()``, by its run
/// loop or by `CATransaction.flush()`; completion blocks run on the main thread once that thread knows of the end.
///
/// A thread without a running run loop, such as one of a dispatch queue other than the main one, learns nothing: start the
/// host on the main thread, or on one that runs its loop.
///
/// - Thread: Used on the thread that uses the layers.
public final class HeadlessHost {
  private let host: LiveHost

  /// The underlying host, for other modules of the package.
  package var live: LiveHost { host }

  /// Hosts a layer tree.
  ///
  /// - Parameters:
  ///   - layer: The root; its position and transform place it in the picture.
  ///   - size: The size of the pictures, in points.
  ///   - scale: Pixels per point.
  ///   - framesPerSecond: The refresh rate, 1 to 1000.
  ///   - origin: The corner at which the host's y axis begins.
  ///   - threads: How many threads draw, the render thread included.
  ///   - onFrame: Called on the render thread for each new picture. It must not wait for the host's thread.
  public init(
    layer: CALayer,
    size: CGSize,
    scale: CGFloat = 1,
    framesPerSecond: Double = 60,
    origin: OfflineRenderer.Origin = .topLeft,
    threads: Int = 1,
    onFrame: (@Sendable (PresentedFrame) -> Void)? = nil
  ) {
    let viewport = Viewport(
      width: PixelCount.covering(size.width, scale: scale),
      height: PixelCount.covering(size.height, scale: scale),
      scale: Double(scale),
      origin: origin == .topLeft ? .topLeft : .bottomLeft
    )
    let settings = RenderSettings(viewport: viewport, framesPerSecond: framesPerSecond, threads: threads)
    host = LiveHost(layer: layer, settings: settings, onFrame: onFrame)
  }

  /// The root of the tree that is shown.
  public var layer: CALayer? { host.layer }

  /// The refresh rate, in frames per second.
  public var framesPerSecond: Double { host.clock.framesPerSecond }

  /// The colour behind the root layer; nil for transparency.
  public var backgroundColor: CGColor? {
    get { host.backgroundColor }
    set { host.backgroundColor = newValue }
  }

  /// How many bytes are kept for later frames, 192 MiB at first; 0 keeps none.
  ///
  /// The bytes hold finished surfaces (blurs, masks, groups) and tiles out of sight. Five seconds after the last frame the
  /// host drops all that is not on show.
  public var cacheBudget: Int {
    get { host.cacheBudget }
    set { host.cacheBudget = newValue }
  }

  /// True between ``start()`` and ``stop()``.
  public var isRunning: Bool { host.server.isRunning }

  /// The last frame shown, or nil before the first.
  public var latestFrame: PresentedFrame? { host.server.latest }

  /// The last picture shown, or nil before the first.
  public var latestImage: CGImage? { host.server.latest?.image }

  /// The times at which the last 240 frames were due and were presented, oldest first.
  public var frameTimings: [FrameTiming] { host.server.feedback.presented }

  /// Commits pending changes and begins to show frames; does nothing while the host runs.
  public func start() { host.start() }

  /// Stops showing frames.
  ///
  /// The last one stays; ``start()`` continues with the tree of that moment.
  public func stop() { host.stop() }

  /// Returns a display link that fires at this host's refresh rate; add it to a run loop.
  public func displayLink(_ handler: @escaping (CADisplayLink) -> Void) -> CADisplayLink {
    host.displayLink(handler)
  }
}
