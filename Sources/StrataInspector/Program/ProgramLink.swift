#if Inspector
  import CoreGraphics
  import QuartzCore
  import StrataBase
  import StrataFrame
  import StrataRenderServer
  import StrataRenderTree
  import Synchronization

  /// What the inspector needs of a host, from any thread.
  final class ProgramLink: Sendable {
    let server: RenderServer
    private let stage: Mutex<InspectedStage>
    private let labels = Mutex<[LayerID: LayerLabel]>([:])
    private let thread: LayerThread
    private let clock = ClockBox()
    private let interval: Mutex<Double>
    private let cost = Mutex(0.0)

    private final class ClockBox: @unchecked Sendable {  // Used on the thread of the layers.
      let clock = ProgramClock()
    }

    /// Takes what is needed, on the thread of the host.
    init(_ host: LiveHost) {
      server = host.server
      thread = LayerThread(host)
      stage = Mutex(Self.stage(of: host.viewport))
      interval = Mutex(host.clock.interval)
    }

    private static func stage(of viewport: Viewport) -> InspectedStage {
      let scale = viewport.scale > 0 ? viewport.scale : 1
      return InspectedStage(
        size: CGSize(width: Double(viewport.width) / scale, height: Double(viewport.height) / scale),
        origin: viewport.origin,
        background: viewport.background
      )
    }

    /// The stage as last heard of.
    var currentStage: InspectedStage { stage.withLock { $0 } }

    /// Seconds between two refreshes, as last heard of.
    var refreshInterval: Double { interval.withLock { $0 } }

    /// Seconds that the last look at the names of layers took their thread.
    var refreshCost: Double { cost.withLock { $0 } }

    func label(of id: LayerID) -> LayerLabel? { labels.withLock { $0[id] } }

    /// Asks the thread of the layers for their names and the size of the picture; the answer comes in a later turn.
    ///
    /// - Parameter onChange: Called on that thread when names have changed.
    func refresh(_ onChange: @escaping @Sendable () -> Void) {
      thread.perform { [self] host in
        let start = MonotonicClock().now
        let found = host.labels
        cost.withLock { $0 = MonotonicClock().now - start }
        let isNew = labels.withLock { labels in
          defer { labels = found }
          return labels != found
        }
        stage.withLock { $0 = Self.stage(of: host.viewport) }
        interval.withLock { $0 = host.clock.interval }
        if isNew { onChange() }
      }
    }

    // MARK: The program's clock

    /// Lets the layers' time pass at a multiple of its own speed, from a later turn of their thread on.
    func setSpeed(_ factor: Double) { changeClock { $0.setSpeed(factor, of: $1) } }

    /// Moves the stopped time of the layers on by seconds.
    func step(by duration: Double) { changeClock { $0.step(by: duration, of: $1) } }

    /// Lets the layers' time pass as it would without pages.
    func restoreClock() { changeClock { $0.restore($1) } }

    private func changeClock(_ change: @escaping @Sendable (ProgramClock, CALayer) -> Void) {
      thread.perform { [clock] host in
        if let root = host.layer { change(clock.clock, root) }
      }
    }
  }
#endif
