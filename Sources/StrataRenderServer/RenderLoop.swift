import CoreGraphics
package import StrataBase
import StrataCPU
package import StrataCompositor
import StrataRaster
package import StrataRenderTree

/// What an application tells the render thread.
package enum RenderMessage: Sendable {
  /// The whole tree as it is at a media time, shared with whoever has it until either changes.
  case tree(RenderTree, time: Double)
  case commit(Commit)
  /// Contents that layers displayed for a frame of an animation that asked for them.
  case redrawn([RedrawnContents])
  /// Tiles that a frame lacked have been drawn.
  case tilesDrawn
  /// Straight extended sRGB; what lies behind the root layer.
  case background(SIMD4<Float>)
  /// How many bytes may be kept for frames to come.
  case cacheBudget(Int)
}

/// What a layer displayed while an animation of a key that needs it ran; it shows in place of the committed contents
/// until that animation ends.
package struct RedrawnContents: Sendable {
  package let id: LayerID
  package let contents: ContentsValue

  package init(id: LayerID, contents: ContentsValue) { (self.id, self.contents) = (id, contents) }
}

/// How a tree is shown live.
package struct RenderSettings: Sendable {
  package var viewport: Viewport
  package var clock: FrameClock
  /// How many threads draw, the render thread included.
  package var threads: Int

  package init(viewport: Viewport, framesPerSecond: Double, threads: Int) {
    (self.viewport, self.threads) = (viewport, threads)
    clock = FrameClock(framesPerSecond: framesPerSecond)
  }
}

