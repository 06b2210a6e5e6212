#if Media
  import AVFoundation
  import CoreGraphics
  import Foundation
  import StrataRenderServer
  import StrataTesting
  import Synchronization
  import Testing

  /// Players without items, players that wait, and who hears of their time.
  @Suite(.serialized) struct PlayerStateTests {
    private let folder: TemporaryFolder
    private let film: URL

    init() throws {
      folder = try TemporaryFolder()
      film = try NumberedAsset.make("film.mp4", in: folder)
    }

    private func preparedItem() -> AVPlayerItem {
      let item = AVPlayerItem(url: film)
      _ = item.asset.duration
      item.prepareNow()
      return item
    }

    @Test func theRateStaysWhileThereIsNoItem() {
      let player = AVPlayer()
      player.play()
      #expect(player.rate == 1 && player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
      #expect(player.reasonForWaitingToPlay == .noItemToPlay)
      #expect(player.currentTime() == .zero)
      player.replaceCurrentItem(with: preparedItem())
      #expect(player.rate == 1 && player.timeControlStatus == .playing)
      #expect(player.reasonForWaitingToPlay == nil)
      usleep(20_000)
      #expect(player.currentTime() > .zero)
      player.replaceCurrentItem(with: nil)
      #expect(player.rate == 1 && player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
      player.pause()
      #expect(player.timeControlStatus == .paused && player.reasonForWaitingToPlay == nil)
    }

    @Test func aQueuePlaysWhatIsInsertedLater() throws {
      let player = AVQueuePlayer()
      player.play()
      player.insert(preparedItem(), after: nil)
      #expect(player.rate == 1 && player.timeControlStatus == .playing)
      player.advanceToNextItem()
      #expect(player.items().isEmpty && player.rate == 1)
      let last = preparedItem()
      player.insert(last, after: nil)
      #expect(player.currentItem === last && player.timeControlStatus == .playing)
    }

    /// On a recorded time line, where the time of the end is exact.
    @Test func aDrainedQueueGoesOn() throws {
      let player = AVQueuePlayer(items: [AVPlayerItem(url: film)])
      let layer = AVPlayerLayer(player: player)
      layer.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
      player.play()
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 64, height: 48))
      renderer.change(at: 3) {
        #expect(player.items().isEmpty && player.rate == 1)
        player.insert(AVPlayerItem(url: film), after: nil)
      }
      #expect(NumberedAsset.number(in: try renderer.image(at: 1.02)) == 25)
      #expect(NumberedAsset.number(in: try renderer.image(at: 3.5)) == 12)
    }

    @Test(.timeLimit(.minutes(1))) func timeWaitsForThePictures() async throws {
      let player = AVPlayer(url: film)
      player.play()
      var waited = 0
      while true {
        let time = player.currentTime()
        guard player.timeControlStatus == .waitingToPlayAtSpecifiedRate else { break }
        #expect(time == .zero)
        waited += 1
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(waited > 0)
      let item = try #require(player.currentItem)
      #expect(
        item.loadedTimeRanges.map(\.timeRangeValue) == [CMTimeRange(start: .zero, duration: item.duration)]
      )
      #expect(item.seekableTimeRanges.count == 1)
    }

    @Test func timeStandsForAnItemThatFailed() async throws {
      let broken = folder.url.appending(path: "broken.mp4")
      try Data("no film".utf8).write(to: broken)
      let player = AVPlayer(url: broken)
      player.play()
      player.currentItem?.prepareForTests()
      try await Task.sleep(for: .milliseconds(120))
      #expect(player.status == .failed && player.currentTime() == .zero)
      #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
      #expect(player.currentItem?.loadedTimeRanges.isEmpty == true)
    }

    @Test func observersHearOfChangesOfTheTimeOnly() {
      let player = AVPlayer(playerItem: preparedItem())
      let times = Mutex<[CMTime]>([])
      let queue = DispatchQueue(label: "observers")
      func count() -> Int { queue.sync { times.withLock { $0.count } } }
      let interval = CMTime(value: 10, timescale: 1)
      let observer = player.addPeriodicTimeObserver(forInterval: interval, queue: queue) { time in
        times.withLock { $0.append(time) }
      }
      #expect(count() == 1)
      player.actionAtItemEnd = .none
      let other = player.addPeriodicTimeObserver(forInterval: interval, queue: queue) { _ in }
      #expect(count() == 1)
      player.seek(to: .frame(9))
      #expect(count() == 2 && times.withLock { $0.last } == .frame(9))
      player.play()
      #expect(count() == 3)
      player.pause()
      #expect(count() == 4)
      player.removeTimeObserver(observer)
      player.removeTimeObserver(other)
    }

    @Test func aSeekToATimeWithoutATimescaleFails() async {
      let player = AVPlayer(playerItem: preparedItem())
      #expect(await player.seek(to: CMTime(value: 1, timescale: 0)) == false)
      #expect(player.currentTime() == .zero)
    }

    @Test func anItemBelongsToOnePlayer() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let item = AVPlayerItem(url: URL(filePath: "/no-film.mp4"))
        let first = AVPlayer(playerItem: item)
        let second = AVPlayer(playerItem: item)
        withExtendedLifetime((first, second)) {}
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("an AVPlayerItem cannot be associated with more than one instance of AVPlayer"))
    }

    @Test func anOutputMakesLumaAndChroma() throws {
      let formats = [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
      ]
      for format in formats {
        let item = preparedItem()
        let output = AVPlayerItemVideoOutput(
          pixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey as String: format]
        )
        item.add(output)
        let buffer = try #require(output.copyPixelBuffer(forItemTime: .frame(30), itemTimeForDisplay: nil))
        #expect(CVPixelBufferGetPixelFormatType(buffer) == format)
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
        layer.contents = buffer
        let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 64, height: 48))
        #expect(NumberedAsset.number(in: try renderer.image(at: 0)) == 30)
      }
    }

    private func copy<Layer: CALayer>(_ layer: Layer) throws -> Layer {
      let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: false)
      return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Layer.self, from: data))
    }

    @Test(arguments: [AVLayerVideoGravity.resize, .resizeAspect, .resizeAspectFill])
    func anArchivedLayerKeepsItsGravity(_ gravity: AVLayerVideoGravity) throws {
      let player = AVPlayerLayer()
      let samples = AVSampleBufferDisplayLayer()
      let preview = AVCaptureVideoPreviewLayer()
      #expect(player.videoGravity == .resizeAspect)
      #expect(samples.videoGravity == .resizeAspect && preview.videoGravity == .resizeAspect)
      (player.videoGravity, samples.videoGravity, preview.videoGravity) = (gravity, gravity, gravity)
      #expect(try copy(player).videoGravity == gravity)
      #expect(try copy(samples).videoGravity == gravity)
      #expect(try copy(preview).videoGravity == gravity)
    }

    @Test func aSynchronizedLayerGoesWithItsItemToAnotherPlayer() throws {
      let item = preparedItem()
      let first = AVPlayer(playerItem: item)
      let layer = AVSynchronizedLayer(playerItem: item)
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 8, height: 8))
      let second = AVPlayer()
      second.rate = 0.5
      renderer.change(at: 1) {
        first.replaceCurrentItem(with: nil)
        second.replaceCurrentItem(with: item)
      }
      _ = try renderer.image(at: 1.5)
      #expect(layer.speed == 0.5)
      // The former player has nothing to say any more.
      renderer.change(at: 2) { second.rate = 0.25 }
      renderer.change(at: 2.5) { first.rate = 1 }
      _ = try renderer.image(at: 3)
      #expect(layer.speed == 0.25)
    }

    /// The layer takes part in the time line of its host however it was made.
    @Test func anArchivedSynchronizedLayerFollowsItsHost() throws {
      let layer = try copy(AVSynchronizedLayer())
      let player = AVPlayer(playerItem: preparedItem())
      layer.playerItem = player.currentItem
      player.play()
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 8, height: 8))
      _ = try renderer.image(at: 0)
      #expect(layer.speed == 1)
    }
  }
#endif
