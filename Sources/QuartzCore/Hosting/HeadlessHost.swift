public import CoreGraphics
public import Foundation
import Logging
import StrataBase
import StrataFrame
public import StrataRenderServer
import StrataRenderTree

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
/// thread that makes them, or by `CATransaction`. Delegates are called on the thread that made the host, by its run loop or
/// by `CATransaction.flush()`.
///
/// - Thread: Used on the thread that uses the layers.
public final class HeadlessHost {
  private let host: LayerHost
  private let server: RenderServer
  private let outlet: Outlet
  private var isTakingFeedback = false

  /// The receiver of commits; it has a server while the render thread runs.
  private final class Outlet {
    var server: RenderServer?
  }

  /// A weak reference that other threads may carry, but not read.
  private final class HostReference: @unchecked Sendable {  // The host's thread reads it.
    weak var host: HeadlessHost?
  }

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
    func pixels(_ points: CGFloat) -> Int {
      let count = (points * scale).rounded(.up)
      return count.isFinite ? Int(min(max(count, 0), 1e9)) : 0
    }
    let viewport = Viewport(
      width: pixels(size.width),
      height: pixels(size.height),
      scale: Double(scale),
      origin: origin == .topLeft ? .topLeft : .bottomLeft
    )
    let settings = RenderSettings(viewport: viewport, framesPerSecond: framesPerSecond, threads: threads)
    self.framesPerSecond = settings.clock.framesPerSecond
    let server = RenderServer(settings, onFrame: onFrame) { error in
      Logger(label: "strata.render").error("frames cannot be drawn", metadata: ["reason": "\(error)"])
    }
    self.server = server
    let outlet = Outlet()
    self.outlet = outlet
    host = LayerHost(isFlipped: origin == .topLeft) { outlet.server?.mail.post(.commit($0)) }
    host.drawables.framesPerSecond = framesPerSecond
    host.drawables.route = .live { server.mail.post(.presented($0)) }
    host.show(layer)
    ThreadState.current.follow(self)
    let reference = HostReference()
    reference.host = self
    let runLoop = ThreadRunLoop()
    server.feedback.wakeReceiver = {
      runLoop.perform { reference.host?.takeFeedback() }
    }
  }

  deinit {
    outlet.server = nil
    server.stop()
    host.show(nil)
  }

  /// The root of the tree that is shown.
  public var layer: CALayer? { host.root }

  /// The refresh rate, in frames per second.
  public let framesPerSecond: Double

  /// The colour behind the root layer; nil for transparency.
  public var backgroundColor: CGColor? {
    didSet { outlet.server?.mail.post(.background(backgroundColor?.extendedSRGB ?? .zero)) }
  }

  /// How many bytes are kept for later frames, 192 MiB at first; 0 keeps none.
  ///
  /// The bytes hold finished surfaces (blurs, masks, groups) and tiles out of sight. Five seconds after the last frame the
  /// host drops all that is not on show.
  public var cacheBudget = CacheBudget.initial {
    didSet { outlet.server?.mail.post(.cacheBudget(cacheBudget)) }
  }

  /// True between ``start()`` and ``stop()``.
  public var isRunning: Bool { server.isRunning }

  /// The last frame shown, or nil before the first.
  public var latestFrame: PresentedFrame? { server.latest }

  /// The last picture shown, or nil before the first.
  public var latestImage: CGImage? { server.latest?.image }

  /// The times at which the last 240 frames were due and were presented, oldest first.
  public var frameTimings: [FrameTiming] { server.feedback.presented }

  /// Commits pending changes and begins to show frames; does nothing while the host runs.
  public func start() {
    guard outlet.server == nil else { return }
    Transaction.current.flush()
    // The tree includes the commits that an earlier run did not apply.
    _ = server.mail.drain()
    server.mail.post(.background(backgroundColor?.extendedSRGB ?? .zero))
    server.mail.post(.cacheBudget(cacheBudget))
    server.mail.post(.tree(host.tree, time: host.time))
    host.drawables.announceAgain()
    outlet.server = server
    server.start()
  }

  /// Stops showing frames.
  ///
  /// The last one stays; ``start()`` continues with the tree of that moment.
  public func stop() {
    outlet.server = nil
    server.stop()
  }

  /// Returns a display link that fires at this host's refresh rate; add it to a run loop.
  public func displayLink(_ handler: @escaping (CADisplayLink) -> Void) -> CADisplayLink {
    CADisplayLink(refreshRate: framesPerSecond, handler: handler)
  }

  /// Handles the render thread's feedback: displays layers, and calls the delegates of animations that began or ended.
  func takeFeedback() {
    guard !isTakingFeedback else { return }
    isTakingFeedback = true
    defer { isTakingFeedback = false }
    let feedback = server.feedback.take()
    if feedback?.wantsRedraw ?? false {
      // Commits the program's latest values, so that the frame does not show older ones.
      Transaction.current.flush()
      let drawn = host.redraw(host.tree, at: host.time)
      if !drawn.isEmpty { outlet.server?.mail.post(.redrawn(drawn)) }
    }
    host.reportProgress()
  }
}