/// The work of the render thread, one turn at a time; it knows no thread and no clock.
package final class RenderLoop {
  /// What one turn came to.
  package struct Turn {
    /// A new picture, if anything differs from the one before.
    package var frame: PresentedFrame?
    package var feedback: Feedback?
    /// When the next turn is due, in media time; nil if only a message can change anything.
    package var wake: Double?
  }

  private var settings: RenderSettings
  private var tree = RenderTree()
  private var index = AnimationIndex()
  private var activity = Activity()
  private var redrawn: [LayerID: ContentsValue] = [:]
  /// The refresh at which the loop last looked at the tree, and the time it took that for.
  private var lastRefresh = Int.min
  private var lastTime = -Double.infinity
  private let retained: RetainedFrame
  /// Until when tiles of the last frame fade in.
  private var fadesUntil = -Double.infinity
  private var backend: BandBackend
  private var surfaces = SurfacePool()
  /// How many pixels the last picture took.
  package private(set) var redrawnPixels = 0

  /// A loop without a tree.
  ///
  /// Tiles are drawn in the background when somebody waits for them: `tilesArrived` is called there for each, and should
  /// have `RenderMessage.tilesDrawn` posted. Otherwise they are drawn when a frame needs them.
  package init(_ settings: RenderSettings, tilesArrived: (@Sendable () -> Void)? = nil) {
    self.settings = settings
    let pool = WorkerPool(workers: settings.threads)
    retained = RetainedFrame(tiles: tilesArrived.map { TileStore(arrived: $0) } ?? TileStore(), pool: pool)
    backend = BandBackend(pool: pool)
    CacheBudget.set(CacheBudget.initial, backend, retained)
  }

  /// Takes in what has come and shows the tree, if it is time; `now` is media time.
  package func turn(at now: Double, _ mail: Mailbox<RenderMessage>) throws(RenderError) -> Turn {
    let clock = settings.clock
    let refresh = clock.index(at: now)
    guard refresh > lastRefresh else {
      return Turn(wake: mail.isEmpty ? nextWake : clock.time(of: lastRefresh + 1))
    }
    var news = News()
    for message in mail.drain() { take(message, &news) }
    let eventIsDue = clock.index(atOrAfter: activity.nextEvent) <= refresh
    let frameIsDue = isMoving && refresh >= lastRefresh + clock.refreshes(for: activity.frameRate)
    guard news.any || eventIsDue || frameIsDue else {
      if keepsMuch, clock.time(of: refresh) >= lastTime + Self.rest {
        CacheBudget.release(backend, retained)
      }
      return Turn(wake: nextWake)
    }

    // Never before what a commit calls now, so that its animations have begun.
    var time = max(clock.time(of: refresh), news.time, lastTime)
    if eventIsDue { time = max(time, activity.nextEvent) }
    (lastRefresh, lastTime) = (refresh, time)
    activity = index.activity(in: tree, at: time)
    var turn = Turn()
    if let picture = try draw(at: time) {
      turn.frame = PresentedFrame(
        image: picture,
        index: refresh,
        timestamp: time,
        targetTimestamp: clock.time(of: refresh + clock.refreshes(for: activity.frameRate))
      )
    }
    let moved = news.animations || eventIsDue
    if moved || activity.redraws {
      turn.feedback = Feedback(time: time, animationsMoved: moved, wantsRedraw: activity.redraws)
    }
    turn.wake = nextWake
    return turn
  }

  private struct News {
    var any = false
    var animations = false
    var time = -Double.infinity
  }

  private func take(_ message: RenderMessage, _ news: inout News) {
    news.any = true
    switch message {
    case .tree(let whole, let time):
      tree = whole
      index = AnimationIndex(of: tree)
      news.time = max(news.time, time)
      news.animations = true
    case .commit(let commit):
      tree.apply(commit)
      index.note(commit, in: tree)
      news.time = max(news.time, commit.time)
      if commit.updates.contains(where: { $0.animations != nil }) { news.animations = true }
    case .redrawn(let layers):
      for layer in layers { redrawn[layer.id] = layer.contents }
    case .tilesDrawn: break
    case .background(let color):
      settings.viewport.background = color
    case .cacheBudget(let bytes):
      CacheBudget.set(bytes, backend, retained)
    }
  }

  /// Whether every frame may differ from the one before.
  private var isMoving: Bool { activity.isMoving || lastTime < fadesUntil }

  /// How long nothing is drawn, in seconds, before the memory is given back that is kept for frames to come.
  private static let rest = 5.0

  /// Whether more is kept for frames to come than is worth a wake.
  private var keepsMuch: Bool { backend.keepsMuch || retained.spareTileBytes > 0 }

  /// When the tree changes by itself next, or memory is given back, on a refresh.
  private var nextWake: Double? {
    let clock = settings.clock
    var refresh = Int.max
    if isMoving { refresh = lastRefresh + clock.refreshes(for: activity.frameRate) }
    if activity.nextEvent < .infinity { refresh = min(refresh, clock.index(atOrAfter: activity.nextEvent)) }
    if keepsMuch { refresh = min(refresh, clock.index(atOrAfter: lastTime + Self.rest)) }
    return refresh == .max ? nil : clock.time(of: max(refresh, lastRefresh + 1))
  }

  /// The picture of a time, or nil if it is the one shown.
  private func draw(at time: Double) throws(RenderError) -> CGImage? {
    let viewport = settings.viewport
    guard viewport.width > 0, viewport.height > 0 else { throw .emptyPicture }
    let limits = backend.limits
    guard viewport.width <= limits.maxSurfaceSide, viewport.height <= limits.maxSurfaceSide,
      viewport.width * viewport.height <= limits.maxSurfacePixels
    else { throw .pictureTooLarge(width: viewport.width, height: viewport.height) }
    let damage = retained.update(to: shownTree(at: time), at: time, viewport: viewport)
    fadesUntil = retained.tilesFadeUntil
    surfaces.damage(damage)
    guard !damage.isEmpty else { return nil }
    let (pixels, stale) = surfaces.take(width: viewport.width, height: viewport.height)
    redrawnPixels = stale.area
    do {
      try retained.draw(stale) { try backend.draw($0, into: pixels) }
    } catch {
      surfaces.damage(PixelRegion(retained.bounds))
      throw .notDrawable("\(error)")
    }
    return CGImage(pixels: pixels)
  }

  /// The tree with redrawn contents where the animation that asked for them still shows.
  private func shownTree(at time: Double) -> RenderTree {
    guard !redrawn.isEmpty else { return tree }
    var shown = tree
    redrawn = redrawn.filter { tree.redraws($0.key, at: time) }
    for (id, contents) in redrawn { shown.replaceContents(of: id, with: contents) }
    return shown
  }
}
