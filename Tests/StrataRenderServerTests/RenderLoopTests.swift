import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderServer
import StrataRenderTree
import Synchronization
import Testing

private let root = LayerID(index: 0, generation: 1)

private func settings(_ framesPerSecond: Double = 10) -> RenderSettings {
  RenderSettings(viewport: Viewport(width: 20, height: 10), framesPerSecond: framesPerSecond, threads: 1)
}

private func box(_ color: CGColor) -> LayerState {
  var state = LayerState()
  state.anchorPoint = .zero
  state.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
  state.backgroundColor = color
  return state
}

private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
private let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

private func commit(
  _ sequence: UInt64,
  at time: Double,
  _ state: LayerState,
  _ animations: [AnimationRecord]? = nil
) -> RenderMessage {
  var commit = Commit(sequence: sequence, time: time, root: root)
  commit.updates = [LayerUpdate(id: root, aspects: .all, state: state, animations: animations)]
  return .commit(commit)
}

private func animation(
  begin: Double,
  duration: Double,
  _ hint: FrameRateHint = FrameRateHint()
) -> AnimationRecord {
  AnimationRecord(
    key: "a",
    id: 1,
    timing: TimingState(beginTime: begin, duration: duration),
    frameRate: hint,
    body: .track(Slide())
  )
}

@Suite struct RenderLoopTests {
  let mail = Mailbox<RenderMessage>()

  @Test func aTreeThatStandsStillIsDrawnOnceAndNeedsNoWake() {
    let loop = RenderLoop(settings())
    mail.post(commit(1, at: 1, box(red)))
    let first = loop.turn(at: 1, mail)
    #expect(first.frame?.timestamp == 1 && first.wake == nil)
    let second = loop.turn(at: 1.5, mail)
    #expect(second.frame == nil && second.wake == nil)
  }

  /// A host that starts sends its whole tree.
  ///
  /// Both sides apply commits after that, without effect on the other side.
  @Test func aWholeTreeIsSharedUntilItChanges() {
    var tree = RenderTree()
    var first = Commit(sequence: 1, time: 1, root: root)
    let run = animation(begin: 2, duration: 1)
    first.updates = [LayerUpdate(id: root, aspects: .all, state: box(red), animations: [run])]
    tree.apply(first)
    let loop = RenderLoop(settings())
    mail.post(.tree(tree, time: 1))
    let shown = loop.turn(at: 1, mail)
    #expect(shown.frame?.timestamp == 1 && shown.feedback?.animationsMoved == true)
    // The loop finds the tree's animation: it wakes the loop and moves the layer.
    #expect(shown.wake == 2)
    #expect(loop.turn(at: 2, mail).wake.map { $0 > 2 && $0 < 2.2 } ?? false)
    mail.post(commit(2, at: 4, box(blue), []))
    #expect(loop.turn(at: 4, mail).frame != nil)
    #expect(tree[root]?.state.backgroundColor === red && tree[root]?.animations.count == 1)
    tree.apply(Commit(sequence: 2, time: 4, removed: [root]))
    #expect(loop.turn(at: 5, mail).frame == nil)
  }

  @Test func aCommitThatChangesNothingVisibleDrawsNothing() {
    let loop = RenderLoop(settings())
    mail.post(commit(1, at: 1, box(red)))
    #expect(loop.turn(at: 1, mail).frame != nil)
    mail.post(commit(2, at: 1.2, box(red)))
    #expect(loop.turn(at: 1.2, mail).frame == nil)
    mail.post(commit(3, at: 1.4, box(blue)))
    #expect(loop.turn(at: 1.4, mail).frame != nil)
  }

