#if Media
  import AVFoundation
  import Foundation
  import StrataTesting
  import Synchronization
  import Testing

  /// What live players do at the ends of items and rounds, and who hears of it.
  @Suite(.serialized) struct PlayerEndTests {
    private let folder: TemporaryFolder
    private let film: URL

    init() throws {
      folder = try TemporaryFolder()
      film = try NumberedAsset.make("film.mp4", in: folder, count: 10)
    }

    private func preparedItem(_ url: URL? = nil) -> AVPlayerItem {
      let item = AVPlayerItem(url: url ?? film)
      _ = item.asset.duration
      item.prepareNow()
      return item
    }

    private func until(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async throws {
      let began = Date()
      while !condition(), Date().timeIntervalSince(began) < 20 {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(condition())
    }

    @Test(arguments: [1, -1] as [Float]) func afterAnEndThatHoldsThePictureNothingIsDue(_ rate: Float)
      async throws
    {
      let player = AVPlayer(playerItem: preparedItem())
      player.actionAtItemEnd = .none
      if rate < 0 { player.seek(to: .frame(5), toleranceBefore: .zero, toleranceAfter: .zero) }
      let ends = Mutex(0)
      let token = NotificationCenter.default.addObserver(
        forName: .AVPlayerItemDidPlayToEndTime,
        object: player.currentItem,
        queue: nil
      ) { _ in ends.withLock { $0 += 1 } }
      defer { NotificationCenter.default.removeObserver(token) }
      player.rate = rate
      #expect(player.waitsForEnd)
      try await until { ends.withLock { $0 } == 1 }
      try await until { !player.waitsForEnd }
      #expect(player.rate == rate)
      // A seek makes the end due again.
      player.seek(to: .frame(5), toleranceBefore: .zero, toleranceAfter: .zero)
      #expect(player.waitsForEnd)
      try await until { ends.withLock { $0 } == 2 }
    }

    @Test func observersOfALoopStayWithinItsRounds() async throws {
      let player = AVQueuePlayer()
      let range = CMTimeRange(start: .frame(2, plus: 0), duration: .frame(5, plus: 0))
      let looper = AVPlayerLooper(player: player, templateItem: preparedItem(), timeRange: range)
      player.currentItem?.prepareForTests()
      let times = Mutex<[Double]>([])
      let passes = Mutex(0)
      let queue = DispatchQueue(label: "observers")
      let frame = CMTime(value: 1, timescale: 25)
      let periodic = player.addPeriodicTimeObserver(forInterval: frame, queue: queue) { time in
        times.withLock { $0.append(time.seconds * 25) }
      }
      let boundary = player.addBoundaryTimeObserver(forTimes: [.frame(4), .frame(8)], queue: queue) {
        passes.withLock { $0 += 1 }
      }
      player.play()
      try await until { passes.withLock { $0 } >= 3 }
      try await until { times.withLock { $0.count } >= 17 }
      player.removeTimeObserver(periodic)
      player.removeTimeObserver(boundary)
      let heard = times.withLock { $0 }
      #expect(heard.allSatisfy { $0 > 1.999 && $0 < 7 }, "\(heard)")
      // Frames 2 to 6 of round after round, after the calls for the first time and for the start.
      let rounds = heard.filter { abs($0 - $0.rounded()) < 1e-4 }.map { Int($0.rounded()) }
      let begin = rounds.firstIndex(of: 3) ?? 0
      #expect(rounds[begin...].enumerated().allSatisfy { $1 == 2 + ($0 + 1) % 5 }, "\(rounds)")
      player.pause()
      withExtendedLifetime(looper) {}
    }

    @Test func observersHearNothingBeyondAnEnd() async throws {
      let player = AVPlayer(playerItem: preparedItem())
      player.actionAtItemEnd = .none
      let times = Mutex<[Double]>([])
      let queue = DispatchQueue(label: "observers")
      let frame = CMTime(value: 1, timescale: 25)
      let observer = player.addPeriodicTimeObserver(forInterval: frame, queue: queue) { time in
        times.withLock { $0.append(time.seconds * 25) }
      }
      player.play()
      try await until { times.withLock { $0.last ?? 0 } > 8.99 }
      try await Task.sleep(for: .milliseconds(200))
      let heard = times.withLock { $0 }
      #expect(heard.allSatisfy { $0 < 10.001 }, "\(heard)")
      player.removeTimeObserver(observer)
    }

    @Test @MainActor func aSynchronizedLayerStandsAtTheEnd() async throws {
      let long = try NumberedAsset.make("long.mp4", in: folder, count: 500)
      let items = [preparedItem(), preparedItem(long)]
      let player = AVQueuePlayer(items: items)
      let root = CALayer()
      let layers = items.map { AVSynchronizedLayer(playerItem: $0) }
      for layer in layers { root.addSublayer(layer) }
      let host = HeadlessHost(layer: root, size: CGSize(width: 8, height: 8))
      #expect(layers.map(\.speed) == [0, 0])
      player.rate = 0.5
      CATransaction.flush()
      #expect(layers.map(\.speed) == [0.5, 0])
      func follows(_ speeds: [Float]) -> Bool {
        CATransaction.flush()
        return layers.map(\.speed) == speeds
      }
      try await until { follows([0, 0.5]) }
      #expect(abs(layers[0].timeOffset - 0.4) < 1e-6)
      player.seek(to: .frame(498), toleranceBefore: .zero, toleranceAfter: .zero)
      try await until { follows([0, 0]) }
      #expect(abs(layers[1].timeOffset - 20) < 1e-6)
      withExtendedLifetime(host) {}
    }

    /// The time of a layer stands where the player holds its last picture, at either end.
    @Test(arguments: [1, -1] as [Float]) @MainActor func aSynchronizedLayerStandsWithAHeldPicture(
      _ rate: Float
    ) async throws {
      let item = preparedItem()
      let player = AVPlayer(playerItem: item)
      player.actionAtItemEnd = .none
      let layer = AVSynchronizedLayer(playerItem: item)
      let root = CALayer()
      root.addSublayer(layer)
      let host = HeadlessHost(layer: root, size: CGSize(width: 8, height: 8))
      func moves(at speed: Float) -> Bool {
        CATransaction.flush()
        return layer.speed == speed
      }
      for _ in 0..<2 {
        player.seek(to: .frame(5), toleranceBefore: .zero, toleranceAfter: .zero)
        player.rate = rate
        #expect(moves(at: rate))
        try await until { moves(at: 0) }
        #expect(abs(layer.timeOffset - (rate > 0 ? 0.4 : 0)) < 1e-6)
        #expect(player.rate == rate)
      }
      withExtendedLifetime(host) {}
    }

    @Test func aQueueReadsTwoItemsAhead() async throws {
      let items = (0..<5).map { _ in AVPlayerItem(url: film) }
      let player = AVQueuePlayer(items: items)
      try await until { items[..<3].allSatisfy { $0.status == .readyToPlay } }
      try await Task.sleep(for: .milliseconds(300))
      #expect(items[3...].allSatisfy { $0.status == .unknown })
      player.advanceToNextItem()
      try await until { items[3].status == .readyToPlay }
      // The end of an item does the same.
      items[1].prepareForTests()
      player.play()
      try await until { items[4].status == .readyToPlay }
      player.pause()
    }
  }
#endif
