#if Inspector
  import CoreGraphics
  import Foundation
  import QuartzCore
  import StrataBase
  import StrataExport
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

    /// Takes what is needed, on the thread of the host.
    init(_ host: LiveHost) {
      server = host.server
      thread = LayerThread(host)
      stage = Mutex(Self.stage(of: host.viewport))
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

    func label(of id: LayerID) -> LayerLabel? { labels.withLock { $0[id] } }

    /// Asks the thread of the layers for their names and the size of the picture; the answer comes in a later turn.
    func refresh(_ done: @escaping @Sendable () -> Void) {
      thread.perform { [self] host in
        let found = host.labels
        labels.withLock { $0 = found }
        stage.withLock { $0 = Self.stage(of: host.viewport) }
        done()
      }
    }
  }

  /// A running program under inspection: the trees that its render thread showed in the last seconds.
  final class ProgramSource: InspectionSource {
    private let link: ProgramLink
    private weak var hub: PageHub?
    private var snapshots: [ShownTree] = []
    /// The snapshots of the moment when a page paused; nil while they go on.
    private var paused: [ShownTree]?
    private var revision = 0
    private var lastRefresh = -Double.infinity

    /// How many seconds are kept.
    private static let span = 10.0
    /// How many snapshots are kept.
    private static let limit = 1200
    /// Seconds between two looks at the names of layers.
    private static let refreshInterval = 0.5

    init(_ link: ProgramLink, _ hub: PageHub) { (self.link, self.hub) = (link, hub) }

    private var shown: [ShownTree] { paused ?? snapshots }

    var facts: SourceFacts {
      let size = link.currentStage.size
      var facts = SourceFacts(
        kind: "program",
        name: ProcessInfo.processInfo.processName,
        width: Double(size.width),
        height: Double(size.height),
        from: shown.first?.time ?? 0,
        to: shown.last?.time ?? 0
      )
      facts.unsavable = "a running program has no document"
      facts.formats = FilmExport.formats
      facts.revision = revision
      return facts
    }

    var stage: InspectedStage { link.currentStage }

    func snapshot(at time: Double?) -> Snapshot? {
      guard let last = shown.last else { return nil }
      guard let time else { return Snapshot(tree: last.tree, time: last.time, top: last.tree.root) }
      // The tree of a time is the last one that came before it.
      var (low, high) = (0, shown.count)
      while low < high {
        let middle = (low + high) / 2
        if shown[middle].time <= time { low = middle + 1 } else { high = middle }
      }
      let tree = shown[max(0, low - 1)].tree
      return Snapshot(tree: tree, time: time, top: tree.root)
    }

    func name(of id: LayerID) -> String? { link.label(of: id)?.name }
    func className(of id: LayerID) -> String? { link.label(of: id)?.className }
    func animation(of id: LayerID, key: String) -> CAAnimation? { nil }

    func pagesChanged(areOpen: Bool) {
      guard areOpen else {
        link.server.observe(nil)
        (snapshots, paused) = ([], nil)
        return
      }
      lastRefresh = -.infinity
      link.server.observe { [weak hub] shown in
        hub?.noteFrame { source in (source as? ProgramSource)?.add(shown) }
      }
    }

    private func add(_ shown: ShownTree) {
      snapshots.append(shown)
      revision += 1
      let oldest = shown.time - Self.span
      let count = snapshots.prefix { $0.time < oldest }.count
      // The first tree that is kept may hold for the whole span.
      let dropped = max(count - 1, snapshots.count - Self.limit, 0)
      if dropped > 0 { snapshots.removeFirst(dropped) }
      guard shown.time - lastRefresh >= Self.refreshInterval else { return }
      lastRefresh = shown.time
      link.refresh {}
    }

    /// Stops the time of all pages, or lets it go on; the program runs on.
    func pause(_ isPaused: Bool) { paused = isPaused ? snapshots : nil }

    func copyForExport() throws -> @Sendable (Double) throws -> RendererBox {
      guard !shown.isEmpty else { throw PageError("there is no picture yet") }
      let (trees, stage) = (shown, stage)
      return { scale in
        let renderer = OfflineRenderer(
          size: stage.size,
          scale: CGFloat(scale),
          origin: stage.origin == .topLeft ? .topLeft : .bottomLeft,
          threads: max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
        )
        for shown in trees { renderer.record(shown.tree, at: shown.time) }
        return RendererBox(renderer)
      }
    }
  }
#endif