  /// Targets alternate, and each is drawn where it is stale.
  @Test func onlyWhatDiffersIsDrawn() throws {
    let loop = RenderLoop(settings())
    var pictures: [CGImage] = []
    func show(_ sequence: UInt64, x: CGFloat, at time: Double) throws -> Int {
      var state = box(red)
      state.bounds.size = CGSize(width: 2, height: 2)
      state.position.x = x
      mail.post(commit(sequence, at: time, state))
      pictures.append(try #require(loop.turn(at: time, mail).frame?.image))
      if pictures.count > 1 { pictures.removeFirst() }
      return loop.redrawnPixels
    }
    #expect(try show(1, x: 0, at: 1) == 200)
    // The first picture is still in use: a new target is drawn whole.
    #expect(try show(2, x: 4, at: 2) == 200)
    // The first target is free again and two frames old: three places of four pixels.
    #expect(try show(3, x: 8, at: 3) == 12)
    #expect(try show(4, x: 12, at: 4) == 12)
    #expect(pictures.last?.pixels.rgbaBytes(12, 0) == [255, 0, 0, 255])
    #expect(pictures.last?.pixels.rgbaBytes(8, 0) == [0, 0, 0, 0])
  }

  @Test func twoCommitsOfOneRefreshMakeOneFrame() {
    let loop = RenderLoop(settings())
    mail.post(commit(1, at: 1, box(red)))
    _ = loop.turn(at: 1, mail)
    mail.post(commit(2, at: 1.05, box(blue)))
    let early = loop.turn(at: 1.05, mail)
    #expect(early.frame == nil && early.wake.map { abs($0 - 1.1) < 1e-9 } ?? false)
    let due = loop.turn(at: 1.1, mail)
    #expect(due.frame != nil)
  }

  @Test func anAnimationWakesForEachRefreshAndThenNoMore() {
    let loop = RenderLoop(settings())
    mail.post(commit(1, at: 1, box(red), [animation(begin: 1, duration: 0.5)]))
    var times: [Double] = []
    var ends: [Double] = []
    var next: Double? = 1
    while let now = next, times.count < 50 {
      let turn = loop.turn(at: now, mail)
      if turn.frame != nil { times.append((now * 10).rounded() / 10) }
      if turn.feedback?.animationsMoved ?? false { ends.append((now * 10).rounded() / 10) }
      next = turn.wake
    }
    // At the end the layer is back at its first place.
    #expect(times.prefix(5) == [1, 1.1, 1.2, 1.3, 1.4])
    #expect(ends.first == 1 && ends.contains(1.5))
    #expect(next == nil)
  }

  @Test func aFutureAnimationSleepsUntilItBegins() throws {
    let loop = RenderLoop(settings())
    mail.post(commit(1, at: 1, box(red), [animation(begin: 30.02, duration: 1)]))
    let wake = try #require(loop.turn(at: 1, mail).wake)
    #expect(abs(wake - 30.1) < 1e-9)
    let begun = loop.turn(at: wake, mail)
    #expect(begun.feedback?.animationsMoved == true && begun.frame != nil)
  }

  @Test func aPausedLayerNeedsNoFrames() {
    let loop = RenderLoop(settings())
    var state = box(red)
    (state.timing.speed, state.timing.timeOffset) = (0, 0.3)
    mail.post(commit(1, at: 1, state, [animation(begin: 1e-100, duration: 1)]))
    #expect(loop.turn(at: 1, mail).wake == nil)
  }

  @Test("animation U-6: frames come at the rate that all moving animations ask for")
  func framesComeAtTheRateThatAllMovingAnimationsAskFor() {
    let slow = FrameRateHint(minimum: 5, maximum: 10, preferred: 5)
    let loop = RenderLoop(settings())
    mail.post(commit(1, at: 1, box(red), [animation(begin: 1, duration: 4, slow)]))
    let turn = loop.turn(at: 1, mail)
    #expect(turn.wake.map { abs($0 - 1.2) < 1e-9 } ?? false)
    #expect(turn.frame.map { abs($0.targetTimestamp - 1.2) < 1e-9 } ?? false)
  }

  @Test func aFrameIsNeverOlderThanItsCommit() {
    let loop = RenderLoop(settings())
    mail.post(commit(1, at: 1.07, box(red)))
    #expect(loop.turn(at: 1.08, mail).frame?.timestamp == 1.07)
  }

  @Test func anEmptyPictureIsAFailure() {
    let empty = RenderSettings(viewport: Viewport(width: 0, height: 4), framesPerSecond: 60, threads: 1)
    mail.post(commit(1, at: 1, box(red)))
    let turn = RenderLoop(empty).turn(at: 1, mail)
    #expect(turn.frame == nil)
    #expect(turn.failure == .emptyPicture)
  }

  @Test("A picture that cannot be drawn is left out; animations go on, and their ends are reported")
  func aPictureThatCannotBeDrawnIsLeftOut() {
    let loop = RenderLoop(settings())
    mail.post(.size(width: 0, height: 10, scale: 1))
    mail.post(commit(1, at: 1, box(red), [animation(begin: 1, duration: 0.3)]))
    var turn = loop.turn(at: 1, mail)
    #expect(turn.failure == .emptyPicture)
    #expect(turn.feedback?.animationsMoved == true)
    #expect(turn.wake == 1.1)
    turn = loop.turn(at: 1.3, mail)
    #expect(turn.failure == .emptyPicture)
    #expect(turn.feedback == Feedback(time: 1.3, animationsMoved: true))
    mail.post(.size(width: 20, height: 10, scale: 1))
    turn = loop.turn(at: 1.4, mail)
    #expect(turn.frame?.image.width == 20)
    #expect(turn.failure == nil)
  }

  @Test func theThreadSleepsWhileNothingMoves() {
    let server = RenderServer(settings(60)) { _ in }
    let now = MonotonicClock().now
    server.mail.post(commit(1, at: now, box(red)))
    server.start()
    let end = now + 5
    while server.latest == nil, MonotonicClock().now < end { usleep(1000) }
    #expect(server.latest != nil)
    usleep(50_000)
    let turns = server.turns
    usleep(150_000)
    #expect(server.turns == turns)
    server.stop()
    #expect(!server.isRunning)
  }

  @Test func theThreadRunsAnimationsByItself() {
    let indices = Mutex<[Int]>([])
    let server = RenderServer(settings(60)) { frame in
      indices.withLock { $0.append(frame.index) }
    } onError: { _ in
    }
    let now = MonotonicClock().now
    server.mail.post(commit(1, at: now, box(red), [animation(begin: now, duration: 60)]))
    server.start()
    let end = now + 5
    while indices.withLock({ $0.count }) < 5, MonotonicClock().now < end { usleep(2000) }
    server.stop()
    let seen = indices.withLock { $0 }
    #expect(seen.count >= 5)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
  }

  /// Rendering EM-18: after an emitter has stopped, frames follow each other until its last particle is gone.
  @Test func particlesOfAStoppedEmitterStillMove() {
    func emitter(_ rate: Float) -> LayerState {
      var emitter = EmitterState()
      var cell = EmitterCellState()
      (cell.birthRate, cell.lifetime) = (1, 3)
      emitter.cells = [cell]
      emitter.birthRate = rate
      var state = LayerState(kind: .emitter(.init(emitter)))
      state.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      return state
    }
    let loop = RenderLoop(settings())
    mail.post(commit(1, at: 0, emitter(1)))
    #expect(loop.turn(at: 0, mail).wake != nil)
    mail.post(commit(2, at: 2, emitter(0)))
    #expect(loop.turn(at: 2, mail).wake != nil)
    #expect(loop.turn(at: 4.9, mail).wake != nil)
    #expect(loop.turn(at: 5.1, mail).wake == nil)
  }

  /// Rendering TI-6: frames follow each other while tiles that have come fade in, and no longer.
  @Test func tilesThatFadeInKeepTheLoopAwake() {
    final class Source: TileSource {
      let drawn = DispatchSemaphore(value: 0)
      func draw(_ tile: TileOrder) -> CGImage? {
        CGContext(
          data: nil,
          width: 10,
          height: 10,
          bitsPerComponent: 8,
          bytesPerRow: 0,
          space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )?.makeImage()
      }
    }
    let source = Source()
    let mail = self.mail
    let loop = RenderLoop(settings()) {
      mail.post(.tilesDrawn)
      source.drawn.signal()
    }
    var state = LayerState(kind: .plain)
    state.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    state.position = CGPoint(x: 5, y: 5)
    state.tiled.source = source
    mail.post(commit(1, at: 0, state))
    #expect(loop.turn(at: 0, mail).wake == nil)
    #expect(source.drawn.wait(timeout: .now() + 10) == .success)
    #expect(loop.turn(at: 1, mail).wake == 1.1)
    #expect(loop.turn(at: 1.1, mail).frame != nil)
    #expect(loop.turn(at: 1.3, mail).wake == nil)
  }
}

extension PixelBuffer {
  fileprivate func rgbaBytes(_ x: Int, _ y: Int) -> [UInt8] {
    (0..<4).map { (row(y) + x * 4 + $0).load(as: UInt8.self) }
  }
}
