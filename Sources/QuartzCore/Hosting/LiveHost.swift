package import CoreGraphics
import Foundation
import Logging
import StrataBase
package import StrataFrame
package import StrataRenderServer
import StrataRenderTree
import Synchronization

/// Shows a layer tree live: hands the commits of a tree to a render thread and takes its feedback.
///
/// This is what all live hosts have in common. They differ in what becomes of the pictures, which the render thread hands to
/// `onFrame`.
///
/// - Thread: Used on the thread that uses the layers; ``server`` may be used on any.
package final class LiveHost {
  /// The render thread.
  package let server: RenderServer
  private let host: LayerHost
  private let outlet = Outlet()
  /// What accompanies the host; it lives as long as the host.
  private var companion: AnyObject?
  private var isRedrawing = false
  /// A display was asked for while layers were displayed.
  private var isRedrawDue = false
  private var links: [WeakLink] = []
  /// The thread that reports are delivered on, while the host runs.
  private let receiver: ReportReceiver

  /// The receiver of commits; it has a server while the render thread runs.
  private final class Outlet {
    var server: RenderServer?
    /// Messages that go with the next commit, so that one frame shows both.
    var accompanying: [RenderMessage] = []

    func send(_ message: RenderMessage?) {
      let messages = accompanying + (message.map { [$0] } ?? [])
      accompanying = []
      server?.mail.post(contentsOf: messages)
    }
  }

  private struct WeakLink {
    weak var link: CADisplayLink?
  }

  /// A weak reference that other threads may carry, but not read.
  private final class HostReference: @unchecked Sendable {  // The host's thread reads it.
    weak var host: LiveHost?
  }

  /// Hosts a layer tree.
  ///
  /// - Parameters:
  ///   - layer: The root; its position and transform place it in the picture.
  ///   - settings: The viewport, the refresh rate and the number of threads.
  ///   - isTimedByReceiver: True if the receiver of the pictures notes when they were presented.
  ///   - onFrame: Called on the render thread for each new picture. It must not wait for the host's thread.
  package init(
    layer: CALayer,
    settings: RenderSettings,
    isTimedByReceiver: Bool = false,
    onFrame: (@Sendable (PresentedFrame) -> Void)?
  ) {
    (viewport, clock) = (settings.viewport, settings.clock)
    server = RenderServer(settings, isTimedByReceiver: isTimedByReceiver, onFrame: onFrame) { error in
      Logger(label: "strata.render").error("frames cannot be drawn", metadata: ["reason": "\(error)"])
    }
    receiver = ReportReceiver { [server] in server.feedback.post(Feedback(animationsMoved: true)) }
    host = LayerHost(isFlipped: settings.viewport.origin == .topLeft, timeLine: .machine) {
      [outlet] commit, _ in
      outlet.send(.commit(commit))
    }
    host.drawables.clock = clock
    host.drawables.route = .live { [server] in server.mail.post(.presented($0)) }
    host.receiver = receiver
    host.show(layer)
  }

  /// Has reports delivered on this thread and no other.
  private func bindToThread() {
    let thread = ThreadState.current
    thread.follow(self)
    receiver.bind()
    let reference = HostReference()
    reference.host = self
    let runLoop = ThreadRunLoop()
    server.feedback.wakeReceiver = {
      runLoop.perform { reference.host?.takeFeedback() }
    }
  }

  deinit {
    host.exclusively { outlet.server = nil }
    server.stop()
    host.show(nil)
  }

  /// The root of the tree that is shown.
  package var layer: CALayer? { host.root }

  /// The part of the host's space that is shown, and its pixels.
  package private(set) var viewport: Viewport

  /// The display's refreshes; display links of the host follow them.
  package var clock: FrameClock {
    didSet {
      guard clock != oldValue else { return }
      outlet.server?.mail.post(.clock(clock))
      host.exclusively { host.drawables.clock = clock }
      links.removeAll { $0.link == nil }
      for entry in links { entry.link?.follow(clock) }
    }
  }

  /// The colour behind the root layer; nil for transparency.
  package var backgroundColor: CGColor? {
    didSet {
      viewport.background = backgroundColor?.extendedSRGB ?? .zero
      outlet.server?.mail.post(.background(viewport.background))
    }
  }

  /// How many bytes are kept for later frames; 0 keeps none.
  package var cacheBudget = CacheBudget.initial {
    didSet { outlet.server?.mail.post(.cacheBudget(cacheBudget)) }
  }

  /// False while the pictures are not seen: layers that draw each frame with the program's code pause.
  ///
  /// The render thread learns it by ``RenderMessage/visibility(_:)``.
  package var isVisible: Bool {
    get { host.drawables.isVisible }
    set { host.exclusively { host.drawables.isVisible = newValue } }
  }

  /// Commits pending changes and begins to show frames; does nothing while the host runs.
  package func start() {
    guard outlet.server == nil else { return }
    // Not the thread that made the host: the two may run at the same time.
    bindToThread()
    Transaction.current.flush()
    // The tree includes the commits that an earlier run did not apply, and its first frame reports what has happened since.
    _ = server.mail.drain()
    // Feedback that an earlier run left would keep that of this one from waking the thread.
    _ = server.feedback.take()
    let size = RenderMessage.size(width: viewport.width, height: viewport.height, scale: viewport.scale)
    // Another thread's commit is in the tree, or follows it.
    host.exclusively {
      server.mail.post(contentsOf: [
        .background(viewport.background), .cacheBudget(cacheBudget), size,
        .clock(clock), .tree(host.tree, time: host.time),
      ])
      host.drawables.start()
      outlet.server = server
    }
    server.start()
    companion = companion ?? Self.companionMaker.withLock { $0 }?(self)
  }

  /// Stops showing frames; the last one stays.
  package func stop() {
    host.exclusively {
      outlet.server = nil
      host.drawables.stop()
    }
    server.stop()
    receiver.release()
  }

  /// Changes the size of the pictures, and layers to go with it; one frame shows both.
  ///
  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - scale: Pixels per point.
  ///   - changes: Changes of layers, which are committed at once unless a transaction is open.
  package func resize(width: Int, height: Int, scale: Double, _ changes: () -> Void) {
    Transaction.current.flush()
    (viewport.width, viewport.height, viewport.scale) = (width, height, scale)
    host.exclusively { outlet.accompanying = [.size(width: width, height: height, scale: scale)] }
    changes()
    Transaction.current.flush()
    // Nothing is left to send if there was a commit.
    host.exclusively { outlet.send(nil) }
  }

  /// Changes the size of the pictures with the next commit.
  func resizeWithNextCommit(width: Int, height: Int, scale: Double) {
    guard (width, height, scale) != (viewport.width, viewport.height, viewport.scale) else { return }
    (viewport.width, viewport.height, viewport.scale) = (width, height, scale)
    host.exclusively { outlet.accompanying = [.size(width: width, height: height, scale: scale)] }
  }

  /// Returns a display link that fires at this host's refresh rate; add it to a run loop.
  package func displayLink(_ handler: @escaping (CADisplayLink) -> Void) -> CADisplayLink {
    let link = CADisplayLink(clock: clock, handler: handler)
    links.append(WeakLink(link: link))
    return link
  }

  /// Returns the frontmost layer at a point of the host's space in a tree of the past, as a copy that shows that moment.
  ///
  /// Layers that have left the host since are not found.
  package func presentation(at point: CGPoint, in shown: ShownTree) -> CALayer? {
    guard let root = shown.tree.root else { return nil }
    return PresentationPass(host, shown.tree, at: shown.time).copy(of: root)?.hitTest(point)
  }

  /// Handles the render thread's feedback: displays layers, and calls the delegates of animations that began or ended.
  ///
  /// A delegate may run a loop of its own, in which more feedback arrives. Threads other than the one that started the host take
  /// none.
  func takeFeedback() {
    guard receiver.isBoundHere else { return }
    let feedback = server.feedback.take()
    if feedback?.wantsRedraw ?? false { redraw() }
    host.reportProgress()
  }

  /// Displays the layers whose animations need it.
  ///
  /// While they are displayed, a request for the next display waits: else a layer that runs a loop meanwhile might never
  /// come to an end.
  private func redraw() {
    guard !isRedrawing else {
      isRedrawDue = true
      return
    }
    // Commits the program's latest values, so that the frame does not show older ones.
    Transaction.current.flush()
    isRedrawing = true
    let drawn = host.redraw(host.committedTree, at: host.time)
    if !drawn.isEmpty { outlet.server?.mail.post(.redrawn(drawn)) }
    isRedrawing = false
    guard isRedrawDue else { return }
    isRedrawDue = false
    server.feedback.post(Feedback(wantsRedraw: true))
  }
}
