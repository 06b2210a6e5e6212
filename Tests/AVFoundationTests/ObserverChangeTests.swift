#if Media
  import AVFoundation
  import Foundation
  import StrataTesting
  import Synchronization
  import Testing

  /// Blocks of observers that change their player, and changes by two threads at once.
  @Suite(.serialized) struct ObserverChangeTests {
    private let folder: TemporaryFolder
    private let item: AVPlayerItem
    private let queue = DispatchQueue(label: "observers")

    init() throws {
      folder = try TemporaryFolder()
      item = AVPlayerItem(url: try NumberedAsset.make("film.mp4", in: folder, count: 10))
      _ = item.asset.duration
      item.prepareNow()
    }

    private func until(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async throws {
      let began = Date()
      while !condition(), Date().timeIntervalSince(began) < 20 {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(condition())
    }

    /// An observer that its own block removes; read and written on the queue of the blocks.
    private final class Token: @unchecked Sendable {
      var observer: Any?
    }

    @Test func aBoundaryBlockThatSeeksIsCalledInEachRound() async throws {
      let player = AVPlayer(playerItem: item)
      let passes = Mutex(0)
      let observer = player.addBoundaryTimeObserver(forTimes: [.frame(4)], queue: queue) { [weak player] in
        passes.withLock { $0 += 1 }
        player?.seek(to: .zero)
      }
      player.play()
      try await until { passes.withLock { $0 } >= 3 }
      player.removeTimeObserver(observer)
      player.pause()
    }

    @Test func aPeriodicBlockThatSeeksHearsOfTimesThatWereReached() async throws {
      let player = AVPlayer(playerItem: item)
      let times = Mutex<[Double]>([])
      let frame = CMTime(value: 1, timescale: 25)
      let observer = player.addPeriodicTimeObserver(forInterval: frame, queue: queue) { [weak player] time in
        times.withLock { $0.append(time.seconds * 25) }
        if time.seconds > 0.199 { player?.seek(to: .zero) }
      }
      player.play()
      try await until { times.withLock { $0.count { $0 > 4.9 } } >= 3 }
      player.removeTimeObserver(observer)
      player.pause()
      let heard = times.withLock { $0 }
      // The sixth frame begins after the seek.
      #expect(heard.allSatisfy { $0 < 5.9 }, "\(heard)")
    }

    @Test func aBlockThatRemovesItsObserverIsCalledNoMore() async throws {
      let player = AVPlayer(playerItem: item)
      let calls = Mutex(0)
      let token = Token()
      let frame = CMTime(value: 1, timescale: 25)
      queue.sync {
        token.observer = player.addPeriodicTimeObserver(forInterval: frame, queue: queue) {
          [weak player] _ in
          calls.withLock { $0 += 1 }
          // The first two calls are those of the beginning and of the start.
          guard calls.withLock({ $0 }) == 3, let observer = token.observer else { return }
          player?.removeTimeObserver(observer)
        }
      }
      player.play()
      try await until { player.rate == 0 }
      #expect(queue.sync { calls.withLock { $0 } } == 3)
    }

    /// Whichever of two changes is the last one, the timer of the end is that of the state.
    @Test func timersFollowTheLastOfTwoChanges() {
      let player = AVPlayer(playerItem: item)
      var wrong = 0
      for _ in 0..<4000 {
        DispatchQueue.concurrentPerform(iterations: 2) { player.rate = $0 == 0 ? 0 : 0.001 }
        if player.waitsForEnd != (player.rate != 0) { wrong += 1 }
      }
      #expect(wrong == 0)
      player.pause()
    }
  }
#endif
