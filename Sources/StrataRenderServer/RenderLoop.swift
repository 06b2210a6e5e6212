import CoreGraphics
package import StrataBase
import StrataCompositor
package import StrataEGL
package import StrataFrame
import StrataRaster
package import StrataRenderTree

/// A message from the application to the render thread.
package enum RenderMessage: Sendable {
  /// The whole tree at a media time. Sender and receiver share its memory until either changes it.
  case tree(RenderTree, time: Double)
  /// A change of the tree.
  case commit(Commit)
  /// Contents that layers displayed for a frame of an animation that asked for them.
  case redrawn([RedrawnContents])
  /// A program has presented a picture.
  case presented(any QueuedContents)
  /// Tiles that a frame lacked are drawn.
  case tilesDrawn
  /// The colour behind the root layer, in straight extended sRGB.
  case background(SIMD4<Float>)
  /// How many bytes may be kept for later frames.
  case cacheBudget(Int)
  /// The size of the pictures in pixels, and the number of pixels per point.
  case size(width: Int, height: Int, scale: Double)
  /// The display's refreshes.
  case clock(FrameClock)
  /// The host cannot show pictures that are on a graphics processor.
  case leaveDevice
  /// False if the pictures are not seen: none are drawn, and animations begin and end all the same.
  case visibility(Bool)
  /// True while the trees on screen are observed.
  case observed(Bool)
}

/// A tree at a media time, as a live host shows it.
package struct ShownTree: Sendable {
  package let tree: RenderTree
  package let time: Double

  package init(tree: RenderTree, time: Double) { (self.tree, self.time) = (tree, time) }
}

/// Contents that a layer displayed during an animation of a key that needs a display.
///
/// They replace the committed contents until that animation ends.
package struct RedrawnContents: Sendable {
  package let id: LayerID
  package let contents: ContentsValue

  package init(id: LayerID, contents: ContentsValue) { (self.id, self.contents) = (id, contents) }
}

/// The settings of a live host.
package struct RenderSettings: Sendable {
  /// The visible part of the tree.
  package var viewport: Viewport
  /// The times of the display's refreshes.
  package var clock: FrameClock
  /// How many threads draw, the render thread included.
  package var threads: Int
  /// What draws.
  package var backend = RenderBackend.standard
  /// Returns the display of EGL that shows the host's pictures when the render thread starts; nil for main memory.
  package var display: (@Sendable () -> EGLLibrary?)?
  /// True if the host can be asked which tree is on show (``RenderServer/shown``).
  ///
  /// The answer shares memory with the tree of the render thread, which copies the parts that a later commit changes.
  package var tellsShownTree = false

  package init(viewport: Viewport, framesPerSecond: Double, threads: Int) {
    (self.viewport, self.threads) = (viewport, threads)
    clock = FrameClock(framesPerSecond: framesPerSecond)
  }
}

