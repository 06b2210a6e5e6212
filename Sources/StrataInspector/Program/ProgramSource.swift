#if Inspector
  import CoreGraphics
  import Foundation
  import QuartzCore
  import StrataBase
  import StrataExport
  import StrataFrame
  import StrataRenderServer
  import StrataRenderTree

  /// A running program under inspection: the trees that its render thread showed in the last seconds.
  final class ProgramSource: InspectionSource {
    private let link: ProgramLink
    private weak var hub: PageHub?
    private var moments = KeptMoments()
    /// The moments when a page paused; nil while they go on.
    private var paused: KeptMoments?
    private var revision = 0
    /// True while a look at the names of layers waits for its time.
    private var isRefreshDue = false
    /// The time of the last look at the names of layers, and the commit that the tree had then.
    private var refreshed = (time: -Double.infinity, sequence: UInt64(0))
    /// The multiple of its own speed at which the program's clock passes.
    private var speed = 1.0

    /// Seconds between two looks at the names of layers while the tree changes, and while it does not.
    private static let refreshIntervals = (changing: 0.5, still: 5.0)
    /// Looks at names take at most one part in so many of the time of the layers' thread.
    private static let refreshShare = 50.0
    /// The greatest multiple of the program's own speed.
    private static let greatestSpeed = 10.0
    /// The longest step of a stopped program, in seconds.
    private static let longestStep = 60.0

    init(_ link: ProgramLink, _ hub: PageHub) { (self.link, self.hub) = (link, hub) }

    private var shown: KeptMoments { paused ?? moments }

    var facts: SourceFacts {
      let (size, range) = (link.currentStage.size, shown.range)
      var facts = SourceFacts(
        kind: "program",
        name: ProcessInfo.processInfo.processName,
        width: Double(size.width),
        height: Double(size.height),
        from: range.from,
        to: range.to
      )
      facts.unsavable = "a running program has no document"
      facts.formats = FilmExport.formats
      facts.revision = revision
      facts.program = SourceFacts.Program(
        speed: speed,
        isFollowed: paused == nil,
        recordingStart: shown.recordingStart,
        keptBytes: shown.bytes,
        mostKeptBytes: KeptMoments.usualBudget
      )
      return facts
    }

    var stage: InspectedStage { link.currentStage }

    /// The program needs the other processors.
    var painterThreads: Int { 1 }

    /// The tree whose rows pages follow; nil while they show what was.
    var followedSequence: UInt64? { paused == nil ? moments.trees.last?.tree.sequence : nil }

    func snapshot(at time: Double?) -> Snapshot? {
      let time = time ?? shown.range.to
      return shown.tree(at: time).map { Snapshot(tree: $0, time: time, top: $0.root) }
    }

    func name(of id: LayerID) -> String? { link.label(of: id)?.name }
    func className(of id: LayerID) -> String? { link.label(of: id)?.className }
    func animation(of id: LayerID, key: String) -> CAAnimation? { nil }

    func pagesChanged(areOpen: Bool) {
      guard areOpen else {
        link.server.observe(nil)
        if speed != 1 { link.restoreClock() }
        (moments, paused, speed) = (KeptMoments(), nil, 1)
        return
      }
      (refreshed.time, isRefreshDue) = (-.infinity, false)
      let inbox = FrameInbox()
      link.server.observe { [weak hub] shown in
        if inbox.add(shown) { hub?.takeFrames(from: inbox) }
      }
    }

    /// Takes in frames that the render thread has shown.
    func add(_ frames: FrameInbox.Frames) {
      for shown in frames.trees { moments.add(shown) }
      guard let last = frames.trees.last else { return }
      let shown = ShownTree(tree: last.tree, time: max(frames.lastTime, last.time))
      moments.add(shown)
      revision += 1
      refreshNames()
    }

    /// Asks for the names of layers, or does so later if the last look was a moment ago.
    func refreshNames() {
      guard let sequence = moments.trees.last?.tree.sequence else { return }
      let intervals = Self.refreshIntervals
      let interval = sequence == refreshed.sequence ? intervals.still : intervals.changing
      // A look at many layers takes long, and the program's own thread does it.
      let now = MonotonicClock().now
      let delay = refreshed.time + max(interval, link.refreshCost * Self.refreshShare) - now
      guard delay <= 0 else {
        // A tree that stays the same has the names that it had.
        if sequence != refreshed.sequence, !isRefreshDue {
          isRefreshDue = true
          hub?.refreshNames(after: delay)
        }
        return
      }
      refreshed = (now, sequence)
      link.refresh { [weak hub] in hub?.noteNames() }
    }

    /// As ``refreshNames()``, when the time has come that was waited for.
    func refreshDueNames() {
      isRefreshDue = false
      refreshNames()
    }

    // MARK: What pages ask for

    /// Stops the time of all pages, or lets it go on; the program runs on.
    func pause(_ isPaused: Bool) { paused = isPaused ? moments : nil }

    /// Lets the program's animations run at a multiple of their speed; 0 stops them.
    func setSpeed(_ factor: Double) throws {
      guard (0...Self.greatestSpeed).contains(factor) else {
        throw PageError("the speed of a program is from 0 to \(Int(Self.greatestSpeed))")
      }
      speed = factor
      link.setSpeed(factor)
    }

    /// Moves the animations of a stopped program on, by one refresh of its display if no duration is given.
    func step(by duration: Double?) throws {
      guard speed == 0 else { throw PageError("only a stopped program steps; set its speed to 0 first") }
      let duration = duration ?? link.refreshInterval
      guard abs(duration) <= Self.longestStep else {
        throw PageError("a step is at most \(Int(Self.longestStep)) seconds")
      }
      link.step(by: duration)
    }

    /// Keeps all that happens from now on for a film, or stops that.
    func record(_ isOn: Bool) { moments.recordingStart = isOn ? moments.range.to : nil }

    func copyForExport() throws -> @Sendable (Double) throws -> RendererBox {
      let (trees, stage) = (shown.trees, stage)
      guard !trees.isEmpty else { throw PageError("there is no picture yet") }
      return { scale in
        let renderer = OfflineRenderer(
          size: stage.size,
          scale: CGFloat(scale),
          origin: stage.origin == .topLeft ? .topLeft : .bottomLeft,
          threads: max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
        )
        if stage.background.w > 0 { renderer.backgroundColor = CGColor(extendedSRGB: stage.background) }
        for shown in trees { renderer.record(shown.tree, at: shown.time) }
        return RendererBox(renderer)
      }
    }
  }
#endif