/// The work of the render thread, one turn at a time, without a thread or a clock of its own.
package final class RenderLoop {
  /// The result of a turn.
  package struct Turn {
    /// The new picture; nil if it equals the one before.
    package var frame: PresentedFrame?
    /// The tree of this turn; nil if nothing was evaluated or observed.
    package var shown: ShownTree?
    /// The message to the thread that uses the layers.
    package var feedback: Feedback?
    /// Contents that went on to another picture, to be notified when the frame is shown.
    package var advanced: [any QueuedContents] = []
    /// The media time of the next turn; nil if only a message can change the picture.
    package var wake: Double?
    /// The reason why the turn has no picture; nil if there was nothing to draw, or no failure.
    package var failure: RenderError?
  }

  private var settings: RenderSettings
  private var tree = RenderTree()
  private var index = AnimationIndex()
  private var activity = Activity()
  private var redrawn: [LayerID: ContentsValue] = [:]
  /// Contents with waiting pictures, and the media times at which the next ones are due.
  private var queues: [(contents: any QueuedContents, due: Double)] = []
  /// The last refresh at which the loop evaluated the tree, and the media time that it used.
  private var lastRefresh = Int.min
  private var lastTime = -Double.infinity
  private let presenter: any FramePresenting
  /// True if the pictures may be seen.
  private var isVisible = true
  /// True while the trees on screen are observed.
  private var isObserved = false
  /// The time until which tiles of the last frame fade in.
  private var fadesUntil = -Double.infinity
  /// The number of pixels that the last picture redrew.
  package var redrawnPixels: Int { presenter.redrawnPixels }

  /// Creates a loop without a tree that draws with a presenter.
  package init(_ settings: RenderSettings, presenter: any FramePresenting) {
    (self.settings, self.presenter) = (settings, presenter)
  }

  /// Creates a loop without a tree.
  ///
  /// With `tilesArrived`, tiles are drawn in the background. It is called there for each tile, and posts
  /// `RenderMessage.tilesDrawn`. Without it, tiles are drawn when a frame needs them.
  package convenience init(_ settings: RenderSettings, tilesArrived: (@Sendable () -> Void)? = nil) {
    let tiles = tilesArrived.map { TileStore(arrived: $0) } ?? TileStore()
    let presenter = DefaultBackend.presenter(
      threads: settings.threads,
      backend: settings.backend,
      tiles: tiles,
      display: settings.display?()
    )
    self.init(settings, presenter: presenter)
  }

  /// Applies all messages and shows the tree if a frame is due; `now` is media time.
  ///
  /// A picture that cannot be drawn is left out, and all else goes on: the next one may be drawn.
  package func turn(at now: Double, _ mail: Mailbox<RenderMessage>) -> Turn {
    guard settings.clock.index(at: now) > lastRefresh else {
      return Turn(wake: mail.isEmpty ? nextWake : settings.clock.time(of: lastRefresh + 1))
    }
    var changes = Changes()
    for message in mail.drain() { apply(message, &changes) }
    let clock = settings.clock
    let refresh = clock.index(at: now)
    let eventIsDue = clock.index(atOrAfter: activity.nextEvent) <= refresh
    let pictureIsDue = queues.contains { clock.index(atOrAfter: $0.due) <= refresh }
    let frameIsDue = isMoving && refresh >= lastRefresh + clock.refreshes(for: activity.frameRate)
    guard changes.any || eventIsDue || pictureIsDue || frameIsDue else {
      if presenter.hasMemoryToDrop, clock.time(of: refresh) >= lastTime + Self.idleDelay {
        presenter.dropCaches()
        FreedMemory.returnToSystem()
      }
      return Turn(wake: nextWake)
    }

    // Never before the time of a commit, so that its animations have begun.
    var time = max(clock.time(of: refresh), changes.time, lastTime)
    if eventIsDue { time = max(time, activity.nextEvent) }
    (lastRefresh, lastTime) = (refresh, time)
    activity = index.activity(in: tree, at: time)
    var turn = Turn()
    turn.advanced = advanceQueues(to: time)
    if isVisible {
      do throws(RenderError) {
        turn.frame = try draw(at: time, in: refresh)
      } catch {
        turn.failure = error
      }
    }
    if settings.tellsShownTree || isObserved { turn.shown = ShownTree(tree: tree, time: time) }
    let moved = changes.animations || eventIsDue
    let redraws = activity.redraws && isVisible
    if moved || redraws {
      turn.feedback = Feedback(time: time, animationsMoved: moved, wantsRedraw: redraws)
    }
    turn.wake = nextWake
    return turn
  }

  /// The sum of the messages of a turn.
  private struct Changes {
    var any = false
    var animations = false
    /// The media time of the latest commit.
    var time = -Double.infinity
  }

  private func apply(_ message: RenderMessage, _ changes: inout Changes) {
    changes.any = true
    switch message {
    case .tree(let whole, let time):
      tree = whole
      index = AnimationIndex(of: tree)
      changes.time = max(changes.time, time)
      changes.animations = true
    case .commit(let commit):
      tree.apply(commit)
      index.update(for: commit, in: tree)
      changes.time = max(changes.time, commit.time)
      if commit.updates.contains(where: { $0.animations != nil }) { changes.animations = true }
    case .redrawn(let layers):
      for layer in layers { redrawn[layer.id] = layer.contents }
    case .presented(let contents):
      if !queues.contains(where: { $0.contents === contents }) { queues.append((contents, -.infinity)) }
    case .tilesDrawn: break
    case .background(let color):
      settings.viewport.background = color
    case .cacheBudget(let bytes):
      presenter.cacheBudget = bytes
    case .size(let width, let height, let scale):
      (settings.viewport.width, settings.viewport.height, settings.viewport.scale) = (width, height, scale)
    case .clock(let clock):
      let former = settings.clock
      settings.clock = clock
      if lastRefresh > .min { lastRefresh = settings.clock.index(at: former.time(of: lastRefresh)) }
    case .leaveDevice: presenter.leaveDevice()
    case .visibility(let isVisible):
      self.isVisible = isVisible
    case .observed(let isObserved):
      self.isObserved = isObserved
    }
  }

  /// Goes on to the pictures of a frame; returns the contents that did.
  private func advanceQueues(to time: Double) -> [any QueuedContents] {
    let all = queues
    queues = all.compactMap { queue in queue.contents.advance(to: time).map { (queue.contents, $0) } }
    return all.map(\.contents)
  }

  /// True if every frame may differ from the one before.
  private var isMoving: Bool { isVisible && (activity.isMoving || lastTime < fadesUntil) }

  /// How many seconds after the last frame the loop drops the memory that is kept for later frames.
  private static let idleDelay = 5.0

  /// The next refresh at which the tree changes by itself or memory is dropped, in media time.
  private var nextWake: Double? {
    let clock = settings.clock
    var refresh = Int.max
    if isMoving { refresh = lastRefresh + clock.refreshes(for: activity.frameRate) }
    if activity.nextEvent < .infinity { refresh = min(refresh, clock.index(atOrAfter: activity.nextEvent)) }
    for queue in queues { refresh = min(refresh, clock.index(atOrAfter: queue.due)) }
    if presenter.hasMemoryToDrop {
      refresh = min(refresh, clock.index(atOrAfter: lastTime + Self.idleDelay))
    }
    return refresh == .max ? nil : clock.time(of: max(refresh, lastRefresh + 1))
  }

  /// Returns the frame of a time and a refresh; nil if its picture equals the one on show.
  private func draw(at time: Double, in refresh: Int) throws(RenderError) -> PresentedFrame? {
    try presenter.update(to: shownTree(at: time), at: time, viewport: settings.viewport)
    fadesUntil = presenter.tilesFadeUntil
    let damage = presenter.damage
    guard !damage.isEmpty else { return nil }
    try presenter.draw(adding: PixelRegion())
    let clock = settings.clock
    return PresentedFrame(
      image: try presenter.picture(),
      index: refresh,
      timestamp: time,
      targetTimestamp: clock.time(of: refresh + clock.refreshes(for: activity.frameRate)),
      damage: damage
    )
  }

  /// The tree with redrawn contents, as long as the animations that asked for them run.
  private func shownTree(at time: Double) -> RenderTree {
    guard !redrawn.isEmpty else { return tree }
    var shown = tree
    redrawn = redrawn.filter { tree.redraws($0.key, at: time) }
    for (id, contents) in redrawn { shown.replaceContents(of: id, with: contents) }
    return shown
  }
}
